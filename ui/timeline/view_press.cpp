// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// TimelineView: what a press takes hold of in the lane headers, and where a range begins.
#include "ui/timeline/header_painter.h"
#include "ui/timeline/view_private.h"

#include <algorithm>
#include <cmath>

namespace longpole::timeline_ui {

namespace {

constexpr double kSnapPx = 6.0;
constexpr int kEdgeAbove = 3; // pixels of a lane's lower edge that take hold of it …
constexpr int kEdgeBelow = 1; // … and of the lane below

} // namespace

// Edges of slices attract the ends of a range.
TimeNs TimelineView::Private::snapped(double lanePx) const
{
    const TimeNs free = viewport.timeAt(lanePx);
    const timeline::LaneScene* lane = sceneOf(pressedLane);
    if (lane == nullptr || lane->row.view == nullptr || lane->row.view->empty()) {
        return free;
    }
    const timeline::RowView& row = *lane->row.view;
    const std::size_t at = row.firstStartingAt(free.ns);
    TimeNs best = free;
    double distance = kSnapPx;
    for (std::size_t i = at == 0 ? 0 : at - 1; i < std::min(row.size(), at + 1); ++i) {
        for (const TimeNs edge : {row.start[i], TimeNs{row.endNs(i)}}) {
            const double away = std::abs(viewport.xOf(edge) - lanePx);
            if (away < distance) {
                distance = away;
                best = edge;
            }
        }
    }
    return best;
}

// The lane whose lower edge can be taken hold of here.
const timeline::Lane* TimelineView::Private::laneEdgeAt(QPoint at) const
{
    if (!data || !geometry.headers().contains(at)) {
        return nullptr;
    }
    const timeline::Lane* lane = geometry.laneAt(layout, at - QPoint(0, kEdgeBelow));
    const bool near = lane != nullptr && timeline::LaneLayout::resizable(*lane)
        && geometry.laneTop(*lane) + lane->height - at.y() <= kEdgeAbove;
    return near ? lane : nullptr;
}

// Lanes above stay where they are; the ones below move.
void TimelineView::Private::setLaneHeight(std::optional<int> height)
{
    layout.setHeight(pressedLane, height);
    updateGeometry();
}

void TimelineView::Private::pressHeader(QPoint at, const timeline::Lane* under)
{
    if (const timeline::Lane* edge = button == Qt::LeftButton ? laneEdgeAt(at) : nullptr) {
        pressedLane = edge->key;
        pressedHeight = edge->height;
        pressedOwnHeight = layout.ownHeight(edge->key);
        drag = Drag::LaneHeight;
        return;
    }
    if (under == nullptr) {
        return;
    }
    const timeline::Lane& lane = *under;
    const bool group = lane.key.kind == timeline::LaneKind::Group;
    if (button == Qt::LeftButton && lane.foldable && (group || onArrow(geometry, lane, at))) {
        q->setCollapsed(lane.key, !lane.collapsed);
        return;
    }
    pressedLane = lane.key;
    pressedOnLane = true;
    if (button == Qt::RightButton) {
        emit q->contextMenuRequested({}, lane.key, q->mapToGlobal(at));
    } else if (button == Qt::LeftButton) {
        drag = Drag::LaneMove;
    }
}

} // namespace longpole::timeline_ui
