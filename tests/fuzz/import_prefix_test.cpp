// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// A trace cut off at every byte, and one with every byte replaced in turn: what is read keeps its
// promises, and a longer piece never holds less.
#include "tests/fuzz/import_text.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace {

using longpole::test::brokenPromise;
using longpole::test::importChromeJson;

std::string input(const char* name)
{
    const std::string path =
        std::string(LONGPOLE_SOURCE_DIR) + "/tests/fuzz/chrome_json_inputs/" + name;
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    EXPECT_GT(text.str().size(), 100U) << path;
    return text.str();
}

TEST(ImportPrefix, EveryCutReadsAllWholeEvents)
{
    for (const char* name :
         {"categories-2021.json", "hip-names.json", "flow-tells-of-launch.json"}) {
        const std::string text = input(name);
        std::uint64_t last = 0;
        for (std::size_t size = 1; size <= text.size(); ++size) {
            const auto trace = importChromeJson(std::string_view(text).substr(0, size));
            if (!trace) {
                EXPECT_EQ(last, 0U) << name << " cut at " << size << ": " << trace.error().text();
                continue;
            }
            ASSERT_EQ(brokenPromise(**trace), "") << name << " cut at " << size;
            ASSERT_GE((*trace)->counts().slices, last) << name << " cut at " << size;
            last = (*trace)->counts().slices;
        }
        EXPECT_GE(last, 2U) << name;
    }
}

TEST(ImportPrefix, EveryReplacedByteCostsAtMostTwoEvents)
{
    const std::string text = input("hip-names.json");
    const auto whole = importChromeJson(text);
    ASSERT_TRUE(whole);
    const std::uint64_t slices = (*whole)->counts().slices;
    const std::size_t begin = text.find("{\"ph\"");
    const std::size_t end = text.rfind('}', text.rfind(']'));
    for (const char with : {'"', '\\', '\0', '{', '}', '\n', '\xff'}) {
        for (std::size_t i = begin; i < end; ++i) {
            std::string damaged = text;
            damaged[i] = with;
            const auto trace = importChromeJson(damaged);
            ASSERT_TRUE(trace) << "byte " << i << ": " << trace.error().text();
            ASSERT_EQ(brokenPromise(**trace), "") << "byte " << i;
            EXPECT_GE((*trace)->counts().slices + 2, slices)
                << "byte " << i << " replaced by " << int(with) << ": " << damaged.substr(i, 60);
        }
    }
}

} // namespace
