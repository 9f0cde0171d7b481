// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// TimelineView: painting. The lanes are an image that is rebuilt only when the view or the data
// changed; whatever follows the pointer is drawn over it.
#include "ui/session/format.h"
#include "ui/timeline/header_painter.h"
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

std::vector<const timeline::Lane*> TimelineView::Private::shownLanes() const
{
    std::vector<const timeline::Lane*> lanes;
    const auto [first, last] =
        layout.lanesIn(geometry.scrollY, geometry.scrollY + geometry.scrolled().height());
    for (std::size_t i = first; i < last; ++i) {
        lanes.push_back(&layout.lanes()[i]);
    }
    // Pinned lanes last: they are painted over a lane that reaches below them.
    for (const timeline::Lane& lane : layout.pinned()) {
        if (lane.top < geometry.pinnedHeight) {
            lanes.push_back(&lane);
        }
    }
    return lanes;
}

void TimelineView::Private::renderFrame(qreal dpr)
{
    const QSize size(static_cast<int>(std::lround(geometry.lanesWidth() * dpr)),
                     static_cast<int>(std::lround(geometry.lanes().height() * dpr)));
    if (frame.size() != size) {
        frame = QImage(size, QImage::Format_RGB32);
    }
    frame.setDevicePixelRatio(dpr);
    masks.setFont(q->font(), dpr);
    masks.nextFrame();
    builder.build(scene, viewport.scaled(dpr), shownLanes(), *data);
    const LanePainter painter(*palette, dpr);
    const Canvas canvas(frame);
    const auto topOf = [&](const timeline::Lane& lane) {
        return static_cast<int>(std::lround((geometry.laneTop(lane) - geometry.lanesTop()) * dpr));
    };
    const auto paintOne = [&](const timeline::LaneScene& lane) {
        const int top = topOf(lane.lane);
        timeline::Lane next = lane.lane;
        next.top += lane.lane.height;
        painter.paint(canvas, lane, top, topOf(next) - top);
    };
    const auto firstPinned = static_cast<std::size_t>(
        std::find_if(scene.lanes.begin(),
                     scene.lanes.begin() + static_cast<std::ptrdiff_t>(scene.used),
                     [](const timeline::LaneScene& lane) { return lane.lane.pinned; })
        - scene.lanes.begin());
    pool.run(firstPinned, [&](std::size_t i) { paintOne(scene.lanes[i]); });
    const auto labels = [&](std::size_t from, std::size_t to) {
        for (std::size_t i = from; i < to; ++i) {
            const timeline::LaneScene& lane = scene.lanes[i];
            painter.paintLabels(canvas, lane, topOf(lane.lane),
                                static_cast<int>(std::lround(lane.lane.height * dpr)),
                                data->trace(), masks);
        }
    };
    labels(0, firstPinned);
    for (std::size_t i = firstPinned; i < scene.used; ++i) {
        paintOne(scene.lanes[i]);
    }
    labels(firstPinned, scene.used);
    const int used = static_cast<int>(std::lround(
        (geometry.pinnedHeight + std::max(0, layout.contentHeight() - geometry.scrollY)) * dpr));
    for (int y = std::max(0, used); y < frame.height(); ++y) {
        std::fill_n(canvas.line(y), canvas.width, palette->lane);
    }
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
    if (frameDirty || frame.devicePixelRatio() != dpr) {
        renderFrame(dpr);
    }
    if (overviewDirty) {
        overview.render(*data, geometry.overview().size(), dpr, *palette, builder);
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
        paintCorner(p, theme);
        headersDirty = false;
    }
    painter.fillRect(
        QRect(geometry.lanes().right() + 1, 0, geometry.scrollBarWidth + 1, q->height()),
        theme.lane);
    if (geometry.headerWidth > 0) {
        painter.drawImage(0, 0, headers);
    }
    painter.drawImage(geometry.lanes().topLeft(), frame);
    overview.paint(painter, geometry.overview(), viewport, session, theme);
    paintRuler(painter, geometry.ruler(), rulerFor(viewport, {0}), viewport, {0}, theme);
    paintOverlays(painter, theme);
}

void TimelineView::Private::paintCorner(QPainter& painter, const theme::Theme& theme) const
{
    const QRect corner = geometry.corner();
    painter.fillRect(corner, theme.header);
    const model::Trace& trace = data->trace();
    const QRect text = corner.adjusted(8, 6, -8, -6);
    const QFontMetrics metrics = painter.fontMetrics();
    const auto line = [&](int row, const QColor& colour, const QString& words) {
        painter.setPen(colour);
        painter.drawText(text.left(), text.top() + row * 19 + metrics.ascent(),
                         metrics.elidedText(words, Qt::ElideRight, text.width()));
    };
    line(0, theme.text,
         TimelineView::tr("%1 · %2 slices")
             .arg(session::humanDuration(trace.info().extent.duration().ns),
                  session::humanCount(static_cast<double>(trace.counts().slices))));
    line(1, theme.dimText,
         trace.counts().gpuOps == 0
             ? TimelineView::tr("no GPU events in this trace")
             : TimelineView::tr("%1 GPU operations")
                   .arg(session::humanCount(static_cast<double>(trace.counts().gpuOps))));
    line(2, theme.dimText,
         TimelineView::tr("in view %1")
             .arg(session::humanDuration(
                 static_cast<std::int64_t>(std::max(1.0, viewport.spanNs())))));
    painter.fillRect(QRect(0, corner.bottom(), corner.width(), 1), theme.separator);
    painter.fillRect(QRect(corner.right(), 0, 1, corner.height()), theme.separator);
}

void TimelineView::Private::paintNotices(Overlays& overlays) const
{
    const model::TraceCounts& counts = data->trace().counts();
    if (counts.slices + counts.instants + counts.counterSamples == 0) {
        overlays.notice(TimelineView::tr("This trace has no events"),
                        TimelineView::tr("The ledger says what was found in the file"));
    } else if (layout.lanes().empty() && layout.pinned().empty()) {
        overlays.notice(TimelineView::tr("All lanes are hidden"),
                        TimelineView::tr("Shift+H shows them again"));
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
        overlays.hits(scene, hits);
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
    if (selection) {
        overlays.links(*selection);
        overlays.selection(selection->slice);
    }
    painter.setClipRect(geometry.lanes().united(geometry.ruler()));
    if (const auto range = session.range()) {
        overlays.range(*range, rangeText(*range, sceneOf(pressedLane)));
    }
    overlays.bookmarks(session.bookmarks());
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
        d->masks.clear();
        d->overviewDirty = true;
        d->updateGeometry();
    }
    QWidget::changeEvent(event);
}

} // namespace longpole::timeline_ui
