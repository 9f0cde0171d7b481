// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Every trace of the corpus that has a timeline, exported and read back.
#include "tests/export/round_trip.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>

namespace {

using namespace longpole;
using namespace longpole::test;
namespace fs = std::filesystem;

fs::path corpusFolder()
{
    const char* const told = std::getenv("LONGPOLE_CORPUS");
    return told != nullptr ? fs::path(told)
                           : fs::path(LONGPOLE_SOURCE_DIR) / ".." / "shared" / "corpus";
}

std::vector<std::string> corpusTraces()
{
    std::vector<std::string> out;
    for (const char* const part : {"chrome", "kineto", "nsys", "rocm", "xla"}) {
        std::error_code absent;
        for (const fs::directory_entry& e :
             fs::recursive_directory_iterator(corpusFolder() / part, absent)) {
            const std::string name = e.path().filename().string();
            if (e.is_regular_file() && name.find(".expected.") == std::string::npos) {
                out.push_back(fs::relative(e.path(), corpusFolder()).string());
            }
        }
    }
    std::sort(out.begin(), out.end());
    return out;
}

class CorpusTrace : public testing::TestWithParam<std::string>
{
};

TEST_P(CorpusTrace, IsTheSameWhenReadBack)
{
    const auto trace = openForTest({(corpusFolder() / GetParam()).string()});
    ASSERT_NE(trace, nullptr);
    const WorkFolder work;
    Allowances allowed;
    // Two processes that both count their correlation ids from 1: a Chrome trace has one count.
    allowed.correlations = GetParam().find("mfu_2gpu") != std::string::npos;
    EXPECT_EQ(lostOnTheWay(*trace, work / "out.json.gz", allowed), "");
}

TEST(CorpusRanks, StayOneTraceWhenReadBack)
{
    const fs::path folder = corpusFolder() / "kineto" / "dlrm-8-ranks";
    if (!fs::exists(folder)) {
        GTEST_SKIP() << "the corpus is not here (set LONGPOLE_CORPUS): " << folder;
    }
    const auto trace = openForTest({folder.string()});
    ASSERT_NE(trace, nullptr);
    ASSERT_EQ(trace->devices().size(), 8U);
    const WorkFolder work;
    // Every rank counts its correlation ids from 1, and a Chrome trace is of one rank.
    EXPECT_EQ(lostOnTheWay(*trace, work / "out.json.gz", {true, true, 0}), "");
}

std::string testName(const testing::TestParamInfo<std::string>& info)
{
    std::string name = info.param;
    std::replace_if(
        name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Export, CorpusTrace, testing::ValuesIn(corpusTraces()), testName);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(CorpusTrace);

} // namespace
