// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/time.h"
#include "ui/charts/histogram.h"

#include <algorithm>
#include <cmath>

namespace longpole::charts {

DurationBins binDurations(std::vector<std::int64_t>& durationsNs)
{
    DurationBins bins;
    if (durationsNs.empty()) {
        return bins;
    }
    const auto middle =
        durationsNs.begin() + static_cast<std::ptrdiff_t>((durationsNs.size() - 1) / 2);
    std::nth_element(durationsNs.begin(), middle, durationsNs.end());
    const auto [low, high] = std::minmax_element(durationsNs.begin(), durationsNs.end());
    bins.total = durationsNs.size();
    bins.medianNs = *middle;
    bins.shortestNs = *low;
    bins.longestNs = *high;
    for (const std::int64_t d : durationsNs) {
        bins.sumNs = saturatingAdd(bins.sumNs, d);
    }
    const double first = static_cast<double>(bins.shortestNs);
    const double last = static_cast<double>(bins.longestNs);
    bins.logarithmic = first > 0 && last / first > 8;
    const auto count = static_cast<std::size_t>(
        std::clamp(std::lround(2 * std::cbrt(static_cast<double>(bins.total))), 8L, 48L));
    const double a = bins.logarithmic ? std::log(first) : first;
    const double b = bins.logarithmic ? std::log(last) : last;
    const double width = b > a ? (b - a) / static_cast<double>(count) : 1;
    const auto edge = [&](std::size_t i) {
        const double v =
            (b > a ? a : a - static_cast<double>(count) / 2) + width * static_cast<double>(i);
        return bins.logarithmic ? std::exp(v) : v;
    };
    for (std::size_t i = 0; i <= count; ++i) {
        bins.edges.push_back(edge(i));
    }
    bins.counts.assign(count, 0);
    for (const std::int64_t d : durationsNs) {
        const double v = static_cast<double>(d);
        const auto above = std::upper_bound(bins.edges.begin(), bins.edges.end(), v);
        const auto index = std::clamp<std::ptrdiff_t>(above - bins.edges.begin() - 1, 0,
                                                      static_cast<std::ptrdiff_t>(count) - 1);
        ++bins.counts[static_cast<std::size_t>(index)];
    }
    return bins;
}

} // namespace longpole::charts
