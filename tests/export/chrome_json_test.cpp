// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Chrome JSON: what is exported is valid and means the same when it is read back.
#include "core/open/export_trace.h"
#include "core/open/open_trace.h"
#include "tests/export/random_chrome.h"
#include "tests/export/round_trip.h"
#include "tests/support/generate_kineto.h"

#include <gtest/gtest.h>
#include <simdjson.h>

#include <algorithm>

namespace longpole::test {
namespace {

using simdjson::dom::element;

TEST(ExportChromeJson, AnyTraceIsTheSameWhenReadBack)
{
    for (std::uint32_t seed = 1; seed <= 300; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        const WorkFolder work;
        const auto trace = openForTest({work.put("in.json", randomChrome(seed))});
        ASSERT_NE(trace, nullptr);
        ASSERT_EQ(lostOnTheWay(*trace, work / "out.json"), "");
        simdjson::dom::parser parser;
        element ignored;
        // Not by our own lenient reader: Perfetto and Python want valid JSON.
        ASSERT_EQ(parser.parse(readWhole(work / "out.json")).get(ignored), simdjson::SUCCESS);
    }
}

TEST(ExportChromeJson, ATrainingRunIsTheSameWhenReadBack)
{
    for (const bool graph : {false, true}) {
        KinetoOptions options = sampleBefore();
        options.steps = 2;
        options.graphOptimizer = graph;
        options.pythonStack = true;
        std::string text;
        generateKineto(options, [&](std::string_view part) { text += part; });
        const WorkFolder work;
        const auto trace = openForTest({work.put("in.json", text)});
        ASSERT_NE(trace, nullptr);
        ASSERT_GT(trace->counts().links, 1000U);
        EXPECT_EQ(lostOnTheWay(*trace, work / "out.json.gz"), "");
        // Once more: an exported trace is a trace like any other.
        const auto again = openForTest({work / "out.json.gz"});
        EXPECT_EQ(lostOnTheWay(*again, work / "again.json"), "");
    }
}

TEST(ExportChromeJson, AStoreExportsLikeTheFileItWasMadeOf)
{
    const WorkFolder work;
    const auto trace = openForTest({work.put("in.json", randomChrome(5))});
    ASSERT_TRUE(open::saveTrace(*trace, work / "t.longpole", JobContext()));
    const auto stored = openForTest({work / "t.longpole"});
    ASSERT_TRUE(open::exportTrace(*trace, "chrome-json", work / "a.json", JobContext()));
    ASSERT_TRUE(open::exportTrace(*stored, "chrome-json", work / "b.json", JobContext()));
    EXPECT_EQ(readWhole(work / "a.json"), readWhole(work / "b.json"));
}

// Ranks share numbers; what belongs together must still be together afterwards.
TEST(ExportChromeJson, RanksKeepTheirLaunches)
{
    const WorkFolder work;
    std::vector<std::string> files;
    for (int rank = 0; rank < 3; ++rank) {
        files.push_back(work.put("rank" + std::to_string(rank) + ".json",
                                 randomChrome(static_cast<std::uint32_t>(70 + rank), rank)));
    }
    const auto trace = openForTest(files);
    ASSERT_NE(trace, nullptr);
    EXPECT_EQ(lostOnTheWay(*trace, work / "out.json", {true, true, 0}), "");
    const auto written = open::exportTrace(*trace, "chrome-json", work / "out.json", JobContext());
    ASSERT_TRUE(written) << written.error().text();
    ASSERT_FALSE(written->notes.empty());
    EXPECT_NE(written->notes.front().find("were given new ones"), std::string::npos);
}

TEST(ExportChromeJson, SaysWhatPerfettoAndKinetoReadersLookFor)
{
    const WorkFolder work;
    const auto trace = openForTest({work.put("in.json", R"({"schemaVersion": 1,
 "deviceProperties": [{"id": 0, "name": "H100", "numSms": 132}],
 "distributedInfo": {"backend": "nccl", "rank": 2, "world_size": 8},
 "traceEvents": [
 {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":100,"tid":101,"ts":10.5,"dur":2,"args":{"correlation":9}},
 {"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":20,"dur":3.001,"args":{"device":0,"stream":7,"correlation":9}},
 {"ph":"C","name":"power","pid":100,"ts":11,"args":{"value":1.5}}]})")});
    ASSERT_TRUE(open::exportTrace(*trace, "chrome-json", work / "out.json", JobContext()));
    simdjson::dom::parser parser;
    const std::string text = readWhole(work / "out.json");
    element root;
    ASSERT_EQ(parser.parse(text).get(root), simdjson::SUCCESS);
    EXPECT_EQ(std::int64_t(root["schemaVersion"]), 1);
    EXPECT_EQ(std::int64_t(root["deviceProperties"].at(0)["numSms"]), 132);
    EXPECT_EQ(std::int64_t(root["distributedInfo"]["rank"]), 2);
    EXPECT_EQ(std::int64_t(root["longpole_zero_ns"]), 0);
    std::vector<std::string> seen;
    for (element e : root["traceEvents"]) {
        std::string_view name = e["name"];
        seen.push_back(std::string(std::string_view(e["ph"])) + " " + std::string(name));
    }
    EXPECT_EQ(std::count(seen.begin(), seen.end(), "s ac2g"), 1);
    EXPECT_EQ(std::count(seen.begin(), seen.end(), "f ac2g"), 1);
    // Times from the first event, to the nanosecond.
    EXPECT_NE(text.find(R"("ts":0.000,"dur":2.000)"), std::string::npos) << text;
    EXPECT_NE(text.find(R"("ts":9.500,"dur":3.001)"), std::string::npos);
}

} // namespace
} // namespace longpole::test
