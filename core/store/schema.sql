-- SPDX-FileCopyrightText: 2026 The Longpole authors
-- SPDX-License-Identifier: GPL-3.0-or-later
-- The tables of a .longpole file. A reader accepts a file only if its schema is exactly this text:
-- change it together with kFormatVersion in schema.h.

CREATE TABLE meta(key TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE source(id INTEGER PRIMARY KEY, path TEXT NOT NULL);
CREATE TABLE property(id INTEGER PRIMARY KEY, key TEXT NOT NULL, value TEXT NOT NULL);
CREATE TABLE category(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE device(id INTEGER PRIMARY KEY, number INTEGER NOT NULL, rank INTEGER NOT NULL,
  name TEXT NOT NULL, properties TEXT NOT NULL);
-- kind: as in core/model/track.h. -1: not known.
CREATE TABLE track(id INTEGER PRIMARY KEY, parent INTEGER, kind INTEGER NOT NULL,
  name TEXT NOT NULL, process TEXT NOT NULL, thread TEXT NOT NULL, pid INTEGER NOT NULL,
  tid INTEGER NOT NULL, rank INTEGER NOT NULL, device INTEGER NOT NULL, context INTEGER NOT NULL,
  stream INTEGER NOT NULL, sort_index INTEGER NOT NULL, unit TEXT NOT NULL,
  first_slice INTEGER NOT NULL, slices INTEGER NOT NULL, instants INTEGER NOT NULL,
  samples INTEGER NOT NULL);
-- Lanes of a track; first: relative to the track's first slice.
CREATE TABLE track_row(track INTEGER NOT NULL, row INTEGER NOT NULL, first INTEGER NOT NULL,
  count INTEGER NOT NULL, PRIMARY KEY(track, row)) WITHOUT ROWID;
CREATE TABLE iteration(id INTEGER PRIMARY KEY, slice INTEGER NOT NULL, name TEXT NOT NULL,
  begin_ns INTEGER NOT NULL, end_ns INTEGER NOT NULL);
-- severity: 0 info, 1 repaired, 2 data loss.
CREATE TABLE ledger(id INTEGER PRIMARY KEY, kind TEXT NOT NULL, severity INTEGER NOT NULL,
  meaning TEXT NOT NULL, count INTEGER NOT NULL);
CREATE TABLE ledger_example(id INTEGER PRIMARY KEY, ledger INTEGER NOT NULL, text TEXT NOT NULL);
-- bytes: count u32 lengths, then the text; size: unpacked.
CREATE TABLE string_chunk(first INTEGER PRIMARY KEY, count INTEGER NOT NULL, size INTEGER NOT NULL,
  codec INTEGER NOT NULL, hash INTEGER NOT NULL, bytes BLOB NOT NULL);
CREATE TABLE args_block(block INTEGER PRIMARY KEY, first INTEGER NOT NULL, count INTEGER NOT NULL);
-- tbl, col, part: as in core/model/column.h. rows: of a column; bytes, unpacked, of args and lod.
CREATE TABLE chunk(id INTEGER PRIMARY KEY, tbl INTEGER NOT NULL, part INTEGER NOT NULL,
  col INTEGER NOT NULL, seq INTEGER NOT NULL, rows INTEGER NOT NULL, codec INTEGER NOT NULL,
  hash INTEGER NOT NULL, bytes BLOB NOT NULL);
CREATE INDEX chunk_by_column ON chunk(tbl, part, col, seq, rows);
