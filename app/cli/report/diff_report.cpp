// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/report/diff_report.h"

#include "app/cli/output.h"
#include "app/cli/report/report_resources.h"
#include "app/cli/report/svg_charts.h"
#include "core/base/version.h"
#include "core/diff/diff_tables.h"
#include "core/diff/sentence.h"

#include <array>
#include <cstdio>
#include <fstream>
#include <map>

namespace longpole::cli {

namespace {

using analysis::Cell;
using analysis::Role;
using analysis::Table;

constexpr std::size_t kCellText = 500;

// {{name}} → value; a place that has none disappears.
std::string filled(std::string_view form, const std::map<std::string, std::string>& values)
{
    std::string out;
    while (true) {
        const std::size_t open = form.find("{{");
        const std::size_t close = form.find("}}", open);
        if (open == std::string_view::npos || close == std::string_view::npos) {
            return out + std::string(form);
        }
        out += form.substr(0, open);
        const auto it = values.find(std::string(form.substr(open + 2, close - open - 2)));
        out += it == values.end() ? std::string() : it->second;
        form.remove_prefix(close + 2);
    }
}

void addColours(std::string& out, const Json& theme)
{
    for (const auto& [name, value] : theme.items()) {
        if (value.is_string()) {
            out += "--" + name + ":" + value.get<std::string>() + ";";
        }
    }
    for (const auto& [name, value] : theme["classes"].items()) {
        out += "--" + name + ":" + value.get<std::string>() + ";";
    }
    // Blue and orange: told apart by people who don't see red and green.
    const std::string faster = theme["classes"]["matmul"].get<std::string>();
    out += "--faster:" + faster + ";--slower:" + theme["alarm"].get<std::string>()
        + ";--slowerText:" + theme["alarm"].get<std::string>()
        + ";--fasterText:" + theme["bookmark"].get<std::string>() + ";";
}

std::string colours()
{
    const Json themes = Json::parse(kThemeJson, nullptr, false);
    std::string out = ":root{color-scheme:light dark;";
    addColours(out, themes["light"]);
    out += "}\n@media (prefers-color-scheme: dark){:root{";
    addColours(out, themes["dark"]);
    return out + "}}";
}

std::string cellHtml(const Cell& cell, const analysis::TableColumn& column)
{
    const bool isText = std::holds_alternative<std::string>(cell);
    std::string cls = isText ? "name" : "n";
    if (column.role == Role::Delta && std::holds_alternative<std::int64_t>(cell)) {
        const std::int64_t v = std::get<std::int64_t>(cell);
        cls += v < 0 ? " less" : v > 0 ? " more" : "";
    }
    const bool plus = cls.ends_with("more");
    return "<td class=\"" + cls + "\">" + (plus ? "+" : "")
        + htmlEscaped(humanCell(cell, column.unit, kCellText)) + "</td>";
}

std::string tableHtml(const Table& table)
{
    if (table.rows.empty()) {
        return {};
    }
    std::string out =
        "<h2>" + htmlEscaped(table.title) + "</h2>\n<div class=\"scroll\"><table>\n<tr>";
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
        const bool isText = std::holds_alternative<std::string>(table.rows.front()[c]);
        out += std::string(isText ? "<th>" : "<th class=\"n\">")
            + htmlEscaped(table.columns[c].title) + "</th>";
    }
    out += "</tr>\n";
    for (const auto& row : table.rows) {
        out += "<tr>";
        for (std::size_t c = 0; c < row.size(); ++c) {
            out += cellHtml(row[c], table.columns[c]);
        }
        out += "</tr>\n";
    }
    return out + "</table></div>\n";
}

std::string figure(const std::string& title, const std::string& svg, const std::string& words)
{
    return svg.empty() ? std::string()
                       : "<h2>" + htmlEscaped(title) + "</h2>\n" + svg + "<p class=\"dim\">"
            + htmlEscaped(words) + "</p>\n";
}

std::string sourcesOf(const diff::Side& side)
{
    std::string out;
    for (const std::string& s : side.trace->info().sources) {
        out += (out.empty() ? "" : ", ") + s.substr(s.rfind('/') + 1);
    }
    return out;
}

std::string cautionsHtml(const diff::TraceDiff& d, const diff::Outputs& outputs)
{
    std::string out = "<ul>\n";
    for (const std::string& s : d.cautions) {
        out += "<li>" + htmlEscaped(s) + "</li>\n";
    }
    return out + "<li>" + htmlEscaped(outputs.sentence()) + "</li>\n</ul>\n";
}

std::string method(const diff::TraceDiff& d)
{
    std::string out =
        "The interval of 95 % is a percentile bootstrap of the ratio of medians, exact over all "
        "resamples; the q values are Mann-Whitney's p after Benjamini and Hochberg. ";
    if (d.effect.enough()) {
        std::array<char, 120> text{};
        std::snprintf(text.data(), text.size(),
                      "A change of %.3g %% would have been seen in 80 %% of such recordings. ",
                      100 * d.effect.detectable);
        out += text.data();
    }
    return out;
}

std::string bodyHtml(const diff::TraceDiff& d)
{
    std::string out = tableHtml(comparabilityTable(d, true));
    out += tableHtml(effectTable(d));
    out += figure("Iterations", iterationsSvg(d),
                  "Before: " + d.iterationsBefore.rule + ". After: " + d.iterationsAfter.rule
                      + ". Hatched ones are odd, outlined ones are left out; dashed lines are the "
                        "medians.");
    out += figure("Why the whole moved", waterfallSvg(d),
                  "Time on the critical path by category, from the first compared iteration to the "
                  "end of the GPU work of the last. The differences add up exactly. Plain bars are "
                  "time saved, hatched ones time added.");
    if (!d.waterfall.known) {
        out +=
            "<p class=\"dim\">" + htmlEscaped("No critical paths: " + d.waterfall.note) + "</p>\n";
    }
    out += figure("A typical iteration of each side, on one time axis", timelinesSvg(d),
                  "Dashed lines are the ends of the iterations; GPU work may end later.");
    out += tableHtml(categoriesTable(d));
    out += tableHtml(waterfallTable(d, 30));
    out += tableHtml(figuresTable("GPU time in the compared iterations", d.totals));
    out += tableHtml(operationsTable(d, 40));
    out += tableHtml(groupsTable(d, 20));
    out += tableHtml(shapesTable(d, 20));
    out += tableHtml(figuresTable("Communication", d.communication));
    out += tableHtml(cpuChangesTable(d, 40));
    out += tableHtml(cpuTimeTable(d, 20));
    out += tableHtml(forecastsTable(d));
    return out;
}

} // namespace

