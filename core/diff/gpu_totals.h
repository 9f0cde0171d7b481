// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Times of the GPUs in the paired iterations, summed over devices.
#pragma once

#include "core/diff/match.h"
#include "core/diff/waterfall.h"

#include <cstdint>
#include <string>
#include <vector>

namespace longpole::diff {

struct GpuTotals
{
    std::int64_t ops = 0;
    std::int64_t kernels = 0;
    std::int64_t kernelNs = 0; // sum of the kernels' durations
    std::int64_t busyNs = 0; // union of everything per device, and so the following
    std::int64_t computeNs = 0; // kernels that aren't communication, memsets
    std::int64_t memcpyNs = 0;
    std::int64_t commNs = 0;
    std::int64_t exposedCommNs = 0; // communication without computation beside it
};

GpuTotals gpuTotals(const Side& side, const Matching& matching, bool before);

// One figure of both sides.
struct Figure
{
    std::string key; // "kernel_ns"
    std::string title;
    std::int64_t before = 0;
    std::int64_t after = 0;
    bool time = true; // ns, else a count
};

std::vector<Figure> totalFigures(const GpuTotals& before, const GpuTotals& after);
// Communication: exposed and overlapped, waiting for the last to arrive and transfer. Empty where
// neither side communicates.
std::vector<Figure> communicationFigures(const GpuTotals& before, const GpuTotals& after,
                                         const Waterfall& waterfall);

} // namespace longpole::diff
