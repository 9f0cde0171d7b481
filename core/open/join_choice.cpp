// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/open/join_choice.h"

#include "core/import/trace_sources.h"

#include <algorithm>
#include <set>

namespace longpole::open {

namespace {

using Answer = JoinChoice::Answer;
using Files = std::vector<FileFacts>;

template <class Test>
bool all(const Files& files, Test test)
{
    return std::all_of(files.begin(), files.end(), test);
}

bool overlap(const TimeRange& a, const TimeRange& b)
{
    return a.begin < b.end && b.begin < a.end;
}

// "ranks 0 and 1", "ranks 0 to 7 (8 of them)".
std::string listed(const std::set<std::int32_t>& ranks)
{
    const std::string first = std::to_string(*ranks.begin());
    const std::string last = std::to_string(*ranks.rbegin());
    return ranks.size() == 2
        ? "ranks " + first + " and " + last
        : "ranks " + first + " to " + last + " (" + std::to_string(ranks.size()) + " of them)";
}

// By ranks alone; Unknown where they don't tell.
JoinChoice byRanks(const Files& files)
{
    std::set<std::int32_t> ranks;
    std::set<std::int32_t> worlds;
    for (const FileFacts& f : files) {
        ranks.insert(f.rank);
        worlds.insert(f.worldSize);
    }
    if (ranks.contains(-1)) {
        return {};
    }
    worlds.erase(-1);
    if (worlds.size() > 1) {
        return {Answer::Compare, "they are of runs with different numbers of ranks"};
    }
    if (ranks.size() == files.size()) {
        return {Answer::Join, "they are " + listed(ranks) + " of one run"};
    }
    return ranks.size() == 1
        ? JoinChoice{Answer::Compare, "both are rank " + std::to_string(*ranks.begin())}
        : JoinChoice{Answer::Compare, "they hold the same ranks"};
}

JoinChoice byTime(const Files& files)
{
    if (std::any_of(files.begin(), files.end(), [](const auto& f) { return f.timeless; })) {
        return {Answer::Join, "one holds measurements of the other's kernels"};
    }
    if (!all(files, [](const FileFacts& f) { return f.complete; })) {
        return {};
    }
    if (!all(files, [](const FileFacts& f) { return f.wallClock.has_value(); })) {
        return {Answer::Compare, "they don't say that they were recorded at the same time"};
    }
    for (const FileFacts& f : files) {
        if (!overlap(*f.wallClock, *files.front().wallClock)) {
            return {Answer::Compare, "they were recorded at different times"};
        }
    }
    return {Answer::Join, "they are of different formats and were recorded at the same time"};
}

} // namespace

JoinChoice chooseJoin(const Files& files)
{
    if (files.size() < 2) {
        return {Answer::Join, {}};
    }
    const FileFacts& first = files.front();
    if (!first.runFolder.empty() && all(files, [&](const FileFacts& f) {
            return f.runFolder == first.runFolder && f.format == first.format;
        })) {
        return {Answer::Join, "they are the files of one run"};
    }
    const bool sameFormat =
        all(files, [&](const FileFacts& f) { return f.format == first.format; });
    if (!sameFormat) {
        return byTime(files);
    }
    JoinChoice choice = byRanks(files);
    if (choice.answer == Answer::Unknown && all(files, [](const auto& f) { return f.complete; })) {
        choice = {Answer::Compare, "they don't say that they are ranks of one run"};
    }
    return choice;
}

FileFacts factsOf(const model::Trace& trace, const std::string& path)
{
    const model::TraceInfo& info = trace.info();
    FileFacts out;
    out.name = path.substr(path.find_last_of('/') + 1);
    out.format = info.format == "kineto" ? "chrome-json" : info.format; // a dialect of it
    out.rank = info.rank >= 0 ? info.rank : import::rankOfFileName(path);
    out.worldSize = info.worldSize;
    out.complete = true;
    const model::TraceCounts& counts = trace.counts();
    out.timeless = counts.slices + counts.instants + counts.counterSamples == 0;
    if (info.startUnixNs) {
        const DurationNs origin{*info.startUnixNs};
        out.wallClock = TimeRange{info.extent.begin + origin, info.extent.end + origin};
    }
    return out;
}

} // namespace longpole::open
