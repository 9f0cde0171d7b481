// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What a TimelineView is made of. Only for its own .cpp files: timeline_view (interface),
// view_paint, view_input, view_press, view_navigation, view_reveal,
// view_lanes, view_path, view_linking.
#pragma once

#include "core/timeline/hit_test.h"
#include "ui/session/query_slot.h"
#include "ui/timeline/overlays.h"
#include "ui/timeline/overview_strip.h"
#include "ui/timeline/path_marks.h"
#include "ui/timeline/picture.h"
#include "ui/timeline/timeline_view.h"
#include "ui/timeline/track_loader.h"
#include "ui/timeline/view_geometry.h"
#include "ui/timeline/zoom_history.h"

#include <QElapsedTimer>
#include <QScrollBar>

namespace longpole::timeline_ui {

// What reading slices tells of a stall: not for the GUI thread, as they may rest packed in a store.
struct StallKey
{
    session::PathAnswerPtr answer;
    session::StallRef stall;
};
struct StallPlace
{
    TimeRange shown; // the gap, and what belongs to it as far as the gap stays large
};
StallPlace lookUpStall(const StallKey& key, const JobContext& job);

class TimelineView::Private
{
public:
    Private(TimelineView* view, session::Session& s);

    // Data
    void open(std::shared_ptr<timeline::TimelineData> data, bool load);
    void onLoaded();
    void applyShapes();
    void wantVisible();
    bool settled() const;

    // View state
    enum class Undo : std::uint8_t
    {
        No,
        Step,
        Merge
    };
    void setViewport(const timeline::Viewport& next, Undo undo);
    void zoomAt(double lanePx, double factor, Undo undo);
    void setScroll(int y);
    void updateGeometry();
    void layoutEdited(const timeline::Lane* anchor, int anchorTop);
    template <class Edit>
    void edit(timeline::LaneKey keepInPlace, Edit&& change);
    void invalidate();

    // Painting
    void renderFrame(qreal dpr);
    void paint(QPainter& painter, qreal dpr);
    PictureState pictureState() const;
    void paintOverlays(QPainter& painter, const theme::Theme& theme);
    void paintTitle(QPainter& painter, const theme::Theme& theme) const;
    void paintNotices(Overlays& overlays) const;
    const timeline::LaneScene* sceneOf(timeline::LaneKey key) const;

    // Critical path and stalls
    void followPath();
    void setMarks(std::shared_ptr<const PathMarks> next);
    void followStall();
    void showStall(const StallKey& key, const StallPlace& place);
    timeline::LaneKey stallLane(std::uint32_t device) const; // none: not known yet
    // Scrolls, opening what hides them; the most important first.
    void showTogether(const std::vector<SliceId>& slices, timeline::LaneKey also);
    void paintBeyond(Overlays& overlays) const;
    QStringList answerTip(const timeline::LaneScene& lane) const; // of a Path or Stalls lane
    bool clickAnswer();

    // Pointer
    enum class Drag : std::uint8_t
    {
        None,
        Pending,
        Range,
        Zoom,
        Pan,
        OverviewWindow,
        OverviewBegin,
        OverviewEnd,
        HeaderWidth,
        LaneHeight,
        LaneMove
    };
    double laneX(double widgetX) const { return widgetX - geometry.lanesLeft(); }
    void hoverAt(QPoint at);
    void clearHover();
    void press(QMouseEvent* event);
    void pressHeader(QPoint at, const timeline::Lane* lane);
    const timeline::Lane* laneEdgeAt(QPoint at) const;
    void setLaneHeight(std::optional<int> height); // of the lane that is held
    void pressOverview(double x);
    void move(QMouseEvent* event);
    void startDrag(QPoint at);
    void dragTo(QPoint at);
    void dragOverview(double x);
    void release(QMouseEvent* event);
    void click(QPoint at, Qt::MouseButton button);
    void cancelDrag();
    void updateCursorShape(QPoint at);
    TimeNs snapped(double lanePx) const;

    // Keys
    bool key(QKeyEvent* event);
    bool navigationKey(QKeyEvent* event);
    bool laneKey(QKeyEvent* event);
    int keyByPlace(const QKeyEvent* event) const; // 0: as its letter says

    // Selection
    timeline::LaneKey laneOfSelection() const; // where it is shown
    void onHits();
    void onSelection();
    void speak(const QString& words);
    void showSlice(const model::Slice& slice);
    void fit(const model::Slice& slice);
    void onRevealRequested(SliceId slice);

    TimelineView* q;
    session::Session& session;
    std::shared_ptr<timeline::TimelineData> data; // null: no trace
    TrackLoader* loader = nullptr;
    timeline::LaneLayout layout;
    timeline::Viewport viewport; // logical pixels of the lanes
    TimeNs zero; // of the ruler
    QString title; // instead of the trace's own words
    ZoomHistory history;
    QElapsedTimer sinceWheel;
    ViewGeometry geometry;
    int wantedHeaderWidth = 232;
    bool showHeaders = true;
    bool wheelZooms = false;
    QScrollBar* scrollBar;

    LaneFrame lanes;
    std::unique_ptr<LanePalette> palette;
    QImage headers;
    OverviewStrip overview;
    bool frameDirty = true;
    bool headersDirty = true;
    bool overviewDirty = true;
    bool wasSettled = false;

    QPoint pointer{-1, -1};
    bool pointerInside = false;
    timeline::Hit hit;
    timeline::LaneKey hitLane;
    bool overLane = false;
    QStringList tip;

    Drag drag = Drag::None;
    Qt::MouseButton button = Qt::NoButton;
    Qt::KeyboardModifiers modifiers;
    bool spaceHeld = false;
    QPoint pressedAt;
    timeline::Viewport pressedViewport;
    int pressedScroll = 0;
    timeline::LaneKey pressedLane; // also the lane whose figures a range shows
    bool pressedOnLane = false;
    TimeNs pressedTime;
    int pressedHeight = 0;
    std::optional<int> pressedOwnHeight; // none: as the density says
    int keyRepeat = 0;
    bool keysByPlace = true;
    bool ownKeys = true;

    std::optional<SelectionInfo> selection;
    HitSet hits;
    session::QuerySlot<SelectionKey, std::optional<SelectionInfo>> selectionQuery;
    std::shared_ptr<const PathMarks> marks; // of the session's answer; null: none yet
    session::QuerySlot<session::PathAnswerPtr, std::shared_ptr<const PathMarks>> marksQuery;
    session::QuerySlot<StallKey, StallPlace> stallQuery;
    session::QuerySlot<SelectionKey, std::optional<SelectionInfo>> revealQuery; // not selected
    SliceId revealWhenKnown;
    bool fitWhenKnown = false;
    std::optional<bool> followWhenKnown;
    int fitCount = 0; // fitSelection() calls in a row
};

template <class Edit>
void TimelineView::Private::edit(timeline::LaneKey keepInPlace, Edit&& change)
{
    const timeline::Lane* before = layout.find(keepInPlace);
    const int top = before == nullptr || before->pinned ? -1 : before->top;
    change();
    layoutEdited(layout.find(keepInPlace), top);
}

} // namespace longpole::timeline_ui
