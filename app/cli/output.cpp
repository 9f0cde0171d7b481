// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <sstream>

namespace longpole::cli {

namespace {

using analysis::Cell;
using analysis::Table;
using analysis::TableColumn;
using analysis::Unit;

template <class... Ts>
struct Overloaded : Ts...
{
    using Ts::operator()...;
};
template <class... Ts>
Overloaded(Ts...) -> Overloaded<Ts...>;

// Three significant digits without an exponent: 1.48, 14.8, 148, 1480.
std::string significant(double v)
{
    const double magnitude = std::fabs(v);
    const int decimals = magnitude >= 100 ? 0 : magnitude >= 10 ? 1 : 2;
    std::array<char, 64> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%.*f", decimals, v);
    return buffer.data();
}

std::string grouped(std::int64_t v)
{
    std::string s = std::to_string(v);
    for (std::size_t i = s.size(); i > (v < 0 ? 4U : 3U); i -= 3) {
        s.insert(i - 3, 1, ',');
    }
    return s;
}

// Terminals and tables take one line per row and no control characters.
std::string printable(std::string_view text, std::size_t maxColumns)
{
    std::string out;
    std::size_t columns = 0;
    for (const char c : text) {
        const auto u = static_cast<unsigned char>(c);
        const bool begins = (u & 0xc0U) != 0x80U;
        if (begins && ++columns > maxColumns) {
            out += "…";
            break;
        }
        out += u < 0x20 || u == 0x7f ? ' ' : c;
    }
    return out;
}

std::size_t width(std::string_view text)
{
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U;
    }));
}

std::string csvText(const std::string& text)
{
    if (text.find_first_of(",\"\n\r") == std::string::npos) {
        return text;
    }
    std::string out = "\"";
    for (const char c : text) {
        out += c;
        if (c == '"') {
            out += '"';
        }
    }
    return out + "\"";
}

std::string csv(const Cell& cell)
{
    return std::visit(Overloaded{
                          [](std::monostate) { return std::string(); },
                          [](std::int64_t v) { return std::to_string(v); },
                          [](double v) { return Json(v).dump(); },
                          [](const std::string& s) { return csvText(s); },
                          [](const std::vector<std::string>& list) {
                              std::string all;
                              for (const std::string& s : list) {
                                  all += (all.empty() ? "" : "; ") + s;
                              }
                              return csvText(all);
                          },
                      },
                      cell);
}

bool isNumber(const Table& table, std::size_t column)
{
    return table.columns[column].unit != Unit::None
        || std::any_of(table.rows.begin(), table.rows.end(), [&](const auto& row) {
               return std::holds_alternative<std::int64_t>(row[column])
                   || std::holds_alternative<double>(row[column]);
           });
}

} // namespace

std::string humanCell(const Cell& cell, Unit unit, std::size_t maxColumns)
{
    return std::visit(
        Overloaded{
            [](std::monostate) { return std::string("–"); },
            [&](std::int64_t v) {
                return unit == Unit::Nanoseconds ? humanDuration(v)
                    : unit == Unit::None         ? std::to_string(v)
                                                 : grouped(v);
            },
            [&](double v) {
                return unit == Unit::Ratio ? significant(v * 100) + " %" : significant(v);
            },
            [&](const std::string& s) { return printable(s, maxColumns); },
            [](const std::vector<std::string>& list) { return std::to_string(list.size()); },
        },
        cell);
}

std::string humanDuration(std::int64_t ns)
{
    struct Scale
    {
        double size;
        const char* unit;
    };
    constexpr std::array<Scale, 3> kScales{Scale{1e9, " s"}, Scale{1e6, " ms"}, Scale{1e3, " µs"}};
    const double v = static_cast<double>(ns);
    for (const Scale& s : kScales) {
        if (std::fabs(v) >= s.size) {
            return significant(v / s.size) + s.unit;
        }
    }
    return std::to_string(ns) + " ns";
}

