-- SPDX-FileCopyrightText: 2026 The Longpole authors
-- SPDX-License-Identifier: GPL-3.0-or-later
-- rocprofv3's rocpd format, schema 3, with the times in the rows; written from the published schema. Real files also bring
-- views of the unsuffixed names, as here.
CREATE TABLE "rocpd_metadata_0a" (id INTEGER PRIMARY KEY, tag TEXT NOT NULL, value TEXT NOT NULL);
INSERT INTO "rocpd_metadata_0a" (tag,value) VALUES ('schema_version','3');
CREATE TABLE "rocpd_string_0a" (id INTEGER PRIMARY KEY, guid TEXT, string TEXT NOT NULL);
INSERT INTO "rocpd_string_0a" VALUES (1,'0a','HIP_RUNTIME_API'),(2,'0a','hipLaunchKernel'),(3,'0a','KERNEL_DISPATCH'),
  (4,'0a','MEMORY_COPY_HOST_TO_DEVICE'),(5,'0a','MARKER_CORE_API'),(6,'0a','roctxRangePushA'),(7,'0a','hipMemcpyAsync'),
  (8,'0a','MEMORY_COPY'),(9,'0a','MEMORY_ALLOCATION');
CREATE TABLE "rocpd_info_node_0a" (id INTEGER PRIMARY KEY, guid TEXT, hash BIGINT, machine_id TEXT, hostname TEXT);
CREATE TABLE "rocpd_info_process_0a" (id INTEGER PRIMARY KEY, guid TEXT, nid INTEGER, ppid INTEGER, pid INTEGER NOT NULL, command TEXT);
INSERT INTO "rocpd_info_process_0a" VALUES (1,'0a',1,1,4000,'./jacobi');
CREATE TABLE "rocpd_info_thread_0a" (id INTEGER PRIMARY KEY, guid TEXT, nid INTEGER, ppid INTEGER, pid INTEGER, tid INTEGER, name TEXT);
INSERT INTO "rocpd_info_thread_0a" VALUES (1,'0a',1,1,1,4001,'main');
CREATE TABLE "rocpd_info_agent_0a" (id INTEGER PRIMARY KEY, guid TEXT, nid INTEGER, pid INTEGER, type TEXT, absolute_index INTEGER,
  logical_index INTEGER, type_index INTEGER, name TEXT, product_name TEXT, model_name TEXT, vendor_name TEXT, extdata JSONB);
INSERT INTO "rocpd_info_agent_0a" VALUES (1,'0a',1,1,'CPU',0,0,0,'epyc','AMD EPYC',NULL,'AMD','{}'),
  (2,'0a',1,1,'GPU',1,1,0,'gfx942','AMD Instinct MI300X',NULL,'AMD','{"cu_count": 304, "wave_front_size": 64}');
CREATE TABLE "rocpd_info_stream_0a" (id INTEGER PRIMARY KEY, guid TEXT, nid INTEGER, pid INTEGER, name TEXT);
CREATE TABLE "rocpd_info_kernel_symbol_0a" (id INTEGER PRIMARY KEY, guid TEXT, nid INTEGER, pid INTEGER, code_object_id INTEGER,
  kernel_name TEXT, display_name TEXT, sgpr_count INTEGER, arch_vgpr_count INTEGER, accum_vgpr_count INTEGER);
INSERT INTO "rocpd_info_kernel_symbol_0a" VALUES (1,'0a',1,1,1,'_Z6jacobiPf.kd','jacobi(float*)',48,24,8),
  (2,'0a',1,1,1,'__amd_rocclr_copyBuffer.kd','__amd_rocclr_copyBuffer',16,8,0),
  (3,'0a',1,1,1,'__amd_rocclr_fillBufferAligned.kd','__amd_rocclr_fillBufferAligned',16,8,0);
CREATE TABLE "rocpd_event_0a" (id INTEGER PRIMARY KEY, guid TEXT, category_id INTEGER, stack_id INTEGER, parent_stack_id INTEGER,
  correlation_id INTEGER, call_stack JSONB, line_info JSONB, extdata JSONB);
