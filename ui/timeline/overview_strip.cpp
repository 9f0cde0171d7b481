// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/overview_strip.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace longpole::timeline_ui {

namespace {

using model::TrackKind;
using timeline::Lane;
using timeline::LaneKind;

struct Band
{
    Lane lane;
    std::uint32_t slices = 0;
};

// One band per stream and per thread; the busiest, GPU first.
std::vector<Band> bandsOf(const model::Trace& trace, std::size_t most)
{
    std::vector<Band> bands;
    for (const model::Track& track : trace.tracks()) {
        const bool gpu = track.kind == TrackKind::Stream;
        if (track.rows.empty() || track.sliceCount == 0
            || (!gpu && track.kind != TrackKind::Thread)) {
            continue;
        }
        Band band;
        // The row with most slices: the outermost one of a thread is often a single bar.
        const auto fullest = std::max_element(
            track.rows.begin(), track.rows.end(),
            [](const model::Row& a, const model::Row& b) { return a.count < b.count; });
        band.lane.key = {LaneKind::Slices, track.id,
                         static_cast<std::uint32_t>(fullest - track.rows.begin())};
        band.lane.host = !gpu;
        band.slices = track.sliceCount;
        bands.push_back(band);
    }
    std::stable_sort(bands.begin(), bands.end(), [](const Band& a, const Band& b) {
        return std::tuple(a.lane.host, ~a.slices) < std::tuple(b.lane.host, ~b.slices);
    });
    const auto gpu = static_cast<std::size_t>(
        std::count_if(bands.begin(), bands.end(), [](const Band& b) { return !b.lane.host; }));
    if (gpu > most * 2 / 3 && bands.size() > most) {
        bands.erase(bands.begin() + static_cast<std::ptrdiff_t>(most * 2 / 3),
                    bands.begin() + static_cast<std::ptrdiff_t>(gpu));
    }
    bands.resize(std::min(bands.size(), most));
    return bands;
}

} // namespace

void OverviewStrip::render(const timeline::TimelineData& data, const PathMarks* answers, QSize size,
                           const Look& look, const timeline::SceneBuilder& builder)
{
    const LanePalette& palette = look.palette;
    const qreal dpr = look.dpr;
    m_whole = timeline::Viewport(data.trace().info().extent, size.width());
    m_stalls = {};
    if (answers != nullptr) {
        renderStalls(data, *answers, look, builder);
    }
    const std::vector<Band> bands = bandsOf(data.trace(), kMaxBands);
    std::vector<const Lane*> lanes;
    for (const Band& band : bands) {
        lanes.push_back(&band.lane);
    }
    builder.build(m_scene, m_whole.scaled(dpr), lanes, data);
    m_image = QImage(static_cast<int>(std::lround(size.width() * dpr)),
                     static_cast<int>(std::lround(size.height() * dpr)), QImage::Format_RGB32);
    m_image.setDevicePixelRatio(dpr);
    m_image.fill(palette.lane);
    if (bands.empty()) {
        return;
    }
    const int margin = static_cast<int>(std::lround(4 * dpr));
    const int room = m_image.height() - 2 * margin - m_stalls.height();
    const double pitch = std::min(12.0 * dpr, room / static_cast<double>(bands.size()));
    for (std::size_t b = 0; b < bands.size(); ++b) {
        const timeline::LaneScene& lane = m_scene.lanes[b];
        const int top = margin + static_cast<int>(std::lround(pitch * static_cast<double>(b)));
        const int next = margin + static_cast<int>(std::lround(pitch * static_cast<double>(b + 1)));
        const int bottom = next - top > 2 ? next - 1 : next;
        for (int y = top; y < bottom; ++y) {
            auto* line = reinterpret_cast<QRgb*>(m_image.scanLine(y));
            for (std::size_t x = 0;
                 x < lane.columns.size() && static_cast<int>(x) < m_image.width(); ++x) {
                const timeline::ColumnCell& cell = lane.columns[x];
                if (cell.coverage != 0) {
                    line[x] = palette.slices[lane.lane.host ? 1 : 0][cell.cls][cell.coverage];
                }
            }
        }
    }
}

