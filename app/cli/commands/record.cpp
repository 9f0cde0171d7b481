// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// longpole record: runs a program and records what it does on the GPU.
#include "app/cli/commands/commands.h"
#include "app/cli/commands/record_graph.h"
#include "app/cli/commands/record_overhead.h"
#include "app/cli/commands/record_setup.h"
#include "app/cli/commands/recording.h"
#include "app/cli/output.h"
#include "collectors/launch/counter_plans.h"
#include "collectors/launch/python_command.h"
#include "collectors/launch/spool_folder.h"

#include <chrono>
#include <filesystem>
#include <iostream>

namespace longpole::cli {

namespace {

namespace fs = std::filesystem;

class RecordCommand final : public Command
{
public:
    std::string_view name() const override { return "record"; }
    std::string_view summary() const override
    {
        return "run a program and record its GPU work, calls and NVTX ranges";
    }
    std::string_view example() const override
    {
        return "longpole record -o run.longpole -- python train.py";
    }
    void addOptions(CLI::App& app) override;
    Result<int> run() override;

private:
    Result<void> prepare();
    Result<int> recordOnce(const Properties& more = {});
    Result<int> recordMeasured();
    Result<int> recordChosen(const OverheadFigures& figures);
    Result<void> makeFolder();
    Result<int> finish(int exitCode, Properties properties);
    Result<int> explain(const launch::Variables& variables) const;
    Result<launch::Ended> runRecorded(const std::vector<std::string>& command,
                                      const launch::RecordingOptions& options);
    void countKernels();
    // For a viewer that runs this command: one JSON object a line on standard error.
    void progress(const char* state, const Json& more = Json::object());
    void removeSpools();

