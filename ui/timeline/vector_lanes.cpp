// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Lanes for SVG.
#include "ui/session/format.h"
#include "ui/session/path_words.h"
#include "ui/timeline/picture.h"

#include <algorithm>

namespace longpole::timeline_ui {

namespace {

struct VectorLane
{
    QPainter& painter;
    const LanePalette& palette;
    const timeline::LaneScene& lane;
    QRect rect;
};

void paintColumns(const VectorLane& v, bool busy)
{
    const auto& columns = v.lane.columns;
    const auto& colours = v.palette.slices[v.lane.lane.host ? 1 : 0];
    const auto same = [](const timeline::ColumnCell& a, const timeline::ColumnCell& b) {
        return a.cls == b.cls && a.coverage == b.coverage && a.flags == b.flags;
    };
    for (std::size_t x = 0; x < columns.size();) {
        std::size_t end = x + 1;
        while (end < columns.size() && same(columns[end], columns[x])) {
            ++end;
        }
        const timeline::ColumnCell cell = columns[x];
        if (cell.occupied() && (busy || (cell.flags & timeline::ColumnCell::InBox) == 0)) {
            const double height = v.rect.height() - 2.0;
            const double share = busy ? cell.coverage / 255.0 : 1.0;
            v.painter.fillRect(QRectF(v.rect.left() + static_cast<double>(x),
                                      v.rect.top() + 1.0 + height * (1.0 - share),
                                      static_cast<double>(end - x), height * share),
                               QColor(busy ? v.palette.busy : colours[cell.cls][cell.coverage]));
        }
        x = end;
    }
}

// Path and stalls as on the screen, without hatching: columns, then what is wide enough for words.
void paintAnswer(const VectorLane& v)
{
    const bool path = v.lane.lane.key.kind == timeline::LaneKind::Path;
    const double height = v.rect.height() - 4.0;
    const auto& columns = v.lane.columns;
    for (std::size_t x = 0; x < columns.size();) {
        std::size_t end = x + 1;
        while (end < columns.size() && columns[end].cls == columns[x].cls
               && columns[end].coverage == columns[x].coverage) {
            ++end;
        }
        if (columns[x].occupied()) {
            const double share = path ? 1.0 : std::max(4.0 / height, columns[x].coverage / 255.0);
            v.painter.fillRect(
                QRectF(v.rect.left() + static_cast<double>(x),
                       v.rect.top() + 2.0 + height * (1.0 - share), static_cast<double>(end - x),
                       height * share),
                QColor(path ? v.palette.path[columns[x].cls] : v.palette.stalls[columns[x].cls]));
        }
        x = end;
    }
    for (const timeline::SliceBox& box : v.lane.boxes) {
        const auto cls = static_cast<std::size_t>(v.lane.row.view->cls[box.index]);
        const double x0 = std::max(0, box.x0);
        const double x1 = std::min<double>(v.rect.width(), box.x1);
        if (x1 - x0 >= 60.0) {
            v.painter.setPen(QColor(path ? v.palette.pathTexts[cls] : v.palette.stallTexts[cls]));
            const QString words = path
                ? session::categoryWords(static_cast<critical_path::Category>(cls))
                : session::causeWords(static_cast<critical_path::Cause>(cls));
            const QRectF rect(v.rect.left() + x0 + 4, v.rect.top(), x1 - x0 - 8, v.rect.height());
            v.painter.drawText(rect, Qt::AlignVCenter | Qt::AlignLeft,
                               v.painter.fontMetrics().elidedText(words, Qt::ElideRight,
                                                                  static_cast<int>(rect.width())));
        }
    }
}

void paintBoxes(const VectorLane& v, const model::Trace& trace)
{
    const timeline::RowView* row = v.lane.row.view;
    for (const timeline::SliceBox& box : v.lane.boxes) {
        const auto cls = static_cast<std::size_t>(row->cls[box.index]);
        const std::size_t host = v.lane.lane.host ? 1 : 0;
        const double x0 = std::max(0, box.x0);
        const double x1 = std::min<double>(v.rect.width(), box.x1);
        const QRectF rect(v.rect.left() + x0, v.rect.top() + 1.0, std::max(1.0, x1 - x0 - 1.0),
                          v.rect.height() - 2.0);
        v.painter.fillRect(rect, QColor(v.palette.slices[host][cls][255]));
        if (rect.width() >= 30.0 && !row->name.empty()) {
            v.painter.setPen(QColor(v.palette.texts[host][cls]));
            const QString name = session::text(trace.string(row->name[box.index]));
            v.painter.drawText(rect.adjusted(4, 0, -4, 0), Qt::AlignVCenter | Qt::AlignLeft,
                               v.painter.fontMetrics().elidedText(
                                   v.lane.lane.host ? name : session::kernelLabel(name),
                                   Qt::ElideRight, static_cast<int>(rect.width()) - 8));
        }
    }
}

void paintCounter(const VectorLane& v)
{
    const double height = v.rect.height() - 6.0;
    QPolygonF line;
    const auto flush = [&] {
        if (line.size() > 1) {
            v.painter.setPen(QPen(QColor(v.palette.counterLine), 1.5));
            v.painter.drawPolyline(line);
        }
        line.clear();
    };
    for (std::size_t x = 0; x < v.lane.counter.size(); ++x) {
        const timeline::CounterColumn& c = v.lane.counter[x];
        if (!c.valid) {
            flush();
            continue;
        }
        const double px = v.rect.left() + static_cast<double>(x);
        const auto y = [&](float value) {
            return v.rect.bottom() - 3.0 - static_cast<double>(value) * height;
        };
        if (c.max > c.min) {
            v.painter.fillRect(QRectF(px, y(c.max), 1.0, y(c.min) - y(c.max)),
                               QColor(v.palette.counterBand));
        }
        line << QPointF(px, y(c.last));
    }
    flush();
}

} // namespace

void paintVectorLanes(QPainter& painter, const ViewGeometry& geometry, const timeline::Scene& scene,
                      const LanePalette& palette, const theme::Theme& theme,
                      const model::Trace& trace)
{
    painter.save();
    painter.setClipRect(geometry.lanes());
    for (std::size_t i = 0; i < scene.used; ++i) {
        const timeline::LaneScene& lane = scene.lanes[i];
        const VectorLane v{painter, palette, lane, geometry.laneRect(lane.lane)};
        if (lane.lane.own) {
            paintAnswer(v);
            continue;
        }
        if (lane.lane.key.kind == timeline::LaneKind::Group) {
            painter.fillRect(v.rect, theme.header);
        }
        const bool busy = lane.lane.key.kind != timeline::LaneKind::Slices
            && lane.lane.key.kind != timeline::LaneKind::Folded;
        paintColumns(v, busy);
        if (!busy) {
            paintBoxes(v, trace);
        }
        paintCounter(v);
    }
    painter.restore();
}

} // namespace longpole::timeline_ui
