// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Samples of stalls, taken in a real child process with the double of libcupti, which aborts where
// CUPTI would crash. What a launch gives there is in fake_pc_sampling.h.
#include "tests/collector/recorded.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <tuple>

namespace longpole::testing {

namespace {

using ::testing::HasSubstr;

const std::string kPrefix = "smsp__pcsamp_warps_issue_stalled_";

// Function and reason, without the prefix that all have → samples.
using Totals = std::map<std::pair<std::string, std::string>, std::uint64_t>;

Totals totalsOf(const SpoolContents& s)
{
    Totals out;
    for (const wire::FunctionStalls& f : s.stalls) {
        for (const auto& [reason, count] : f.samples) {
            const std::string& name = s.counterNames[reason].name;
            EXPECT_EQ(name.compare(0, kPrefix.size(), kPrefix), 0) << name;
            out[{f.function, name.substr(kPrefix.size())}] += count;
        }
        EXPECT_EQ(f.cubin, 4096U + static_cast<unsigned char>(f.function[0]));
        EXPECT_EQ(f.device, 0U);
    }
    return out;
}

Totals launched(const std::map<std::string, std::uint64_t>& launches)
{
    Totals out;
    for (const auto& [kernel, count] : launches) {
        out[{kernel, "long_scoreboard"}] = 8 * count;
        out[{kernel, "long_scoreboard_not_issued"}] = 6 * count;
        out[{kernel, "selected"}] = 2 * count;
        if (kernel[0] == 'b') {
            out[{kernel, "barrier"}] = 5 * count;
        }
    }
    return out;
}

class Stalls : public ::testing::Test
{
protected:
    SpoolContents run(const std::vector<std::string>& program, Variables variables = {},
                      int exitCode = 0)
    {
        variables.emplace_back("LONGPOLE_COUNTERS", "stalls");
        Recording recording;
        const Recorded r = recording.run(program, variables);
        EXPECT_EQ(r.exitCode, exitCode) << r.errors;
        EXPECT_EQ(r.errors, "");
        EXPECT_EQ(r.spools.size(), 1U);
        return r.spools.empty() ? SpoolContents() : r.spools[0];
    }
};

TEST_F(Stalls, AreCountedPerFunctionAndReason)
{
    const SpoolContents s = run({"init", "kernel", "a", "10", "ms", "350", "kernel", "b", "3", "ms",
                                 "350", "kernel", "a", "5", "exit", "3"},
                                {}, 3);
    EXPECT_EQ(totalsOf(s), launched({{"a", 15}, {"b", 3}}));
    EXPECT_EQ(s.allNotes(), "");
    EXPECT_TRUE(s.records.empty()) << "the run is for its samples only";
    EXPECT_EQ(s.infos.at("stall_period_cycles.0"), "4096");
    EXPECT_EQ(s.stats.at("stall_samples"), 15U * 10 + 3U * 15);
    EXPECT_EQ(s.stats.at("stall_samples_dropped"), 0U);
    EXPECT_TRUE(s.ended);
}

TEST_F(Stalls, OfAProcessThatIsKilledAreThereAsFarAsWritten)
{
    const SpoolContents s = run({"init", "kernel", "a", "10", "ms", "4500", "kill"}, {}, 137);
    EXPECT_EQ(totalsOf(s), launched({{"a", 10}}));
    EXPECT_FALSE(s.ended);
}

TEST_F(Stalls, ComeInPiecesWhereTheyDoNotFit)
{
    const SpoolContents s = run({"init", "kernel", "a", "10", "ms", "300", "kernel", "b", "4"},
                                {{"DOUBLE_PC_ROOM", "1"}});
    EXPECT_EQ(totalsOf(s), launched({{"a", 10}, {"b", 4}}));
}

TEST_F(Stalls, OfThreadsAreAllThere)
{
    const SpoolContents s = run({"init", "launch", "500", "4"});
    EXPECT_EQ(totalsOf(s)[std::pair(std::string("void work<float>(float*, int)"),
                                    std::string("long_scoreboard"))],
              8U * 2000);
}

TEST_F(Stalls, OfAContextThatEndsAreThere)
{
    const SpoolContents s =
        run({"init", "kernel", "a", "7", "destroy", "kernel", "b", "2", "ms", "150"});
    EXPECT_EQ(totalsOf(s), launched({{"a", 7}})) << "b has no context that is sampled";
    EXPECT_EQ(s.allNotes(), "");
}

// The double aborts where samples are fetched meanwhile, or none was before code is unloaded.
TEST_F(Stalls, AreNotFetchedWhileCodeIsLoadedOrUnloaded)
{
    const SpoolContents s =
        run({"init", "kernel", "a", "2", "module", "cuModuleLoadData", "kernel", "b", "2", "ms",
             "120", "module", "cuModuleUnload", "kernel", "a", "1"});
    EXPECT_EQ(totalsOf(s), launched({{"a", 3}, {"b", 2}}));
    EXPECT_EQ(s.allNotes(), "");
}

TEST_F(Stalls, OfAContextThatCannotBeSampledInTheCallbackAreOfOurThread)
{
    const SpoolContents s =
        run({"init", "ms", "400", "kernel", "a", "6"}, {{"DOUBLE_PC_LATER", "1"}});
    EXPECT_EQ(totalsOf(s), launched({{"a", 6}}));
    EXPECT_EQ(s.allNotes(), "");
}

TEST_F(Stalls, ThatWereDroppedAreCounted)
{
    const SpoolContents s =
        run({"init", "kernel", "a", "10", "ms", "250"}, {{"DOUBLE_PC_DROPPED", "70"}});
    EXPECT_EQ(s.stats.at("stall_samples_dropped"), 70U);
    EXPECT_EQ(s.stats.at("stall_samples"), 170U);
    EXPECT_EQ(totalsOf(s), launched({{"a", 10}}));
    const SpoolContents full =
        run({"init", "kernel", "a", "10", "ms", "700"}, {{"DOUBLE_PC_FULL", "2"}});
    EXPECT_EQ(full.stats.at("stall_buffer_full"), 2U);
    EXPECT_EQ(totalsOf(full), launched({{"a", 10}}));
    const SpoolContents rest = run({"init", "kernel", "a", "5"}, {{"DOUBLE_PC_REST", "3"}});
    EXPECT_EQ(rest.stats.at("stall_records_lost"), 7U);
}

TEST_F(Stalls, ThatAreRefusedAreOneSentence)
{
    for (const char* call : {"cuptiPCSamplingEnable", "cuptiPCSamplingSetConfigurationAttribute",
                             "cuptiPCSamplingGetNumStallReasons", "cuptiPCSamplingGetStallReasons",
                             "cuptiPCSamplingGetData", "cuptiPCSamplingDisable"}) {
        const SpoolContents s = run({"init", "launch", "20", "ms", "250", "exit", "4"},
                                    {{"DOUBLE_FAIL", call + std::string("=35")}}, 4);
        EXPECT_EQ(s.notes.size(), 1U) << call << s.allNotes();
        EXPECT_THAT(s.allNotes(), HasSubstr("NVreg_RestrictProfilingToAdminUsers=0"));
        EXPECT_THAT(s.allNotes(), HasSubstr(call));
        EXPECT_TRUE(s.ended);
    }
    EXPECT_THAT(run({"init"}, {{"DOUBLE_FAIL", "cuptiPCSamplingEnable=14"}}).allNotes(),
                HasSubstr("another of CUPTI's profilers"));
}

TEST_F(Stalls, NeedAVersionThatHasThem)
{
    const SpoolContents s =
        run({"init", "launch", "5"},
            {{"LONGPOLE_CUPTI", Recording::doubles("libcupti.so.11")}, {"DOUBLE_VERSION", "13"}});
    EXPECT_EQ(s.notes.size(), 1U);
    EXPECT_THAT(s.allNotes(), HasSubstr("CUDA 11.3 or later"));
}

TEST_F(Stalls, WhereThereAreNoneThatIsSaid)
{
    EXPECT_THAT(run({"init", "launch", "5"}, {{"DOUBLE_PC_NONE", "1"}}).allNotes(),
                HasSubstr("no stalls were sampled"));
    const SpoolContents none = run({"init", "launch", "5"}, {{"DOUBLE_PC_NONE", "2"}});
    EXPECT_EQ(none.notes.size(), 1U);
    EXPECT_THAT(none.allNotes(), HasSubstr("CUPTI names 0 reasons"));
}

TEST_F(Stalls, AndAForkedChild)
{
    // What the parent's threads hold looks leaked in a child that has none of them.
    const SpoolContents s = run({"init", "kernel", "a", "3", "fork", "kernel", "a", "1"},
                                {{"ASAN_OPTIONS", "detect_leaks=0"}});
    EXPECT_EQ(totalsOf(s), launched({{"a", 4}}));
}

TEST_F(Stalls, EndWithAProgramWhoseThreadsGoOn)
{
    const SpoolContents s = run({"init", "threads", "3", "ms", "300", "exit", "5"}, {}, 5);
    EXPECT_GT(s.stats.at("stall_samples"), 0U);
    EXPECT_TRUE(s.ended);
}

} // namespace

} // namespace longpole::testing
