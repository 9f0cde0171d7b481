// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// longpole ledger: every repair, drop and guess of an import.
#include "app/cli/commands/commands.h"
#include "app/cli/ledger_json.h"
#include "app/cli/trace_input.h"

#include <iostream>

namespace longpole::cli {

namespace {

class LedgerCommand final : public Command
{
public:
    std::string_view name() const override { return "ledger"; }
    std::string_view summary() const override
    {
        return "what was repaired, left out or guessed while reading, with examples";
    }
    std::string_view example() const override { return "longpole ledger trace.json"; }
    void addOptions(CLI::App& app) override
    {
        m_input.addOptions(app);
        app.add_flag("--json", m_json, "print one JSON object");
    }
    Result<int> run() override
    {
        auto trace = m_input.open();
        if (!trace) {
            return fail(trace.error());
        }
        const model::Ledger ledger = (*trace)->ledger();
        if (m_json) {
            printJson({{"ledger", ledgerJson(ledger)}});
            return kExitFine;
        }
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
        return kExitFine;
    }

private:
    TraceInput m_input;
    bool m_json = false;
};

} // namespace

std::unique_ptr<Command> makeLedgerCommand()
{
    return std::make_unique<LedgerCommand>();
}

} // namespace longpole::cli
