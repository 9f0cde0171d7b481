// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Hardware counters, measured in a real child process with the double of libcupti: a kernel's
// counters are its number among the program's launches, so a test sees whose they are.
#include "tests/collector/recorded.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <set>

namespace longpole::testing {

namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const std::string kTime = "gpu__time_duration.sum";

class Counters : public ::testing::Test
{
protected:
    SpoolContents run(const std::vector<std::string>& program, const Variables& variables)
    {
        const Recorded r = recording.run(program, variables);
        EXPECT_EQ(r.exitCode, 0) << r.errors;
        EXPECT_EQ(r.errors, "");
        EXPECT_EQ(r.spools.size(), 1U);
        return r.spools.empty() ? SpoolContents() : r.spools[0];
    }
    // The number of the launch that a kernel's counters are of.
    static int launchOf(const SpoolContents& s, const wire::KernelCounters& k)
    {
        std::set<double> numbers;
        for (std::size_t i = 0; i < s.counterNames.size(); ++i) {
            if (s.counterNames[i].name == kTime) {
                EXPECT_EQ(k.values[i], 4000);
            } else {
                numbers.insert(k.values[i]);
            }
        }
        EXPECT_EQ(numbers.size(), 1U);
        return numbers.empty() ? -1 : static_cast<int>(*numbers.begin());
    }

