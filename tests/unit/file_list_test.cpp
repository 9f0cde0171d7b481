// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/open/file_list.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace longpole::open {
namespace {

TEST(FileList, OrdersNumbersByValue)
{
    EXPECT_TRUE(naturalLess("rank2.json", "rank10.json"));
    EXPECT_FALSE(naturalLess("rank10.json", "rank2.json"));
    EXPECT_TRUE(naturalLess("a", "ab"));
    EXPECT_TRUE(naturalLess("a01", "a2"));
    EXPECT_FALSE(naturalLess("a1", "a1"));
    EXPECT_NE(naturalLess("a1", "a01"), naturalLess("a01", "a1")); // a strict order
}

TEST(FileList, TakesTheFilesOfAFolder)
{
    const std::filesystem::path folder =
        std::filesystem::path(testing::TempDir()) / "file_list_test";
    std::filesystem::create_directories(folder / "deeper");
    for (const char* name : {"rank10.json", "rank2.json", ".hidden"}) {
        std::ofstream(folder / name) << "x";
    }
    const auto files = namedFiles({folder.string(), "other.json"});
    ASSERT_TRUE(files.has_value());
    ASSERT_EQ(files->size(), 3U);
    EXPECT_EQ((*files)[0].path, (folder / "rank2.json").string());
    EXPECT_TRUE((*files)[0].fromFolder);
    EXPECT_EQ((*files)[1].path, (folder / "rank10.json").string());
    EXPECT_EQ((*files)[2].path, "other.json");
    EXPECT_FALSE((*files)[2].fromFolder);
    const auto empty = namedFiles({(folder / "deeper").string()});
    ASSERT_FALSE(empty.has_value());
    EXPECT_EQ(empty.error().where, (folder / "deeper").string());
    std::filesystem::remove_all(folder);
}

} // namespace
} // namespace longpole::open
