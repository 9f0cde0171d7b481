// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// TimelineView: bringing slices into view. What is not known of a slice is looked up first, off the
// GUI thread.
#include "ui/timeline/view_private.h"

#include <algorithm>
#include <cmath>

namespace longpole::timeline_ui {

namespace {

constexpr double kRoomAround = 0.6; // of a slice's own length, on each side, when it is fitted

} // namespace

// Scrolls, pans or zooms no more than is needed to see it well.
void TimelineView::Private::showSlice(const model::Slice& slice)
{
    layout.uncover(slice.id);
    updateGeometry();
    if (const timeline::Lane* lane = layout.shownLaneOf(slice.id)) {
        q->showLane(lane->key);
    }
    const double x0 = viewport.xOf(slice.start);
    const double x1 = viewport.xOf(slice.end());
    const double width = viewport.widthPx();
    timeline::Viewport next = viewport;
    if (x1 - x0 > width || x1 - x0 < 2.0) {
        const std::int64_t length = std::max<std::int64_t>(1, slice.duration.ns);
        const DurationNs room{x1 - x0 > width ? length / 10 : saturatingAdd(length, length * 15)};
        next.setVisible({slice.start - room, slice.end() + room});
        setViewport(next, Undo::Step);
    } else if (x0 < 0.0 || x1 > width) {
        next.pan(0.5 * (x0 + x1) - width / 2.0);
        setViewport(next, Undo::Step);
    }
    emit q->layoutChanged();
}

void TimelineView::Private::onRevealRequested(SliceId slice)
{
    if (!data || !slice.valid()) {
        return;
    }
    if (selection && selection->slice.id == slice) {
        showSlice(selection->slice);
    } else if (session.selection() == slice) {
        revealWhenKnown = slice;
    } else {
        revealQuery.request({data->tracePtr(), slice});
    }
}

void TimelineView::fitSelection()
{
    if (d->selection) {
        d->fit(d->selection->slice);
    } else if (d->session.selection().valid()) {
        d->fitWhenKnown = true; // it is being looked up
    } else if (const auto range = d->session.range()) {
        setVisibleRange(*range);
    }
}

void TimelineView::Private::fit(const model::Slice& slice)
{
    const int count = fitCount;
    timeline::Viewport next = viewport;
    if (count % 2 == 1) {
        const auto state = data->state(slice.track);
        if (state->grids && slice.row < state->grids->size()) {
            const timeline::RowSummary& s = (*state->grids)[slice.row].summary();
            next.setVisible({{s.beginNs}, {s.endNs}});
        }
    } else {
        const auto room = static_cast<std::int64_t>(std::ceil(
            static_cast<double>(std::max<std::int64_t>(1, slice.duration.ns)) * kRoomAround));
        next.setVisible({slice.start - DurationNs{room}, slice.end() + DurationNs{room}});
        layout.uncover(slice.id);
        updateGeometry();
        if (const timeline::Lane* lane = layout.shownLaneOf(slice.id)) {
            q->showLane(lane->key);
        }
    }
    setViewport(next, Undo::Step);
    fitCount = count + 1;
}

void TimelineView::revealSelection()
{
    d->onRevealRequested(d->session.selection());
}

} // namespace longpole::timeline_ui
