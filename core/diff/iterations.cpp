// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/iterations.h"

#include "core/diff/kernel_identity.h"
#include "core/diff/periodicity.h"
#include "core/diff/range_search.h"
#include "core/diff/slice_lookup.h"
#include "core/diff/statistics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <utility>

namespace longpole::diff {

namespace {

using model::kNull32;

// Steps of several ranks are one: those of the same name, where no rank has a name twice, else
// those of the same position.
Iterations joined(const model::Trace& trace, const std::vector<NamedRange>& ranges)
{
    std::map<std::int32_t, std::vector<const NamedRange*>> byRank;
    bool unique = true;
    std::set<std::pair<std::int32_t, std::string>> seen;
    for (const NamedRange& r : ranges) {
        const std::int32_t rank = r.track.valid() ? trace.track(r.track).rank : -1;
        byRank[rank].push_back(&r);
        unique = seen.emplace(rank, r.name).second && unique;
    }
    std::map<std::string, std::uint32_t> byKey;
    Iterations out;
    for (const auto& [rank, list] : byRank) {
        for (std::size_t i = 0; i < list.size(); ++i) {
            const NamedRange& r = *list[i];
            const std::string key = unique ? r.name : std::to_string(i);
            const auto [it, added] = byKey.emplace(key, static_cast<std::uint32_t>(out.all.size()));
            if (added) {
                Iteration n;
                n.name = r.name;
                n.range = r.range;
                n.thread = r.track;
                n.slice = r.slice;
                out.all.push_back(std::move(n));
            }
            Iteration& n = out.all[it->second];
            n.range = {std::min(n.range.begin, r.range.begin), std::max(n.range.end, r.range.end)};
            if (r.openEnded) {
                n.state = IterationState::Incomplete;
            }
            out.parts[rank].push_back({r.range, it->second});
        }
    }
    return out;
}

// By time; parts follow.
void sortIterations(Iterations& out)
{
    std::vector<std::uint32_t> order(out.all.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) {
        order[i] = i;
    }
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return out.all[a].range.begin < out.all[b].range.begin;
    });
    std::vector<std::uint32_t> newIndex(order.size());
    std::vector<Iteration> sorted;
    for (std::uint32_t i = 0; i < order.size(); ++i) {
        newIndex[order[i]] = i;
        sorted.push_back(std::move(out.all[order[i]]));
    }
    out.all = std::move(sorted);
    for (auto& [rank, list] : out.parts) {
        for (IterationPart& p : list) {
            p.iteration = newIndex[p.iteration];
        }
    }
}

void assignOps(const model::Trace& trace, Iterations& out)
{
    const auto start = trace.column(model::gpu_op::kStart);
    const auto launch = trace.column(model::gpu_op::kLaunch);
    const auto device = trace.column(model::gpu_op::kDevice);
    out.ofOp.assign(start.size(), kNull32);
    SliceLookup slices(trace);
    for (std::size_t i = 0; i < start.size(); ++i) {
        const std::int32_t rank =
            device[i] < trace.devices().size() ? trace.devices()[device[i]].rank : -1;
        const TimeNs t = launch[i].valid() ? slices.start(launch[i]) : start[i];
        out.ofOp[i] = out.at(rank, t);
        if (out.ofOp[i] == kNull32) {
            ++out.opsOutside;
        } else {
            ++out.all[out.ofOp[i]].gpuOps;
        }
    }
}

// Launch calls per iteration, and those that nothing on a GPU came of.
void countLaunches(const model::Trace& trace, Iterations& out)
{
    const auto slice = trace.column(model::api_call::kSlice);
    const auto kind = trace.column(model::api_call::kKind);
    const auto start = trace.column(model::api_call::kStart);
    const auto track = trace.column(model::api_call::kTrack);
    const auto launch = trace.column(model::gpu_op::kLaunch);
    std::vector<SliceId> launched(launch.begin(), launch.end());
    std::sort(launched.begin(), launched.end());
    for (std::size_t i = 0; i < slice.size(); ++i) {
        if (kind[i] != model::ApiKind::KernelLaunch) {
            continue;
        }
        const std::uint32_t n = out.at(trace.track(track[i]).rank, start[i]);
        if (n != kNull32) {
            ++out.all[n].launches;
            out.all[n].launchesWithoutOp +=
                std::binary_search(launched.begin(), launched.end(), slice[i]) ? 0 : 1;
        }
    }
}

