// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/corpus/corpus.h"

#include "tests/golden/json_match.h"
#include "tests/golden/run_program.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <set>

namespace longpole::test {

namespace {

std::set<std::string>& checkedFiles()
{
    static std::set<std::string> files;
    return files;
}

// Says at the end how many corpus files the program looked at.
class CountAtEnd final : public testing::Environment
{
public:
    void TearDown() override
    {
        std::cout << "corpus files checked: " << checkedFiles().size() << "\n";
    }
};

const testing::Environment* const kCount =
    testing::AddGlobalTestEnvironment(new CountAtEnd); // owned by GoogleTest

} // namespace

std::string corpusFile(const std::string& name)
{
    const char* set = std::getenv("LONGPOLE_CORPUS");
    const std::filesystem::path root = set != nullptr
        ? std::filesystem::path(set)
        : std::filesystem::path(LONGPOLE_SOURCE_DIR).parent_path() / "shared" / "corpus";
    const std::filesystem::path path = root / name;
    return kCount != nullptr && std::filesystem::exists(path) ? path.string() : std::string();
}

void noteChecked(const std::string& name)
{
    checkedFiles().insert(name);
}

Answer::Answer(const std::vector<std::string>& arguments)
{
    const Outcome got = runLongpole(arguments, {}, 300);
    EXPECT_EQ(got.exitCode, 0) << got.err;
    if (m_parser.parse(got.out).get(m_json)) {
        ADD_FAILURE() << "no JSON: " << got.out.substr(0, 500) << got.err;
        m_json = m_parser.parse(std::string_view("{}"));
    }
}

std::string Answer::mismatch(const std::string& demanded) const
{
    simdjson::dom::parser parser;
    return test::mismatch(m_json, parser.parse(demanded));
}

} // namespace longpole::test
