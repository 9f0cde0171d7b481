// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/statistics.h"

#include <boost/math/distributions/normal.hpp>

#include <algorithm>
#include <cmath>

namespace longpole::diff {

namespace {

constexpr std::size_t kMost = 2'000; // values a quadratic test looks at: evenly taken

std::vector<double> thinned(std::span<const double> values)
{
    std::vector<double> out;
    const std::size_t step = values.size() / kMost + 1;
    for (std::size_t i = 0; i < values.size(); i += step) {
        out.push_back(values[i]);
    }
    return out;
}

// P(|S| ≥ seen) for n values without ties: by counting permutations with each number of inversions.
double exactKendall(std::size_t n, double seen)
{
    std::vector<double> ways{1.0}; // by inversions
    for (std::size_t k = 2; k <= n; ++k) {
        std::vector<double> next(ways.size() + k - 1, 0.0);
        for (std::size_t i = 0; i < ways.size(); ++i) {
            for (std::size_t j = 0; j < k; ++j) {
                next[i + j] += ways[i] / static_cast<double>(k);
            }
        }
        ways = std::move(next);
    }
    const double pairs = static_cast<double>(n) * static_cast<double>(n - 1) / 2;
    double p = 0;
    for (std::size_t i = 0; i < ways.size(); ++i) {
        p += std::fabs(pairs - 2 * static_cast<double>(i)) >= seen - 1e-9 ? ways[i] : 0.0;
    }
    return std::min(1.0, p);
}

} // namespace

Drift driftOf(std::span<const double> all)
{
    Drift out;
    const std::vector<double> v = thinned(all);
    const std::size_t n = v.size();
    if (n < 4) {
        return out;
    }
    double s = 0;
    std::vector<double> slopes;
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = i + 1; j < n; ++j) {
            s += v[j] > v[i] ? 1 : v[j] < v[i] ? -1 : 0;
            slopes.push_back((v[j] - v[i]) / static_cast<double>(j - i));
        }
    }
    const auto count = static_cast<double>(n);
    if (n <= 20) {
        out.trendP = exactKendall(n, std::fabs(s));
    } else {
        const double spread = std::sqrt(count * (count - 1) * (2 * count + 5) / 18);
        const double z = std::max(0.0, std::fabs(s) - 1) / spread;
        out.trendP = 2 * boost::math::cdf(boost::math::complement(boost::math::normal(), z));
    }
    const double middle = median(v);
    out.perStep = middle > 0 ? median(std::move(slopes)) / middle : 0;
    const double m = mean(v);
    double own = 0;
    double neighbours = 0;
    for (std::size_t i = 0; i < n; ++i) {
        own += (v[i] - m) * (v[i] - m);
        neighbours += i > 0 ? (v[i] - m) * (v[i - 1] - m) : 0;
    }
    out.autocorrelation = own > 0 ? neighbours / own : 0;
    out.trend = out.trendP < 0.05;
    out.correlated = n >= 8 && std::fabs(out.autocorrelation) > 1.96 / std::sqrt(count);
    return out;
}

} // namespace longpole::diff
