// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// LaneLayout: folds within groups, and groups that begin folded.
#include "core/timeline/lane_layout.h"

#include <algorithm>
#include <set>

namespace longpole::timeline {

// Where several ranks share the lanes each begins as one line: how busy it is.
void LaneLayout::makeFolds()
{
    std::set<std::int32_t> ranks;
    for (const Group& g : m_groups) {
        if (g.key.track.valid() && !g.tracks.empty()) {
            ranks.insert(m_trace->track(g.key.track).rank);
        }
    }
    const bool manyRanks = ranks.size() > 1;
    m_foldOf.assign(m_trace->tracks().size(), 0);
    for (Group& g : m_groups) {
        g.collapsedByDefault = g.collapsedByDefault || (manyRanks && g.key.track.valid());
        if (!g.device) {
            continue;
        }
        g.folds = foldsOf(*m_trace, g.tracks);
        for (const TrackFold& fold : g.folds) {
            for (const TrackId t : *fold.tracks) {
                m_foldOf[t.value] = fold.number;
            }
        }
        // Streams that work before those that don't. Streams are the first tracks of a device.
        const auto streams = std::find_if(g.tracks.begin(), g.tracks.end(), [&](TrackId id) {
            return m_trace->track(id).kind != model::TrackKind::Stream;
        });
        std::stable_partition(g.tracks.begin(), streams,
                              [&](TrackId id) { return m_foldOf[id.value] == 0; });
    }
}

LaneKey LaneLayout::foldOf(TrackId track) const
{
    const std::uint32_t group = m_groupOf[track.value];
    return m_foldOf[track.value] == 0 || group >= m_groups.size()
        ? LaneKey{}
        : LaneKey{LaneKind::Group, m_groups[group].key.track, m_foldOf[track.value]};
}

// Returns whether its tracks are to be shown.
bool LaneLayout::addFold(const Group& group, std::uint32_t number)
{
    const auto fold = std::find_if(group.folds.begin(), group.folds.end(),
                                   [&](const TrackFold& f) { return f.number == number; });
    if (fold == group.folds.end()) {
        return true;
    }
    Lane lane;
    lane.key = {LaneKind::Group, group.key.track, number};
    lane.owner = group.key.track;
    lane.title = fold->title;
    lane.detail = fold->detail;
    lane.indent = 1;
    lane.foldable = true;
    lane.collapsed = isCollapsed(lane.key, true);
    lane.members = fold->tracks;
    const bool open = !lane.collapsed;
    const bool hidden = isHidden(lane.key);
    add(std::move(lane));
    return open && !hidden;
}

} // namespace longpole::timeline
