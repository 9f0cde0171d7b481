// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The Chrome JSON edge cases of the corpus. Their expected CSV files hold absolute times; ours
// count from the trace's zero, so differences between rows are compared.
#include "tests/corpus/corpus.h"
#include "tests/golden/run_program.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <sstream>

namespace {

using longpole::test::Answer;

struct ExpectedSlice
{
    std::int64_t start = 0;
    std::int64_t duration = 0; // -1: open
    std::string name;
};

std::vector<std::string> csvFields(const std::string& line)
{
    std::vector<std::string> out(1);
    bool quoted = false;
    for (const char c : line) {
        if (c == '"') {
            quoted = !quoted;
        } else if (c == ',' && !quoted) {
            out.emplace_back();
        } else if (c != '\r') {
            out.back() += c;
        }
    }
    return out;
}

// Rows of a CSV with columns ts, dur, name; instants (dur 0) left out, each slice once.
std::vector<ExpectedSlice> expectedSlices(const std::string& path)
{
    std::istringstream lines(longpole::test::readFile(path));
    std::string line;
    std::getline(lines, line);
    const std::vector<std::string> header = csvFields(line);
    const auto column = [&](const char* name) {
        return static_cast<std::size_t>(std::find(header.begin(), header.end(), name)
                                        - header.begin());
    };
    std::vector<ExpectedSlice> out;
    while (std::getline(lines, line)) {
        const std::vector<std::string> f = csvFields(line);
        const ExpectedSlice one{std::stoll(f.at(column("ts"))), std::stoll(f.at(column("dur"))),
                                f.at(column("name"))};
        const bool again =
            !out.empty() && out.back().start == one.start && out.back().name == one.name;
        if (one.duration != 0 && !again) {
            out.push_back(one);
        }
    }
    std::sort(out.begin(), out.end(), [](const ExpectedSlice& a, const ExpectedSlice& b) {
        return a.start < b.start || (a.start == b.start && a.duration > b.duration);
    });
    return out;
}

class ExpectedCsv : public testing::TestWithParam<const char*>
{
};

TEST_P(ExpectedCsv, SlicesAreThose)
{
    const std::string base = std::string("chrome/") + GetParam();
    LONGPOLE_NEED_CORPUS(path, base + ".json");
    LONGPOLE_NEED_CORPUS(csv, base + ".expected.csv");
    const std::vector<ExpectedSlice> expected = expectedSlices(csv);
    const Answer answer({"query", path, "--json",
                         "SELECT ts_ns, dur_ns, name FROM slices ORDER BY ts_ns, dur_ns DESC"});
    simdjson::dom::array rows;
    ASSERT_FALSE(answer.json()["rows"].get(rows));
    ASSERT_EQ(rows.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        simdjson::dom::element row = rows.at(i);
        EXPECT_EQ(std::int64_t(row.at(0)) - std::int64_t(rows.at(0).at(0)),
                  expected[i].start - expected[0].start);
        EXPECT_EQ(std::string_view(row.at(2)), expected[i].name);
        if (expected[i].duration >= 0) {
            EXPECT_EQ(std::int64_t(row.at(1)), expected[i].duration);
        } else {
            EXPECT_GE(std::int64_t(row.at(1)), 0);
        }
    }
    longpole::test::noteChecked(base + ".json");
}

INSTANTIATE_TEST_SUITE_P(Chrome, ExpectedCsv,
                         testing::Values("test_json_all_slice_types", "test_json_async",
                                         "test_json_extreme_vals", "test_json_metadata",
                                         "test_json_trailing_comma", "test_string_pid_tid",
                                         "test_string_ts_and_dur", "test_x_event_order"));

struct Demand
{
    const char* file;
    const char* query; // nullptr: info
    const char* demanded;

