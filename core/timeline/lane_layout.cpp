// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/lane_layout.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace longpole::timeline {

namespace {

using model::Track;
using model::TrackKind;

constexpr std::uint32_t kNoGroup = 0xffffffffU;
constexpr std::uint32_t kOverheadGroup = 1;
constexpr std::uint32_t kRestGroup = 2;
constexpr std::size_t kFolds = 3; // numbers of folds within a group

bool hasContent(const Track& t)
{
    return t.sliceCount > 0 || t.instantCount > 0 || t.sampleCount > 0;
}

// Tracks of a group: streams, what belongs to them, threads, then what runs across them.
int kindOrder(TrackKind kind)
{
    constexpr std::array kOrder{TrackKind::Stream, TrackKind::Annotation, TrackKind::Sync,
                                TrackKind::Thread, TrackKind::Async,      TrackKind::Overhead};
    return static_cast<int>(std::find(kOrder.begin(), kOrder.end(), kind) - kOrder.begin());
}

// For tracks and processes the file gives no name: what they hold.
std::string unnamed(const Track& t, bool anySlices)
{
    return anySlices ? "Unnamed " + std::string(model::trackKindName(t.kind)) : "Marks";
}

} // namespace

LaneLayout::LaneLayout(std::shared_ptr<const model::Trace> trace)
    : m_trace(std::move(trace))
{
    makeGroups();
    rebuild();
}

void LaneLayout::makeGroups()
{
    const std::vector<Track>& tracks = m_trace->tracks();
    m_groupOf.assign(tracks.size(), kNoGroup);
    std::unordered_map<std::uint32_t, std::uint32_t> byGroupTrack;
    for (const Track& t : tracks) {
        if (t.kind == TrackKind::Device || t.kind == TrackKind::Process) {
            Group g;
            g.key = {LaneKind::Group, t.id, 0};
            g.title = t.name; // without one: see below
            g.device = t.kind == TrackKind::Device;
            g.host = !g.device;
            if (g.device && t.device >= 0
                && static_cast<std::size_t>(t.device) < m_trace->devices().size()) {
                g.detail = m_trace->devices()[static_cast<std::size_t>(t.device)].name;
            }
            byGroupTrack[t.id.value] = static_cast<std::uint32_t>(m_groups.size());
            m_groups.push_back(std::move(g));
        }
    }
    const auto overhead = static_cast<std::uint32_t>(m_groups.size());
    Group g;
    g.host = true;
    g.key = {LaneKind::Group, {}, kOverheadGroup};
    g.title = "Profiler overhead";
    g.collapsedByDefault = true;
    m_groups.push_back(g);
    g.key.row = kRestGroup;
    g.title = "Other tracks";
    g.collapsedByDefault = false;
    m_groups.push_back(g);
    for (const Track& t : tracks) {
        if (!hasContent(t) && !byGroupTrack.contains(t.id.value)) {
            continue;
        }
        std::uint32_t group = t.kind == TrackKind::Overhead ? overhead : overhead + 1;
        // A group's own track may have content too, such as process-wide instants.
        TrackId up = t.id;
        for (int depth = 0; t.kind != TrackKind::Overhead && up.valid() && depth < 16; ++depth) {
            if (const auto it = byGroupTrack.find(up.value); it != byGroupTrack.end()) {
                group = it->second;
                break;
            }
            up = up.value < tracks.size() ? tracks[up.value].parent : TrackId();
        }
        m_groupOf[t.id.value] = group;
        if (hasContent(t)) {
            (t.kind == TrackKind::Counter ? m_groups[group].counters : m_groups[group].tracks)
                .push_back(t.id);
        }
    }
    for (Group& group : m_groups) {
        if (group.title.empty() || group.title.ends_with(" · ")) { // "rank 3 · "
            const bool slices =
                std::any_of(group.tracks.begin(), group.tracks.end(),
                            [&](TrackId id) { return m_trace->track(id).sliceCount > 0; });
            group.title += unnamed(m_trace->track(group.key.track), slices);
        }
    }
    sortGroups();
}

