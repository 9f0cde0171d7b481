// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// TimelineView: lanes, folded, pinned, hidden, and pictures of them.
#include "ui/timeline/view_private.h"

#include <algorithm>

namespace longpole::timeline_ui {

timeline::LaneKey TimelineView::currentLane() const
{
    if (d->session.selection().valid() && d->data) {
        return d->laneOfSelection();
    }
    return d->hitLane;
}

timeline::LaneKey TimelineView::laneAt(QPoint position) const
{
    const timeline::Lane* lane = d->data ? d->geometry.laneAt(d->layout, position) : nullptr;
    return lane == nullptr ? timeline::LaneKey() : lane->key;
}

void TimelineView::setCollapsed(timeline::LaneKey lane, bool collapsed)
{
    d->edit(lane, [&] { d->layout.setCollapsed(lane, collapsed); });
}

void TimelineView::collapseAll(bool collapsed)
{
    d->edit(d->hitLane, [&] { d->layout.collapseAll(collapsed); });
}

void TimelineView::setPinned(timeline::LaneKey lane, bool pinned)
{
    if (lane.valid()) {
        d->edit(d->hitLane, [&] { d->layout.setPinned(lane, pinned); });
    }
}

void TimelineView::setHidden(timeline::LaneKey lane, bool hidden)
{
    if (lane.valid()) {
        d->edit(d->hitLane, [&] { d->layout.setHidden(lane, hidden); });
    }
}

void TimelineView::showAllLanes()
{
    d->edit(d->hitLane, [&] { d->layout.showAll(); });
}

void TimelineView::setDensity(timeline::Density density)
{
    d->edit(currentLane(), [&] { d->layout.setDensity(density); });
}

void TimelineView::setHeadersVisible(bool visible)
{
    d->showHeaders = visible;
    d->updateGeometry();
}

bool TimelineView::headersVisible() const
{
    return d->showHeaders;
}
void TimelineView::setWheelZooms(bool zooms)
{
    d->wheelZooms = zooms;
}
timeline::LaneState TimelineView::laneState() const
{
    return d->layout.state();
}
const timeline::LaneLayout& TimelineView::laneLayout() const
{
    return d->layout;
}

void TimelineView::setLaneState(const timeline::LaneState& state)
{
    d->layout.setState(state);
    d->layoutEdited(nullptr, -1);
}

void TimelineView::showLane(timeline::LaneKey key)
{
    const timeline::Lane* lane = d->layout.find(key);
    if (lane == nullptr || lane->pinned) {
        return;
    }
    const int height = d->geometry.scrolled().height();
    const int room = std::min(40, std::max(0, (height - lane->height) / 2));
    if (lane->top - room < d->geometry.scrollY) {
        d->setScroll(lane->top - room);
    } else if (lane->top + lane->height + room > d->geometry.scrollY + height) {
        d->setScroll(lane->top + lane->height + room - height);
    }
}

PictureState TimelineView::Private::pictureState() const
{
    const session::CriticalPathController& path = session.criticalPath();
    PictureState state{data,        layout,          viewport,
                       geometry,    q->font(),       theme::current(),
                       selection,   session.range(), session.bookmarks(),
                       marks,       path.overlay(),  path.step(),
                       path.stall()};
    state.geometry.scrollBarWidth = 0;
    state.viewport.resize(state.geometry.lanesWidth());
    return state;
}

std::function<QImage()> TimelineView::picture(QSize size, std::optional<TimeRange> range,
                                              qreal dpr) const
{
    PictureState state = d->pictureState();
    state.geometry.size = size;
    state.geometry.pinnedHeight =
        std::min(d->layout.pinnedHeight(), state.geometry.lanes().height() * 2 / 3);
    state.viewport.resize(state.geometry.lanesWidth());
    state.viewport.setVisible(range.value_or(d->viewport.visible()));
    return [state = std::move(state), dpr] { return Picture(state).image(dpr); };
}

std::function<void(QIODevice&)> TimelineView::vectorPicture() const
{
    return [state = d->pictureState()](QIODevice& device) { Picture(state).writeSvg(device); };
}

} // namespace longpole::timeline_ui
