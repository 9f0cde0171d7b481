// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The cache folder: found again only by the same contents and importers, and never too large.
#include "core/store/cache.h"
#include "core/store/store_writer.h"
#include "tests/support/random_trace.h"
#include "tests/support/store_checks.h"

#include <chrono>

using namespace longpole;
using namespace longpole::test;

namespace {

class StoreCache : public ::testing::Test
{
protected:
    void SetUp() override { setenv("XDG_CACHE_HOME", (m_folder / "cache").c_str(), 1); }
    void TearDown() override
    {
        m_old.empty() ? unsetenv("XDG_CACHE_HOME") : setenv("XDG_CACHE_HOME", m_old.c_str(), 1);
    }
    std::string put(const std::string& name, std::size_t bytes)
    {
        writeFile(m_folder / name, name);
        const auto target = store::cacheTarget(*store::stampOf(m_folder / name));
        EXPECT_TRUE(target);
        writeFile(*target, std::string(bytes, 'x'));
        return *target;
    }

    TempFolder m_folder;
    std::string m_old = getenv("XDG_CACHE_HOME") != nullptr ? getenv("XDG_CACHE_HOME") : "";
};

} // namespace

TEST_F(StoreCache, FindsWhatWasPutForTheSameContents)
{
    writeFile(m_folder / "a.json", "{}");
    const auto source = store::stampOf(m_folder / "a.json");
    ASSERT_TRUE(source);
    EXPECT_FALSE(store::findCached(*source));
    const auto target = store::cacheTarget(*source);
    ASSERT_TRUE(target);
    ASSERT_TRUE(store::save(*randomTrace(), {}, *target, {}));
    EXPECT_EQ(store::findCached(*source), *target);
    EXPECT_EQ(store::stampOf((m_folder.path() / "." / "a.json").string()), source);
    writeFile(m_folder / "a.json", "{ }");
    EXPECT_FALSE(store::findCached(*store::stampOf(m_folder / "a.json")));
    auto touched = *source;
    ++touched.modifiedNs;
    EXPECT_FALSE(store::findCached(touched));
    EXPECT_FALSE(store::stampOf(m_folder.path().string()));
    EXPECT_FALSE(store::stampOf(m_folder / "nothing"));
}

TEST_F(StoreCache, IsReadableByItsOwnerAlone)
{
    put("a.json", 1);
    EXPECT_EQ(std::filesystem::status(store::cacheFolder()).permissions(),
              std::filesystem::perms::owner_all);
}

TEST_F(StoreCache, DropsWhatWasNotUsedForLongest)
{
    const auto a = put("a.json", 1000);
    const auto b = put("b.json", 1000);
    const auto c = put("c.json", 1000);
    const auto now = std::filesystem::file_time_type::clock::now();
    std::filesystem::last_write_time(a, now - std::chrono::hours(3));
    std::filesystem::last_write_time(b, now - std::chrono::hours(2));
    std::filesystem::last_write_time(c, now - std::chrono::hours(1));
    store::touchCached(a);
    store::trimCache(3000);
    EXPECT_TRUE(std::filesystem::exists(b));
    writeFile(store::cacheFolder() + "/d.longpole.1.part", "left over");
    store::trimCache(2999);
    EXPECT_TRUE(std::filesystem::exists(a));
    EXPECT_FALSE(std::filesystem::exists(b));
    EXPECT_TRUE(std::filesystem::exists(c));
    EXPECT_FALSE(std::filesystem::exists(store::cacheFolder() + "/d.longpole.1.part"));
}

TEST_F(StoreCache, NeedsAnAbsoluteFolder)
{
    setenv("XDG_CACHE_HOME", "relative", 1);
    EXPECT_NE(store::cacheFolder().substr(0, 8), "relative");
}
