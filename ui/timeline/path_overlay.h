// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The critical path over the lanes: amber outlines on the slices it runs through, an amber line
// along the threads it follows, links where it changes lanes; and the stall that is looked at.
// What it costs depends on the pixels in view, not on the length of the path.
#pragma once

#include "core/timeline/scene.h"
#include "ui/theme/theme.h"
#include "ui/timeline/path_marks.h"
#include "ui/timeline/view_geometry.h"

#include <QPainter>

namespace longpole::timeline_ui {

class PathOverlay
{
public:
    // More links than this in view are drawn as a strip that is denser where there are more.
    static constexpr std::size_t kMaxLinks = 500;

    PathOverlay(QPainter& painter, const ViewGeometry& geometry, const timeline::LaneLayout& layout,
                const timeline::Viewport& viewport, const theme::Theme& theme);

    void path(const PathMarks& marks, const std::vector<const timeline::Lane*>& lanes);
    void step(const PathMarks& marks, std::size_t step); // outline on the path's own lane
    void stall(const PathMarks& marks, session::StallRef stall); // a band over all lanes

private:
    double xOf(TimeNs time) const; // of the widget, clamped near the view
    void outlines(const timeline::Lane& lane, const std::vector<PathSpan>& spans);
    void threadLine(const timeline::Lane& lane, const std::vector<PathSpan>& spans);
    void folded(const timeline::Lane& lane, const PathMarks& marks);
    void links(const PathMarks& marks);
    void density(std::vector<PathCrossing>::const_iterator first,
                 std::vector<PathCrossing>::const_iterator last);

    QPainter& m_painter;
    const ViewGeometry& m_geometry;
    const timeline::LaneLayout& m_layout;
    const timeline::Viewport& m_viewport;
    const theme::Theme& m_theme;
    TimeRange m_visible;
};

} // namespace longpole::timeline_ui
