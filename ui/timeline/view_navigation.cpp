// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// TimelineView: keys and gestures, and moving the selection along the trace.
#include "ui/timeline/slice_text.h"
#include "ui/timeline/view_private.h"

#include <QAccessible>
#include <QKeyEvent>
#include <QNativeGestureEvent>

#include <algorithm>
#include <array>
#include <cmath>

namespace longpole::timeline_ui {

namespace {

constexpr double kKeyZoom = 1.5;

} // namespace

timeline::LaneKey TimelineView::Private::laneOfSelection() const
{
    const timeline::Lane* lane =
        data && session.selection().valid() ? layout.shownLaneOf(session.selection()) : nullptr;
    return lane == nullptr ? timeline::LaneKey() : lane->key;
}

void TimelineView::Private::onHits()
{
    hits.sorted = session.hits();
    hits.marked.assign(session.trace() ? session.trace()->counts().slices : 0, false);
    for (const SliceId hitSlice : *hits.sorted) {
        if (hitSlice.value < hits.marked.size()) {
            hits.marked[hitSlice.value] = true;
        }
    }
    q->update();
}

void TimelineView::Private::speak(const QString& words)
{
    q->setAccessibleDescription(words);
    QAccessibleValueChangeEvent changed(q, words);
    QAccessible::updateAccessibility(&changed);
    emit q->spokenSelectionChanged(words);
}

void TimelineView::Private::onSelection()
{
    if (!selection) {
        return;
    }
    const model::Slice& slice = selection->slice;
    speak(spokenSlice(slice, data->trace()));
    if (revealWhenKnown == slice.id) {
        revealWhenKnown = {};
        showSlice(slice);
    }
    if (fitWhenKnown) {
        fitWhenKnown = false;
        fit(slice);
    }
    if (followWhenKnown) {
        const bool forward = *followWhenKnown;
        followWhenKnown.reset();
        q->followLink(forward);
    }
    q->update();
}

void TimelineView::selectNeighbour(int step)
{
    const SliceId selected = d->session.selection();
    if (!d->data || !selected.valid()) {
        return;
    }
    const model::Track& track = d->data->trace().track(d->data->trace().trackOf(selected));
    const std::uint32_t row = d->data->trace().rowOf(selected);
    if (row >= track.rows.size()) {
        return;
    }
    const std::int64_t at =
        static_cast<std::int64_t>(selected.value) - track.firstSlice - track.rows[row].first + step;
    if (at >= 0 && at < track.rows[row].count) {
        const SliceId next(track.firstSlice + track.rows[row].first
                           + static_cast<std::uint32_t>(at));
        d->revealWhenKnown = next;
        d->session.select(next);
    }
}

void TimelineView::selectParent()
{
    if (d->selection && d->selection->slice.parent.valid()) {
        const SliceId parent = d->selection->slice.parent;
        d->revealWhenKnown = parent;
        d->session.select(parent);
    }
}

void TimelineView::selectChild()
{
    if (!d->selection) {
        return;
    }
    const model::Slice& slice = d->selection->slice;
    const auto state = d->data->state(slice.track);
    if (!state->slices || slice.row + 1 >= state->slices->rows().size()) {
        return;
    }
    const timeline::RowView& below = state->slices->rows()[slice.row + 1];
    const std::size_t i = below.firstStartingAt(slice.start.ns);
    if (i < below.size() && below.endNs(i) <= slice.end().ns) {
        const SliceId child(below.firstSlice + static_cast<std::uint32_t>(i));
        d->revealWhenKnown = child;
        d->session.select(child);
    }
}

void TimelineView::followLink(bool forward)
{
    if (!d->selection) {
        if (d->session.selection().valid()) {
            d->followWhenKnown = forward; // its links are being looked up
        }
        return;
    }
    if (const LinkEnd* end = linkToFollow(*d->selection, forward)) {
        const SliceId other = end->other.id;
        d->revealWhenKnown = other;
        d->session.select(other);
    }
}

// On X11 and Wayland a scan code is the number of the key in evdev plus 8; where a platform gives
// none, or others, letters count.
int TimelineView::Private::keyByPlace(const QKeyEvent* event) const
{
    struct Place
    {
        quint32 scanCode;
        int key;
    };
    static constexpr std::array<Place, 5> kPlaces{
        {{25, Qt::Key_W}, {38, Qt::Key_A}, {39, Qt::Key_S}, {40, Qt::Key_D}, {52, Qt::Key_Z}}};
    const bool bare = (event->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier)) == 0;
    if (!keysByPlace || !bare || event->nativeScanCode() == 0) {
        return 0;
    }
    const auto* place = std::find_if(kPlaces.begin(), kPlaces.end(), [&](const Place& p) {
        return p.scanCode == event->nativeScanCode();
    });
    return place == kPlaces.end() || place->key == event->key() ? 0 : place->key;
}

void TimelineView::setKeysByPlace(bool byPlace)
{
    d->keysByPlace = byPlace;
}

void TimelineView::setOwnKeys(bool own)
{
    d->ownKeys = own;
}

