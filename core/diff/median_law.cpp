// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/median_law.h"

#include <boost/math/special_functions/beta.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

namespace longpole::diff {

namespace {

constexpr double kNegligible = -44; // logarithm of a share: 1e-19
constexpr double kRounding = 1e-12; // of sums of shares

// The places, from 1, that hold a resample's middle value often enough to matter: that many of n
// draws fall below a place by a binomial distribution, with a deviation of √n / 2.
std::pair<std::size_t, std::size_t> middlePlaces(std::size_t n)
{
    const auto reach = static_cast<std::size_t>(5 * std::sqrt(static_cast<double>(n))) + 10;
    const std::size_t middle = (n + 1) / 2;
    return {middle > reach ? middle - reach : 1, std::min(n, middle + reach)};
}

// Share of resamples of n whose k-th smallest is at a place up to `place`: at least k of n draws.
double orderShare(std::size_t n, std::size_t k, std::size_t place)
{
    return boost::math::ibeta(static_cast<double>(k), static_cast<double>(n - k + 1),
                              static_cast<double>(place) / static_cast<double>(n));
}

// log((x/n)^k − ((x−1)/n)^k)
double logStep(std::size_t x, std::size_t n, std::size_t k)
{
    const auto whole = static_cast<double>(x);
    const auto power = static_cast<double>(k);
    const double rest = std::pow((whole - 1) / whole, power);
    return power * std::log(whole / static_cast<double>(n)) + std::log1p(-rest);
}

std::vector<MedianAtom> oddLaw(const std::vector<double>& sorted)
{
    const std::size_t n = sorted.size();
    const std::size_t k = (n + 1) / 2;
    const auto [first, last] = middlePlaces(n);
    std::vector<MedianAtom> out;
    double before = orderShare(n, k, first - 1);
    for (std::size_t i = first; i <= last; ++i) {
        const double reached = orderShare(n, k, i);
        out.push_back({sorted[i - 1], std::max(0.0, reached - before)});
        before = reached;
    }
    return out;
}

// Half of the draws at places up to i, one of them at i, the other half likewise from j: a product
// of three factors. What is left of place i's share is where both middle values are at i.
std::vector<MedianAtom> evenLaw(const std::vector<double>& sorted)
{
    const std::size_t n = sorted.size();
    const std::size_t k = n / 2;
    const auto [first, last] = middlePlaces(n);
    const double ways =
        std::lgamma(static_cast<double>(n) + 1) - 2 * std::lgamma(static_cast<double>(k) + 1);
    std::vector<double> from(n + 2, 0.0); // logarithms of the upper half's factor
    for (std::size_t j = first; j <= n; ++j) {
        from[j] = logStep(n - j + 1, n, k);
    }
    std::vector<MedianAtom> out;
    double before = orderShare(n, k, first - 1);
    for (std::size_t i = first; i <= last; ++i) {
        const double lower = ways + logStep(i, n, k);
        double apart = 0;
        for (std::size_t j = i + 1; j <= n && lower + from[j] > kNegligible; ++j) {
            const double share = std::exp(lower + from[j]);
            out.push_back({(sorted[i - 1] + sorted[j - 1]) / 2, share});
            apart += share;
        }
        const double reached = orderShare(n, k, i);
        out.push_back({sorted[i - 1], std::max(0.0, reached - before - apart)});
        before = reached;
    }
    return out;
}

// Variance of the logarithms.
double logVariance(const std::vector<MedianAtom>& atoms)
{
    double all = 0;
    double sum = 0;
    double squares = 0;
    const double origin = atoms.empty() ? 1 : atoms[atoms.size() / 2].value;
    for (const MedianAtom& a : atoms) {
        if (a.value > 0) {
            const double log = std::log(a.value / origin); // near 0: squares keep their digits
            all += a.share;
            sum += a.share * log;
            squares += a.share * log * log;
        }
    }
    return all > 0 ? std::max(0.0, squares / all - sum / all * (sum / all)) : 0.0;
}

} // namespace

std::vector<MedianAtom> medianLaw(std::span<const double> sample)
{
    std::vector<double> sorted(sample.begin(), sample.end());
    std::sort(sorted.begin(), sorted.end());
    std::vector<MedianAtom> out = sorted.size() % 2 == 1 ? oddLaw(sorted) : evenLaw(sorted);
    std::sort(out.begin(), out.end(),
              [](const MedianAtom& a, const MedianAtom& b) { return a.value < b.value; });
    return out;
}

RatioLaw::RatioLaw(std::vector<MedianAtom> before, std::vector<MedianAtom> after)
    : m_before(std::move(before))
    , m_after(std::move(after))
{
    const auto positive =
        std::find_if(m_before.begin(), m_before.end(), [](const auto& a) { return a.value > 0; });
    for (auto it = m_before.begin(); it != positive; ++it) {
        m_without += it->share;
    }
    m_before.erase(m_before.begin(), positive);
}

double RatioLaw::shareUpTo(double ratio) const
{
    double out = ratio >= 1 ? m_without : 0.0;
    double below = 0; // share of the medians after that are at most ratio × the one before
    auto y = m_after.begin();
    for (const MedianAtom& x : m_before) {
        for (; y != m_after.end() && y->value <= ratio * x.value; ++y) {
            below += y->share;
        }
        out += x.share * below;
    }
    return out;
}

double RatioLaw::largestUpTo(double ratio) const
{
    double out = m_without > 0 && ratio >= 1 ? 1.0 : 0.0;
    auto y = m_after.begin();
    for (const MedianAtom& x : m_before) {
        while (y != m_after.end() && y->value <= ratio * x.value) {
            ++y;
        }
        if (y != m_after.begin()) {
            out = std::max(out, std::prev(y)->value / x.value);
        }
    }
    return out;
}

double RatioLaw::quantile(double share) const
{
    if (m_before.empty()) {
        return 1;
    }
    // By bisection: every pair of medians is too many to sort.
    double low = m_after.front().value / m_before.back().value;
    double high = m_after.back().value / m_before.front().value;
    if (m_without > 0) {
        low = std::min(low, 1.0);
        high = std::max(high, 1.0);
    }
    high *= 1 + std::numeric_limits<double>::epsilon(); // all of it, in spite of rounding
    if (shareUpTo(low) >= share - kRounding) {
        return low;
    }
    constexpr double kClose = 4 * std::numeric_limits<double>::epsilon();
    while (high - low > kClose * high) {
        const double middle = low + (high - low) / 2;
        (shareUpTo(middle) >= share - kRounding ? high : low) = middle;
    }
    return largestUpTo(high);
}

double RatioLaw::logError() const
{
    return std::sqrt(logVariance(m_before) + logVariance(m_after));
}

} // namespace longpole::diff
