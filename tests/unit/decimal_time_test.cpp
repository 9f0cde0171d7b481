// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/decimal_time.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace longpole::import {
namespace {

TEST(DecimalTime, ReadsEpochMicrosecondsToTheNanosecond)
{
    EXPECT_EQ(microsecondsToNs("1712867402348256.123"), 1'712'867'402'348'256'123);
    EXPECT_EQ(microsecondsToNs("6520618853487.683"), 6'520'618'853'487'683);
    EXPECT_EQ(microsecondsToNs("0"), 0);
    EXPECT_EQ(microsecondsToNs("-0.5"), -500);
    EXPECT_EQ(microsecondsToNs("+7"), 7000);
    EXPECT_EQ(microsecondsToNs("246."), 246'000);
    EXPECT_EQ(microsecondsToNs(".75"), 750);
    EXPECT_EQ(microsecondsToNs("1.5e3"), 1'500'000);
    EXPECT_EQ(microsecondsToNs("1712867402348256e0"), 1'712'867'402'348'256'000);
    EXPECT_EQ(microsecondsToNs("15e-4"), 2); // 1.5 ns, half away from zero
}

TEST(DecimalTime, RoundsBelowOneNanosecondToNearest)
{
    EXPECT_EQ(microsecondsToNs("1.0004"), 1000);
    EXPECT_EQ(microsecondsToNs("1.0005"), 1001);
    EXPECT_EQ(microsecondsToNs("-1.0005"), -1001);
    EXPECT_EQ(microsecondsToNs("0.9999999"), 1000);
}

TEST(DecimalTime, RefusesWhatIsNoNumberOrTooLarge)
{
    for (const char* text : {"", "100a", "-", "+", ".", "1.5e", "2e+", "nan", "inf", "0x10", "1 2",
                             "9223372036854776.000", "1e300"}) {
        EXPECT_EQ(microsecondsToNs(text), std::nullopt) << text;
    }
    EXPECT_EQ(microsecondsToNs("9223372036854775.807"), INT64_MAX);
    EXPECT_EQ(microsecondsToNs("0e999999"), 0);
    EXPECT_EQ(microsecondsToNs("1e-999999"), 0);
}

TEST(DecimalTime, ARandomNanosecondCountSurvivesItsText)
{
    std::mt19937_64 rng(1);
    for (int i = 0; i < 10'000; ++i) {
        const auto ns = static_cast<std::int64_t>(rng() >> (1 + rng() % 62));
        std::string fraction = std::to_string(ns % 1000);
        fraction.insert(0, 3 - fraction.size(), '0');
        EXPECT_EQ(microsecondsToNs(std::to_string(ns / 1000) + "." + fraction), ns);
    }
}

TEST(DecimalTime, IntegersAreReadToTheLastOneThatFits)
{
    EXPECT_EQ(parseInteger("0"), 0);
    EXPECT_EQ(parseInteger("007"), 7);
    EXPECT_EQ(parseInteger("-42"), -42);
    EXPECT_EQ(parseInteger("999999999999999999"), 999'999'999'999'999'999);
    EXPECT_EQ(parseInteger("1000000000000000000"), 1'000'000'000'000'000'000);
    EXPECT_EQ(parseInteger("9223372036854775807"), INT64_MAX);
    EXPECT_EQ(parseInteger("-9223372036854775808"), INT64_MIN);
    for (const char* text : {"", "-", "+1", "9223372036854775808", "12a", "a12", "1.0", " 1", "1 ",
                             "99999999999999999999"}) {
        EXPECT_EQ(parseInteger(text), std::nullopt) << text;
    }
}

TEST(DecimalTime, CounterTextsFollowTheRulesOfTheTraceFormat)
{
    EXPECT_EQ(parseReal(".75"), 0.75);
    EXPECT_EQ(parseReal("246."), 246.0);
    EXPECT_EQ(parseReal("01.23"), 1.23);
    EXPECT_EQ(parseReal("050"), 50.0);
    EXPECT_EQ(parseReal("+10.5"), 10.5);
    for (const char* text : {"1.5e", "2e+", ".", "+", "-", "", "nan", "inf"}) {
        EXPECT_EQ(parseReal(text), std::nullopt) << text;
    }
}

} // namespace
} // namespace longpole::import
