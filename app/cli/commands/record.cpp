// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// longpole record: runs a program and records what it does on the GPU.
#include "app/cli/commands/commands.h"
#include "app/cli/commands/record_overhead.h"
#include "app/cli/commands/record_setup.h"
#include "app/cli/commands/recording.h"
#include "app/cli/output.h"
#include "collectors/launch/counter_plans.h"
#include "collectors/launch/spool_folder.h"

#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <thread>

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
    void sayForeignTools();
    Result<int> recordOnce();
    Result<int> recordWithOverhead();
    void waitForWriters();
    Result<int> finish(int exitCode, Properties properties);
    Result<int> explain(const launch::Variables& variables) const;
    Result<launch::Ended> runRecorded(const launch::RecordingOptions& options);
    void countKernels();
    // For a viewer that runs this command: one JSON object a line on standard error.
    void progress(const char* state, const Json& more = Json::object());
    void removeSpools();

    std::vector<std::string> m_command;
    std::string m_output;
    std::string m_spool;
    launch::RecordingOptions m_options;
    std::size_t m_overhead = 0;
    std::string m_overheadRange;
    std::string m_progress;
    std::string m_chip;
    std::string m_python = "off";
    std::string m_hardwareTrace = "off";
    bool m_coexist = false;
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
                   "CUDA graphs: every node, or one operation per launch (cheaper)")
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
    app.add_option("--python", m_python, "ranges of Python functions")
        ->check(CLI::IsMember({"off", "ranges"}));
    app.add_flag("--coexist", m_coexist, "share CUPTI with another profiler");
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
    if (auto fine =
            checkChoices({m_options, m_overhead > 0, m_coexist, m_python, m_chip, m_dryRun});
        !fine) {
        return fine;
    }
    m_options.subscribe = !m_noSubscribe;
    if (m_output.empty()) {
        m_output = defaultOutput(m_command.empty() ? "run" : m_command[0]);
    }
    m_keepSpool = !m_spool.empty();
    m_options.spoolFolder = fs::absolute(m_keepSpool ? m_spool : m_output + ".spool").string();
    return {};
}

void RecordCommand::sayForeignTools()
{
    for (const char* variable : {"CUDA_INJECTION64_PATH", "NVTX_INJECTION64_PATH"}) {
        const char* const set = std::getenv(variable);
        if (set == nullptr || *set == 0 || m_options.collector == set || m_force) {
            continue;
        }
        std::cerr << "longpole: " << variable << " is set to " << set
                  << ", another tool's library, and is left so: "
                  << (variable[0] == 'C' ? "CUDA work" : "NVTX ranges")
                  << " will not be recorded (--force replaces it)\n";
        if (variable[0] == 'C') {
            m_options.cuda = false;
        } else {
            m_options.nvtx = "off";
        }
    }
}

Result<int> RecordCommand::run()
{
    if (auto ready = prepare(); !ready) {
        return fail(ready.error());
    }
    sayForeignTools();
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
    std::error_code error;
    m_madeFolder = fs::create_directories(m_options.spoolFolder, error);
    if (error) {
        return fail(Errc::Io, "cannot be made: " + error.message(), m_options.spoolFolder);
    }
    return m_overhead > 0 ? recordWithOverhead() : recordOnce();
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
    std::cout << environmentText(variables) << plans;
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

Result<launch::Ended> RecordCommand::runRecorded(const launch::RecordingOptions& options)
{
    auto variables = launch::recordingVariables(options);
    if (!variables) {
        return fail(variables.error());
    }
    progress("started",
             {{"command", m_command},
              {"spool", m_options.spoolFolder},
              {"measures", countsKernels(options.counters)}});
    return launch::runProgram(m_command, *variables, [&](pid_t) {
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

Result<int> RecordCommand::recordOnce()
{
    launch::RecordingOptions options = m_options;
    const bool measure = countsKernels(options.counters);
    if (measure) {
        options.counters.clear();
    }
    auto ended = runRecorded(options);
    if (!ended) {
        removeSpools();
        return fail(ended.error());
    }
    waitForWriters();
    if (measure && m_options.cuda && ended->exitCode == 0) {
        countKernels();
    }
    char seconds[32];
    std::snprintf(seconds, sizeof(seconds), "%.3f", ended->seconds);
    return finish(ended->exitCode, {{"recording.seconds", seconds}});
}

// The second run, of the same program: its spools hold counters only. Whatever becomes of it, the
// recording stays.
void RecordCommand::countKernels()
{
    std::cerr << "longpole: running the program again " << purposeOfSecondRun(m_options.counters)
              << '\n';
    launch::RecordingOptions options = m_options;
    options.nvtx = "off";
    auto ended = runRecorded(options);
    if (!ended) {
        std::cerr << "longpole: " << ended.error().text() << '\n';
    } else if (ended->exitCode != 0) {
        std::cerr << "longpole: the program ended with " << ended->exitCode
                  << " while its kernels were measured: counters may be missing\n";
    }
    waitForWriters();
}

// Children that outlive the program still write; a second Ctrl+C ends this process.
void RecordCommand::waitForWriters()
{
    bool said = false;
    for (auto writers = launch::writersOf(m_options.spoolFolder); !writers.empty();
         writers = launch::writersOf(m_options.spoolFolder)) {
        if (!said) {
            said = true;
            std::cerr << "longpole: waiting for process " << writers.front()
                      << ", which the program left running (Ctrl+C: stop waiting; later: longpole "
                         "ingest "
                      << m_options.spoolFolder << ")\n";
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
    }
}

Result<int> RecordCommand::recordWithOverhead()
{
    auto figures = measureOverhead({m_command, m_options, m_overhead, m_overheadRange});
    if (!figures) {
        removeSpools();
        return fail(figures.error());
    }
    if (figures->exitCode != 0) {
        std::cerr << "longpole: the program ended with " << figures->exitCode
                  << ": the cost of recording was not measured\n";
        return finish(figures->exitCode, {});
    }
    std::cerr << "longpole: " << overheadText(*figures) << '\n';
    return finish(0, overheadProperties(*figures));
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
    std::string command;
    for (const std::string& word : m_command) {
        command += (command.empty() ? "" : " ") + word;
    }
    properties.emplace_back("recording.command", command);
    properties.emplace_back("recording.exit_code", std::to_string(exitCode));
    properties.emplace_back("recording.kinds", m_options.kinds);
    if (!m_options.capture.empty()) {
        properties.emplace_back("recording.capture", m_options.capture);
    }
    properties.emplace_back("recording.graph", m_options.graph);
    if (!m_options.counters.empty()) {
        properties.emplace_back("recording.counters", m_options.counters);
    }
    properties.emplace_back("recording.driver_api", m_options.driverApi);
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

// Our own files and, if it was ours, the folder; nothing else that may lie there.
void RecordCommand::removeSpools()
{
    std::error_code ignored;
    for (const launch::SpoolEntry& e : launch::spoolsIn(m_options.spoolFolder)) {
        fs::remove(e.path, ignored);
    }
    if (m_madeFolder) {
        fs::remove(m_options.spoolFolder, ignored);
    }
}

} // namespace

std::unique_ptr<Command> makeRecordCommand()
{
    return std::make_unique<RecordCommand>();
}

} // namespace longpole::cli
