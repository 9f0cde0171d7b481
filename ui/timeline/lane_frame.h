// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// LaneFrame: the lanes of a view as one image, and the scene it was painted from. Used from one
// thread at a time; brings the threads that share its work.
#pragma once

#include "ui/timeline/frame_pool.h"
#include "ui/timeline/lane_painter.h"
#include "ui/timeline/view_geometry.h"

#include <QFont>

namespace longpole::timeline_ui {

// The lanes at least partly in view; pinned ones last, as they lie over the others.
std::vector<const timeline::Lane*> shownLanes(const ViewGeometry& geometry,
                                              const timeline::LaneLayout& layout);

class LaneFrame
{
public:
    LaneFrame();
    LaneFrame(const LaneFrame&) = delete;
    LaneFrame& operator=(const LaneFrame&) = delete;

    struct Look
    {
        const LanePalette& palette;
        QFont font;
        qreal dpr = 1.0;
    };
    void render(const ViewGeometry& geometry, const timeline::LaneLayout& layout,
                const timeline::Viewport& viewport, const timeline::TimelineData& data,
                const Look& look);

    const QImage& image() const { return m_image; }
    const timeline::Scene& scene() const { return m_scene; }
    const timeline::SceneBuilder& builder() const { return m_builder; }
    void forgetTrace(); // names and scene
    void forgetLook(); // font or colours changed

private:
    FramePool m_pool;
    timeline::SceneBuilder m_builder;
    timeline::Scene m_scene;
    TextMasks m_masks;
    QImage m_image;
};

} // namespace longpole::timeline_ui
