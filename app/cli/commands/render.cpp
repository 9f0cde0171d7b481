// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// longpole render: the timeline as a picture, without a display. The viewer does the drawing.
#include "app/cli/commands/commands.h"
#include "app/cli/viewer_program.h"

namespace longpole::cli {

namespace {

class RenderCommand final : public Command
{
public:
    std::string_view name() const override { return "render"; }
    std::string_view summary() const override
    {
        return "draw the timeline into a PNG or SVG file, without a display";
    }
    std::string_view example() const override
    {
        return "longpole render trace.json.gz -o timeline.png --size 1920x1080";
    }
    void addOptions(CLI::App& app) override
    {
        app.add_option("FILE", m_file, "trace to draw")->required();
        app.add_option("-o,--output", m_output, "picture to write (.png or .svg)")->required();
        app.add_option("--size", m_size, "width and height in pixels")->default_str("1920x1080");
        app.add_option("--range", m_range,
                       "part to draw, START:END, in ns or with a unit (10ms:20ms)");
        app.add_option("--theme", m_theme, "dark or light")
            ->check(CLI::IsMember({"dark", "light"}));
    }
    Result<int> run() override
    {
        std::vector<std::string> args{"--render", m_file, "-o", m_output, "--size", m_size};
        if (!m_range.empty()) {
            args.insert(args.end(), {"--range", m_range});
        }
        if (!m_theme.empty()) {
            args.insert(args.end(), {"--theme", m_theme});
        }
        return runViewer(args, {"QT_QPA_PLATFORM=offscreen"});
    }

private:
    std::string m_file;
    std::string m_output;
    std::string m_size = "1920x1080";
    std::string m_range;
    std::string m_theme;
};

} // namespace

std::unique_ptr<Command> makeRenderCommand()
{
    return std::make_unique<RenderCommand>();
}

} // namespace longpole::cli
