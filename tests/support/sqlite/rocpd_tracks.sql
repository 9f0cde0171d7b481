-- SPDX-FileCopyrightText: 2026 The Longpole authors
-- SPDX-License-Identifier: GPL-3.0-or-later
-- rocpd as newer writers lay it out: places in rocpd_track, times in rocpd_timestamp; two databases in one file.
CREATE TABLE rocpd_string_a (id INTEGER PRIMARY KEY, string TEXT NOT NULL);
INSERT INTO rocpd_string_a VALUES (1,'HIP_RUNTIME_API'),(2,'hipLaunchKernel');
CREATE TABLE rocpd_info_process_a (id INTEGER PRIMARY KEY, pid INTEGER, command TEXT);
INSERT INTO rocpd_info_process_a VALUES (1,71,'a.out');
CREATE TABLE rocpd_info_thread_a (id INTEGER PRIMARY KEY, pid INTEGER, tid INTEGER, name TEXT);
INSERT INTO rocpd_info_thread_a VALUES (1,1,72,NULL);
CREATE TABLE rocpd_info_agent_a (id INTEGER PRIMARY KEY, type TEXT, type_index INTEGER, product_name TEXT);
INSERT INTO rocpd_info_agent_a VALUES (9,'GPU',0,'AMD Instinct MI250X');
CREATE TABLE rocpd_info_kernel_symbol_a (id INTEGER PRIMARY KEY, kernel_name TEXT, display_name TEXT);
INSERT INTO rocpd_info_kernel_symbol_a VALUES (1,'k.kd','k(int)');
CREATE TABLE rocpd_event_a (id INTEGER PRIMARY KEY, category_id INTEGER, stack_id INTEGER, correlation_id INTEGER, extdata JSONB);
INSERT INTO rocpd_event_a VALUES (1,1,7,0,'{}'),(2,NULL,7,0,'{}');
CREATE TABLE rocpd_track_a (id INTEGER PRIMARY KEY, pid INTEGER, tid INTEGER, agent_id INTEGER, queue_id INTEGER, stream_id INTEGER, name_id INTEGER);
INSERT INTO rocpd_track_a VALUES (1,1,1,NULL,NULL,NULL,NULL),(2,1,NULL,9,4,NULL,NULL);
CREATE TABLE rocpd_timestamp_a (id INTEGER PRIMARY KEY, value BIGINT NOT NULL, phase INTEGER, track_id INTEGER);
INSERT INTO rocpd_timestamp_a VALUES (1,100,1,1),(2,150,2,1),(3,200,1,2),(4,260,2,2);
CREATE TABLE rocpd_region_a (id INTEGER PRIMARY KEY, track_id INTEGER, name_id INTEGER, start_id INTEGER, end_id INTEGER, event_id INTEGER);
INSERT INTO rocpd_region_a VALUES (1,1,2,1,2,1);
CREATE TABLE rocpd_kernel_dispatch_a (id INTEGER PRIMARY KEY, track_id INTEGER, kernel_id INTEGER, dispatch_id INTEGER, start_id INTEGER,
  end_id INTEGER, workgroup_size_x INTEGER, workgroup_size_y INTEGER, workgroup_size_z INTEGER, grid_size_x INTEGER, grid_size_y INTEGER,
  grid_size_z INTEGER, event_id INTEGER);
INSERT INTO rocpd_kernel_dispatch_a VALUES (1,2,1,1,3,4,64,1,1,6400,1,1,2);
CREATE TABLE rocpd_string_b (id INTEGER PRIMARY KEY, string TEXT NOT NULL);
INSERT INTO rocpd_string_b VALUES (1,'HIP_RUNTIME_API'),(2,'hipDeviceSynchronize');
CREATE TABLE rocpd_info_process_b (id INTEGER PRIMARY KEY, pid INTEGER, command TEXT);
INSERT INTO rocpd_info_process_b VALUES (1,81,'b.out');
CREATE TABLE rocpd_info_thread_b (id INTEGER PRIMARY KEY, pid INTEGER, tid INTEGER, name TEXT);
INSERT INTO rocpd_info_thread_b VALUES (1,1,82,NULL);
CREATE TABLE rocpd_event_b (id INTEGER PRIMARY KEY, category_id INTEGER, stack_id INTEGER, correlation_id INTEGER, extdata JSONB);
INSERT INTO rocpd_event_b VALUES (1,1,7,0,'{}');
CREATE TABLE rocpd_region_b (id INTEGER PRIMARY KEY, pid INTEGER, tid INTEGER, start BIGINT, "end" BIGINT, name_id INTEGER, event_id INTEGER);
INSERT INTO rocpd_region_b VALUES (1,1,1,120,180,2,1);