void findIncomplete(Iterations& out)
{
    constexpr std::uint32_t kFewLaunches = 20; // too few to tell
    constexpr double kMore = 0.05;
    std::vector<double> missing;
    for (const Iteration& n : out.all) {
        missing.push_back(n.launches == 0 ? 0.0
                                          : static_cast<double>(n.launchesWithoutOp)
                                  / static_cast<double>(n.launches));
    }
    if (missing.size() < 3) {
        return;
    }
    const double usual = median(missing);
    for (std::size_t i = 0; i < out.all.size(); ++i) {
        if (out.all[i].launches >= kFewLaunches && missing[i] > usual + kMore) {
            out.all[i].state = IterationState::Incomplete;
        }
    }
}

void findOdd(Iterations& out)
{
    constexpr double kDeviations = 3.5; // Iglewicz and Hoaglin's bound for the modified z-score
    constexpr double kNormal = 1.4826; // median absolute deviation to standard deviation
    constexpr double kShare = 0.1;
    constexpr double kOtherWork = 0.02;
    std::vector<double> duration;
    std::vector<double> ops;
    for (const Iteration& n : out.all) {
        if (n.state != IterationState::Incomplete) {
            duration.push_back(static_cast<double>(n.range.duration().ns));
            ops.push_back(n.gpuOps);
        }
    }
    if (duration.size() < 4) {
        return;
    }
    const double middle = median(duration);
    const double usualOps = median(ops);
    std::vector<double> distance;
    for (const double d : duration) {
        distance.push_back(std::fabs(d - middle));
    }
    const double spread = kNormal * median(distance);
    bool leading = true;
    for (Iteration& n : out.all) {
        if (n.state == IterationState::Incomplete) {
            continue;
        }
        const double off = std::fabs(static_cast<double>(n.range.duration().ns) - middle);
        const bool odd = off > kDeviations * spread && off > kShare * middle;
        leading = leading && odd;
        if (odd) {
            const bool otherWork = std::fabs(n.gpuOps - usualOps) > kOtherWork * usualOps;
            n.state = leading && otherWork ? IterationState::WarmUp : IterationState::Odd;
        }
    }
}

Iterations ofRanges(const model::Trace& trace, const std::vector<NamedRange>& ranges)
{
    Iterations out = joined(trace, ranges);
    sortIterations(out);
    assignOps(trace, out);
    countLaunches(trace, out);
    findIncomplete(out);
    findOdd(out);
    return out;
}

// The operations of the busiest stream by time, as kernel identities.
struct StreamSequence
{
    std::vector<std::uint32_t> rows;
    std::vector<std::uint32_t> keys;
    std::vector<std::int64_t> gapBefore;
};

StreamSequence busiestStream(const model::Trace& trace)
{
    const auto track = trace.column(model::gpu_op::kTrack);
    const auto start = trace.column(model::gpu_op::kStart);
    const auto duration = trace.column(model::gpu_op::kDuration);
    std::map<TrackId, std::size_t> counts;
    for (std::size_t i = 0; i < track.size(); ++i) {
        ++counts[track[i]];
    }
    StreamSequence out;
    if (counts.empty()) {
        return out;
    }
    const TrackId busiest =
        std::max_element(counts.begin(), counts.end(), [](const auto& a, const auto& b) {
            return a.second < b.second;
        })->first;
    for (std::uint32_t i = 0; i < track.size(); ++i) {
        if (track[i] == busiest) {
            out.rows.push_back(i);
        }
    }
    std::stable_sort(out.rows.begin(), out.rows.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return start[a] < start[b]; });
    out.keys = shapedKeys(trace, out.rows);
    TimeNs last = out.rows.empty() ? TimeNs{} : start[out.rows.front()];
    for (const std::uint32_t i : out.rows) {
        out.gapBefore.push_back((start[i] - last).ns);
        last = std::max(last, start[i] + duration[i]);
    }
    return out;
}

