// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/range_search.h"

#include "core/diff/slice_lookup.h"

#include <algorithm>
#include <regex>

namespace longpole::diff {

namespace {

using model::SliceClass;
using model::TrackKind;

// Each distinct name is asked once.
class NameFilter
{
public:
    NameFilter(const model::Trace& trace, std::regex expression)
        : m_trace(trace)
        , m_expression(std::move(expression))
        , m_known(trace.strings().size(), 0)
    { }
    bool operator()(StringId name)
    {
        if (name.value >= m_known.size()) {
            return false;
        }
        std::uint8_t& known = m_known[name.value];
        if (known == 0) {
            const std::string_view text = m_trace.string(name);
            known = std::regex_search(text.begin(), text.end(), m_expression) ? 2 : 1;
        }
        return known == 2;
    }

private:
    const model::Trace& m_trace;
    std::regex m_expression;
    std::vector<std::uint8_t> m_known;
};

bool isOperator(SliceClass c)
{
    return c != SliceClass::Annotation && c != SliceClass::Api && c != SliceClass::Python
        && c != SliceClass::Sync && c != SliceClass::Overhead;
}

template <class Wanted>
std::vector<NamedRange> search(const model::Trace& trace, NameFilter& filter, bool threads,
                               Wanted wanted)
{
    std::vector<NamedRange> out;
    for (const model::Track& t : trace.tracks()) {
        if ((t.kind == TrackKind::Thread) != threads || t.kind == TrackKind::Stream
            || t.sliceCount == 0) {
            continue;
        }
        const auto name = trace.column(model::slice::kName, t.id);
        const auto cls = trace.column(model::slice::kClass, t.id);
        const auto start = trace.column(model::slice::kStart, t.id);
        const auto duration = trace.column(model::slice::kDuration, t.id);
        const auto flags = trace.column(model::slice::kFlags, t.id);
        const std::size_t first = out.size();
        for (std::uint32_t i = 0; i < name.size(); ++i) {
            if (wanted(cls[i]) && filter(name[i])) {
                out.push_back({SliceId(t.firstSlice + i),
                               t.id,
                               std::string(trace.string(name[i])),
                               {start[i], start[i] + duration[i]},
                               (flags[i] & model::SliceOpenEnded) != 0});
            }
        }
        // Rows are in order one by one; of nested ranges the outer one is taken.
        const auto mine = out.begin() + static_cast<std::ptrdiff_t>(first);
        std::stable_sort(mine, out.end(), [](const NamedRange& a, const NamedRange& b) {
            return a.range.begin != b.range.begin ? a.range.begin < b.range.begin
                                                  : a.range.end > b.range.end;
        });
        TimeNs covered = trace.info().extent.begin;
        bool any = false;
        out.erase(std::remove_if(mine, out.end(),
                                 [&](const NamedRange& r) {
                                     const bool inner = any && r.range.begin < covered;
                                     covered = inner ? covered : r.range.end;
                                     any = true;
                                     return inner;
                                 }),
                  out.end());
    }
    return out;
}

void sortByTime(std::vector<NamedRange>& ranges)
{
    std::stable_sort(ranges.begin(), ranges.end(), [](const NamedRange& a, const NamedRange& b) {
        return a.range.begin < b.range.begin;
    });
}

// XLA's profiler has a line "Steps" per device; one device tells.
std::vector<NamedRange> xlaSteps(const model::Trace& trace)
{
    std::vector<NamedRange> out;
    for (const model::Track& t : trace.tracks()) {
        if (t.sliceCount == 0 || t.kind == TrackKind::Thread
            || (t.name != "Steps" && t.thread != "Steps")) {
            continue;
        }
        const auto name = trace.column(model::slice::kName, t.id);
        const auto start = trace.column(model::slice::kStart, t.id);
        const auto duration = trace.column(model::slice::kDuration, t.id);
        for (std::uint32_t i = 0; i < name.size(); ++i) {
            out.push_back({SliceId(t.firstSlice + i),
                           t.id,
                           std::string(trace.string(name[i])),
                           {start[i], start[i] + duration[i]},
                           false});
        }
        break;
    }
    return out;
}

} // namespace

Result<std::vector<NamedRange>> rangesMatching(const model::Trace& trace,
                                               const std::string& pattern, const JobContext& job)
{
    std::regex expression;
    try {
        expression.assign(pattern, std::regex::ECMAScript | std::regex::optimize);
    } catch (const std::regex_error& e) {
        return fail(Errc::Format, "\"" + pattern + "\" is no regular expression: " + e.what());
    }
    NameFilter filter(trace, std::move(expression));
    const auto annotation = [](SliceClass c) { return c == SliceClass::Annotation; };
    auto out = search(trace, filter, true, annotation);
    if (out.empty() && !job.cancelled()) {
        out = search(trace, filter, true, isOperator);
    }
    if (out.empty() && !job.cancelled()) {
        out = search(trace, filter, false, annotation);
    }
    if (job.cancelled()) {
        return fail(Errc::Cancelled, "cancelled");
    }
    if (out.empty()) {
        return fail(Errc::Format, "no annotation or operator is found by \"" + pattern + "\"",
                    trace.info().sources.empty() ? std::string() : trace.info().sources.front());
    }
    sortByTime(out);
    return out;
}

std::vector<NamedRange> markedSteps(const model::Trace& trace)
{
    std::vector<NamedRange> onThreads;
    std::vector<NamedRange> elsewhere;
    SliceLookup slices(trace);
    for (const model::Iteration& it : trace.iterations()) {
        const TrackId track = it.slice.valid() ? trace.trackOf(it.slice) : TrackId();
        const bool thread = track.valid() && trace.track(track).kind == TrackKind::Thread;
        (thread ? onThreads : elsewhere)
            .push_back({it.slice, track, it.name, it.range,
                        it.slice.valid() && (slices.flags(it.slice) & model::SliceOpenEnded) != 0});
    }
    std::vector<NamedRange>& out = onThreads.empty() ? elsewhere : onThreads;
    if (out.empty()) {
        out = xlaSteps(trace);
    }
    sortByTime(out);
    return std::move(out);
}

} // namespace longpole::diff
