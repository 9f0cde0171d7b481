// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Long recordings built in memory: a training that repeats a step, with a launch call per GPU
// operation. For benchmarks of comparing two. The same options give the same trace.
#pragma once

#include "core/model/trace.h"

#include <cstdint>
#include <memory>

namespace longpole::test {

struct LargeStepsOptions
{
    std::uint32_t steps = 1000;
    std::uint32_t opsPerStep = 5000;
    std::uint32_t streams = 4;
    std::uint32_t names = 300; // distinct kernels
    bool changed = false; // some kernels faster, some fused, some of another shape
    bool marked = true; // ProfilerStep#N on the host thread
    std::uint64_t seed = 1; // of durations
};

std::shared_ptr<const model::Trace> largeSteps(const LargeStepsOptions& options);

} // namespace longpole::test
