// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/intervals.h"

#include <gtest/gtest.h>

#include <bitset>
#include <random>

namespace longpole::analysis {
namespace {

constexpr std::size_t kAxis = 128;
using Marks = std::bitset<kAxis>;

struct Sample
{
    IntervalSet set;
    Marks marks; // the same, nanosecond by nanosecond
};

Sample randomSample(std::mt19937_64& rng)
{
    std::vector<TimeRange> ranges;
    Marks marks;
    for (std::size_t i = rng() % 12; i-- > 0;) {
        const std::size_t begin = rng() % (kAxis - 10);
        const std::size_t length = rng() % 10;
        ranges.push_back(
            {{static_cast<std::int64_t>(begin)}, {static_cast<std::int64_t>(begin + length)}});
        for (std::size_t t = begin; t < begin + length; ++t) {
            marks.set(t);
        }
    }
    return {IntervalSet(std::move(ranges)), marks};
}

TEST(Intervals, UnionAndDifferenceAgreeWithCountingNanoseconds)
{
    std::mt19937_64 rng(3);
    for (int round = 0; round < 2000; ++round) {
        const Sample a = randomSample(rng);
        const Sample b = randomSample(rng);
        EXPECT_EQ(a.set.total().ns, static_cast<std::int64_t>(a.marks.count()));
        EXPECT_EQ(a.set.plus(b.set).total().ns,
                  static_cast<std::int64_t>((a.marks | b.marks).count()));
        EXPECT_EQ(a.set.minus(b.set).total().ns,
                  static_cast<std::int64_t>((a.marks & ~b.marks).count()));
    }
}

} // namespace
} // namespace longpole::analysis
