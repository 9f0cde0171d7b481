// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Why a device or stream was idle: the chain of binding edges from the start of the operation that
// ends the gap back to the gap's begin, clipped to it. The parts of a gap sum to it exactly.
#pragma once

#include "core/analysis/critical_path/path_state.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace longpole::critical_path {

class GapWalker
{
public:
    explicit GapWalker(const PathModel& model)
        : m_model(model)
    { }

    // from: the point at the gap's end; kNone if it is not in the graph.
    void explain(Gap& gap, std::uint32_t from);

private:
    // What the chain is waiting for while it runs back along an operation.
    enum class Awaited : std::uint8_t
    {
        Nothing,
        Event,
        Sync,
        Copy,
        Queue,
        Ranks // beyond a collective's join: the last rank's doings, whatever they are
    };

    // Work that began when its launch call was still running or had just ended: what the call took
    // beyond the usual latency (loading code, allocating) is the launch, not unexplained.
    void longLaunch(std::uint32_t e, std::uint32_t u, std::uint32_t v);

    // The stretch from `begin` to where the walk is.
    void part(std::int64_t begin, Cause cause, SliceId blame);
    void edge(std::uint32_t e, std::uint32_t u, std::uint32_t v, Awaited& awaited);
    Cause causeOfWork(Awaited awaited, std::uint32_t u) const;

    // Host time, from its end backwards: covered by slices, or not.
    void host(std::int64_t begin, std::uint32_t u, std::uint32_t v);

    // The first range that doesn't begin before t. Walks mostly go on near where the last one was.
    std::size_t firstNotBefore(const std::vector<TimeRange>& ranges, std::uint32_t thread,
                               std::int64_t t);

    const PathModel& m_model;
    std::vector<std::size_t> m_hint; // per thread
    Gap* m_gap = nullptr;
    std::int64_t m_begin = 0;
    std::int64_t m_end = 0;
    std::int64_t m_cursor = 0;
    std::array<std::int64_t, kCauseCount> m_largest{};
    std::array<SliceId, kCauseCount> m_blame{};
};

} // namespace longpole::critical_path
