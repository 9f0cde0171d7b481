// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of a comparison that are shown to people: in the terminal and in both reports.
#pragma once

#include "core/analysis/table.h"
#include "core/diff/trace_diff.h"

#include <cstddef>
#include <string>
#include <vector>

namespace longpole::cli {

analysis::Table cpuNamesTable(const diff::TraceDiff& diff); // "cpu_names", all of them
analysis::Table cpuPathsTable(const diff::TraceDiff& diff); // "cpu_paths", the first 500

// For people: columns that fit a page, rows worth reading. Empty tables aren't shown.
analysis::Table comparabilityTable(const diff::TraceDiff& diff, bool withSame);
analysis::Table effectTable(const diff::TraceDiff& diff);
analysis::Table iterationsTable(const diff::TraceDiff& diff);
analysis::Table waterfallTable(const diff::TraceDiff& diff, std::size_t rows);
analysis::Table categoriesTable(const diff::TraceDiff& diff);
analysis::Table operationsTable(const diff::TraceDiff& diff, std::size_t rows);
analysis::Table groupsTable(const diff::TraceDiff& diff, std::size_t rows);
analysis::Table shapesTable(const diff::TraceDiff& diff, std::size_t rows);
analysis::Table figuresTable(const std::string& title, const std::vector<diff::Figure>& figures);
analysis::Table cpuChangesTable(const diff::TraceDiff& diff, std::size_t rows);
analysis::Table cpuTimeTable(const diff::TraceDiff& diff, std::size_t rows);
analysis::Table forecastsTable(const diff::TraceDiff& diff);

// "Faster: 0.718 of the time, 0.68 to 0.977 (95 %)".
std::string verdictLine(const diff::TraceDiff& diff);

} // namespace longpole::cli
