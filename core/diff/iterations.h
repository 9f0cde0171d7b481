// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The iterations of a trace: the unit that two runs are compared by. Found, in this order:
//   the ranges whose name a regular expression finds, if one is given;
//   the marked steps of the trace (ProfilerStep#N, XLA steps);
//   the longest block of GPU operations that repeats (periodicity.h): inferred, and said to be;
//   none: the whole trace is one window.
// With several ranks an iteration is the same step of all of them, from the first to begin to the
// last to end.
//
// A GPU operation belongs to the iteration its launching call begins in; without a launch in the
// trace, to the one it begins in itself.
//
// What is set apart: an iteration is odd if it differs from the median of all by more than 10 % and
// by more than 3.5 robust standard deviations (1.4826 times the median absolute deviation). Leading
// odd iterations that also hold other work (more than 2 % more or fewer GPU operations than the
// median: autotuning, compilation, warm-up) are warm-up. A step that the recording cut off (its end
// is missing, or far more of its launches have no GPU operation than usual) is incomplete. Warm-up
// and incomplete ones are left out of the figures and named; odd ones count, and are named.
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/model/trace.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace longpole::diff {

enum class IterationSource : std::uint8_t
{
    Pattern,
    Marked,
    Inferred,
    Window
};
// "range", "marked", "inferred", "window"
std::string_view iterationSourceName(IterationSource source);

enum class IterationState : std::uint8_t
{
    Regular,
    Odd,
    WarmUp,
    Incomplete
};
// "regular", "odd", "warm-up", "incomplete"
std::string_view iterationStateName(IterationState state);

struct Iteration
{
    std::string name;
    TimeRange range;
    TrackId thread; // host thread it is marked on; none if inferred
    SliceId slice; // its mark; none if inferred
    std::uint32_t gpuOps = 0;
    std::uint32_t launches = 0; // launch calls
    std::uint32_t launchesWithoutOp = 0; // launch calls whose operation is not in the trace
    IterationState state = IterationState::Regular;

    bool counts() const { return state <= IterationState::Odd; }
};

// One rank's stretch of an iteration.
struct IterationPart
{
    TimeRange range;
    std::uint32_t iteration = 0; // index into Iterations::all
};

struct Iterations
{
    IterationSource source = IterationSource::Window;
    std::string rule; // one sentence: how they were found
    std::vector<Iteration> all; // by time
    std::map<std::int32_t, std::vector<IterationPart>> parts; // per rank, by time; window: none
    std::vector<std::uint32_t> ofOp; // per row of the GpuOps table: index into all, or kNull32
    std::uint64_t opsOutside = 0;

    bool marked() const { return source <= IterationSource::Marked; }
    // Which iteration a time of a rank lies in; kNull32 for none. A rank without iterations of its
    // own has those of the first.
    std::uint32_t at(std::int32_t rank, TimeNs time) const;
    // Those that count, by time.
    std::vector<std::uint32_t> counted() const;
};

// The whole trace as one iteration.
Iterations wholeWindow(const model::Trace& trace);

// pattern: ECMAScript, searched in the names of annotations (where none matches, of operators);
// empty = not asked for. Errors: Format for a bad expression or one that nothing matches,
// Cancelled.
Result<Iterations> findIterations(const model::Trace& trace, const std::string& pattern,
                                  const JobContext& job);

} // namespace longpole::diff
