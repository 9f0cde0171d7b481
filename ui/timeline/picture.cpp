// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/picture.h"

#include "ui/session/format.h"
#include "ui/timeline/header_painter.h"
#include "ui/timeline/overlays.h"
#include "ui/timeline/path_overlay.h"
#include "ui/timeline/slice_text.h"
#include "ui/timeline/time_ruler.h"

#include <QCoreApplication>
#include <QSvgGenerator>

#include <algorithm>

namespace longpole::timeline_ui {

namespace {

QString tr(const char* words)
{
    return QCoreApplication::translate("Timeline", words);
}

} // namespace

Picture::Picture(PictureState state)
    : m_state(std::move(state))
    , m_palette(m_state.theme)
{ }

void Picture::loadShown()
{
    m_held = m_state.data->hold();
    for (const TrackId track : m_state.data->loadOrder()) {
        m_state.data->loadCoarse(track, {});
    }
    timeline::Scene scene;
    m_frame.builder().build(scene, m_state.viewport, shownLanes(m_state.geometry, m_state.layout),
                            *m_state.data);
    for (std::size_t i = 0; i < scene.used; ++i) {
        if (scene.lanes[i].lane.key.track.valid()) {
            m_state.data->loadSlices(scene.lanes[i].lane.key.track, {});
        }
    }
}

QImage Picture::image(qreal dpr)
{
    QImage image(m_state.geometry.size * dpr, QImage::Format_RGB32);
    image.setDevicePixelRatio(dpr);
    image.fill(m_state.theme.lane);
    if (!m_state.data) {
        return image;
    }
    loadShown();
    m_frame.render(m_state.geometry, m_state.layout, m_state.viewport, *m_state.data,
                   {m_palette, m_state.font, dpr});
    m_overview.render(*m_state.data, m_state.marks.get(), m_state.geometry.overview().size(),
                      {m_palette, dpr}, m_frame.builder());
    QPainter painter(&image);
    painter.setFont(m_state.font);
    painter.drawImage(m_state.geometry.lanes().topLeft(), m_frame.image());
    paintFrame(painter);
    paintOverlays(painter);
    return image;
}

void Picture::writeSvg(QIODevice& device)
{
    const QRect whole(QPoint(0, 0), m_state.geometry.size);
    QSvgGenerator svg;
    svg.setOutputDevice(&device);
    svg.setSize(whole.size());
    svg.setViewBox(whole);
    svg.setTitle(tr("Timeline"));
    QPainter painter(&svg);
    painter.setFont(m_state.font);
    painter.fillRect(whole, m_state.theme.lane);
    if (!m_state.data) {
        return;
    }
    loadShown();
    timeline::Scene scene;
    m_frame.builder().build(scene, m_state.viewport, shownLanes(m_state.geometry, m_state.layout),
                            *m_state.data);
    m_overview.render(*m_state.data, m_state.marks.get(), m_state.geometry.overview().size(),
                      {m_palette, 1.0}, m_frame.builder());
    paintVectorLanes(painter, m_state.geometry, scene, m_palette, m_state.theme,
                     m_state.data->trace());
    paintFrame(painter);
    paintOverlays(painter);
}

void Picture::paintFrame(QPainter& painter)
{
    const ViewGeometry& geometry = m_state.geometry;
    if (geometry.headerWidth > 0) {
        HeaderLook look;
        if (m_state.selection) {
            const timeline::Lane* lane = m_state.layout.shownLaneOf(m_state.selection->slice.id);
            look.selected = lane == nullptr ? timeline::LaneKey() : lane->key;
        }
        paintHeaders(painter, geometry, m_state.layout, look, m_state.theme);
        paintCorner(painter, geometry, m_state.data->trace(), m_state.viewport, m_state.theme);
    }
    m_overview.paint(painter, geometry.overview(), m_state.viewport,
                     {m_state.range, m_state.bookmarks}, m_state.theme);
    paintRuler(painter, geometry.ruler(), rulerFor(m_state.viewport, {0}), m_state.viewport, {0},
               m_state.theme);
}

void Picture::paintOverlays(QPainter& painter)
{
    Overlays overlays(painter, m_state.geometry, m_state.layout, m_state.viewport, m_state.theme);
    painter.save();
    painter.setClipRect(m_state.geometry.lanes());
    overlays.iterationLines(m_state.data->trace().iterations());
    if (m_state.marks) {
        PathOverlay answers(painter, m_state.geometry, m_state.layout, m_state.viewport,
                            m_state.theme);
        if (m_state.pathShown) {
            answers.path(*m_state.marks, shownLanes(m_state.geometry, m_state.layout));
        }
        if (m_state.step) {
            answers.step(*m_state.marks, *m_state.step);
        }
        if (m_state.stall) {
            answers.stall(*m_state.marks, *m_state.stall);
        }
    }
    if (m_state.selection) {
        overlays.links(*m_state.selection);
        for (const model::Slice& other : m_state.selection->others) {
            overlays.selection(other);
        }
        overlays.selection(m_state.selection->slice);
    }
    painter.setClipRect(m_state.geometry.lanes().united(m_state.geometry.ruler()));
    if (m_state.range) {
        overlays.range(*m_state.range, rangeText(*m_state.range, nullptr));
    }
    overlays.bookmarks(m_state.bookmarks);
    painter.restore();
}

void paintCorner(QPainter& painter, const ViewGeometry& geometry, const model::Trace& trace,
                 const timeline::Viewport& viewport, const theme::Theme& theme)
{
    const QRect corner = geometry.corner();
    painter.fillRect(corner, theme.header);
    const QRect text = corner.adjusted(8, 6, -8, -6);
    const QFontMetrics metrics = painter.fontMetrics();
    const auto line = [&](int row, const QColor& colour, const QString& words) {
        painter.setPen(colour);
        painter.drawText(text.left(), text.top() + row * 19 + metrics.ascent(),
                         metrics.elidedText(words, Qt::ElideRight, text.width()));
    };
    line(
        0, theme.text,
        session::humanDuration(trace.info().extent.duration().ns) + QStringLiteral(" · ")
            + session::slicesText(session::humanCount(static_cast<double>(trace.counts().slices))));
    line(1, theme.dimText,
         trace.counts().gpuOps == 0 ? tr("no GPU events in this trace")
                                    : session::gpuOperationsText(session::humanCount(
                                        static_cast<double>(trace.counts().gpuOps))));
    line(2, theme.dimText,
         tr("in view %1")
             .arg(session::humanDuration(
                 static_cast<std::int64_t>(std::max(1.0, viewport.spanNs())))));
    painter.fillRect(QRect(0, corner.bottom(), corner.width(), 1), theme.separator);
    painter.fillRect(QRect(corner.right(), 0, 1, corner.height()), theme.separator);
}

} // namespace longpole::timeline_ui
