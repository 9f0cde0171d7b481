// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Nsight Systems exports of the corpus against what other programs make of the same files.
#include "core/io/byte_source.h"
#include "tests/corpus/corpus.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>
#include <tuple>

namespace {

using longpole::test::Answer;

using Row = std::tuple<std::int64_t, std::int64_t, std::string>; // start, duration, name

std::string unpacked(const std::string& path)
{
    auto source = longpole::io::openUnpacked(path);
    std::string out;
    std::vector<char> buffer(1U << 20U);
    while (source) {
        const auto n = (*source)->read(buffer);
        if (!n || *n == 0) {
            break;
        }
        out.append(buffer.data(), *n);
    }
    return out;
}

// SQL that gives start, duration, name → sorted rows.
std::vector<Row> rows(const std::string& path, const std::string& sql)
{
    const Answer answer({"query", path, "--json", "--max-rows", "1000000", sql});
    std::vector<Row> out;
    for (const auto row : answer.json()["rows"].get_array()) {
        out.emplace_back(row.at(0).get_int64(), row.at(1).get_int64(),
                         std::string(row.at(2).get_string().value()));
    }
    std::sort(out.begin(), out.end());
    return out;
}

// CUPTI appends a version to API names, which both expected files keep.
std::string withoutVersion(std::string name)
{
    const std::size_t version = name.rfind("_v");
    if (version != std::string::npos && version + 2 < name.size()
        && name.find_first_not_of("0123456789", version + 2) == std::string::npos) {
        name.resize(version);
    }
    return name;
}

void expectSame(const std::vector<Row>& got, const std::vector<Row>& expected)
{
    ASSERT_EQ(got.size(), expected.size());
    for (std::size_t i = 0; i < got.size(); ++i) {
        ASSERT_EQ(got[i], expected[i]) << "row " << i;
    }
}

// The expected conversion: µs with three decimals, kernels by their short names.
TEST(NsysCorpus, PowerIterationIsWhatAnotherConverterMakesOfIt)
{
    LONGPOLE_NEED_CORPUS(path, "nsys/power-iteration.sqlite");
    LONGPOLE_NEED_CORPUS(expectedPath, "nsys/power-iteration.expected.json.gz");
    longpole::test::noteChecked(path);
    std::map<std::string, std::vector<Row>> expected;
    simdjson::dom::parser parser;
    const std::string text = unpacked(expectedPath);
    for (const auto e : parser.parse(text).get_array()) {
        std::string name = withoutVersion(std::string(e["name"].get_string().value()));
        const auto ns = [&](const char* key) {
            return static_cast<std::int64_t>(std::llround(e[key].get_double().value() * 1000));
        };
        expected[std::string(e["cat"].get_string().value())].emplace_back(ns("ts"), ns("dur"),
                                                                          std::move(name));
    }
    for (auto& [category, list] : expected) {
        std::sort(list.begin(), list.end());
    }
    EXPECT_EQ(expected["cuda_api"].size(), 7417U);
    EXPECT_EQ(expected["cuda"].size(), 3689U);
    EXPECT_EQ(expected["nvtx"].size(), 786U);
    expectSame(rows(path, "SELECT ts_ns, dur_ns, name FROM api_calls"), expected["cuda_api"]);
    expectSame(rows(path,
                    "SELECT g.ts_ns, g.dur_ns, a.value FROM gpu_ops g JOIN args a ON "
                    "a.slice_id = g.slice_id AND a.key = 'short name' WHERE kind = 'kernel'"),
               expected["cuda"]);
    expectSame(rows(path, "SELECT ts_ns, dur_ns, name FROM slices WHERE category LIKE 'nvtx%'"),
               expected["nvtx"]);
    const Answer info({"info", path, "--json"});
    EXPECT_EQ(info.mismatch(
                  R"({"format": "nsys-sqlite", "api_calls": 7417, "kernels": 3689, "memcpys": 89,
                                "gpu_ops": 3778, "links": 3778, "devices": [{"name": "Tesla T4"}]})"),
              "");
}

struct CsvRow
{
    std::map<std::string, std::string> fields;
};

// "Enter" rows of a CSV with columns Name, Timestamp (ns), _matching_timestamp.
std::vector<CsvRow> enters(const std::string& path)
{
    std::istringstream lines(unpacked(path));
    const auto split = [](const std::string& line) {
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
    };
    std::string line;
    std::getline(lines, line);
    const std::vector<std::string> header = split(line);
    std::vector<CsvRow> out;
    while (std::getline(lines, line)) {
        const std::vector<std::string> values = split(line);
        CsvRow row;
        for (std::size_t i = 0; i < header.size() && i < values.size(); ++i) {
            row.fields[header[i]] = values[i];
        }
        if (row.fields["Event Type"] == "Enter") {
            out.push_back(std::move(row));
        }
    }
    return out;
}

