// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// TimelineView: the one widget that shows a trace over time: overview, ruler, lane headers and
// lanes. It follows and changes the Session (selection, hover, cursor, range); everything else a
// window needs is a call here. GUI thread only.
// Keys: W/S A/D, arrows, `,` `.` `[` `]` and the like work while the view has the focus, unless the
// window binds them to actions of its own, which then win.
#pragma once

#include "core/timeline/lane_layout.h"
#include "core/timeline/viewport.h"
#include "ui/session/session.h"

#include <QImage>
#include <QWidget>

#include <functional>
#include <memory>
#include <optional>

class QIODevice;

namespace longpole::timeline_ui {

class TimelineView : public QWidget
{
    Q_OBJECT

public:
    explicit TimelineView(session::Session& session, QWidget* parent = nullptr);
    ~TimelineView() override;

    // Time axis. Each of these is one step of undoZoom() where it says so.
    const timeline::Viewport& viewport() const;
    void setVisibleRange(TimeRange range); // undo step
    void fitAll(); // undo step
    void fitSelection(); // undo step; a second call in a row fits its lane
    void zoom(double factor); // > 1 zooms in, about the middle or the pointer
    void zoom(double factor, double atPx); // about this x of the widget
    void pan(double px); // > 0 shows later times
    void undoZoom();
    void redoZoom();
    bool canUndoZoom() const;
    bool canRedoZoom() const;

    // For views that are shown together: exactly this scale and left edge, at this view's width,
    // and no step of undo; how far one can pan and zoom out (none: the trace's extent); what the
    // ruler calls 0; how wide the names of lanes are; where the lanes are within the widget; a
    // title in the corner; without the overview on top.
    void setViewport(const timeline::Viewport& like);
    void setLimits(std::optional<TimeRange> limits);
    void setTimeZero(TimeNs zero);
    TimeNs timeZero() const;
    void setHeaderWidth(int px);
    QRect lanesArea() const;
    void setTitle(const QString& title);
    void setOverviewVisible(bool visible);

    // Selection, moved along the trace. Each leaves the selection alone where there is no such
    // slice.
    void revealSelection(); // scrolls and zooms only as far as needed; opens folded lanes
    void selectNeighbour(int step); // -1 previous, +1 next in its row
    void selectParent();
    void selectChild(); // the first child
    void followLink(bool forward); // launch → kernel, or back; along any link if there is no launch
    void walk(bool forward); // along the critical path while it is outlined, else along links

    // Lanes. The "current" lane is that of the selection, else the one under the pointer.
    timeline::LaneKey currentLane() const;
    timeline::LaneKey laneAt(QPoint position) const; // none outside the lanes
    void setCollapsed(timeline::LaneKey lane, bool collapsed);
    void collapseAll(bool collapsed);
    void setPinned(timeline::LaneKey lane, bool pinned);
    void setHidden(timeline::LaneKey lane, bool hidden);
    void showAllLanes();
    void setDensity(timeline::Density density);
    void setHeadersVisible(bool visible);
    bool headersVisible() const;
    void setWheelZooms(bool zooms); // wheel zooms instead of scrolling
    timeline::LaneState laneState() const;
    void setLaneState(const timeline::LaneState& state);
    const timeline::LaneLayout& laneLayout() const;
    void showLane(timeline::LaneKey lane); // scrolls it into view

    // Pictures of what the view shows now, or of `range`. Call the result on any thread, also when
    // the view is gone; it blocks until everything in the picture is loaded.
    std::function<QImage()> picture(QSize size, std::optional<TimeRange> range, qreal dpr) const;
    std::function<void(QIODevice&)> vectorPicture() const; // SVG

    // "kernel gemm, 12.3 µs, stream 7", for screen readers; empty without a selection.
    QString spokenSelection() const { return accessibleDescription(); }
    // W, A, S, D and Z are where they are on a QWERTY keyboard, whatever letters are on them. On
    // unless a user has chosen keys for these things.
    void setKeysByPlace(bool byPlace);
    // Off: letters and arrows do nothing of themselves, they are all keys of the window's actions.
    void setOwnKeys(bool own);

    // Whether everything in view is loaded (a store-backed trace paints coarsely before it is).
    bool isSettled() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void visibleRangeChanged(longpole::TimeRange range);
    void hoverTextChanged(const QString& text); // one line about what is under the pointer
    void frameTimeChanged(double ms); // CPU time of the last frame
    void zoomHistoryChanged();
    void headerWidthChanged(int px); // by the user
    void layoutChanged(); // lanes folded, hidden, pinned, ordered
    void contextMenuRequested(longpole::SliceId slice, longpole::timeline::LaneKey lane,
                              QPoint globalPos);
    void settledChanged(bool settled);
    void spokenSelectionChanged(const QString& words); // with QAccessible's ValueChanged

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool event(QEvent* event) override;

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace longpole::timeline_ui
