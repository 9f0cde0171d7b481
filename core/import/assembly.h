// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Assembly: from joined records to the columns of a trace. Used by TraceBuilder::finish.
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/import/raw_trace.h"
#include "core/import/track_tree.h"

#include <memory>
#include <mutex>
#include <optional>
#include <span>
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
    std::mutex failureMutex;
    std::optional<Error> failure; // a column that was written cannot be read again

    // Thread-safe. A column written before, of that many rows. If it cannot be read again (its
    // temporary file is gone) it comes as zeros and failure is set: finish() then fails.
    template <class T>
    model::Column<T> column(const model::ColumnSpec<T>& spec, std::uint32_t part, std::size_t rows)
    {
        auto loaded = raw.columns->load({spec.table, spec.index, part});
        if (loaded && loaded->bytes.size() == rows * sizeof(T)) {
            return model::Column<T>(std::move(*loaded));
        }
        const std::lock_guard lock(failureMutex);
        failure = loaded ? Error{Errc::Internal, "a column of the trace is incomplete", {}}
                         : loaded.error();
        auto zeros = std::make_shared<const std::vector<T>>(rows);
        const auto bytes = std::as_bytes(std::span(*zeros));
        return model::Column<T>({std::move(zeros), bytes});
    }
    template <class T>
    model::Column<T> sliceColumn(const model::ColumnSpec<T>& spec, std::uint32_t track)
    {
        return column(spec, track, tree.tracks[track].sliceCount);
    }
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