Iterations inferred(const model::Trace& trace)
{
    constexpr std::size_t kFewOps = 24;
    const StreamSequence s = busiestStream(trace);
    Period period;
    if (s.keys.size() >= kFewOps) {
        period = findPeriod(s.keys, s.gapBefore);
    }
    if (period.length == 0) {
        return wholeWindow(trace);
    }
    const auto start = trace.column(model::gpu_op::kStart);
    const auto duration = trace.column(model::gpu_op::kDuration);
    Iterations out;
    out.source = IterationSource::Inferred;
    out.rule = "inferred: nothing marks an iteration, but "
        + std::to_string(period.begins.size() - 1) + " blocks of about "
        + std::to_string(period.length)
        + " GPU operations repeat on the busiest stream (choose ranges yourself with --range)";
    std::vector<IterationPart>& parts = out.parts[-1];
    for (std::size_t k = 0; k + 1 < period.begins.size(); ++k) {
        const std::size_t end = period.begins[k + 1];
        const TimeNs begin = start[s.rows[period.begins[k]]];
        const std::uint32_t last = s.rows[end - 1];
        Iteration n;
        n.name = "block " + std::to_string(k);
        n.range = {begin, end < s.rows.size() ? start[s.rows[end]] : start[last] + duration[last]};
        parts.push_back({n.range, static_cast<std::uint32_t>(k)});
        out.all.push_back(std::move(n));
    }
    out.ofOp.assign(start.size(), kNull32);
    for (std::size_t i = 0; i < start.size(); ++i) {
        out.ofOp[i] = out.at(-1, start[i]);
        if (out.ofOp[i] == kNull32) {
            ++out.opsOutside;
        } else {
            ++out.all[out.ofOp[i]].gpuOps;
        }
    }
    findOdd(out);
    return out;
}

} // namespace

std::string_view iterationSourceName(IterationSource source)
{
    constexpr std::array<std::string_view, 4> kNames{"range", "marked", "inferred", "window"};
    return kNames[static_cast<std::size_t>(source)];
}

std::string_view iterationStateName(IterationState state)
{
    constexpr std::array<std::string_view, 4> kNames{"regular", "odd", "warm-up", "incomplete"};
    return kNames[static_cast<std::size_t>(state)];
}

std::vector<std::uint32_t> Iterations::counted() const
{
    std::vector<std::uint32_t> out;
    for (std::uint32_t i = 0; i < all.size(); ++i) {
        if (all[i].counts()) {
            out.push_back(i);
        }
    }
    return out;
}

Iterations wholeWindow(const model::Trace& trace)
{
    const auto start = trace.column(model::gpu_op::kStart);
    Iterations out;
    out.source = IterationSource::Window;
    out.rule = "nothing marks an iteration and the GPU's work does not repeat: each recording is "
               "one window";
    Iteration n;
    n.name = "whole trace";
    n.range = trace.info().span;
    n.gpuOps = static_cast<std::uint32_t>(start.size());
    out.all.push_back(std::move(n));
    out.ofOp.assign(start.size(), 0);
    return out;
}

std::uint32_t Iterations::at(std::int32_t rank, TimeNs time) const
{
    if (parts.empty()) {
        return source == IterationSource::Window && !all.empty() ? 0 : kNull32;
    }
    const auto own = parts.find(rank);
    const std::vector<IterationPart>& list =
        own != parts.end() ? own->second : parts.begin()->second;
    const auto next =
        std::upper_bound(list.begin(), list.end(), time,
                         [](TimeNs t, const IterationPart& p) { return t < p.range.begin; });
    if (next == list.begin()) {
        return kNull32;
    }
    const IterationPart& p = *std::prev(next);
    return p.range.contains(time) ? p.iteration : kNull32;
}

Result<Iterations> findIterations(const model::Trace& trace, const std::string& pattern,
                                  const JobContext& job)
{
    if (!pattern.empty()) {
        auto ranges = rangesMatching(trace, pattern, job);
        if (!ranges) {
            return fail(ranges.error());
        }
        Iterations out = ofRanges(trace, *ranges);
        out.source = IterationSource::Pattern;
        out.rule = "ranges that \"" + pattern + "\" finds";
        return out;
    }
    const auto steps = markedSteps(trace);
    if (!steps.empty()) {
        Iterations out = ofRanges(trace, steps);
        out.source = IterationSource::Marked;
        out.rule = "the steps that the recording marks (" + steps.front().name + " to "
            + steps.back().name + ")";
        return out;
    }
    if (job.cancelled()) {
        return fail(Errc::Cancelled, "cancelled");
    }
    return inferred(trace);
}

} // namespace longpole::diff
