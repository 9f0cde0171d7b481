// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// How processes begin and end: killed, forked, executed anew, many at once.
#include "tests/collector/recorded.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <set>

namespace longpole::testing {

namespace {

class Process : public ::testing::Test
{
protected:
    Recording recording;
};

// All but the last 500 ms of a paced program, whatever ends it. (2,000 launches over 2 s.)
TEST_F(Process, AKilledOneKeepsAllButTheLastHalfSecond)
{
    const struct
    {
        const char* end;
        int code;
    } cases[] = {
        {"kill", 128 + SIGKILL}, {"_exit", 17}, {"abort", 128 + SIGABRT}, {"segv", 128 + SIGSEGV}};
    for (const auto& c : cases) {
        Recording each;
        const std::string delivered = (each.folder / "delivered").string();
        const Recorded r =
            each.run({"init", "pace", "2000", "1000", "delivered", delivered, c.end, "17"},
                     {{"ASAN_OPTIONS", "handle_abort=0:handle_segv=0:detect_leaks=0"},
                      {"TSAN_OPTIONS", "handle_abort=0:handle_segv=0"}});
        EXPECT_EQ(r.exitCode, c.code) << c.end << r.errors;
        ASSERT_EQ(r.spools.size(), 1U);
        EXPECT_FALSE(r.spools[0].ended);
        std::uint64_t count = 0;
        std::ifstream(delivered) >> count;
        EXPECT_EQ(count, 4000U);
        // The records of the last half second are at most a quarter.
        EXPECT_GE(r.spools[0].records.size(), count * 3 / 4) << c.end;
        EXPECT_EQ(r.damage[0].skippedBytes, 0U);
    }
}

// R8: the child is silent, the parent's spool stays whole, the exit handlers do nothing twice.
TEST_F(Process, AForkedChildWritesNothing)
{
    const Recorded r =
        recording.run({"init", "launch", "100", "nvtx", "1", "fork", "launch", "100", "exit", "3"});
    EXPECT_EQ(r.exitCode, 3) << r.errors;
    // The exit handler would wait 7 s for threads that the child hasn't got.
    EXPECT_LT(r.seconds, 6);
    ASSERT_EQ(r.spools.size(), 1U);
    EXPECT_EQ(r.spools[0].count(wire::KindKernel), 200U);
    EXPECT_TRUE(r.spools[0].ended);
    EXPECT_EQ(r.damage[0].skippedBytes + r.damage[0].missingChunks, 0U);
    for (const std::string& name : r.names[0]) {
        EXPECT_NE(name, "child");
    }
    for (const std::string& text : r.spools[0].texts) {
        EXPECT_NE(text, "child");
    }
}

// The usual way of Python's multiprocessing: NVTX in the parent, CUDA in the children only.
TEST_F(Process, AChildForkedBeforeCudaHasItsOwnSpool)
{
    const Recorded r = recording.run({"nvtx", "3", "forkcuda", "40", "nvtx", "3", "exit", "2"},
                                     {{"TSAN_OPTIONS", "die_after_fork=0"}});
    EXPECT_EQ(r.exitCode, 2) << r.errors;
    ASSERT_EQ(r.spools.size(), 2U);
    std::size_t kernels = 0;
    for (const SpoolContents& s : r.spools) {
        EXPECT_TRUE(s.ended);
        EXPECT_EQ(s.count(wire::KindKernel) > 0,
                  std::find(s.texts.begin(), s.texts.end(), "child") != s.texts.end());
        kernels += s.count(wire::KindKernel);
    }
    EXPECT_EQ(kernels, 40U);
    EXPECT_NE(r.spools[0].infos.at("pid"), r.spools[1].infos.at("pid"));
}

TEST_F(Process, OneThatBecomesAnotherHasTwoSpools)
{
    const Recorded r = recording.run(
        {"init", "launch", "10", "ms", "50", "exec", "init", "launch", "20", "exit", "8"},
        {{"LONGPOLE_FLUSH_MS", "10"}});
    EXPECT_EQ(r.exitCode, 8) << r.errors;
    ASSERT_EQ(r.spools.size(), 2U);
    EXPECT_EQ(r.spools[0].infos.at("pid"), r.spools[1].infos.at("pid"));
    EXPECT_EQ(r.spools[0].count(wire::KindKernel), 10U);
    EXPECT_EQ(r.spools[1].count(wire::KindKernel), 20U);
}

TEST_F(Process, ChildrenThatStartAnewHaveTheirOwn)
{
    const Recorded r =
        recording.run({"init", "launch", "10", "spawn", "init", "launch", "20", "exit", "8"},
                      {{"RANK", "3"}, {"WORLD_SIZE", "8"}, {"LOCAL_RANK", "1"}});
    EXPECT_EQ(r.exitCode, 8) << r.errors;
    ASSERT_EQ(r.spools.size(), 2U);
    EXPECT_NE(r.spools[0].infos.at("pid"), r.spools[1].infos.at("pid"));
    for (const SpoolContents& s : r.spools) {
        EXPECT_TRUE(s.ended);
        EXPECT_EQ(s.infos.at("rank"), "3");
        EXPECT_EQ(s.infos.at("world_size"), "8");
        EXPECT_EQ(s.infos.at("local_rank"), "1");
    }
}

// R5, R9: threads go on calling while the process ends. Ten times, as it is a race.
TEST_F(Process, EndsWhileItsThreadsGoOn)
{
    for (int i = 0; i < 10; ++i) {
        Recording each;
        const Recorded r = each.run({"lateexit", "init", "threads", "3", "ms", "30", "exit", "6"},
                                    {{"LONGPOLE_FLUSH_MS", "5"}});
        ASSERT_EQ(r.exitCode, 6) << r.errors;
        ASSERT_EQ(r.spools.size(), 1U);
        EXPECT_TRUE(r.spools[0].ended);
        EXPECT_EQ(r.damage[0].skippedBytes, 0U);
    }
}

// R2: signals reach the program's threads only. Blocked in ours, they cannot be handled there.
TEST_F(Process, OurThreadsBlockAllSignals)
{
    std::ofstream(recording.folder / "script") << "";
    const Recorded r = recording.run({"init", "signals", (recording.folder / "masks").string()});
    EXPECT_EQ(r.exitCode, 0) << r.errors;
    std::ifstream in(recording.folder / "masks");
    std::string mask;
    int blocked = 0;
    int open = 0;
    while (in >> mask) {
        // SIGKILL and SIGSTOP cannot be, and the C library keeps two for itself.
        const auto bits = std::stoull(mask, nullptr, 16);
        const bool all = (bits | 0x1'8004'0100ULL) == ~0ULL;
        all ? ++blocked : ++open;
    }
    EXPECT_GE(blocked, 2); // a sanitizer has such threads, too
    EXPECT_GE(open, 1);
}

} // namespace

} // namespace longpole::testing
