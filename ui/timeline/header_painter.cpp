// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/header_painter.h"

#include "ui/session/format.h"

#include <QObject>
#include <QPainterPath>

namespace longpole::timeline_ui {

namespace {

using timeline::Lane;
using timeline::LaneKind;

constexpr int kArrowWidth = 16;
constexpr int kBusyWidth = 52;

int indentOf(const Lane& lane)
{
    const LaneKind kind = lane.key.kind;
    const bool outer = ((kind == LaneKind::Group || kind == LaneKind::Summary) && lane.indent == 0)
        || kind == LaneKind::Path || (kind == LaneKind::Stalls && lane.indent < 2);
    return 4 + (outer ? 0 : 12);
}

QString titleOf(const Lane& lane)
{
    if (lane.key.kind == LaneKind::PythonFold) {
        const QString rows =
            QObject::tr("Python frames, %1 levels").arg(session::text(lane.detail));
        return lane.firstOfTrack ? session::text(lane.title) + QStringLiteral(" · ") + rows : rows;
    }
    return session::text(lane.title);
}

void paintArrow(QPainter& painter, QPointF centre, bool collapsed, const QColor& colour)
{
    QPainterPath arrow;
    if (collapsed) {
        arrow.moveTo(centre + QPointF(-2, -4));
        arrow.lineTo(centre + QPointF(2, 0));
        arrow.lineTo(centre + QPointF(-2, 4));
    } else {
        arrow.moveTo(centre + QPointF(-4, -2));
        arrow.lineTo(centre + QPointF(0, 2));
        arrow.lineTo(centre + QPointF(4, -2));
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour, 1.4));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(arrow);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void paintHeader(QPainter& painter, const QRect& rect, const Lane& lane, const HeaderLook& look,
                 const theme::Theme& theme)
{
    const bool group = lane.key.kind == LaneKind::Group;
    QColor back = group ? theme.header : theme.lane;
    if (look.anyHovered && look.hovered == lane.key) {
        back = theme.laneAlternate;
    }
    painter.fillRect(rect, back);
    if (lane.firstOfTrack || group) {
        QColor line = theme.separator;
        line.setAlpha(150);
        painter.fillRect(QRect(rect.left(), rect.top(), rect.width(), 1), line);
    }
    if (look.selected == lane.key) {
        painter.fillRect(QRect(rect.left(), rect.top() + 1, 2, rect.height() - 1),
                         theme.selectionOutline);
    }
    const int left = rect.left() + indentOf(lane);
    if (lane.foldable) {
        paintArrow(painter, QPointF(left + 7.5, rect.center().y() + 0.5), lane.collapsed,
                   theme.dimText);
    }
    const QFontMetrics metrics = painter.fontMetrics();
    const int baseline = rect.top() + (rect.height() + metrics.ascent() - metrics.descent()) / 2;
    int right = rect.right() - 8;
    const bool told = lane.firstOfTrack || group || lane.key.kind == LaneKind::Utilisation;
    if (lane.busy >= 0.0F && (told || !lane.host)) {
        const QString busy = session::percent(static_cast<double>(lane.busy));
        painter.setPen(theme.dimText);
        painter.drawText(QPoint(right - metrics.horizontalAdvance(busy), baseline), busy);
        right -= kBusyWidth;
    }
    if (lane.pinned && (lane.firstOfTrack || group)) {
        painter.setPen(theme.dimText);
        painter.drawText(QPoint(right - 8, baseline), QStringLiteral("•"));
        right -= 12;
    }
    const int x = left + kArrowWidth;
    const QString title = titleOf(lane);
    if (title.isEmpty() || right - x < 12) {
        return;
    }
    const bool quiet = lane.key.kind == LaneKind::PythonFold || lane.key.kind == LaneKind::Counter;
    painter.setPen(quiet ? theme.dimText : theme.text);
    const QString shown =
        metrics.elidedText(title, group ? Qt::ElideRight : Qt::ElideMiddle, right - x);
    painter.drawText(QPoint(x, baseline), shown);
    const int used = metrics.horizontalAdvance(shown) + 8;
    const bool more = !lane.detail.empty() && lane.key.kind != LaneKind::PythonFold
        && lane.title.find(lane.detail) == std::string::npos;
    if (more && right - x - used > 40) {
        painter.setPen(theme.dimText);
        painter.drawText(
            QPoint(x + used, baseline),
            metrics.elidedText(session::text(lane.detail), Qt::ElideRight, right - x - used));
    }
}

} // namespace

void paintHeaders(QPainter& painter, const ViewGeometry& geometry,
                  const timeline::LaneLayout& layout, const HeaderLook& look,
                  const theme::Theme& theme)
{
    if (geometry.headerWidth <= 0) {
        return;
    }
    const QRect all = geometry.headers();
    painter.fillRect(all, theme.lane);
    painter.save();
    painter.setClipRect(all.adjusted(0, geometry.pinnedHeight, 0, 0));
    const auto [first, last] = layout.lanesIn(geometry.scrollY, geometry.scrollY + all.height());
    const auto rectOf = [&](const Lane& lane) {
        return QRect(0, geometry.laneTop(lane), geometry.headerWidth, lane.height);
    };
    for (std::size_t i = first; i < last; ++i) {
        paintHeader(painter, rectOf(layout.lanes()[i]), layout.lanes()[i], look, theme);
    }
    painter.setClipRect(all);
    for (const Lane& lane : layout.pinned()) {
        paintHeader(painter, rectOf(lane), lane, look, theme);
    }
    painter.restore();
    painter.fillRect(QRect(all.right(), 0, 1, geometry.size.height()), theme.separator);
}

bool onArrow(const ViewGeometry& geometry, const Lane& lane, QPoint at)
{
    const int left = indentOf(lane);
    return lane.foldable && at.x() < geometry.headerWidth && at.x() >= left - 4
        && at.x() < left + kArrowWidth;
}

QString headerText(const Lane& lane)
{
    QString text = titleOf(lane);
    if (!lane.detail.empty() && lane.key.kind != LaneKind::PythonFold
        && lane.title.find(lane.detail) == std::string::npos) {
        text += QStringLiteral(" · ") + session::text(lane.detail);
    }
    if (lane.busy >= 0.0F) {
        text += QStringLiteral(" · ")
            + (lane.key.kind == LaneKind::Stalls ? QObject::tr("idle %1 of the region")
                                                 : QObject::tr("busy %1 of the trace"))
                  .arg(session::percent(static_cast<double>(lane.busy)));
    }
    return text;
}

} // namespace longpole::timeline_ui
