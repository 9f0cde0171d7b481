// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Runs every case of tests/golden/<area>/<case>/ through the command line. case.json holds
//   about  one sentence: what the case is for
//   runs   [{args, stdin, code, usage, expect, stdout, stderr}], args split at spaces; {FILE}
//   stands for
//          the path of the case's file FILE, {tmp} for an empty folder, {NAME.sql} for an
//          SQLite file made from tests/support/sqlite/NAME.sql
// expect: demands on JSON output (json_match.h). stdout: a file of the case with the exact output,
// which LONGPOLE_UPDATE_GOLDEN=1 rewrites. stderr: texts that must be in the messages.
// Whatever the run: no crash, and a failure is one line "longpole: …" of one sentence, except where
// the usage is wrong (usage: true).
#include "tests/golden/json_match.h"
#include "tests/golden/run_program.h"
#include "tests/support/make_database.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>

namespace {

using longpole::test::Outcome;
using simdjson::dom::element;
namespace fs = std::filesystem;

const fs::path kRoot = fs::path(LONGPOLE_SOURCE_DIR) / "tests" / "golden";

std::string database(const std::string& name, const std::string& temp)
{
    const std::string path = temp + "/" + name + "ite";
    if (!fs::exists(path)) {
        longpole::test::makeDatabase(path, longpole::test::databaseSql(fs::path(name).stem()));
    }
    return path;
}

std::string expand(std::string text, const fs::path& folder, const std::string& temp)
{
    for (std::size_t open = text.find('{'); open != std::string::npos;
         open = text.find('{', open)) {
        const std::size_t close = text.find('}', open);
        if (close == std::string::npos) {
            break;
        }
        const std::string name = text.substr(open + 1, close - open - 1);
        const std::string value = name == "tmp" ? temp
            : name.ends_with(".sql")            ? database(name, temp)
                                                : (folder / name).string();
        text.replace(open, close - open + 1, value);
        open += value.size();
    }
    return text;
}

std::vector<std::string> arguments(std::string_view line, const fs::path& folder,
                                   const std::string& temp)
{
    std::vector<std::string> out;
    std::istringstream words{std::string(line)};
    std::string word;
    bool quoted = false;
    while (words >> word) { // '…' keeps spaces together, as in a shell
        const bool starts = !quoted && word.front() == '\'';
        if (quoted) {
            out.back() += " " + word;
        } else {
            out.push_back(word);
        }
        quoted = (quoted || starts) && (word.back() != '\'' || (starts && word.size() == 1));
    }
    for (std::string& one : out) {
        if (one.size() >= 2 && one.front() == '\'' && one.back() == '\'') {
            one = one.substr(1, one.size() - 2);
        } else {
            one = expand(one, folder, temp);
        }
    }
    return out;
}

void checkFailureMessage(const Outcome& got)
{
    EXPECT_EQ(std::count(got.err.begin(), got.err.end(), '\n'), 1) << got.err;
    EXPECT_EQ(got.err.rfind("longpole: ", 0), 0U) << got.err;
    EXPECT_TRUE(got.out.empty()) << got.out;
}

void checkText(const Outcome& got, const fs::path& file)
{
    const char* update = std::getenv("LONGPOLE_UPDATE_GOLDEN");
    if (update != nullptr && std::string_view(update) == "1") {
        longpole::test::writeFile(file.string(), got.out);
    }
    EXPECT_EQ(got.out, longpole::test::readFile(file.string()));
}

void checkJson(const Outcome& got, element demanded)
{
    simdjson::dom::parser parser;
    element actual;
    ASSERT_FALSE(parser.parse(got.out).get(actual)) << "no JSON: " << got.out << got.err;
    const std::string wrong = longpole::test::mismatch(actual, demanded);
    EXPECT_TRUE(wrong.empty()) << wrong << got.err;
}

void runOne(element run, const fs::path& folder)
{
    const longpole::test::TempFolder temp;
    std::string_view line;
    ASSERT_FALSE(run["args"].get(line));
    std::string input;
    std::string_view name;
    if (!run["stdin"].get(name)) {
        input = longpole::test::readFile(expand(std::string(name), folder, temp.path()));
    }
    SCOPED_TRACE("longpole " + std::string(line));
    const Outcome got = longpole::test::runLongpole(arguments(line, folder, temp.path()), input);
    ASSERT_FALSE(got.timedOut);
    int64_t code = 0;
    if (run["code"].get(code)) {
        code = 0;
    }
    ASSERT_EQ(got.exitCode, code) << got.err << got.out;
    bool usage = false;
    if (code == 2 && (run["usage"].get(usage) || !usage)) {
        checkFailureMessage(got);
    }
    simdjson::dom::array texts;
    if (!run["stderr"].get(texts)) {
        for (element text : texts) {
            EXPECT_NE(got.err.find(std::string_view(text)), std::string::npos)
                << "no \"" << std::string_view(text) << "\" in: " << got.err;
        }
    }
    if (!run["stdout"].get(name)) {
        checkText(got, folder / std::string(name));
    }
    element demanded;
    if (!run["expect"].get(demanded)) {
        checkJson(got, demanded);
    }
}

class GoldenCase : public testing::Test
{
public:
    explicit GoldenCase(fs::path folder)
        : m_folder(std::move(folder))
    { }
    void TestBody() override
    {
        simdjson::dom::parser parser;
        element document;
        const auto error = parser.load((m_folder / "case.json").string()).get(document);
        ASSERT_FALSE(error) << m_folder << ": " << simdjson::error_message(error);
        simdjson::dom::array runs;
        ASSERT_FALSE(document["runs"].get(runs)) << m_folder;
        ASSERT_GT(runs.size(), 0U);
        for (element run : runs) {
            runOne(run, m_folder);
        }
    }

private:
    fs::path m_folder;
};

void registerCases()
{
    std::vector<fs::path> folders;
    for (const auto& entry : fs::recursive_directory_iterator(kRoot)) {
        if (entry.path().filename() == "case.json") {
            folders.push_back(entry.path().parent_path());
        }
    }
    std::sort(folders.begin(), folders.end());
    for (const fs::path& folder : folders) {
        std::string area = folder.parent_path().filename().string();
        std::string name = folder.filename().string();
        std::replace(name.begin(), name.end(), '-', '_');
        std::replace(area.begin(), area.end(), '-', '_');
        testing::RegisterTest(area.c_str(), name.c_str(), nullptr, nullptr, __FILE__, __LINE__,
                              [folder]() -> testing::Test* { return new GoldenCase(folder); });
    }
}

} // namespace

int main(int argc, char** argv)
{
    testing::InitGoogleTest(&argc, argv);
    registerCases();
    return RUN_ALL_TESTS();
}
