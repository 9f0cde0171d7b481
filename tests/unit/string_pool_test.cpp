// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/string_pool.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>
#include <utility>

namespace longpole {
namespace {

TEST(StringInterner, NumbersStringsAsAMapDoes)
{
    std::mt19937 random(3);
    StringInterner interner;
    std::map<std::string, std::uint32_t> expected{{"", 0}};
    for (int i = 0; i < 50'000; ++i) {
        std::string text(random() % 40, static_cast<char>('a' + random() % 3));
        if (random() % 2 == 0) {
            text += std::to_string(random() % 5'000);
        }
        const auto next = static_cast<std::uint32_t>(expected.size());
        EXPECT_EQ(interner.intern(text).value, expected.try_emplace(text, next).first->second);
    }
    ASSERT_EQ(interner.size(), expected.size());
    const StringPool pool = interner.build();
    for (const auto& [text, number] : expected) {
        EXPECT_EQ(interner.get(StringId(number)), text);
        EXPECT_EQ(pool.get(StringId(number)), text);
        EXPECT_EQ(interner.hash(StringId(number)), StringInterner::hashOf(text));
    }
}

TEST(StringInterner, TellsStringsOfOneHashApart)
{
    StringInterner interner;
    const StringId a = interner.intern("a", 7);
    const StringId b = interner.intern("b", 7);
    EXPECT_NE(a, b);
    EXPECT_EQ(interner.intern("a", 7), a);
    EXPECT_EQ(interner.intern("b", 7), b);
}

TEST(StringInterner, KeepsItsTextsWhereTheyAreWhenItIsMoved)
{
    StringInterner from;
    const StringId id = from.intern("kernel");
    const std::string_view text = from.get(id);
    const std::string large(200'000, 'x'); // more than a block
    const StringId largeId = from.intern(large);
    const StringInterner to = std::move(from);
    EXPECT_EQ(to.get(id).data(), text.data());
    EXPECT_EQ(to.get(id), "kernel");
    EXPECT_EQ(to.get(largeId), large);
}

} // namespace
} // namespace longpole
