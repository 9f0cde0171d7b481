// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/ncu/csv_launches.h"
#include "core/import/ncu/profile_json.h"
#include "tests/fuzz/import_text.h"

#include <gtest/gtest.h>
#include <simdjson.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace {

using namespace longpole;
using namespace longpole::import;

std::string golden(const std::string& name)
{
    std::ifstream in(std::filesystem::path(LONGPOLE_SOURCE_DIR) / "tests/golden/ncu" / name,
                     std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

simdjson::dom::element argsOf(const model::Trace& trace, std::uint32_t slice,
                              simdjson::dom::parser& parser)
{
    return parser.parse(trace.args(trace.slice(SliceId(slice)).args)).value();
}

TEST(NcuReport, KeepsEveryKindOfValueRuleAndSpeedup)
{
    const auto trace = test::importAs("ncu", golden("report/input.ncu-rep")).value();
    simdjson::dom::parser parser;
    const auto ncu = argsOf(*trace, 0, parser)["ncu"];
    const auto metrics = ncu["metrics"];
    EXPECT_EQ(double(metrics["gpu__time_duration.sum"]), 3232.0);
    EXPECT_EQ(std::uint64_t(metrics["test__natural64"]), ~std::uint64_t{0});
    EXPECT_EQ(std::uint64_t(metrics["test__natural32"]), 4000000000U);
    EXPECT_EQ(double(metrics["test__single"]), 0.5);
    EXPECT_EQ(double(metrics["sm__warps_active.avg.pct_of_peak_sustained_active"]),
              54.31355906721447);
    EXPECT_EQ(std::string_view(metrics["device__attribute_display_name"]), "Test GPU");
    const auto rule = ncu["rules"].at(0);
    EXPECT_EQ(std::string_view(rule["message"]),
              "See the Guide (https://example.org/a#b) and Launch Statistics.");
    EXPECT_EQ(std::string_view(rule["type"]), "optimization");
    EXPECT_EQ(std::string_view(rule["speedup"]["type"]), "local");
    EXPECT_EQ(double(rule["speedup"]["percent"]), 12.5);
    EXPECT_EQ(std::string_view(rule["focus"].at(0)["info"]), "0.5 < 1");
    EXPECT_EQ(std::string_view(ncu["rules"].at(1)["speedup"]["type"]), "global");
    EXPECT_EQ(std::string_view(ncu["sections"].at(0)["metrics"].at(0)["label"]),
              "Registers Per Thread");
}

// Prefixes of a report read as far as they go, and never as more.
TEST(NcuReport, EveryPrefixReadsCleanly)
{
    const std::string whole = golden("report/input.ncu-rep");
    std::uint64_t most = 0;
    for (std::size_t n = whole.size() % 13; n <= whole.size(); n += 13) {
        const auto trace = test::importAs("ncu", std::string_view(whole).substr(0, n));
        if (!trace) {
            EXPECT_LT(n, 12U) << trace.error().message;
            continue;
        }
        EXPECT_EQ(test::brokenPromise(**trace), "");
        EXPECT_GE((*trace)->counts().kernels, most);
        most = (*trace)->counts().kernels;
    }
    EXPECT_EQ(most, 3U);
}

TEST(NcuCsv, MetricsRulesAndUnitsOfTheDetailsPage)
{
    const auto trace = test::importAs("ncu-csv", golden("csv-details/input.csv")).value();
    simdjson::dom::parser parser;
    const auto ncu = argsOf(*trace, 0, parser)["ncu"];
    EXPECT_EQ(std::int64_t(ncu["metrics"]["Duration"]), 21058944);
    EXPECT_EQ(double(ncu["metrics"]["Memory Throughput"]), 61.84);
    EXPECT_EQ(double(ncu["metrics"]["Memory Workload Analysis: Memory Throughput"]), 197.5);
    EXPECT_EQ(std::string_view(ncu["units"]["Memory Throughput"]), "%");
    EXPECT_EQ(std::string_view(ncu["rules"].at(0)["message"]),
              "Look, here: \"quoted\"\n next line");
    EXPECT_EQ(double(ncu["rules"].at(0)["speedup"]["percent"]), 98.86);
}

TEST(NcuCsv, DimensionsAndDurations)
{
    std::uint32_t d[3] = {};
    parseDimensions("(1024, 2, 3)", d);
    EXPECT_EQ(d[0], 1024U);
    EXPECT_EQ(d[2], 3U);
    std::uint32_t none[3] = {model::kNull32, model::kNull32, model::kNull32};
    parseDimensions("(1024, 2)", none);
    EXPECT_EQ(none[0], model::kNull32);
    EXPECT_EQ(durationOf(21.06, "usecond"), 21060);
    EXPECT_EQ(durationOf(1.5, "ms"), 1500000);
    EXPECT_EQ(durationOf(1, "cycle"), model::kNull64);
}

TEST(NcuRules, MarksBecomeText)
{
    EXPECT_EQ(plainRuleText("a@b.c @url:X"), "a@b.c @url:X");
    EXPECT_EQ(plainRuleText("@section:A:B C@@url:l:h://x@"), "B Cl (h://x)");
}

} // namespace
