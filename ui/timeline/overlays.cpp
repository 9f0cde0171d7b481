// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/overlays.h"

#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace longpole::timeline_ui {

namespace {

using timeline::Lane;
using timeline::LaneKind;

// Curves cost 20 times what elbows do; few are nicer to look at, many are not.
constexpr std::size_t kMaxCurves = 20;
constexpr double kMinIterationPx = 48.0;

QColor faded(QColor colour, int alpha)
{
    colour.setAlpha(alpha);
    return colour;
}

} // namespace

Overlays::Overlays(QPainter& painter, const ViewGeometry& geometry,
                   const timeline::LaneLayout& layout, const timeline::Viewport& viewport,
                   const theme::Theme& theme)
    : m_painter(painter)
    , m_geometry(geometry)
    , m_layout(layout)
    , m_viewport(viewport)
    , m_theme(theme)
{ }

double Overlays::xOf(TimeNs time) const
{
    return m_geometry.lanesLeft()
        + std::clamp(m_viewport.xOf(time), -1000.0, m_viewport.widthPx() + 1000.0);
}

QRectF Overlays::sliceRect(const Lane& lane, TimeRange range) const
{
    const double x0 = std::round(xOf(range.begin));
    const double x1 = std::max(x0 + 2.0, std::round(xOf(range.end)));
    return {x0, static_cast<double>(m_geometry.laneTop(lane)) + 1.0, x1 - x0, lane.height - 2.0};
}

void Overlays::iterationLines(const std::vector<model::Iteration>& iterations)
{
    m_painter.setPen(faded(m_theme.separator, 170));
    const QRect lanes = m_geometry.lanes();
    double last = -1e9;
    for (const model::Iteration& iteration : iterations) {
        const double x = std::round(xOf(iteration.range.begin));
        if (x - last < kMinIterationPx && last > -1e8) {
            continue;
        }
        if (x > lanes.left() && x < lanes.right()) {
            m_painter.drawLine(QPointF(x + 0.5, lanes.top()), QPointF(x + 0.5, lanes.bottom()));
        }
        last = x;
    }
}

void Overlays::hits(const timeline::Scene& scene, const HitSet& hits)
{
    if (hits.sorted->empty()) {
        return;
    }
    for (std::size_t i = 0; i < scene.used; ++i) {
        const timeline::LaneScene& lane = scene.lanes[i];
        const timeline::RowView* row = lane.row.view;
        const bool slices =
            lane.lane.key.kind == LaneKind::Slices || lane.lane.key.kind == LaneKind::Folded;
        if (!slices || row == nullptr || row->empty()) {
            continue;
        }
        const double bottom = m_geometry.laneTop(lane.lane) + lane.lane.height - 1.0;
        const std::size_t last = row->firstStartingAt(scene.bounds.back());
        std::size_t at = hits.next(*row, row->firstEndingAfter(scene.bounds.front()), last);
        double covered = -1.0;
        while (at < last) {
            const double x0 = std::max(covered, std::floor(xOf(row->start[at])));
            const double x1 = std::max(x0 + 2.0, xOf({row->endNs(at)}));
            m_painter.fillRect(QRectF(x0, bottom - 2.0, x1 - x0, 3.0), m_theme.searchHit);
            covered = x1;
            // Straight to the first hit right of what is drawn, however many lie between.
            const TimeNs right = m_viewport.timeAt(covered - m_geometry.lanesLeft());
            at = hits.next(*row, std::max(at + 1, row->firstEndingAfter(right.ns)), last);
        }
    }
}

std::size_t HitSet::next(const timeline::RowView& row, std::size_t from, std::size_t last) const
{
    if (from >= last) {
        return last;
    }
    if (row.ids.empty()) {
        const auto it = std::lower_bound(sorted->begin(), sorted->end(), row.idAt(from));
        return it == sorted->end() ? last : std::min<std::size_t>(last, it->value - row.firstSlice);
    }
    while (from < last && !(row.ids[from] < marked.size() && marked[row.ids[from]])) {
        ++from;
    }
    return from;
}

