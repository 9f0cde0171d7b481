// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Assembly: from joined records to the columns of a trace. Used by TraceBuilder::finish.
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/import/raw_trace.h"
#include "core/import/track_tree.h"

#include <vector>

namespace longpole::import {

struct Assembly
{
    Assembly(RawTrace& rawTrace, TrackTree trackTree, std::int64_t absoluteZero)
        : raw(rawTrace)
        , tree(std::move(trackTree))
        , zero(absoluteZero)
    { }

    RawTrace& raw;
    TrackTree tree;
    std::int64_t zero = 0; // absolute ns of the trace's time 0
    std::vector<SliceId> gpuSlice; // per raw.gpu: its slice
    std::vector<SliceId> apiSlice; // per raw.api: its slice
    std::vector<std::uint32_t> gpuTrack; // per raw.gpu: final track
    std::vector<std::uint32_t> apiTrack; // per raw.api: final track
    model::TraceParts parts;
};

// Nests and writes the slice columns; fills slices, rows, span and extent. Frees raw.slices.
Result<void> assembleSlices(Assembly& a, const JobContext& job);
// Instants and counters, sorted per track.
void assembleInstants(Assembly& a);
void assembleCounters(Assembly& a);
// GpuOps and ApiCalls tables; finds the launch of each GPU operation by correlation id.
void assembleOps(Assembly& a);
// Links: launches, then flows that tell something new.
void assembleLinks(Assembly& a);

} // namespace longpole::import
