// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// LanePainter: lanes that hold an answer. Neither the path nor a stall ever fades: how much of a
// column is idle shows as height, with a least height that is always seen.
#include "ui/session/format.h"
#include "ui/session/path_words.h"
#include "ui/timeline/lane_painter.h"

#include <algorithm>

namespace longpole::timeline_ui {

namespace cp = critical_path;
using timeline::ColumnCell;
using timeline::LaneScene;
using timeline::SliceBox;

namespace {

// Keys of labels that are no names of the trace.
constexpr std::uint32_t kCategoryLabels = 0xe0000000U;
constexpr std::uint32_t kCauseLabels = 0xe1000000U;

// Causes are told apart by their hatching too: the host leans right, waits and copies lean left,
// ranks lie, gaps between kernels stand, what is not known is crossed.
bool hatched(cp::Cause cause, int x, int y, int period, int stroke)
{
    const int right = (x + y) % period;
    const int left = ((x - y) % period + period) % period;
    switch (cause) {
    case cp::Cause::Launch:
    case cp::Cause::Cpu:
    case cp::Cause::HostUntracked:
    case cp::Cause::QueueFull:
        return right < stroke;
    case cp::Cause::SyncWait:
    case cp::Cause::BlockingMemcpy:
    case cp::Cause::EventWait:
    case cp::Cause::Memcpy:
        return left < stroke;
    case cp::Cause::CollectiveSkew:
    case cp::Cause::CollectiveTransfer:
        return y % period < stroke;
    case cp::Cause::KernelGap:
        return x % period < stroke;
    case cp::Cause::Unexplained:
        break;
    }
    return right < stroke || left < stroke;
}

// Of work its name says all; of the rest it is the kind that matters.
bool saysAll(cp::Category category)
{
    return category == cp::Category::Kernel || category == cp::Category::Cpu
        || category == cp::Category::Memcpy || category == cp::Category::Memset;
}

} // namespace

void LanePainter::paintPath(const Canvas& canvas, const LaneScene& lane, int top, int height) const
{
    fill(canvas, top, height, m_palette.lane);
    const Band band = clip(canvas, top + px(2.0), top + height - px(2.0));
    const Band edge = clip(canvas, top + px(2.0), top + px(4.0));
    const int width = std::min(canvas.width, static_cast<int>(lane.columns.size()));
    if (band.from >= band.to || width == 0) {
        return;
    }
    QRgb* first = canvas.line(band.from);
    for (int x = 0; x < width; ++x) {
        const ColumnCell cell = lane.columns[static_cast<std::size_t>(x)];
        first[x] = cell.occupied() ? m_palette.path[cell.cls] : m_palette.lane;
    }
    const int gap = px(1.0);
    for (const SliceBox& box : lane.boxes) {
        if (box.x1 - box.x0 >= px(6.0)) {
            for (int x = std::max(0, box.x1 - gap); x < std::min(width, box.x1); ++x) {
                first[x] = m_palette.lane;
            }
        }
    }
    for (int y = band.from + 1; y < band.to; ++y) {
        std::copy_n(first, width, canvas.line(y));
    }
    for (int y = edge.from; y < edge.to; ++y) {
        for (int x = 0; x < width; ++x) {
            if (lane.columns[static_cast<std::size_t>(x)].occupied()) {
                canvas.line(y)[x] = m_palette.accent;
            }
        }
    }
}

void LanePainter::paintStalls(const Canvas& canvas, const LaneScene& lane, int top,
                              int height) const
{
    fill(canvas, top, height, m_palette.lane);
    const int inset = px(2.0);
    const int area = std::max(1, height - 2 * inset);
    const int least = std::min(area, px(4.0));
    const int period = px(7.0);
    const int stroke = px(2.0);
    const int bottom = top + height - inset;
    const int width = std::min(canvas.width, static_cast<int>(lane.columns.size()));
    const auto column = [&](int x, std::uint8_t cls, int filled) {
        const Band band = clip(canvas, bottom - filled, bottom);
        const QRgb colour = m_palette.stalls[cls];
        const QRgb hatch = mixRgb(colour, m_palette.alarm, 215);
        for (int y = band.from; y < band.to; ++y) {
            const bool line = hatched(static_cast<cp::Cause>(cls), x, y, period, stroke);
            canvas.line(y)[x] = line ? hatch : colour;
        }
    };
    for (int x = 0; x < width; ++x) {
        const ColumnCell cell = lane.columns[static_cast<std::size_t>(x)];
        if (cell.occupied()) {
            const bool box = (cell.flags & ColumnCell::InBox) != 0;
            column(x, cell.cls,
                   box ? area : std::clamp((cell.coverage * area + 254) / 255, least, area));
        }
    }
}

// "host code  aten::copy_": what it is, then what it is about, as far as there is room.
void LanePainter::paintAnswerLabels(const Canvas& canvas, const LaneScene& lane, int top,
                                    int height, const model::Trace& trace, TextMasks& masks) const
{
    const bool path = lane.lane.key.kind == timeline::LaneKind::Path;
    const Band ground = clip(canvas, top + px(2.0), top + height - px(2.0));
    for (const SliceBox& box : lane.boxes) {
        const int padding = px(4.0);
        int left = std::max(0, box.x0) + padding;
        const int right = std::min(canvas.width, box.x1) - padding;
        if (lane.row.view == nullptr || right - left + 2 * padding < px(30.0)) {
            continue;
        }
        const auto cls = static_cast<std::size_t>(lane.row.view->cls[box.index]);
        const auto put = [&](const TextMask& mask) {
            const int y = top + (height - mask.height) / 2 + (path ? px(1.0) : 0);
            const int from = std::max(0, left - padding);
            const int to = std::min({left + mask.width + padding, right + padding, canvas.width});
            for (int line = ground.from; !path && from < to && line < ground.to; ++line) {
                // Letters need a quiet ground.
                std::fill(canvas.line(line) + from, canvas.line(line) + to, m_palette.stalls[cls]);
            }
            blit(canvas, mask, left, right, y,
                 path ? m_palette.pathTexts[cls] : m_palette.stallTexts[cls]);
            left += mask.width + px(8.0);
        };
        const StringId name = lane.row.view->name[box.index];
        if (!path || !name.valid() || !saysAll(static_cast<cp::Category>(cls))) {
            const auto key =
                (path ? kCategoryLabels : kCauseLabels) + static_cast<std::uint32_t>(cls);
            put(masks.get(StringId(key), [&] {
                return path ? session::categoryWords(static_cast<cp::Category>(cls))
                            : session::causeWords(static_cast<cp::Cause>(cls));
            }));
        }
        if (name.valid() && right - left > px(24.0)) {
            put(masks.get(name,
                          [&] { return session::kernelLabel(session::text(trace.string(name))); }));
        }
    }
}

} // namespace longpole::timeline_ui