    std::vector<std::string> m_command;
    std::vector<std::string> m_recorded; // what runs when it is recorded: see --python
    std::string m_output;
    std::string m_spool;
    launch::RecordingOptions m_options;
    std::size_t m_overhead = 0;
    std::string m_overheadRange;
    std::string m_progress;
    std::string m_chip;
    std::string m_hardwareTrace = "off";
    bool m_noSubscribe = false;
    bool m_force = false;
    bool m_printEnv = false;
    bool m_dryRun = false;
    bool m_keepSpool = false;
    bool m_madeFolder = false;
    std::chrono::steady_clock::time_point m_begin = std::chrono::steady_clock::now();
    std::chrono::steady_clock::time_point m_lastTick{};
};

void RecordCommand::addOptions(CLI::App& app)
{
    app.add_option("COMMAND", m_command, "program to run and its arguments, after --");
    app.add_option("-o,--output", m_output,
                   "store to write; default: longpole-PROGRAM-TIME.longpole");
    app.add_option("--spool", m_spool,
                   "folder for the raw recording, which is then kept; default: OUTPUT.spool");
    app.add_option("--kinds", m_options.kinds,
                   "records to take: default, minimal (kernels only) or full, then +KIND,-KIND");
    app.add_option("--driver-api", m_options.driverApi, "driver calls: those that work, all, none")
        ->check(CLI::IsMember({"launch", "all", "none"}));
    app.add_option("--graph", m_options.graph,
                   "CUDA graphs: every node, or one operation per launch (cheaper); auto measures "
                   "in 3 pairs of runs, the first to warm up (--overhead N: in N), and takes every "
                   "node unless that makes the program more than 10 % slower; one without graphs "
                   "runs once")
        ->check(CLI::IsMember({"node", "graph", "auto"}));
    app.add_flag("--latency", m_options.latency, "when kernels were queued and submitted");
    app.add_option("--nvtx", m_options.nvtx, "NVTX ranges")->check(CLI::IsMember({"on", "off"}));
    app.add_option("--buffers", m_options.buffers, "buffers for CUPTI: 64x1M");
    app.add_option("--flush-ms", m_options.flushMs, "what a killed program may lose, in ms")
        ->check(CLI::Range(1, 3'600'000));
    app.add_option("--max-spool", m_options.maxSpool,
                   "stop writing at this size, per process: 20G");
    app.add_option("--capture", m_options.capture,
                   "CUDA work of a window only: cudaProfilerApi, or delay=S,duration=S");
    addCounterOptions(app, m_options, m_chip);
    app.add_option("--hes", m_hardwareTrace, "tracing by the hardware, where CUPTI does it well")
        ->check(CLI::IsMember({"auto", "off"}));
    addPythonOptions(app, m_options);
    app.add_flag(
        "--coexist", m_options.coexist,
        "share CUPTI with other profilers that do (CUDA 13.3, driver 610); elsewhere it is "
        "used alone");
    app.add_option("--cupti", m_options.cupti, "libcupti to use, instead of the one found");
    app.add_flag("--no-subscribe", m_noSubscribe,
                 "don't become CUPTI's subscriber, for programs that bring one");
    app.add_option("--overhead", m_overhead,
                   "measure what recording costs: run N times without and N times with it")
        ->check(CLI::Range(3, 1000));
    app.add_option("--overhead-range", m_overheadRange,
                   "with --overhead: measure this NVTX range instead of wall time");
    app.add_flag("--force", m_force, "replace injection libraries of other tools");
    app.add_flag("--print-env", m_printEnv,
                 "print the variables to set by hand instead of running anything");
    app.add_flag("--dry-run", m_dryRun, "say what would be done");
    app.add_option("--progress", m_progress, "report on standard error, a JSON object a line")
        ->check(CLI::IsMember({"json"}));
}

void RecordCommand::progress(const char* state, const Json& more)
{
    if (m_progress != "json") {
        return;
    }
    Json line{{"longpole", state}};
    line.update(more);
    std::cerr << line.dump(-1, ' ', false, Json::error_handler_t::replace) << std::endl;
}

Result<void> RecordCommand::prepare()
{
    if (m_command.empty() && !m_printEnv) {
        return fail(Errc::Unsupported,
                    "no command to run; write: longpole record -- COMMAND ARGUMENTS…");
    }
    auto library = collectorLibrary();
    if (!library) {
        return fail(library.error());
    }
    m_options.collector = *library;
    m_options.hardwareTrace = m_hardwareTrace == "auto";
    m_options.subscribe = !m_noSubscribe;
    if (auto fine = checkChoices({m_options, m_overhead > 0, m_chip, m_dryRun}); !fine) {
        return fine;
    }
    m_recorded = m_command;
    if (m_options.python == "ranges" && !m_command.empty()) {
        auto command = launch::pythonCommand(m_command, launch::pythonRunner(m_options.collector));
        if (!command) {
            return fail(command.error());
        }
        m_recorded = *command;
    }
    if (m_output.empty()) {
        m_output = defaultOutput(m_command.empty() ? "run" : m_command[0]);
    }
    m_keepSpool = !m_spool.empty();
    m_options.spoolFolder = fs::absolute(m_keepSpool ? m_spool : m_output + ".spool").string();
    return {};
}

Result<int> RecordCommand::run()
{
    if (auto ready = prepare(); !ready) {
        return fail(ready.error());
    }
    leaveForeignTools(m_options, m_force);
    auto variables = launch::recordingVariables(m_options);
    if (!variables) {
        return fail(variables.error());
    }
    if (m_printEnv || m_dryRun) {
        return explain(*variables);
    }
    if (!launch::spoolsIn(m_options.spoolFolder).empty()) {
        return fail(Errc::Io,
                    "holds a recording already; ingest it (longpole ingest) or choose another "
                    "folder with --spool",
                    m_options.spoolFolder);
    }
    if (auto made = makeFolder(); !made) {
        return fail(made.error());
    }
    if (m_options.graph == "auto" && !m_options.cuda) {
        m_options.graph = "node"; // of nothing
    }
    return m_overhead > 0 || m_options.graph == "auto" ? recordMeasured() : recordOnce();
}

Result<void> RecordCommand::makeFolder()
{
    std::error_code error;
    m_madeFolder = fs::create_directories(m_options.spoolFolder, error) || m_madeFolder;
    if (error) {
        return fail(Errc::Io, "cannot be made: " + error.message(), m_options.spoolFolder);
    }
    return {};
}

Result<int> RecordCommand::explain(const launch::Variables& variables) const
{
    std::string plans;
    if (m_dryRun && !m_options.counters.empty()) {
        auto made = launch::counterPlans(m_options.counters, m_options.cupti, m_chip);
        if (!made) {
            return fail(made.error());
        }
        plans = *made;
    }
    std::cout << remarks(m_options) << environmentText(variables) << plans;
    if (!m_dryRun) {
        return kExitFine;
    }
    if (countsKernels(m_options.counters)) {
        std::cout << "# the program runs twice: to record it, then "
                  << purposeOfSecondRun(m_options.counters) << '\n';
    }
    std::cout << "# then: longpole ingest " << m_options.spoolFolder << " -o " << m_output << '\n';
    return kExitFine;
}

Result<launch::Ended> RecordCommand::runRecorded(const std::vector<std::string>& command,
                                                 const launch::RecordingOptions& options)
{
    auto variables = launch::recordingVariables(options);
    if (!variables) {
        return fail(variables.error());
    }
    progress("started",
             {{"command", m_command},
              {"spool", m_options.spoolFolder},
              {"measures", countsKernels(options.counters)}});
    return launch::runProgram(command, *variables, [&](pid_t) {
        const auto now = std::chrono::steady_clock::now();
        if (m_progress.empty() || now - m_lastTick < std::chrono::milliseconds(500)) {
            return;
        }
        m_lastTick = now;
        std::uint64_t bytes = 0;
        std::size_t processes = 0;
        for (const launch::SpoolEntry& e : launch::spoolsIn(m_options.spoolFolder)) {
            bytes += e.bytes;
            ++processes;
        }
        progress("running",
                 {{"seconds", std::chrono::duration<double>(now - m_begin).count()},
                  {"processes", processes},
                  {"bytes", bytes}});
    });
}

Result<int> RecordCommand::recordOnce(const Properties& more)
{
    launch::RecordingOptions options = m_options;
    const bool measure = countsKernels(options.counters);
    if (measure) {
        options.counters.clear();
    }
    auto ended = runRecorded(m_recorded, options);
    if (!ended) {
        removeSpools();
        return fail(ended.error());
    }
    waitForWriters(m_options.spoolFolder);
    if (measure && m_options.cuda && ended->exitCode == 0
        && !launch::spoolsIn(m_options.spoolFolder).empty()) {
        countKernels();
    }
    Properties properties = more;
    properties.emplace_back("recording.seconds", secondsText(ended->seconds));
    return finish(ended->exitCode, std::move(properties));
}

// The second run, of the same program: its spools hold counters only. Whatever becomes of it, the
// recording stays.
void RecordCommand::countKernels()
{
    std::cerr << "longpole: running the program again " << purposeOfSecondRun(m_options.counters)
              << '\n';
    launch::RecordingOptions options = m_options;
    options.nvtx = "off";
    auto ended = runRecorded(m_command, options);
    if (!ended) {
        std::cerr << "longpole: " << ended.error().text() << '\n';
    } else if (ended->exitCode != 0) {
        std::cerr << "longpole: the program ended with " << ended->exitCode
                  << " while its kernels were measured: counters may be missing\n";
    }
    waitForWriters(m_options.spoolFolder);
}

Result<int> RecordCommand::recordMeasured()
{
    const bool chooses = m_options.graph == "auto";
    OverheadRequest request{m_command, m_recorded, m_options, m_overhead, m_overheadRange};
    if (chooses) {
        m_options.graph = request.options.graph = "node";
        request.options.counters.clear();
        request.onlyWithGraphs = m_overhead == 0;
        request.pairs = m_overhead == 0 ? kGraphPairs : m_overhead;
    }
    progress("started",
             {{"command", m_command}, {"spool", m_options.spoolFolder}, {"measures", false}});
    auto figures = measureOverhead(request);
    if (!figures) {
        removeSpools();
        return fail(figures.error());
    }
    if (figures->exitCode != 0) {
        std::cerr << "longpole: the program ended with " << figures->exitCode
                  << ": the cost of recording was not measured\n";
        return finish(figures->exitCode, {});
    }
    if (chooses) {
        return recordChosen(*figures);
    }
    std::cerr << "longpole: " << overheadText(*figures) << '\n';
    return finish(0, overheadProperties(*figures));
}

// After --graph auto has measured. The figures are those of recording every node: they are kept as
// the cost of this recording only where it does.
Result<int> RecordCommand::recordChosen(const OverheadFigures& figures)
{
    GraphChoice choice = chooseGraphs(figures);
    m_options.graph = choice.mode;
    std::cerr << "longpole: " << choice.reason << '\n';
    if (m_overhead > 0) {
        std::cerr << "longpole: " << overheadText(figures) << '\n';
        if (choice.mode == "node") {
            const Properties cost = overheadProperties(figures);
            choice.properties.insert(choice.properties.end(), cost.begin(), cost.end());
        }
    }
    if (choice.mode == "node" && m_options.counters.empty()) {
        choice.properties.emplace_back("recording.seconds", secondsText(figures.seconds));
        return finish(0, std::move(choice.properties)); // its last recorded run is the recording
    }
    removeSpools();
    if (auto made = makeFolder(); !made) {
        return fail(made.error());
    }
    return recordOnce(choice.properties);
}

Result<int> RecordCommand::finish(int exitCode, Properties properties)
{
    progress("ingesting");
    sayNotes(m_options.spoolFolder);
    auto trace = openSpools(m_options.spoolFolder);
    if (trace && *trace == nullptr) {
        std::cerr << "longpole: nothing was recorded: the program used neither CUDA nor NVTX, or "
                     "ended before\n";
        progress("done", {{"exit_code", exitCode}, {"output", nullptr}});
        removeSpools();
        return exitCode;
    }
    const Properties facts = recordingFacts(m_command, m_options, exitCode);
    properties.insert(properties.end(), facts.begin(), facts.end());
    Result<void> saved;
    if (trace) {
        *trace = withProperties(**trace, properties);
        saved = saveRecording(**trace, m_output);
    }
    if (!trace || !saved) {
        const Error error = trace ? saved.error() : trace.error();
        std::cerr << "longpole: " << error.text() << "\nlongpole: the recording is kept in "
                  << m_options.spoolFolder << "; then: longpole ingest " << m_options.spoolFolder
                  << '\n';
        return exitCode != 0 ? exitCode : kExitError;
    }
    sayResult(m_output, **trace);
    progress("done", {{"exit_code", exitCode}, {"output", fs::absolute(m_output).string()}});
    if (!m_keepSpool) {
        removeSpools();
    }
    return exitCode;
}

void RecordCommand::removeSpools()
{
    launch::removeSpools(m_options.spoolFolder, m_madeFolder);
}

} // namespace

std::unique_ptr<Command> makeRecordCommand()
{
    return std::make_unique<RecordCommand>();
}

} // namespace longpole::cli
