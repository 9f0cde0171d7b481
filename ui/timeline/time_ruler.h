// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The ruler above the lanes: round times, one unit.
#pragma once

#include "core/timeline/ruler.h"
#include "ui/theme/theme.h"

#include <QPainter>

namespace longpole::timeline_ui {

inline constexpr double kMinTickPx = 96.0;

// zero: what the labels call 0.
timeline::Ruler rulerFor(const timeline::Viewport& viewport, TimeNs zero);
void paintRuler(QPainter& painter, const QRect& rect, const timeline::Ruler& ruler,
                const timeline::Viewport& viewport, TimeNs zero, const theme::Theme& theme);
// "120 µs": a whole multiple of the step, in the step's unit.
QString tickText(std::int64_t offsetNs, std::int64_t stepNs);

} // namespace longpole::timeline_ui
