// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Why the whole became longer or shorter: the critical paths of both sides, cut into stretches by
// category and by operation. All stretches of a side add up to its makespan, so all differences add
// up to the change of the makespan, to the nanosecond.
#pragma once

#include "core/analysis/critical_path/critical_path.h"
#include "core/base/job.h"
#include "core/base/result.h"
#include "core/diff/match.h"

#include <cstdint>
#include <string>
#include <vector>

namespace longpole::diff {

struct Stretch
{
    critical_path::Category category = critical_path::Category::Unexplained;
    std::string operation; // kernel, call, or outermost host operator; empty: nothing is known
    std::int64_t beforeNs = 0;
    std::int64_t afterNs = 0;

    std::int64_t deltaNs() const { return afterNs - beforeNs; }
};

// One side's path.
struct PathOfSide
{
    std::string region; // "ProfilerStep#5..ProfilerStep#10"
    std::int64_t makespanNs = 0;
    std::vector<critical_path::Step> steps;
    std::vector<std::string> words; // how far it can be trusted
    std::int64_t skewNs = 0; // of collectives of several ranks, all parts
    std::int64_t transferNs = 0;
    bool collectives = false;
};

struct Waterfall
{
    bool known = false;
    std::string note; // why it isn't known, or what it covers
    PathOfSide before;
    PathOfSide after;
    std::vector<Stretch> categories; // the largest change first
    std::vector<Stretch> operations; // the largest change first
};

// From the first paired iteration to the last; of recordings with more than 300,000 GPU
// operations the first iterations only, which `note` then says. Errors: Cancelled,
// Limit.
Result<Waterfall> comparePaths(const Side& before, const Side& after, const Matching& matching,
                               const JobContext& job);

} // namespace longpole::diff
