// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/recording.h"

#include "app/cli/output.h"
#include "app/cli/trace_input.h"
#include "collectors/launch/spool_folder.h"
#include "core/open/open_trace.h"

#include <chrono>
#include <cstdio>
#include <iostream>
#include <thread>

namespace longpole::cli {

Result<std::shared_ptr<const model::Trace>> openSpools(const std::string& folder)
{
    std::vector<std::string> paths;
    for (const launch::SpoolEntry& e : launch::spoolsIn(folder)) {
        paths.push_back(e.path);
    }
    if (paths.empty()) {
        return std::shared_ptr<const model::Trace>();
    }
    const TerminalJob job;
    auto trace = open::openTrace(paths, {"", false, false}, job.context());
    if (!trace) {
        return fail(trace.error());
    }
    const model::TraceCounts& counts = (*trace)->counts();
    if (counts.slices + counts.instants + counts.counterSamples == 0) {
        return std::shared_ptr<const model::Trace>();
    }
    return *trace;
}

std::shared_ptr<const model::Trace> withProperties(const model::Trace& trace,
                                                   const Properties& properties)
{
    model::TraceParts parts = trace.parts();
    parts.info.properties.insert(parts.info.properties.end(), properties.begin(), properties.end());
    return std::make_shared<const model::Trace>(std::move(parts), trace.source());
}

void waitForWriters(const std::string& folder)
{
    bool said = false;
    for (auto writers = launch::writersOf(folder); !writers.empty();
         writers = launch::writersOf(folder)) {
        if (!said) {
            said = true;
            std::cerr << "longpole: waiting for process " << writers.front()
                      << ", which the program left running (Ctrl+C: stop waiting; later: longpole "
                         "ingest "
                      << folder << ")\n";
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
    }
}

Properties recordingFacts(const std::vector<std::string>& command,
                          const launch::RecordingOptions& options, int exitCode)
{
    std::string line;
    for (const std::string& word : command) {
        line += (line.empty() ? "" : " ") + word;
    }
    Properties out{{"recording.command", line},
                   {"recording.exit_code", std::to_string(exitCode)},
                   {"recording.kinds", options.kinds}};
    if (!options.capture.empty()) {
        out.emplace_back("recording.capture", options.capture);
    }
    out.emplace_back("recording.graph", options.graph);
    if (!options.counters.empty()) {
        out.emplace_back("recording.counters", options.counters);
    }
    if (options.python != "off") {
        out.emplace_back("recording.python", options.python);
    }
    out.emplace_back("recording.driver_api", options.driverApi);
    return out;
}

std::string secondsText(double seconds)
{
    char text[32];
    std::snprintf(text, sizeof(text), "%.3f", seconds);
    return text;
}

Result<void> saveRecording(const model::Trace& trace, const std::string& output)
{
    const TerminalJob job;
    return open::saveTrace(trace, output, job.context());
}

void sayNotes(const std::string& folder)
{
    for (const std::string& note : launch::notesIn(folder)) {
        std::cerr << "longpole: " << note << '\n';
    }
}

void sayResult(const std::string& output, const model::Trace& trace)
{
    const model::TraceCounts& c = trace.counts();
    std::cerr << "longpole: " << output << ": " << c.gpuOps << " GPU operations, " << c.apiCalls
              << " API calls, " << c.slices - c.gpuOps - c.apiCalls << " other slices in "
              << humanDuration(trace.info().span.duration().ns) << '\n';
    const model::Ledger ledger = trace.ledger();
    for (const model::LedgerEntry& e : ledger.entries()) {
        if (e.severity == model::Severity::DataLoss) {
            std::cerr << "longpole: " << output << ": " << e.count << " × " << e.meaning << '\n';
        }
    }
}

} // namespace longpole::cli
