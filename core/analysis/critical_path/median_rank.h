// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Factors that make one rank of several behave like the median of all.
#pragma once

#include "core/analysis/critical_path/path_state.h"

#include <vector>

namespace longpole::critical_path {

struct RankFactors
{
    std::vector<double> op; // per operation; 1 for other ranks'
    std::vector<double> thread; // per thread
};

// Operations are matched by name and by how many of that name came before on their rank. Error
// (Format): no such rank, or no other to compare with.
Result<RankFactors> medianRankFactors(const CriticalPath::State& state, std::int32_t rank);

} // namespace longpole::critical_path
