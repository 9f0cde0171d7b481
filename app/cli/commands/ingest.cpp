// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// longpole ingest: what a recording left in its folder of spools, as a store.
#include "app/cli/commands/commands.h"
#include "app/cli/commands/recording.h"

#include <filesystem>
#include <iostream>

namespace longpole::cli {

namespace {

namespace fs = std::filesystem;

class IngestCommand final : public Command
{
public:
    std::string_view name() const override { return "ingest"; }
    std::string_view summary() const override
    {
        return "make a trace of the folder that an interrupted recording left";
    }
    std::string_view example() const override
    {
        return "longpole ingest run.longpole.spool -o run.longpole";
    }
    void addOptions(CLI::App& app) override
    {
        app.add_option("DIR", m_folder, "folder of .lpspool files")->required();
        app.add_option("-o,--output", m_output,
                       "store to write; default: DIR without .spool, beside it");
    }
    Result<int> run() override
    {
        std::error_code ignored;
        if (!fs::is_directory(m_folder, ignored)) {
            return fail(Errc::Io, "is not a folder", m_folder);
        }
        if (m_output.empty()) {
            fs::path folder = fs::path(m_folder).lexically_normal();
            folder = folder.has_filename() ? folder : folder.parent_path();
            m_output = folder.extension() == ".spool" ? folder.replace_extension().string()
                                                      : folder.string();
            m_output += m_output.ends_with(".longpole") ? "" : ".longpole";
        }
        auto trace = openSpools(m_folder);
        if (!trace) {
            return fail(trace.error());
        }
        if (*trace == nullptr) {
            return fail(Errc::Format, "holds no spool with anything recorded", m_folder);
        }
        if (auto saved = saveRecording(**trace, m_output); !saved) {
            return fail(saved.error());
        }
        sayNotes(m_folder);
        sayResult(m_output, **trace);
        return kExitFine;
    }

private:
    std::string m_folder;
    std::string m_output;
};

} // namespace

std::unique_ptr<Command> makeIngestCommand()
{
    return std::make_unique<IngestCommand>();
}

} // namespace longpole::cli