    // For test names: without it they hold addresses.
    friend void PrintTo(const Demand& d, std::ostream* out)
    {
        *out << d.file << (d.query == nullptr ? " info" : " query");
    }
};

class ChromeFile : public testing::TestWithParam<Demand>
{
};

TEST_P(ChromeFile, AnswersAsWorkedOutByHand)
{
    const Demand& d = GetParam();
    const std::string name = std::string("chrome/") + d.file;
    LONGPOLE_NEED_CORPUS(path, name);
    const Answer answer(d.query == nullptr
                            ? std::vector<std::string>{"info", path, "--json"}
                            : std::vector<std::string>{"query", path, "--json", d.query});
    EXPECT_EQ(answer.mismatch(d.demanded), "");
    longpole::test::noteChecked(name);
}

const Demand kDemands[] = {
    {"test_json_all_slice_types.json", nullptr,
     R"({"slices": 2, "instants": 6, "span_ns": 250000})"},
    {"test_json_all_slice_types.json",
     "SELECT key, value FROM args JOIN slices ON slices.id = slice_id WHERE name = 'BeginEvent' "
     "ORDER BY key",
     R"({"rows": [["arg_bool", {}], ["arg_int", {}], ["arg_str", "hello"]]})"},
    {"test_json_async.json", nullptr,
     R"({"slices": 0, "ledger": {"$has": [{"severity": "data loss", "count": 6}]}})"},
    {"test_json_counter_args.json", "SELECT value FROM counters ORDER BY value",
     R"({"rows": [[0.75], [1.23], [10.5], [50.0], [246.0]]})"},
    {"test_json_extreme_vals.json", nullptr,
     R"({"slices": 2, "ledger": {"$has": [{"severity": "data loss", "count": 1}]}})"},
    {"test_json_flow.json", nullptr, R"({"slices": 2, "links": 0})"},
    {"test_json_incomplete.json", "SELECT name, dur_ns FROM slices",
     R"({"rows": [["typecheck", 8000000]]})"},
    {"test_json_metadata.json", nullptr, R"({"slices": 4, "counter_samples": 3})"},
    {"test_json_metadata.json",
     "SELECT slices.name, process, thread FROM slices JOIN tracks ON tracks.id = track_id "
     "WHERE slices.name = 'ActivityOnThread31'",
     R"({"rows": [["ActivityOnThread31", "MyProcess30", "MyRevisedThread31Name"]]})"},
    {"test_overlapping_complete_event_recovered.json", nullptr,
     R"({"slices": 2, "ledger": {"$all": [{"$none": {"severity": "data loss"}},
         {"$has": [{"kind": {"$regex": ".*overlap.*"}, "count": 1}]}]}})"},
    {"test_overlapping_complete_event_recovered.json",
     "SELECT name, dur_ns FROM slices ORDER BY ts_ns",
     R"({"rows": [["outer", 100000], ["inner", 100000]]})"},
    {"test_string_pid_tid.json",
     "SELECT slices.name, process, thread FROM slices JOIN tracks ON tracks.id = track_id",
     R"({"rows": [["name.exec", "foo", "bar"]]})"},
    {"test_x_event_order.json", "SELECT name, depth FROM slices ORDER BY depth",
     R"({"rows": [["Parent", 0], ["Child", 1]]})"},
    {"catapult_flow_simple.json", nullptr, R"({"slices": 5, "links": 3, "span_ns": 3731000})"},
    {"catapult_flow_simple.json",
     "SELECT a.name, b.name FROM links JOIN slices a ON a.id = from_slice "
     "JOIN slices b ON b.id = to_slice ORDER BY a.ts_ns",
     R"({"rows": [["SenderB", "Blergh"], ["SenderA", "OtherSlice"], ["OtherSlice", "SomeSlice"]]})"},
    {"catapult_instance_counters.json", nullptr,
     R"({"slices": 2, "counter_samples": 8, "span_ns": 107000})"},
    {"catapult_instance_counters.json", "SELECT count(DISTINCT track_id) FROM counters",
     R"({"rows": [[2]]})"},
    {"catapult_nestable_async.json", nullptr, R"({"slices": 9, "instants": 2, "span_ns": 190000})"},
    {"catapult_simple_trace.json", nullptr,
     R"({"slices": 12, "counter_samples": 5, "instants": 9})"},
    {"catapult_unclosed.json", nullptr, R"({"slices": 1684, "span_ns": 5051809000})"},
};

INSTANTIATE_TEST_SUITE_P(Chrome, ChromeFile, testing::ValuesIn(kDemands));

} // namespace
