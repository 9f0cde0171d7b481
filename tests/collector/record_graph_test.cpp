// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// record --graph auto. The double makes recording a node cost 20 ms, or the program cost time only
// where nobody records: what is to be chosen is then beyond doubt.
#include "tests/collector/record_run.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

namespace longpole::test {

namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kNodes = "SELECT count(*) FROM gpu_ops WHERE kind = 'kernel'";
constexpr const char* kGraphs = "SELECT count(*) FROM gpu_ops WHERE kind = 'graph'";

class RecordGraph : public RecordRun
{
protected:
    // One launch of a graph of ten kernels, as CUPTI tells either way.
    RecordGraph()
    {
        std::string script = "call cudaGraphLaunch 60000 66000 2\n";
        for (int i = 0; i < 10; ++i) {
            script += "kernel g" + std::to_string(i) + " " + std::to_string(70'000 + i * 1000) + " "
                + std::to_string(70'900 + i * 1000) + " 7 2 graph=5 node=" + std::to_string(i + 1)
                + "\n";
        }
        writeFile(folder.file("script"), script + "graph 5 70000 80000 7 2\n");
    }
    ~RecordGraph() override { ::unsetenv("DOUBLE_NODE_MS"); }
    // Counts its runs.
    std::vector<std::string> counted(const std::string& words) const
    {
        return {"/bin/sh", "-c",
                "echo >>" + folder.file("runs") + "; exec " + target() + " init " + words};
    }
    std::vector<std::string> graphs(const std::string& more = "") const
    {
        return counted("script " + folder.file("script") + more);
    }
    std::ptrdiff_t runs() const
    {
        const std::string lines = readFile(folder.file("runs"));
        return std::count(lines.begin(), lines.end(), '\n');
    }
};

TEST_F(RecordGraph, CostlyNodesAreNotRecorded)
{
    ::setenv("DOUBLE_NODE_MS", "20", 1);
    const Outcome o = record({"--graph", "auto"}, graphs());
    EXPECT_EQ(o.exitCode, 0) << o.err;
    EXPECT_THAT(o.err, HasSubstr("more than 1.10"));
    EXPECT_THAT(o.err, HasSubstr("wall time, medians of 2 pairs"));
    EXPECT_THAT(o.err, HasSubstr("one operation per graph launch"));
    EXPECT_EQ(query(kNodes), std::vector<std::string>{"0"});
    EXPECT_EQ(query("SELECT count(*) FROM gpu_ops"), std::vector<std::string>{"1"});
    EXPECT_EQ(property("graph"), "graph");
    EXPECT_EQ(property("graph_choice"), "measured");
    EXPECT_GT(std::atof(property("graph_choice.node_ratio").c_str()), 1.10);
    EXPECT_EQ(property("overhead.ratio"), "") << "that of recording nodes is not this one's";
    EXPECT_EQ(runs(), 7) << "3 pairs and the recording";
}

TEST_F(RecordGraph, CheapNodesAre)
{
    const Outcome o = record({"--graph", "auto"}, graphs(" unwatched 400"));
    EXPECT_EQ(o.exitCode, 0) << o.err;
    EXPECT_THAT(o.err, HasSubstr("no more than 1.10"));
    EXPECT_EQ(query(kNodes), std::vector<std::string>{"10"});
    EXPECT_EQ(property("graph"), "node");
    EXPECT_LT(std::atof(property("graph_choice.node_ratio").c_str()), 1.10);
    EXPECT_EQ(property("graph_choice.pairs"), "2");
    EXPECT_EQ(runs(), 6) << "the last of them is the recording";
}

TEST_F(RecordGraph, WithoutGraphsThereIsNothingToChoose)
{
    ::setenv("DOUBLE_NODE_MS", "20", 1);
    const Outcome o = record({"--graph", "auto"}, counted("launch 5"));
    EXPECT_EQ(o.exitCode, 0) << o.err;
    EXPECT_THAT(o.err, HasSubstr("uses no CUDA graphs"));
    EXPECT_EQ(query(kNodes), std::vector<std::string>{"5"});
    EXPECT_EQ(property("graph"), "node");
    EXPECT_EQ(property("graph_choice"), "no CUDA graphs");
    EXPECT_EQ(runs(), 1);
}

// Kernels alone tell of graphs by their numbers, without the calls.
TEST_F(RecordGraph, GraphsAreSeenInMinimalRecordingsToo)
{
    const Outcome o = record({"--graph", "auto", "--kinds", "minimal"}, graphs(" unwatched 400"));
    EXPECT_EQ(o.exitCode, 0) << o.err;
    EXPECT_EQ(property("graph_choice"), "measured");
}

TEST_F(RecordGraph, MeasuresOnceTogetherWithOverhead)
{
    ::setenv("DOUBLE_NODE_MS", "20", 1);
    const Outcome costly = record({"--graph", "auto", "--overhead", "3"}, graphs());
    EXPECT_EQ(costly.exitCode, 0) << costly.err;
    EXPECT_EQ(property("graph"), "graph");
    EXPECT_THAT(costly.err, HasSubstr("times as long"));
    EXPECT_EQ(property("overhead.ratio"), "");
    EXPECT_EQ(runs(), 7);
    ::unsetenv("DOUBLE_NODE_MS");
    writeFile(folder.file("runs"), "");
    const Outcome cheap = record({"--graph", "auto", "--overhead", "4"}, graphs(" unwatched 400"));
    EXPECT_EQ(cheap.exitCode, 0) << cheap.err;
    EXPECT_EQ(property("graph"), "node");
    EXPECT_EQ(property("overhead.pairs"), "3");
    EXPECT_EQ(property("overhead.ratio"), property("graph_choice.node_ratio"));
    EXPECT_EQ(runs(), 8);
}

TEST_F(RecordGraph, TheExitCodeIsTheProgramsAndEndsTheMeasuring)
{
    const Outcome o = record({"--graph", "auto"}, graphs(" exit 7"));
    EXPECT_EQ(o.exitCode, 7);
    EXPECT_THAT(o.err, HasSubstr("was not measured"));
    EXPECT_EQ(query(kNodes), std::vector<std::string>{"10"});
    EXPECT_EQ(property("graph"), "node");
    EXPECT_EQ(runs(), 1);
}

TEST_F(RecordGraph, CountersAreLeftOutOfTheMeasuring)
{
    const Outcome o =
        record({"--graph", "auto", "--counters", "timeline=1ms"}, graphs(" unwatched 400"));
    EXPECT_EQ(o.exitCode, 0) << o.err;
    EXPECT_EQ(property("graph"), "node");
    EXPECT_EQ(property("counters"), "timeline=1ms");
    EXPECT_EQ(runs(), 7) << "the recording has the counters";
}

TEST_F(RecordGraph, ADryRunSaysThatItWouldMeasure)
{
    const Outcome o = record({"--graph", "auto", "--dry-run"}, graphs());
    EXPECT_EQ(o.exitCode, 0);
    EXPECT_THAT(o.out, HasSubstr("# --graph auto: the program runs first"));
    EXPECT_THAT(o.out, HasSubstr("export LONGPOLE_GRAPH='node'"));
    EXPECT_THAT(o.out, Not(HasSubstr("'auto'")));
}

} // namespace

} // namespace longpole::test
