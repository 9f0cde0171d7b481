// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/lane_painter.h"

#include "ui/session/format.h"

#include <algorithm>
#include <cmath>

namespace longpole::timeline_ui {

using timeline::ColumnCell;
using timeline::LaneKind;
using timeline::LaneScene;
using timeline::SliceBox;

Canvas::Canvas(QImage& image)
    : bits(reinterpret_cast<QRgb*>(image.bits()))
    , stride(image.bytesPerLine() / static_cast<qsizetype>(sizeof(QRgb)))
    , width(image.width())
    , height(image.height())
{ }

LanePainter::LanePainter(const LanePalette& palette, qreal dpr)
    : m_palette(palette)
    , m_dpr(dpr)
    , m_radius(px(2.0))
{
    // How much of each pixel of the upper left corner lies inside the rounded shape.
    constexpr int kSub = 8;
    for (int y = 0; y < m_radius; ++y) {
        for (int x = 0; x < m_radius; ++x) {
            unsigned inside = 0;
            for (int s = 0; s < kSub * kSub; ++s) {
                const double dx = m_radius - (x + (s % kSub + 0.5) / kSub);
                const double dy = m_radius - (y + (s / kSub + 0.5) / kSub);
                inside += std::hypot(dx, dy) <= m_radius ? 1 : 0;
            }
            m_corner.push_back(inside * 255 / (kSub * kSub));
        }
    }
}

int LanePainter::px(double logical) const
{
    return std::max(1, static_cast<int>(std::lround(logical * m_dpr)));
}

LanePainter::Band LanePainter::clip(const Canvas& canvas, int from, int to) const
{
    return {std::clamp(from, 0, canvas.height), std::clamp(to, 0, canvas.height)};
}

void LanePainter::fill(const Canvas& canvas, int top, int height, QRgb colour) const
{
    const Band band = clip(canvas, top, top + height);
    for (int y = band.from; y < band.to; ++y) {
        std::fill_n(canvas.line(y), canvas.width, colour);
    }
}

void LanePainter::paint(const Canvas& canvas, const LaneScene& lane, int top, int height) const
{
    switch (lane.lane.key.kind) {
    case LaneKind::Group:
        if (lane.columns.empty()) {
            fill(canvas, top, height, m_palette.group);
        } else {
            paintBusy(canvas, lane, top, height, m_palette.group);
        }
        break;
    case LaneKind::Utilisation:
        paintBusy(canvas, lane, top, height, m_palette.lane);
        break;
    case LaneKind::Counter:
        paintCounter(canvas, lane, top, height);
        break;
    case LaneKind::Summary:
        paintIterations(canvas, lane, top, height);
        break;
    case LaneKind::PythonFold:
        fill(canvas, top, height, m_palette.lane);
        break;
    case LaneKind::Slices:
    case LaneKind::Folded:
        paintSlices(canvas, lane, top, height);
        break;
    case LaneKind::Path:
        paintPath(canvas, lane, top, height);
        break;
    case LaneKind::Stalls:
        paintStalls(canvas, lane, top, height);
        break;
    }
    if (lane.lane.firstOfTrack || lane.lane.key.kind == LaneKind::Group) {
        const QRgb line = mixRgb(m_palette.lane, m_palette.separator, 150);
        fill(canvas, top, 1, line);
    }
    if (!lane.instants.empty()) {
        paintInstants(canvas, lane, top, height);
    }
}

void LanePainter::paintSlices(const Canvas& canvas, const LaneScene& lane, int top,
                              int height) const
{
    if (lane.columns.empty()) {
        fill(canvas, top, height, m_palette.lane);
        return;
    }
    const int inset = px(1.0);
    fill(canvas, top, inset, m_palette.lane);
    fill(canvas, top + height - inset, inset, m_palette.lane);
    const Band band = clip(canvas, top + inset, top + height - inset);
    if (band.from >= band.to) {
        return;
    }
    QRgb* first = canvas.line(band.from);
    const auto& colours = m_palette.slices[lane.lane.host ? 1 : 0];
    const int width = std::min<int>(canvas.width, static_cast<int>(lane.columns.size()));
    for (int x = 0; x < width; ++x) {
        const ColumnCell cell = lane.columns[static_cast<std::size_t>(x)];
        first[x] = cell.coverage == 0 ? m_palette.lane : colours[cell.cls][cell.coverage];
    }
    // Neighbours are told apart by the lane showing through.
    const int gap = px(1.0);
    for (const SliceBox& box : lane.boxes) {
        if (box.x1 - box.x0 > 2 * gap) {
            for (int x = std::max(0, box.x1 - gap); x < std::min(width, box.x1); ++x) {
                first[x] = m_palette.lane;
            }
        }
    }
    for (int y = band.from + 1; y < band.to; ++y) {
        std::copy_n(first, canvas.width, canvas.line(y));
    }
    roundCorners(canvas, lane, top + inset, top + height - inset);
    paintOutliers(canvas, lane, top + inset);
}

void LanePainter::roundCorners(const Canvas& canvas, const LaneScene& lane, int from, int to) const
{
    if (to - from < 2 * m_radius) {
        return;
    }
    const int gap = px(1.0);
    const auto soften = [&](int x, int y, unsigned inside) {
        if (x >= 0 && x < canvas.width && y >= 0 && y < canvas.height) {
            QRgb& p = canvas.line(y)[x];
            p = mixRgb(m_palette.lane, p, inside);
        }
    };
    for (const SliceBox& box : lane.boxes) {
        if (box.x1 - box.x0 < px(6.0)) {
            continue;
        }
        std::size_t i = 0;
        for (int dy = 0; dy < m_radius; ++dy) {
            for (int dx = 0; dx < m_radius; ++dx, ++i) {
                for (const int y : {from + dy, to - 1 - dy}) {
                    soften(box.x0 + dx, y, m_corner[i]);
                    soften(box.x1 - gap - 1 - dx, y, m_corner[i]);
                }
            }
        }
    }
}

void LanePainter::paintOutliers(const Canvas& canvas, const LaneScene& lane, int from) const
{
    if (!lane.outliers) {
        return;
    }
    const Band band = clip(canvas, from, from + px(2.0));
    const int width = std::min(canvas.width, static_cast<int>(lane.columns.size()));
    for (int x = 0; x < width; ++x) {
        if ((lane.columns[static_cast<std::size_t>(x)].flags & ColumnCell::Outlier) != 0) {
            for (int y = band.from; y < band.to; ++y) {
                canvas.line(y)[x] = m_palette.outlier;
            }
        }
    }
}

void LanePainter::paintBusy(const Canvas& canvas, const LaneScene& lane, int top, int height,
                            QRgb back) const
{
    const int inset = px(3.0);
    const int area = std::max(1, height - 2 * inset);
    const Band band = clip(canvas, top, top + height);
    const QRgb ground = mixRgb(back, m_palette.busy, 24);
    for (int y = band.from; y < band.to; ++y) {
        QRgb* line = canvas.line(y);
        const int fromBottom = top + height - inset - y; // 1 … area inside
        if (fromBottom < 1 || fromBottom > area || lane.columns.empty()) {
            std::fill_n(line, canvas.width, back);
            continue;
        }
        for (std::size_t x = 0; x < lane.columns.size() && static_cast<int>(x) < canvas.width;
             ++x) {
            // Rounded up: one busy ns makes a visible column.
            const int filled = (lane.columns[x].coverage * area + 254) / 255;
            line[x] = fromBottom <= filled ? m_palette.busy : ground;
        }
    }
}

void LanePainter::paintCounter(const Canvas& canvas, const LaneScene& lane, int top,
                               int height) const
{
    fill(canvas, top, height, m_palette.lane);
    const int inset = px(3.0);
    const int stroke = px(1.5);
    const int bottom = top + height - inset - 1;
    const auto yOf = [&](float v) {
        return bottom
            - static_cast<int>(std::lround(v * static_cast<float>(height - 2 * inset - 1)));
    };
    const float zero = lane.counterMax > lane.counterMin
        ? static_cast<float>(-lane.counterMin / (lane.counterMax - lane.counterMin))
        : 0.0F;
    const QRgb area = mixRgb(m_palette.lane, m_palette.counterBand, 110);
    int previous = -1;
    for (std::size_t x = 0; x < lane.counter.size() && static_cast<int>(x) < canvas.width; ++x) {
        const timeline::CounterColumn& c = lane.counter[x];
        if (!c.valid) {
            previous = -1;
            continue;
        }
        const auto run = [&](int y0, int y1, QRgb colour) {
            const Band band = clip(canvas, std::min(y0, y1), std::max(y0, y1) + 1);
            for (int y = band.from; y < band.to; ++y) {
                canvas.line(y)[x] = colour;
            }
        };
        run(yOf(zero), yOf(c.last), area);
        if (c.max > c.min) {
            run(yOf(c.min), yOf(c.max), m_palette.counterBand);
        }
        const int y = yOf(c.last);
        run(y, previous < 0 ? y : previous,
            previous < 0 || previous == y ? m_palette.counterLine
                                          : mixRgb(m_palette.lane, m_palette.counterLine, 150));
        run(y - stroke / 2, y - stroke / 2 + stroke - 1, m_palette.counterLine);
        previous = y;
    }
}

void LanePainter::paintInstants(const Canvas& canvas, const LaneScene& lane, int top,
                                int height) const
{
    const int arm = std::min(px(4.0), height / 2);
    std::int32_t previous = -1000;
    for (std::size_t i = 0; i < lane.instants.size(); ++i) {
        const timeline::InstantMark& mark = lane.instants[i];
        const std::int32_t next =
            i + 1 < lane.instants.size() ? lane.instants[i + 1].x : mark.x + 1000;
        const bool crowded = std::min(mark.x - previous, next - mark.x) <= 2 * arm;
        previous = mark.x;
        if (crowded) {
            const Band tick = clip(canvas, top + px(1.0), top + px(4.0));
            for (int y = tick.from; y < tick.to; ++y) {
                canvas.line(y)[mark.x] = mixRgb(canvas.line(y)[mark.x], m_palette.instant, 130);
            }
            continue;
        }
        // A chevron that points at its time from above.
        for (int d = 0; d <= arm; ++d) {
            const int y = top + px(1.0) + arm - d;
            for (const int x : {mark.x - d, mark.x + d}) {
                for (int thick = 0; thick < px(1.0); ++thick) {
                    if (x >= 0 && x < canvas.width && y - thick >= 0 && y - thick < canvas.height) {
                        canvas.line(y - thick)[x] = m_palette.instant;
                    }
                }
            }
        }
        const Band stem = clip(canvas, top + px(1.0) + arm, top + height - px(1.0));
        for (int y = stem.from; y < stem.to; ++y) {
            canvas.line(y)[mark.x] = mixRgb(canvas.line(y)[mark.x], m_palette.instant, 120);
        }
    }
}

void LanePainter::paintIterations(const Canvas& canvas, const LaneScene& lane, int top,
                                  int height) const
{
    fill(canvas, top, height, m_palette.lane);
    const Band band = clip(canvas, top + px(2.0), top + height - px(2.0));
    for (const timeline::IterationMark& mark : lane.iterations) {
        const QRgb colour =
            mark.index % 2 == 0 ? m_palette.iteration : m_palette.iterationAlternate;
        const int x0 = std::max(0, mark.x0);
        const int x1 = std::min(canvas.width, std::max(mark.x0 + 1, mark.x1 - px(1.0)));
        for (int y = band.from; y < band.to && x0 < x1; ++y) {
            std::fill(canvas.line(y) + x0, canvas.line(y) + x1, colour);
        }
    }
}

void LanePainter::paintLabels(const Canvas& canvas, const LaneScene& lane, int top, int height,
                              const model::Trace& trace, TextMasks& masks) const
{
    if (lane.lane.key.kind == LaneKind::Path || lane.lane.key.kind == LaneKind::Stalls) {
        paintAnswerLabels(canvas, lane, top, height, trace, masks);
        return;
    }
    const int padding = px(4.0);
    const int least = px(30.0);
    const auto label = [&](int x0, int x1, StringId key, QRgb colour, auto&& text) {
        const int left = std::max(0, x0) + padding;
        const int right = std::min(canvas.width, x1) - padding;
        if (right - left + 2 * padding >= least) {
            const TextMask& mask = masks.get(key, text);
            blit(canvas, mask, left, right, top + (height - mask.height) / 2, colour);
        }
    };
    for (const timeline::IterationMark& mark : lane.iterations) {
        const model::Iteration& iteration = trace.iterations()[mark.index];
        // Iterations have names of their own; ids from the top end never meet those of slices.
        label(mark.x0, mark.x1, StringId(0xf0000000U + mark.index), m_palette.text,
              [&] { return session::text(iteration.name); });
    }
    const timeline::RowView* row = lane.row.view;
    if (row == nullptr || row->name.empty()) {
        return;
    }
    for (const SliceBox& box : lane.boxes) {
        if (box.x1 - box.x0 < least) {
            continue;
        }
        const StringId name = row->name[box.index];
        const auto cls = static_cast<std::size_t>(row->cls[box.index]);
        label(box.x0, box.x1, name, m_palette.texts[lane.lane.host ? 1 : 0][cls], [&] {
            const QString full = session::text(trace.string(name));
            return lane.lane.host ? full : session::kernelLabel(full);
        });
    }
}

void LanePainter::blit(const Canvas& canvas, const TextMask& mask, int x, int right, int y,
                       QRgb colour) const
{
    const int width = std::min(mask.width, right - x);
    if (width <= 0) {
        return;
    }
    // Names that don't fit fade out instead of stopping short.
    const int fade = mask.width > width ? std::min(width, px(14.0)) : 0;
    const Band band = clip(canvas, y, y + mask.height);
    for (int row = band.from; row < band.to; ++row) {
        QRgb* line = canvas.line(row) + x;
        const std::uint8_t* alpha =
            mask.alpha.data() + static_cast<std::ptrdiff_t>(row - y) * mask.width;
        for (int i = 0; i < width; ++i) {
            unsigned a = alpha[i];
            if (a == 0) {
                continue;
            }
            if (i >= width - fade) {
                a = a * static_cast<unsigned>(width - i) / static_cast<unsigned>(fade);
            }
            line[i] = mixRgb(line[i], colour, a);
        }
    }
}

} // namespace longpole::timeline_ui
