// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a program for a test: output and exit code, with a time limit.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace longpole::test {

struct Outcome
{
    int exitCode = -1; // 128 + N if signal N ended it
    bool timedOut = false; // killed after the limit
    std::string out;
    std::string err;
};

// argv[0] is a path. `input` becomes its standard input. Blocks.
Outcome runProgram(const std::vector<std::string>& argv, std::string_view input = {},
                   int limitSeconds = 60);

// The command line under test, with these arguments.
Outcome runLongpole(const std::vector<std::string>& arguments, std::string_view input = {},
                    int limitSeconds = 60);

std::string readFile(const std::string& path);
void writeFile(const std::string& path, std::string_view bytes);

// A fresh folder under the system's temporary one, removed with everything in it at the end.
class TempFolder
{
public:
    TempFolder();
    ~TempFolder();
    TempFolder(const TempFolder&) = delete;
    TempFolder& operator=(const TempFolder&) = delete;
    const std::string& path() const { return m_path; }
    std::string file(std::string_view name) const { return m_path + "/" + std::string(name); }

private:
    std::string m_path;
};

} // namespace longpole::test
