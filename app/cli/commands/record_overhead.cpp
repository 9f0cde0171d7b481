// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/record_overhead.h"

#include "app/cli/output.h"
#include "collectors/launch/spool_folder.h"
#include "core/diff/statistics.h"

#include <cstdio>
#include <filesystem>
#include <iostream>
#include <system_error>
#include <utility>
#include <vector>

namespace longpole::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kFewestForAVerdict = 5;

struct Run
{
    double value = 0; // ns of the range (median), or seconds of wall time
    double seconds = 0; // wall time
    int exitCode = 0;
};

Result<Run> once(const OverheadRequest& request, bool recorded, const std::string& folder)
{
    launch::removeSpools(folder, false); // of the run before
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) {
        return fail(Errc::Io, "cannot be made: " + error.message(), folder);
    }
    launch::RecordingOptions options = request.options;
    options.spoolFolder = folder;
    options.cuda = recorded;
    auto variables = launch::recordingVariables(options);
    if (!variables) {
        return fail(variables.error());
    }
    auto ended = launch::runProgram(recorded ? request.recorded : request.command, *variables);
    if (!ended) {
        return fail(ended.error());
    }
    Run run{ended->seconds, ended->seconds, ended->exitCode};
    if (!request.range.empty() && run.exitCode == 0) {
        std::vector<double> durations = launch::rangeDurations(folder, request.range);
        if (durations.empty()) {
            return fail(Errc::Format,
                        "no NVTX range \"" + request.range + "\" was seen in a run of the program",
                        "--overhead-range");
        }
        run.value = diff::median(std::move(durations));
    }
    return run;
}

// Of the runs that aren't recorded, beside a folder that the user named: only what is ours is taken
// away.
class RunFolder
{
public:
    explicit RunFolder(std::string path)
        : m_path(std::move(path))
        , m_existed(fs::exists(m_path, m_ignored))
    { }
    ~RunFolder() { launch::removeSpools(m_path, !m_existed); }
    RunFolder(const RunFolder&) = delete;
    RunFolder& operator=(const RunFolder&) = delete;
    const std::string& path() const { return m_path; }

private:
    std::error_code m_ignored;
    std::string m_path;
    bool m_existed;
};

std::string number(double value)
{
    char text[32];
    std::snprintf(text, sizeof(text), "%.4f", value);
    return text;
}

struct Values
{
    std::vector<double> before; // without being recorded
    std::vector<double> after;
};

// False: there is nothing more to measure, which the figures say. The first pair only warms up:
// there the order doesn't matter.
Result<bool> measurePair(const OverheadRequest& request, const std::string& off, bool first,
                         OverheadFigures& out, Values& values)
{
    const bool recordsFirst = request.onlyWithGraphs && first;
    for (const bool recorded : {recordsFirst, !recordsFirst}) {
        const auto run = once(request, recorded, recorded ? request.options.spoolFolder : off);
        if (!run) {
            return fail(run.error());
        }
        if (run->exitCode != 0) {
            out.exitCode = run->exitCode;
            return false;
        }
        if (recorded) {
            out.seconds = run->seconds;
        }
        if (recordsFirst && recorded && !launch::usesGraphs(request.options.spoolFolder)) {
            out.graphs = false;
            return false;
        }
        if (!first) {
            (recorded ? values.after : values.before).push_back(run->value);
        }
    }
    return true;
}

} // namespace

Result<OverheadFigures> measureOverhead(const OverheadRequest& request)
{
    OverheadFigures out;
    out.metric = request.range.empty() ? "wall" : "range " + request.range;
    const RunFolder off(request.options.spoolFolder + ".off");
    Values values;
    for (std::size_t pair = 0; pair < request.pairs; ++pair) {
        const auto goesOn = measurePair(request, off.path(), pair == 0, out, values);
        if (!goesOn) {
            return fail(goesOn.error());
        }
        if (!*goesOn) {
            return out;
        }
        std::cerr << "longpole: pair " << pair + 1 << " of " << request.pairs << " done\n";
    }
    const diff::MedianRatio ratio = diff::bootstrapMedianRatio(values.before, values.after);
    out.pairs = values.after.size();
    out.ratio = ratio.ratio;
    out.low = ratio.low;
    out.high = ratio.high;
    out.cuptiNs = launch::statSum(request.options.spoolFolder, "overhead_ns");
    return out;
}

Properties overheadProperties(const OverheadFigures& f)
{
    return {{"recording.overhead.metric", f.metric},
            {"recording.overhead.pairs", std::to_string(f.pairs)},
            {"recording.overhead.ratio", number(f.ratio)},
            {"recording.overhead.ratio_low", number(f.low)},
            {"recording.overhead.ratio_high", number(f.high)},
            {"recording.overhead.cupti_ns", std::to_string(f.cuptiNs)}};
}

std::string overheadText(const OverheadFigures& f)
{
    std::string out = "recorded runs take " + number(f.ratio) + " times as long ("
        + (f.metric == "wall" ? "wall time" : f.metric) + ", medians of " + std::to_string(f.pairs)
        + " pairs; 95 %: " + number(f.low) + " to " + number(f.high) + ")";
    if (f.pairs < kFewestForAVerdict) {
        out += "; too few pairs for a verdict";
    } else if (f.low <= 1 && f.high >= 1) {
        out += "; no slow-down can be told";
    }
    out += "; CUPTI accounts for " + humanDuration(static_cast<std::int64_t>(f.cuptiNs))
        + " of its own work";
    return out;
}

} // namespace longpole::cli
