// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// A host thread and the streams of a GPU, simulated event by event: the truth that predictions are
// held against. A program is drawn once; running it with other kernel times says what would have
// happened. Knows nothing of the critical path's graph.
#pragma once

#include "core/analysis/critical_path/input.h"

#include <cstdint>
#include <vector>

namespace longpole::test {

struct GpuProgram
{
    enum class Kind : std::uint8_t
    {
        Launch,
        Record,
        Wait,
        StreamSync,
        DeviceSync
    };
    struct Call
    {
        Kind kind = Kind::Launch;
        std::uint32_t stream = 0;
        std::uint32_t event = 0;
        std::int64_t hostBefore = 0; // host work before the call, ns
        std::int64_t cost = 0; // of the call itself
        std::int64_t kernel = 0; // duration of what is launched
        std::int64_t delay = 0; // random, on top of the least lag
        bool ofGraph = false; // a launch without a call: part of the graph that the stream's
                              // launch before it launched
    };
    std::vector<Call> calls;
    std::uint32_t streams = 1;
    std::uint32_t queue = 1024; // operations a stream takes before launches block
    // least lags
    std::int64_t launchLag = 5'000;
    std::int64_t gap = 1'000;
    std::int64_t waitLag = 1'000;
    std::int64_t syncReturn = 2'000;
    std::int64_t syncCost = 1'000;
};

struct GpuRegime
{
    std::int64_t kernelNs = 100'000; // mean
    std::int64_t hostNs = 5'000; // mean, between calls
    int syncPercent = 0;
    int eventPercent = 10;
    std::uint32_t queue = 1024;
};

GpuProgram drawProgram(std::uint32_t seed, std::size_t launches, const GpuRegime& regime);

// What a tracer would record of a run with all kernels `factor` times as long.
critical_path::Input simulate(const GpuProgram& program, double factor);

} // namespace longpole::test
