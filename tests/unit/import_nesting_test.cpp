// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/nesting.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <set>

namespace longpole::import {
namespace {

SliceBodies randomSlices(std::mt19937_64& rng, std::size_t n, std::int64_t span,
                         std::int64_t longest)
{
    SliceBodies out(n);
    for (SliceBody& s : out) {
        s.start = static_cast<std::int64_t>(rng() % static_cast<std::uint64_t>(span));
        s.duration = static_cast<std::int64_t>(rng() % static_cast<std::uint64_t>(longest + 1));
        s.facts = static_cast<std::uint32_t>(rng() % 5);
    }
    return out;
}

// Nothing lost, rows sorted and free of overlap, parents contain and lie above their children.
void checkLayout(const SliceBodies& slices, const Layout& layout)
{
    ASSERT_EQ(layout.order.size(), slices.size());
    EXPECT_EQ(std::set<std::uint32_t>(layout.order.begin(), layout.order.end()).size(),
              slices.size());
    std::vector<std::uint32_t> row(slices.size());
    std::uint32_t next = 0;
    for (std::uint32_t r = 0; r < layout.rows.size(); ++r) {
        ASSERT_EQ(layout.rows[r].first, next);
        next += layout.rows[r].count;
        std::int64_t end = std::numeric_limits<std::int64_t>::min();
        for (std::uint32_t k = 0; k < layout.rows[r].count; ++k) {
            const std::uint32_t i = layout.order[layout.rows[r].first + k];
            row[i] = r;
            ASSERT_GE(slices[i].start, end) << "overlap in row " << r;
            end = slices[i].start + slices[i].duration;
        }
    }
    ASSERT_EQ(next, slices.size());
    for (std::uint32_t i = 0; i < slices.size(); ++i) {
        const std::uint32_t p = layout.parent[i];
        if (p == Layout::kNoParent) {
            EXPECT_EQ(layout.depth[i], 0);
            continue;
        }
        EXPECT_LE(slices[p].start, slices[i].start);
        EXPECT_GE(slices[p].start + slices[p].duration, slices[i].start + slices[i].duration);
        EXPECT_LT(row[p], row[i]);
        EXPECT_EQ(layout.depth[i], layout.depth[p] + 1);
    }
}

// The innermost slice that began earlier (in time order) and still contains i.
std::uint32_t bruteForceParent(const SliceBodies& slices, const std::vector<std::uint32_t>& order,
                               std::size_t at)
{
    const SliceBody& s = slices[order[at]];
    for (std::size_t k = at; k-- > 0;) {
        const SliceBody& o = slices[order[k]];
        if (o.start + o.duration > s.start && o.start + o.duration >= s.start + s.duration) {
            return order[k];
        }
    }
    return Layout::kNoParent;
}

TEST(Nesting, RandomSlicesKeepTheRowInvariantAndFindTheirParents)
{
    std::mt19937_64 rng(7);
    for (int round = 0; round < 400; ++round) {
        const auto slices =
            randomSlices(rng, 1 + rng() % 60, 1 + static_cast<std::int64_t>(rng() % 200),
                         static_cast<std::int64_t>(rng() % 50));
        const Layout layout = layOut(slices, NestingRule::Nested);
        checkLayout(slices, layout);
        std::vector<std::uint32_t> order(slices.size());
        for (std::uint32_t i = 0; i < order.size(); ++i) {
            order[i] = i;
        }
        std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
            return slices[a].start != slices[b].start ? slices[a].start < slices[b].start
                                                      : slices[a].duration > slices[b].duration;
        });
        for (std::size_t k = 0; k < order.size(); ++k) {
            EXPECT_EQ(layout.parent[order[k]], bruteForceParent(slices, order, k));
        }
    }
}

TEST(Nesting, FlatTracksHaveNoParentsAndCountOverlapsLikeAWalkDoes)
{
    std::mt19937_64 rng(8);
    for (int round = 0; round < 200; ++round) {
        auto slices = randomSlices(rng, 1 + rng() % 80, 300, 12);
        const Layout layout = layOut(slices, NestingRule::Flat);
        checkLayout(slices, layout);
        std::vector<SliceBody> inTime;
        for (const SliceBody& s : slices) {
            inTime.push_back(s);
        }
        std::sort(inTime.begin(), inTime.end(),
                  [](const SliceBody& a, const SliceBody& b) { return a.start < b.start; });
        std::size_t overlaps = 0;
        std::int64_t latest = std::numeric_limits<std::int64_t>::min();
        bool any = false;
        for (const SliceBody& s : inTime) {
            overlaps += any && s.start < latest ? 1U : 0U;
            latest = std::max(latest, s.start + s.duration);
            any = true;
        }
        // Equal starts: a zero-length one may come first or last; both readings are within one
        // each.
        EXPECT_TRUE(std::all_of(layout.parent.begin(), layout.parent.end(),
                                [](std::uint32_t p) { return p == Layout::kNoParent; }));
        if (std::adjacent_find(inTime.begin(), inTime.end(),
                               [](const auto& a, const auto& b) { return a.start == b.start; })
            == inTime.end()) {
            EXPECT_EQ(layout.overlaps.size(), overlaps);
        }
    }
}

TEST(Nesting, GroupsNeverNestInEachOther)
{
    std::mt19937_64 rng(9);
    for (int round = 0; round < 200; ++round) {
        const auto slices = randomSlices(rng, 1 + rng() % 60, 200, 40);
        const Layout layout = layOut(slices, NestingRule::Grouped);
        checkLayout(slices, layout);
        for (std::size_t i = 0; i < slices.size(); ++i) {
            if (layout.parent[i] != Layout::kNoParent) {
                EXPECT_EQ(slices[i].facts, slices[layout.parent[i]].facts);
            }
        }
    }
}

TEST(Nesting, AChildThatOutlivesItsParentByOneNanosecondSpills)
{
    SliceBodies slices(2);
    slices[0].duration = 100;
    slices[1].start = 50;
    slices[1].duration = 51;
    const Layout layout = layOut(slices, NestingRule::Nested);
    EXPECT_EQ(layout.rows.size(), 2U);
    EXPECT_TRUE(layout.spilled[1]);
    EXPECT_EQ(layout.parent[1], Layout::kNoParent);
    EXPECT_EQ(layout.overlaps, (std::vector<std::uint32_t>{1}));
}

TEST(Nesting, EmptySlicesOfOneTimeKeepTheOrderOfTheFile)
{
    SliceBodies slices(5); // all at 0; the second lasts
    slices[1].duration = 10;
    for (const NestingRule rule : {NestingRule::Nested, NestingRule::Flat, NestingRule::Grouped}) {
        const Layout layout = layOut(slices, rule);
        std::vector<std::uint32_t> empty;
        std::copy_if(layout.order.begin(), layout.order.end(), std::back_inserter(empty),
                     [](std::uint32_t i) { return i != 1; });
        EXPECT_EQ(empty, (std::vector<std::uint32_t>{0, 2, 3, 4}));
    }
}

TEST(Nesting, TwoHundredThousandMutualOverlapsDoNotHang)
{
    SliceBodies slices(200'000);
    for (std::size_t i = 0; i < slices.size(); ++i) {
        slices[i].start = static_cast<std::int64_t>(i);
        slices[i].duration = static_cast<std::int64_t>(slices.size());
        slices[i].facts = static_cast<std::uint32_t>(i);
    }
    for (const NestingRule rule : {NestingRule::Nested, NestingRule::Flat, NestingRule::Grouped}) {
        EXPECT_EQ(layOut(slices, rule).rows.size(), slices.size());
    }
}

} // namespace
} // namespace longpole::import
