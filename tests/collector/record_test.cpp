// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// `longpole record` and `longpole ingest` as a user has them, with the doubles of libcuda and
// libcupti in place of a GPU.
#include "tests/collector/record_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <simdjson.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace longpole::test {

namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;

class Record : public RecordTarget
{
protected:
    std::size_t filesIn(const std::string& path) const
    {
        return static_cast<std::size_t>(
            std::distance(fs::directory_iterator(path), fs::directory_iterator()));
    }
};

TEST_F(Record, MakesOneFileThatOpens)
{
    const Outcome o = record({}, {"init", "launch", "500", "2", "nvtx", "3", "exit", "0"});
    EXPECT_EQ(o.exitCode, 0) << o.err;
    EXPECT_EQ(o.out, "");
    EXPECT_THAT(o.err, HasSubstr("1000 GPU operations, 1000 API calls"));
    EXPECT_EQ(filesIn(folder.path()), 1U) << "the spools are gone";
    EXPECT_EQ(query("SELECT count(*) FROM gpu_ops WHERE launch_slice_id IS NOT NULL"),
              std::vector<std::string>{"1000"});
    EXPECT_EQ(query("SELECT count(*) FROM slices WHERE name = 'outer'"),
              std::vector<std::string>{"3"});
    EXPECT_EQ(query("SELECT value FROM meta WHERE key = 'property.recording.exit_code'"),
              std::vector<std::string>{"\"0\""});
}

// Acceptance: everything the critical path needs is there. Worked out by hand, in us:
//   host     copy call 0–50, graph launch 60–66, event record 68–69, stream wait 70–71,
//            launch of "after" 72–75, launch of "aside" 76–78, stream sync 80–280
//   stream 7 copy 10–40 (pageable), graph: g1 70–120, g2 120–170
//   stream 13 (waits for the event after g2) after 172–272
//   stream 14 aside 80–100
// "after" could not start before g2 ended, and the sync not end before "after": so the path ends
// g1, g2, after, and "aside" is not on it.
constexpr const char* kScript = R"(device 0 H-Double
call cudaMemcpyAsync 0 50000 1
copy 1 1 3 1000000 10000 40000 7 1
call cudaGraphLaunch 60000 66000 2
kernel g1 70000 120000 7 2 graph=5 node=1
kernel g2 120000 170000 7 2 graph=5 node=2
call cudaEventRecord 68000 69000 3
event 9 7 100 3
call cudaStreamWaitEvent 70000 71000 4
sync 2 70000 71000 13 4 event=9 sync=100
call cudaLaunchKernel 72000 75000 5
kernel after 172000 272000 13 5
call cudaLaunchKernel 76000 78000 6
kernel aside 80000 100000 14 6
call cudaStreamSynchronize 80000 280000 7
sync 3 80000 280000 13 7
)";

struct Path
{
    std::int64_t makespan = 0;
    std::int64_t kernels = 0;
    std::vector<std::string> ops; // on the path
    std::int64_t unresolved = -1;
};

Path pathOf(const std::string& file)
{
    const Outcome o = runLongpole({"path", file, "--json"});
    EXPECT_EQ(o.exitCode, 0) << o.err;
    Path p;
    simdjson::dom::parser parser;
    const simdjson::dom::element root = parser.parse(o.out);
    p.makespan = root["makespan_ns"].get_int64();
    p.kernels = root["categories"]["kernel"].get_int64();
    p.unresolved = root["confidence"]["unresolved_waits"].get_int64();
    for (const auto op : root["ops"].get_array()) {
        bool on = false;
        if (op["on_path"].get(on) == simdjson::SUCCESS && on) {
            p.ops.emplace_back(op["name"].get_string().value());
        }
    }
    std::sort(p.ops.begin(), p.ops.end());
    return p;
}

