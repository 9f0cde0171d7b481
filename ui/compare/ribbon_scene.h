// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Which ribbons join what is in view of two timelines, one above the other. Pure geometry: costs
// what is in view, or the width of the view where that is much.
#pragma once

#include "core/timeline/viewport.h"
#include "ui/compare/pair_index.h"

#include <cstdint>
#include <vector>

namespace longpole::compare {

// From an operation above to its partner below, in pixels of the lanes. Of added and removed ones
// only one end is there; the other is a point.
struct Ribbon
{
    double top0 = 0;
    double top1 = 0;
    double bottom0 = 0;
    double bottom1 = 0;
    float change = 0; // log2 of after ÷ before, -1 … 1
    Change kind = Change::Matched;
    std::uint32_t pair = kNoPair; // none: stands for several
    std::uint32_t count = 1;
};

struct RibbonScene
{
    std::vector<Ribbon> ribbons;
    bool dense = false; // ribbons stand for all that begin in some pixels
};

inline constexpr std::size_t kMostRibbons = 500;

// At most about kMostRibbons single ribbons; above that one per few pixels, whose lower end is the
// mean of where the operations are, and ticks for what was added and removed.
RibbonScene ribbonsInView(const PairIndex& pairs, const timeline::Viewport& top,
                          const timeline::Viewport& bottom);

// The ribbon at a point of the strip, t from 0 (its top) to 1; null if there is none. Single ones
// only; of several the thinnest.
const Ribbon* ribbonAt(const RibbonScene& scene, double x, double t);

// How far along a ribbon's way from top to bottom the curve has come at t.
double ribbonEase(double t);

} // namespace longpole::compare
