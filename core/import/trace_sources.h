// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The files of one trace, and what joins them: ranks, labels, one clock.
#pragma once

#include "core/import/raw_trace.h"
#include "core/import/track_tree.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace longpole::import {

struct TraceSource
{
    std::string file; // as the user named it
    model::TraceInfo info;
    std::optional<std::int64_t> baseUnixNs; // wall clock of the file's time 0, if it says
    std::optional<std::int64_t> zero; // the file's own time 0, if it has one
    bool hasTracks = false; // false for files that only add to the tracks of others
};

// "…/rank3.pt.trace.json" → 3, "trace_rank-12.nsys-rep" → 12; -1 if the name tells no rank.
std::int32_t rankOfFileName(const std::string& path);

// Sets hasTracks.
void noteTracks(std::vector<TraceSource>& sources, const RawTrace& raw);
// The only source with tracks, if there is one.
const TraceSource* onlySource(const std::vector<TraceSource>& sources);

// Ranks (from the files, else from their names) and labels that tell the files apart. Empty labels
// where only one file has tracks.
std::vector<SourceFacts> sourceFacts(const std::vector<TraceSource>& sources);

// What the joined trace says of itself: what the files agree on, and all their names.
model::TraceInfo joinedInfo(const std::vector<TraceSource>& sources,
                            const std::vector<SourceFacts>& facts);

// Puts the times of all files on one clock: the wall clock where they know it, corrected by the
// collectives they share (clock_alignment.h). Says in the ledger what was done and how sure it is.
// Does nothing where only one file has tracks.
void alignSources(RawTrace& raw, const std::vector<TraceSource>& sources,
                  const std::vector<SourceFacts>& facts);

// 2001-09-09 … 2262: other absolute times count from a boot or from 0.
bool looksLikeUnixNs(std::int64_t ns);

// First start to last end of everything in the trace, or of one of its files.
struct TimeExtent
{
    std::int64_t first = std::numeric_limits<std::int64_t>::max();
    std::int64_t last = std::numeric_limits<std::int64_t>::min();
    bool empty() const { return first > last; }
};
TimeExtent extentOf(const RawTrace& raw);
std::vector<TimeExtent> extentsBySource(const RawTrace& raw, std::size_t sources);

} // namespace longpole::import
