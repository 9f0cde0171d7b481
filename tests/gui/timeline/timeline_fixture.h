// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// A timeline over a random trace, and hands to use it with.
#pragma once

#include "tests/gui/wait.h"
#include "tests/support/random_trace.h"
#include "ui/theme/theme.h"
#include "ui/timeline/timeline_view.h"

#include <QApplication>
#include <QMouseEvent>
#include <QTest>
#include <QWheelEvent>

#include <cmath>

using namespace longpole;
using timeline::LaneKey;
using timeline::LaneKind;

class TimelineFixture : public QObject
{
protected:
    void wheel(QPoint at, int notches, Qt::KeyboardModifiers modifiers);
    void settle();
    void findLeft(); // sets m_left
    QRect laneRect(LaneKey key) const;
    TimeNs timeAt(int x) const { return m_view->viewport().timeAt(x - lanesLeft()); }
    int xOf(TimeNs time) const
    {
        return lanesLeft() + static_cast<int>(std::floor(m_view->viewport().xOf(time)));
    }
    int lanesLeft() const { return m_left; }
    SliceId sliceOf(model::TrackKind kind, std::uint32_t index) const;
    void selectAndWait(SliceId slice);

    std::unique_ptr<session::Session> m_session;
    std::unique_ptr<timeline_ui::TimelineView> m_view;
    std::shared_ptr<const model::Trace> m_trace;
    int m_left = 0;
};

inline void TimelineFixture::settle()
{
    WAIT_VERIFY_FOR(m_view->isSettled(), 10'000);
    m_view->grab();
}

inline void TimelineFixture::findLeft()
{
    // The lanes begin where the first pixel has a time at or before the left edge of the view.
    m_left = 0;
    while (m_view->laneAt({m_left, 79}).valid() && m_left < 600) {
        QMouseEvent move(QEvent::MouseMove, QPointF(m_left, 79),
                         m_view->mapToGlobal(QPointF(m_left, 79)), Qt::NoButton, Qt::NoButton,
                         Qt::NoModifier);
        QApplication::sendEvent(m_view.get(), &move);
        if (m_session->cursor()) {
            break;
        }
        ++m_left;
    }
}

inline void TimelineFixture::wheel(QPoint at, int notches, Qt::KeyboardModifiers modifiers)
{
    QWheelEvent event(at, m_view->mapToGlobal(at), {}, {0, notches * 120}, Qt::NoButton, modifiers,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(m_view.get(), &event);
}

inline QRect TimelineFixture::laneRect(LaneKey key) const
{
    for (int y = 0; y < m_view->height(); ++y) {
        if (m_view->laneAt({m_left + 1, y}) == key && y > 0
            && !(m_view->laneAt({m_left + 1, y - 1}) == key)) {
            return {m_left, y, m_view->width() - m_left, m_view->laneLayout().find(key)->height};
        }
    }
    return {};
}

inline SliceId TimelineFixture::sliceOf(model::TrackKind kind, std::uint32_t index) const
{
    for (const model::Track& t : m_trace->tracks()) {
        if (t.kind == kind) {
            return SliceId(t.firstSlice + index);
        }
    }
    return {};
}

inline void TimelineFixture::selectAndWait(SliceId slice)
{
    m_session->select(slice);
    WAIT_VERIFY(!m_view->accessibleDescription().isEmpty());
}
