// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Sixty damaged variants of a realistic trace: never a crash or a hang; nearly all of them open,
// and say that something was repaired or lost; the others fail with one sentence.
#include "tests/golden/json_match.h"
#include "tests/golden/run_program.h"
#include "tests/support/generate_kineto.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>

namespace {

using longpole::test::Outcome;

std::string realisticTrace()
{
    longpole::test::KinetoOptions options;
    options.steps = 1;
    options.layers = 2;
    std::string text;
    longpole::test::generateKineto(options, [&](std::string_view piece) { text += piece; });
    return text;
}

class Damager
{
public:
    Damager(std::string text, std::uint32_t seed)
        : m_text(std::move(text))
        , m_random(seed)
    {
        m_begin = m_text.find("\"traceEvents\"");
        m_end = m_text.rfind(']');
    }

    std::string damaged(int kind)
    {
        switch (kind) {
        case 0:
            return m_text.substr(0, place());
        case 1:
            return m_text.substr(0, m_end);
        case 2:
            return m_text.substr(0, m_end) + ",{\"ph\":\"X\",\"name\":\"cut";
        case 3:
            return intoName("\x01\x02\n\x1f");
        case 4:
            return intoName("\xff\xc3\xfe");
        case 5:
            return intoName("a \"quoted\" word");
        case 6:
            return intoName("C:\\new\\xfolder\\q");
        case 7:
            return intoNumber("NaN");
        case 8:
            return intoNumber("1.5.7e");
        case 9:
            return betweenEvents("@@ lost bytes @@,\n");
        case 10:
            return betweenEvents("{\"ph\": \"X\", \"name\": \"half an ev\n");
        default: {
            const std::size_t at = nextEvent(place()) + 3;
            return m_text.replace(at, 40, std::string(40, '\0'));
        }
        }
    }
    static constexpr int kKinds = 12;

private:
    std::size_t place() { return m_begin + 200 + m_random() % (m_end - m_begin - 2000); }
    std::size_t nextEvent(std::size_t from) const { return m_text.find("\"ph\"", from); }
    std::string intoName(std::string_view what)
    {
        const std::size_t name = m_text.find("\"name\"", place());
        const std::size_t quote = m_text.find('"', m_text.find(':', name));
        return m_text.insert(quote + 2, what);
    }
    std::string intoNumber(std::string_view what)
    {
        const std::size_t colon = m_text.find(':', m_text.find("\"ts\"", place()));
        const std::size_t end = m_text.find_first_of(",}", colon);
        return m_text.replace(colon + 1, end - colon - 1, what);
    }
    std::string betweenEvents(std::string_view what)
    {
        const std::size_t ph = nextEvent(place());
        return m_text.insert(m_text.rfind('{', ph), what);
    }

    std::string m_text;
    std::mt19937 m_random;
    std::size_t m_begin = 0;
    std::size_t m_end = 0;
};

std::int64_t sliceCount(const simdjson::dom::element& info)
{
    return std::int64_t(info["slices"]);
}

bool tellsOfDamage(const simdjson::dom::element& info)
{
    for (simdjson::dom::element entry : simdjson::dom::array(info["ledger"])) {
        if (std::string_view(entry["severity"]) != "info") {
            return true;
        }
    }
    return false;
}

struct Tally
{
    int opened = 0;
    int silent = 0;
};

void check(const std::string& path, int kind, std::int64_t whole, Tally& tally)
{
    const Outcome got = longpole::test::runLongpole({"info", path, "--json"}, {}, 60);
    ASSERT_FALSE(got.timedOut);
    ASSERT_TRUE(got.exitCode == 0 || got.exitCode == 2) << got.exitCode << ": " << got.err;
    if (got.exitCode == 2) {
        EXPECT_NE(got.err.find(path), std::string::npos) << got.err;
        EXPECT_EQ(std::count(got.err.begin(), got.err.end(), '\n'), 1) << got.err;
        return;
    }
    simdjson::dom::parser parser;
    simdjson::dom::element info;
    ASSERT_FALSE(parser.parse(got.out).get(info)) << got.out;
    ++tally.opened;
    tally.silent += tellsOfDamage(info) ? 0 : 1;
    EXPECT_LE(sliceCount(info), whole);
    if (kind > 0) { // one spot is damaged, not half the file: the rest must be there
        EXPECT_GE(sliceCount(info), whole - 2) << got.err;
    }
}

TEST(Damage, SixtyVariantsOpenAndTellOfIt)
{
    const std::string trace = realisticTrace();
    const longpole::test::TempFolder folder;
    const std::string path = folder.file("damaged.json");
    longpole::test::writeFile(path, trace);
    const Outcome intact = longpole::test::runLongpole({"info", path, "--json"});
    simdjson::dom::parser parser;
    simdjson::dom::element info;
    ASSERT_FALSE(parser.parse(intact.out).get(info)) << intact.err;
    ASSERT_FALSE(tellsOfDamage(info)) << intact.out;
    const std::int64_t whole = sliceCount(info);
    ASSERT_GT(whole, 100);
    Tally tally;
    for (std::uint32_t seed = 0; seed < 60; ++seed) {
        const int kind = static_cast<int>(seed) % Damager::kKinds;
        SCOPED_TRACE("seed " + std::to_string(seed) + ", kind " + std::to_string(kind));
        longpole::test::writeFile(path, Damager(trace, seed).damaged(kind));
        check(path, kind, whole, tally);
        if (HasFatalFailure()) {
            return;
        }
    }
    EXPECT_GE(tally.opened, 50);
    EXPECT_EQ(tally.silent, 0);
}

TEST(Damage, GzipCutAtManyPlacesNeverCrashes)
{
    const std::string trace = realisticTrace();
    const longpole::test::TempFolder folder;
    longpole::test::writeFile(folder.file("a.json"), trace);
    const Outcome packed =
        longpole::test::runProgram({"/bin/gzip", "-nc", folder.file("a.json")}, {}, 20);
    ASSERT_EQ(packed.exitCode, 0) << packed.err;
    const std::string path = folder.file("cut.json.gz");
    for (int part = 1; part < 20; ++part) {
        const std::size_t size = packed.out.size() * static_cast<std::size_t>(part) / 20;
        SCOPED_TRACE(size);
        longpole::test::writeFile(path, packed.out.substr(0, size));
        Tally tally;
        check(path, 0, std::int64_t{1} << 40, tally);
        EXPECT_EQ(tally.silent, 0);
    }
}

} // namespace
