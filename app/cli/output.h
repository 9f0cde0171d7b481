// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// How results reach standard output: JSON, CSV, or aligned tables for people.
#pragma once

#include "core/analysis/table.h"

#include <nlohmann/json.hpp>

#include <string>

namespace longpole::cli {

using Json = nlohmann::ordered_json;

enum class OutputFormat : std::uint8_t
{
    Human,
    AsJson,
    AsCsv
};

// Bad UTF-8 in a string becomes U+FFFD; a number that is not finite becomes null.
Json toJson(const analysis::Cell& cell);
// {"KEY": [ {…}, … ], …facts, "notes": […]}
Json toJson(const analysis::Report& report);
// {"columns": […], "rows": [[…], …]}
Json toColumnsAndRows(const analysis::Table& table);

void printJson(const Json& json);
void printCsv(const analysis::Table& table);
void printTable(const analysis::Table& table);
// The title on a line of its own, then the table.
void printTitled(const analysis::Table& table);
// All tables and notes of a report.
void printReport(const analysis::Report& report, OutputFormat format);

// A cell as tables for people show it; text beyond maxColumns characters ends in "…".
std::string humanCell(const analysis::Cell& cell, analysis::Unit unit, std::size_t maxColumns);

// "1.48 ms": three significant digits and a unit.
std::string humanDuration(std::int64_t ns);

} // namespace longpole::cli
