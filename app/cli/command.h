// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Command: one subcommand of `longpole`. A command is one file in commands/ plus one line in
// registry.cpp.
#pragma once

#include "core/base/result.h"

#include <CLI/CLI.hpp>

#include <memory>
#include <string_view>
#include <vector>

namespace longpole::cli {

// Exit codes of the contract.
inline constexpr int kExitFine = 0;
inline constexpr int kExitCheckFailed = 1;
inline constexpr int kExitError = 2;

class Command
{
public:
    virtual ~Command() = default;
    virtual std::string_view name() const = 0;
    virtual std::string_view summary() const = 0;
    // One line to try, shown by --help.
    virtual std::string_view example() const = 0;
    virtual void addOptions(CLI::App& app) = 0;
    // Returns an exit code, or an error that main prints ("longpole: FILE: message"), exit 2.
    virtual Result<int> run() = 0;
};

std::vector<std::unique_ptr<Command>> makeCommands();

} // namespace longpole::cli
