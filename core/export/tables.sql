-- SPDX-FileCopyrightText: 2026 The Longpole authors
-- SPDX-License-Identifier: GPL-3.0-or-later
-- The tables of an exported database: the SQL views (resources/help/sql_views.md), with keys.
CREATE TABLE out.meta (key TEXT NOT NULL, value);
CREATE TABLE out.ledger (kind TEXT NOT NULL, severity TEXT NOT NULL, count INTEGER NOT NULL, example TEXT, meaning TEXT);
CREATE TABLE out.tracks (id INTEGER PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL,
  parent_id INTEGER REFERENCES tracks (id), rank INTEGER, process TEXT, thread TEXT, device INTEGER, context INTEGER,
  stream INTEGER, pid INTEGER, tid INTEGER, unit TEXT);
CREATE TABLE out.slices (id INTEGER PRIMARY KEY, track_id INTEGER NOT NULL REFERENCES tracks (id), name TEXT NOT NULL,
  category TEXT NOT NULL, ts_ns INTEGER NOT NULL, dur_ns INTEGER NOT NULL, depth INTEGER NOT NULL,
  row INTEGER NOT NULL, parent_id INTEGER REFERENCES slices (id));
CREATE TABLE out.gpu_ops (slice_id INTEGER PRIMARY KEY REFERENCES slices (id), name TEXT NOT NULL, kind TEXT NOT NULL,
  ts_ns INTEGER NOT NULL, dur_ns INTEGER NOT NULL, device INTEGER, context INTEGER, stream INTEGER,
  correlation INTEGER, grid_x INTEGER, grid_y INTEGER, grid_z INTEGER, block_x INTEGER, block_y INTEGER,
  block_z INTEGER, registers INTEGER, shared_static INTEGER, shared_dynamic INTEGER, bytes INTEGER,
  graph_id INTEGER, graph_node INTEGER, queued_ns INTEGER, submitted_ns INTEGER,
  launch_slice_id INTEGER REFERENCES slices (id), track_id INTEGER NOT NULL REFERENCES tracks (id), collective TEXT,
  process_group TEXT, group_size INTEGER);
CREATE TABLE out.api_calls (slice_id INTEGER PRIMARY KEY REFERENCES slices (id), name TEXT NOT NULL,
  ts_ns INTEGER NOT NULL, dur_ns INTEGER NOT NULL, track_id INTEGER NOT NULL REFERENCES tracks (id),
  kind TEXT NOT NULL, correlation INTEGER, stream INTEGER, return_code INTEGER);
CREATE TABLE out.counters (track_id INTEGER NOT NULL REFERENCES tracks (id), name TEXT NOT NULL,
  ts_ns INTEGER NOT NULL, value REAL);
CREATE TABLE out.links (from_slice INTEGER NOT NULL REFERENCES slices (id), to_slice INTEGER NOT NULL REFERENCES slices (id),
  kind TEXT NOT NULL, provenance TEXT NOT NULL);
CREATE TABLE out.args (slice_id INTEGER NOT NULL REFERENCES slices (id), key TEXT NOT NULL, value);
