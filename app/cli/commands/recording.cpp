// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/recording.h"

#include "app/cli/output.h"
#include "app/cli/trace_input.h"
#include "collectors/launch/spool_folder.h"
#include "core/open/open_trace.h"

#include <iostream>

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
