// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// LanePainter: one LaneScene into the pixels of an RGB32 image. No QPainter: a lane is one line of
// colours copied down, plus corners, labels and marks. Lanes may be painted in parallel; labels
// (which share the text masks) are a pass of their own.
#pragma once

#include "core/timeline/scene.h"
#include "ui/timeline/lane_palette.h"
#include "ui/timeline/text_masks.h"

#include <QImage>

namespace longpole::timeline_ui {

// The part of an image a lane is painted into, in device pixels.
struct Canvas
{
    QRgb* bits = nullptr;
    std::ptrdiff_t stride = 0; // pixels from line to line
    int width = 0;
    int height = 0;

    explicit Canvas(QImage& image); // Format_RGB32
    QRgb* line(int y) const { return bits + y * stride; }
};

class LanePainter
{
public:
    LanePainter(const LanePalette& palette, qreal dpr);

    // top: device y of the lane, may be above or reach below the canvas.
    void paint(const Canvas& canvas, const timeline::LaneScene& lane, int top, int height) const;
    // Names on slices and iteration marks.
    void paintLabels(const Canvas& canvas, const timeline::LaneScene& lane, int top, int height,
                     const model::Trace& trace, TextMasks& masks) const;

private:
    struct Band // clipped lines of a lane
    {
        int from = 0;
        int to = 0;
    };
    int px(double logical) const;
    Band clip(const Canvas& canvas, int from, int to) const;
    void fill(const Canvas& canvas, int top, int height, QRgb colour) const;
    void paintSlices(const Canvas& canvas, const timeline::LaneScene& lane, int top,
                     int height) const;
    void roundCorners(const Canvas& canvas, const timeline::LaneScene& lane, int from,
                      int to) const;
    void paintOutliers(const Canvas& canvas, const timeline::LaneScene& lane, int from) const;
    void paintBusy(const Canvas& canvas, const timeline::LaneScene& lane, int top, int height,
                   QRgb back) const;
    void paintCounter(const Canvas& canvas, const timeline::LaneScene& lane, int top,
                      int height) const;
    void paintInstants(const Canvas& canvas, const timeline::LaneScene& lane, int top,
                       int height) const;
    void paintIterations(const Canvas& canvas, const timeline::LaneScene& lane, int top,
                         int height) const;
    void paintPath(const Canvas& canvas, const timeline::LaneScene& lane, int top,
                   int height) const;
    void paintStalls(const Canvas& canvas, const timeline::LaneScene& lane, int top,
                     int height) const;
    void paintAnswerLabels(const Canvas& canvas, const timeline::LaneScene& lane, int top,
                           int height, const model::Trace& trace, TextMasks& masks) const;
    void blit(const Canvas& canvas, const TextMask& mask, int x, int right, int y,
              QRgb colour) const;

    const LanePalette& m_palette;
    qreal m_dpr;
    std::vector<unsigned> m_corner; // coverage of a corner's pixels, radius × radius
    int m_radius = 0;
};

} // namespace longpole::timeline_ui
