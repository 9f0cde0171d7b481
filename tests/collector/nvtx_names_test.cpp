// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Payloads read by their descriptions, against structures that the compiler laid out.
#include "core/import/spool/nvtx_names.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <random>
#include <string>
#include <vector>

namespace longpole::testing {

namespace {

using import::NvtxNames;
using import::PayloadField;
using Kind = PayloadField::Kind;

constexpr std::uint32_t kDomain = 3;

class Names : public ::testing::Test
{
protected:
    void schema(std::uint64_t id, const std::vector<wire::NvtxEntry>& entries,
                std::uint64_t size = 0, std::uint64_t pack = 0, std::uint64_t type = 1)
    {
        wire::NvtxSchemaPacker text;
        text.begin({type, 0, size, pack});
        for (const auto& e : entries) {
            EXPECT_TRUE(text.add({e.flags, e.type, e.length, e.offset}, e.name.c_str()));
        }
        add(wire::NvtxOp::RegisterSchema, id, text.text());
    }
    void add(wire::NvtxOp op, std::uint64_t id, std::string_view text)
    {
        wire::NvtxEvent e;
        e.op = op;
        e.id = id;
        e.domain = kDomain;
        e.text = text;
        names.add(e);
    }
    template <class T>
    std::string read(std::uint64_t id, const T& value)
    {
        return readBytes(id, {reinterpret_cast<const char*>(&value), sizeof(value)});
    }
    std::string readBytes(std::uint64_t id, std::string_view bytes)
    {
        std::vector<PayloadField> fields;
        missing = names.decode(kDomain, id, bytes, fields);
        io::JsonWriter json;
        json.beginObject();
        import::writeFields(fields, json);
        json.endObject();
        return json.str();
    }

