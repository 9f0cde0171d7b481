// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/diff_tables.h"

#include "core/analysis/critical_path/categories.h"
#include "core/diff/sentence.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>

namespace longpole::diff {

namespace {

using analysis::Cell;
using analysis::Role;
using analysis::Table;
using analysis::TableColumn;
using analysis::Unit;

TableColumn text(const char* key, const char* title)
{
    return {key, title, Unit::None, Role::Name};
}
TableColumn time(const char* key, const char* title)
{
    return {key, title, Unit::Nanoseconds, Role::Value};
}
TableColumn difference()
{
    return {"delta_ns", "Difference", Unit::Nanoseconds, Role::Delta};
}
TableColumn count(const char* key, const char* title)
{
    return {key, title, Unit::Count, Role::Value};
}

Cell number(std::uint64_t n)
{
    return static_cast<std::int64_t>(n);
}

// Some columns of a table, its first rows that `wanted` takes.
template <class Wanted>
Table part(const Table& whole, std::initializer_list<const char*> keys, std::size_t rows,
           Wanted wanted)
{
    Table out;
    out.key = whole.key;
    out.title = whole.title;
    std::vector<std::size_t> columns;
    for (const char* key : keys) {
        const auto it = std::find_if(whole.columns.begin(), whole.columns.end(),
                                     [&](const TableColumn& c) { return c.key == key; });
        if (it != whole.columns.end()) {
            columns.push_back(static_cast<std::size_t>(it - whole.columns.begin()));
            out.columns.push_back(*it);
        }
    }
    for (const auto& row : whole.rows) {
        if (out.rows.size() < rows && wanted(row)) {
            std::vector<Cell> cells;
            for (const std::size_t c : columns) {
                cells.push_back(row[c]);
            }
            out.rows.push_back(std::move(cells));
        }
    }
    return out;
}

std::vector<Cell> callCells(const CallCount& c)
{
    return {number(c.before),
            number(c.after),
            c.totalBeforeNs,
            c.totalAfterNs,
            c.selfBeforeNs,
            c.selfAfterNs,
            c.selfAfterNs - c.selfBeforeNs};
}

std::vector<TableColumn> callColumns()
{
    return {count("count_before", "Calls before"),
            count("count_after", "after"),
            time("before_ns", "Time before"),
            time("after_ns", "after"),
            time("self_before_ns", "Own before"),
            time("self_after_ns", "after"),
            difference()};
}

std::string words(std::string_view key)
{
    std::string out(key);
    std::replace(out.begin(), out.end(), '_', ' ');
    return out;
}

} // namespace

Table cpuNamesTable(const TraceDiff& d)
{
    Table out;
    out.key = "cpu_names";
    out.title = "Host operations by name";
    out.columns = {text("name", "Name"), text("change", "Calls")};
    for (TableColumn& c : callColumns()) {
        out.columns.push_back(std::move(c));
    }
    for (const CpuName& n : d.cpu.names) {
        std::vector<Cell> row{
            n.name, std::string(countChangeName(countChange(n.calls.before, n.calls.after)))};
        for (Cell& c : callCells(n.calls)) {
            row.push_back(std::move(c));
        }
        out.rows.push_back(std::move(row));
    }
    return out;
}

Table cpuPathsTable(const TraceDiff& d)
{
    constexpr std::size_t kMost = 500;
    Table out;
    out.key = "cpu_paths";
    out.title = "Host time by call path";
    out.columns = {text("role", "Thread"), text("name", "Operation"), text("path", "Called from"),
                   text("change", "Calls")};
    for (TableColumn& c : callColumns()) {
        out.columns.push_back(std::move(c));
    }
    for (const CpuPath& p : d.cpu.paths) {
        if (out.rows.size() == kMost) {
            break;
        }
        std::vector<Cell> row{
            std::string(p.role), p.name, p.path,
            std::string(countChangeName(countChange(p.calls.before, p.calls.after)))};
        for (Cell& c : callCells(p.calls)) {
            row.push_back(std::move(c));
        }
        out.rows.push_back(std::move(row));
    }
    return out;
}

Table comparabilityTable(const TraceDiff& d, bool withSame)
{
    Table out;
    out.key = "comparability";
    out.title = "Were the runs comparable";
    out.columns = {text("title", "What"), text("before", "Before"), text("after", "After"),
                   text("consequence", "So")};
    for (const Comparison& c : d.comparability.checks) {
        const bool worth = !c.consequence.empty() || c.agreement == Agreement::Differs;
        const bool known = !c.before.empty() || !c.after.empty();
        if (worth || (withSame && known)) {
            const auto cell = [](const std::string& s) { return s.empty() ? Cell() : Cell(s); };
            out.rows.push_back({c.title, cell(c.before), cell(c.after),
                                c.consequence.empty() ? std::string("same")
                                                      : (c.blocks ? "! " : "") + c.consequence});
        }
    }
    return out;
}

Table effectTable(const TraceDiff& d)
{
    const Effect& e = d.effect;
    Table out;
    out.key = "effect";
    out.title = "Durations";
    out.columns = {text("what", "What"), time("before_ns", "Before"), time("after_ns", "After"),
                   difference()};
    const auto add = [&](const std::string& what, double a, double b) {
        const std::int64_t x = std::llround(a);
        const std::int64_t y = std::llround(b);
        out.rows.push_back({what, x, y, y - x});
    };
    if (d.unit == "window" && !d.comparability.equalWork) {
        return out; // lengths of recordings of other work say nothing
    }
    add("median " + d.unit, median(e.before), median(e.after));
    add("mean " + d.unit, mean(e.before), mean(e.after));
    if (d.waterfall.known) {
        const std::int64_t a = d.waterfall.before.makespanNs;
        const std::int64_t b = d.waterfall.after.makespanNs;
        out.rows.push_back({"all compared, until their GPU work ends", a, b, b - a});
    }
    return out;
}

Table iterationsTable(const TraceDiff& d)
{
    Table out;
    out.key = "iterations";
    out.title = "Iterations";
    out.columns = {text("before", "Before"), time("before_ns", "Time"), text("state_before", ""),
                   text("after", "After"),   time("after_ns", "Time"),  text("state_after", "")};
    const auto& a = d.iterationsBefore.all;
    const auto& b = d.iterationsAfter.all;
    for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
        std::vector<Cell> row;
        for (const auto* list : {&a, &b}) {
            if (i < list->size()) {
                row.emplace_back((*list)[i].name);
                row.emplace_back((*list)[i].range.duration().ns);
                row.emplace_back((*list)[i].state == IterationState::Regular
                                     ? std::string()
                                     : std::string(iterationStateName((*list)[i].state)));
            } else {
                row.insert(row.end(), 3, Cell());
            }
        }
        out.rows.push_back(std::move(row));
    }
    return out;
}