Json toJson(const Cell& cell)
{
    return std::visit(Overloaded{
                          [](std::monostate) { return Json(nullptr); },
                          [](std::int64_t v) { return Json(v); },
                          [](double v) { return std::isfinite(v) ? Json(v) : Json(nullptr); },
                          [](const std::string& s) { return Json(s); },
                          [](const std::vector<std::string>& list) { return Json(list); },
                      },
                      cell);
}

Json toJson(const analysis::Report& report)
{
    Json out = Json::object();
    for (const Table& table : report.tables) {
        Json rows = Json::array();
        for (const auto& row : table.rows) {
            Json object = Json::object();
            for (std::size_t c = 0; c < table.columns.size(); ++c) {
                object[table.columns[c].key] = toJson(row[c]);
            }
            rows.push_back(std::move(object));
        }
        out[table.key] = std::move(rows);
    }
    for (const auto& [key, value] : report.facts) {
        out[key] = toJson(value);
    }
    out["notes"] = report.notes;
    return out;
}

Json toColumnsAndRows(const Table& table)
{
    Json out = {{"columns", Json::array()}, {"rows", Json::array()}};
    for (const TableColumn& c : table.columns) {
        out["columns"].push_back(c.key);
    }
    for (const auto& row : table.rows) {
        Json values = Json::array();
        for (const Cell& cell : row) {
            values.push_back(toJson(cell));
        }
        out["rows"].push_back(std::move(values));
    }
    return out;
}

void printJson(const Json& json)
{
    std::cout << json.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

void printCsv(const Table& table)
{
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
        std::cout << (c == 0 ? "" : ",") << csvText(table.columns[c].key);
    }
    std::cout << '\n';
    for (const auto& row : table.rows) {
        for (std::size_t c = 0; c < row.size(); ++c) {
            std::cout << (c == 0 ? "" : ",") << csv(row[c]);
        }
        std::cout << '\n';
    }
}

void printTable(const Table& table)
{
    constexpr std::size_t kMaxName = 72;
    const std::size_t n = table.columns.size();
    std::vector<std::vector<std::string>> cells;
    std::vector<std::size_t> widths(n);
    for (std::size_t c = 0; c < n; ++c) {
        widths[c] = width(table.columns[c].title);
    }
    for (const auto& row : table.rows) {
        std::vector<std::string> line;
        for (std::size_t c = 0; c < n; ++c) {
            line.push_back(humanCell(row[c], table.columns[c].unit, kMaxName));
            widths[c] = std::max(widths[c], width(line.back()));
        }
        cells.push_back(std::move(line));
    }
    const auto print = [&](std::size_t c, const std::string& text, bool right) {
        const std::string pad(widths[c] - std::min(widths[c], width(text)), ' ');
        const bool lastText = !right && c + 1 == n;
        std::cout << (c == 0 ? "" : "  ") << (right ? pad + text : lastText ? text : text + pad);
    };
    for (std::size_t c = 0; c < n; ++c) {
        print(c, table.columns[c].title, isNumber(table, c));
    }
    std::cout << '\n';
    for (const auto& line : cells) {
        for (std::size_t c = 0; c < n; ++c) {
            print(c, line[c], isNumber(table, c));
        }
        std::cout << '\n';
    }
}

void printTitled(const Table& table)
{
    std::cout << table.title << '\n';
    printTable(table);
}

void printReport(const analysis::Report& report, OutputFormat format)
{
    if (format == OutputFormat::AsJson) {
        printJson(toJson(report));
        return;
    }
    bool first = true;
    for (const Table& table : report.tables) {
        if (format == OutputFormat::AsCsv) {
            printCsv(table);
            return; // CSV holds one table: the main one
        }
        if (table.rows.empty() && !first) {
            continue;
        }
        std::cout << (first ? "" : "\n");
        printTitled(table);
        first = false;
    }
    for (const std::string& note : report.notes) {
        std::cout << "\nNote: " << note << '\n';
    }
}

} // namespace longpole::cli
