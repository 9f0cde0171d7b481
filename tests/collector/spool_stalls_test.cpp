// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Which kernels carry the stalls that a spool holds.
#include "tests/collector/spool_maker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace longpole::testing {

namespace {

using ::testing::HasSubstr;

// Chunks and cubins of a function are added up, by hand: x 10 + 5 + 1, y 4.
TEST(SpoolImport, StallsAreOfEveryKernelOfTheirFunctionOnTheirDevice)
{
    SpoolMaker m;
    m.kernel("_Z4gemmPf", 2'000, 3'000, 1);
    auto other = madeKernel(SpoolMaker::at(4'000), SpoolMaker::at(5'000), 2, "_Z4gemmPf");
    m.add(other.set(wire::kernel::kDevice, 1));
    m.stalls({{"_Z4gemmPf", 0, 0xabc, {{0, 10}, {1, 4}}}, {"gone", 0, 1, {{0, 1}}}});
    m.stalls({{"_Z4gemmPf", 0, 0xabc, {{0, 5}}}, {"_Z4gemmPf", 0, 0xdef, {{0, 1}}}});
    const auto t = m.trace();
    const std::string args = find(*t, "gemm(float*)").args;
    EXPECT_THAT(args, HasSubstr(R"("metrics":{"stalled_x":16,"stalled_x.pct":80)"));
    EXPECT_THAT(args, HasSubstr(R"("stalled_y":4,"stalled_y.pct":20)"));
    EXPECT_THAT(args, HasSubstr(R"("samples":20,"cubins":["0xabc","0xdef"])"));
    EXPECT_THAT(args, HasSubstr(R"("counters":{"match":"function and device)"));
    EXPECT_EQ(find(*t, "gemm(float*)", 1).args.find("stalled"), std::string::npos);
    EXPECT_EQ(ledger(*t, "stalls-joined"), 1U);
    EXPECT_EQ(ledger(*t, "stalls-without-kernel"), 1U) << "gone";
}

TEST(SpoolImport, StallsLeaveCountersAsTheyAre)
{
    SpoolMaker m;
    m.kernel("gemm", 2'000, 3'000, 1);
    m.measured({"gemm", 0, 7, 0, {}, {}, {900}});
    m.stalls({{"gemm", 0, 1, {{1, 3}}}});
    const std::string args = find(*m.trace(), "gemm").args;
    EXPECT_THAT(args, HasSubstr(R"("metrics":{"gpu__time_duration.sum":900)"));
    EXPECT_THAT(args, HasSubstr(R"("stalls":{"match":)"));
    EXPECT_THAT(args, HasSubstr(R"("stalled_y":3)"));
}

} // namespace

} // namespace longpole::testing
