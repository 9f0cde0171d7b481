// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/path_overlay.h"

#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <vector>

namespace longpole::timeline_ui {

namespace {

using timeline::Lane;
using timeline::LaneKind;

constexpr double kOutlinePx = 6.0; // narrower slices get a bar instead of an outline
constexpr double kLeastPx = 2.0;

QColor faded(QColor colour, int alpha)
{
    colour.setAlpha(alpha);
    return colour;
}

} // namespace

PathOverlay::PathOverlay(QPainter& painter, const ViewGeometry& geometry,
                         const timeline::LaneLayout& layout, const timeline::Viewport& viewport,
                         const theme::Theme& theme)
    : m_painter(painter)
    , m_geometry(geometry)
    , m_layout(layout)
    , m_viewport(viewport)
    , m_theme(theme)
    , m_visible(viewport.visible())
{ }

double PathOverlay::xOf(TimeNs time) const
{
    return m_geometry.lanesLeft()
        + std::clamp(m_viewport.xOf(time), -1000.0, m_viewport.widthPx() + 1000.0);
}

void PathOverlay::path(const PathMarks& marks, const std::vector<const Lane*>& lanes)
{
    m_painter.setBrush(Qt::NoBrush);
    for (const Lane* lane : lanes) {
        if (lane->key.kind == LaneKind::Slices) {
            if (const auto it = marks.rows.find(PathMarks::key(lane->key.track, lane->key.row));
                it != marks.rows.end()) {
                outlines(*lane, it->second);
            }
        } else if (lane->key.kind == LaneKind::Folded) {
            folded(*lane, marks);
        }
        const bool ofTrack = lane->key.kind == LaneKind::Slices
            || lane->key.kind == LaneKind::Folded || lane->key.kind == LaneKind::PythonFold;
        if (ofTrack && lane->firstOfTrack) {
            if (const auto it = marks.threads.find(lane->key.track.value);
                it != marks.threads.end()) {
                threadLine(*lane, it->second);
            }
        }
    }
    links(marks);
}

// Spans that fall together are drawn as one bar; the search goes on right of what is drawn.
void PathOverlay::outlines(const Lane& lane, const std::vector<PathSpan>& spans)
{
    const double top = m_geometry.laneTop(lane);
    auto it = std::partition_point(spans.begin(), spans.end(),
                                   [&](const PathSpan& s) { return s.end < m_visible.begin; });
    double covered = -1e9;
    while (it != spans.end() && it->begin < m_visible.end) {
        const double x0 = std::max(covered, std::round(xOf(it->begin)));
        const double x1 = std::max(x0 + kLeastPx, std::round(xOf(it->end)));
        if (x1 - x0 >= kOutlinePx) {
            m_painter.setPen(QPen(m_theme.accent, 2));
            m_painter.drawRect(QRectF(x0, top + 1.0, x1 - x0 - 1.0, lane.height - 2.0)
                                   .adjusted(0.5, 0.5, -0.5, -0.5));
        } else {
            m_painter.fillRect(QRectF(x0, top + lane.height - 3.0, x1 - x0, 3.0), m_theme.accent);
        }
        covered = x1;
        const TimeNs right = m_viewport.timeAt(covered - m_geometry.lanesLeft());
        it = std::partition_point(it + 1, spans.end(),
                                  [&](const PathSpan& s) { return s.end <= right; });
    }
}

void PathOverlay::threadLine(const Lane& lane, const std::vector<PathSpan>& spans)
{
    const double top = m_geometry.laneTop(lane);
    auto it = std::partition_point(spans.begin(), spans.end(),
                                   [&](const PathSpan& s) { return s.end < m_visible.begin; });
    double covered = -1e9;
    while (it != spans.end() && it->begin < m_visible.end) {
        const double x0 = std::max(covered, std::round(xOf(it->begin)));
        const double x1 = std::max(x0 + kLeastPx, std::round(xOf(it->end)));
        m_painter.fillRect(QRectF(x0, top, x1 - x0, 2.0), m_theme.accent);
        covered = x1;
        const TimeNs right = m_viewport.timeAt(covered - m_geometry.lanesLeft());
        it = std::partition_point(it + 1, spans.end(),
                                  [&](const PathSpan& s) { return s.end <= right; });
    }
}

// Rows without Python frames hold slices of several recorded rows: of each the first of a pixel.
void PathOverlay::folded(const Lane& lane, const PathMarks& marks)
{
    std::vector<PathSpan> spans;
    const std::size_t rows = marks.answer->trace->track(lane.key.track).rows.size();
    for (std::uint32_t row = 0; row < rows; ++row) {
        const auto found = marks.rows.find(PathMarks::key(lane.key.track, row));
        if (found == marks.rows.end()) {
            continue;
        }
        const auto end = found->second.end();
        auto it = std::partition_point(found->second.begin(), end,
                                       [&](const PathSpan& s) { return s.end < m_visible.begin; });
        while (it != end && it->begin < m_visible.end) {
            if (!(m_layout.foldedLaneOf(it->slice) == lane.key)) {
                ++it;
                continue;
            }
            spans.push_back(*it);
            const double covered = std::max(xOf(it->begin) + 1.0, xOf(it->end));
            const TimeNs right = m_viewport.timeAt(covered - m_geometry.lanesLeft());
            it = std::partition_point(it + 1, end,
                                      [&](const PathSpan& s) { return s.end <= right; });
        }
    }
    std::sort(spans.begin(), spans.end(),
              [](const PathSpan& a, const PathSpan& b) { return a.begin < b.begin; });
    outlines(lane, spans);
}

void PathOverlay::links(const PathMarks& marks)
{
    const auto& all = marks.crossings;
    const TimeNs from = m_visible.begin - marks.longestCrossing;
    const auto first = std::partition_point(all.begin(), all.end(),
                                            [&](const PathCrossing& c) { return c.begin < from; });
    const auto last = std::partition_point(
        first, all.end(), [&](const PathCrossing& c) { return c.begin < m_visible.end; });
    if (static_cast<std::size_t>(last - first) > kMaxLinks) {
        density(first, last);
        return;
    }
    // Many links are drawn finer, so that the lanes stay readable.
    constexpr std::ptrdiff_t kFew = 60;
    const bool few = last - first <= kFew;
    for (auto it = first; it != last; ++it) {
        const Lane* a = m_layout.shownLaneOf(it->from);
        const Lane* b = m_layout.shownLaneOf(it->to);
        if (a == nullptr || b == nullptr || a == b || it->end < m_visible.begin) {
            continue;
        }
        const auto middle = [&](const Lane& lane) {
            return std::round(m_geometry.laneTop(lane) + lane.height / 2.0) + 0.5;
        };
        const double x0 = std::round(xOf(it->begin)) + 0.5;
        const double x1 = std::round(xOf(it->end)) + 0.5;
        const double ya = middle(*a);
        const double yb = middle(*b);
        const double bend = x1 - x0 >= 8.0 ? x1 - 4.0 : x0;
        QPainterPath elbow(QPointF(x0, ya));
        elbow.lineTo(bend, ya);
        elbow.lineTo(bend, yb);
        elbow.lineTo(x1, yb);
        QPen pen(few ? m_theme.accent : faded(m_theme.accent, 150), few ? 2 : 1);
        if (it->inferred) {
            pen.setDashPattern({3, 2});
        }
        m_painter.setBrush(Qt::NoBrush);
        if (few) {
            m_painter.setPen(QPen(faded(m_theme.lane, 170), 4));
            m_painter.drawPath(elbow);
        }
        m_painter.setPen(pen);
        m_painter.drawPath(elbow);
    }
}

// On the path's own lane: the more changes of lane in a column, the taller.
void PathOverlay::density(std::vector<PathCrossing>::const_iterator first,
                          std::vector<PathCrossing>::const_iterator last)
{
    const Lane* lane = m_layout.find({LaneKind::Path, {}, 0});
    const auto width = static_cast<std::size_t>(m_geometry.lanesWidth());
    if (lane == nullptr || width == 0) {
        return;
    }
    std::vector<int> columns(width, 0);
    int most = 1;
    for (std::size_t x = 0; x < width && first != last; ++x) {
        const TimeNs right = m_viewport.timeAt(static_cast<double>(x) + 1.0);
        const auto next = std::partition_point(
            first, last, [&](const PathCrossing& c) { return c.begin < right; });
        columns[x] = static_cast<int>(next - first);
        most = std::max(most, columns[x]);
        first = next;
    }
    const double bottom = m_geometry.laneTop(*lane) + lane->height - 1.0;
    for (std::size_t x = 0; x < width; ++x) {
        if (columns[x] > 0) {
            const double height = 1.0 + 4.0 * columns[x] / most;
            m_painter.fillRect(QRectF(m_geometry.lanesLeft() + static_cast<double>(x),
                                      bottom - height, 1.0, height),
                               m_theme.accent);
        }
    }
}

void PathOverlay::step(const PathMarks& marks, std::size_t step)
{
    const Lane* lane = m_layout.find({LaneKind::Path, {}, 0});
    const auto& steps = marks.answer->path.steps();
    if (lane == nullptr || step >= steps.size()) {
        return;
    }
    const double x0 = std::round(xOf(steps[step].begin));
    const double x1 = std::max(x0 + kLeastPx, std::round(xOf(steps[step].end)));
    const QRectF box(x0 - 1.0, m_geometry.laneTop(*lane) + 1.0, x1 - x0 + 1.0, lane->height - 2.0);
    m_painter.setBrush(Qt::NoBrush);
    m_painter.setPen(QPen(faded(m_theme.lane, 230), 4));
    m_painter.drawRect(box);
    m_painter.setPen(QPen(m_theme.selectionOutline, 2));
    m_painter.drawRect(box);
}

void PathOverlay::stall(const PathMarks& marks, session::StallRef stall)
{
    const critical_path::Gap& gap = marks.answer->gap(stall);
    const QRect lanes = m_geometry.lanes();
    const Lane* lane = nullptr;
    int top = lanes.top(); // the answers' own lanes keep their colours
    for (const Lane& own : marks.lanes) {
        if (const Lane* shown = m_layout.find(own.key)) {
            top = std::max(top, m_geometry.laneTop(*shown) + shown->height);
        }
        if (marks.idleOf(own.key) == &marks.answer->stalls.devices[stall.device]) {
            lane = m_layout.find(own.key);
        }
    }
    const double x0 = std::round(xOf(gap.recorded().begin));
    const double x1 = std::max(x0 + kLeastPx, std::round(xOf(gap.recorded().end)));
    m_painter.fillRect(QRectF(x0, top, x1 - x0, lanes.bottom() + 1 - top),
                       faded(m_theme.alarm, 26));
    for (const double x : {x0, x1 - 1.0}) {
        m_painter.fillRect(QRectF(x, lanes.top(), 1.0, lanes.height()), faded(m_theme.alarm, 200));
    }
    if (lane != nullptr) {
        const QRectF box(x0 - 1.0, m_geometry.laneTop(*lane) + 1.0, x1 - x0 + 1.0,
                         lane->height - 2.0);
        m_painter.setBrush(Qt::NoBrush);
        m_painter.setPen(QPen(m_theme.selectionOutline, 2));
        m_painter.drawRect(box);
    }
}

} // namespace longpole::timeline_ui
