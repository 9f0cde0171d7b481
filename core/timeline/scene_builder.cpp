// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/row_columns.h"
#include "core/timeline/scene.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace longpole::timeline {

namespace {

void setBounds(Scene& scene)
{
    scene.bounds.resize(static_cast<std::size_t>(scene.width) + 1);
    const double step = scene.viewport.nsPerPx();
    const double fraction = scene.viewport.fraction();
    const std::int64_t origin = std::clamp(scene.viewport.originNs(), -kTimeLimit - kTimeLimit / 2,
                                           kTimeLimit + kTimeLimit / 2);
    for (std::int32_t x = 0; x <= scene.width; ++x) {
        scene.bounds[static_cast<std::size_t>(x)] = origin
            + static_cast<std::int64_t>(std::floor(fraction + static_cast<double>(x) * step));
    }
    // The last column's end is exclusive and may lie within a ns.
    scene.bounds.back() =
        std::max(scene.bounds.back(), scene.bounds.front()) + (step < 1.0 ? 1 : 0);
}

RowSource rowSource(const TrackState& state, std::size_t row)
{
    RowSource source;
    if (state.slices && row < state.slices->rows().size()) {
        source.view = &state.slices->rows()[row];
        source.tree = &state.slices->trees()[row];
    }
    if (state.grids && row < state.grids->size()) {
        source.grid = &(*state.grids)[row];
    }
    return source;
}

void buildCounter(const Scene& scene, LaneScene& lane)
{
    lane.counter.assign(static_cast<std::size_t>(scene.width), CounterColumn());
    const CounterIndex& index = *lane.state->counter;
    // A line at 0 belongs to the picture where all values are on one side of it.
    lane.counterMin = std::min(0.0, index.min());
    lane.counterMax = std::max(0.0, index.max());
    const double span = lane.counterMax - lane.counterMin;
    const auto scale = [&](double v) {
        return static_cast<float>(span > 0.0 ? (v - lane.counterMin) / span : 0.0);
    };
    std::size_t first = index.firstAt({scene.bounds.front()});
    const TimeNs lastTime = index.size() == 0 ? TimeNs{} : index.times()[index.size() - 1];
    for (std::size_t x = 0; x < lane.counter.size(); ++x) {
        const std::int64_t t1 = std::max(scene.bounds[x] + 1, scene.bounds[x + 1]);
        const std::size_t last = index.firstAt({t1}, first);
        // What holds after the last sample is not known: the line ends there.
        const bool over = last == first && scene.bounds[x] > lastTime.ns;
        if (const auto range = over ? std::nullopt : index.range(first, last)) {
            lane.counter[x] = {scale(range->min), scale(range->max), scale(range->last), true,
                               range->samples > 0};
        }
        first = last;
    }
}

void buildInstants(const Scene& scene, LaneScene& lane)
{
    const std::vector<TimeNs>& times = *lane.state->instants;
    auto it = std::lower_bound(times.begin(), times.end(), TimeNs{scene.bounds.front()});
    while (it != times.end()) {
        const double x = std::floor(scene.viewport.xOf(*it));
        if (x >= scene.width) {
            break;
        }
        const auto column = static_cast<std::size_t>(std::max(0.0, x));
        const std::int64_t end = std::max(it->ns + 1, scene.bounds[column + 1]);
        const auto next = std::lower_bound(it, times.end(), TimeNs{end});
        lane.instants.push_back({static_cast<std::int32_t>(column),
                                 static_cast<std::uint32_t>(it - times.begin()),
                                 static_cast<std::uint32_t>(next - it)});
        it = next;
    }
}

// Iterations that overlap an earlier one (other ranks take their steps at the same time) are left
// to their own threads.
void buildIterations(const Scene& scene, LaneScene& lane, const model::Trace& trace)
{
    const auto& all = trace.iterations();
    TimeNs free{std::numeric_limits<std::int64_t>::min()};
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i].range.begin < free) {
            continue;
        }
        free = all[i].range.end;
        const double x0 = scene.viewport.xOf(all[i].range.begin);
        const double x1 = scene.viewport.xOf(all[i].range.end);
        if (x1 < 0.0 || x0 >= scene.width) {
            continue;
        }
        const auto clampX = [&](double x) {
            return static_cast<std::int32_t>(std::clamp(std::round(x), -4.0, scene.width + 4.0));
        };
        lane.iterations.push_back(
            {clampX(x0), std::max(clampX(x0) + 1, clampX(x1)), static_cast<std::uint32_t>(i)});
    }
}

