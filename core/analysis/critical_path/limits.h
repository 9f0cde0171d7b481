// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What limits a region, and the most that could be gained. Pure functions, any thread.
#pragma once

#include "core/analysis/critical_path/critical_path.h"
#include "core/base/job.h"
#include "core/base/result.h"

#include <array>
#include <cstdint>

namespace longpole::critical_path {

// Categories of the path taken together by who would have to change.
enum class Limit : std::uint8_t
{
    GpuWork, // kernels, copies, transfers of collectives
    HostWork, // host code, recorded or not, and from thread to thread
    OtherRanks, // waiting for them
    LaunchesAndGaps // latencies: launches, kernel to kernel, events, returns from waits
};
inline constexpr std::size_t kLimitCount = 4;

struct LimitShare
{
    Limit limit;
    DurationNs duration;
};
// Longest first; with the residual they are the whole makespan.
std::array<LimitShare, kLimitCount> limitsOf(const CriticalPath& path);

// The share of the path that is unexplained or guessed, 0 … 1.
double doubtOf(const Confidence& confidence);
// With more doubt than this nothing is said to limit a region.
inline constexpr double kMostDoubt = 0.5;

// The most that could be gained: if all GPU operations, or all host work, took no time.
struct Bounds
{
    DurationNs gpu;
    DurationNs host;
};
// Of a whatIf() each. Errors: cancelled.
Result<Bounds> boundsOf(const CriticalPath& path, const JobContext& job);

} // namespace longpole::critical_path
