// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/ruler.h"
#include "core/timeline/viewport.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace longpole::timeline {

namespace {

constexpr std::int64_t kEpoch = 1'700'000'000'123'456'789;

Viewport epochView()
{
    return Viewport({{kEpoch}, {kEpoch + 600'000'000'000}}, 1920);
}

TEST(Viewport, ShowsTheWholeTraceWithAMarginAtFirst)
{
    const Viewport v = epochView();
    EXPECT_LE(v.visible().begin.ns, kEpoch);
    EXPECT_GE(v.visible().end.ns, kEpoch + 600'000'000'000);
    EXPECT_NEAR(v.xOf({kEpoch}), 1920 * 0.01 / 1.02, 1e-6);
}

TEST(Viewport, ZoomKeepsTheTimeUnderTheCursorOverNineDecades)
{
    std::mt19937 rng(3);
    Viewport v = epochView();
    const double px = 777.25;
    const std::int64_t before = v.timeAt(px).ns;
    for (int i = 0; i < 110; ++i) {
        v.zoomAt(px, 1.25);
        ASSERT_LE(std::abs(v.timeAt(px).ns - before), 1) << "step " << i;
    }
    EXPECT_LT(v.nsPerPx(), 0.01);
    for (int i = 0; i < 2000; ++i) {
        // Around the middle scale no limit is met, so nothing may drift.
        const double at = static_cast<double>(rng() % 1920);
        const std::int64_t there = v.timeAt(at).ns;
        v.zoomAt(at, v.nsPerPx() > 1.0 || (v.nsPerPx() > 0.01 && rng() % 2 == 0) ? 1.25 : 0.8);
        ASSERT_LE(std::abs(v.timeAt(at).ns - there), 1);
    }
}

TEST(Viewport, PanThereAndBackEndsAtTheSameOrigin)
{
    Viewport v = epochView();
    v.setVisible({{kEpoch + 1'000'000'000}, {kEpoch + 1'000'050'000}});
    const Viewport before = v;
    for (int i = 0; i < 500; ++i) {
        v.pan(37.0);
    }
    for (int i = 0; i < 500; ++i) {
        v.pan(-37.0);
    }
    EXPECT_LE(std::abs(v.originNs() - before.originNs()), 1);
    EXPECT_NEAR(v.xOf({before.originNs()}), before.xOf({before.originNs()}), 0.01);
}

TEST(Viewport, SubNanosecondPansAddUp)
{
    Viewport v({{0}, {1'000'000}}, 1000);
    v.setVisible({{500'000}, {500'010}}); // 0.01 ns a pixel
    for (int i = 0; i < 100; ++i) {
        v.pan(1.0);
    }
    EXPECT_EQ(v.originNs(), 500'000 + (v.fraction() < 0.5 ? 1 : 0));
    EXPECT_NEAR(static_cast<double>(v.originNs()) + v.fraction(), 500'001.0, 1e-6);
}

TEST(Viewport, NeverLeavesTheTraceByMoreThanItsMargin)
{
    std::mt19937 rng(5);
    for (const TimeRange limits : {TimeRange{{-50}, {1'000'000}}, TimeRange{{7}, {7}},
                                   TimeRange{{std::numeric_limits<std::int64_t>::min()},
                                             {std::numeric_limits<std::int64_t>::max()}}}) {
        Viewport v(limits, 800);
        for (int i = 0; i < 3000; ++i) {
            if (rng() % 2 == 0) {
                v.pan(static_cast<double>(rng() % 4000) - 2000.0);
            } else {
                v.zoomAt(static_cast<double>(rng() % 800), rng() % 2 == 0 ? 1.7 : 0.6);
            }
            ASSERT_GE(v.fraction(), 0.0);
            ASSERT_LT(v.fraction(), 1.0);
            ASSERT_GE(v.nsPerPx(), Viewport::kMinNsPerPx);
            ASSERT_GE(v.xOf(v.limits().end), -1.0 - 0.02 * v.maxNsPerPx() * 800 / v.nsPerPx());
            ASSERT_FALSE(v.visible().empty());
        }
    }
}

TEST(Viewport, ResizeOfAFullViewStaysFull)
{
    Viewport v({{0}, {1'000'000}}, 800);
    v.resize(1600);
    EXPECT_NEAR(v.nsPerPx(), v.maxNsPerPx(), 1e-9);
    v.zoomAt(100, 8);
    const TimeRange before = v.visible();
    v.resize(400);
    EXPECT_EQ(v.visible().begin, before.begin);
}

TEST(Ruler, TicksAreRoundAndFarEnoughApart)
{
    for (double ns = 0.01; ns < 1e12; ns *= 3.7) {
        Viewport v({{0}, {static_cast<std::int64_t>(1e15)}}, 1200);
        v.setVisible(
            {{123'456'789}, {123'456'789 + static_cast<std::int64_t>(std::max(1.0, ns * 1200))}});
        const Ruler ruler = makeRuler(v, 90, {0});
        std::int64_t lead = ruler.stepNs;
        while (lead % 10 == 0) {
            lead /= 10;
        }
        EXPECT_TRUE(lead == 1 || lead == 2 || lead == 5) << ruler.stepNs;
        for (std::size_t i = 0; i < ruler.ticks.size(); ++i) {
            EXPECT_EQ(ruler.ticks[i].time.ns % ruler.stepNs, 0);
            EXPECT_EQ(ruler.base.ns + ruler.ticks[i].offsetNs, ruler.ticks[i].time.ns);
            if (i > 0) {
                EXPECT_GE(ruler.ticks[i].x - ruler.ticks[i - 1].x, 89.9);
            }
        }
        EXPECT_LE(ruler.ticks.size(), 15U);
    }
}

TEST(Ruler, SplitsLabelsOnceTheStepIsFarSmallerThanTheTime)
{
    Viewport v({{0}, {600'000'000'000}}, 1200);
    EXPECT_FALSE(makeRuler(v, 90, {0}).relative);
    v.setVisible({{200'013'412'551}, {200'013'413'551}});
    const Ruler ruler = makeRuler(v, 90, {0});
    EXPECT_TRUE(ruler.relative);
    EXPECT_EQ(ruler.baseStepNs, 1'000'000); // steps of 0.1 µs count in µs, from a whole ms
    EXPECT_EQ(ruler.base.ns, 200'013'000'000);
    EXPECT_EQ(ruler.ticks.front().offsetNs % 100, 0);
    EXPECT_LT(ruler.ticks.back().offsetNs, 1'000'000);
}

} // namespace

} // namespace longpole::timeline
