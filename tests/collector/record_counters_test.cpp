// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// `longpole record --counters` as a user has it, with the doubles in place of a GPU.
#include "collectors/counters/find_cupti.h"
#include "tests/collector/record_run.h"

#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace longpole::test {

namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;

class RecordCounters : public RecordTarget
{
protected:
    RecordCounters()
    {
        ::setenv("TMPDIR", folder.path().c_str(), 1); // where a device is locked for sampling
    }
    ~RecordCounters() override { ::unsetenv("TMPDIR"); }
    // Per kernel of that name, in the order of time: its occupancy, or "null" where none was
    // measured.
    std::vector<std::string> occupancies(const std::string& kernel) const
    {
        return query(
            "SELECT CAST(json_extract(a.value, '$.metrics.\"sm__warps_active.avg.pct_of_peak_"
            "sustained_active\"') AS INTEGER) FROM slices s LEFT JOIN args a ON a.slice_id = s.id "
            "AND a.key = 'counters' WHERE s.name = '"
            + kernel + "' ORDER BY s.ts_ns");
    }
};

using Rows = std::vector<std::string>;

// The double measures each launch as its number in the program: a, a, a, b, b, a → 1 … 6.
TEST_F(RecordCounters, OfKernelsAreWithTheLaunchTheyAreOf)
{
    const Outcome o =
        record({"--counters", "occupancy", "--launch-skip", "1", "--launch-count", "4"},
               {"init", "kernel", "a", "3", "kernel", "b", "2", "kernel", "a", "1", "nvtx", "2"});
    EXPECT_EQ(o.exitCode, 0) << o.err;
    EXPECT_THAT(o.err, HasSubstr("running the program again to measure its kernels"));
    EXPECT_THAT(o.err, HasSubstr("6 GPU operations"));
    EXPECT_EQ(occupancies("a"), (Rows{"null", "2", "3", "null"}));
    EXPECT_EQ(occupancies("b"), (Rows{"4", "5"}));
    EXPECT_EQ(query("SELECT count(*) FROM slices WHERE name = 'outer'"), Rows{"2"})
        << "the second run records nothing but counters";
    EXPECT_EQ(query("SELECT value FROM meta WHERE key = 'property.recording.counters'"),
              Rows{"\"occupancy\""});
    EXPECT_EQ(query("SELECT count(DISTINCT pid) FROM tracks WHERE kind = 'thread'"), Rows{"1"});
    EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()), 1)
        << "the spools are gone";
}

// Which run's numbers they are shows only where the two differ: the kernel that is launched first
// in the second run has an occurrence of its own.
TEST_F(RecordCounters, OfARegularExpression)
{
    const Outcome o = record({"--counters", "roofline:fp8", "--kernel", "^b$"},
                             {"init", "kernel", "a", "3", "kernel", "b", "2"});
    EXPECT_EQ(o.exitCode, 0) << o.err;
    EXPECT_EQ(occupancies("a"), (Rows{"null", "null", "null"}));
    EXPECT_EQ(occupancies("b"), (Rows{"4", "5"}));
    EXPECT_THAT(runLongpole({"ledger", out()}).out, HasSubstr("2 of 5 kernels carry"));
}

TEST_F(RecordCounters, OfTwoProcessesThatLaunchAlikeAreNotMixedUp)
{
    const Outcome o = record({"--counters", "occupancy"},
                             {"init", "kernel", "a", "2", "spawn", "init", "kernel", "a", "2"});
    EXPECT_EQ(o.exitCode, 0) << o.err;
    EXPECT_EQ(occupancies("a"), (Rows{"null", "null", "null", "null"}));
    EXPECT_THAT(runLongpole({"ledger", out()}).out, HasSubstr("nothing tells whose they are"));
}

TEST_F(RecordCounters, OverTimeAreCounterTracks)
{
    const Outcome o =
        record({"--counters", "timeline=5ms"}, {"init", "kernel", "a", "5", "ms", "200"});
    EXPECT_EQ(o.exitCode, 0) << o.err;
    EXPECT_THAT(o.err, Not(HasSubstr("running the program again")));
    const auto samples =
        query("SELECT count(*) FROM counters WHERE name LIKE 'sm__cycles_active%'");
    ASSERT_EQ(samples.size(), 1U);
    EXPECT_GT(std::stoi(samples[0]), 10);
    EXPECT_EQ(query("SELECT count(*) FROM gpu_ops"), Rows{"5"});
}

TEST_F(RecordCounters, WithoutPermissionAreOneSentenceAndTheRecordingStays)
{
    ::setenv("DOUBLE_FAIL", "cuptiRangeProfilerEnable=35", 1);
    const Outcome o = record({"--counters", "occupancy"}, {"init", "kernel", "a", "3"});
    EXPECT_EQ(o.exitCode, 0) << o.err;
    EXPECT_THAT(o.err, HasSubstr("NVreg_RestrictProfilingToAdminUsers=0"));
    EXPECT_EQ(occupancies("a"), (Rows{"null", "null", "null"}));
}

