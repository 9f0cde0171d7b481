// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Known figures of Nsight Compute reports and pages, and of rocprofv3's files.
#include "tests/corpus/corpus.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace {

using longpole::test::Answer;

// What the kernels of a file carry, in order of time.
class Profiles
{
public:
    explicit Profiles(const std::string& path)
        : m_answer({"query", path, "--json",
                    "SELECT value FROM gpu_ops g JOIN args a ON a.slice_id = g.slice_id "
                    "WHERE key = 'ncu' ORDER BY ts_ns"})
    { }
    simdjson::dom::element operator[](std::size_t kernel)
    {
        const simdjson::dom::element value = m_answer.json()["rows"].at(kernel).at(0);
        return value.is_string() ? m_parser.parse(std::string_view(value)).value() : value;
    }

private:
    Answer m_answer;
    simdjson::dom::parser m_parser;
};

std::size_t count(simdjson::dom::element object)
{
    return simdjson::dom::object(object).size();
}

constexpr std::string_view kWarpsActive = "sm__warps_active.avg.pct_of_peak_sustained_active";

TEST(Ncu, VectorAddReport)
{
    LONGPOLE_NEED_CORPUS(path, "ncu/CuVectorAddDrv.ncu-rep");
    const Answer info({"info", path, "--json"});
    EXPECT_EQ(info.mismatch(R"({"format": "ncu", "kernels": 1, "span_ns": 3232,
                                "ledger": {"$none": {"severity": "data loss"}}})"),
              "");
    const Answer facts({"query", path, "--json",
                        "SELECT name, grid_x, block_x, registers, dur_ns, stream FROM gpu_ops"});
    EXPECT_EQ(facts.mismatch(R"({"rows": [["VecAdd_kernel", 196, 256, 16, 3232, 7]]})"), "");
    Profiles profiles(path);
    const simdjson::dom::element metrics = profiles[0]["metrics"];
    EXPECT_EQ(count(metrics), 268U);
    EXPECT_EQ(double(metrics[kWarpsActive]), 54.31355906721447);
    longpole::test::noteChecked("ncu/CuVectorAddDrv.ncu-rep");
}

TEST(Ncu, ReportOfThreeLaunches)
{
    LONGPOLE_NEED_CORPUS(path, "ncu/manual_nvtx.ncu-rep");
    const Answer facts({"query", path, "--json",
                        "SELECT name, grid_x, dur_ns, stream FROM gpu_ops ORDER BY ts_ns LIMIT 2"});
    EXPECT_EQ(facts.mismatch(R"json({"rows": [
                  ["init_data_kernel(int, double *)", 16384, 84480, 14],
                  ["daxpy_kernel(int, double, double *, double *)", 16384, 249216, 7]]})json"),
              "");
    Profiles profiles(path);
    EXPECT_EQ(count(profiles[0]["metrics"]), 347U);
    EXPECT_EQ(double(profiles[0]["metrics"][kWarpsActive]), 79.18410158967377);
    EXPECT_EQ(std::string_view(profiles[1]["nvtx"].at(1)), "daxpy");
    EXPECT_EQ(double(profiles[1]["metrics"][kWarpsActive]), 77.19735040248364);
    longpole::test::noteChecked("ncu/manual_nvtx.ncu-rep");
}

TEST(Ncu, DetailsPageWithThousandsSeparators)
{
    LONGPOLE_NEED_CORPUS(path, "ncu/copy-blocked.details.csv");
    const Answer info({"info", path, "--json"});
    EXPECT_EQ(info.mismatch(R"({"format": "ncu-csv", "kernels": 1, "span_ns": 21058944,
                                "ledger": {"$none": {"severity": "data loss"}}})"),
              "");
    Profiles profiles(path);
    const simdjson::dom::element ncu = profiles[0];
    EXPECT_EQ(std::int64_t(ncu["metrics"]["Elapsed Cycles"]), 12319469);
    // 83 rows: 72 of metrics and 11 of rules.
    EXPECT_EQ(count(ncu["metrics"]), 72U);
    EXPECT_EQ(simdjson::dom::array(ncu["rules"]).size(), 11U);
    longpole::test::noteChecked("ncu/copy-blocked.details.csv");
}

TEST(Rocm, Rocprofv3Json)
{
    LONGPOLE_NEED_CORPUS(path, "rocm/mi350-rocprofv3.json.gz");
    const Answer info({"info", path, "--json"});
    EXPECT_EQ(info.mismatch(R"({"format": "rocprofv3-json", "gpu_ops": 43915, "kernels": 37549,
                                "memcpys": 3153, "memsets": 3213, "span_ns": 15122023494,
                                "ledger": {"$none": {"severity": "data loss"}}})"),
              "");
    longpole::test::noteChecked("rocm/mi350-rocprofv3.json.gz");
}

TEST(Rocm, KernelTraceCsv)
{
    LONGPOLE_NEED_CORPUS(path, "rocm/rocprofv3-kernel_trace.csv");
    const Answer info({"info", path, "--json"});
    EXPECT_EQ(info.mismatch(R"({"format": "rocprof-csv", "gpu_ops": 7, "kernels": 7,
                                "span_ns": 301795,
                                "ledger": {"$none": {"severity": "data loss"}}})"),
              "");
    const Answer shape(
        {"query", path, "--json", "SELECT DISTINCT grid_x, grid_y, block_x, block_y FROM gpu_ops"});
    EXPECT_EQ(shape.mismatch(R"({"rows": [[16, 1024, 64, 1]]})"), "");
    longpole::test::noteChecked("rocm/rocprofv3-kernel_trace.csv");
}

} // namespace