    NvtxNames names;
    const char* missing = nullptr;
};

TEST_F(Names, ReadWhatTheCompilerLaidOut)
{
    struct Mixed
    {
        char c;
        short s;
        int i;
        unsigned char u;
        long l;
        float f;
        double d;
        std::uint16_t last;
    };
    schema(1,
           {{0, 1, 0, 0, "c"},
            {0, 3, 0, 0, "s"},
            {0, 5, 0, 0, "i"},
            {0, 2, 0, 0, "u"},
            {0, 7, 0, 0, "l"},
            {0, 19, 0, 0, "f"},
            {0, 20, 0, 0, "d"},
            {0, 14, 0, 0, ""}});
    const Mixed m{-1, -300, -70'000, 200, -5'000'000'000, 0.5F, -0.25, 65'535};
    EXPECT_EQ(read(1, m),
              R"({"c":-1,"s":-300,"i":-70000,"u":200,"l":-5000000000,"f":0.5,"d":-0.25,)"
              R"("field 8":65535})");
    EXPECT_EQ(missing, nullptr);
}

TEST_F(Names, NestedPackedEnumsArraysAndTexts)
{
    struct Inner
    {
        std::int16_t a;
        float b;
    };
    struct Outer
    {
        char text[6];
        Inner inner[2];
        std::uint32_t operation;
        std::uint32_t other;
    };
    wire::NvtxSchemaPacker text;
    text.begin({4});
    text.add({2}, "Max");
    add(wire::NvtxOp::RegisterEnum, 1U << 24U, text.text());
    schema(3,
           {{0, 75, 6, 0, "text"},
            {1U << 4U, 1U << 25U, 2, 0, "inner"},
            {0, 1U << 24U, 0, 0, "operation"},
            {0, 1U << 24U, 0, 0, "operation"}});
    schema(1U << 25U, {{0, 13, 0, 0, "a"}, {0, 19, 0, 0, "b"}});
    EXPECT_EQ(read(3, Outer{"hello", {{-2, 0.5F}, {3, 1.5F}}, 2, 9}),
              R"x({"text":"hello","inner[0].a":-2,"inner[0].b":0.5,"inner[1].a":3,)x"
              R"x("inner[1].b":1.5,"operation":"Max","operation (2)":9})x");
    EXPECT_EQ(missing, nullptr);
    schema(4, {{0, 12, 0, 0, "a"}, {0, 18, 0, 0, "b"}}, 0, 1);
    EXPECT_EQ(readBytes(4, std::string("\x05\x07\0\0\0\0\0\0\0", 9)), R"({"a":5,"b":7})")
        << "packed to 1 byte";
}

TEST_F(Names, WhatIsMissingIsSaid)
{
    EXPECT_EQ(readBytes(77, "abc"), "{}");
    EXPECT_STREQ(missing, "the payload's description is not in the recording");
    schema(1,
           {{0, 16, 0, 0, "a"},
            {0, 999, 0, 0, "odd"},
            {0, 16, 0, 0, "lost"},
            {0, 16, 0, 12, "placed"}});
    const std::uint32_t words[4] = {1, 2, 3, 4};
    EXPECT_EQ(read(1, words), R"({"a":1,"placed":4})");
    EXPECT_STREQ(missing, "a payload has fields of a type that nobody described");
    EXPECT_EQ(readBytes(1, std::string_view("\1\0\0\0\0", 5)), R"({"a":1})");
    schema(2, {{1U << 1U, 18, 0, 0, "pointer"}, {0, 16, 0, 0, "after"}});
    EXPECT_EQ(readBytes(2, std::string("12345678\x09\0\0\0", 12)), R"({"after":9})");
    EXPECT_STREQ(missing, "what a payload points at was not kept");
    schema(3, {{0, 3U << 24U, 0, 0, "itself"}});
    schema(3U << 24U, {{0, 3U << 24U, 0, 0, "itself"}});
    EXPECT_EQ(readBytes(3, std::string(64, 'x')), "{}");
    schema(4, {{1U << 4U, 18, std::uint64_t{1} << 61U, 0, "huge"}});
    EXPECT_EQ(readBytes(4, std::string(64, 'x')), "{}");
    schema(5, {{0, 16, 0, ~std::uint64_t{0}, "far"}, {0, 16, 0, 0, "next"}});
    EXPECT_EQ(readBytes(5, std::string(64, 'x')), "{}");
    schema(6, {{0, 16, 0, 0, "a"}}, 0, 0, 3);
    EXPECT_EQ(readBytes(6, std::string(64, 'x')), "{}") << "a union";
}

// Whatever descriptions say: no read outside of the bytes (the sanitizers' part), no endless work.
TEST_F(Names, AnyDescriptionIsSurvived)
{
    std::mt19937 random(4711);
    const auto any = [&](std::uint64_t most) {
        return std::uniform_int_distribution<std::uint64_t>(0, most)(random);
    };
    constexpr std::uint64_t kFirst = 1U << 24U;
    for (int round = 0; round < 300; ++round) {
        for (std::uint64_t id = kFirst; id < kFirst + 4; ++id) {
            std::vector<wire::NvtxEntry> entries(static_cast<std::size_t>(any(40)));
            for (auto& e : entries) {
                e.flags = any(3) == 0 ? any(2048) : 0;
                e.type = any(2) == 0 ? kFirst + any(4) : any(105);
                e.length = any(4) == 0 ? ~std::uint64_t{0} >> any(63) : any(9);
                e.offset = any(4) == 0 ? ~std::uint64_t{0} >> any(63) : any(3) == 0 ? any(70) : 0;
            }
            schema(id, entries, any(200), any(3), 1);
        }
        const std::string bytes(static_cast<std::size_t>(any(200)), '\x7f');
        std::vector<PayloadField> fields;
        names.decode(kDomain, kFirst, bytes, fields);
        EXPECT_LE(fields.size(), NvtxNames::kMostFields);
        std::string damaged(40, '\0');
        for (char& c : damaged) {
            c = static_cast<char>(any(255));
        }
        add(wire::NvtxOp::RegisterEnum, kFirst + 4, damaged);
        add(wire::NvtxOp::RegisterSchema, kFirst + 3, damaged);
        names.decode(kDomain, kFirst + 3, bytes, fields);
    }
}

} // namespace

} // namespace longpole::testing