bool TimelineView::Private::navigationKey(QKeyEvent* event)
{
    const int byPlace = keyByPlace(event);
    const bool pages = event->key() == Qt::Key_PageUp || event->key() == Qt::Key_PageDown;
    if (!ownKeys && byPlace == 0 && !pages) {
        return false;
    }
    const bool shift = (event->modifiers() & Qt::ShiftModifier) != 0;
    // Held keys pan faster and faster, up to four times.
    const double reach = viewport.widthPx() * 0.08 * std::min(4.0, 1.0 + keyRepeat * 0.15);
    switch (byPlace != 0 ? byPlace : event->key()) {
    case Qt::Key_W:
        q->zoom(kKeyZoom);
        return true;
    case Qt::Key_S:
        q->zoom(1.0 / kKeyZoom);
        return true;
    case Qt::Key_A:
    case Qt::Key_Left:
        q->pan(-reach);
        return true;
    case Qt::Key_D:
    case Qt::Key_Right:
        q->pan(reach);
        return true;
    case Qt::Key_Up:
        q->selectParent();
        return true;
    case Qt::Key_Down:
        q->selectChild();
        return true;
    case Qt::Key_PageUp:
        setScroll(geometry.scrollY - geometry.scrolled().height());
        return true;
    case Qt::Key_PageDown:
        setScroll(geometry.scrollY + geometry.scrolled().height());
        return true;
    case Qt::Key_F:
        q->fitSelection();
        return true;
    case Qt::Key_Home:
    case Qt::Key_0:
        q->fitAll();
        return true;
    case Qt::Key_Z:
        shift ? q->redoZoom() : q->undoZoom();
        return true;
    case Qt::Key_Backspace:
        q->undoZoom();
        return true;
    case Qt::Key_Comma:
        q->selectNeighbour(-1);
        return true;
    case Qt::Key_Period:
        q->selectNeighbour(1);
        return true;
    case Qt::Key_BracketLeft:
    case Qt::Key_BracketRight:
        q->walk(event->key() == Qt::Key_BracketRight);
        return true;
    case Qt::Key_C:
        session.criticalPath().setOverlay(!session.criticalPath().overlay());
        return true;
    case Qt::Key_G:
        session.criticalPath().nextStall(shift ? -1 : 1);
        return true;
    default:
        return false;
    }
}

bool TimelineView::Private::laneKey(QKeyEvent* event)
{
    const bool shift = (event->modifiers() & Qt::ShiftModifier) != 0;
    const timeline::LaneKey lane = q->currentLane();
    if (!ownKeys && event->key() != Qt::Key_Escape && event->key() != Qt::Key_Space) {
        return false;
    }
    switch (event->key()) {
    case Qt::Key_P:
        if (const timeline::Lane* shown = layout.find(lane)) {
            q->setPinned(lane, !shown->pinned);
        }
        return true;
    case Qt::Key_H:
        shift ? q->showAllLanes() : q->setHidden(lane, true);
        return true;
    case Qt::Key_Escape:
        if (drag != Drag::None) {
            cancelDrag();
        } else if (session.criticalPath().stall() || session.criticalPath().step()) {
            session.criticalPath().selectStall(std::nullopt);
            session.criticalPath().selectStep(std::nullopt);
        } else if (session.range()) {
            session.setRange(std::nullopt);
        } else {
            session.select({});
        }
        return true;
    case Qt::Key_Space:
        spaceHeld = true;
        updateCursorShape(pointer);
        return true;
    default:
        return false;
    }
}

bool TimelineView::Private::key(QKeyEvent* event)
{
    if (!data
        || (event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) != 0) {
        return false;
    }
    keyRepeat = event->isAutoRepeat() ? keyRepeat + 1 : 0;
    return navigationKey(event) || laneKey(event);
}

void TimelineView::keyPressEvent(QKeyEvent* event)
{
    if (!d->key(event)) {
        QWidget::keyPressEvent(event);
    }
}

void TimelineView::keyReleaseEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Space && !event->isAutoRepeat()) {
        d->spaceHeld = false;
        d->updateCursorShape(d->pointer);
    } else {
        QWidget::keyReleaseEvent(event);
    }
}

bool TimelineView::event(QEvent* event)
{
    // Taken as a key of the view before it can be the shortcut of the letter on it.
    // So is Escape while something is held.
    if (event->type() == QEvent::ShortcutOverride && d->data
        && (d->keyByPlace(static_cast<QKeyEvent*>(event)) != 0
            || (d->drag != Private::Drag::None
                && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape))) {
        event->accept();
        return true;
    }
    if (event->type() == QEvent::NativeGesture) {
        const auto* gesture = static_cast<QNativeGestureEvent*>(event);
        if (gesture->gestureType() == Qt::ZoomNativeGesture && d->data) {
            d->zoomAt(d->laneX(gesture->position().x()), 1.0 + gesture->value(),
                      Private::Undo::Merge);
            return true;
        }
    }
    return QWidget::event(event);
}

} // namespace longpole::timeline_ui
