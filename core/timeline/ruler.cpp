// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/ruler.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace longpole::timeline {

namespace {

constexpr std::int64_t kLargestStep = 5'000'000'000'000'000'000;

std::int64_t roundStep(double atLeastNs)
{
    std::int64_t power = 1;
    while (true) {
        for (const std::int64_t m : {1, 2, 5}) {
            if (static_cast<double>(power * m) >= atLeastNs || power * m == kLargestStep) {
                return power * m;
            }
        }
        power *= 10;
    }
}

std::int64_t saturatingMulTen(std::int64_t v)
{
    return v > std::numeric_limits<std::int64_t>::max() / 10 ? v : v * 10;
}

std::int64_t floorTo(std::int64_t value, std::int64_t step)
{
    const std::int64_t rest = value % step;
    return saturatingSub(value, rest < 0 ? rest + step : rest);
}

} // namespace

Ruler makeRuler(const Viewport& viewport, double minTickPx, TimeNs zero)
{
    Ruler ruler;
    ruler.stepNs = roundStep(std::max(1.0, minTickPx * viewport.nsPerPx()));
    const TimeRange view = viewport.visible();
    const std::int64_t left = saturatingSub(view.begin.ns, zero.ns);
    // Labels count in a unit that gives the step at most one decimal; more than a few thousands of
    // it are unreadable, so the label is split: a round base, and the rest.
    std::int64_t unit = 1'000'000'000;
    while (unit > 1 && unit > saturatingMulTen(ruler.stepNs)) {
        unit /= 1000;
    }
    const std::int64_t coarse = unit * 1000;
    ruler.relative = unit < 1'000'000'000
        && std::abs(static_cast<double>(left)) >= 10.0 * static_cast<double>(coarse);
    const std::int64_t base = ruler.relative ? floorTo(left, coarse) : 0;
    ruler.baseStepNs = coarse;
    ruler.base = {saturatingAdd(zero.ns, base)};
    for (std::int64_t at = floorTo(left, ruler.stepNs);; at += ruler.stepNs) {
        const TimeNs time{saturatingAdd(zero.ns, at)};
        if (time >= view.end) {
            break;
        }
        if (time >= view.begin) {
            ruler.ticks.push_back({time, viewport.xOf(time), saturatingSub(at, base)});
        }
        if (at > std::numeric_limits<std::int64_t>::max() - ruler.stepNs) {
            break;
        }
    }
    return ruler;
}

} // namespace longpole::timeline
