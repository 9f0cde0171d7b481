// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/lane_palette.h"

namespace longpole::timeline_ui {

namespace {

constexpr double kFloor = 0.28;

QRgb opaque(const QColor& colour, QRgb under)
{
    return mixRgb(under, colour.rgb(), static_cast<unsigned>(colour.alpha()));
}

} // namespace

LanePalette::LanePalette(const theme::Theme& theme)
    : lane(theme.lane.rgb())
    , group(theme.header.rgb())
    , separator(theme.separator.rgb())
    , outlier(theme.outlier.rgb())
    , busy(mixRgb(theme.lane.rgb(), theme.counter.rgb(), 170))
    , busyText(theme.text.rgb())
    , counterLine(theme.counter.rgb())
    , counterBand(opaque(theme.counterBand, theme.lane.rgb()))
    , instant(theme.dimText.rgb())
    , iteration(mixRgb(theme.lane.rgb(), theme.dimText.rgb(), 56))
    , iterationAlternate(mixRgb(theme.lane.rgb(), theme.dimText.rgb(), 92))
    , accent(theme.accent.rgb())
    , alarm(theme.alarm.rgb())
    , text(theme.text.rgb())
    , dimText(theme.dimText.rgb())
{
    for (std::size_t i = 0; i < path.size(); ++i) {
        path[i] = theme.path(static_cast<critical_path::Category>(i));
        pathTexts[i] = theme.textOn(path[i]);
    }
    for (std::size_t i = 0; i < stalls.size(); ++i) {
        stalls[i] = theme.stall(static_cast<critical_path::Cause>(i));
        stallTexts[i] = theme.textOn(stalls[i]);
    }
    for (std::size_t host = 0; host < 2; ++host) {
        for (std::size_t cls = 0; cls < model::kSliceClassCount; ++cls) {
            const QRgb full = theme.slice(static_cast<model::SliceClass>(cls), host != 0);
            for (std::size_t coverage = 0; coverage < 256; ++coverage) {
                const double share = coverage == 0
                    ? 0.0
                    : kFloor + (1.0 - kFloor) * static_cast<double>(coverage) / 255.0;
                slices[host][cls][coverage] =
                    mixRgb(lane, full, static_cast<unsigned>(share * 255.0 + 0.5));
            }
            texts[host][cls] = theme.textOn(full);
        }
    }
}

} // namespace longpole::timeline_ui
