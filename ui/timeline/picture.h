// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Picture: a view of a trace as PNG or SVG. It is made from a copy of what the view shows, so that
// it can be painted on a worker thread while the view moves on. Its functions block: they load what
// of the trace is in the picture.
#pragma once

#include "core/timeline/track_data.h"
#include "ui/session/session.h"
#include "ui/theme/theme.h"
#include "ui/timeline/lane_frame.h"
#include "ui/timeline/overview_strip.h"
#include "ui/timeline/path_marks.h"
#include "ui/timeline/selection_info.h"

#include <optional>

class QIODevice;

namespace longpole::timeline_ui {

struct PictureState
{
    std::shared_ptr<timeline::TimelineData> data; // null: no trace
    timeline::LaneLayout layout;
    timeline::Viewport viewport;
    ViewGeometry geometry;
    QFont font;
    theme::Theme theme;
    std::optional<SelectionInfo> selection;
    std::optional<TimeRange> range;
    std::vector<session::Bookmark> bookmarks;
    std::shared_ptr<const PathMarks> marks; // may be null
    bool pathShown = false; // outlines and links
    std::optional<std::size_t> step;
    std::optional<session::StallRef> stall;
};

class Picture
{
public:
    explicit Picture(PictureState state);

    QImage image(qreal dpr);
    void writeSvg(QIODevice& device);

private:
    void loadShown();
    void paintFrame(QPainter& painter); // all but the lanes
    void paintOverlays(QPainter& painter);

    PictureState m_state;
    std::shared_ptr<const void> m_held; // what is loaded stays until it is painted
    LanePalette m_palette;
    LaneFrame m_frame;
    OverviewStrip m_overview;
};

// Upper left corner: what the trace is.
void paintCorner(QPainter& painter, const ViewGeometry& geometry, const model::Trace& trace,
                 const timeline::Viewport& viewport, const theme::Theme& theme);
// The lanes as rectangles and texts instead of pixels. Their number is bounded by lanes × pixels,
// as columns that look the same are joined.
void paintVectorLanes(QPainter& painter, const ViewGeometry& geometry, const timeline::Scene& scene,
                      const LanePalette& palette, const theme::Theme& theme,
                      const model::Trace& trace);

} // namespace longpole::timeline_ui
