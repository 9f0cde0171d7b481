// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Chrome JSON by Kineto's conventions, for Perfetto, HTA, TraceLens and Longpole itself; gzipped if
// the file's name ends in ".gz". Times are exact: decimal microseconds with three digits.
//
// Read back by Longpole, the trace has the same slices (track, name, start, duration, depth), GPU
// operations, API calls, links, instants, samples and devices. What Kineto has no word for travels
// in members of our own, which other readers ignore: "longpole_zero_ns", "longpole_lane",
// "longpole_counter_unit" and flows of the categories "longpole_…".
//
// What doesn't survive:
// - the ledger, and the row of slices that overlap;
// - a trace of several ranks becomes one of a single rank: process and device numbers, and
//   correlation ids that ranks share, are made unique, ranks stand in the names;
// - counter values that are no finite numbers; bytes that are no UTF-8; arguments that are no valid
//   JSON object become the text of one argument;
// - the depth of asynchronous slices that overlap others of their name;
// - how a slice is classified where its category isn't one of Kineto's (an asynchronous one, say),
//   and whether it was cut off;
// - graph, graph node and group size 0, queueing times of exactly 0 (Kineto's "not known"), and a
// GPU operation's unknown stream on a numbered one.
#pragma once

#include "core/export/exporter.h"

namespace longpole::exporting {

extern const Exporter kChromeJson;

} // namespace longpole::exporting
