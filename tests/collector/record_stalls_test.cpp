// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// `longpole record --counters stalls` as a user has it, with the doubles in place of a GPU.
#include "collectors/counters/find_cupti.h"
#include "tests/collector/record_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace longpole::test {

namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string kStalled = "smsp__pcsamp_warps_issue_stalled_";
using Rows = std::vector<std::string>;

class RecordStalls : public RecordTarget
{
protected:
    ~RecordStalls() override
    {
        for (const char* v : {"DOUBLE_PC_DROPPED", "DOUBLE_PC_NONE"}) {
            ::unsetenv(v);
        }
    }
    // Of each launch of a kernel, in the order of time: a metric, or "null".
    Rows metric(const std::string& kernel, const std::string& name) const
    {
        return query("SELECT json_extract(a.value, '$.metrics.\"" + kStalled + name
                     + "\"') FROM slices s LEFT JOIN args a ON a.slice_id = s.id AND a.key = "
                       "'counters' WHERE s.name = '"
                     + kernel + "' ORDER BY s.ts_ns");
    }
    std::string ledger() const { return runLongpole({"ledger", out()}).out; }
};

// A launch of a: long_scoreboard 8 (6 of them not issued), selected 2; of b: barrier 5 besides.
TEST_F(RecordStalls, AreWithEveryKernelOfTheirFunction)
{
    const Outcome o =
        record({"--counters", "stalls"},
               {"init", "kernel", "a", "3", "kernel", "b", "2", "nvtx", "1", "exit", "7"});
    EXPECT_EQ(o.exitCode, 7) << "the program's, and no second run after a failed one";
    EXPECT_EQ(metric("a", "long_scoreboard"), (Rows{"null", "null", "null"}));
    fs::remove(out());
    const Outcome good = record({"--counters", "stalls"},
                                {"init", "kernel", "a", "3", "kernel", "b", "2", "nvtx", "1"});
    EXPECT_EQ(good.exitCode, 0) << good.err;
    EXPECT_THAT(good.err, HasSubstr("running the program again to sample where its kernels stall"));
    EXPECT_THAT(good.err, HasSubstr("5 GPU operations"));
    EXPECT_EQ(metric("a", "long_scoreboard"), (Rows{"24", "24", "24"}));
    EXPECT_EQ(metric("a", "long_scoreboard_not_issued"), (Rows{"18", "18", "18"}));
    EXPECT_EQ(metric("a", "selected"), (Rows{"6", "6", "6"}));
    EXPECT_EQ(metric("a", "barrier"), (Rows{"null", "null", "null"}));
    EXPECT_EQ(metric("a", "long_scoreboard.pct"), (Rows{"80", "80", "80"}));
    EXPECT_EQ(metric("a", "long_scoreboard_not_issued.pct"), (Rows{"100", "100", "100"}));
    EXPECT_EQ(metric("b", "barrier"), (Rows{"10", "10"}));
    EXPECT_EQ(metric("b", "selected"), (Rows{"4", "4"}));
    EXPECT_EQ(query("SELECT count(*) FROM gpu_ops"), Rows{"5"});
    EXPECT_EQ(query("SELECT value FROM meta WHERE key = 'property.recording.counters'"),
              Rows{"\"stalls\""});
    EXPECT_THAT(ledger(),
                HasSubstr("5 of 5 kernels carry the stall reasons of their function, "
                          "from 2 of 2 sampled functions and 60 samples"));
    EXPECT_THAT(ledger(), HasSubstr("not of one launch"));
    EXPECT_THAT(ledger(), Not(HasSubstr("data loss")));
}

// As the details panel shows them: the largest share first, with words for people.
TEST_F(RecordStalls, AreListedByShare)
{
    const Outcome o = record({"--counters", "stalls=2^10"}, {"init", "kernel", "b", "4"});
    EXPECT_EQ(o.exitCode, 0) << o.err;
    EXPECT_EQ(query("SELECT json_extract(m.value, '$.label') FROM args a, json_each(a.value, "
                    "'$.sections[0].metrics') m WHERE a.key = 'counters' AND a.slice_id = (SELECT "
                    "min(slice_id) FROM args WHERE key = 'counters')"),
              (Rows{"\"long scoreboard\"", "\"barrier\"", "\"selected\""}));
    EXPECT_EQ(query("SELECT DISTINCT json_extract(value, '$.cubins[0]') FROM args WHERE key = "
                    "'counters'"),
              Rows{"\"0x1062\""})
        << "4096 and the b of its name";
}

