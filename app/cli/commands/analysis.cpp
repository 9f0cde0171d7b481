// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// One command per registered analysis: longpole gpu-time, longpole kernels, …
#include "core/analysis/analysis.h"

#include "app/cli/commands/commands.h"
#include "app/cli/output.h"
#include "app/cli/trace_input.h"

#include <deque>

namespace longpole::cli {

namespace {

class AnalysisCommand final : public Command
{
public:
    explicit AnalysisCommand(const analysis::Analysis& analysis)
        : m_analysis(analysis)
        , m_example("longpole " + std::string(analysis.descriptor.id) + " trace.json.gz --json")
    { }
    std::string_view name() const override { return m_analysis.descriptor.id; }
    std::string_view summary() const override { return m_analysis.descriptor.summary; }
    std::string_view example() const override { return m_example; }
    void addOptions(CLI::App& app) override
    {
        m_input.addOptions(app);
        app.add_flag("--json", m_json, "print one JSON object");
        app.add_flag("--csv", m_csv, "print the main table as CSV")->excludes("--json");
        for (const analysis::Parameter& p : m_analysis.descriptor.parameters) {
            m_options.push_back({std::string(p.name), p.takesValue, false, {}});
            Option& option = m_options.back();
            if (p.takesValue) {
                app.add_option("--" + option.name, option.value, std::string(p.summary));
            } else {
                app.add_flag("--" + option.name, option.set, std::string(p.summary));
            }
        }
    }
    Result<int> run() override
    {
        auto trace = m_input.open();
        if (!trace) {
            return fail(trace.error());
        }
        analysis::Parameters parameters;
        for (const Option& o : m_options) {
            if (o.set || !o.value.empty()) {
                parameters[o.name] = o.value;
            }
        }
        auto report = [&] {
            const TerminalJob job;
            return m_analysis.run(**trace, parameters, job.context());
        }();
        if (!report) {
            return fail(report.error());
        }
        printReport(*report,
                    m_json      ? OutputFormat::AsJson
                        : m_csv ? OutputFormat::AsCsv
                                : OutputFormat::Human);
        return kExitFine;
    }

private:
    struct Option
    {
        std::string name;
        bool takesValue;
        bool set;
        std::string value;
    };
    const analysis::Analysis& m_analysis;
    std::string m_example;
    TraceInput m_input;
    std::deque<Option> m_options; // stable addresses: CLI11 writes into them
    bool m_json = false;
    bool m_csv = false;
};

} // namespace

void addAnalysisCommands(std::vector<std::unique_ptr<Command>>& all)
{
    for (const analysis::Analysis& a : analysis::analyses()) {
        all.push_back(std::make_unique<AnalysisCommand>(a));
    }
}

} // namespace longpole::cli