// Of several devices the one that is idle most counts: the worst is never hidden by the others.
void OverviewStrip::renderStalls(const timeline::TimelineData& data, const PathMarks& answers,
                                 const Look& look, const timeline::SceneBuilder& builder)
{
    std::vector<const Lane*> lanes;
    for (const Lane& lane : answers.lanes) {
        if (lane.key.kind == LaneKind::Stalls && lane.indent < 2) { // of devices, not of streams
            lanes.push_back(&lane);
        }
    }
    if (lanes.empty()) {
        return;
    }
    builder.build(m_scene, m_whole.scaled(look.dpr), lanes, data);
    const int height = static_cast<int>(std::lround(kStallHeight * look.dpr));
    const int least = static_cast<int>(std::lround(2 * look.dpr));
    m_stalls = QImage(m_scene.width, height, QImage::Format_ARGB32_Premultiplied);
    m_stalls.setDevicePixelRatio(look.dpr);
    m_stalls.fill(Qt::transparent);
    for (int x = 0; x < m_scene.width; ++x) {
        timeline::ColumnCell worst;
        for (std::size_t i = 0; i < m_scene.used; ++i) {
            const auto& columns = m_scene.lanes[i].columns;
            const auto at = static_cast<std::size_t>(x);
            if (at < columns.size() && columns[at].coverage > worst.coverage) {
                worst = columns[at];
            }
        }
        const int filled =
            worst.occupied() ? std::clamp((worst.coverage * height + 254) / 255, least, height) : 0;
        for (int y = height - filled; y < height; ++y) {
            reinterpret_cast<QRgb*>(m_stalls.scanLine(y))[x] = look.palette.stalls[worst.cls];
        }
    }
}

void OverviewStrip::paint(QPainter& painter, const QRect& rect, const timeline::Viewport& shown,
                          const Marks& marks, const theme::Theme& theme) const
{
    painter.fillRect(rect, theme.lane);
    if (m_image.isNull()) {
        return;
    }
    painter.save();
    painter.setClipRect(rect);
    painter.drawImage(rect.topLeft(), m_image);
    const TimeRange visible = shown.visible();
    double x0 = std::clamp(m_whole.xOf(visible.begin), 0.0, static_cast<double>(rect.width()));
    double x1 = std::clamp(m_whole.xOf(visible.end), 0.0, static_cast<double>(rect.width()));
    x1 = std::max(x1, x0 + 2.0);
    QColor shade = theme.lane;
    shade.setAlpha(165);
    painter.fillRect(QRectF(rect.left(), rect.top(), x0, rect.height()), shade);
    painter.fillRect(QRectF(rect.left() + x1, rect.top(), rect.width() - x1, rect.height()), shade);
    if (!m_stalls.isNull()) { // never faded, in the window or not
        painter.drawImage(QPoint(rect.left(), rect.bottom() - kStallHeight), m_stalls);
    }
    if (const auto range = marks.range) {
        const double a = m_whole.xOf(range->begin);
        const double b = std::max(a + 1.0, m_whole.xOf(range->end));
        painter.fillRect(QRectF(rect.left() + a, rect.top(), b - a, rect.height()),
                         theme.rangeFill);
    }
    for (const session::Bookmark& bookmark : marks.bookmarks) {
        const double x = rect.left() + m_whole.xOf(bookmark.range.begin);
        painter.fillRect(QRectF(x - 1, rect.top(), 2, rect.height()), theme.bookmark);
    }
    if (x1 - x0 < rect.width() - 2.0) {
        QColor edge = theme.text;
        edge.setAlpha(190);
        painter.setPen(QPen(edge, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(
            QRectF(rect.left() + x0 + 0.5, rect.top() + 0.5, x1 - x0 - 1.0, rect.height() - 1.0));
        for (const double x : {x0, x1}) {
            painter.fillRect(QRectF(rect.left() + x - 1.5, rect.center().y() - 7, 3, 14), edge);
        }
    }
    painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), theme.separator);
    painter.restore();
}

OverviewStrip::Grip OverviewStrip::gripAt(double x, const timeline::Viewport& shown) const
{
    const double x0 = m_whole.xOf(shown.visible().begin);
    const double x1 = m_whole.xOf(shown.visible().end);
    // A narrow window is taken hold of from outside, so that it can still be moved.
    const double inner = std::min(kGripPx, std::max(0.0, (x1 - x0) / 4.0));
    if (x >= x0 - kGripPx && x <= x0 + inner) {
        return Grip::Begin;
    }
    if (x >= x1 - inner && x <= x1 + kGripPx) {
        return Grip::End;
    }
    return x > x0 && x < x1 ? Grip::Window : Grip::None;
}

} // namespace longpole::timeline_ui
