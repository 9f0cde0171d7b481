// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The critical path as tables and waterfalls; gathered off the GUI thread.
#pragma once

#include "core/analysis/table.h"
#include "core/base/job.h"
#include "ui/charts/waterfall.h"
#include "ui/path/table_key.h"

#include <vector>

namespace longpole::panels {

using path_ui::TableKey;

// A part of a waterfall and the step to go to from it (its longest).
struct PathPart
{
    charts::WaterfallPart part;
    std::size_t longestStep = 0;
};

struct PathTables
{
    std::vector<PathPart> categories; // largest first; sum to the makespan
    std::vector<PathPart> operations; // by name, largest first, then all others; likewise
    analysis::Table operationTable; // on the path by gain, then off it by slack
    std::vector<QRgb> operationColours;
    std::size_t operationsLeftOut = 0;
    analysis::Table stepTable; // the longest, by time
    std::vector<QRgb> stepColours;
    std::vector<std::size_t> stepOfRow;
    std::size_t stepsLeftOut = 0;
};

inline constexpr std::size_t kMostPathRows = 10'000;

PathTables makePathTables(const TableKey& key, const JobContext& job);

} // namespace longpole::panels