INSERT INTO "rocpd_event_0a" VALUES (1,'0a',1,101,0,0,'{}','{}','{}'),(2,'0a',3,101,0,0,'{}','{}','{}'),
  (3,'0a',1,102,0,0,'{}','{}','{}'),(4,'0a',8,102,0,0,'{}','{}','{}'),(5,'0a',5,103,0,0,'{}','{}','{"message":"step \"1\""}'),
  (6,'0a',3,104,0,0,'{}','{}','{}'),(7,'0a',3,105,0,0,'{}','{}','{}'),(8,'0a',9,106,0,0,'{}','{}','{}'),(9,'0a',9,107,0,0,'{}','{}','{}');
CREATE TABLE "rocpd_arg_0a" (id INTEGER PRIMARY KEY, guid TEXT, event_id INTEGER, position INTEGER, type TEXT, name TEXT, value TEXT);
INSERT INTO "rocpd_arg_0a" VALUES (1,'0a',3,0,'size_t','sizeBytes','64'),(2,'0a',3,1,'char*','name','a "b"');
CREATE TABLE "rocpd_info_pmc_0a" (id INTEGER PRIMARY KEY, guid TEXT, name TEXT, symbol TEXT);
INSERT INTO "rocpd_info_pmc_0a" VALUES (1,'0a','SQ_WAVES','SQ_WAVES');
CREATE TABLE "rocpd_pmc_event_0a" (id INTEGER PRIMARY KEY, guid TEXT, event_id INTEGER, pmc_id INTEGER, value REAL);
INSERT INTO "rocpd_pmc_event_0a" VALUES (1,'0a',2,1,512.5);
CREATE TABLE "rocpd_region_0a" (id INTEGER PRIMARY KEY, guid TEXT, nid INTEGER, pid INTEGER, tid INTEGER, start BIGINT, "end" BIGINT,
  name_id INTEGER, event_id INTEGER);
INSERT INTO "rocpd_region_0a" VALUES (1,'0a',1,1,1,1000,1100,2,1),(2,'0a',1,1,1,1200,1300,7,3),(3,'0a',1,1,1,900,1400,6,5);
CREATE TABLE "rocpd_kernel_dispatch_0a" (id INTEGER PRIMARY KEY, guid TEXT, nid INTEGER, pid INTEGER, tid INTEGER, agent_id INTEGER,
  kernel_id INTEGER, dispatch_id INTEGER, queue_id INTEGER, stream_id INTEGER, start BIGINT, "end" BIGINT, private_segment_size INTEGER,
  group_segment_size INTEGER, workgroup_size_x INTEGER, workgroup_size_y INTEGER, workgroup_size_z INTEGER, grid_size_x INTEGER,
  grid_size_y INTEGER, grid_size_z INTEGER, region_name_id INTEGER, event_id INTEGER);
INSERT INTO "rocpd_kernel_dispatch_0a" VALUES (1,'0a',1,1,1,2,1,1,1,3,1500,1700,0,2048,256,1,1,1000,2,1,NULL,2),
  (2,'0a',1,1,1,2,2,2,1,3,1800,1850,0,0,512,1,1,512,1,1,NULL,6),(3,'0a',1,1,1,2,3,3,1,3,1900,1910,0,0,512,1,1,512,1,1,NULL,7);
CREATE TABLE "rocpd_memory_copy_0a" (id INTEGER PRIMARY KEY, guid TEXT, nid INTEGER, pid INTEGER, tid INTEGER, start BIGINT, "end" BIGINT,
  name_id INTEGER, dst_agent_id INTEGER, src_agent_id INTEGER, size INTEGER, queue_id INTEGER, stream_id INTEGER, event_id INTEGER);
INSERT INTO "rocpd_memory_copy_0a" VALUES (1,'0a',1,1,1,1350,1390,4,2,1,64,1,3,4);
CREATE TABLE "rocpd_memory_allocate_0a" (id INTEGER PRIMARY KEY, guid TEXT, nid INTEGER, pid INTEGER, tid INTEGER, agent_id INTEGER,
  type TEXT, level TEXT, start BIGINT, "end" BIGINT, address INTEGER, size INTEGER, queue_id INTEGER, stream_id INTEGER, event_id INTEGER);
INSERT INTO "rocpd_memory_allocate_0a" VALUES (1,'0a',1,1,1,2,'ALLOC','REAL',910,920,4096,1000,NULL,NULL,8),
  (2,'0a',1,1,1,2,'FREE','REAL',1950,1960,4096,0,NULL,NULL,9);
CREATE VIEW rocpd_string AS SELECT * FROM "rocpd_string_0a";
CREATE VIEW kernels AS SELECT * FROM "rocpd_kernel_dispatch_0a";
