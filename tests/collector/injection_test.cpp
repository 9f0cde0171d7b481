// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What the injected library records, and that the program never notices. The double of libcupti
// kills the program where a rule of CUPTI's is broken.
#include "tests/collector/recorded.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>

namespace longpole::testing {

namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using wire::RecordView;

class Injection : public ::testing::Test
{
protected:
    // One process, one spool, no damage.
    static void expectOne(const Recorded& r)
    {
        ASSERT_EQ(r.spools.size(), 1U) << r.errors;
        EXPECT_EQ(r.damage[0].skippedBytes + r.damage[0].missingChunks
                      + r.damage[0].unreadableRecords + r.damage[0].tailBytes,
                  0U);
    }
    Recording recording;
};

TEST_F(Injection, RecordsLaunchesOfSeveralThreads)
{
    const Recorded r = recording.run({"init", "launch", "20000", "3", "exit", "7"});
    EXPECT_EQ(r.exitCode, 7) << r.errors;
    expectOne(r);
    const SpoolContents& s = r.spools[0];
    EXPECT_EQ(s.count(wire::KindKernel), 60000U);
    EXPECT_EQ(s.count(wire::KindRuntime), 60000U);
    EXPECT_TRUE(s.ended);
    EXPECT_EQ(s.infos.at("complete"), "1");
    EXPECT_EQ(s.infos.at("cupti_version"), "130001");
    EXPECT_EQ(s.infos.at("name.2.1"), "cudaLaunchKernel_v7000");
    EXPECT_EQ(r.names[0][17], "void work<float>(float*, int)");
    EXPECT_EQ(s.stats.at("records"), 120000U);
    EXPECT_EQ(s.stats.at("buffers_refused") + s.stats.at("dropped_by_cupti"), 0U);
    EXPECT_FALSE(s.clocks.empty());
    EXPECT_NE(s.clocks.back().cupti, 0);
    // Every correlation once per kind.
    std::set<std::uint64_t> seen;
    for (const MadeRecord& k : s.records) {
        if (k.kind == wire::KindKernel) {
            seen.insert(RecordView(k.kind, k.bytes).number(wire::kernel::kCorrelation));
        }
    }
    EXPECT_EQ(seen.size(), 60000U);
    EXPECT_EQ(*seen.rbegin(), 60000U);
}

TEST_F(Injection, RunsTheSameWithoutAFolderForTheSpool)
{
    const Recorded r = recording.run({"init", "launch", "10", "exit", "3"},
                                     {{"LONGPOLE_SPOOL_DIR", "/nonexistent/folder"}});
    EXPECT_EQ(r.exitCode, 3);
    EXPECT_EQ(r.errors, "");
    const Recorded q =
        recording.run({"init", "launch", "10", "exit", "3"}, {{"LONGPOLE_SPOOL_DIR", ""}});
    EXPECT_EQ(q.exitCode, 3);
    EXPECT_TRUE(q.spools.empty());
}

// R1, R12: whatever CUPTI refuses, the program runs on, and one line says what is missing.
TEST_F(Injection, EveryRefusalOfCuptiCostsOneFeatureAndOneLine)
{
    const struct
    {
        const char* call;
        bool kernels; // are still recorded
        const char* line;
    } cases[] = {
        {"cuptiGetVersion=999", false, "cuptiGetVersion"},
        {"cuptiSubscribe_v2=999", false, "cuptiSubscribe failed with 999"},
        {"cuptiEnableCallback=1", true, "cuptiEnableCallback failed"},
        {"cuptiActivityRegisterCallbacks=999", false, "cuptiActivityRegisterCallbacks"},
        {"cuptiActivityEnable=15", false, "cuptiActivityEnable(10) failed"},
        {"cuptiActivityEnable(38)=999", true, "cuptiActivityEnable(38) failed"},
        {"cuptiSetThreadIdType=1", true, "cuptiSetThreadIdType"},
        {"cuptiGetTimestamp=1", true, ""},
    };
    for (const auto& c : cases) {
        Recording each;
        const Recorded r =
            each.run({"init", "launch", "5", "nvtx", "1", "exit", "4"}, {{"DOUBLE_FAIL", c.call}});
        EXPECT_EQ(r.exitCode, 4) << c.call << r.errors;
        expectOne(r);
        EXPECT_EQ(r.spools[0].count(wire::KindKernel), c.kernels ? 5U : 0U) << c.call;
        EXPECT_THAT(r.spools[0].allNotes(), HasSubstr(c.line));
        EXPECT_GT(r.spools[0].events.size(), 4U) << "NVTX needs no CUPTI";
        EXPECT_TRUE(r.spools[0].ended) << c.call;
    }
}

TEST_F(Injection, AnotherProfilerIsNamedAndNvtxIsStillRecorded)
{
    const Recorded r = recording.run(
        {"init", "launch", "5", "nvtx", "2", "exit", "0"},
        {{"DOUBLE_FAIL", "cuptiSubscribe_v2=39"}, {"DOUBLE_OTHER", "CUPTI for Kineto"}});
    EXPECT_EQ(r.exitCode, 0);
    expectOne(r);
    EXPECT_THAT(r.spools[0].allNotes(), HasSubstr("another profiler"));
    EXPECT_THAT(r.spools[0].allNotes(), HasSubstr("CUPTI for Kineto"));
    EXPECT_GT(r.spools[0].events.size(), 8U);
    EXPECT_TRUE(r.spools[0].records.empty());
}

TEST_F(Injection, WithoutAnyLibcuptiTheProgramRunsOn)
{
    const Recorded r = recording.run({"init", "launch", "5", "exit", "6"},
                                     {{"LONGPOLE_CUPTI", "/nonexistent/libcupti.so.13"}});
    EXPECT_EQ(r.exitCode, 6);
    expectOne(r);
    EXPECT_THAT(r.spools[0].allNotes(), HasSubstr("libcupti could not be loaded"));
}

TEST_F(Injection, ALibraryThatIsNoLibcuptiIsSaid)
{
    const Recorded r = recording.run({"init", "exit", "0"},
                                     {{"LONGPOLE_CUPTI", Recording::doubles("libcuda.so.1")}});
    EXPECT_EQ(r.exitCode, 0);
    EXPECT_THAT(r.spools.at(0).allNotes(), HasSubstr("is no libcupti"));
}

// R3 (watched by the program's own malloc, write and pthread_mutex_lock), R4, R5.
TEST_F(Injection, ARunOutPoolIsCountedAndOldVersionsNeverGetNull)
{
    for (const char* version : {"130001", "22"}) {
        Recording each;
        const Recorded r = each.run({"init", "launch", "30000", "2", "exit", "0"},
                                    {{"DOUBLE_VERSION", version},
                                     {"DOUBLE_HOLD", "1"},
                                     {"LONGPOLE_FLUSH_MS", "100000"},
                                     {"LONGPOLE_BUFFERS", "4x65536"}});
        EXPECT_EQ(r.exitCode, 0) << r.errors;
        expectOne(r);
        const SpoolContents& s = r.spools[0];
        const std::size_t kept = s.records.size();
        EXPECT_GT(kept, 1000U);
        EXPECT_LT(kept, 120000U);
        const bool old = std::string(version) == "22";
        EXPECT_EQ(s.stats.at("buffers_scratched") > 0, old);
        EXPECT_EQ(s.stats.at("buffers_discarded") > 0, old);
        EXPECT_EQ(s.stats.at("buffers_refused") > 0, !old);
        EXPECT_EQ(s.stats.at("buffers_peak"), 4U);
    }
}

// R6: the double aborts on a flush before the first request or from a callback.
TEST_F(Injection, NeverFlushesWhatWasNotUsed)
{
    const Recorded r =
        recording.run({"init", "ms", "60", "exit", "0"}, {{"LONGPOLE_FLUSH_MS", "5"}});
    EXPECT_EQ(r.exitCode, 0) << r.errors;
    expectOne(r);
    EXPECT_TRUE(r.spools[0].ended);
}

TEST_F(Injection, StandsAStormOfFlushes)
{
    const Recorded r =
        recording.run({"init", "launch", "20000", "4", "exit", "0"}, {{"LONGPOLE_FLUSH_MS", "2"}});
    EXPECT_EQ(r.exitCode, 0) << r.errors;
    expectOne(r);
    // On a slow machine the pool may run out, which is said then.
    EXPECT_TRUE(r.spools[0].records.size() == 160000 || r.spools[0].stats.at("buffers_refused") > 0)
        << r.spools[0].records.size();
}

// R10: the program ends although CUPTI doesn't.
TEST_F(Injection, AHangingLastFlushIsGivenUp)
{
    const Recorded r = recording.run({"init", "launch", "100", "ms", "50", "exit", "5"},
                                     {{"DOUBLE_HANG", "1"}, {"LONGPOLE_FLUSH_MS", "10"}});
    EXPECT_EQ(r.exitCode, 5);
    EXPECT_LT(r.seconds, 20);
    expectOne(r);
    EXPECT_EQ(r.spools[0].records.size(), 200U);
    EXPECT_TRUE(r.spools[0].ended);
    EXPECT_EQ(r.spools[0].infos.at("complete"), "0");
    EXPECT_THAT(r.spools[0].allNotes(), HasSubstr("did not answer"));
}

// R11.
TEST_F(Injection, AFullSpoolStopsTheWritingOnly)
{
    const Recorded r = recording.run({"init", "launch", "40000", "2", "exit", "0"},
                                     {{"LONGPOLE_MAX_SPOOL", "100000"}});
    EXPECT_EQ(r.exitCode, 0) << r.errors;
    expectOne(r);
    const SpoolContents& s = r.spools[0];
    EXPECT_THAT(s.allNotes(), HasSubstr("size limit"));
    EXPECT_TRUE(s.ended);
    EXPECT_EQ(s.records.size() + std::stoull(s.infos.at("records_lost")), 160000U);
}

// The disk refuses further bytes, here by a limit on the size of files, whose signal would kill.
TEST_F(Injection, AFullDiskStopsTheWritingOnly)
{
    recording.inChild = [] {
        const rlimit limit{60000, 60000};
        ::setrlimit(RLIMIT_FSIZE, &limit);
    };
    const Recorded r = recording.run({"init", "launch", "20000", "ms", "60", "launch", "2", "ms",
                                      "60", "launch", "2", "exit", "9"},
                                     {{"LONGPOLE_FLUSH_MS", "20"}});
    EXPECT_EQ(r.exitCode, 9) << r.errors;
    expectOne(r);
    EXPECT_GT(r.spools[0].records.size(), 100U);
    EXPECT_LT(r.spools[0].records.size(), 40000U);
    // From then on nothing: not even the few small records that would still have had room, which
    // would leave a hole before them.
    std::uint64_t last = 0;
    for (const MadeRecord& record : r.spools[0].records) {
        if (record.kind == wire::KindKernel) {
            last = std::max(
                last, RecordView(record.kind, record.bytes).number(wire::kernel::kCorrelation));
        }
    }
    EXPECT_EQ(last, r.spools[0].count(wire::KindKernel));
}

// R13, and kinds and sizes that no header knows.
TEST_F(Injection, KeepsWhatItDoesNotKnow)
{
    std::ofstream(recording.folder / "script")
        << "kernel bad 0 0 7 1\nkernel backwards 500 400 7 2\nother 60 48\nother 60 48\n";
    const Recorded r =
        recording.run({"init", "script", (recording.folder / "script").string()},
                      {{"DOUBLE_STRIDE", "10=240,60=48"}, {"LONGPOLE_KINDS", "10,60"}});
    EXPECT_EQ(r.exitCode, 0) << r.errors;
    expectOne(r);
    const SpoolContents& s = r.spools[0];
    EXPECT_EQ(s.stats.at("bad_times"), 2U);
    EXPECT_EQ(s.stats.at("unknown_kinds"), 2U);
    ASSERT_EQ(s.count(60), 2U);
    for (const MadeRecord& record : s.records) {
        ASSERT_EQ(record.bytes.size(), record.kind == 10 ? 240U : 48U);
        if (record.kind == 10) { // what the double put where a later version has more
            EXPECT_EQ(record.bytes[230], static_cast<std::byte>(230 * 7 % 256));
        } else {
            EXPECT_EQ(RecordView(60, record.bytes).number({40, 8}), 0x0101010101010101ULL * 40);
        }
    }
}

TEST_F(Injection, ReadsShorterRecordsOfOlderVersions)
{
    const Recorded r = recording.run({"init", "launch", "50"},
                                     {{"DOUBLE_STRIDE", "10=160,17=40,38=40,36=24"},
                                      {"DOUBLE_VERSION", "13"},
                                      {"LONGPOLE_CUPTI", Recording::doubles("libcupti.so.11")}});
    EXPECT_EQ(r.exitCode, 0) << r.errors;
    expectOne(r);
    EXPECT_EQ(r.spools[0].count(wire::KindKernel), 50U);
    EXPECT_EQ(r.spools[0].allNotes(), "");
}

TEST_F(Injection, RefusesRecordsTooShortToBeUnderstood)
{
    const Recorded r =
        recording.run({"init", "launch", "50", "exit", "2"}, {{"DOUBLE_STRIDE", "10=96"}});
    EXPECT_EQ(r.exitCode, 2);
    EXPECT_THAT(r.spools.at(0).allNotes(), HasSubstr("too old or unknown"));
}

// R14: after an unload the same address may hold another name. The double's names live on, so the
// cache being dropped shows in the templates being defined anew.
TEST_F(Injection, ForgetsNamesWhenAModuleIsUnloaded)
{
    Recording other;
    const Variables fast{{"LONGPOLE_FLUSH_MS", "5"}};
    const Recorded kept = recording.run({"init", "launch", "9", "ms", "60", "launch", "9"}, fast);
    const Recorded dropped =
        other.run({"init", "launch", "9", "ms", "60", "unload", "launch", "9"}, fast);
    EXPECT_EQ(kept.names.at(0), dropped.names.at(0));
    // Only kernels' templates have names in them.
    EXPECT_EQ(dropped.spools.at(0).stats.at("templates"),
              kept.spools.at(0).stats.at("templates") + 1);
}

TEST_F(Injection, RecordsTheWindowBetweenProfilerCallsOnly)
{
    const std::vector<std::string> program{"init",   "launch", "10",      "profile", "start",
                                           "launch", "20",     "profile", "stop",    "launch",
                                           "40",     "nvtx",   "1"};
    const Recorded r = recording.run(program, {{"LONGPOLE_CAPTURE", "profiler"}});
    EXPECT_EQ(r.exitCode, 0) << r.errors;
    expectOne(r);
    EXPECT_EQ(r.spools[0].count(wire::KindKernel), 20U);
    EXPECT_FALSE(r.spools[0].events.empty());
    // Where the calls cannot be watched, all is recorded, and that is said.
    Recording other;
    const Recorded all =
        other.run(program, {{"LONGPOLE_CAPTURE", "profiler"}, {"LONGPOLE_SUBSCRIBE", "0"}});
    EXPECT_EQ(all.spools.at(0).count(wire::KindKernel), 70U);
    EXPECT_THAT(all.spools[0].allNotes(), HasSubstr("everything is recorded"));
}

TEST_F(Injection, RecordsTheWindowOfTimeOnly)
{
    const Recorded r = recording.run(
        {"init", "launch", "10", "ms", "600", "launch", "20", "ms", "1400", "launch", "40"},
        {{"LONGPOLE_CAPTURE", "300,900"}});
    EXPECT_EQ(r.exitCode, 0) << r.errors;
    expectOne(r);
    EXPECT_EQ(r.spools[0].count(wire::KindKernel), 20U);
}

TEST_F(Injection, CountsWhatCuptiDropped)
{
    const Recorded r = recording.run({"init", "launch", "5"}, {{"DOUBLE_DROPPED", "123"}});
    EXPECT_EQ(r.spools.at(0).stats.at("dropped_by_cupti"), 123U);
}

// A recorded spool, delivered again and recorded again, holds the same: fixtures lose nothing.
TEST_F(Injection, AReplayedSpoolIsRecordedTheSame)
{
    const Recorded first = recording.run({"init", "launch", "3000", "2"});
    expectOne(first);
    const std::string spool =
        std::filesystem::directory_iterator(recording.spoolFolder())->path().string();
    Recording again;
    const Recorded second = again.run({"init", "replay", spool});
    EXPECT_EQ(second.exitCode, 0) << second.errors;
    expectOne(second);
    EXPECT_EQ(first.names, second.names);
    for (const std::uint16_t kind : {wire::KindKernel, wire::KindRuntime}) {
        std::vector<std::vector<std::byte>> a;
        std::vector<std::vector<std::byte>> b;
        for (const MadeRecord& r : first.spools[0].records) {
            if (r.kind == kind) {
                a.push_back(r.bytes);
            }
        }
        for (const MadeRecord& r : second.spools[0].records) {
            if (r.kind == kind) {
                b.push_back(r.bytes);
            }
        }
        EXPECT_EQ(a.size(), 6000U);
        EXPECT_EQ(a, b) << kind;
    }
}

} // namespace

} // namespace longpole::testing
