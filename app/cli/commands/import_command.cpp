// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// longpole import: a trace as a .longpole file, which opens without parsing.
#include "app/cli/commands/commands.h"
#include "app/cli/output.h"
#include "app/cli/trace_input.h"
#include "core/open/open_trace.h"

#include <filesystem>
#include <iostream>

namespace longpole::cli {

namespace {

namespace fs = std::filesystem;

class ImportCommand final : public Command
{
public:
    std::string_view name() const override { return "import"; }
    std::string_view summary() const override
    {
        return "turn a trace into a .longpole file, which opens at once";
    }
    std::string_view example() const override
    {
        return "longpole import trace.json.gz -o trace.longpole";
    }
    void addOptions(CLI::App& app) override
    {
        app.add_option("FILE", m_input.files, "trace to read; - is standard input")->required();
        app.add_option("-o,--output", m_output, "store to write; an existing one is replaced")
            ->required();
        app.add_option("--format", m_input.format, "importer to use instead of the detected one");
        m_input.addConvert(app);
        app.add_flag("--json", m_json, "print one JSON object");
    }
    Result<int> run() override
    {
        for (const std::string& file : m_input.files) {
            std::error_code ignored;
            if (file != "-" && fs::equivalent(file, m_output, ignored)) {
                return fail(Errc::Io,
                            "is an input file and is not overwritten; choose another name with -o",
                            m_output);
            }
        }
        m_input.useCache = false;
        auto trace = m_input.open();
        if (!trace) {
            return fail(trace.error());
        }
        auto saved = [&] {
            const TerminalJob job;
            return open::saveTrace(**trace, m_output, job.context());
        }();
        if (!saved) {
            return fail(saved.error());
        }
        report(**trace);
        return kExitFine;
    }

private:
    void report(const model::Trace& trace) const
    {
        std::error_code ignored;
        const auto bytes = fs::file_size(m_output, ignored);
        if (m_json) {
            printJson({{"output", m_output}, {"bytes", bytes}, {"slices", trace.counts().slices}});
        } else {
            std::cout << m_output << ": " << trace.counts().slices << " slices, " << bytes
                      << " bytes\n";
        }
    }

    TraceInput m_input;
    std::string m_output;
    bool m_json = false;
};

} // namespace

std::unique_ptr<Command> makeImportCommand()
{
    return std::make_unique<ImportCommand>();
}

} // namespace longpole::cli
