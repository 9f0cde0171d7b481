// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/hit_test.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <unordered_map>

namespace longpole::timeline {

namespace {

TimeRange columnOf(const Scene& scene, double x)
{
    const double px = std::floor(x);
    const TimeNs begin = scene.viewport.timeAt(px);
    return {begin, std::max(begin + DurationNs{1}, scene.viewport.timeAt(px + 1.0))};
}

Hit hitRow(const Scene& scene, const LaneScene& lane, double x, int tolerance)
{
    Hit hit;
    hit.column = columnOf(scene, x);
    const RowView& row = *lane.row.view;
    const auto span = [&](const TimeRange& range) {
        return std::pair(row.firstEndingAfter(range.begin.ns), row.firstStartingAt(range.end.ns));
    };
    auto [first, last] = span(hit.column);
    for (int away = 1; first >= last && away <= tolerance; ++away) {
        for (const int side : {-1, 1}) {
            const TimeRange beside = columnOf(scene, std::floor(x) + away * side);
            const auto [a, b] = span(beside);
            if (a < b && first >= last) {
                first = a;
                last = b;
                hit.column = beside;
            }
        }
    }
    if (first >= last) {
        return hit;
    }
    const std::uint32_t longest = lane.row.tree->longest(row, first, last);
    hit.slice = row.idAt(longest);
    hit.index = longest;
    hit.kind = last - first == 1 ? Hit::Kind::Slice : Hit::Kind::Merged;
    // A slice that is drawn as itself is hit as itself, whatever shares the column with it.
    const double width = static_cast<double>(row.durationNs(longest)) / scene.viewport.nsPerPx();
    if (width >= SceneBuilder::kMinBoxPx) {
        const double x0 = std::round(scene.viewport.xOf(row.start[longest]));
        const double x1 = std::round(scene.viewport.xOf({row.endNs(longest)}));
        if (std::floor(x) >= x0 && std::floor(x) < x1) {
            hit.kind = Hit::Kind::Slice;
        }
    }
    return hit;
}

} // namespace

Hit hitTest(const Scene& scene, const LaneScene& lane, double x, int tolerance)
{
    Hit hit;
    hit.column = columnOf(scene, x);
    const auto column = static_cast<std::int32_t>(std::floor(x));
    if (lane.lane.key.kind == LaneKind::Summary) {
        for (const IterationMark& mark : lane.iterations) {
            if (column >= mark.x0 && column < mark.x1) {
                hit.kind = Hit::Kind::Iteration;
                hit.index = mark.index;
            }
        }
        return hit;
    }
    if (lane.lane.key.kind == LaneKind::Counter) {
        if (lane.state && lane.state->counter) {
            const CounterIndex& index = *lane.state->counter;
            hit.counter =
                index.range(index.firstAt(hit.column.begin), index.firstAt(hit.column.end));
            hit.kind = hit.counter ? Hit::Kind::Counter : Hit::Kind::None;
        }
        return hit;
    }
    for (const InstantMark& mark : lane.instants) {
        if (std::abs(mark.x - column) <= tolerance) {
            hit.kind = Hit::Kind::Instant;
            hit.index = mark.first;
            hit.instants = mark.count;
            // A slice below it wins unless it is the chevron itself that is meant.
            if (mark.x == column) {
                return hit;
            }
        }
    }
    if (lane.row.view != nullptr && !lane.columns.empty()) {
        const Hit onRow = hitRow(scene, lane, x, tolerance);
        if (onRow.kind != Hit::Kind::None) {
            return onRow;
        }
    }
    return hit;
}

RangeSummary summarise(const RowView& row, const IndexTree& tree, TimeRange range,
                       std::size_t maxNames)
{
    RangeSummary s;
    const std::size_t first = row.firstEndingAfter(range.begin.ns);
    const std::size_t last = row.firstStartingAt(range.end.ns);
    if (range.empty() || first >= last) {
        s.longestGapNs = range.empty() ? 0 : range.duration().ns;
        s.namesComplete = true;
        return s;
    }
    s.count = last - first;
    s.busyNs = tree.busyIn(row, range.begin.ns, range.end.ns);
    const std::uint32_t longest = tree.longest(row, first, last);
    s.longest = row.idAt(longest);
    s.longestIndex = longest;
    s.longestNs = row.durationNs(longest);
    s.longestGapNs =
        std::max({tree.longestGap(row, first, last), row.startNs(first) - range.begin.ns,
                  range.end.ns - row.endNs(last - 1), std::int64_t{0}});
    s.namesComplete = last - first <= maxNames && !row.name.empty();
    if (!s.namesComplete) {
        return s;
    }
    std::unordered_map<std::uint32_t, NameShare> byName;
    for (std::size_t i = first; i < last; ++i) {
        NameShare& share = byName[row.name[i].value];
        share.name = row.name[i];
        ++share.count;
        share.busyNs += std::max<std::int64_t>(
            0, std::min(range.end.ns, row.endNs(i)) - std::max(range.begin.ns, row.startNs(i)));
    }
    for (const auto& [name, share] : byName) {
        s.topNames.push_back(share);
    }
    const auto more = [](const NameShare& a, const NameShare& b) {
        return std::tuple(-a.busyNs, ~a.count, a.name.value)
            < std::tuple(-b.busyNs, ~b.count, b.name.value);
    };
    const auto keep = std::min<std::size_t>(3, s.topNames.size());
    std::partial_sort(s.topNames.begin(), s.topNames.begin() + static_cast<std::ptrdiff_t>(keep),
                      s.topNames.end(), more);
    s.topNames.resize(keep);
    return s;
}

} // namespace longpole::timeline