TEST_F(RecordStalls, ThatWereDroppedAreALoss)
{
    ::setenv("DOUBLE_PC_DROPPED", "70", 1);
    const Outcome o = record({"--counters", "stalls"}, {"init", "kernel", "a", "3", "ms", "250"});
    EXPECT_EQ(o.exitCode, 0) << o.err;
    EXPECT_THAT(o.err, HasSubstr("70 × samples of stalls were dropped by the GPU"));
    EXPECT_THAT(ledger(), HasSubstr("samples of stalls were dropped by the GPU"));
    EXPECT_EQ(metric("a", "selected"), (Rows{"6", "6", "6"}));
}

TEST_F(RecordStalls, WithoutPermissionAreOneSentenceAndTheRecordingStays)
{
    ::setenv("DOUBLE_FAIL", "cuptiPCSamplingEnable=35", 1);
    const Outcome o = record({"--counters", "stalls"}, {"init", "kernel", "a", "3"});
    EXPECT_EQ(o.exitCode, 0) << o.err;
    EXPECT_THAT(o.err, HasSubstr("NVreg_RestrictProfilingToAdminUsers=0"));
    EXPECT_EQ(metric("a", "selected"), (Rows{"null", "null", "null"}));
}

TEST_F(RecordStalls, WhereNothingWasSampledThatIsSaid)
{
    ::setenv("DOUBLE_PC_NONE", "1", 1);
    const Outcome o = record({"--counters", "stalls"}, {"init", "kernel", "a", "3"});
    EXPECT_EQ(o.exitCode, 0) << o.err;
    EXPECT_THAT(o.err, HasSubstr("no stalls were sampled"));
    EXPECT_THAT(ledger(), HasSubstr("no stalls were sampled"));
}

TEST_F(RecordStalls, OfTwoProcessesAreAddedUpAndThatIsSaid)
{
    const Outcome o = record({"--counters", "stalls"},
                             {"init", "kernel", "a", "2", "spawn", "init", "kernel", "a", "1"});
    EXPECT_EQ(o.exitCode, 0) << o.err;
    EXPECT_EQ(metric("a", "selected"), (Rows{"6", "6", "6"}));
    EXPECT_THAT(ledger(), HasSubstr("their samples were added up"));
}

TEST_F(RecordStalls, AreExplainedBeforeAnythingRuns)
{
    const Outcome o = record({"--counters", "stalls=2^16", "--dry-run"}, {"init"});
    EXPECT_EQ(o.exitCode, 0) << o.err;
    EXPECT_THAT(o.out, HasSubstr("# sampled every 65536 cycles, continuously"));
    EXPECT_THAT(o.out, HasSubstr("64 MiB"));
    EXPECT_THAT(o.out, HasSubstr("the program runs twice"));
    EXPECT_THAT(o.out, HasSubstr("export LONGPOLE_COUNTERS='stalls=2^16'"));
    EXPECT_FALSE(fs::exists(out()));
    EXPECT_THAT(record({"--counters", "stalls", "--dry-run"}, {"init"}).out,
                HasSubstr("as CUPTI chooses"));
    const Outcome old = runLongpole({"record", "--counters", "stalls", "--dry-run", "--cupti",
                                     doubles() + "/libcupti.so.11", "--", "true"});
    EXPECT_EQ(old.exitCode, 2);
    EXPECT_THAT(old.err, HasSubstr("CUDA 11.3 or later"));
}

TEST_F(RecordStalls, ThatDoNotFitAreRefused)
{
    const auto refused = [&](const std::vector<std::string>& options, const char* why) {
        const Outcome o = record(options, {"exit", "0"});
        EXPECT_EQ(o.exitCode, 2) << why;
        EXPECT_THAT(o.err, HasSubstr(why));
    };
    refused({"--counters", "stalls=65536"}, "no sampling period");
    refused({"--counters", "stalls", "--kernel", "gemm"}, "choose kernels for --counters");
    refused({"--counters", "stalls", "--capture", "cudaProfilerApi"}, "over the whole run");
    refused({"--counters", "stalls", "--overhead", "3"}, "without --counters");
}

} // namespace

} // namespace longpole::test
