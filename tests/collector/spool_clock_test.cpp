// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The clock that all processes of a machine share, from readings of CUPTI's.
#include "core/import/spool/spool_clock.h"

#include <gtest/gtest.h>

namespace longpole::testing {

namespace {

TEST(SpoolClock, InterpolatesBetweenReadings)
{
    import::SpoolClock c;
    c.add({1'000, 0, 5'000, 90});
    c.add({2'000, 0, 6'100, 90}); // 100 ns faster over 1,100 of its own
    c.prepare();
    EXPECT_EQ(c.monotonic(5'000), 1'000);
    EXPECT_EQ(c.monotonic(6'100), 2'000);
    EXPECT_EQ(c.monotonic(5'550), 1'500); // half way: 50 of the 100
    EXPECT_EQ(c.monotonic(4'000), 0);
    EXPECT_EQ(c.monotonic(7'100), 3'000);
    EXPECT_EQ(c.steps(), 0U);
}

TEST(SpoolClock, CountsStepsOfTheWallClock)
{
    import::SpoolClock c;
    c.add({1'000'000'000, 0, 5'000'000'000, 90});
    c.add({2'000'000'000, 0, 7'000'000'000, 90});
    c.prepare();
    EXPECT_EQ(c.steps(), 1U);
}

TEST(SpoolClock, WithoutReadingsOfCuptiTheWallClockStandsIn)
{
    import::SpoolClock c;
    c.add({1'000, 9'000, 0, 90});
    c.prepare();
    EXPECT_EQ(c.monotonic(9'500), 1'500);
    EXPECT_EQ(c.unixOfZero(), 8'000);
}

} // namespace

} // namespace longpole::testing
