// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Where the module goes in a command line of Python's.
#include "collectors/launch/python_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

namespace longpole::launch {

namespace {

std::vector<std::string> words(const std::string& line)
{
    std::istringstream in(line);
    std::vector<std::string> out;
    for (std::string word; in >> word;) {
        out.push_back(word);
    }
    return out;
}

std::string changed(const std::string& line)
{
    const auto out = pythonCommand(words(line), "RUN");
    if (!out) {
        return "refused: " + out.error().text();
    }
    std::string all;
    for (const std::string& word : *out) {
        all += (all.empty() ? "" : " ") + word;
    }
    return all;
}

TEST(PythonCommand, IsChangedWhereTheProgramBegins)
{
    const char* cases[][2] = {
        {"python train.py", "python RUN train.py"},
        {"/venv/bin/python3.11 train.py -m 3 -c", "/venv/bin/python3.11 RUN train.py -m 3 -c"},
        {"python3.13t -u -O train.py", "python3.13t -u -O RUN train.py"},
        {"python -W ignore -X dev train.py", "python -W ignore -X dev RUN train.py"},
        {"python -Wignore -Xdev train.py", "python -Wignore -Xdev RUN train.py"},
        {"python -uW ignore train.py", "python -uW ignore RUN train.py"},
        {"python --check-hash-based-pycs never t.py",
         "python --check-hash-based-pycs never RUN t.py"},
        {"python -m pkg.train -u", "python RUN -m pkg.train -u"},
        {"python -um pkg.train 1", "python -u RUN -m pkg.train 1"},
        {"python -mpkg.train 1", "python RUN -m pkg.train 1"},
        {"python -c print(1) a b", "python RUN -c print(1) a b"},
        {"python -IOcprint(1) a", "python -IO RUN -c print(1) a"},
    };
    for (const auto& [line, wanted] : cases) {
        EXPECT_EQ(changed(line), wanted) << line;
    }
}

TEST(PythonCommand, OthersAreRefusedWithAWayOut)
{
    using ::testing::HasSubstr;
    for (const char* line : {"torchrun train.py", "bash run.sh", "./train.py", "pythonista x",
                             "env python train.py", "ipython train.py"}) {
        EXPECT_THAT(changed(line), HasSubstr("--no-python python RUN SCRIPT")) << line;
    }
    for (const char* line :
         {"python", "python -u", "python -", "python -V", "python -m", "python -uc", "python -h"}) {
        EXPECT_THAT(changed(line), HasSubstr("refused: --python ranges: needs a program")) << line;
    }
    EXPECT_THAT(changed("python -x t.py"), HasSubstr("does not go with Python's option -x"));
    EXPECT_THAT(changed("python --new t.py"), HasSubstr("does not go with Python's option --new"));
}

} // namespace

} // namespace longpole::launch
