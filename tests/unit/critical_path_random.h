// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Random runs of a CUDA-like machine, and a longest-path oracle that shares no code with the model.
#pragma once

#include "core/analysis/critical_path/path_model.h"

#include <cstdint>
#include <random>
#include <vector>

namespace longpole::test {

struct RandomRun
{
    critical_path::Input input;
    critical_path::Options options;
};

struct RandomShape
{
    int maxThreads = 3;
    int maxStreams = 12;
    int maxCalls = 60;
    bool damaged = false; // orphans, negative launches, overlaps, zero durations, missing calls
    bool collectives = false; // two ranks
};

// The machine obeys the rules of streams, events, waits, copies and queues with the lags
// L = 5, G = 1, W = 1, R = 2, C0 = 1 us plus random delays; the same seed gives the same run.
RandomRun randomRun(std::uint32_t seed, const RandomShape& shape);

// Earliest times under `lags` (per edge; < 0: no edge), found by relaxing all edges until nothing
// changes; rho stays with its point.
std::vector<std::int64_t> relaxedTimes(const critical_path::Graph& graph,
                                       const std::vector<std::int64_t>& lags);

} // namespace longpole::test
