// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/import_text.h"

#include <gtest/gtest.h>
#include <simdjson.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace {

using namespace longpole;

std::string golden(const std::string& name)
{
    std::ifstream in(std::filesystem::path(LONGPOLE_SOURCE_DIR) / "tests/golden/rocm" / name,
                     std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::string argsOf(const model::Trace& trace, std::string_view name, std::size_t nth = 0)
{
    for (std::uint32_t i = 0; i < trace.counts().slices; ++i) {
        const model::Slice s = trace.slice(SliceId(i));
        if (trace.string(s.name) == name && nth-- == 0) {
            return trace.args(s.args);
        }
    }
    return "{}";
}

TEST(RocprofJson, CountersOfADispatchAreSummedIntoItsArgs)
{
    const auto trace = test::importAs("rocprofv3-json", golden("v3-json/input.json")).value();
    simdjson::dom::parser parser;
    const auto args = parser.parse(argsOf(*trace, "void add<float>(float*)")).value();
    EXPECT_EQ(double(args["counters"]["SQ_WAVES"]), 16.0);
    EXPECT_EQ(std::int64_t(args["dispatch_info"]["dispatch_id"]), 1); // the record as it was
}

TEST(RocprofJson, MarkersSayWhatTheProgramSaid)
{
    const auto trace = test::importAs("rocprofv3-json", golden("v3-json/input.json")).value();
    EXPECT_NE(argsOf(*trace, "step \"1\""), "{}");
    EXPECT_EQ(test::brokenPromise(*trace), "");
}

// Prefixes read as far as they go, and never as more.
TEST(RocprofJson, EveryPrefixReadsCleanly)
{
    const std::string whole = golden("v3-json/input.json");
    std::uint64_t most = 0;
    for (std::size_t n = whole.size() % 13; n <= whole.size(); n += 13) {
        const auto trace = test::importAs("rocprofv3-json", std::string_view(whole).substr(0, n));
        if (!trace) {
            EXPECT_LT(n, 30U) << trace.error().message;
            continue;
        }
        EXPECT_EQ(test::brokenPromise(**trace), "");
        EXPECT_GE((*trace)->counts().slices, most);
        most = (*trace)->counts().slices;
    }
    EXPECT_EQ(most, 12U);
}

TEST(RocprofCsv, CountersOfBothLayoutsLandInTheArgs)
{
    simdjson::dom::parser parser;
    const auto rows = test::importAs("rocprof-csv", golden("v3-counters/input.csv")).value();
    const auto first = parser.parse(argsOf(*rows, "add(float*)")).value();
    EXPECT_EQ(double(first["counters"]["SQ_WAVES"]), 16384.0);
    EXPECT_EQ(double(first["counters"]["SQ_BUSY"]), 0.5);
    const auto wide = test::importAs("rocprof-csv", golden("v1-results/input.csv")).value();
    const auto only = parser.parse(argsOf(*wide, "bodyForce(Body*, float, int)")).value();
    EXPECT_EQ(double(only["counters"]["SQ_WAVES"]), 2048.5);
    EXPECT_EQ(std::int64_t(only["CompleteNs"]), 250);
    const auto timeless =
        test::importAs("rocprof-csv", golden("v1-counters-only/input.csv")).value();
    const auto kernel = parser.parse(argsOf(*timeless, "k")).value();
    EXPECT_EQ(double(kernel["rocprof"]["counters"]["Wavefronts"]), 4.0);
}

// A file written with one element per line and one with none is the same trace.
TEST(RocprofJson, WhiteSpaceAndOrderOfKeysDontMatter)
{
    const auto plain = test::importAs("rocprofv3-json", golden("v3-json/input.json")).value();
    const auto sorted =
        test::importAs("rocprofv3-json", golden("v3-json-sorted/input.json")).value();
    EXPECT_EQ(plain->counts().slices, sorted->counts().slices);
    EXPECT_EQ(plain->counts().links, sorted->counts().links);
    EXPECT_EQ(plain->counts().memsets, sorted->counts().memsets);
    EXPECT_EQ(plain->info().span, sorted->info().span);
}

} // namespace
