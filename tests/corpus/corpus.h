// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Where the corpus of real traces is, and how its tests ask the command line.
#pragma once

#include <simdjson.h>

#include <string>
#include <vector>

namespace longpole::test {

// A file of the corpus ($LONGPOLE_CORPUS, else beside the project), or empty if it isn't there.
std::string corpusFile(const std::string& name);

// The JSON that the command line prints for these arguments. Fails the test (and gives an empty
// object) when it doesn't exit with 0 or prints no JSON.
class Answer
{
public:
    Answer(const std::vector<std::string>& arguments);
    simdjson::dom::element json() const { return m_json; }
    // Empty, or what is not as demanded (json_match.h).
    std::string mismatch(const std::string& demanded) const;

private:
    simdjson::dom::parser m_parser;
    simdjson::dom::element m_json;
};

// A file was checked; the program prints how many at its end.
void noteChecked(const std::string& name);

} // namespace longpole::test

// NAME: a corpus file's path, or the test is skipped with a message.
#define LONGPOLE_NEED_CORPUS(PATH, NAME)                                                           \
    const std::string PATH = longpole::test::corpusFile(NAME);                                     \
    if (PATH.empty()) {                                                                            \
        GTEST_SKIP() << "the corpus is not here (set LONGPOLE_CORPUS): " << (NAME);                \
    }
