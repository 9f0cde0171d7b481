// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of a comparison that are shown to people: in the terminal, in both reports and in the
// viewer.
#pragma once

#include "core/analysis/table.h"
#include "core/diff/trace_diff.h"

#include <cstddef>
#include <string>
#include <vector>

namespace longpole::diff {

analysis::Table cpuNamesTable(const TraceDiff& diff); // "cpu_names", all of them
analysis::Table cpuPathsTable(const TraceDiff& diff); // "cpu_paths", the first 500

// For people: columns that fit a page, rows worth reading. Empty tables aren't shown.
analysis::Table comparabilityTable(const TraceDiff& diff, bool withSame);
analysis::Table effectTable(const TraceDiff& diff);
analysis::Table iterationsTable(const TraceDiff& diff);
analysis::Table waterfallTable(const TraceDiff& diff, std::size_t rows);
analysis::Table categoriesTable(const TraceDiff& diff);
analysis::Table operationsTable(const TraceDiff& diff, std::size_t rows);
analysis::Table groupsTable(const TraceDiff& diff, std::size_t rows);
analysis::Table shapesTable(const TraceDiff& diff, std::size_t rows);
analysis::Table figuresTable(const std::string& title, const std::vector<Figure>& figures);
analysis::Table cpuChangesTable(const TraceDiff& diff, std::size_t rows);
analysis::Table cpuTimeTable(const TraceDiff& diff, std::size_t rows);
analysis::Table forecastsTable(const TraceDiff& diff);

// "Faster: 0.718 of the time, 0.68 to 0.977 (95 %)".
std::string verdictLine(const TraceDiff& diff);

} // namespace longpole::diff
