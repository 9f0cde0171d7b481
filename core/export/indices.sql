-- SPDX-FileCopyrightText: 2026 The Longpole authors
-- SPDX-License-Identifier: GPL-3.0-or-later
-- What an exported database is searched by; made when the rows are in.
CREATE INDEX out.slices_by_track ON slices (track_id, ts_ns);
CREATE INDEX out.gpu_ops_by_launch ON gpu_ops (launch_slice_id);
CREATE INDEX out.api_calls_by_correlation ON api_calls (correlation);
CREATE INDEX out.counters_by_track ON counters (track_id, ts_ns);
CREATE INDEX out.links_by_from ON links (from_slice);
CREATE INDEX out.links_by_to ON links (to_slice);
CREATE INDEX out.args_by_slice ON args (slice_id);
