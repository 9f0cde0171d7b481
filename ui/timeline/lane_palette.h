// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// LanePalette: every colour a lane can have, worked out once per theme: class and coverage →
// pixel. Brightness is 0.28 + 0.72 × coverage, so that the least bit of work is seen.
#pragma once

#include "ui/theme/theme.h"

#include <array>

namespace longpole::timeline_ui {

struct LanePalette
{
    explicit LanePalette(const theme::Theme& theme);

    // [host][class][coverage]
    std::array<std::array<std::array<QRgb, 256>, model::kSliceClassCount>, 2> slices{};
    // Text on a full slice: [host][class]
    std::array<std::array<QRgb, model::kSliceClassCount>, 2> texts{};
    QRgb lane = 0;
    QRgb group = 0; // background of group titles
    QRgb separator = 0;
    QRgb outlier = 0;
    QRgb busy = 0; // utilisation area
    QRgb busyText = 0;
    QRgb counterLine = 0;
    QRgb counterBand = 0;
    QRgb instant = 0;
    QRgb iteration = 0;
    QRgb iterationAlternate = 0;
    QRgb accent = 0; // of the critical path
    QRgb alarm = 0; // hatching of stalls
    std::array<QRgb, critical_path::kCategoryCount> path{};
    std::array<QRgb, critical_path::kCategoryCount> pathTexts{};
    std::array<QRgb, critical_path::kCauseCount> stalls{};
    std::array<QRgb, critical_path::kCauseCount> stallTexts{};
    QRgb text = 0;
    QRgb dimText = 0;
};

// share of `over` on `under`, 0..255.
inline QRgb mixRgb(QRgb under, QRgb over, unsigned share)
{
    const unsigned rest = 255 - share;
    const auto channel = [&](int shift) {
        const unsigned v = ((under >> shift) & 0xffU) * rest + ((over >> shift) & 0xffU) * share;
        return ((v + 128 + ((v + 128) >> 8)) >> 8) << shift;
    };
    return 0xff000000U | channel(16) | channel(8) | channel(0);
}

} // namespace longpole::timeline_ui
