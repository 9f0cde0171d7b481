// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/csv_reader.h"
#include "core/import/json_writer.h"

#include <gtest/gtest.h>
#include <simdjson.h>

#include <algorithm>
#include <iterator>
#include <random>

namespace {

using namespace longpole;
using namespace longpole::import;
using Rows = std::vector<std::vector<std::string>>;

class TextSource final : public io::ByteSource
{
public:
    TextSource(std::string text, std::size_t piece)
        : ByteSource("memory")
        , m_text(std::move(text))
        , m_piece(piece)
    { }
    std::uint64_t consumed() const override { return m_pos; }
    std::optional<std::uint64_t> total() const override { return m_text.size(); }

protected:
    Result<std::size_t> readSome(std::span<char> buffer) override
    {
        const std::size_t n = m_text.copy(buffer.data(), std::min(buffer.size(), m_piece), m_pos);
        m_pos += n;
        return n;
    }

private:
    std::string m_text;
    std::size_t m_piece;
    std::size_t m_pos = 0;
};

Rows rowsOf(const std::string& text, std::size_t piece = 1 << 16)
{
    TextSource source(text, piece);
    CsvReader reader(source);
    Rows rows;
    while (true) {
        const auto row = reader.next();
        EXPECT_TRUE(row.has_value());
        if (!row || *row == nullptr) {
            return rows;
        }
        rows.push_back(**row);
    }
}

TEST(CsvReader, QuotesCommasAndLineEndsWithinFields)
{
    EXPECT_EQ(rowsOf("a,b\n\"x,\"\"y\"\"\n z\",2\n"), (Rows{{"a", "b"}, {"x,\"y\"\n z", "2"}}));
}

TEST(CsvReader, WindowsLineEndsEmptyFieldsAndLastLineWithoutEnd)
{
    EXPECT_EQ(rowsOf("\xef\xbb\xbf"
                     "a,b\r\n\r\n,\r\nc,"),
              (Rows{{"a", "b"}, {"", ""}, {"c", ""}}));
}

TEST(CsvReader, TellsTheLineOfARowAndOpenQuotes)
{
    TextSource source("a\n\"b\nc\"\n\"d", 3);
    CsvReader reader(source);
    ASSERT_NE(*reader.next(), nullptr);
    EXPECT_EQ(reader.line(), 1U);
    ASSERT_NE(*reader.next(), nullptr);
    EXPECT_EQ(reader.line(), 2U);
    EXPECT_FALSE(reader.endedInQuotes());
    ASSERT_NE(*reader.next(), nullptr);
    EXPECT_EQ(reader.line(), 4U);
    EXPECT_EQ(*reader.next(), nullptr);
    EXPECT_TRUE(reader.endedInQuotes());
}

// What is written with RFC 4180's quoting is read back, however the bytes arrive.
TEST(CsvReader, ReadsBackWhatWasQuoted)
{
    std::mt19937 random(7);
    const std::string alphabet = "ab,\"\n\r 1";
    for (int round = 0; round < 300; ++round) {
        Rows rows;
        std::string text;
        for (auto r = 1 + random() % 4; r > 0; --r) {
            rows.emplace_back();
            for (auto f = 2 + random() % 3; f > 0; --f) {
                std::string field;
                for (auto c = random() % 6; c > 0; --c) {
                    field += alphabet[random() % alphabet.size()];
                }
                rows.back().push_back(field);
                std::string quoted = "\"";
                for (const char c : field) {
                    quoted += c == '"' ? "\"\"" : std::string(1, c);
                }
                text += (rows.back().size() > 1 ? "," : "") + quoted + "\"";
            }
            text += random() % 2 == 0 ? "\n" : "\r\n";
        }
        ASSERT_EQ(rowsOf(text, 1 + random() % 5), rows) << text;
    }
}

TEST(ParseGrouped, TakesTheEnglishStyleOnly)
{
    EXPECT_EQ(parseGrouped("12,319,469"), 12319469.0);
    EXPECT_EQ(parseGrouped("4,963,609,951.19"), 4963609951.19);
    EXPECT_EQ(parseGrouped("-1,024"), -1024.0);
    EXPECT_EQ(parseGrouped("61.84"), 61.84);
    EXPECT_EQ(parseGrouped("1e+06"), 1e6);
    for (const char* text : {"61,84", "1.234.567", "1.234,5", "12,34,567", ",123", "1,", "1,2345",
                             "1,234,56", "", "n/a", "1 234", "0x10"}) {
        EXPECT_EQ(parseGrouped(text), std::nullopt) << text;
    }
}

TEST(JsonWriter, EscapesAndMendsText)
{
    JsonWriter out;
    out.beginObject().key("a\"\n").text(std::string_view("x\0\x1f", 3)).key("b").beginArray();
    out.real(0.1).real(1.0 / 0.0).integer(-5).natural(~std::uint64_t{0}).null().endArray();
    out.key("c").text("\xc3\xa4 \xff \xed\xa0\x80 \xf0\x9f\x98\x80").endObject();
    EXPECT_EQ(out.str(),
              "{\"a\\\"\\n\":\"x\\u0000\\u001f\",\"b\":[0.1,null,-5,"
              "18446744073709551615,null],\"c\":\"\xc3\xa4 \xef\xbf\xbd "
              "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd \xf0\x9f\x98\x80\"}");
}

// Whatever the bytes around them, and at every offset within a word of the machine.
TEST(JsonWriter, WhatItWritesReadsBackAsTheSameText)
{
    const std::string_view pieces[] = {"a",
                                       "kernel",
                                       " ",
                                       "~",
                                       "\"",
                                       "\\",
                                       "\n",
                                       "\x01",
                                       "\x1f",
                                       "\x7f",
                                       "\xc3\xa4",
                                       "\xe2\x82\xac",
                                       "\xf0\x9f\x98\x80"};
    std::mt19937 rng(5);
    simdjson::dom::parser parser;
    for (int round = 0; round < 3000; ++round) {
        std::string text;
        for (std::size_t n = rng() % 40; n-- > 0;) {
            text += pieces[rng() % 3 == 0 ? rng() % std::size(pieces) : rng() % 2];
        }
        JsonWriter out;
        out.beginArray().text(text).endArray();
        simdjson::padded_string padded(out.str());
        std::string_view back;
        ASSERT_EQ(parser.parse(padded).at(0).get_string().get(back), simdjson::SUCCESS)
            << out.str();
        ASSERT_EQ(back, text);
    }
}

} // namespace
