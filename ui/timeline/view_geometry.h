// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Where the parts of the timeline widget are, in logical pixels.
#pragma once

#include "core/timeline/lane_layout.h"

#include <QRect>
#include <QSize>

#include <algorithm>

namespace longpole::timeline_ui {

struct ViewGeometry
{
    static constexpr int kOverviewHeight = 44;
    static constexpr int kRulerHeight = 24;
    static constexpr int kMinHeaderWidth = 96;

    QSize size;
    int overviewHeight = kOverviewHeight; // 0: no overview
    int headerWidth = 232;
    int scrollBarWidth = 12;
    int scrollY = 0;
    int pinnedHeight = 0;

    int lanesLeft() const { return headerWidth; }
    int lanesWidth() const { return std::max(1, size.width() - headerWidth - scrollBarWidth); }
    int lanesTop() const { return overviewHeight + kRulerHeight; }
    QRect overview() const { return {headerWidth, 0, lanesWidth(), overviewHeight}; }
    QRect ruler() const { return {headerWidth, overviewHeight, lanesWidth(), kRulerHeight}; }
    QRect corner() const { return {0, 0, headerWidth, lanesTop()}; }
    QRect lanes() const
    {
        return {headerWidth, lanesTop(), lanesWidth(), std::max(0, size.height() - lanesTop())};
    }
    QRect headers() const { return {0, lanesTop(), headerWidth, lanes().height()}; }
    QRect scrolled() const
    {
        return lanes().adjusted(0, std::min(pinnedHeight, lanes().height()), 0, 0);
    }
    QRect scrollBar() const
    {
        return {size.width() - scrollBarWidth, scrolled().top(), scrollBarWidth,
                scrolled().height()};
    }

    int laneTop(const timeline::Lane& lane) const
    {
        return lanesTop() + lane.top + (lane.pinned ? 0 : pinnedHeight - scrollY);
    }
    QRect laneRect(const timeline::Lane& lane) const
    {
        return {headerWidth, laneTop(lane), lanesWidth(), lane.height};
    }
    // Null outside the lanes; headers count as their lanes.
    const timeline::Lane* laneAt(const timeline::LaneLayout& layout, QPoint at) const
    {
        if (at.y() < lanesTop() || at.x() >= headerWidth + lanesWidth()) {
            return nullptr;
        }
        const int y = at.y() - lanesTop();
        return y < pinnedHeight ? layout.pinnedAt(y) : layout.laneAt(y - pinnedHeight + scrollY);
    }
};

} // namespace longpole::timeline_ui
