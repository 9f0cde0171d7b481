// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/in_order.h"
#include "core/base/thread_pool.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <numeric>
#include <thread>
#include <vector>

namespace longpole {
namespace {

using Order = InOrder<std::size_t, std::function<void(std::size_t)>>;

TEST(InOrder, WaitsForTheOneBefore)
{
    std::vector<std::size_t> taken;
    Order order([&](std::size_t v) { taken.push_back(v); });
    order.put(2, 12);
    order.put(1, 11);
    EXPECT_TRUE(taken.empty());
    order.put(0, 10);
    EXPECT_EQ(taken, (std::vector<std::size_t>{10, 11, 12}));
    order.put(4, 14);
    order.put(3, 13);
    EXPECT_EQ(taken, (std::vector<std::size_t>{10, 11, 12, 13, 14}));
}

TEST(InOrder, HandsOnFromManyThreadsInOrder)
{
    constexpr std::size_t kCount = 20'000;
    std::vector<std::size_t> taken; // unguarded: one thread at a time hands on
    Order order([&](std::size_t v) { taken.push_back(v); });
    parallelFor(kCount, [&](std::size_t i) { order.put(i, i); });
    std::vector<std::size_t> expected(kCount);
    std::iota(expected.begin(), expected.end(), std::size_t{0});
    EXPECT_EQ(taken, expected);
}

TEST(InOrder, HoldsBackWhoIsTooFast)
{
    constexpr std::size_t kCount = 300;
    constexpr std::size_t kMost = 3;
    std::atomic<std::size_t> made{0};
    std::size_t taken = 0;
    std::size_t ahead = 0;
    Order order(
        [&](std::size_t) {
            std::this_thread::sleep_for(std::chrono::microseconds(200));
            ahead = std::max(ahead, made - ++taken);
        },
        kMost);
    parallelFor(kCount, [&](std::size_t i) {
        ++made;
        order.put(i, i);
    });
    EXPECT_EQ(taken, kCount);
    EXPECT_LE(ahead, kMost + 1 + workerCount()); // each thread holds one more
}

TEST(InOrder, TakesWhatCanOnlyBeMoved)
{
    std::vector<int> taken;
    InOrder<std::unique_ptr<int>, std::function<void(std::unique_ptr<int>)>> order(
        [&](std::unique_ptr<int> v) { taken.push_back(*v); });
    order.put(1, std::make_unique<int>(6));
    order.put(0, std::make_unique<int>(5));
    EXPECT_EQ(taken, (std::vector<int>{5, 6}));
}

} // namespace
} // namespace longpole
