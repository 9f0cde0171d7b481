// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The subcommands, one file each; registry.cpp lists them.
#pragma once

#include "app/cli/command.h"

namespace longpole::cli {

std::unique_ptr<Command> makeAgreeCommand();
std::unique_ptr<Command> makeCommCommand();
std::unique_ptr<Command> makeDiffCommand();
std::unique_ptr<Command> makeExportCommand();
std::unique_ptr<Command> makeImportCommand();
std::unique_ptr<Command> makeInfoCommand();
std::unique_ptr<Command> makeIngestCommand();
std::unique_ptr<Command> makeLedgerCommand();
std::unique_ptr<Command> makeOpenCommand();
std::unique_ptr<Command> makePathCommand();
std::unique_ptr<Command> makeQueryCommand();
std::unique_ptr<Command> makeRecordCommand();
std::unique_ptr<Command> makeRenderCommand();
std::unique_ptr<Command> makeStallsCommand();
std::unique_ptr<Command> makeWhatIfCommand();
// One command per analysis that core/analysis/registry.cpp lists.
void addAnalysisCommands(std::vector<std::unique_ptr<Command>>& all);

} // namespace longpole::cli
