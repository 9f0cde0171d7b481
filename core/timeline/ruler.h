// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Ruler ticks at round times: steps of 1, 2 or 5 times a power of ten nanoseconds.
#pragma once

#include "core/timeline/viewport.h"

#include <vector>

namespace longpole::timeline {

struct Tick
{
    TimeNs time;
    double x = 0.0; // pixels from the left edge
    std::int64_t offsetNs = 0; // what to write: time − base
};

struct Ruler
{
    std::int64_t stepNs = 1;
    // Labels count from here. The zero of the trace as long as that stays readable; once the
    // step is far smaller than the time itself, a round time near the left edge.
    TimeNs base;
    std::int64_t baseStepNs = 1; // base is a multiple of this
    bool relative = false; // base is not the zero: write "base + offset"
    std::vector<Tick> ticks;
};

// minTickPx: least distance of two ticks. zero: what the labels call 0.
Ruler makeRuler(const Viewport& viewport, double minTickPx, TimeNs zero);

} // namespace longpole::timeline
