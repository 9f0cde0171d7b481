// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/shown_tables.h"

#include "core/diff/diff_tables.h"

#include <QCoreApplication>

#include <algorithm>
#include <limits>
#include <map>
#include <string>
#include <utility>

namespace longpole::compare {

namespace {

constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();

QString words(const char* text)
{
    return QCoreApplication::translate("ShownTables", text);
}

// Rows of tables that begin with an operation's name stand for that operation.
std::vector<std::uint32_t> pairsByName(const analysis::Table& table, const diff::TraceDiff& d,
                                       const PairIndex& pairs)
{
    std::map<std::string, std::uint32_t> ofName;
    for (std::size_t row = 0; row < d.rows.rows.size(); ++row) {
        ofName.emplace(std::get<std::string>(d.rows.rows[row][0]), pairs.ofRow(row));
    }
    std::vector<std::uint32_t> out;
    for (const auto& row : table.rows) {
        const auto* name = std::get_if<std::string>(&row[0]);
        const auto it = name == nullptr ? ofName.end() : ofName.find(*name);
        out.push_back(it == ofName.end() ? kNoPair : it->second);
    }
    return out;
}

// Groups name the first slices of the first of them.
std::vector<std::uint32_t> pairsOfGroups(const diff::TraceDiff& d, const PairIndex& pairs)
{
    std::vector<std::uint32_t> out;
    for (const auto& row : d.groups.rows) {
        const auto* slice = std::get_if<std::int64_t>(&row[row.size() - 2]);
        out.push_back(slice == nullptr
                          ? kNoPair
                          : pairs.ofBefore(SliceId(static_cast<std::uint32_t>(*slice))));
    }
    return out;
}

// What people look for first comes right after what it is.
void moveDifference(analysis::Table& table, std::size_t to)
{
    const auto it =
        std::find_if(table.columns.begin(), table.columns.end(),
                     [](const analysis::TableColumn& c) { return c.key == "delta_ns"; });
    const auto from = static_cast<std::size_t>(it - table.columns.begin());
    if (from >= table.columns.size() || from <= to) {
        return;
    }
    const auto move = [&](auto& list) {
        const auto first = list.begin() + static_cast<std::ptrdiff_t>(to);
        const auto last = list.begin() + static_cast<std::ptrdiff_t>(from);
        std::rotate(first, last, last + 1);
    };
    move(table.columns);
    for (auto& row : table.rows) {
        move(row);
    }
}

} // namespace

std::vector<ShownTable> shownTables(const diff::TraceDiff& d, const PairIndex& pairs)
{
    std::vector<ShownTable> out;
    const auto add = [&](QString title, analysis::Table table,
                         std::vector<std::uint32_t> pairsOfRows = {}) {
        if (!table.rows.empty() || out.empty()) {
            out.push_back({std::move(title), std::move(table), std::move(pairsOfRows)});
        }
    };
    analysis::Table operations = diff::operationsTable(d, kAll);
    moveDifference(operations, 2);
    std::vector<std::uint32_t> rows;
    for (std::size_t row = 0; row < operations.rows.size(); ++row) {
        rows.push_back(pairs.ofRow(row));
    }
    add(words("Operations"), std::move(operations), std::move(rows));
    add(words("Critical paths"), diff::waterfallTable(d, kAll));
    analysis::Table shapes = diff::shapesTable(d, kAll);
    moveDifference(shapes, 2);
    std::vector<std::uint32_t> ofShapes = pairsByName(shapes, d, pairs);
    add(words("Shapes"), std::move(shapes), std::move(ofShapes));
    add(words("Fused and split"), diff::groupsTable(d, kAll), pairsOfGroups(d, pairs));
    add(words("GPU time"), diff::figuresTable("GPU time in the compared iterations", d.totals));
    add(words("Communication"), diff::figuresTable("Communication", d.communication));
    add(words("Host"), diff::cpuTimeTable(d, kAll));
    add(words("Host calls"), diff::cpuChangesTable(d, kAll));
    add(words("Durations"), diff::effectTable(d));
    add(words("Iterations"), diff::iterationsTable(d));
    add(words("Comparability"), diff::comparabilityTable(d, true));
    add(words("Forecasts"), diff::forecastsTable(d));
    return out;
}

} // namespace longpole::compare
