// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/statistics.h"

#include "core/diff/median_law.h"

#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace longpole::diff {

namespace {

double variance(std::span<const double> values)
{
    const double m = mean(values);
    double sum = 0;
    for (const double v : values) {
        sum += (v - m) * (v - m);
    }
    return values.size() < 2 ? 0.0 : sum / static_cast<double>(values.size() - 1);
}

// Twice the mid-ranks of the joined samples, the first sample's first: whole numbers.
struct Ranks
{
    std::vector<std::uint32_t> doubled;
    double tieSum = 0; // Σ (t³ − t) over groups of equal values
};

Ranks ranksOf(std::span<const double> a, std::span<const double> b)
{
    std::vector<double> all(a.begin(), a.end());
    all.insert(all.end(), b.begin(), b.end());
    std::vector<std::size_t> order(all.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t x, std::size_t y) { return all[x] < all[y]; });
    Ranks out;
    out.doubled.resize(all.size());
    for (std::size_t i = 0; i < order.size();) {
        std::size_t j = i;
        while (j < order.size() && all[order[j]] == all[order[i]]) {
            ++j;
        }
        for (std::size_t k = i; k < j; ++k) {
            out.doubled[order[k]] = static_cast<std::uint32_t>(i + j + 1);
        }
        const double t = static_cast<double>(j - i);
        out.tieSum += t * t * t - t;
        i = j;
    }
    return out;
}

// The share of all draws of n of the ranks whose sum is as far from the mean as the one seen.
double exactP(const std::vector<std::uint32_t>& doubled, std::size_t n, std::uint64_t seen)
{
    const std::uint64_t total = std::accumulate(doubled.begin(), doubled.end(), std::uint64_t{0});
    std::vector<std::vector<double>> ways(n + 1, std::vector<double>(total + 1, 0.0));
    ways[0][0] = 1;
    std::uint64_t reached = 0;
    for (const std::uint32_t r : doubled) {
        reached += r;
        for (std::size_t k = n; k > 0; --k) {
            for (std::uint64_t s = reached; s >= r; --s) {
                ways[k][s] += ways[k - 1][s - r];
            }
        }
    }
    // Twice the mean of the sum, times the number of values: whole numbers again.
    const double middle =
        static_cast<double>(total) * static_cast<double>(n) / static_cast<double>(doubled.size());
    const double distance = std::fabs(static_cast<double>(seen) - middle) - 1e-9;
    double all = 0;
    double extreme = 0;
    for (std::uint64_t s = 0; s <= total; ++s) {
        all += ways[n][s];
        extreme += std::fabs(static_cast<double>(s) - middle) >= distance ? ways[n][s] : 0.0;
    }
    return std::min(1.0, extreme / all);
}

} // namespace

double mean(std::span<const double> values)
{
    return values.empty()
        ? 0.0
        : std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double median(std::vector<double> values)
{
    if (values.empty()) {
        return 0;
    }
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    const double upper = *middle;
    return values.size() % 2 == 1 ? upper : (*std::max_element(values.begin(), middle) + upper) / 2;
}

MedianRatio bootstrapMedianRatio(std::span<const double> before, std::span<const double> after)
{
    constexpr double kTail = 0.025;
    // What lies beyond the upper end is less than the tail, as below the lower one.
    constexpr double kUpper = 1 - kTail + 1e-9;
    MedianRatio out;
    const double a = median({before.begin(), before.end()});
    const double b = median({after.begin(), after.end()});
    out.ratio = a > 0 ? b / a : 1;
    const RatioLaw law(medianLaw(before), medianLaw(after));
    out.low = law.quantile(kTail);
    out.high = law.quantile(kUpper);
    out.logError = law.logError();
    return out;
}

MeanDifference welch(std::span<const double> before, std::span<const double> after)
{
    MeanDifference out;
    out.difference = mean(after) - mean(before);
    out.low = out.high = out.difference;
    if (before.size() < 2 || after.size() < 2) {
        return out;
    }
    out.known = true;
    const double a = variance(before) / static_cast<double>(before.size());
    const double b = variance(after) / static_cast<double>(after.size());
    if (a + b <= 0) {
        return out;
    }
    const double degrees = (a + b) * (a + b)
        / (a * a / static_cast<double>(before.size() - 1)
           + b * b / static_cast<double>(after.size() - 1));
    const double t =
        boost::math::quantile(boost::math::students_t_distribution<double>(degrees), 0.975);
    out.low = out.difference - t * std::sqrt(a + b);
    out.high = out.difference + t * std::sqrt(a + b);
    return out;
}

RankTest mannWhitney(std::span<const double> before, std::span<const double> after,
                     std::size_t exactUpTo)
{
    RankTest out;
    if (before.empty() || after.empty()) {
        return out;
    }
    const Ranks ranks = ranksOf(before, after);
    const std::uint64_t sum = std::accumulate(
        ranks.doubled.begin(), ranks.doubled.begin() + static_cast<std::ptrdiff_t>(before.size()),
        std::uint64_t{0});
    const auto n = static_cast<double>(before.size());
    const auto m = static_cast<double>(after.size());
    out.u = static_cast<double>(sum) / 2 - n * (n + 1) / 2;
    out.exact = before.size() + after.size() <= exactUpTo;
    if (out.exact) {
        out.p = exactP(ranks.doubled, before.size(), sum);
        return out;
    }
    const double all = n + m;
    const double spread = n * m / 12 * (all + 1 - ranks.tieSum / (all * (all - 1)));
    if (spread <= 0) {
        return out;
    }
    const double z = std::max(0.0, std::fabs(out.u - n * m / 2) - 0.5) / std::sqrt(spread);
    out.p = 2 * boost::math::cdf(boost::math::complement(boost::math::normal(), z));
    out.p = std::min(out.p, 1.0);
    return out;
}

double detectableChange(const MedianRatio& ratio)
{
    const boost::math::normal normal;
    const double z = boost::math::quantile(normal, 0.975) + boost::math::quantile(normal, 0.8);
    return std::exp(z * ratio.logError) - 1;
}

std::vector<double> benjaminiHochberg(std::span<const double> p)
{
    std::vector<std::size_t> order(p.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return p[a] < p[b]; });
    std::vector<double> out(p.size());
    double least = 1;
    for (std::size_t i = order.size(); i > 0; --i) {
        const double scaled =
            p[order[i - 1]] * static_cast<double>(p.size()) / static_cast<double>(i);
        least = std::min(least, scaled);
        out[order[i - 1]] = least;
    }
    return out;
}

} // namespace longpole::diff
