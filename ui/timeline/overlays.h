// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What is drawn over the lanes each frame: selection, links, range, search hits, bookmarks, the
// pointer's time, the tooltip. Few things, so QPainter does.
#pragma once

#include "core/timeline/scene.h"
#include "ui/session/session.h"
#include "ui/theme/theme.h"
#include "ui/timeline/selection_info.h"
#include "ui/timeline/view_geometry.h"

#include <QPainter>

namespace longpole::timeline_ui {

// Search hits, ready to be asked row by row.
struct HitSet
{
    session::Hits sorted;
    std::vector<bool> marked; // by SliceId

    // Index of the first hit of the row within [from, last), or last.
    std::size_t next(const timeline::RowView& row, std::size_t from, std::size_t last) const;
};

class Overlays
{
public:
    Overlays(QPainter& painter, const ViewGeometry& geometry, const timeline::LaneLayout& layout,
             const timeline::Viewport& viewport, const theme::Theme& theme);

    void iterationLines(const std::vector<model::Iteration>& iterations);
    void hits(const timeline::Scene& scene, const HitSet& hits);
    void range(TimeRange range, const QString& text);
    void zoomBox(int x0, int x1);
    void links(const SelectionInfo& selection);
    void selection(const model::Slice& slice);
    void hoverOutline(const timeline::Lane& lane, TimeRange range);
    void bookmarks(const std::vector<session::Bookmark>& bookmarks);
    void cursorLine(int x);
    void tooltip(QPoint at, const QStringList& lines);
    void notice(const QString& text, const QString& detail); // in the middle of the lanes
    // What lies above the scrolled lanes and what below, named at that edge.
    void beyond(const QStringList& above, const QStringList& below);
    void emptyLane(const timeline::Lane& lane, const QString& text);

private:
    double xOf(TimeNs time) const; // of the widget, clamped near the view
    QRectF sliceRect(const timeline::Lane& lane, TimeRange range) const;
    QPointF anchor(const model::Slice& slice, bool atEnd, const timeline::Lane*& lane) const;
    void link(QPointF from, QPointF to, bool curve, bool inferred);

    QPainter& m_painter;
    const ViewGeometry& m_geometry;
    const timeline::LaneLayout& m_layout;
    const timeline::Viewport& m_viewport;
    const theme::Theme& m_theme;
};

} // namespace longpole::timeline_ui
