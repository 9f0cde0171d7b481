// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// TimelineView: what views that are shown together tell each other.
#include "ui/timeline/view_private.h"

namespace longpole::timeline_ui {

void TimelineView::setViewport(const timeline::Viewport& like)
{
    timeline::Viewport next = like;
    next.setLimits(d->viewport.limits());
    next.resize(d->geometry.lanesWidth());
    d->setViewport(next, Private::Undo::No);
}

void TimelineView::setLimits(std::optional<TimeRange> limits)
{
    if (d->data) {
        timeline::Viewport next = d->viewport;
        next.setLimits(limits.value_or(d->data->trace().info().extent));
        d->setViewport(next, Private::Undo::No);
    }
}

void TimelineView::setTimeZero(TimeNs zero)
{
    if (zero != d->zero) {
        d->zero = zero;
        update();
    }
}

TimeNs TimelineView::timeZero() const
{
    return d->zero;
}

void TimelineView::setHeaderWidth(int px)
{
    d->wantedHeaderWidth = px;
    d->updateGeometry();
}

QRect TimelineView::lanesArea() const
{
    return d->geometry.lanes();
}

void TimelineView::setTitle(const QString& title)
{
    d->title = title;
    d->invalidate();
}

void TimelineView::setOverviewVisible(bool visible)
{
    d->geometry.overviewHeight = visible ? ViewGeometry::kOverviewHeight : 0;
    d->overviewDirty = true;
    d->updateGeometry();
}

} // namespace longpole::timeline_ui
