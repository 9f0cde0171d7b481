// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What the tests of the store share: a folder of their own, and traces compared column by column.
#pragma once

#include "core/model/trace.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace longpole::test {

class TempFolder
{
public:
    TempFolder()
    {
        std::string name =
            (std::filesystem::temp_directory_path() / "longpole-test-XXXXXX").string();
        m_path = mkdtemp(name.data()) != nullptr ? name : std::string();
    }
    ~TempFolder()
    {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }
    TempFolder(const TempFolder&) = delete;
    TempFolder& operator=(const TempFolder&) = delete;
    std::string operator/(const std::string& name) const { return (m_path / name).string(); }
    const std::filesystem::path& path() const { return m_path; }
    std::size_t fileCount() const
    {
        return static_cast<std::size_t>(
            std::distance(std::filesystem::directory_iterator(m_path), {}));
    }

private:
    std::filesystem::path m_path;
};

inline std::string readFile(const std::string& path)
{
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

inline void writeFile(const std::string& path, const std::string& bytes)
{
    std::ofstream(path, std::ios::binary) << bytes;
}

inline void expectSameColumn(const model::Trace& a, const model::Trace& b,
                             const model::ColumnKey& key)
{
    const auto x = a.source()->load(key);
    const auto y = b.source()->load(key);
    ASSERT_TRUE(x && y) << (y ? "" : y.error().text());
    ASSERT_EQ(x->bytes.size(), y->bytes.size());
    EXPECT_EQ(0,
              x->bytes.empty() ? 0 : std::memcmp(x->bytes.data(), y->bytes.data(), x->bytes.size()))
        << "table " << int(key.table) << " column " << key.column << " part " << key.part;
}

// Every column of every table.
inline void expectSameColumns(const model::Trace& a, const model::Trace& b)
{
    ASSERT_EQ(a.tracks().size(), b.tracks().size());
    const auto tracks = static_cast<std::uint32_t>(a.tracks().size());
    for (const model::ColumnInfo& info : model::allColumns()) {
        const bool perTrack = info.table <= model::Table::Counters;
        for (std::uint32_t part = 0; part < (perTrack ? tracks : 1); ++part) {
            expectSameColumn(a, b, {info.table, info.index, part});
        }
    }
    ASSERT_EQ(a.parts().argsBlocks, b.parts().argsBlocks);
    for (std::uint32_t block = 0; block < a.parts().argsBlocks.size(); ++block) {
        expectSameColumn(a, b, {model::Table::Args, 0, block});
    }
}

} // namespace longpole::test
