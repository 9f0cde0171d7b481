// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// longpole diff: did the change help, where, how sure is that, and were the runs comparable.
#include "app/cli/commands/commands.h"
#include "app/cli/diff/diff_json.h"
#include "app/cli/output.h"
#include "app/cli/report/diff_report.h"
#include "app/cli/trace_input.h"
#include "core/diff/diff_tables.h"
#include "core/diff/outputs.h"
#include "core/diff/trace_diff.h"
#include "core/open/open_traces.h"

#include <charconv>
#include <iostream>
#include <optional>

namespace longpole::cli {

namespace {

using TracePtr = std::shared_ptr<const model::Trace>;

// "5%", "0.05": a share.
std::optional<double> parseShare(std::string text)
{
    const bool percent = !text.empty() && text.back() == '%';
    if (percent) {
        text.pop_back();
    }
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !(value >= 0)) {
        return std::nullopt;
    }
    return percent ? value / 100 : value;
}

void printIfAny(const analysis::Table& table)
{
    if (!table.rows.empty()) {
        std::cout << '\n';
        printTitled(table);
    }
}

void print(const diff::TraceDiff& d, const diff::Outputs& outputs)
{
    std::cout << verdictLine(d) << "\n  " << d.reason << "\n\n" << d.sentence << '\n';
    for (const std::string& s : d.cautions) {
        std::cout << "  note: " << s << '\n';
    }
    std::cout << "  note: " << outputs.sentence() << '\n';
    printIfAny(comparabilityTable(d, false));
    printIfAny(effectTable(d));
    printIfAny(categoriesTable(d));
    if (!d.waterfall.note.empty()) {
        std::cout << '\n'
                  << (d.waterfall.known ? "Note: " : "No critical paths: ") << d.waterfall.note
                  << '\n';
    }
    printIfAny(waterfallTable(d, 12));
    printIfAny(figuresTable("GPU time in the compared iterations", d.totals));
    printIfAny(operationsTable(d, 15));
    printIfAny(groupsTable(d, 10));
    printIfAny(shapesTable(d, 10));
    printIfAny(figuresTable("Communication", d.communication));
    printIfAny(cpuChangesTable(d, 15));
    printIfAny(cpuTimeTable(d, 10));
    printIfAny(forecastsTable(d));
}

class DiffCommand final : public Command
{
public:
    std::string_view name() const override { return "diff"; }
    std::string_view summary() const override
    {
        return "compare two runs: did the change help, where, and how sure is that";
    }
    std::string_view example() const override
    {
        return "longpole diff before.json.gz after.json.gz --html report.html";
    }
    void addOptions(CLI::App& app) override
    {
        app.add_option("FILE", m_files, "the trace before and the trace after");
        app.add_option("--before", m_before, "runs before the change, or the ranks of one");
        app.add_option("--after", m_after, "runs after the change, or the ranks of one");
        app.add_option("--range", m_range,
                       "regular expression: annotations that are the iterations; default: as the "
                       "recording marks them");
        app.add_option("--outputs", m_outputs,
                       "what both versions computed, BEFORE AFTER: files or folders of tensors, "
                       "compared as by longpole agree")
            ->expected(2);
        app.add_flag("--json", m_json, "print one JSON object");
        app.add_option("--html", m_html, "write a report that any browser shows, all in one file");
        app.add_option("--md", m_markdown, "write the summary as Markdown, for a pull request");
        app.add_option("--fail-over", m_failOver,
                       "exit 1 if a slowdown beyond this (5%) is supported by the data");
        app.add_flag("--strict", m_strict, "exit 1 as well if the data cannot tell");
        app.add_option("--format", m_format, "importer to use instead of the detected one");
        app.add_flag("!--no-cache", m_useCache,
                     "parse the files even if the viewer has cached them");
    }
    Result<int> run() override
    {
        const auto bound = parseShare(m_failOver.empty() ? "0" : m_failOver);
        if (!bound) {
            return fail(Errc::Format, m_failOver + " is no share, as in 5%", "--fail-over");
        }
        auto input = this->input();
        if (!input) {
            return fail(input.error());
        }
        auto diff = [&] {
            const TerminalJob job;
            return diff::diffTraces(*input, job.context());
        }();
        if (!diff) {
            return fail(diff.error());
        }
        diff::Outputs outputs;
        if (!m_outputs.empty()) {
            const TerminalJob job;
            auto report = agreement::compare(m_outputs[0], m_outputs[1], {}, job.context());
            if (!report) {
                return fail(report.error());
            }
            outputs = diff::outputsOf(*report);
            auto [verdict, reason] = diff::judged(*diff, outputs);
            diff->verdict = verdict;
            diff->reason = std::move(reason);
        }
        if (!m_html.empty()) {
            auto written = writeReport(m_html, htmlReport(*diff, outputs));
            if (!written) {
                return fail(written.error());
            }
        }
        if (!m_markdown.empty()) {
            auto written = writeReport(m_markdown, markdownReport(*diff, outputs));
            if (!written) {
                return fail(written.error());
            }
        }
        if (m_json) {
            printJson(diffJson(*diff, outputs));
        } else {
            print(*diff, outputs);
        }
        return exitCode(*diff, *bound);
    }

private:
    Result<diff::DiffInput> input() const
    {
        std::vector<std::string> before = m_before;
        std::vector<std::string> after = m_after;
        if (before.empty() && after.empty() && m_files.size() == 2) {
            before = {m_files[0]};
            after = {m_files[1]};
        } else if (before.empty() || after.empty() || !m_files.empty()) {
            return fail(Errc::Unsupported,
                        "name two files, or the files of both sides with --before and --after",
                        "diff");
        }
        diff::DiffInput out;
        auto left = side(before);
        if (!left) {
            return fail(left.error());
        }
        auto right = side(after);
        if (!right) {
            return fail(right.error());
        }
        out.before = std::move(*left);
        out.after = std::move(*right);
        out.range = m_range;
        out.forecasts = open::loadForecasts(*out.before.front()).list;
        return out;
    }