void Overlays::range(TimeRange range, const QString& text)
{
    const QRect lanes = m_geometry.lanes();
    const double x0 = std::max<double>(lanes.left(), xOf(range.begin));
    const double x1 = std::min<double>(lanes.right() + 1.0, xOf(range.end));
    if (x1 <= lanes.left() || x0 > lanes.right()) {
        return;
    }
    const QRectF box(x0, lanes.top(), std::max(1.0, x1 - x0), lanes.height());
    m_painter.fillRect(box, m_theme.rangeFill);
    m_painter.fillRect(
        QRectF(x0, m_geometry.ruler().top(), box.width(), ViewGeometry::kRulerHeight),
        m_theme.rangeFill);
    const QColor edge = faded(m_theme.rangeFill, 220);
    m_painter.fillRect(QRectF(x0, lanes.top(), 1, lanes.height()), edge);
    m_painter.fillRect(QRectF(x1 - 1, lanes.top(), 1, lanes.height()), edge);
    const double width = m_painter.fontMetrics().horizontalAdvance(text) + 16.0;
    const double left = std::clamp(0.5 * (x0 + x1 - width), static_cast<double>(lanes.left()) + 2.0,
                                   std::max(lanes.left() + 2.0, lanes.right() - width - 2.0));
    const QRectF label(left, lanes.bottom() - 26.0, width, 20.0);
    m_painter.setRenderHint(QPainter::Antialiasing);
    m_painter.setPen(m_theme.separator);
    m_painter.setBrush(m_theme.panel);
    m_painter.drawRoundedRect(label.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    m_painter.setRenderHint(QPainter::Antialiasing, false);
    m_painter.setPen(m_theme.text);
    m_painter.drawText(label, Qt::AlignCenter, text);
}

void Overlays::zoomBox(int x0, int x1)
{
    const QRect lanes = m_geometry.lanes();
    const QRect box(QPoint(std::min(x0, x1), lanes.top()),
                    QPoint(std::max(x0, x1), lanes.bottom()));
    m_painter.fillRect(box, faded(m_theme.text, 24));
    m_painter.setPen(QPen(faded(m_theme.text, 200), 1, Qt::DashLine));
    m_painter.setBrush(Qt::NoBrush);
    m_painter.drawRect(box);
}

QPointF Overlays::anchor(const model::Slice& slice, bool atEnd, const Lane*& lane) const
{
    lane = m_layout.shownLaneOf(slice.id);
    if (lane == nullptr) {
        return {};
    }
    const double y = m_geometry.laneTop(*lane) + lane->height / 2.0;
    return {xOf(atEnd ? slice.end() : slice.start), y};
}

void Overlays::links(const SelectionInfo& selection)
{
    const bool curves = selection.links.size() <= kMaxCurves;
    m_painter.setRenderHint(QPainter::Antialiasing, curves);
    for (const LinkEnd& end : selection.links) {
        const model::Slice& from = end.outgoing ? selection.slice : end.other;
        const model::Slice& to = end.outgoing ? end.other : selection.slice;
        const Lane* fromLane = nullptr;
        const Lane* toLane = nullptr;
        // A launch leaves where the call begins: the operation may well start before it returns.
        const bool atEnd = end.link.kind != model::LinkKind::Launch;
        const QPointF a = anchor(from, atEnd, fromLane);
        const QPointF b = anchor(to, false, toLane);
        if (fromLane != nullptr && toLane != nullptr) {
            link(a, b, curves, end.link.provenance == model::Provenance::Inferred);
        }
    }
    m_painter.setRenderHint(QPainter::Antialiasing, false);
}

void Overlays::link(QPointF from, QPointF to, bool curve, bool inferred)
{
    QPainterPath path(from);
    if (curve) {
        const double reach = std::clamp(std::abs(to.x() - from.x()) / 2.0, 24.0, 160.0);
        path.cubicTo(from + QPointF(reach, 0), to - QPointF(reach, 0), to - QPointF(5, 0));
    } else {
        const double middle = std::max(from.x() + 6.0, to.x() - 10.0);
        path.lineTo(middle, from.y());
        path.lineTo(middle, to.y());
        path.lineTo(to - QPointF(5, 0));
    }
    const QPen under(faded(m_theme.lane, 200), 3.5);
    QPen pen(m_theme.link, 1.5);
    if (inferred) {
        pen.setDashPattern({4, 3});
    }
    m_painter.setBrush(Qt::NoBrush);
    m_painter.setPen(under);
    m_painter.drawPath(path);
    m_painter.setPen(pen);
    m_painter.drawPath(path);
    QPainterPath head(to);
    head.lineTo(to + QPointF(-7, -4));
    head.lineTo(to + QPointF(-7, 4));
    head.closeSubpath();
    m_painter.fillPath(head, m_theme.link);
}

void Overlays::selection(const model::Slice& slice)
{
    const Lane* lane = m_layout.shownLaneOf(slice.id);
    if (lane == nullptr) {
        return;
    }
    const QRectF box = sliceRect(*lane, {slice.start, slice.end()}).adjusted(-1, 0, 0, 0);
    const bool own = m_layout.isShown(slice.id);
    m_painter.setRenderHint(QPainter::Antialiasing);
    m_painter.setBrush(Qt::NoBrush);
    m_painter.setPen(QPen(faded(m_theme.lane, 230), 4));
    m_painter.drawRoundedRect(box, 2, 2);
    m_painter.setPen(QPen(m_theme.selectionOutline, 2, own ? Qt::SolidLine : Qt::DotLine));
    m_painter.drawRoundedRect(box, 2, 2);
    m_painter.setRenderHint(QPainter::Antialiasing, false);
}

void Overlays::hoverOutline(const Lane& lane, TimeRange range)
{
    m_painter.setBrush(Qt::NoBrush);
    m_painter.setPen(QPen(faded(m_theme.selectionOutline, 130), 1));
    m_painter.drawRect(sliceRect(lane, range).adjusted(0, 0, -1, -1));
}

void Overlays::bookmarks(const std::vector<session::Bookmark>& bookmarks)
{
    const QRect ruler = m_geometry.ruler();
    for (const session::Bookmark& mark : bookmarks) {
        const double x0 = xOf(mark.range.begin);
        const double x1 = xOf(mark.range.end);
        if (x1 < ruler.left() || x0 > ruler.right()) {
            continue;
        }
        if (!mark.isMoment()) {
            m_painter.fillRect(QRectF(x0, ruler.bottom() - 2, std::max(2.0, x1 - x0), 3),
                               m_theme.bookmark);
        }
        QPainterPath flag(QPointF(x0, ruler.bottom() + 1));
        flag.lineTo(x0, ruler.top() + 4);
        flag.lineTo(x0 + 12, ruler.top() + 4);
        flag.lineTo(x0 + 9, ruler.top() + 9);
        flag.lineTo(x0 + 12, ruler.top() + 14);
        flag.lineTo(x0, ruler.top() + 14);
        m_painter.fillPath(flag, m_theme.bookmark);
        m_painter.fillRect(QRectF(x0, ruler.top() + 4, 1, m_geometry.size.height()),
                           faded(m_theme.bookmark, 150));
    }
}

void Overlays::cursorLine(int x)
{
    const QRect lanes = m_geometry.lanes();
    m_painter.fillRect(QRect(x, m_geometry.ruler().bottom() - 7, 1, lanes.height() + 8),
                       faded(m_theme.text, 60));
}

void Overlays::tooltip(QPoint at, const QStringList& lines)
{
    if (lines.isEmpty()) {
        return;
    }
    const QFontMetrics metrics = m_painter.fontMetrics();
    int width = 0;
    for (const QString& line : lines) {
        width = std::max(width, metrics.horizontalAdvance(line));
    }
    const int step = metrics.height() + 1;
    const int most = std::min(m_geometry.size.width() - 32, 640);
    QRect box(at + QPoint(14, 18),
              QSize(std::min(width, most) + 18, static_cast<int>(lines.size()) * step + 11));
    if (box.right() > m_geometry.size.width() - 4) {
        box.moveRight(std::max(box.width(), m_geometry.size.width() - 4));
    }
    if (box.bottom() > m_geometry.size.height() - 4) {
        box.moveBottom(at.y() - 8);
    }
    m_painter.setRenderHint(QPainter::Antialiasing);
    m_painter.setPen(m_theme.separator);
    m_painter.setBrush(m_theme.panel);
    m_painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    m_painter.setRenderHint(QPainter::Antialiasing, false);
    int y = box.top() + 5 + metrics.ascent();
    for (qsizetype i = 0; i < lines.size(); ++i, y += step) {
        m_painter.setPen(i == 0 ? m_theme.text : m_theme.dimText);
        m_painter.drawText(box.left() + 8, y,
                           metrics.elidedText(lines[i], Qt::ElideMiddle, box.width() - 16));
    }
}

void Overlays::notice(const QString& text, const QString& detail)
{
    const QRect lanes = m_geometry.lanes();
    m_painter.setPen(m_theme.text);
    m_painter.drawText(lanes.adjusted(0, 0, 0, -24), Qt::AlignCenter, text);
    m_painter.setPen(m_theme.dimText);
    m_painter.drawText(lanes.adjusted(0, 24, 0, 0), Qt::AlignCenter, detail);
}

void Overlays::beyond(const QStringList& above, const QStringList& below)
{
    const QRect lanes = m_geometry.scrolled();
    const QFontMetrics metrics = m_painter.fontMetrics();
    const auto tell = [&](const QStringList& what, const QString& arrow, bool top) {
        if (what.isEmpty()) {
            return;
        }
        const QString words = metrics.elidedText(arrow + what.join(QStringLiteral("  ·  ")),
                                                 Qt::ElideMiddle, lanes.width() - 32);
        QRectF label(0, 0, metrics.horizontalAdvance(words) + 16.0, 20.0);
        label.moveCenter(lanes.center());
        label.moveTop(top ? lanes.top() + 4.0 : lanes.bottom() - 24.0);
        m_painter.setRenderHint(QPainter::Antialiasing);
        m_painter.setPen(m_theme.alarm);
        m_painter.setBrush(m_theme.panel);
        m_painter.drawRoundedRect(label.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
        m_painter.setRenderHint(QPainter::Antialiasing, false);
        m_painter.setPen(m_theme.text);
        m_painter.drawText(label, Qt::AlignCenter, words);
    };
    tell(above, QStringLiteral("\u2191 "), true);
    tell(below, QStringLiteral("\u2193 "), false);
}

void Overlays::emptyLane(const Lane& lane, const QString& text)
{
    m_painter.setPen(m_theme.dimText);
    m_painter.drawText(m_geometry.laneRect(lane).adjusted(8, 0, 0, 0),
                       Qt::AlignVCenter | Qt::AlignLeft, text);
}

} // namespace longpole::timeline_ui
