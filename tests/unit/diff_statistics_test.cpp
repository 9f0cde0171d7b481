// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The statistics of a comparison against tables, enumeration and simulation.
#include "core/diff/statistics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>

namespace {

using namespace longpole::diff;

// Durations of steps: log-normal, 5 % spread, by sums of uniform numbers (the same everywhere).
std::vector<double> sample(std::mt19937_64& random, std::size_t n, double scale)
{
    std::vector<double> out;
    for (std::size_t i = 0; i < n; ++i) {
        double z = -6;
        for (int k = 0; k < 12; ++k) {
            z += static_cast<double>(random() >> 11U) / 9007199254740992.0;
        }
        out.push_back(scale * std::exp(0.05 * z));
    }
    return out;
}

TEST(DiffStatistics, TheBootstrapIntervalCoversAKnownEffectAndRarelySeesOneThatIsNotThere)
{
    constexpr int kPairs = 1000;
    std::mt19937_64 random(1);
    for (const std::size_t n : {std::size_t{6}, std::size_t{10}, std::size_t{20}}) {
        int covered = 0;
        int falsePositives = 0;
        for (int i = 0; i < kPairs; ++i) {
            const auto before = sample(random, n, 100);
            const auto faster = bootstrapMedianRatio(before, sample(random, n, 90));
            const auto same = bootstrapMedianRatio(before, sample(random, n, 100));
            covered += faster.low <= 0.9 && 0.9 <= faster.high ? 1 : 0;
            falsePositives += same.low > 1 || same.high < 1 ? 1 : 0;
        }
        std::printf("n = %zu a side: coverage %.1f %%, false positives %.1f %% of %d pairs\n", n,
                    100.0 * covered / kPairs, 100.0 * falsePositives / kPairs, kPairs);
        EXPECT_GE(covered, 930) << n;
        EXPECT_LE(covered, 980) << n;
        EXPECT_LE(falsePositives, 50) << n;
    }
}

TEST(DiffStatistics, TheDetectableChangeIsSeenInFourOfFiveRepetitions)
{
    std::mt19937_64 random(2);
    double detectable = 0;
    for (int i = 0; i < 50; ++i) {
        detectable += detectableChange(
            bootstrapMedianRatio(sample(random, 20, 100), sample(random, 20, 100)));
    }
    detectable /= 50;
    int seen = 0;
    for (int i = 0; i < 400; ++i) {
        const auto r = bootstrapMedianRatio(sample(random, 20, 100),
                                            sample(random, 20, 100 * (1 + detectable)));
        seen += r.low > 1 ? 1 : 0;
    }
    std::printf("detectable change %.2f %%, seen in %.1f %% of 400\n", 100 * detectable,
                seen / 4.0);
    EXPECT_GE(seen, 280); // 70 %
    EXPECT_LE(seen, 360); // 90 %
}

TEST(DiffStatistics, ValuesThatDoNotVaryGiveExactlyOne)
{
    const std::vector<double> v{5, 5, 5, 5, 5};
    const auto r = bootstrapMedianRatio(v, v);
    EXPECT_EQ(r.ratio, 1);
    EXPECT_EQ(r.low, 1);
    EXPECT_EQ(r.high, 1);
    EXPECT_EQ(detectableChange(r), 0);
}

TEST(DiffStatistics, TheIntervalIsTheSameEveryTime)
{
    const std::vector<double> a{176078, 173992, 176918, 181259, 176468, 164261};
    const std::vector<double> b{181565, 123884, 126824, 126272, 163461, 116146};
    const auto one = bootstrapMedianRatio(a, b);
    const auto two = bootstrapMedianRatio(a, b);
    EXPECT_EQ(one.low, two.low);
    EXPECT_EQ(one.high, two.high);
    EXPECT_NEAR(one.ratio, 126548.0 / 176273.0, 1e-12);
}

// Every way to choose which of the joined values are the first sample.
double enumeratedP(const std::vector<double>& a, const std::vector<double>& b)
{
    std::vector<double> all = a;
    all.insert(all.end(), b.begin(), b.end());
    const auto u = [&](const std::vector<int>& first) {
        double wins = 0;
        for (std::size_t i = 0; i < all.size(); ++i) {
            for (std::size_t j = 0; j < all.size(); ++j) {
                if (first[i] == 1 && first[j] == 0) {
                    wins += all[i] > all[j] ? 1 : all[i] == all[j] ? 0.5 : 0;
                }
            }
        }
        return wins;
    };
    std::vector<int> first(all.size(), 0);
    std::fill(first.begin(), first.begin() + static_cast<std::ptrdiff_t>(a.size()), 1);
    const double middle = static_cast<double>(a.size() * b.size()) / 2;
    const double seen = std::fabs(u(first) - middle);
    std::sort(first.begin(), first.end());
    double total = 0;
    double extreme = 0;
    do {
        ++total;
        extreme += std::fabs(u(first) - middle) >= seen - 1e-9 ? 1 : 0;
    } while (std::next_permutation(first.begin(), first.end()));
    return extreme / total;
}

TEST(DiffStatistics, TheRankTestIsTheEnumerationOfAllDraws)
{
    std::mt19937 random(3);
    for (int i = 0; i < 60; ++i) {
        std::vector<double> a;
        std::vector<double> b;
        const std::uint32_t values = i % 2 == 0 ? 4 : 1000; // with and without ties
        for (std::uint32_t k = 0; k < 2 + random() % 4; ++k) {
            a.push_back(static_cast<double>(random() % values));
        }
        for (std::uint32_t k = 0; k < 2 + random() % 5; ++k) {
            b.push_back(static_cast<double>(random() % values));
        }
        const RankTest test = mannWhitney(a, b);
        EXPECT_TRUE(test.exact);
        EXPECT_NEAR(test.p, enumeratedP(a, b), 1e-9);
    }
}

TEST(DiffStatistics, TheRankTestOfTwoSixesIsThePublishedOne)
{
    // U = 6 of 6 and 6: 2 · 30 of 924 draws.
    const std::vector<double> a{176078, 173992, 176918, 181259, 176468, 164261};
    const std::vector<double> b{181565, 123884, 126824, 126272, 163461, 116146};
    EXPECT_NEAR(mannWhitney(a, b).p, 0.0649, 1e-4);
}

TEST(DiffStatistics, TheNormalFormOfTheRankTestIsNearTheExactOne)
{
    std::mt19937_64 random(4);
    for (int i = 0; i < 20; ++i) {
        const auto a = sample(random, 18, 100);
        const auto b = sample(random, 20, 100 + i);
        const RankTest normal = mannWhitney(a, b, 0);
        EXPECT_FALSE(normal.exact);
        EXPECT_NEAR(normal.p, mannWhitney(a, b).p, 0.01);
    }
}

TEST(DiffStatistics, WelchsIntervalIsTheOneByHand)
{
    // Means 3 and 5, variances 2.5 and 10, n = 5: error √2.5, 5.88 degrees, t = 2.4590.
    const std::vector<double> a{1, 2, 3, 4, 5};
    const std::vector<double> b{1, 3, 5, 7, 9};
    const MeanDifference d = welch(a, b);
    EXPECT_DOUBLE_EQ(d.difference, 2);
    EXPECT_NEAR(d.high - 2, 2.4590 * std::sqrt(2.5), 2e-3);
    EXPECT_NEAR(d.low, 4 - d.high, 1e-12);
    EXPECT_FALSE(welch(std::vector<double>{1}, b).known);
}

TEST(DiffStatistics, BenjaminiAndHochbergsAdjustmentIsTheOneByHand)
{
    const std::vector<double> p{0.04, 0.01, 0.03, 0.5};
    const auto q = benjaminiHochberg(p);
    EXPECT_NEAR(q[1], 0.04, 1e-12);
    EXPECT_NEAR(q[2], 0.04 * 4 / 3, 1e-12); // 0.06, but 0.04 has 4/3 · 0.04
    EXPECT_NEAR(q[0], 0.04 * 4 / 3, 1e-12);
    EXPECT_NEAR(q[3], 0.5, 1e-12);
    EXPECT_TRUE(benjaminiHochberg({}).empty());
}

TEST(DiffStatistics, ATrendAndNeighboursThatAreAlikeAreSeen)
{
    std::vector<double> rising;
    for (int i = 0; i < 12; ++i) {
        rising.push_back(100 + i);
    }
    const Drift up = driftOf(rising);
    EXPECT_TRUE(up.trend);
    EXPECT_NEAR(up.perStep, 1 / 105.5, 1e-9);
    EXPECT_TRUE(up.correlated);
    std::mt19937_64 random(5);
    int trends = 0;
    for (int i = 0; i < 400; ++i) {
        trends += driftOf(sample(random, 10, 100)).trend ? 1 : 0;
    }
    EXPECT_LE(trends, 32); // 5 % and three standard deviations
    // Four in a row that rise: 2 of 24 orders are as extreme.
    EXPECT_NEAR(driftOf(std::vector<double>{1, 2, 3, 4}).trendP, 2.0 / 24, 1e-12);
}

} // namespace
