// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// LaneLayout: what the state says of a lane.
#include "core/timeline/lane_layout.h"

#include <algorithm>
#include <array>

namespace longpole::timeline {

namespace {

bool contains(const std::vector<LaneKey>& all, LaneKey one)
{
    return std::find(all.begin(), all.end(), one) != all.end();
}

template <class Entries>
auto entryOf(Entries& all, LaneKey key)
{
    return std::find_if(all.begin(), all.end(),
                        [&](const auto& entry) { return entry.first == key; });
}

} // namespace

int LaneLayout::heightOf(const Lane& lane) const
{
    return resizable(lane) ? ownHeight(lane.key).value_or(usualHeight(lane)) : usualHeight(lane);
}

std::optional<int> LaneLayout::ownHeight(LaneKey key) const
{
    const auto it = entryOf(m_state.heights, key);
    return it == m_state.heights.end() ? std::nullopt : std::optional(it->second);
}

bool LaneLayout::resizable(const Lane& lane)
{
    return lane.key.kind != LaneKind::Group;
}

void LaneLayout::setHeight(LaneKey key, std::optional<int> height)
{
    const auto it = entryOf(m_state.heights, key);
    if (!height) {
        if (it != m_state.heights.end()) {
            m_state.heights.erase(it);
        }
    } else if (const int bounded = std::clamp(*height, kMinHeight, kMaxHeight);
               it != m_state.heights.end()) {
        it->second = bounded;
    } else {
        m_state.heights.emplace_back(key, bounded);
    }
    rebuild();
}

int LaneLayout::usualHeight(const Lane& lane) const
{
    const auto d = static_cast<std::size_t>(m_state.density);
    constexpr std::array kRow{14, 20, 28};
    constexpr std::array kGroup{20, 24, 28};
    constexpr std::array kTall{20, 28, 36};
    constexpr std::array kCounter{28, 40, 56};
    switch (lane.key.kind) {
    case LaneKind::Group:
        return kGroup[d];
    case LaneKind::Utilisation:
        return kTall[d];
    case LaneKind::Counter:
        return kCounter[d];
    default:
        return kRow[d];
    }
}

bool LaneLayout::isCollapsed(LaneKey key, bool byDefault) const
{
    const auto it = entryOf(m_state.collapsed, key);
    return it == m_state.collapsed.end() ? byDefault : it->second;
}

bool LaneLayout::isHidden(LaneKey key) const
{
    return contains(m_state.hidden, key);
}

bool LaneLayout::isPinned(LaneKey key) const
{
    return contains(m_state.pinned, key);
}

} // namespace longpole::timeline
