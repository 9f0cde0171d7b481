// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Sharing CUPTI with other profilers. The double kills the program where one of several subscribers
// calls a function that knows none.
#include "tests/collector/recorded.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace longpole::testing {

namespace {

using ::testing::HasSubstr;

class Coexist : public ::testing::Test
{
protected:
    Recorded shared(Variables more = {},
                    const std::vector<std::string>& program = {"init", "launch", "50", "nvtx", "1",
                                                               "exit", "3"})
    {
        more.insert(more.begin(), {{"LONGPOLE_COEXIST", "1"}, {"DOUBLE_VERSION", "130300"}});
        return recording.run(program, more);
    }
    Recording recording;
};

TEST_F(Coexist, TwoProfilersRecord)
{
    const Recorded r = shared({{"DOUBLE_SHARES", "1"}, {"DOUBLE_DROPPED", "7"}});
    EXPECT_EQ(r.exitCode, 3) << r.errors;
    ASSERT_EQ(r.spools.size(), 1U);
    const SpoolContents& s = r.spools[0];
    EXPECT_EQ(s.count(wire::KindKernel), 50U);
    EXPECT_EQ(s.count(wire::KindRuntime), 50U);
    EXPECT_EQ(s.infos.at("cupti_shared"), "1");
    EXPECT_EQ(s.infos.at("complete"), "1");
    EXPECT_EQ(s.stats.at("dropped_by_cupti"), 7U);
    EXPECT_EQ(s.allNotes().find("cannot be shared"), std::string::npos);
}

// What makes the test above worth something.
TEST_F(Coexist, WithoutSharingTheOtherOneIsInTheWay)
{
    const Recorded r = shared({{"DOUBLE_SHARES", "1"}, {"LONGPOLE_COEXIST", ""}});
    EXPECT_EQ(r.exitCode, 3) << r.errors;
    EXPECT_EQ(r.spools.at(0).count(wire::KindKernel), 0U);
    EXPECT_THAT(r.spools[0].allNotes(), HasSubstr("another profiler is attached"));
}

TEST_F(Coexist, WindowsAndGraphsWorkAsForOneSubscriber)
{
    const Recorded window = shared({{"LONGPOLE_CAPTURE", "profiler"}},
                                   {"init", "launch", "5", "profile", "start", "launch", "20",
                                    "profile", "stop", "launch", "7"});
    EXPECT_EQ(window.exitCode, 0) << window.errors;
    EXPECT_EQ(window.spools.at(0).count(wire::KindKernel), 20U);
    Recording other;
    const Recorded refused = other.run({"init", "launch", "5"},
                                       {{"LONGPOLE_COEXIST", "1"},
                                        {"DOUBLE_VERSION", "130300"},
                                        {"LONGPOLE_GRAPH", "graph"},
                                        {"DOUBLE_FAIL", "cuptiActivitySetAttribute_v2(20)=1"}});
    EXPECT_EQ(refused.exitCode, 0) << refused.errors;
    EXPECT_EQ(refused.spools.at(0).count(wire::KindKernel), 5U);
    EXPECT_THAT(refused.spools[0].allNotes(), HasSubstr("as the other profiler wants it"));
}

TEST_F(Coexist, AnOlderCuptiIsUsedAlone)
{
    for (const Variables& more :
         std::vector<Variables>{{{"DOUBLE_VERSION", "130200"}},
                                {{"LONGPOLE_CUPTI", Recording::doubles("libcupti.so.11")}}}) {
        Recording each;
        Variables all{{"LONGPOLE_COEXIST", "1"}, {"DOUBLE_VERSION", "130300"}};
        all.insert(all.end(), more.begin(), more.end());
        const Recorded r = each.run({"init", "launch", "5", "exit", "2"}, all);
        EXPECT_EQ(r.exitCode, 2) << r.errors;
        EXPECT_EQ(r.spools.at(0).count(wire::KindKernel), 5U);
        EXPECT_THAT(r.spools[0].allNotes(), HasSubstr("it is used alone"));
        EXPECT_EQ(r.spools[0].infos.count("cupti_shared"), 0U);
    }
}

// A later CUPTI is not used in two ways at once, which it refuses.
TEST_F(Coexist, WithoutItNoFunctionOfOneSubscriberIsUsed)
{
    const Recorded r = shared({{"LONGPOLE_COEXIST", ""}});
    EXPECT_EQ(r.exitCode, 3) << r.errors;
    EXPECT_EQ(r.spools.at(0).count(wire::KindKernel), 50U);
    EXPECT_EQ(r.spools[0].allNotes().find("failed"), std::string::npos);
}

// As with a driver before 610.
TEST_F(Coexist, WhereSharingFailsCuptiIsUsedAlone)
{
    const Recorded r = shared({{"DOUBLE_FAIL", "share=39"}});
    EXPECT_EQ(r.exitCode, 3) << r.errors;
    EXPECT_EQ(r.spools.at(0).count(wire::KindKernel), 50U);
    EXPECT_THAT(r.spools[0].allNotes(), HasSubstr("driver 610"));
}

TEST_F(Coexist, AProfilerThatDoesNotShareIsNamedAndNvtxIsRecorded)
{
    const Recorded r = shared({{"DOUBLE_FAIL", "cuptiSubscribe=39,cuptiSubscribe_v2=39"},
                               {"DOUBLE_OTHER", "CUPTI for Kineto"}});
    EXPECT_EQ(r.exitCode, 3) << r.errors;
    EXPECT_EQ(r.spools.at(0).count(wire::KindKernel), 0U);
    EXPECT_THAT(r.spools[0].allNotes(), HasSubstr("not CUPTI for Kineto"));
    EXPECT_THAT(r.spools[0].allNotes(), HasSubstr("another profiler is attached"));
    EXPECT_GT(r.spools[0].events.size(), 4U);
}

} // namespace

} // namespace longpole::testing
