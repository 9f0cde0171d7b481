// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Plans of counters, made by a real libcupti on a machine without a GPU. Skipped where there is
// none, or one before 12.6.
#include "collectors/counters/find_cupti.h"
#include "collectors/counters/metric_sets.h"
#include "collectors/counters/plan.h"

#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace longpole::counters {

namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

class Plan : public ::testing::Test
{
protected:
    void SetUp() override
    {
#ifdef __SANITIZE_ADDRESS__
        GTEST_SKIP()
            << "AddressSanitizer ends programs whose libcupti opens its parts deeply bound";
#endif
        const char* const asked = std::getenv("LONGPOLE_TEST_CUPTI");
        for (const std::string& c : cupti::cuptiCandidates(asked != nullptr ? asked : "")) {
            if (void* const library = ::dlopen(c.c_str(), RTLD_NOW | RTLD_LOCAL)) {
                api.find(library);
                break;
            }
        }
        if (!api.canPlan() || supportedChips(api).empty()) {
            GTEST_SKIP() << "no libcupti here that plans counters (CUDA 12.6 or later)";
        }
    }
    CounterPlan plan(const std::string& chip, const char* what) const
    {
        const CounterRequest request = parseCounterRequest(what);
        EXPECT_EQ(request.error, "");
        return makePlan(api, chip, request);
    }
    // Those of them that this libcupti plans for: some are built for few chips.
    std::vector<std::string> among(const std::vector<std::string>& chips) const
    {
        const std::vector<std::string> known = supportedChips(api);
        std::vector<std::string> out;
        for (const std::string& chip : chips) {
            const bool has = std::find(known.begin(), known.end(), chip) != known.end()
                && Host(api, ProfilerKind::Range, chip).status() == 0;
            has ? out.push_back(chip)
                : static_cast<void>(std::printf("%s: not here\n", chip.c_str()));
        }
        return out;
    }
    ProfilerApi api;
};

bool counts(const CounterPlan& plan, const std::string& metric)
{
    return std::any_of(plan.metrics.begin(), plan.metrics.end(),
                       [&](const PlannedMetric& m) { return m.name == metric; });
}

TEST_F(Plan, OccupancyIsOnePassOnChipsOfDataCentres)
{
    for (const std::string& chip : among({"GA100", "GH100", "GB100"})) {
        const CounterPlan p = plan(chip, "occupancy");
        EXPECT_EQ(p.error, "");
        EXPECT_EQ(p.passes, 1U) << chip;
        ASSERT_EQ(p.metrics.size(), 10U) << chip;
        EXPECT_TRUE(p.leftOut.empty());
        EXPECT_GT(p.image.size(), 100U);
        EXPECT_EQ(p.metrics[0].unit, "ns");
        EXPECT_EQ(p.metrics[1].unit, "%");
    }
}

// Instructions and hardware counters don't share a pass.
TEST_F(Plan, RooflineIsTwoPassesAndOneForAType)
{
    for (const std::string& chip : among({"GA100", "GH100", "GB100"})) {
        EXPECT_EQ(plan(chip, "roofline").passes, 2U) << chip;
        const CounterPlan bf16 = plan(chip, "roofline:bf16");
        EXPECT_EQ(bf16.passes, 1U) << chip << bf16.error;
        EXPECT_TRUE(counts(bf16, "sm__ops_path_tensor_src_bf16_dst_fp32.sum")) << chip;
    }
    if (among({"GA100", "GH100"}).size() < 2) {
        GTEST_SKIP() << "a libcupti for other chips";
    }
    // Names differ from chip to chip.
    EXPECT_TRUE(counts(plan("GH100", "roofline:fp16"), "sm__ops_path_tensor_src_fp16.sum"));
    EXPECT_TRUE(
        counts(plan("GA100", "roofline:fp16"), "sm__ops_path_tensor_src_fp16_dst_fp32.sum"));
    EXPECT_THAT(plan("GA100", "roofline:fp8").error, HasSubstr("GA100 doesn't count"));
    EXPECT_THAT(plan("GA100", "roofline:fp8").error, HasSubstr("tf32"));
}

TEST_F(Plan, WhatAChipLacksIsLeftOutAndSaid)
{
    if (among({"GB202"}).empty()) {
        GTEST_SKIP() << "a libcupti for other chips";
    }
    const CounterPlan p = plan("GB202", "occupancy");
    EXPECT_EQ(p.error, "");
    EXPECT_THAT(p.leftOut, Contains("dram__bytes_read.sum"));
    EXPECT_GE(p.metrics.size(), 6U);
    EXPECT_THAT(planLines(p), HasSubstr("not dram__bytes_read.sum"));
}