    Result<std::vector<TracePtr>> side(const std::vector<std::string>& files) const
    {
        std::vector<TracePtr> out;
        for (const std::string& f : files) {
            auto trace = TraceInput{{f}, m_format, m_useCache}.open();
            if (!trace) {
                return fail(trace.error());
            }
            out.push_back(std::move(*trace));
        }
        if (out.size() > 1 && open::areRanksOfOneRun(out)) {
            auto joined = TraceInput{files, m_format, m_useCache}.open();
            if (!joined) {
                return fail(joined.error());
            }
            return std::vector<TracePtr>{std::move(*joined)};
        }
        return out;
    }

    int exitCode(const diff::TraceDiff& diff, double bound) const
    {
        const bool cannotTell =
            diff.verdict == diff::Verdict::None || diff.verdict == diff::Verdict::NotComparable;
        if (m_failOver.empty() && !m_strict) {
            return kExitFine;
        }
        if (!m_failOver.empty() && diff::slowdownBeyond(diff, bound)) {
            std::cerr << "longpole: diff: slower by more than " << m_failOver << '\n';
            return kExitCheckFailed;
        }
        if (cannotTell) {
            std::cerr << "longpole: diff: cannot tell: " << diff.reason << '\n';
            return m_strict ? kExitCheckFailed : kExitFine;
        }
        return kExitFine;
    }

    std::vector<std::string> m_files;
    std::vector<std::string> m_before;
    std::vector<std::string> m_after;
    std::vector<std::string> m_outputs;
    std::string m_range;
    std::string m_html;
    std::string m_markdown;
    std::string m_failOver;
    std::string m_format;
    bool m_json = false;
    bool m_strict = false;
    bool m_useCache = true;
};

} // namespace

std::unique_ptr<Command> makeDiffCommand()
{
    return std::make_unique<DiffCommand>();
}

} // namespace longpole::cli