Table categoriesTable(const TraceDiff& d)
{
    Table out;
    out.key = "waterfall";
    out.title = "Why the whole moved: critical paths by category";
    out.columns = {text("category", "On the path"), time("before_ns", "Before"),
                   time("after_ns", "After"), difference()};
    for (const Stretch& s : d.waterfall.categories) {
        out.rows.push_back(
            {words(critical_path::categoryName(s.category)), s.beforeNs, s.afterNs, s.deltaNs()});
    }
    if (!out.rows.empty()) {
        const std::int64_t a = d.waterfall.before.makespanNs;
        const std::int64_t b = d.waterfall.after.makespanNs;
        out.rows.push_back({"all", a, b, b - a});
    }
    return out;
}

Table waterfallTable(const TraceDiff& d, std::size_t rows)
{
    Table out;
    out.key = "waterfall";
    out.title = "The same by operation";
    out.columns = {text("category", "On the path"), text("operation", "Operation"),
                   time("before_ns", "Before"), time("after_ns", "After"), difference()};
    std::int64_t before = 0;
    std::int64_t after = 0;
    std::size_t left = 0;
    for (const Stretch& s : d.waterfall.operations) {
        if (out.rows.size() < rows && s.deltaNs() != 0) {
            out.rows.push_back({words(critical_path::categoryName(s.category)), s.operation,
                                s.beforeNs, s.afterNs, s.deltaNs()});
        } else {
            ++left;
            before += s.beforeNs;
            after += s.afterNs;
        }
    }
    if (left > 0) {
        out.rows.push_back({"", std::to_string(left) + " more", before, after, after - before});
    }
    return out;
}

