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
    void addOptions(CLI::App& app) override { app.add_option("FILE", m_files, "traces to open"); }
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
        return runViewer(m_files);
    }

private:
    std::vector<std::string> m_files;
};

} // namespace

std::unique_ptr<Command> makeOpenCommand()
{
    return std::make_unique<OpenCommand>();
}

} // namespace longpole::cli