void LaneLayout::sortGroups()
{
    std::vector<std::uint32_t> order;
    for (std::uint32_t i = 0; i < m_groups.size(); ++i) {
        order.push_back(i);
    }
    const auto rankOf = [&](const Group& g) {
        const Track* t = g.key.track.valid() ? &m_trace->track(g.key.track) : nullptr;
        const int kind = t == nullptr ? 2 + static_cast<int>(g.key.row) : g.device ? 0 : 1;
        // Processes with work before those that only hold marks and the profiler's own spans.
        const bool works = std::any_of(g.tracks.begin(), g.tracks.end(), [&](TrackId id) {
            const Track& track = m_trace->track(id);
            return track.sliceCount > 0
                && (track.kind == TrackKind::Thread || track.kind == TrackKind::Stream);
        });
        return std::tuple(kind, works || g.device ? 0 : 1, t == nullptr ? 0 : t->rank,
                          t == nullptr ? 0 : t->device, t == nullptr ? 0 : t->sortIndex);
    };
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return rankOf(m_groups[a]) < rankOf(m_groups[b]);
    });
    std::vector<Group> sorted;
    std::vector<std::uint32_t> place(m_groups.size());
    for (const std::uint32_t i : order) {
        place[i] = static_cast<std::uint32_t>(sorted.size());
        sorted.push_back(std::move(m_groups[i]));
    }
    m_groups = std::move(sorted);
    for (std::uint32_t& g : m_groupOf) {
        g = g == kNoGroup ? g : place[g];
    }
    const auto byKind = [&](TrackId a, TrackId b) {
        const Track& x = m_trace->track(a);
        const Track& y = m_trace->track(b);
        return std::tuple(kindOrder(x.kind), x.sortIndex, x.stream)
            < std::tuple(kindOrder(y.kind), y.sortIndex, y.stream);
    };
    for (Group& g : m_groups) {
        std::stable_sort(g.tracks.begin(), g.tracks.end(), byKind);
        std::stable_sort(g.counters.begin(), g.counters.end(), byKind);
    }
    makeFolds();
}

void LaneLayout::applyOrder()
{
    const auto place = [&](const LaneKey& key) {
        return std::find(m_state.order.begin(), m_state.order.end(), key) - m_state.order.begin();
    };
    for (Group& g : m_groups) {
        std::stable_sort(g.tracks.begin(), g.tracks.end(), [&](TrackId a, TrackId b) {
            return place({LaneKind::Slices, a, 0}) < place({LaneKind::Slices, b, 0});
        });
    }
    std::stable_sort(m_groups.begin(), m_groups.end(),
                     [&](const Group& a, const Group& b) { return place(a.key) < place(b.key); });
    for (std::uint32_t i = 0; i < m_groups.size(); ++i) {
        for (const TrackId t : m_groups[i].tracks) {
            m_groupOf[t.value] = i;
        }
        for (const TrackId t : m_groups[i].counters) {
            m_groupOf[t.value] = i;
        }
    }
}

void LaneLayout::rebuild()
{
    m_lanes.clear();
    m_pinned.clear();
    m_index.clear();
    m_contentHeight = 0;
    m_pinnedHeight = 0;
    if (!m_trace) {
        return;
    }
    if (!m_trace->iterations().empty()) {
        Lane lane;
        lane.key = {LaneKind::Summary, {}, 0};
        lane.title = "Iterations";
        add(std::move(lane));
    }
    addAnswers();
    for (const Group& g : m_groups) {
        if (!isHidden(g.key)) {
            addGroup(g);
        }
    }
}

void LaneLayout::addGroup(const Group& group)
{
    if (group.tracks.empty() && group.counters.empty()) {
        return;
    }
    Lane lane;
    lane.key = group.key;
    lane.owner = group.key.track;
    lane.title = group.title;
    lane.detail = group.detail;
    lane.host = group.host;
    lane.foldable = true;
    lane.collapsed = isCollapsed(group.key, group.collapsedByDefault);
    if (const auto it = m_groupBusy.find(group.key.track.value); it != m_groupBusy.end()) {
        lane.busy = static_cast<float>(it->second);
    }
    const bool folded = lane.collapsed;
    const float busy = lane.busy;
    add(std::move(lane));
    if (group.device && !folded) {
        Lane utilisation;
        utilisation.key = {LaneKind::Utilisation, group.key.track, 0};
        utilisation.owner = group.key.track;
        utilisation.title = "Utilisation";
        utilisation.indent = 1;
        utilisation.busy = busy;
        add(std::move(utilisation));
    }
    std::vector<bool> open(kFolds, true);
    std::vector<bool> begun(kFolds, false);
    for (const TrackId t : group.tracks) {
        const std::uint32_t fold = m_foldOf[t.value];
        if (fold != 0 && !folded && !begun[fold]) {
            begun[fold] = true;
            open[fold] = addFold(group, fold);
        }
        if ((!folded && open[fold]) || isPinned({LaneKind::Slices, t, 0})) {
            addTrack(group, t);
        }
    }
    for (const TrackId t : group.counters) {
        Lane counter;
        counter.key = {LaneKind::Counter, t, 0};
        if (folded && !isPinned(counter.key)) {
            continue;
        }
        counter.owner = t;
        counter.title = m_trace->track(t).name;
        counter.detail = m_trace->track(t).unit;
        counter.indent = 1;
        counter.host = group.host;
        counter.firstOfTrack = true;
        add(std::move(counter));
    }
}

