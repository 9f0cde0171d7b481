// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
#include "collectors/launch/python_command.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <string_view>
#include <utility>

namespace longpole::launch {

namespace {

constexpr const char* kOption = "--python ranges";

// "python", "python3", "python3.13t", "python3-dbg", wherever they are.
bool isInterpreter(const std::string& word)
{
    std::string_view name = word;
    if (const std::size_t slash = name.rfind('/'); slash != std::string_view::npos) {
        name.remove_prefix(slash + 1);
    }
    if (!name.starts_with("python")) {
        return false;
    }
    name.remove_prefix(6);
    const std::size_t end = std::min(name.find_first_not_of("0123456789."), name.size());
    name.remove_prefix(end);
    return name.empty() || name == "t" || name == "d" || name == "td" || name == "-dbg";
}

Error nothingToRun()
{
    return {Errc::Unsupported, "needs a program: python SCRIPT, python -m MODULE or python -c CODE",
            kOption};
}

// Where the letters of an option without a value end: they may be written together, as in -um
// MODULE, -Wignore, -cCODE.
Result<std::size_t> plainLetters(const std::string& word)
{
    constexpr std::string_view kPlain = "bBdEiIOPqRsSuv";
    const std::size_t at = std::min(word.find_first_not_of(kPlain, 1), word.size());
    const char letter = at < word.size() ? word[at] : 'W';
    if (letter == 'V' || letter == 'h' || letter == '?') {
        return fail(nothingToRun());
    }
    if (std::string_view("mcWX").find(letter) == std::string_view::npos) {
        return fail(Errc::Unsupported, "does not go with Python's option " + word, kOption);
    }
    return at;
}

// -um, -cCODE and the like, where the letter at `at` says what to run: the runner comes before it.
std::vector<std::string> split(const std::string& word, std::size_t at, const std::string& runner)
{
    std::vector<std::string> out;
    if (at > 1) {
        out.push_back(word.substr(0, at));
    }
    out.push_back(runner);
    out.push_back(std::string("-") + word[at]);
    if (at + 1 < word.size()) {
        out.push_back(word.substr(at + 1));
    }
    return out;
}

} // namespace

std::string pythonRunner(const std::string& collector)
{
    return (std::filesystem::path(collector).parent_path() / "longpole_py/__main__.py").string();
}

Result<std::vector<std::string>> pythonCommand(const std::vector<std::string>& command,
                                               const std::string& runner)
{
    if (command.empty() || !isInterpreter(command[0])) {
        return fail(Errc::Unsupported,
                    "records the Python that the command itself is, and "
                        + (command.empty() ? "there is no command" : command[0] + " is none")
                        + "; leave it out, and where Python is started write: python " + runner
                        + " SCRIPT (torchrun: --no-python python " + runner + " SCRIPT)",
                    kOption);
    }
    std::vector<std::string> out{command[0]};
    const auto withRest = [&](std::size_t from) {
        out.insert(out.end(), command.begin() + static_cast<std::ptrdiff_t>(from), command.end());
        return out;
    };
    for (std::size_t i = 1; i < command.size(); ++i) {
        const std::string& word = command[i];
        if (word.size() < 2 || word[0] != '-') {
            if (word == "-") {
                break; // standard input
            }
            out.push_back(runner);
            return withRest(i);
        }
        if (word == "--check-hash-based-pycs" && i + 1 < command.size()) {
            out.push_back(word);
            out.push_back(command[++i]);
            continue;
        }
        const auto at = plainLetters(word);
        if (!at) {
            return fail(at.error());
        }
        const bool ends = *at < word.size() && (word[*at] == 'm' || word[*at] == 'c');
        const bool attached = *at + 1 < word.size();
        if (!ends) {
            out.push_back(word);
            if (*at + 1 == word.size() && i + 1 < command.size()) {
                out.push_back(command[++i]); // of -W or -X
            }
            continue;
        }
        if (!attached && i + 1 == command.size()) {
            break;
        }
        for (std::string& part : split(word, *at, runner)) {
            out.push_back(std::move(part));
        }
        return withRest(i + 1);
    }
    return fail(nothingToRun());
}

} // namespace longpole::launch
