// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// LaneLayout: looking lanes up, and what a user may change.
#include "core/timeline/lane_layout.h"

#include <algorithm>

namespace longpole::timeline {

namespace {

const Lane* laneAtY(const std::vector<Lane>& lanes, int y)
{
    const auto it = std::upper_bound(lanes.begin(), lanes.end(), y,
                                     [](int v, const Lane& lane) { return v < lane.top; });
    if (it == lanes.begin()) {
        return nullptr;
    }
    const Lane& lane = *std::prev(it);
    return y < lane.top + lane.height ? &lane : nullptr;
}

} // namespace

std::pair<std::size_t, std::size_t> LaneLayout::lanesIn(int top, int bottom) const
{
    const auto first = std::partition_point(m_lanes.begin(), m_lanes.end(), [&](const Lane& lane) {
        return lane.top + lane.height <= top;
    });
    const auto last = std::partition_point(first, m_lanes.end(),
                                           [&](const Lane& lane) { return lane.top < bottom; });
    return {static_cast<std::size_t>(first - m_lanes.begin()),
            static_cast<std::size_t>(last - m_lanes.begin())};
}

const Lane* LaneLayout::laneAt(int y) const
{
    return laneAtY(m_lanes, y);
}

const Lane* LaneLayout::pinnedAt(int y) const
{
    return laneAtY(m_pinned, y);
}

const Lane* LaneLayout::find(LaneKey key) const
{
    for (const Lane& lane : m_pinned) {
        if (lane.key == key) {
            return &lane;
        }
    }
    const auto it = m_index.find(key);
    return it == m_index.end() ? nullptr : &m_lanes[it->second];
}

LaneKey LaneLayout::laneOfSlice(SliceId slice) const
{
    return {LaneKind::Slices, m_trace->trackOf(slice), m_trace->rowOf(slice)};
}

LaneKey LaneLayout::foldedLaneOf(SliceId slice) const
{
    const TrackId track = m_trace->trackOf(slice);
    const auto it = m_folded.find(track.value);
    const std::uint32_t local = slice.value - m_trace->track(track).firstSlice;
    if (it == m_folded.end() || local >= it->second.rowOf->size()) {
        return {};
    }
    const std::uint16_t row = (*it->second.rowOf)[local];
    return row == kPythonRow ? LaneKey() : LaneKey{LaneKind::Folded, track, row};
}

bool LaneLayout::isShown(SliceId slice) const
{
    const Lane* lane = shownLaneOf(slice);
    return lane != nullptr && (lane->key == laneOfSlice(slice) || lane->key == foldedLaneOf(slice));
}

const Lane* LaneLayout::shownLaneOf(SliceId slice) const
{
    const LaneKey own = laneOfSlice(slice);
    if (const Lane* lane = find(own)) {
        return lane;
    }
    if (const Lane* lane = find(foldedLaneOf(slice))) {
        return lane;
    }
    const LaneKey folded{LaneKind::Folded, own.track, 0};
    for (const LaneKey key : {LaneKey{LaneKind::PythonFold, own.track, 0}, own.head(), folded}) {
        if (const Lane* lane = find(key)) {
            return lane;
        }
    }
    if (const LaneKey fold = foldOf(own.track); fold.track.valid()) {
        if (const Lane* lane = find(fold)) {
            return lane;
        }
    }
    const std::uint32_t group = m_groupOf[own.track.value];
    return group < m_groups.size() ? find(m_groups[group].key) : nullptr;
}

void LaneLayout::setDensity(Density density)
{
    m_state.density = density;
    rebuild();
}

void LaneLayout::setCollapsed(LaneKey key, bool collapsed)
{
    const auto it = std::find_if(m_state.collapsed.begin(), m_state.collapsed.end(),
                                 [&](const auto& entry) { return entry.first == key; });
    if (it == m_state.collapsed.end()) {
        m_state.collapsed.emplace_back(key, collapsed);
    } else {
        it->second = collapsed;
    }
    rebuild();
}

void LaneLayout::collapseAll(bool collapsed)
{
    for (const Group& g : m_groups) {
        setCollapsed(g.key, collapsed);
    }
}

void LaneLayout::setPinned(LaneKey key, bool pinned)
{
    const LaneKey head = key.head();
    std::erase(m_state.pinned, head);
    // Of a group its line is pinned, which then always shows how busy it is: the ranks one watches.
    if (pinned && (head.kind != LaneKind::Group || (head.track.valid() && head.row == 0))) {
        m_state.pinned.push_back(head);
    }
    rebuild();
}

void LaneLayout::setHidden(LaneKey key, bool hidden)
{
    const LaneKey head = key.head();
    std::erase(m_state.hidden, head);
    if (hidden) {
        m_state.hidden.push_back(head);
    }
    rebuild();
}

void LaneLayout::showAll()
{
    m_state.hidden.clear();
    rebuild();
}

void LaneLayout::move(LaneKey key, LaneKey before)
{
    const LaneKey head = key.head();
    const LaneKey target = before.head();
    std::vector<LaneKey> siblings;
    if (head.kind == LaneKind::Group) {
        for (const Group& g : m_groups) {
            siblings.push_back(g.key);
        }
    } else if (head.kind == LaneKind::Slices && head.track.value < m_groupOf.size()
               && m_groupOf[head.track.value] < m_groups.size()) {
        for (const TrackId t : m_groups[m_groupOf[head.track.value]].tracks) {
            siblings.push_back({LaneKind::Slices, t, 0});
        }
    }
    if (head == target || std::find(siblings.begin(), siblings.end(), head) == siblings.end()) {
        return;
    }
    std::erase(siblings, head);
    siblings.insert(std::find(siblings.begin(), siblings.end(), target), head);
    for (const LaneKey& k : siblings) {
        std::erase(m_state.order, k);
    }
    m_state.order.insert(m_state.order.end(), siblings.begin(), siblings.end());
    applyOrder();
    rebuild();
}

void LaneLayout::uncover(SliceId slice)
{
    const LaneKey own = laneOfSlice(slice);
    if (isShown(slice)) {
        return;
    }
    const std::uint32_t group = m_groupOf[own.track.value];
    if (group >= m_groups.size()) {
        return;
    }
    std::erase(m_state.hidden, m_groups[group].key);
    std::erase(m_state.hidden, own.head());
    setCollapsed(m_groups[group].key, false);
    if (const LaneKey fold = foldOf(own.track); fold.track.valid() && !isShown(slice)) {
        std::erase(m_state.hidden, fold);
        setCollapsed(fold, false);
    }
    if (!isShown(slice)) {
        setCollapsed(own.head(), false);
    }
    if (!isShown(slice)) {
        setCollapsed({LaneKind::PythonFold, own.track, 0}, false);
    }
}

void LaneLayout::setShapes(TrackId track, std::vector<RowShape> rows)
{
    m_shapes[track.value] = std::move(rows);
}

void LaneLayout::setFolded(TrackId track, std::shared_ptr<const std::vector<std::uint16_t>> rowOf,
                           std::vector<RowShape> rows)
{
    m_folded[track.value] = {std::move(rowOf), std::move(rows)};
}

void LaneLayout::setAnswers(std::vector<Lane> lanes)
{
    m_answers = std::move(lanes);
}

void LaneLayout::addAnswers()
{
    bool folded = false;
    for (Lane lane : m_answers) {
        if (lane.indent < 2) {
            folded = lane.foldable && isCollapsed(lane.key, true);
            lane.collapsed = folded;
        } else if (folded) {
            continue;
        }
        add(std::move(lane));
    }
}

void LaneLayout::setGroupBusy(TrackId group, double share)
{
    m_groupBusy[group.value] = share;
}

void LaneLayout::setState(const LaneState& state)
{
    m_state = state;
    if (m_trace) {
        const std::size_t tracks = m_trace->tracks().size();
        const auto unknown = [&](const LaneKey& k) {
            return k.track.valid() && k.track.value >= tracks;
        };
        std::erase_if(m_state.collapsed, [&](const auto& entry) { return unknown(entry.first); });
        std::erase_if(m_state.pinned, unknown);
        std::erase_if(m_state.hidden, unknown);
        std::erase_if(m_state.order, unknown);
        std::erase_if(m_state.heights, [&](const auto& entry) { return unknown(entry.first); });
        applyOrder();
    }
    rebuild();
}

} // namespace longpole::timeline