Table operationsTable(const TraceDiff& d, std::size_t rows)
{
    Table out = part(d.rows,
                     {"name", "change", "count_before", "count_after", "before_ns", "after_ns",
                      "delta_ns", "mean_before_ns", "mean_after_ns", "q"},
                     rows, [](const auto&) { return true; });
    for (auto& row : out.rows) {
        if (const auto* const q = std::get_if<double>(&row.back())) {
            std::array<char, 32> digits{};
            std::snprintf(digits.data(), digits.size(), "%.3f", *q);
            row.back() = std::string(digits.data());
        }
    }
    out.title = d.comparability.equalWork
        ? "Change by GPU operation (q: the rank test's p, adjusted for the number of rows)"
        : "By GPU operation (the windows hold unequal work: compare the times per call)";
    return out;
}

Table groupsTable(const TraceDiff& d, std::size_t rows)
{
    return part(d.groups,
                {"change", "before", "after", "times", "before_ns", "after_ns", "delta_ns"}, rows,
                [](const auto&) { return true; });
}

Table shapesTable(const TraceDiff& d, std::size_t rows)
{
    // Only where an operation has several shapes is there more to say than its row does.
    const auto several = [&](const auto& row) {
        return std::count_if(d.shapes.rows.begin(), d.shapes.rows.end(),
                             [&](const auto& r) { return r[0] == row[0]; })
            > 1;
    };
    return part(d.shapes,
                {"name", "shape", "count_before", "count_after", "mean_before_ns", "mean_after_ns",
                 "delta_ns"},
                rows, several);
}

Table figuresTable(const std::string& title, const std::vector<Figure>& figures)
{
    Table out;
    out.title = title;
    out.columns = {text("what", "What"), time("before", "Before"), time("after", "After"),
                   difference()};
    for (const Figure& f : figures) {
        if (f.time && (f.before != 0 || f.after != 0)) {
            out.rows.push_back({f.title, f.before, f.after, f.after - f.before});
        }
    }
    return out;
}

Table cpuChangesTable(const TraceDiff& d, std::size_t rows)
{
    Table names = cpuNamesTable(d);
    return part(names, {"name", "change", "count_before", "count_after", "before_ns", "after_ns"},
                rows, [](const auto& row) { return std::get<std::string>(row[1]) != "equal"; });
}

Table cpuTimeTable(const TraceDiff& d, std::size_t rows)
{
    Table paths = cpuPathsTable(d);
    return part(paths,
                {"role", "name", "path", "count_before", "count_after", "self_before_ns",
                 "self_after_ns", "delta_ns"},
                rows, [](const auto& row) { return std::get<std::int64_t>(row.back()) != 0; });
}

Table forecastsTable(const TraceDiff& d)
{
    Table out;
    out.key = "forecasts";
    out.title = "Forecasts against what was measured";
    out.columns = {text("name", "Forecast"), text("region", "Region"), time("before", "Before"),
                   time("low", "Predicted"), time("high", "to"),       time("measured", "Measured"),
                   time("error", "Off by"),  text("note", "")};
    for (const ForecastCheck& c : d.forecasts) {
        out.rows.push_back({c.forecast.name, c.forecast.region, c.forecast.makespan.ns,
                            c.forecast.low.ns, c.forecast.high.ns,
                            c.measuredNs ? Cell(*c.measuredNs) : Cell(),
                            c.measuredNs ? Cell(c.errorNs) : Cell(), c.note});
    }
    return out;
}

std::string verdictLine(const TraceDiff& d)
{
    const MedianRatio& r = d.effect.ratio;
    std::string verdict(verdictName(d.verdict));
    verdict.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(verdict.front())));
    std::array<char, 160> figures{};
    std::snprintf(figures.data(), figures.size(),
                  "after ÷ before %.3f, 95 %% interval %.3f to %.3f (%zu and %zu %ss)", r.ratio,
                  r.low, r.high, d.effect.before.size(), d.effect.after.size(), d.unit.c_str());
    return d.verdict == Verdict::NotComparable && !d.comparability.equalWork
        ? verdict
        : verdict + ": " + figures.data();
}

} // namespace longpole::diff