std::string htmlEscaped(std::string_view text)
{
    // The JSON writer knows how to replace what is no UTF-8.
    const std::string valid =
        Json(std::string(text)).dump(-1, ' ', false, Json::error_handler_t::replace);
    std::string out;
    for (const char c : Json::parse(valid).get<std::string>()) {
        switch (c) {
        case '&':
            out += "&amp;";
            break;
        case '<':
            out += "&lt;";
            break;
        case '>':
            out += "&gt;";
            break;
        case '"':
            out += "&quot;";
            break;
        default:
            out += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? std::string("\xef\xbf\xbd")
                                                                     : std::string(1, c);
        }
    }
    return out;
}

std::string htmlReport(const diff::TraceDiff& d, const diff::Outputs& outputs)
{
    const char* const cls = d.verdict == diff::Verdict::Faster ? "faster"
        : d.verdict == diff::Verdict::Slower                   ? "slower"
                                                               : "other";
    return filled(kDiffHtml,
                  {{"title", htmlEscaped(verdictLine(d))},
                   {"colours", colours()},
                   {"css", kDiffCss},
                   {"before", htmlEscaped(sourcesOf(*d.before))},
                   {"after", htmlEscaped(sourcesOf(*d.after))},
                   {"verdict_class", cls},
                   {"verdict", htmlEscaped(verdictLine(d))},
                   {"reason", htmlEscaped(d.reason)},
                   {"sentence", htmlEscaped(d.sentence)},
                   {"cautions", cautionsHtml(d, outputs)},
                   {"body", bodyHtml(d)},
                   {"version", htmlEscaped(version())},
                   {"method", htmlEscaped(method(d))}});
}

Result<void> writeReport(const std::string& path, const std::string& text)
{
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    file << text << std::flush;
    if (!file) {
        return fail(Errc::Io, "cannot be written", path);
    }
    return {};
}

} // namespace longpole::cli