// The rows of a track as they are to be shown: as recorded, or without Python frames and with a
// lane that stands for those.
std::vector<Lane> LaneLayout::lanesOfTrack(const Group& group, const Track& track) const
{
    const auto found = m_shapes.find(track.id.value);
    const std::vector<RowShape> none;
    const std::vector<RowShape>& shapes = found == m_shapes.end() ? none : found->second;
    const auto pythonRows =
        std::count_if(shapes.begin(), shapes.end(), [](const RowShape& s) { return s.python; });
    const LaneKey fold{LaneKind::PythonFold, track.id, 0};
    const auto others = m_folded.find(track.id.value);
    // Whoever recorded nothing but them wants to see them.
    const bool onlyPython = others != m_folded.end() && others->second.shapes.empty();
    const bool hidePython = pythonRows > 0 && isCollapsed(fold, !onlyPython);
    std::vector<Lane> lanes;
    Lane lane;
    lane.owner = track.id;
    lane.host = group.host;
    lane.indent = 2;
    const auto push = [&](LaneKind kind, std::size_t row, double busy) {
        lane.key = {kind, track.id, static_cast<std::uint32_t>(row)};
        lane.busy = static_cast<float>(busy);
        lanes.push_back(lane);
    };
    const auto pushFold = [&] {
        Lane marker = lane;
        marker.key = fold;
        marker.foldable = true;
        marker.collapsed = hidePython;
        marker.detail = std::to_string(pythonRows);
        lanes.push_back(std::move(marker));
    };
    if (hidePython) {
        // Until they are known there is only the lane that stands for the frames.
        if (others != m_folded.end()) {
            for (std::size_t r = 0; r < others->second.shapes.size(); ++r) {
                push(LaneKind::Folded, r, others->second.shapes[r].busyShare);
            }
        }
        pushFold();
    } else {
        for (std::size_t r = 0; r < std::max<std::size_t>(1, track.rows.size()); ++r) {
            push(LaneKind::Slices, r, r < shapes.size() ? shapes[r].busyShare : -1.0);
        }
        if (pythonRows > 0) {
            pushFold();
        }
    }
    return lanes;
}

void LaneLayout::addTrack(const Group& group, TrackId id)
{
    const Track& track = m_trace->track(id);
    std::vector<Lane> lanes = lanesOfTrack(group, track);
    const bool folded = lanes.size() > 1 && isCollapsed({LaneKind::Slices, id, 0}, false);
    Lane& first = lanes.front();
    first.indent = 1;
    first.firstOfTrack = true;
    first.title = track.name.empty() ? unnamed(track, track.sliceCount > 0) : track.name;
    first.chevrons = track.instantCount > 0;
    if (first.key.kind != LaneKind::PythonFold) {
        first.detail = track.thread;
        first.foldable = lanes.size() > 1;
        first.collapsed = folded;
    }
    for (Lane& lane : lanes) {
        add(std::move(lane));
        if (folded) {
            break;
        }
    }
}

void LaneLayout::add(Lane lane)
{
    if (isHidden(lane.key.head())) {
        return;
    }
    lane.height = heightOf(lane);
    if (isPinned(lane.key.head())) {
        lane.pinned = true;
        lane.top = m_pinnedHeight;
        m_pinnedHeight += lane.height;
        m_pinned.push_back(std::move(lane));
        return;
    }
    lane.top = m_contentHeight;
    m_contentHeight += lane.height;
    m_index[lane.key] = m_lanes.size();
    m_lanes.push_back(std::move(lane));
}

} // namespace longpole::timeline
