// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output.h"
#include "app/cli/report/diff_report.h"
#include "core/diff/diff_tables.h"

namespace longpole::cli {

namespace {

constexpr std::size_t kCellText = 90;

// What Markdown would take for markup stays text; a line stays a line.
std::string escaped(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        if (c == '\\' || c == '|' || c == '*' || c == '_' || c == '`' || c == '#' || c == '['
            || c == ']' || c == '~' || c == '@') {
            out += '\\';
        }
        if (c == '<' || c == '>' || c == '&') {
            out += c == '<' ? "&lt;" : c == '>' ? "&gt;" : "&amp;";
        } else {
            out += c == '\n' || c == '\r' ? ' ' : c;
        }
    }
    return out;
}

std::string tableMarkdown(const analysis::Table& table)
{
    if (table.rows.empty()) {
        return {};
    }
    std::string out = "\n#### " + escaped(table.title) + "\n\n|";
    std::string rule = "|";
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
        const bool isText = std::holds_alternative<std::string>(table.rows.front()[c]);
        out += " " + escaped(table.columns[c].title) + " |";
        rule += isText ? " --- |" : " ---: |";
    }
    out += "\n" + rule + "\n";
    for (const auto& row : table.rows) {
        out += "|";
        for (std::size_t c = 0; c < row.size(); ++c) {
            out += " " + escaped(humanCell(row[c], table.columns[c].unit, kCellText)) + " |";
        }
        out += "\n";
    }
    return out;
}

} // namespace

std::string markdownReport(const diff::TraceDiff& d, const diff::Outputs& outputs)
{
    std::string out = "### " + escaped(verdictLine(d)) + "\n\n" + escaped(d.sentence) + "\n\n";
    out += "- " + escaped(d.reason) + "\n";
    for (const std::string& s : d.cautions) {
        out += "- " + escaped(s) + "\n";
    }
    out += "- " + escaped(outputs.sentence()) + "\n";
    out += tableMarkdown(comparabilityTable(d, false));
    out += tableMarkdown(effectTable(d));
    out += tableMarkdown(categoriesTable(d));
    out += tableMarkdown(waterfallTable(d, 8));
    out += tableMarkdown(operationsTable(d, 10));
    out += tableMarkdown(groupsTable(d, 8));
    out += tableMarkdown(figuresTable("Communication", d.communication));
    out += tableMarkdown(forecastsTable(d));
    return out;
}

} // namespace longpole::cli
