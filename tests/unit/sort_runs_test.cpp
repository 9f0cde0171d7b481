// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/sort_runs.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>

namespace longpole {
namespace {

struct Item
{
    int key;
    std::size_t place;
    friend bool operator==(const Item&, const Item&) = default;
};

bool byKey(const Item& a, const Item& b)
{
    return a.key < b.key;
}

// Against std::stable_sort, for every mixture of order and disorder.
TEST(SortRuns, AgreesWithAStableSort)
{
    std::mt19937 rng(11);
    for (int round = 0; round < 400; ++round) {
        std::vector<Item> items;
        const std::size_t n = rng() % 3000;
        const std::size_t disorder = rng() % 101; // percent of keys out of order
        const int step = static_cast<int>(rng() % 3); // 0: all keys equal where in order
        for (std::size_t i = 0; i < n; ++i) {
            const bool stray = rng() % 100 < disorder;
            items.push_back(
                {stray ? static_cast<int>(rng() % 500) : static_cast<int>(i) * step, i});
        }
        std::vector<Item> expected = items;
        std::stable_sort(expected.begin(), expected.end(), byKey);
        sortRuns(items, byKey);
        ASSERT_EQ(items, expected) << "round " << round;
    }
}

TEST(SortRuns, TakesOnePassOverWhatIsInOrder)
{
    std::vector<int> values(10'000);
    for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] = static_cast<int>(i / 3);
    }
    std::size_t comparisons = 0;
    sortRuns(values, [&](int a, int b) {
        ++comparisons;
        return a < b;
    });
    EXPECT_LT(comparisons, values.size());
}

// Two runs need two passes, however long they are: the first events of a file that come late.
TEST(SortRuns, MergesTwoRunsInTwoPasses)
{
    std::vector<int> values;
    for (int i = 0; i < 10'000; ++i) {
        values.push_back(i < 50 ? 20'000 + i : i);
    }
    std::size_t comparisons = 0;
    sortRuns(values, [&](int a, int b) {
        ++comparisons;
        return a < b;
    });
    EXPECT_TRUE(std::is_sorted(values.begin(), values.end()));
    EXPECT_LT(comparisons, 2 * values.size() + 100);
}

TEST(SortRuns, MovesWhatCannotBeCopiedCheaply)
{
    std::vector<std::string> words{"pear", "fig", "apple", "fig", "quince"};
    sortRuns(words);
    EXPECT_EQ(words, (std::vector<std::string>{"apple", "fig", "fig", "pear", "quince"}));
}

} // namespace
} // namespace longpole
