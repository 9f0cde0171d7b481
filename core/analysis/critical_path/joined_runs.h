// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Which launches could become one, and what that does to the model.
#pragma once

#include "core/analysis/critical_path/path_model.h"
#include "core/analysis/critical_path/what_if_model.h"

#include <cstdint>
#include <vector>

namespace longpole::critical_path {

enum class JoinAs : std::uint8_t
{
    FusedOperation, // one operation that does the work of all
    GraphLaunch // the operations stay; one call launches them all
};

// Selected operations that follow each other on their stream without any other between them; runs
// of two or more, each in order. A run ends where joining it would need what isn't there yet or
// would keep others waiting: where the launching thread waits for the GPU or changes, where an
// operation waits for another stream, and, if it is to be fused, where something waits for an
// operation inside the run. Operations of one graph launch are one already: left out.
std::vector<std::vector<std::uint32_t>> runsOf(const PathModel& model,
                                               const std::vector<bool>& selected, JoinAs as);

// The first launch of each run stands for all: the others' calls and launch latencies go, and, if
// fused, the gaps between them. Host work between the calls stays.
void joinRuns(const PathModel& model, const std::vector<std::vector<std::uint32_t>>& runs,
              JoinAs as, ChangePlan& plan);

} // namespace longpole::critical_path
