// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// longpole open: starts the viewer.
#include "app/cli/commands/commands.h"
#include "app/cli/viewer_program.h"

#include <cstdlib>

namespace longpole::cli {

namespace {

class OpenCommand final : public Command
{
public:
    std::string_view name() const override { return "open"; }
    std::string_view summary() const override { return "open traces in the viewer"; }
    std::string_view example() const override { return "longpole open trace.json.gz"; }
    void addOptions(CLI::App& app) override
    {
        app.add_option("FILE", m_files,
                       "traces to open: ranks of one run are one trace, two others a comparison");
        auto* const join = app.add_flag("--join", m_join, "one trace, whatever the files are");
        app.add_flag("--compare", m_compare, "two traces to compare: two files, or two folders")
            ->excludes(join);
        auto* const before = app.add_option(
            "--before", m_before, "runs before a change, or the ranks of one, to compare");
        auto* const after = app.add_option("--after", m_after, "runs after it");
        before->needs(after)->excludes(join);
        after->needs(before);
    }
    Result<int> run() override
    {
        const bool display = std::getenv("DISPLAY") != nullptr
            || std::getenv("WAYLAND_DISPLAY") != nullptr
            || std::getenv("QT_QPA_PLATFORM") != nullptr;
        if (!display) {
            return fail(Errc::Unsupported,
                        "there is no display for the viewer; use longpole render FILE -o OUT.png "
                        "for a picture or longpole info FILE for figures");
        }
        if (!m_before.empty() && !m_files.empty()) {
            return fail(Errc::Unsupported,
                        "name the files to compare behind --before and --after, and no others",
                        m_files.front());
        }
        if (m_compare && m_before.empty() && m_files.size() != 2) {
            return fail(Errc::Unsupported,
                        "--compare wants two files, or two folders with the ranks of a run each");
        }
        std::vector<std::string> arguments;
        if (m_join || m_compare) {
            arguments.emplace_back(m_join ? "--join" : "--compare");
        }
        // One option each: the viewer's parser takes one value per option.
        for (const std::string& run : m_before) {
            arguments.insert(arguments.end(), {"--before", run});
        }
        for (const std::string& run : m_after) {
            arguments.insert(arguments.end(), {"--after", run});
        }
        arguments.insert(arguments.end(), m_files.begin(), m_files.end());
        return runViewer(arguments);
    }

private:
    std::vector<std::string> m_files;
    std::vector<std::string> m_before;
    std::vector<std::string> m_after;
    bool m_join = false;
    bool m_compare = false;
};

} // namespace

std::unique_ptr<Command> makeOpenCommand()
{
    return std::make_unique<OpenCommand>();
}

} // namespace longpole::cli