TEST_F(Record, TheCriticalPathIsTheOneWorkedOutByHand)
{
    writeFile(folder.file("script"), kScript);
    const Outcome o = record({}, {"init", "script", folder.file("script")});
    ASSERT_EQ(o.exitCode, 0) << o.err;
    const Path p = pathOf(out());
    EXPECT_EQ(p.makespan, 280'000);
    EXPECT_EQ(p.kernels, 200'000); // g1, g2, after
    EXPECT_EQ(p.ops,
              (std::vector<std::string>{"Memcpy HtoD (Pageable -> Device)", "after", "g1", "g2"}));
    EXPECT_EQ(p.unresolved, 0);
    EXPECT_EQ(query("SELECT count(*) FROM gpu_ops WHERE graph_id = 5"),
              std::vector<std::string>{"2"});
    EXPECT_EQ(query("SELECT bytes FROM gpu_ops WHERE kind = 'memcpy'"),
              std::vector<std::string>{"1000000"});
}

// The same without the records of the event: "after" hangs in the air, and the tool says so.
TEST_F(Record, WithoutEventRecordsThePathIsAnotherOne)
{
    writeFile(folder.file("script"), kScript);
    const Outcome o = record({"--kinds", "default,-cuda-event,-synchronization"},
                             {"init", "script", folder.file("script")});
    ASSERT_EQ(o.exitCode, 0) << o.err;
    const Path p = pathOf(out());
    EXPECT_TRUE(p.unresolved > 0 || p.kernels != 200'000);
}

TEST_F(Record, TheExitCodeIsTheProgramsAndItsOutputIsUntouched)
{
    for (const char* code : {"0", "3", "42"}) {
        fs::remove(out());
        EXPECT_EQ(record({}, {"init", "launch", "2", "exit", code}).exitCode, std::atoi(code));
    }
    fs::remove(out());
    EXPECT_EQ(record({}, {"init", "launch", "2", "ms", "900", "kill"}).exitCode, 128 + 9);
    EXPECT_TRUE(fs::exists(out())) << "a killed program's recording is ingested";
    EXPECT_EQ(query("SELECT count(*) FROM gpu_ops"), std::vector<std::string>{"2"});
    const Outcome o =
        runLongpole({"record", "-o", folder.file("x.longpole"), "--", "/bin/echo", "hello"});
    EXPECT_EQ(o.out, "hello\n");
}

TEST_F(Record, NothingRecordedMeansNoFileAndOneSentence)
{
    const Outcome o = runLongpole({"record", "-o", out(), "--", "/bin/true"});
    EXPECT_EQ(o.exitCode, 0);
    EXPECT_THAT(o.err, HasSubstr("nothing was recorded"));
    EXPECT_EQ(std::count(o.err.begin(), o.err.end(), '\n'), 1);
    EXPECT_EQ(filesIn(folder.path()), 0U);
}

TEST_F(Record, TheDefaultNameTellsTheProgram)
{
    const auto before = fs::current_path();
    fs::current_path(folder.path());
    const Outcome o = runLongpole(
        {"record", "--cupti", doubles() + "/libcupti.so.13", "--", target(), "nvtx", "2"});
    fs::current_path(before);
    EXPECT_EQ(o.exitCode, 0) << o.err;
    ASSERT_EQ(filesIn(folder.path()), 1U);
    const std::string name = fs::directory_iterator(folder.path())->path().filename().string();
    EXPECT_THAT(name, ::testing::MatchesRegex("longpole-double_target-[0-9]+-[0-9]+\\.longpole"));
}

TEST_F(Record, WhatCannotBeStartedIsSaidAndLeavesNothing)
{
    const Outcome o = runLongpole({"record", "-o", out(), "--", "/nonexistent/program"});
    EXPECT_EQ(o.exitCode, 2);
    EXPECT_THAT(o.err, HasSubstr("/nonexistent/program: cannot be started"));
    EXPECT_EQ(filesIn(folder.path()), 0U);
    EXPECT_EQ(runLongpole({"record"}).exitCode, 2);
    EXPECT_EQ(record({"--kinds", "+nonsense"}, {"exit", "0"}).exitCode, 2);
    EXPECT_EQ(record({"--buffers", "many"}, {"exit", "0"}).exitCode, 2);
    EXPECT_EQ(record({"--max-spool", "-1"}, {"exit", "0"}).exitCode, 2);
    EXPECT_EQ(record({"--capture", "later"}, {"exit", "0"}).exitCode, 2);
    EXPECT_EQ(record({"--capture", "delay=x"}, {"exit", "0"}).exitCode, 2);
    EXPECT_EQ(filesIn(folder.path()), 0U);
}

TEST_F(Record, AWindowCanBeCaptured)
{
    const Outcome o = record({"--capture", "cudaProfilerApi"},
                             {"init", "launch", "10", "profile", "start", "launch", "20"});
    EXPECT_EQ(o.exitCode, 0) << o.err;
    EXPECT_THAT(o.err, HasSubstr("20 GPU operations"));
}

TEST_F(Record, AnotherProfilerIsOneSentence)
{
    ::setenv("DOUBLE_FAIL", "cuptiSubscribe_v2=39", 1);
    ::setenv("DOUBLE_OTHER", "CUPTI for Kineto", 1);
    const Outcome o = record({}, {"init", "launch", "5", "nvtx", "1", "exit", "6"});
    EXPECT_EQ(o.exitCode, 6);
    EXPECT_THAT(o.err, HasSubstr("CUPTI for Kineto"));
    EXPECT_EQ(query("SELECT count(*) FROM gpu_ops"), std::vector<std::string>{"0"});
}

TEST_F(Record, ForeignInjectionLibrariesAreLeftAlone)
{
    ::setenv("CUDA_INJECTION64_PATH", "/opt/other/libother.so", 1);
    const Outcome o = record({}, {"init", "launch", "5", "nvtx", "1", "exit", "0"});
    EXPECT_THAT(o.err, HasSubstr("another tool's library"));
    EXPECT_EQ(query("SELECT count(*) FROM gpu_ops"), std::vector<std::string>{"0"});
    const Outcome forced = record({"--force"}, {"init", "launch", "5", "exit", "0"});
    EXPECT_THAT(forced.err, HasSubstr("5 GPU operations"));
}

TEST_F(Record, SeveralProcessesAreOneTrace)
{
    const Outcome o = record({}, {"init", "launch", "10", "spawn", "init", "launch", "20"});
    EXPECT_EQ(o.exitCode, 0) << o.err;
    EXPECT_THAT(o.err, HasSubstr("30 GPU operations"));
    EXPECT_EQ(query("SELECT count(DISTINCT pid) FROM tracks WHERE kind = 'thread'"),
              std::vector<std::string>{"2"});
}

TEST_F(Record, RanksOfOneRunOpenAsOneTrace)
{
    // As under torchrun: a process per rank, each with its variables.
    const std::string script = "for r in 0 1; do RANK=$r WORLD_SIZE=2 LOCAL_RANK=$r " + doubles()
        + "/double_target init launch 4 & done; wait";
    const Outcome o = runLongpole({"record", "-o", out(), "--cupti", doubles() + "/libcupti.so.13",
                                   "--", "/bin/sh", "-c", script});
    EXPECT_EQ(o.exitCode, 0) << o.err;
    EXPECT_EQ(query("SELECT count(*) FROM gpu_ops"), std::vector<std::string>{"8"});
    const Outcome info = runLongpole({"info", out(), "--json"});
    simdjson::dom::parser parser;
    std::vector<std::int64_t> ranks;
    for (const auto device : parser.parse(info.out)["devices"].get_array()) {
        ranks.push_back(device["rank"].get_int64());
    }
    std::sort(ranks.begin(), ranks.end());
    EXPECT_EQ(ranks, (std::vector<std::int64_t>{0, 1}));
}

TEST_F(Record, AnInterruptedRecordingIsIngestedLater)
{
    const std::string spool = folder.file("kept.spool");
    EXPECT_EQ(record({"--spool", spool}, {"init", "launch", "7"}).exitCode, 0);
    fs::remove(out());
    ASSERT_EQ(filesIn(spool), 1U);
    const Outcome o = runLongpole({"ingest", spool, "-o", out()});
    EXPECT_EQ(o.exitCode, 0) << o.err;
    EXPECT_EQ(query("SELECT count(*) FROM gpu_ops"), std::vector<std::string>{"7"});
    // Without -o: beside the folder.
    EXPECT_EQ(runLongpole({"ingest", spool}).exitCode, 0);
    EXPECT_TRUE(fs::exists(folder.file("kept.longpole")));
    // The folder of spools opens as it is, too.
    EXPECT_EQ(runLongpole({"info", spool}).exitCode, 0);
    // A second recording doesn't go into the same folder.
    EXPECT_EQ(record({"--spool", spool}, {"init"}).exitCode, 2);
    EXPECT_EQ(runLongpole({"ingest", folder.file("nothing")}).exitCode, 2);
}

TEST_F(Record, MeasuresWhatItCosts)
{
    const Outcome o =
        record({"--overhead", "4"}, {"init", "launch", "50", "nvtx", "1", "ms", "20"});
    EXPECT_EQ(o.exitCode, 0) << o.err;
    EXPECT_THAT(o.err, HasSubstr("times as long"));
    const auto ratio =
        query("SELECT value FROM meta WHERE key = 'property.recording.overhead.ratio'");
    ASSERT_EQ(ratio.size(), 1U);
    const double r = std::atof(ratio[0].c_str() + 1);
    EXPECT_GT(r, 0.2);
    EXPECT_LT(r, 100);
    EXPECT_EQ(query("SELECT value FROM meta WHERE key = 'property.recording.overhead.pairs'"),
              std::vector<std::string>{"\"3\""});
    EXPECT_EQ(query("SELECT count(*) FROM gpu_ops"), std::vector<std::string>{"50"});
    fs::remove(out());
    const Outcome named = record({"--overhead", "3", "--overhead-range", "in a domain"},
                                 {"init", "launch", "5", "nvtx", "1"});
    EXPECT_EQ(named.exitCode, 0) << named.err;
    EXPECT_THAT(named.err, HasSubstr("range in a domain"));
    const Outcome none = record({"--overhead", "3", "--overhead-range", "no such"},
                                {"init", "launch", "5", "nvtx", "1"});
    EXPECT_EQ(none.exitCode, 2);
    EXPECT_THAT(none.err, HasSubstr("no NVTX range"));
    EXPECT_EQ(record({"--overhead", "3"}, {"init", "exit", "9"}).exitCode, 9);
}

TEST_F(Record, ReportsProgressForAViewer)
{
    const Outcome o = record({"--progress=json"}, {"init", "launch", "5", "ms", "700"});
    EXPECT_EQ(o.exitCode, 0);
    std::vector<std::string> states;
    simdjson::dom::parser parser;
    std::size_t at = 0;
    while (at < o.err.size()) {
        const std::size_t end = o.err.find('\n', at);
        const std::string line = o.err.substr(at, end - at);
        at = end + 1;
        if (line.starts_with("{\"longpole\":")) {
            states.emplace_back(parser.parse(line)["longpole"].get_string().value());
        }
    }
    EXPECT_THAT(states, ::testing::IsSupersetOf({"started", "running", "ingesting", "done"}));
    EXPECT_EQ(states.front(), "started");
    EXPECT_EQ(states.back(), "done");
}

TEST_F(Record, PrintsTheVariablesForRunningByHand)
{
    const Outcome o = runLongpole({"record", "-o", out(), "--print-env"});
    EXPECT_EQ(o.exitCode, 0);
    EXPECT_THAT(o.out, HasSubstr("export CUDA_INJECTION64_PATH='"));
    EXPECT_THAT(o.out, HasSubstr("export LONGPOLE_SPOOL_DIR='"));
    EXPECT_THAT(o.out, Not(HasSubstr("LD_LIBRARY_PATH")));
    EXPECT_EQ(filesIn(folder.path()), 0U);
}

// The folders are the user's: measuring may only take away its own files.
TEST_F(Record, LeavesWhatLiesInItsFolders)
{
    const fs::path spool = fs::path(folder.path()) / "mine";
    for (const fs::path& each : {spool, fs::path(spool.string() + ".off")}) {
        fs::create_directories(each);
        std::ofstream(each / "thesis.txt") << "work";
    }
    const Outcome o = record({"--spool", spool.string(), "--overhead", "3"},
                             {"init", "launch", "5", "exit", "0"});
    EXPECT_EQ(o.exitCode, 0) << o.err;
    EXPECT_TRUE(fs::exists(spool / "thesis.txt"));
    EXPECT_EQ(filesIn(spool.string()), 2U); // and the recording, as --spool keeps it
    EXPECT_EQ(filesIn(spool.string() + ".off"), 1U);
}

// nohup, or a shell's "&": signals that are ignored stay so.
TEST_F(Record, LetsTheProgramIgnoreWhatWasIgnored)
{
    const auto ignoredUnder = [&](void (*how)(int)) {
        const auto before = std::signal(SIGHUP, how);
        const std::string list = folder.file("status");
        runLongpole({"record", "-o", out(), "--", "/bin/sh", "-c",
                     "grep SigIgn /proc/self/status > " + list});
        std::signal(SIGHUP, before);
        std::string word;
        std::uint64_t mask = 0;
        std::ifstream(list) >> word >> std::hex >> mask;
        EXPECT_EQ(word, "SigIgn:");
        return (mask & (1ULL << (SIGHUP - 1))) != 0;
    };
    EXPECT_TRUE(ignoredUnder(SIG_IGN));
    EXPECT_FALSE(ignoredUnder(SIG_DFL));
}

} // namespace

} // namespace longpole::test
