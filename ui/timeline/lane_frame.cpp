// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/lane_frame.h"

#include <algorithm>
#include <cmath>

namespace longpole::timeline_ui {

std::vector<const timeline::Lane*> shownLanes(const ViewGeometry& geometry,
                                              const timeline::LaneLayout& layout)
{
    std::vector<const timeline::Lane*> lanes;
    const auto [first, last] =
        layout.lanesIn(geometry.scrollY, geometry.scrollY + geometry.scrolled().height());
    for (std::size_t i = first; i < last; ++i) {
        lanes.push_back(&layout.lanes()[i]);
    }
    for (const timeline::Lane& lane : layout.pinned()) {
        if (lane.top < geometry.pinnedHeight) {
            lanes.push_back(&lane);
        }
    }
    return lanes;
}

LaneFrame::LaneFrame()
    : m_builder([this](std::size_t count, const std::function<void(std::size_t)>& body) {
        m_pool.run(count, body);
    })
{ }

void LaneFrame::forgetTrace()
{
    m_scene = {};
    m_masks.clear();
}

void LaneFrame::forgetLook()
{
    m_masks.clear();
}

void LaneFrame::render(const ViewGeometry& geometry, const timeline::LaneLayout& layout,
                       const timeline::Viewport& viewport, const timeline::TimelineData& data,
                       const Look& look)
{
    const qreal dpr = look.dpr;
    const QSize size(static_cast<int>(std::lround(geometry.lanesWidth() * dpr)),
                     static_cast<int>(std::lround(geometry.lanes().height() * dpr)));
    if (m_image.size() != size) {
        m_image = QImage(size, QImage::Format_RGB32);
    }
    m_image.setDevicePixelRatio(dpr);
    m_masks.setFont(look.font, dpr);
    m_masks.nextFrame();
    m_builder.build(m_scene, viewport.scaled(dpr), shownLanes(geometry, layout), data);
    const LanePainter painter(look.palette, dpr);
    const Canvas canvas(m_image);
    const auto yOf = [&](int y) { return static_cast<int>(std::lround(y * dpr)); };
    const auto topOf = [&](const timeline::Lane& lane) {
        return geometry.laneTop(lane) - geometry.lanesTop();
    };
    const auto paintOne = [&](const timeline::LaneScene& lane) {
        const int top = topOf(lane.lane);
        painter.paint(canvas, lane, yOf(top), yOf(top + lane.lane.height) - yOf(top));
    };
    const auto used = m_scene.lanes.begin() + static_cast<std::ptrdiff_t>(m_scene.used);
    const auto firstPinned = static_cast<std::size_t>(
        std::find_if(m_scene.lanes.begin(), used,
                     [](const timeline::LaneScene& lane) { return lane.lane.pinned; })
        - m_scene.lanes.begin());
    m_pool.run(firstPinned, [&](std::size_t i) { paintOne(m_scene.lanes[i]); });
    const auto labels = [&](std::size_t from, std::size_t to) {
        for (std::size_t i = from; i < to; ++i) {
            const timeline::LaneScene& lane = m_scene.lanes[i];
            painter.paintLabels(canvas, lane, yOf(topOf(lane.lane)), yOf(lane.lane.height),
                                data.trace(), m_masks);
        }
    };
    labels(0, firstPinned);
    for (std::size_t i = firstPinned; i < m_scene.used; ++i) {
        paintOne(m_scene.lanes[i]);
    }
    labels(firstPinned, m_scene.used);
    const int below =
        yOf(geometry.pinnedHeight + std::max(0, layout.contentHeight() - geometry.scrollY));
    for (int y = std::max(0, below); y < m_image.height(); ++y) {
        std::fill_n(canvas.line(y), canvas.width, look.palette.lane);
    }
}

} // namespace longpole::timeline_ui