TEST_F(RecordCounters, ThatDoNotFitAreRefused)
{
    const auto refused = [&](const std::vector<std::string>& options, const char* why) {
        const Outcome o = record(options, {"exit", "0"});
        EXPECT_EQ(o.exitCode, 2) << why;
        EXPECT_THAT(o.err, HasSubstr(why));
    };
    refused({"--counters", "everything"}, "there are: occupancy");
    refused({"--counters", "timeline=1h"}, "no interval");
    refused({"--counters", "occupancy", "--kernel", "("}, "no regular expression");
    refused({"--kernel", "gemm"}, "choose kernels for --counters");
    refused({"--counters", "timeline", "--launch-skip", "3"}, "choose kernels for --counters");
    refused({"--chip", "GH100"}, "--dry-run");
    refused({"--counters", "occupancy", "--capture", "cudaProfilerApi"}, "leave --capture out");
    refused({"--counters", "timeline", "--overhead", "3"}, "without --counters");
    refused({"--counters", "stalls", "--no-subscribe"}, "leave --no-subscribe out");
    refused({"--coexist", "--counters", "occupancy"}, "need CUPTI for themselves");
    refused({"--coexist", "--no-subscribe"}, "need CUPTI for themselves");
    refused({"--hes", "auto", "--latency"}, "leave --latency");
}

TEST_F(RecordCounters, ThereIsNoSecondRunOfAProgramThatUsesNoGpu)
{
    const Outcome o = record({"--counters", "occupancy"}, {"exit", "0"});
    EXPECT_EQ(o.exitCode, 0);
    EXPECT_THAT(o.err, HasSubstr("nothing was recorded"));
    EXPECT_THAT(o.err, Not(HasSubstr("again")));
}

// With the double, then with a real libcupti where there is one: no GPU is needed for a plan.
TEST_F(RecordCounters, AreExplainedBeforeAnythingRuns)
{
    const Outcome two =
        record({"--counters", "roofline", "--dry-run", "--chip", "GH100"}, {"init"});
    EXPECT_EQ(two.exitCode, 0) << two.err;
    EXPECT_THAT(two.out, HasSubstr("# GH100: 16 counters, 2 passes"));
    EXPECT_THAT(two.out, HasSubstr("#   dram__bytes.sum (B)"));
    EXPECT_THAT(two.out, HasSubstr("the program runs twice"));
    EXPECT_THAT(two.out, HasSubstr("export LONGPOLE_COUNTERS='roofline'"));
    EXPECT_FALSE(fs::exists(out()));
    const Outcome other =
        record({"--counters", "occupancy", "--dry-run", "--chip", "GX1"}, {"init"});
    EXPECT_EQ(other.exitCode, 2);
    EXPECT_THAT(other.err, HasSubstr("it knows: GH100"));
}

TEST_F(RecordCounters, ArePlannedByARealLibcupti)
{
#ifdef __SANITIZE_ADDRESS__
    GTEST_SKIP() << "AddressSanitizer ends programs whose libcupti opens its parts deeply bound";
#endif
    ::unsetenv("LD_LIBRARY_PATH");
    std::string library;
    for (const std::string& c : cupti::cuptiCandidates("")) {
        if (fs::exists(c)) {
            library = c;
            break;
        }
    }
    void* const handle = library.empty() ? nullptr : ::dlopen(library.c_str(), RTLD_NOW);
    if (handle == nullptr || ::dlsym(handle, "cuptiProfilerHostInitialize") == nullptr) {
        GTEST_SKIP() << "no libcupti here that plans counters (CUDA 12.6 or later)";
    }
    const Outcome o = runLongpole(
        {"record", "--counters", "occupancy", "--dry-run", "--cupti", library, "--", "true"});
    EXPECT_EQ(o.exitCode, 0) << o.err;
    for (const char* chip : {"# GA100: 10 counters, 1 pass", "# GH100: 10 counters, 1 pass",
                             "# GB100: 10 counters, 1 pass"}) {
        EXPECT_THAT(o.out, HasSubstr(chip));
    }
}

// What a running program has written so far can be looked at.
TEST_F(RecordCounters, ARunningRecordingOpensAsFarAsItIs)
{
    const std::string spool = folder.file("live.spool");
    const std::string command = "'" + std::string(LONGPOLE_CLI) + "' record -o '" + out()
        + "' --flush-ms 50 --spool '" + spool + "' --cupti '" + doubles() + "/libcupti.so.13' -- '"
        + doubles() + "/double_target' init kernel early 5 ms 4000 kernel late 5 >/dev/null 2>&1 &";
    ASSERT_EQ(std::system(command.c_str()), 0);
    const std::string soFar = folder.file("so-far.longpole");
    Outcome o;
    for (int i = 0; i < 100 && o.err.find("5 GPU operations") == std::string::npos; ++i) {
        ::usleep(30'000);
        o = runLongpole({"ingest", spool, "-o", soFar});
    }
    EXPECT_EQ(o.exitCode, 0) << o.err;
    EXPECT_THAT(o.err, HasSubstr("5 GPU operations"));
    EXPECT_FALSE(fs::exists(out())) << "the program still runs";
    EXPECT_EQ(runLongpole({"info", spool}).exitCode, 0) << "the folder opens as it is, too";
    EXPECT_THAT(runLongpole({"ledger", soFar}).out, HasSubstr("still running"));
    for (int i = 0; i < 400 && !fs::exists(out()); ++i) {
        ::usleep(30'000);
    }
    EXPECT_EQ(query("SELECT count(*) FROM gpu_ops"), Rows{"10"}) << "it was not disturbed";
}

} // namespace

} // namespace longpole::test