TEST(NsysCorpus, CloverleafIsWhatItsTablesOfEntersAndLeavesSay)
{
    LONGPOLE_NEED_CORPUS(path, "nsys/cloverleaf.sqlite");
    LONGPOLE_NEED_CORPUS(api, "nsys/cloverleaf-api.expected.csv.gz");
    LONGPOLE_NEED_CORPUS(gpu, "nsys/cloverleaf-gpu.expected.csv.gz");
    longpole::test::noteChecked(path);
    const auto expected = [](const std::string& csv, bool copies) {
        std::vector<Row> out;
        for (CsvRow& row : enters(csv)) {
            const std::int64_t start = std::stoll(row.fields["Timestamp (ns)"]);
            const std::string name = withoutVersion(row.fields["Name"]);
            const bool kernel = row.fields["type"].empty() || row.fields["type"] == "kernel";
            if (kernel != copies) {
                out.emplace_back(start, std::stoll(row.fields["_matching_timestamp"]) - start,
                                 copies ? row.fields["bytes"] : name);
            }
        }
        std::sort(out.begin(), out.end());
        return out;
    };
    const auto calls = expected(api, false);
    EXPECT_EQ(calls.size(), 3048U);
    expectSame(rows(path, "SELECT ts_ns, dur_ns, name FROM api_calls"), calls);
    const auto kernels = expected(gpu, false);
    EXPECT_EQ(kernels.size(), 1312U);
    expectSame(rows(path,
                    "SELECT g.ts_ns, g.dur_ns, a.value FROM gpu_ops g JOIN args a ON "
                    "a.slice_id = g.slice_id AND a.key = 'short name' WHERE kind = 'kernel'"),
               kernels);
    // Copies are compared by their bytes.
    std::vector<Row> copies;
    for (const auto& [start, duration, bytes] : expected(gpu, true)) {
        copies.emplace_back(start, duration,
                            std::to_string(static_cast<std::int64_t>(std::stod(bytes))));
    }
    EXPECT_EQ(copies.size(), 279U);
    expectSame(
        rows(path, "SELECT ts_ns, dur_ns, CAST(bytes AS TEXT) FROM gpu_ops WHERE kind = 'memcpy'"),
        copies);
    // The file says 1 (event) of all of them; their calls are cudaDeviceSynchronize.
    const Answer syncs(
        {"query", path, "--json",
         "SELECT name, count(*) FROM slices WHERE category = 'cuda_sync' GROUP BY 1"});
    EXPECT_EQ(syncs.mismatch(R"({"rows": [["Context Sync", 1312]]})"), "");
}

TEST(NsysCorpus, BeforeAndAfterHaveTheirPublishedSums)
{
    struct Expected
    {
        const char* file;
        const char* kernels;
        const char* flash;
        const char* sendRecv;
    };
    for (const Expected& e : {Expected{"before", "[4010, 535200650]", "[68, 272317378]", "66"},
                              Expected{"after", "[3587, 488835406]", "[60, 240755667]", "62"}}) {
        LONGPOLE_NEED_CORPUS(path, std::string("nsys/mfu_2gpu_") + e.file + ".sqlite");
        longpole::test::noteChecked(path);
        const std::string where = "SELECT count(*), sum(dur_ns) FROM gpu_ops WHERE kind = 'kernel'";
        EXPECT_EQ(Answer({"query", path, "--json", where})
                      .mismatch("{\"rows\": [" + std::string(e.kernels) + "]}"),
                  "");
        EXPECT_EQ(Answer({"query", path, "--json", where + " AND name LIKE '%flash_fwd%'"})
                      .mismatch("{\"rows\": [" + std::string(e.flash) + "]}"),
                  "");
        EXPECT_EQ(Answer({"query", path, "--json",
                          "SELECT count(*) FROM gpu_ops WHERE name LIKE '%SendRecv%'"})
                      .mismatch("{\"rows\": [[" + std::string(e.sendRecv) + "]]}"),
                  "");
    }
}

TEST(NsysCorpus, TheHealthyTraceIsIdleForOnePercent)
{
    LONGPOLE_NEED_CORPUS(path, "nsys/healthy_1pct.sqlite");
    longpole::test::noteChecked(path);
    EXPECT_EQ(Answer({"gpu-time", path, "--json"})
                  .mismatch(R"({"devices": [{"ops": 400, "orphans": 0, "span_ns": 403990000,
                                             "idle_ns": 3990000, "busy_ns": 400000000}]})"),
              "");
    EXPECT_EQ(Answer({"query", path, "--json", "SELECT min(ts_ns) FROM api_calls"})
                  .mismatch(R"({"rows": [[-3000]]})"),
              "");
}

} // namespace
