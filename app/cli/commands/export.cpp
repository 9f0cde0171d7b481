// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// longpole export: a trace as plain rows for other tools.
#include "app/cli/commands/commands.h"
#include "app/cli/output.h"
#include "app/cli/trace_input.h"
#include "core/open/export_trace.h"

#include <filesystem>
#include <iostream>

namespace longpole::cli {

namespace {

namespace fs = std::filesystem;

class ExportCommand final : public Command
{
public:
    std::string_view name() const override { return "export"; }
    std::string_view summary() const override
    {
        return "write a trace as Chrome JSON, CSV or SQLite, for other tools";
    }
    std::string_view example() const override
    {
        return "longpole export trace.json.gz --to sqlite -o trace.db";
    }
    void addOptions(CLI::App& app) override
    {
        m_input.addOptions(app);
        std::vector<std::string> formats;
        for (const open::ExportFormat& f : open::exportFormats()) {
            formats.emplace_back(f.id);
        }
        app.add_option("--to", m_to, "format to write; chrome-json is gzipped if OUT ends in .gz")
            ->required()
            ->check(CLI::IsMember(formats));
        app.add_option("-o,--output", m_output,
                       "file to write (csv: folder); an existing one is replaced")
            ->required();
        app.add_flag("--json", m_json, "print one JSON object");
    }
    Result<int> run() override
    {
        if (auto free = refuseInput(); !free) {
            return fail(free.error());
        }
        auto trace = m_input.open();
        if (!trace) {
            return fail(trace.error());
        }
        auto written = [&] {
            const TerminalJob job;
            return open::exportTrace(**trace, m_to, m_output, job.context());
        }();
        if (!written) {
            return fail(written.error());
        }
        report(**trace, *written);
        return kExitFine;
    }

private:
    Result<void> refuseInput() const
    {
        const fs::path output(m_output);
        for (const std::string& file : m_input.files) {
            std::error_code ignored;
            const bool inFolder = fs::is_directory(file, ignored) && fs::exists(output, ignored)
                && fs::equivalent(file, fs::absolute(output, ignored).parent_path(), ignored);
            if (file != "-" && (inFolder || fs::equivalent(file, output, ignored))) {
                return fail(Errc::Io,
                            "is an input file and is not overwritten; choose another name with -o",
                            m_output);
            }
        }
        return {};
    }

    void report(const model::Trace& trace, const open::Exported& written) const
    {
        const model::TraceCounts& n = trace.counts();
        if (m_json) {
            printJson({{"output", m_output},
                       {"format", m_to},
                       {"bytes", written.bytes},
                       {"slices", n.slices},
                       {"gpu_ops", n.gpuOps},
                       {"api_calls", n.apiCalls},
                       {"links", n.links},
                       {"instants", n.instants},
                       {"counter_samples", n.counterSamples},
                       {"notes", written.notes}});
            return;
        }
        std::cout << m_output << ": " << n.slices << " slices, " << written.bytes << " bytes\n";
        for (const std::string& note : written.notes) {
            std::cout << "note: " << note << '\n';
        }
    }

    TraceInput m_input;
    std::string m_to;
    std::string m_output;
    bool m_json = false;
};

} // namespace

std::unique_ptr<Command> makeExportCommand()
{
    return std::make_unique<ExportCommand>();
}

} // namespace longpole::cli
