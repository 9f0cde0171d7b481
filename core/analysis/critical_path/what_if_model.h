// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Replay of a path model with changed lags. Order, dependencies and everything not named stay.
#pragma once

#include "core/analysis/critical_path/path_model.h"

#include <vector>

namespace longpole::critical_path {

// What is to change. Empty vectors: nothing of that sort.
struct ChangePlan
{
    std::vector<double> opFactor; // per operation; 1 = as measured
    std::vector<bool> noLaunch; // per operation: comes with its predecessor, without own launch
    std::vector<bool> noGap; // per operation: no gap to its predecessor
    std::vector<bool> callGone; // per call: costs no host time
    std::vector<bool> waitGone; // per call: doesn't wait
    std::vector<double> cpuFactor; // per thread
    double launchFactor = 1.0; // launch calls and launch latency
};

// Lags under the plan, per edge; < 0: the edge is gone.
std::vector<std::int64_t> changedLags(const PathModel& model, const ChangePlan& plan);

struct WhatIfTimes
{
    std::int64_t low = 0; // new makespan, optimistic
    std::int64_t high = 0; // conservative
    std::vector<std::int64_t> time; // per point, conservative
    PathEdges path; // the new one, conservative
};
WhatIfTimes replayPlan(const PathModel& model, const ChangePlan& plan);

} // namespace longpole::critical_path