// The busiest of the tracks, column by column: a look at their outermost rows.
template <class Tracks>
void blend(const Scene& scene, LaneScene& lane, const Tracks& tracks, const TimelineData& data)
{
    LaneScene one;
    for (const TrackId track : tracks) {
        const auto state = data.state(track);
        const RowSource row = rowSource(*state, 0);
        if (row.empty()) {
            continue;
        }
        RowColumns(scene, row, one).run();
        lane.outliers = lane.outliers || one.outliers;
        lane.columns.resize(static_cast<std::size_t>(scene.width));
        for (std::size_t x = 0; x < std::min(one.columns.size(), lane.columns.size()); ++x) {
            const std::uint8_t outlier =
                (one.columns[x].flags | lane.columns[x].flags) & ColumnCell::Outlier;
            if (one.columns[x].coverage > lane.columns[x].coverage) {
                lane.columns[x] = one.columns[x];
            }
            lane.columns[x].flags |= outlier;
        }
    }
}

// A folded process without a track of its own: at most kMaxBlended of its threads, those with most
// slices.
void blendThreads(const Scene& scene, LaneScene& lane, TrackId group, const TimelineData& data)
{
    constexpr std::size_t kMaxBlended = 16;
    std::vector<const model::Track*> threads;
    for (const model::Track& track : data.trace().tracks()) {
        if (track.parent == group && track.kind == model::TrackKind::Thread
            && track.sliceCount > 0) {
            threads.push_back(&track);
        }
    }
    const std::size_t shown = std::min(threads.size(), kMaxBlended);
    std::partial_sort(
        threads.begin(), threads.begin() + static_cast<std::ptrdiff_t>(shown), threads.end(),
        [](const model::Track* a, const model::Track* b) { return a->sliceCount > b->sliceCount; });
    std::vector<TrackId> ids;
    for (std::size_t t = 0; t < shown; ++t) {
        ids.push_back(threads[t]->id);
    }
    blend(scene, lane, ids, data);
}

void buildLane(const Scene& scene, LaneScene& lane, const Lane& what, const TimelineData& data)
{
    lane.lane = what;
    lane.row = {};
    lane.columns.clear();
    lane.boxes.clear();
    lane.counter.clear();
    lane.instants.clear();
    lane.iterations.clear();
    lane.coarse = false;
    lane.outliers = false;
    lane.state = nullptr;
    if (what.key.kind == LaneKind::Summary) {
        buildIterations(scene, lane, data.trace());
        return;
    }
    if (what.key.kind == LaneKind::Path || what.key.kind == LaneKind::Stalls) {
        lane.state = what.own;
        if (lane.state) {
            lane.row = rowSource(*lane.state, 0);
            RowColumns(scene, lane.row, lane).run();
        }
        return;
    }
    if (!what.key.track.valid()) {
        return;
    }
    lane.state = data.state(what.key.track);
    switch (what.key.kind) {
    case LaneKind::Slices:
    case LaneKind::Utilisation:
        lane.row = rowSource(*lane.state, what.key.row);
        break;
    case LaneKind::Folded:
        if (lane.state->folded && what.key.row < lane.state->folded->rows().size()) {
            const FoldedThread& thread = *lane.state->folded;
            lane.row = {&thread.rows()[what.key.row], &thread.trees()[what.key.row],
                        &thread.grids()[what.key.row]};
        }
        break;
    case LaneKind::Group:
        if (!what.collapsed && !what.pinned) {
            return;
        }
        if (what.members) {
            blend(scene, lane, *what.members, data);
            return;
        }
        lane.row = rowSource(*lane.state, 0);
        if (lane.row.empty()) {
            blendThreads(scene, lane, what.key.track, data);
            return;
        }
        break;
    case LaneKind::Counter:
        if (lane.state->counter) {
            buildCounter(scene, lane);
        }
        return;
    default:
        break;
    }
    if (!lane.row.empty()) {
        RowColumns(scene, lane.row, lane).run();
        // Drawn once as it is: to be drawn like that again.
        lane.coarse = lane.coarse || (lane.row.view == nullptr && lane.state->dropped);
    } else {
        const model::Track& track = data.trace().track(what.key.track);
        lane.coarse = what.key.kind == LaneKind::Slices && track.sliceCount > 0;
    }
    if (what.chevrons && lane.state->instants) {
        buildInstants(scene, lane);
    }
}

} // namespace

bool Scene::coarse() const
{
    return std::any_of(lanes.begin(), lanes.begin() + static_cast<std::ptrdiff_t>(used),
                       [](const LaneScene& lane) { return lane.coarse; });
}

SceneBuilder::SceneBuilder(ForEach forEach)
    : m_forEach(std::move(forEach))
{ }

void SceneBuilder::build(Scene& scene, const Viewport& viewport,
                         const std::vector<const Lane*>& lanes, const TimelineData& data) const
{
    scene.viewport = viewport;
    scene.width = static_cast<std::int32_t>(viewport.widthPx());
    setBounds(scene);
    if (scene.lanes.size() < lanes.size()) {
        scene.lanes.resize(lanes.size());
    }
    scene.used = lanes.size();
    m_forEach(lanes.size(),
              [&](std::size_t i) { buildLane(scene, scene.lanes[i], *lanes[i], data); });
}

} // namespace longpole::timeline
