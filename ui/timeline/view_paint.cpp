// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// TimelineView: painting. The lanes are an image that is rebuilt only when the view or the data
// changed; whatever follows the pointer is drawn over it.
#include "ui/session/format.h"
#include "ui/timeline/header_painter.h"
#include "ui/timeline/path_overlay.h"
#include "ui/timeline/slice_text.h"
#include "ui/timeline/time_ruler.h"
#include "ui/timeline/view_private.h"

#include <QEvent>

#include <algorithm>
#include <cmath>
#include <ctime>

namespace longpole::timeline_ui {

namespace {

double processCpuMs()
{
    timespec t{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) * 1e-6;
}

} // namespace

void TimelineView::Private::renderFrame(qreal dpr)
{
    lanes.render(geometry, layout, viewport, *data, {*palette, q->font(), dpr});
    frameDirty = false;
    wantVisible();
}

void TimelineView::Private::paint(QPainter& painter, qreal dpr)
{
    const theme::Theme& theme = theme::current();
    if (!palette) {
        palette = std::make_unique<LanePalette>(theme);
    }
    if (!data) {
        painter.fillRect(q->rect(), theme.lane);
        Overlays(painter, geometry, layout, viewport, theme)
            .notice(TimelineView::tr("No trace is open"),
                    TimelineView::tr("Open a file or drop it here"));
        return;
    }
    if (frameDirty || lanes.image().devicePixelRatio() != dpr) {
        renderFrame(dpr);
    }
    if (overviewDirty && geometry.overviewHeight > 0) {
        overview.render(*data, marks.get(), geometry.overview().size(), {*palette, dpr},
                        lanes.builder());
        overviewDirty = false;
    }
    if (headersDirty || headers.devicePixelRatio() != dpr) {
        headers = QImage(QSize(std::max(1, geometry.headerWidth), q->height()) * dpr,
                         QImage::Format_RGB32);
        headers.setDevicePixelRatio(dpr);
        QPainter p(&headers);
        p.setFont(q->font());
        HeaderLook look;
        look.anyHovered = overLane;
        look.hovered = hitLane;
        look.selected = laneOfSelection();
        paintHeaders(p, geometry, layout, look, theme);
        if (title.isEmpty()) {
            paintCorner(p, geometry, data->trace(), viewport, theme);
        } else {
            paintTitle(p, theme);
        }
        headersDirty = false;
    }
    painter.fillRect(
        QRect(geometry.lanes().right() + 1, 0, geometry.scrollBarWidth + 1, q->height()),
        theme.lane);
    if (geometry.headerWidth > 0) {
        painter.drawImage(0, 0, headers);
    }
    painter.drawImage(geometry.lanes().topLeft(), lanes.image());
    if (geometry.overviewHeight > 0) {
        overview.paint(painter, geometry.overview(), viewport,
                       {session.range(), session.bookmarks()}, theme);
    }
    paintRuler(painter, geometry.ruler(), rulerFor(viewport, zero), viewport, zero, theme);
    paintOverlays(painter, theme);
}

void TimelineView::Private::paintTitle(QPainter& painter, const theme::Theme& theme) const
{
    const QRect corner = geometry.corner();
    painter.fillRect(corner, theme.header);
    painter.fillRect(corner.left(), corner.bottom(), corner.width(), 1, theme.separator);
    QFont bold = q->font();
    bold.setBold(true);
    painter.setFont(bold);
    painter.setPen(theme.text);
    painter.drawText(corner.adjusted(8, 0, -8, 0), Qt::AlignVCenter | Qt::AlignLeft,
                     QFontMetrics(bold).elidedText(title, Qt::ElideMiddle, corner.width() - 16));
}

void TimelineView::Private::paintNotices(Overlays& overlays) const
{
    const model::TraceCounts& counts = data->trace().counts();
    if (counts.slices + counts.instants + counts.counterSamples == 0) {
        overlays.notice(TimelineView::tr("This trace has no events"),
                        TimelineView::tr("The ledger says what was found in the file"));
    } else if (layout.lanes().empty() && layout.pinned().empty()) {
        overlays.notice(TimelineView::tr("All lanes are hidden"),
                        TimelineView::tr("View → Show all lanes brings them back"));
    }
}

void TimelineView::Private::paintOverlays(QPainter& painter, const theme::Theme& theme)
{
    Overlays overlays(painter, geometry, layout, viewport, theme);
    painter.setFont(q->font());
    painter.save();
    painter.setClipRect(geometry.lanes());
    paintNotices(overlays);
    overlays.iterationLines(data->trace().iterations());
    if (hits.sorted) {
        overlays.hits(lanes.scene(), hits);
    }
    if (drag == Drag::Zoom) {
        overlays.zoomBox(pressedAt.x(), pointer.x());
    }
    if (overLane && drag == Drag::None && hit.kind == timeline::Hit::Kind::Slice
        && hit.slice.valid()) {
        const timeline::LaneScene* lane = sceneOf(hitLane);
        if (lane != nullptr && lane->row.view != nullptr) {
            const std::uint32_t i = hit.index;
            overlays.hoverOutline(lane->lane,
                                  {lane->row.view->start[i], {lane->row.view->endNs(i)}});
        }
    }
    PathOverlay answers(painter, geometry, layout, viewport, theme);
    const session::CriticalPathController& path = session.criticalPath();
    if (marks && path.overlay()) {
        answers.path(*marks, shownLanes(geometry, layout));
    }
    if (marks && path.step()) {
        answers.step(*marks, *path.step());
    }
    if (marks && path.stall()) {
        answers.stall(*marks, *path.stall());
    }
    if (selection) {
        overlays.links(*selection);
        for (const model::Slice& other : selection->others) {
            overlays.selection(other);
        }
        overlays.selection(selection->slice);
    }
    painter.setClipRect(geometry.lanes().united(geometry.ruler()));
    if (const auto range = session.range()) {
        overlays.range(*range, rangeText(*range, sceneOf(pressedLane)));
    }
    overlays.bookmarks(session.bookmarks());
    paintBeyond(overlays);
    if (pointerInside && geometry.lanes().contains(pointer)) {
        overlays.cursorLine(pointer.x());
    }
    painter.restore();
    if (drag == Drag::None) {
        overlays.tooltip(pointer, tip);
    }
}

const timeline::LaneScene* TimelineView::Private::sceneOf(timeline::LaneKey key) const
{
    const timeline::Scene& scene = lanes.scene();
    for (std::size_t i = 0; i < scene.used; ++i) {
        if (scene.lanes[i].lane.key == key) {
            return &scene.lanes[i];
        }
    }
    return nullptr;
}

void TimelineView::paintEvent(QPaintEvent*)
{
    const double before = processCpuMs();
    QPainter painter(this);
    painter.setFont(font());
    d->paint(painter, devicePixelRatioF());
    painter.end();
    emit frameTimeChanged(processCpuMs() - before);
    const bool settled = d->settled();
    if (settled != d->wasSettled) {
        d->wasSettled = settled;
        emit settledChanged(settled);
    }
}

void TimelineView::resizeEvent(QResizeEvent*)
{
    d->updateGeometry();
}

void TimelineView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange
        || event->type() == QEvent::StyleChange) {
        d->palette.reset();
        d->lanes.forgetLook();
        d->overviewDirty = true;
        d->updateGeometry();
    }
    QWidget::changeEvent(event);
}

} // namespace longpole::timeline_ui
