// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// record --graph auto: the nodes of CUDA graphs one by one, unless that disturbs the program too
// much.
#pragma once

#include "app/cli/commands/record_overhead.h"
#include "app/cli/commands/recording.h"

#include <cstddef>
#include <string>

namespace longpole::cli {

inline constexpr double kTooCostly = 1.10; // recorded ÷ not recorded
inline constexpr std::size_t kGraphPairs = 3; // where --overhead doesn't say how many

struct GraphChoice
{
    std::string mode; // node or graph, as --graph
    std::string reason; // one sentence for people
    Properties properties; // of the trace: recording.graph_choice and what follows
};

// figures: measured with every node recorded.
GraphChoice chooseGraphs(const OverheadFigures& figures);

} // namespace longpole::cli
