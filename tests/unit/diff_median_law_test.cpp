// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The exact bootstrap against every resample there is, and against resamples drawn at random.
#include "core/diff/median_law.h"
#include "core/diff/statistics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <random>
#include <vector>

namespace {

using namespace longpole::diff;

// The medians of all n^n resamples.
std::map<double, double> enumerated(const std::vector<double>& sample)
{
    const std::size_t n = sample.size();
    std::vector<std::size_t> drawn(n, 0);
    std::map<double, double> out;
    double all = 0;
    while (true) {
        std::vector<double> resample;
        for (const std::size_t i : drawn) {
            resample.push_back(sample[i]);
        }
        out[median(resample)] += 1;
        ++all;
        std::size_t digit = 0;
        while (digit < n && ++drawn[digit] == n) {
            drawn[digit++] = 0;
        }
        if (digit == n) {
            break;
        }
    }
    for (auto& [value, count] : out) {
        count /= all;
    }
    return out;
}

std::map<double, double> lawOf(const std::vector<double>& sample)
{
    std::map<double, double> out;
    for (const MedianAtom& a : medianLaw(sample)) {
        out[a.value] += a.share;
    }
    return out;
}

std::vector<double> drawnSample(std::mt19937& random, std::size_t n, std::uint32_t values)
{
    std::vector<double> out;
    for (std::size_t i = 0; i < n; ++i) {
        out.push_back(1 + static_cast<double>(random() % values));
    }
    return out;
}

TEST(DiffMedianLaw, IsThatOfAllResamples)
{
    std::mt19937 random(1);
    for (const std::size_t n : {1U, 2U, 3U, 4U, 5U, 6U}) {
        for (const std::uint32_t values : {3U, 100'000U}) { // with and without ties
            const auto sample = drawnSample(random, n, values);
            const auto all = enumerated(sample);
            auto law = lawOf(sample);
            for (const auto& [value, share] : all) {
                EXPECT_NEAR(law[value], share, 1e-12) << n;
                law.erase(value);
            }
            for (const auto& [value, share] : law) {
                EXPECT_NEAR(share, 0, 1e-12) << n;
            }
        }
    }
}

TEST(DiffMedianLaw, SharesAddUpToOneWhateverTheSize)
{
    std::mt19937 random(2);
    for (const std::size_t n : {7U, 20U, 99U, 100U, 1'000U, 1'001U, 20'000U}) {
        double sum = 0;
        double last = 0;
        for (const MedianAtom& a : medianLaw(drawnSample(random, n, 1'000'000))) {
            EXPECT_GE(a.value, last);
            EXPECT_GE(a.share, 0);
            last = a.value;
            sum += a.share;
        }
        EXPECT_NEAR(sum, 1, 1e-9) << n;
    }
}

// Every pair of resamples of 4 and 5 values: 256 × 3,125.
TEST(DiffMedianLaw, TheIntervalIsThatOfAllPairsOfResamples)
{
    std::mt19937 random(3);
    for (int round = 0; round < 40; ++round) {
        const auto before = drawnSample(random, 4, round % 2 == 0 ? 5 : 1'000);
        const auto after = drawnSample(random, 5, round % 2 == 0 ? 5 : 1'000);
        std::map<double, double> ratios;
        double mean = 0;
        double squares = 0;
        for (const auto& [x, p] : enumerated(before)) {
            for (const auto& [y, q] : enumerated(after)) {
                ratios[y / x] += p * q;
                mean += p * q * std::log(y / x);
                squares += p * q * std::log(y / x) * std::log(y / x);
            }
        }
        const auto reached = [&](double share) {
            double sum = 0;
            for (const auto& [ratio, p] : ratios) {
                sum += p;
                if (sum >= share) {
                    return ratio;
                }
            }
            return ratios.rbegin()->first;
        };
        const MedianRatio r = bootstrapMedianRatio(before, after);
        EXPECT_DOUBLE_EQ(r.low, reached(0.025));
        EXPECT_DOUBLE_EQ(r.high, reached(0.975));
        EXPECT_NEAR(r.logError, std::sqrt(squares - mean * mean), 1e-7);
    }
}

// As bootstraps are usually made.
TEST(DiffMedianLaw, ResamplesDrawnAtRandomComeNear)
{
    std::mt19937 random(4);
    for (const std::size_t n : {6U, 11U, 20U}) {
        std::vector<double> before;
        std::vector<double> after;
        for (std::size_t i = 0; i < n; ++i) {
            before.push_back(100 + static_cast<double>(random() % 1'000) / 100);
            after.push_back(90 + static_cast<double>(random() % 1'000) / 100);
        }
        std::vector<double> ratios;
        const auto drawn = [&](const std::vector<double>& sample) {
            std::vector<double> out;
            for (std::size_t i = 0; i < n; ++i) {
                out.push_back(sample[random() % n]);
            }
            return median(out);
        };
        for (int i = 0; i < 20'000; ++i) {
            const double x = drawn(before);
            ratios.push_back(drawn(after) / x);
        }
        std::sort(ratios.begin(), ratios.end());
        const MedianRatio r = bootstrapMedianRatio(before, after);
        EXPECT_NEAR(r.low, ratios[500], 0.005) << n;
        EXPECT_NEAR(r.high, ratios[19'500], 0.005) << n;
    }
}

TEST(DiffMedianLaw, MediansOfNothingLeaveTheRatioAtOne)
{
    const std::vector<double> none{0, 0, 0, 0, 0};
    const std::vector<double> some{1, 2, 3, 4, 5};
    EXPECT_EQ(bootstrapMedianRatio(none, some).low, 1);
    EXPECT_EQ(bootstrapMedianRatio(none, some).high, 1);
    EXPECT_EQ(bootstrapMedianRatio(some, none).high, 0);
    const std::vector<double> partly{0, 0, 2, 2, 2};
    const MedianRatio r = bootstrapMedianRatio(partly, std::vector<double>{4, 4, 4, 4, 4});
    EXPECT_EQ(r.ratio, 2);
    EXPECT_EQ(r.low, 1);
    EXPECT_EQ(r.high, 2);
}

} // namespace
