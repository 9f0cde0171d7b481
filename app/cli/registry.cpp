// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/commands/commands.h"

namespace longpole::cli {

std::vector<std::unique_ptr<Command>> makeCommands()
{
    std::vector<std::unique_ptr<Command>> all;
    all.push_back(makeOpenCommand());
    all.push_back(makeImportCommand());
    all.push_back(makeExportCommand());
    all.push_back(makeInfoCommand());
    all.push_back(makeLedgerCommand());
    addAnalysisCommands(all);
    all.push_back(makePathCommand());
    all.push_back(makeStallsCommand());
    all.push_back(makeWhatIfCommand());
    all.push_back(makeCommCommand());
    all.push_back(makeDiffCommand());
    all.push_back(makeAgreeCommand());
    all.push_back(makeQueryCommand());
    all.push_back(makeRenderCommand());
    all.push_back(makeRecordCommand());
    all.push_back(makeIngestCommand());
    return all;
}

} // namespace longpole::cli
