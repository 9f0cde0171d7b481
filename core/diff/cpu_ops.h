// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What host threads did in the paired iterations, before and after: by name, and by call path per
// thread role. Python frames take no part (their names hold line numbers), except that the time of
// operators is theirs.
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/diff/match.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace longpole::diff {

enum class CountChange : std::uint8_t
{
    Equal,
    Added,
    Removed,
    Increased,
    Decreased
};
// "equal", "added", "removed", "increased", "decreased"
std::string_view countChangeName(CountChange change);
CountChange countChange(std::uint64_t before, std::uint64_t after);

struct CallCount
{
    std::uint64_t before = 0;
    std::uint64_t after = 0;
    std::int64_t totalBeforeNs = 0; // with what was called
    std::int64_t totalAfterNs = 0;
    std::int64_t selfBeforeNs = 0; // without
    std::int64_t selfAfterNs = 0;
};

// Operators, annotations and API calls of all host threads by exact name. Iterations' marks are
// among them: under their stem ("ProfilerStep#") unless both sides have the same ones.
struct CpuName
{
    std::string name;
    CallCount calls;
};

// One operator in its place. Thread roles: "main" (the iterations' thread, else the one with the
// most launches), "backward" (autograd's), "loader" (data loading), "other".
struct CpuPath
{
    std::string_view role;
    std::string name;
    std::string path; // what calls it, from the outermost: "forward > layer1"
    CallCount calls;
};

struct CpuDiff
{
    std::vector<CpuName> names; // sorted by name
    std::vector<CpuPath> paths; // the largest change of own time first
};

// pairs: indices of iterations (Matching::iterations). Error: Cancelled.
Result<CpuDiff> compareCpu(const Side& before, const Side& after,
                           const std::vector<std::pair<std::uint32_t, std::uint32_t>>& pairs,
                           const JobContext& job);

// A host name without what identifies the instance: "Optimizer.step#SGD.step" → "Optimizer.step".
std::string hostStem(std::string_view name);

} // namespace longpole::diff
