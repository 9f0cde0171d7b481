// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// longpole ledger: every repair, drop and guess of an import.
#include "app/cli/commands/commands.h"
#include "app/cli/ledger_json.h"
#include "app/cli/one_trace_command.h"
#include "app/cli/output.h"

#include <iostream>

namespace longpole::cli {

namespace {

class LedgerCommand final : public OneTraceCommand
{
public:
    std::string_view name() const override { return "ledger"; }
    std::string_view summary() const override
    {
        return "what was repaired, left out or guessed while reading, with examples";
    }
    std::string_view example() const override { return "longpole ledger trace.json"; }

protected:
    void printJson(const model::Trace& trace) const override
    {
        cli::printJson({{"ledger", ledgerJson(trace.ledger())}});
    }
    void printText(const model::Trace& trace) const override
    {
        const model::Ledger ledger = trace.ledger();
        if (ledger.entries().empty()) {
            std::cout << "Nothing was repaired, left out or guessed.\n";
        }
        for (const model::LedgerEntry& e : ledger.entries()) {
            std::cout << model::severityName(e.severity) << ": " << e.count << " × " << e.meaning
                      << " [" << e.kind << "]\n";
            for (const std::string& example : e.examples) {
                std::cout << "    " << example << '\n';
            }
        }
    }
};

} // namespace

std::unique_ptr<Command> makeLedgerCommand()
{
    return std::make_unique<LedgerCommand>();
}

} // namespace longpole::cli
