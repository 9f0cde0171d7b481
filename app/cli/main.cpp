// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "core/base/version.h"

#include <algorithm>
#include <iostream>
#include <string>

namespace {

using longpole::cli::Command;

// `longpole FILE…` means `longpole open FILE…`.
std::vector<std::string> withImpliedOpen(int argc, char** argv,
                                         const std::vector<std::unique_ptr<Command>>& commands)
{
    std::vector<std::string> args(argv + 1, argv + argc);
    if (!args.empty() && (args.front() == "-" || !args.front().starts_with('-'))) {
        const bool known = std::any_of(commands.begin(), commands.end(),
                                       [&](const auto& c) { return c->name() == args.front(); });
        if (!known && args.front() != "help") {
            args.insert(args.begin(), "open");
        }
    }
    return args;
}

int report(const longpole::Error& error)
{
    std::cerr << "longpole: " << error.text() << '\n';
    return longpole::cli::kExitError;
}

} // namespace

int main(int argc, char** argv)
{
    const auto commands = longpole::cli::makeCommands();
    CLI::App app("Longpole: where did the GPU's time go, and what would help", "longpole");
    app.set_version_flag("--version", std::string("longpole ") + longpole::version());
    app.require_subcommand(1);
    app.footer("longpole FILE… opens the traces in the viewer. Exit codes: 0 fine, 1 a check "
               "failed, 2 error.");
    int code = 0;
    longpole::Result<int> outcome(0);
    for (const auto& command : commands) {
        CLI::App* const sub =
            app.add_subcommand(std::string(command->name()), std::string(command->summary()));
        sub->footer("Example: " + std::string(command->example()));
        command->addOptions(*sub);
        Command* const raw = command.get();
        sub->callback([raw, &outcome] { outcome = raw->run(); });
    }
    std::vector<std::string> args = withImpliedOpen(argc, argv, commands);
    std::reverse(args.begin(), args.end()); // CLI11 takes them from the back
    try {
        app.parse(args);
    } catch (const CLI::ParseError& e) {
        code = app.exit(e);
        return code == 0 ? 0 : longpole::cli::kExitError;
    }
    if (!outcome) {
        return report(outcome.error());
    }
    std::cout.flush();
    if (!std::cout) {
        return report({longpole::Errc::Io,
                       "the output could not be written (disk full or closed pipe)",
                       "standard output"});
    }
    return *outcome;
}