TEST_F(Plan, ATimelineFitsIntoOnePass)
{
    for (const std::string& chip : among({"GA100", "GH100", "GB100", "AD102"})) {
        const CounterPlan p = plan(chip, "timeline");
        EXPECT_EQ(p.error, "") << chip;
        EXPECT_EQ(p.passes, 1U) << chip;
        EXPECT_GE(p.metrics.size(), 6U) << planLines(p);
        EXPECT_TRUE(counts(p, "sm__cycles_active.avg.pct_of_peak_sustained_elapsed")) << chip;
    }
}

TEST_F(Plan, OfAnUnknownChipNamesTheKnownOnes)
{
    EXPECT_THAT(plan("GX999", "occupancy").error, HasSubstr("doesn't know the chip"));
    ASSERT_FALSE(supportedChips(api).empty());
    EXPECT_THAT(plan("GX999", "occupancy").error, HasSubstr(supportedChips(api).back()));
}

TEST(CounterRequests, AreReadOrRefused)
{
    EXPECT_EQ(parseCounterRequest("").set, CounterSet::None);
    EXPECT_EQ(parseCounterRequest("timeline").intervalNs, 1'000'000U);
    EXPECT_EQ(parseCounterRequest("timeline=100us").intervalNs, 100'000U);
    EXPECT_EQ(parseCounterRequest("timeline=0.5ms").intervalNs, 500'000U);
    EXPECT_EQ(parseCounterRequest("roofline:bf16").dtype, "bf16");
    EXPECT_TRUE(parseCounterRequest("roofline").perKernel());
    EXPECT_FALSE(parseCounterRequest("timeline").perKernel());
    for (const char* bad : {"timeline=",   "timeline=1",  "timeline=1ns",
                            "timeline=2h", "roofline:",   "roofline=bf16",
                            "occupancy:x", "occupancy=",  "nonsense",
                            ":",           "=",           "stalls=",
                            "stalls=16",   "stalls=2^4",  "stalls=2^32",
                            "stalls=2^",   "stalls=2^-5", "stalls=2^16x",
                            "stalls=3^16", "stalls:2^16"}) {
        EXPECT_NE(parseCounterRequest(bad).error, "") << bad;
    }
    EXPECT_EQ(parseCounterRequest("stalls").error, "");
    EXPECT_EQ(parseCounterRequest("stalls").periodPower, 0U);
    EXPECT_EQ(parseCounterRequest("stalls=2^5").periodPower, 5U);
    EXPECT_EQ(parseCounterRequest("stalls=2^31").periodPower, 31U);
    EXPECT_TRUE(parseCounterRequest("stalls").inSecondRun());
    EXPECT_FALSE(parseCounterRequest("stalls").perKernel());
    EXPECT_FALSE(parseCounterRequest("timeline").inSecondRun());
}

TEST(TensorMetrics, AreChosenFromWhatThereIs)
{
    const std::vector<std::string> base{"sm__ops_path_tensor_src_fp16",
                                        "sm__ops_path_tensor_src_fp16_dst_fp32",
                                        "sm__ops_path_tensor_src_fp16_sparsity_on",
                                        "sm__ops_path_tensor_src_fp16_realtime",
                                        "sm__ops_path_tensor_src_fp4_fp6_fp8_dst_fp32",
                                        "sm__ops_path_tensor_src_fp4_dst_fp32",
                                        "sm__ops_path_tensor_op_hmma_src_fp16",
                                        "sm__cycles_active"};
    using Names = std::vector<std::string>;
    EXPECT_EQ(tensorMetrics(base, "fp16"), Names{"sm__ops_path_tensor_src_fp16.sum"});
    EXPECT_EQ(tensorMetrics(base, "fp8"),
              Names{"sm__ops_path_tensor_src_fp4_fp6_fp8_dst_fp32.sum"});
    EXPECT_EQ(tensorMetrics(base, "fp4"),
              (Names{"sm__ops_path_tensor_src_fp4_fp6_fp8_dst_fp32.sum",
                     "sm__ops_path_tensor_src_fp4_dst_fp32.sum"}));
    EXPECT_EQ(tensorMetrics(base, "bf16"), Names{});
    EXPECT_EQ(tensorTypes(base), (Names{"fp16", "fp4", "fp6", "fp8"}));
}

} // namespace

} // namespace longpole::counters
