// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Alignment of sequences against the longest common subsequence by dynamic programming.
#include "core/diff/align.h"
#include "core/diff/periodicity.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace {

using namespace longpole::diff;
using Sequence = std::vector<std::uint32_t>;
using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

std::size_t longestCommon(const Sequence& a, const Sequence& b)
{
    std::vector<std::vector<std::size_t>> best(a.size() + 1,
                                               std::vector<std::size_t>(b.size() + 1, 0));
    for (std::size_t i = 1; i <= a.size(); ++i) {
        for (std::size_t j = 1; j <= b.size(); ++j) {
            best[i][j] = a[i - 1] == b[j - 1] ? best[i - 1][j - 1] + 1
                                              : std::max(best[i - 1][j], best[i][j - 1]);
        }
    }
    return best[a.size()][b.size()];
}

void checkValid(const Pairs& pairs, const Sequence& a, const Sequence& b)
{
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        ASSERT_LT(pairs[i].first, a.size());
        ASSERT_LT(pairs[i].second, b.size());
        ASSERT_EQ(a[pairs[i].first], b[pairs[i].second]);
        if (i > 0) {
            ASSERT_LT(pairs[i - 1].first, pairs[i].first);
            ASSERT_LT(pairs[i - 1].second, pairs[i].second);
        }
    }
}

Sequence randomSequence(std::mt19937& random, std::size_t most, std::uint32_t letters)
{
    Sequence out(random() % (most + 1));
    for (std::uint32_t& v : out) {
        v = static_cast<std::uint32_t>(random() % letters);
    }
    return out;
}

TEST(DiffAlign, FindsAsManyPairsAsTheLongestCommonSubsequenceHas)
{
    std::mt19937 random(1);
    for (int i = 0; i < 3000; ++i) {
        const auto letters = static_cast<std::uint32_t>(1 + random() % 12);
        const Sequence a = randomSequence(random, 40, letters);
        const Sequence b = randomSequence(random, 40, letters);
        AlignBudget budget;
        const Pairs pairs = alignSequences(a, b, budget);
        checkValid(pairs, a, b);
        ASSERT_EQ(pairs.size(), longestCommon(a, b)) << i;
        ASSERT_EQ(budget.fallbacks, 0U);
    }
}

TEST(DiffAlign, StaysInOrderAndSaysSoWhereTheBoundIsMet)
{
    std::mt19937 random(2);
    std::size_t found = 0;
    std::size_t possible = 0;
    for (int i = 0; i < 300; ++i) {
        const Sequence a = randomSequence(random, 60, 6);
        const Sequence b = randomSequence(random, 60, 6);
        AlignBudget budget;
        budget.differences = 3;
        const Pairs pairs = alignSequences(a, b, budget);
        checkValid(pairs, a, b);
        const std::size_t longest = longestCommon(a, b);
        ASSERT_LE(pairs.size(), longest);
        if (budget.fallbacks == 0) {
            ASSERT_EQ(pairs.size(), longest);
        }
        found += pairs.size();
        possible += longest;
    }
    EXPECT_LT(found, possible);
    EXPECT_GT(found * 2, possible); // far from nothing
}

TEST(DiffAlign, TheBoundHoldsForLongSequencesWithNothingInCommonOrder)
{
    Sequence a(200'000);
    for (std::uint32_t i = 0; i < a.size(); ++i) {
        a[i] = i;
    }
    Sequence b(a.rbegin(), a.rend());
    AlignBudget budget;
    budget.steps = 1'000'000;
    EXPECT_GE(alignSequences(a, b, budget).size(), 1U);
    EXPECT_GE(budget.fallbacks, 1U);
}

TEST(DiffPeriodicity, FindsTheStepNotTheLayerWithinIt)
{
    // 5 layers of 4 operations and two of the step's own, 6 times, after a start of its own.
    Sequence s{91, 92, 93};
    std::vector<std::int64_t> gap{0, 1, 1};
    for (int step = 0; step < 6; ++step) {
        s.push_back(50);
        gap.push_back(1'000'000);
        for (int layer = 0; layer < 5; ++layer) {
            for (std::uint32_t k = 0; k < 4; ++k) {
                s.push_back(10 + k);
                gap.push_back(1000);
            }
        }
        s.push_back(60);
        gap.push_back(1000);
    }
    const Period p = findPeriod(s, gap);
    EXPECT_EQ(p.length, 22U);
    EXPECT_EQ(p.begins, (std::vector<std::size_t>{3, 25, 47, 69, 91, 113, 135}));
}

TEST(DiffPeriodicity, AnOperationMoreInAStepDoesNotMoveTheOthers)
{
    Sequence s;
    std::vector<std::int64_t> gap;
    for (int step = 0; step < 8; ++step) {
        for (std::uint32_t k = 0; k < 30; ++k) {
            s.push_back(k);
            gap.push_back(k == 0 ? 100'000 : 10);
        }
        if (step == 3) {
            s.push_back(77);
            gap.push_back(10);
        }
    }
    const Period p = findPeriod(s, gap);
    EXPECT_EQ(p.length, 30U);
    EXPECT_EQ(p.begins, (std::vector<std::size_t>{0, 30, 60, 90, 121, 151, 181, 211, 241}));
}

TEST(DiffPeriodicity, NoiseHasNone)
{
    std::mt19937 random(3);
    Sequence s(500);
    for (std::uint32_t& v : s) {
        v = static_cast<std::uint32_t>(random() % 40);
    }
    EXPECT_EQ(findPeriod(s, std::vector<std::int64_t>(s.size(), 1)).length, 0U);
}

} // namespace
