// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// A real libcupti on a machine without a GPU: how long its records are, what it calls things, and
// that a program runs untouched where it refuses. The library of $LONGPOLE_TEST_CUPTI, else the
// first one found; skipped where there is none.
#include "collectors/counters/pc_sampling_api.h"
#include "collectors/cupti/call_names.h"
#include "collectors/cupti/stride_probe.h"
#include "tests/collector/recorded.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

namespace longpole::testing {

namespace {

using ::testing::HasSubstr;

class RealCupti : public ::testing::Test
{
protected:
    void SetUp() override
    {
        const char* const asked = std::getenv("LONGPOLE_TEST_CUPTI");
        for (const std::string& c : cupti::cuptiCandidates(asked != nullptr ? asked : "")) {
            cupti::Notes ignored;
            if (api.load(c, ignored)) {
                return;
            }
        }
        GTEST_SKIP() << "no libcupti here";
    }
    cupti::CuptiApi api;
};

TEST_F(RealCupti, RecordsAreAsLongAsTheirFieldsNeed)
{
    const cupti::Strides strides = cupti::probeStrides(api);
    int known = 0;
    for (std::size_t kind = 1; kind < strides.size(); ++kind) {
        if (strides[kind] != 0) {
            std::printf("%zu:%u ", kind, strides[kind]);
            ++known;
        }
    }
    std::printf("\n%s: version %u, %d kinds\n", api.path.c_str(), api.version, known);
    EXPECT_GT(known, 20);
    // What no version since CUDA 11 lacks.
    EXPECT_GE(strides[wire::KindKernel], 160U);
    EXPECT_EQ(strides[wire::KindRuntime], 40U);
    EXPECT_GE(strides[wire::KindMemcpy], 64U);
    EXPECT_GE(strides[wire::KindSync], 40U);
    EXPECT_EQ(strides[wire::KindContext] >= 16, true);
    if (api.version >= 130000 && api.version < 130100) {
        EXPECT_EQ(strides[wire::KindKernel], 216U);
        EXPECT_EQ(strides[wire::KindMemcpy], 96U);
        EXPECT_EQ(strides[wire::KindMemcpyPeer], 96U);
        EXPECT_EQ(strides[wire::KindMemset], 88U);
        EXPECT_EQ(strides[wire::KindSync], 56U);
        EXPECT_EQ(strides[wire::KindCudaEvent], 56U);
        EXPECT_EQ(strides[wire::KindOverhead], 56U);
        EXPECT_EQ(strides[wire::KindDevice], 184U);
        EXPECT_EQ(strides[wire::KindMemory], 128U);
        EXPECT_EQ(strides[wire::KindGraphTrace], 56U);
    }
}

TEST_F(RealCupti, KnowsTheCallsWeChooseByName)
{
    int noise = 0;
    int work = 0;
    int named = 0;
    bool launch = false;
    for (std::uint32_t id = 1; id < 2000; ++id) {
        const char* const runtime = api.callbackName(cupti::DomainRuntime, id);
        const char* const driver = api.callbackName(cupti::DomainDriver, id);
        named += runtime != nullptr ? 1 : 0;
        noise += runtime != nullptr && cupti::isNoise(runtime) ? 1 : 0;
        work += driver != nullptr && cupti::isDriverWork(driver) ? 1 : 0;
        launch =
            launch || (runtime != nullptr && std::string(runtime).starts_with("cudaLaunchKernel"));
    }
    std::printf("%d runtime calls, %d of them noise, %d driver calls that are work\n", named, noise,
                work);
    EXPECT_GT(named, 200);
    EXPECT_GE(noise, 4);
    EXPECT_GE(work, 20);
    EXPECT_TRUE(launch);
}

TEST_F(RealCupti, CanSampleStalls)
{
    if (api.version < 14) {
        GTEST_SKIP() << "older than CUDA 11.3";
    }
    counters::PcSamplingApi sampling;
    sampling.find(api.handle);
    EXPECT_TRUE(sampling.canSample());
    EXPECT_NE(sampling.configuration, nullptr);
    // The calls that load and unload code are found by their names.
    int loads = 0;
    int unloads = 0;
    for (std::uint32_t id = 1; id < 2000; ++id) {
        const char* const told = api.callbackName(cupti::DomainDriver, id);
        const std::string name = told != nullptr ? told : "";
        loads += name.starts_with("cuModuleLoad") || name.starts_with("cuLibraryLoad") ? 1 : 0;
        unloads +=
            name.starts_with("cuModuleUnload") || name.starts_with("cuLibraryUnload") ? 1 : 0;
    }
    EXPECT_GE(loads, 4);
    EXPECT_GE(unloads, 1);
}

TEST_F(RealCupti, WithoutADriverTheProgramRunsOnAndNvtxIsRecorded)
{
    if (std::system("test -e /proc/driver/nvidia/version") == 0) {
        GTEST_SKIP() << "there is a driver here";
    }
    Recording recording;
    const Recorded r = recording.run({"init", "launch", "3", "nvtx", "2", "exit", "5"},
                                     {{"LONGPOLE_CUPTI", api.path}});
    EXPECT_EQ(r.exitCode, 5) << r.errors;
    ASSERT_EQ(r.spools.size(), 1U);
    std::printf("%s", r.spools[0].allNotes().c_str());
    EXPECT_THAT(r.spools[0].allNotes(), HasSubstr("CUDA work is not recorded"));
    EXPECT_GT(r.spools[0].events.size(), 8U);
    EXPECT_TRUE(r.spools[0].ended);
}

} // namespace

} // namespace longpole::testing