    Recording recording;
};

TEST_F(Counters, AreOfTheLaunchesInTheWindow)
{
    const SpoolContents s = run({"init", "kernel", "a", "10", "kernel", "b", "4"},
                                {{"LONGPOLE_COUNTERS", "occupancy"},
                                 {"LONGPOLE_LAUNCH_SKIP", "5"},
                                 {"LONGPOLE_LAUNCH_COUNT", "3"}});
    ASSERT_EQ(s.counters.size(), 3U);
    for (std::size_t i = 0; i < 3; ++i) {
        const wire::KernelCounters& k = s.counters[i];
        EXPECT_EQ(k.kernel, "a");
        EXPECT_EQ(k.occurrence, 5 + i);
        EXPECT_EQ(launchOf(s, k), static_cast<int>(6 + i));
        EXPECT_EQ(k.stream, 7U);
        EXPECT_EQ(k.grid[2], 8U);
        EXPECT_EQ(k.block[0], 4U);
    }
    EXPECT_TRUE(s.records.empty()) << "times of measured kernels mean nothing";
    EXPECT_THAT(s.allNotes(), HasSubstr("of 3 of 14 launches"));
    EXPECT_TRUE(s.ended);
    EXPECT_EQ(s.infos.at("counters_chip.0"), "GH100");
}

TEST_F(Counters, AreOfTheKernelsAskedFor)
{
    const SpoolContents s =
        run({"init", "kernel", "_Z4gemmPf", "3", "kernel", "copy", "5", "kernel", "_Z4gemmPf", "2"},
            {{"LONGPOLE_COUNTERS", "roofline"}, {"LONGPOLE_KERNEL", "gemm\\(float"}});
    ASSERT_EQ(s.counters.size(), 5U);
    std::vector<int> launches;
    std::vector<std::uint64_t> occurrences;
    for (const wire::KernelCounters& k : s.counters) {
        launches.push_back(launchOf(s, k));
        occurrences.push_back(k.occurrence);
    }
    EXPECT_EQ(launches, (std::vector<int>{1, 2, 3, 9, 10}));
    EXPECT_EQ(occurrences, (std::vector<std::uint64_t>{0, 1, 2, 3, 4}));
}

// Launches of several threads wait for one another, so none gets another's counters.
TEST_F(Counters, OfThreadsAreNotMixedUp)
{
    const SpoolContents s =
        run({"init", "launch", "100", "4"}, {{"LONGPOLE_COUNTERS", "occupancy"}});
    ASSERT_EQ(s.counters.size(), 400U);
    std::set<int> launches;
    for (const wire::KernelCounters& k : s.counters) {
        launches.insert(launchOf(s, k));
    }
    EXPECT_EQ(launches.size(), 400U);
}

TEST_F(Counters, AreOfEveryLaunchingCallButGraphs)
{
    const SpoolContents s = run({"init", "by", "cuLaunchKernelEx", "ex", "by", "cuGraphLaunch", "g",
                                 "kernel", "plain", "1"},
                                {{"LONGPOLE_COUNTERS", "occupancy"}});
    ASSERT_EQ(s.counters.size(), 2U);
    EXPECT_EQ(s.counters[0].kernel, "ex");
    EXPECT_EQ(s.counters[0].grid[0], 8U);
    EXPECT_EQ(s.counters[1].kernel, "plain");
    EXPECT_THAT(s.allNotes(), HasSubstr("1 launches of CUDA graphs were not measured"));
}

TEST_F(Counters, WithoutPermissionAreOneSentence)
{
    for (const char* call : {"cuptiRangeProfilerEnable", "cuptiRangeProfilerStart",
                             "cuptiRangeProfilerSetConfig", "cuptiRangeProfilerStop"}) {
        Recording each;
        const Recorded r = each.run(
            {"init", "launch", "20", "exit", "3"},
            {{"LONGPOLE_COUNTERS", "occupancy"}, {"DOUBLE_FAIL", call + std::string("=35")}});
        EXPECT_EQ(r.exitCode, 3) << r.errors;
        ASSERT_EQ(r.spools.size(), 1U);
        EXPECT_EQ(r.spools[0].notes.size(), 1U) << r.spools[0].allNotes();
        EXPECT_THAT(r.spools[0].allNotes(), HasSubstr("NVreg_RestrictProfilingToAdminUsers=0"));
        EXPECT_TRUE(r.spools[0].counters.empty());
        EXPECT_TRUE(r.spools[0].ended);
    }
}

TEST_F(Counters, NeedAVersionThatHasThem)
{
    const SpoolContents s = run({"init", "launch", "5"},
                                {{"LONGPOLE_COUNTERS", "occupancy"},
                                 {"LONGPOLE_CUPTI", Recording::doubles("libcupti.so.11")},
                                 {"DOUBLE_VERSION", "18"}});
    EXPECT_THAT(s.allNotes(), HasSubstr("CUDA 12.6 or later"));
}

TEST_F(Counters, AreThoseTheChipHas)
{
    const SpoolContents s = run({"init", "launch", "1"},
                                {{"LONGPOLE_COUNTERS", "occupancy"}, {"DOUBLE_NO_METRIC", "dram"}});
    ASSERT_EQ(s.counters.size(), 1U);
    EXPECT_EQ(s.counterNames.size(), 8U);
    Recording other;
    const Recorded fp4 =
        other.run({"init", "launch", "1"}, {{"LONGPOLE_COUNTERS", "roofline:fp4"}});
    EXPECT_THAT(fp4.spools.at(0).allNotes(), HasSubstr("it counts: bf16, fp8"));
}

TEST_F(Counters, AndAForkedChild)
{
    // What the parent's threads hold looks leaked in a child that has none of them.
    const SpoolContents s =
        run({"init", "kernel", "a", "3", "fork", "kernel", "a", "1"},
            {{"LONGPOLE_COUNTERS", "occupancy"}, {"ASAN_OPTIONS", "detect_leaks=0"}});
    EXPECT_EQ(s.counters.size(), 4U) << "the child's launch is not in the parent's spool";
}

TEST_F(Counters, OverTimeComeBesideTheRecording)
{
    const SpoolContents s =
        run({"init", "launch", "50", "ms", "400"}, {{"LONGPOLE_COUNTERS", "timeline=5ms"}});
    EXPECT_EQ(s.count(wire::KindKernel), 50U);
    ASSERT_GT(s.samples.size(), 10U);
    EXPECT_LE(s.samples.size(), 400U);
    EXPECT_EQ(s.counterNames.size(), 8U) << "what fits into one pass of the double";
    for (std::size_t i = 0; i < s.samples.size(); ++i) {
        const wire::DeviceSample& sample = s.samples[i];
        ASSERT_EQ(sample.values.size(), 8U);
        EXPECT_EQ(sample.values[0], static_cast<double>(i + 1)) << "none is lost or doubled";
        EXPECT_EQ(sample.end - sample.start, 5'000'000U);
        EXPECT_TRUE(i == 0 || sample.start == s.samples[i - 1].end);
    }
    EXPECT_EQ(s.allNotes(), "");
}

TEST_F(Counters, OverTimeCostNoRecordingWhereTheyAreRefused)
{
    for (const char* status : {"26", "35"}) {
        Recording each;
        const Recorded r =
            each.run({"init", "launch", "50", "ms", "100"},
                     {{"LONGPOLE_COUNTERS", "timeline"},
                      {"DOUBLE_FAIL", "cuptiPmSamplingEnable=" + std::string(status)}});
        EXPECT_EQ(r.exitCode, 0) << r.errors;
        ASSERT_EQ(r.spools.size(), 1U);
        EXPECT_EQ(r.spools[0].count(wire::KindKernel), 50U);
        EXPECT_TRUE(r.spools[0].samples.empty());
        EXPECT_THAT(r.spools[0].allNotes(),
                    HasSubstr(std::string(status) == "26" ? "dcgmi profile --pause"
                                                          : "NVreg_RestrictProfiling"));
    }
}

TEST_F(Counters, OverTimeAreOfOneProcessPerDevice)
{
    const std::string lock = (recording.folder
                              / ("longpole-counters-" + std::to_string(::getuid()) + "-"
                                 + std::string(32, '0') + ".lock"))
                                 .string();
    const int fd = ::open(lock.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
    ASSERT_EQ(::flock(fd, LOCK_EX), 0);
    const SpoolContents s =
        run({"init", "launch", "5", "ms", "100"}, {{"LONGPOLE_COUNTERS", "timeline"}});
    ::close(fd);
    EXPECT_TRUE(s.samples.empty());
    EXPECT_EQ(s.count(wire::KindKernel), 5U);
    EXPECT_THAT(s.allNotes(), HasSubstr("another process samples the counters of device 0"));
}

TEST_F(Counters, TracingByTheHardwareIsForSoundVersionsOnly)
{
    const SpoolContents sound =
        run({"init", "launch", "5"}, {{"LONGPOLE_HES", "1"}, {"DOUBLE_VERSION", "130401"}});
    EXPECT_EQ(sound.allNotes(), "");
    EXPECT_EQ(sound.count(wire::KindKernel), 5U);
    Recording other; // the double aborts where it is asked for all the same
    const Recorded old = other.run({"init", "launch", "5", "exit", "4"}, {{"LONGPOLE_HES", "1"}});
    EXPECT_EQ(old.exitCode, 4);
    EXPECT_THAT(old.spools.at(0).allNotes(), HasSubstr("recorded as usual"));
    Recording refused;
    const Recorded no = refused.run({"init", "launch", "5"},
                                    {{"LONGPOLE_HES", "1"},
                                     {"DOUBLE_VERSION", "130401"},
                                     {"DOUBLE_FAIL", "cuptiActivityEnableHWTrace=27"}});
    EXPECT_EQ(no.spools.at(0).count(wire::KindKernel), 5U);
    EXPECT_THAT(no.spools.at(0).allNotes(), HasSubstr("cuptiActivityEnableHWTrace failed with 27"));
}

} // namespace

} // namespace longpole::testing
