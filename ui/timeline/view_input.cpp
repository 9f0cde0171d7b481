// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// TimelineView: the mouse. See the table of gestures in the help.
#include "ui/session/path_words.h"
#include "ui/timeline/header_painter.h"
#include "ui/timeline/slice_text.h"
#include "ui/timeline/view_private.h"

#include <QApplication>
#include <QMouseEvent>

#include <algorithm>
#include <cmath>

namespace longpole::timeline_ui {

namespace {

constexpr double kNotchFactor = 1.25;
constexpr double kPanPerNotch = 60.0;
constexpr int kHeaderGrip = 4;

} // namespace

void TimelineView::Private::hoverAt(QPoint at)
{
    pointer = at;
    pointerInside = true;
    const timeline::LaneKey before = hitLane;
    const bool wasOver = overLane;
    hit = {};
    tip.clear();
    const timeline::Lane* lane = data ? geometry.laneAt(layout, at) : nullptr;
    overLane = lane != nullptr;
    hitLane = overLane ? lane->key : timeline::LaneKey();
    const bool onLanes = geometry.lanes().contains(at);
    if (overLane && !onLanes) {
        tip = {headerText(*lane)};
    } else if (overLane) {
        if (const timeline::LaneScene* s = sceneOf(lane->key)) {
            const double x = laneX(at.x()) * lanes.image().devicePixelRatio();
            hit = timeline::hitTest(lanes.scene(), *s, x);
            tip = hitText(hit, *s, data->trace());
            if (s->lane.own) {
                tip = answerTip(*s);
            } else if (hit.kind == timeline::Hit::Kind::Slice && marks) {
                if (const QString gain = session::gainWords(marks->answer->path, hit.slice);
                    !gain.isEmpty()) {
                    tip << gain;
                }
            }
        }
    }
    session.setHover(hit.kind == timeline::Hit::Kind::Slice ? hit.slice : SliceId());
    session.setCursor(data && onLanes ? std::optional(viewport.timeAt(laneX(at.x())))
                                      : std::nullopt);
    emit q->hoverTextChanged(tip.join(QStringLiteral("  ·  ")));
    if (overLane != wasOver || !(hitLane == before)) {
        headersDirty = true;
    }
    updateCursorShape(at);
    q->update();
}

void TimelineView::Private::clearHover()
{
    pointerInside = false;
    overLane = false;
    hitLane = {};
    hit = {};
    tip.clear();
    headersDirty = true;
    session.setHover({});
    session.setCursor(std::nullopt);
    q->update();
}

void TimelineView::Private::updateCursorShape(QPoint at)
{
    Qt::CursorShape shape = Qt::ArrowCursor;
    if (drag == Drag::Pan || drag == Drag::OverviewWindow || drag == Drag::LaneMove) {
        shape = Qt::ClosedHandCursor;
    } else if (showHeaders && std::abs(at.x() - geometry.headerWidth) <= kHeaderGrip) {
        shape = Qt::SplitHCursor;
    } else if (drag == Drag::LaneHeight || (drag == Drag::None && laneEdgeAt(at) != nullptr)) {
        shape = Qt::SplitVCursor;
    } else if (geometry.overview().contains(at) && data) {
        switch (overview.gripAt(laneX(at.x()), viewport)) {
        case OverviewStrip::Grip::Begin:
        case OverviewStrip::Grip::End:
            shape = Qt::SizeHorCursor;
            break;
        case OverviewStrip::Grip::Window:
            shape = Qt::OpenHandCursor;
            break;
        case OverviewStrip::Grip::None:
            break;
        }
    } else if (spaceHeld) {
        shape = Qt::OpenHandCursor;
    }
    q->setCursor(shape);
}

void TimelineView::Private::press(QMouseEvent* event)
{
    if (!data || drag != Drag::None) {
        return;
    }
    const QPoint at = event->position().toPoint();
    button = event->button();
    modifiers = event->modifiers();
    pressedAt = at;
    pressedViewport = viewport;
    pressedScroll = geometry.scrollY;
    history.closeStep();
    const timeline::Lane* lane = geometry.laneAt(layout, at);
    if (showHeaders && button == Qt::LeftButton
        && std::abs(at.x() - geometry.headerWidth) <= kHeaderGrip) {
        drag = Drag::HeaderWidth;
    } else if (geometry.overview().contains(at)) {
        pressOverview(laneX(at.x()));
    } else if (at.x() < geometry.headerWidth) {
        pressHeader(at, lane);
    } else if (geometry.lanes().contains(at) || geometry.ruler().contains(at)) {
        pressedOnLane = lane != nullptr;
        pressedLane = lane != nullptr ? lane->key : timeline::LaneKey();
        pressedTime = snapped(laneX(at.x()));
        drag = Drag::Pending;
    }
    updateCursorShape(at);
}

void TimelineView::Private::pressOverview(double x)
{
    switch (overview.gripAt(x, viewport)) {
    case OverviewStrip::Grip::Begin:
        drag = Drag::OverviewBegin;
        break;
    case OverviewStrip::Grip::End:
        drag = Drag::OverviewEnd;
        break;
    case OverviewStrip::Grip::Window:
        drag = Drag::OverviewWindow;
        break;
    case OverviewStrip::Grip::None: {
        // Bring the window here and hold it.
        timeline::Viewport next = viewport;
        next.pan(viewport.xOf(overview.timeAt(x)) - viewport.widthPx() / 2.0);
        setViewport(next, Undo::Step);
        pressedViewport = viewport;
        drag = Drag::OverviewWindow;
        break;
    }
    }
}

void TimelineView::Private::startDrag(QPoint at)
{
    const bool zooms = button == Qt::MiddleButton
        || (button == Qt::LeftButton && (modifiers & Qt::ControlModifier) != 0);
    const bool pans =
        button == Qt::RightButton || spaceHeld || (modifiers & Qt::ShiftModifier) != 0;
    drag = zooms ? Drag::Zoom : pans ? Drag::Pan : Drag::Range;
    tip.clear();
    updateCursorShape(at);
}

void TimelineView::Private::dragTo(QPoint at)
{
    const QPoint moved = at - pressedAt;
    switch (drag) {
    case Drag::Range: {
        const TimeNs other = snapped(std::clamp(laneX(at.x()), 0.0, viewport.widthPx()));
        session.setRange(TimeRange{std::min(pressedTime, other), std::max(pressedTime, other)});
        break;
    }
    case Drag::Pan: {
        timeline::Viewport next = pressedViewport;
        next.pan(-moved.x());
        setViewport(next, Undo::No);
        setScroll(pressedScroll - moved.y());
        break;
    }
    case Drag::HeaderWidth:
        wantedHeaderWidth = at.x();
        updateGeometry();
        emit q->headerWidthChanged(geometry.headerWidth);
        break;
    case Drag::LaneHeight:
        setLaneHeight(pressedHeight + moved.y());
        break;
    case Drag::OverviewWindow:
    case Drag::OverviewBegin:
    case Drag::OverviewEnd:
        dragOverview(laneX(at.x()));
        break;
    default:
        break;
    }
    q->update();
}

void TimelineView::Private::dragOverview(double x)
{
    timeline::Viewport next = pressedViewport;
    const TimeRange shown = pressedViewport.visible();
    if (drag == Drag::OverviewWindow) {
        next.pan((x - laneX(pressedAt.x())) * overview.nsPerPx() / next.nsPerPx());
    } else {
        const TimeNs edge = overview.timeAt(x);
        next.setVisible(drag == Drag::OverviewBegin
                            ? TimeRange{std::min(edge, shown.end - DurationNs{1}), shown.end}
                            : TimeRange{shown.begin, std::max(edge, shown.begin + DurationNs{1})});
    }
    setViewport(next, Undo::Merge);
}

void TimelineView::Private::move(QMouseEvent* event)
{
    const QPoint at = event->position().toPoint();
    if (drag == Drag::None) {
        hoverAt(at);
        return;
    }
    pointer = at;
    if (drag == Drag::Pending && (at - pressedAt).manhattanLength() >= 4) {
        startDrag(at);
    }
    dragTo(at);
}

void TimelineView::Private::release(QMouseEvent* event)
{
    if (drag == Drag::None || event->button() != button) {
        return;
    }
    const QPoint at = event->position().toPoint();
    const Drag was = drag;
    drag = Drag::None;
    history.closeStep();
    if (was == Drag::Pending) {
        click(at, button);
    } else if (was == Drag::Zoom && std::abs(at.x() - pressedAt.x()) >= 3) {
        const TimeNs a = viewport.timeAt(laneX(std::min(at.x(), pressedAt.x())));
        const TimeNs b = viewport.timeAt(laneX(std::max(at.x(), pressedAt.x())));
        q->setVisibleRange({a, std::max(b, a + DurationNs{1})});
    } else if (was == Drag::LaneMove && (at - pressedAt).manhattanLength() >= 6) {
        if (const timeline::Lane* target = geometry.laneAt(layout, at)) {
            const timeline::LaneKey before = target->key;
            edit(pressedLane, [&] { layout.move(pressedLane, before); });
        }
    } else if (was == Drag::LaneHeight) {
        emit q->layoutChanged(); // once, however far it was dragged
    }
    hoverAt(at);
}

void TimelineView::Private::click(QPoint at, Qt::MouseButton which)
{
    hoverAt(at);
    const SliceId slice = hit.slice;
    const bool adds = (modifiers & Qt::ControlModifier) != 0;
    if (which == Qt::LeftButton && !adds && clickAnswer()) {
        return;
    }
    if (which == Qt::LeftButton && adds) {
        session.toggleSelected(slice); // nothing, beside slices
    } else if (which == Qt::RightButton) {
        emit q->contextMenuRequested(slice, hitLane, q->mapToGlobal(at));
    } else if (which == Qt::MiddleButton) {
        if (slice.valid()) {
            session.select(slice);
            q->fitSelection();
        }
    } else if (slice.valid()) {
        session.select(slice);
    } else if (hit.kind == timeline::Hit::Kind::Iteration) {
        session.select(data->trace().iterations()[hit.index].slice);
    } else {
        session.select({});
        session.setRange(std::nullopt);
    }
}

void TimelineView::Private::cancelDrag()
{
    if (drag == Drag::Pan) {
        setViewport(pressedViewport, Undo::No);
        setScroll(pressedScroll);
    } else if (drag == Drag::Range) {
        session.setRange(std::nullopt);
    } else if (drag == Drag::LaneHeight) {
        setLaneHeight(pressedOwnHeight);
    }
    drag = Drag::None;
    q->update();
}

void TimelineView::mousePressEvent(QMouseEvent* event)
{
    d->press(event);
}
void TimelineView::mouseMoveEvent(QMouseEvent* event)
{
    d->move(event);
}
void TimelineView::mouseReleaseEvent(QMouseEvent* event)
{
    d->release(event);
}

void TimelineView::mouseDoubleClickEvent(QMouseEvent* event)
{
    d->press(event); // the second press of two clicks is a press too
    if (d->drag == Private::Drag::LaneHeight) {
        d->setLaneHeight(std::nullopt);
        d->drag = Private::Drag::None;
        emit layoutChanged();
        return;
    }
    if (event->button() == Qt::LeftButton && d->drag == Private::Drag::Pending) {
        d->drag = Private::Drag::None;
        d->hoverAt(event->position().toPoint());
        if (d->hit.slice.valid()) {
            d->session.select(d->hit.slice);
            fitSelection();
        }
    }
}

void TimelineView::wheelEvent(QWheelEvent* event)
{
    const QPoint angle = event->angleDelta();
    const QPoint pixels = event->pixelDelta();
    const double notches = angle.y() / 120.0;
    const QPointF at = event->position();
    const bool shift = (event->modifiers() & Qt::ShiftModifier) != 0;
    const bool zooms =
        ((event->modifiers() & Qt::ControlModifier) != 0) != (d->wheelZooms && !shift);
    if (!d->data) {
        event->ignore();
        return;
    }
    if (zooms && angle.y() != 0) {
        // Notches in quick succession are one step of undo.
        if (!d->sinceWheel.isValid() || d->sinceWheel.elapsed() > 700) {
            d->history.closeStep();
        }
        d->sinceWheel.start();
        const double x = std::clamp(d->laneX(at.x()), 0.0, d->viewport.widthPx());
        d->zoomAt(x, std::pow(kNotchFactor, notches), Private::Undo::Merge);
    } else if (shift || angle.x() != 0) {
        const double along = angle.x() != 0 ? angle.x() / 120.0 : notches;
        pan(pixels.x() != 0 ? -pixels.x() : -along * kPanPerNotch);
    } else {
        d->setScroll(
            d->geometry.scrollY
            - (pixels.y() != 0 ? pixels.y() : static_cast<int>(std::lround(notches * 60.0))));
    }
    d->pointer = at.toPoint();
    event->accept();
}

void TimelineView::leaveEvent(QEvent*)
{
    d->clearHover();
    emit hoverTextChanged({});
}

} // namespace longpole::timeline_ui
