// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Protobuf traces cut off at every byte and with every byte replaced in turn: what is read keeps
// its promises, and damage that costs data is in the ledger.
#include "core/import/importer.h"
#include "tests/fuzz/import_text.h"
#include "tests/support/proto_fixtures.h"
#include "tests/support/proto_writer.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace {

using longpole::test::brokenPromise;
using longpole::test::Fixture;
using longpole::test::importAs;

struct Format
{
    const char* importer;
    std::vector<Fixture> (*fixtures)();
};

void PrintTo(const Format& format, std::ostream* out)
{
    *out << format.importer;
}

class ProtoDamage : public testing::TestWithParam<Format>
{
protected:
    std::string first() const { return GetParam().fixtures().front().bytes; }
    longpole::import::Sniff sniff(std::string_view head) const
    {
        return longpole::import::findImporter(GetParam().importer)->sniff(head);
    }
};

TEST_P(ProtoDamage, EveryCutKeepsWhatCameBefore)
{
    for (const Fixture& f : GetParam().fixtures()) {
        std::uint64_t last = 0;
        for (std::size_t size = 1; size <= f.bytes.size(); ++size) {
            const auto trace =
                importAs(GetParam().importer, std::string_view(f.bytes).substr(0, size));
            if (!trace) {
                ASSERT_EQ(last, 0U) << f.path << " cut at " << size;
                continue;
            }
            ASSERT_EQ(brokenPromise(**trace), "") << f.path << " cut at " << size;
            const std::uint64_t slices = (*trace)->counts().slices;
            ASSERT_GE(slices, last) << f.path << " cut at " << size;
            last = slices;
        }
        EXPECT_GE(last, 2U) << f.path;
    }
}

TEST_P(ProtoDamage, ACutWithinTheLastMessageIsInTheLedger)
{
    const std::string bytes = first();
    const auto trace =
        importAs(GetParam().importer, std::string_view(bytes).substr(0, bytes.size() - 1));
    ASSERT_TRUE(trace);
    EXPECT_EQ((*trace)->ledger().worst(), longpole::model::Severity::DataLoss);
}

TEST_P(ProtoDamage, EveryReplacedByteIsSurvived)
{
    const std::string bytes = first();
    for (const char with : {'\0', '\x7f', '\xff'}) {
        for (std::size_t i = 0; i < bytes.size(); ++i) {
            std::string damaged = bytes;
            damaged[i] = with;
            const auto trace = importAs(GetParam().importer, damaged);
            if (trace) {
                ASSERT_EQ(brokenPromise(**trace), "")
                    << "byte " << i << " replaced by " << int(with);
            }
        }
    }
}

TEST_P(ProtoDamage, OnlyItsOwnFormatIsRecognised)
{
    for (const Fixture& f : longpole::test::xplaneFixtures()) {
        EXPECT_EQ(sniff(f.bytes).score > 0, std::string_view(GetParam().importer) == "xplane")
            << f.path;
    }
    for (const Fixture& f : longpole::test::perfettoFixtures()) {
        EXPECT_EQ(sniff(f.bytes).score > 0, std::string_view(GetParam().importer) == "perfetto")
            << f.path;
    }
    longpole::test::ProtoWriter other; // another program's protobuf
    other.message(1, longpole::test::ProtoWriter().number(1, 5).number(2, 6)).text(2, "x");
    for (const std::string_view stranger :
         {std::string_view("{\"traceEvents\": []}"), std::string_view("\n\n\n\n\n\n\n"),
          std::string_view("\n{\"a\": 1}\n"), std::string_view("NVR\0\x0a\x08", 6),
          std::string_view("SQLite format 3\0", 16), std::string_view("\n\0\n\0\n\0", 6),
          std::string_view(other.str()), std::string_view()}) {
        EXPECT_EQ(sniff(stranger).score, 0) << stranger;
    }
}

TEST_P(ProtoDamage, RandomBytesAreNotRecognised)
{
    std::uint64_t state = 88172645463325252ULL; // xorshift
    int recognised = 0;
    for (int round = 0; round < 20'000; ++round) {
        std::string bytes(64, '\0');
        for (char& c : bytes) {
            state ^= state << 13U;
            state ^= state >> 7U;
            state ^= state << 17U;
            c = static_cast<char>(state);
        }
        bytes[0] = '\x0a'; // the tag that both formats begin with
        recognised += sniff(bytes).score > 0 ? 1 : 0;
    }
    EXPECT_LE(recognised, 2);
}

INSTANTIATE_TEST_SUITE_P(Formats, ProtoDamage,
                         testing::Values(Format{"xplane", longpole::test::xplaneFixtures},
                                         Format{"perfetto", longpole::test::perfettoFixtures}));

} // namespace
