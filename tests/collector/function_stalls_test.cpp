// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Shares of stall reasons.
#include "core/import/function_stalls.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace longpole::import {

namespace {

using Samples = std::map<std::string, std::uint64_t>;
using Shares = std::map<std::string, double>;

// By hand: 30 of 40 and 10 of 40; of those without an issue 6 of 8 and 2 of 8.
TEST(StallShares, AreOfTheSamplesOfTheirKind)
{
    EXPECT_EQ(stallShares(Samples{{"x", 30}, {"y", 10}, {"x_not_issued", 6}, {"y_not_issued", 2}}),
              (Shares{{"x", 75}, {"y", 25}, {"x_not_issued", 75}, {"y_not_issued", 25}}));
}

TEST(StallShares, OfNothingAreNothing)
{
    EXPECT_EQ(stallShares(Samples{}), Shares{});
    EXPECT_EQ(stallShares(Samples{{"x", 0}, {"x_not_issued", 0}}),
              (Shares{{"x", 0}, {"x_not_issued", 0}}));
    EXPECT_EQ(stallShares(Samples{{"x", ~std::uint64_t{0}}}), (Shares{{"x", 100}}));
}

TEST(StallShares, AddUpToAHundred)
{
    std::mt19937 rng(5);
    for (int run = 0; run < 200; ++run) {
        Samples samples;
        for (auto i = 1 + rng() % 40; i > 0; --i) {
            samples["r" + std::to_string(i)] = rng() % 100'000;
        }
        samples["r0"] = 1; // not all are 0
        double sum = 0;
        for (const auto& [reason, share] : stallShares(samples)) {
            EXPECT_GE(share, 0);
            sum += share;
        }
        EXPECT_NEAR(sum, 100, 1e-9);
    }
}

} // namespace

} // namespace longpole::import
