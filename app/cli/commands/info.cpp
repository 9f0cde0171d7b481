// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// longpole info: what a file is, and how much of what is in it.
#include "app/cli/commands/commands.h"
#include "app/cli/ledger_json.h"
#include "app/cli/one_trace_command.h"
#include "app/cli/output.h"

#include <algorithm>
#include <iostream>

namespace longpole::cli {

namespace {

Json nullable(std::int32_t v)
{
    return v < 0 ? Json(nullptr) : Json(v);
}

Json infoJson(const model::Trace& trace)
{
    const model::TraceInfo& info = trace.info();
    const model::TraceCounts& n = trace.counts();
    Json out = {
        {"format", info.format},
        {"importer_reason", info.importerReason},
        {"producer", info.producer},
        {"span_ns", info.span.duration().ns},
        {"slices", n.slices},
        {"gpu_ops", n.gpuOps},
        {"kernels", n.kernels},
        {"memcpys", n.memcpys},
        {"memsets", n.memsets},
        {"graph_replays", n.graphReplays},
        {"api_calls", n.apiCalls},
        {"counter_samples", n.counterSamples},
        {"links", n.links},
        {"instants", n.instants},
        {"iterations", trace.iterations().size()},
        {"origin_unix_ns", info.startUnixNs ? Json(*info.startUnixNs) : Json(nullptr)},
        {"rank", nullable(info.rank)},
        {"world_size", nullable(info.worldSize)},
    };
    out["devices"] = Json::array();
    for (const model::Device& d : trace.devices()) {
        out["devices"].push_back(
            {{"device", d.number}, {"name", d.name}, {"rank", nullable(d.rank)}});
    }
    out["tracks"] = Json::array();
    for (const model::Track& t : trace.tracks()) {
        out["tracks"].push_back({{"id", t.id.value},
                                 {"name", t.name},
                                 {"kind", model::trackKindName(t.kind)},
                                 {"slices", t.sliceCount},
                                 {"rows", t.rows.size()}});
    }
    out["ledger"] = ledgerJson(trace.ledger());
    return out;
}

void printHuman(const model::Trace& trace)
{
    const model::TraceInfo& info = trace.info();
    const model::TraceCounts& n = trace.counts();
    analysis::Table table;
    table.columns = {{"what", "", analysis::Unit::None, analysis::Role::Name},
                     {"value", "", analysis::Unit::None, analysis::Role::Name}};
    const auto line = [&](std::string what, std::string value) {
        table.rows.push_back({std::move(what), std::move(value)});
    };
    line("Format",
         info.format + (info.importerReason.empty() ? "" : " (" + info.importerReason + ")"));
    line("Producer", info.producer.empty() ? "unknown" : info.producer);
    line("Span", humanDuration(info.span.duration().ns));
    line("Slices", std::to_string(n.slices));
    line("GPU operations",
         std::to_string(n.gpuOps) + " (" + std::to_string(n.kernels) + " kernels, "
             + std::to_string(n.memcpys) + " copies, " + std::to_string(n.memsets) + " memsets, "
             + std::to_string(n.graphReplays) + " graph replays)");
    line("API calls", std::to_string(n.apiCalls));
    line("Links", std::to_string(n.links));
    line("Instants", std::to_string(n.instants));
    line("Counter samples", std::to_string(n.counterSamples));
    line("Iterations", std::to_string(trace.iterations().size()));
    for (const model::Device& d : trace.devices()) {
        line("GPU " + std::to_string(d.number),
             (d.name.empty() ? "unnamed" : d.name)
                 + (d.rank >= 0 ? ", rank " + std::to_string(d.rank) : ""));
    }
    line("Tracks", std::to_string(trace.tracks().size()));
    const model::Ledger ledger = trace.ledger();
    for (const model::LedgerEntry& e : ledger.entries()) {
        line("Ledger",
             std::string(model::severityName(e.severity)) + ": " + std::to_string(e.count) + " × "
                 + e.meaning);
    }
    std::size_t widest = 0;
    for (const auto& row : table.rows) {
        widest = std::max(widest, std::get<std::string>(row[0]).size());
    }
    for (const auto& row : table.rows) {
        const auto& what = std::get<std::string>(row[0]);
        std::cout << what << std::string(widest - what.size() + 2, ' ')
                  << std::get<std::string>(row[1]) << '\n';
    }
}

class InfoCommand final : public OneTraceCommand
{
public:
    std::string_view name() const override { return "info"; }
    std::string_view summary() const override
    {
        return "what a trace is and how much of what is in it";
    }
    std::string_view example() const override { return "longpole info trace.json.gz --json"; }

protected:
    void printJson(const model::Trace& trace) const override { cli::printJson(infoJson(trace)); }
    void printText(const model::Trace& trace) const override { printHuman(trace); }
};

} // namespace

std::unique_ptr<Command> makeInfoCommand()
{
    return std::make_unique<InfoCommand>();
}

} // namespace longpole::cli
