// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// tracks, ledger and meta: few rows, put together when the query begins.
#include "core/base/version.h"
#include "core/store/sql/views.h"

#include <array>

namespace longpole::store {

namespace {

using namespace model;

// Owns its texts, as a vector of rows of values.
class RowsWalker final : public Walker
{
public:
    std::size_t segmentCount() const override { return 1; }
    Segment enter(std::size_t /*segment*/, const RowFilter& /*filter*/) override
    {
        return {0, m_rows.size(), nullptr, nullptr};
    }
    SqlValue value(std::size_t row, std::size_t /*part*/, int column) override
    {
        const Cell& cell = m_rows[row][static_cast<std::size_t>(column)];
        if (const auto* number = std::get_if<std::int64_t>(&cell)) {
            return SqlValue::of(*number);
        }
        if (const auto* text = std::get_if<std::string>(&cell)) {
            return SqlValue::shortText(*text);
        }
        return SqlValue::null();
    }
    std::int64_t rowid(std::size_t row, std::size_t /*part*/) const override
    {
        return static_cast<std::int64_t>(row);
    }

    using Cell = std::variant<std::monostate, std::int64_t, std::string>;
    void add(std::vector<Cell> row) { m_rows.push_back(std::move(row)); }

private:
    std::vector<std::vector<Cell>> m_rows;
};

using Cell = RowsWalker::Cell;

Cell text(std::string_view s)
{
    return std::string(s);
}

Cell textOrNull(const std::string& s)
{
    return s.empty() ? Cell() : Cell(s);
}

template <class T>
Cell number(T v)
{
    return static_cast<std::int64_t>(v);
}

// Track and Device use -1 for "not known".
template <class T>
Cell knownOrNull(T v)
{
    return v == -1 ? Cell() : number(v);
}

std::unique_ptr<Walker> walkTracks(const Trace& trace)
{
    auto rows = std::make_unique<RowsWalker>();
    for (const Track& t : trace.tracks()) {
        const bool onDevice =
            t.device >= 0 && static_cast<std::size_t>(t.device) < trace.devices().size();
        const Device* device =
            onDevice ? &trace.devices()[static_cast<std::size_t>(t.device)] : nullptr;
        rows->add({number(t.id.value), text(t.name), text(trackKindName(t.kind)),
                   t.parent.valid() ? number(t.parent.value) : Cell(), knownOrNull(t.rank),
                   textOrNull(t.process), textOrNull(t.thread),
                   device != nullptr ? number(device->number) : Cell(), knownOrNull(t.context),
                   knownOrNull(t.stream), knownOrNull(t.pid), knownOrNull(t.tid),
                   textOrNull(t.unit)});
    }
    return rows;
}

std::unique_ptr<Walker> walkLedger(const Trace& trace)
{
    auto rows = std::make_unique<RowsWalker>();
    const Ledger ledger = trace.ledger();
    for (const LedgerEntry& e : ledger.entries()) {
        const auto add = [&](Cell example) {
            rows->add({text(e.kind), text(severityName(e.severity)), number(e.count),
                       std::move(example), text(e.meaning)});
        };
        for (const std::string& example : e.examples) {
            add(example);
        }
        if (e.examples.empty()) {
            add(Cell());
        }
    }
    return rows;
}

std::unique_ptr<Walker> walkMeta(const Trace& trace)
{
    auto rows = std::make_unique<RowsWalker>();
    const TraceInfo& info = trace.info();
    const TraceCounts& counts = trace.counts();
    const auto add = [&](const char* key, Cell value) { rows->add({text(key), std::move(value)}); };
    add("longpole_version", text(version()));
    add("format", text(info.format));
    add("importer_reason", text(info.importerReason));
    add("producer", textOrNull(info.producer));
    add("start_unix_ns", info.startUnixNs ? number(*info.startUnixNs) : Cell());
    add("span_begin_ns", number(info.span.begin.ns));
    add("span_ns", number(info.span.duration().ns));
    add("rank", knownOrNull(info.rank));
    add("world_size", knownOrNull(info.worldSize));
    add("slices", number(counts.slices));
    add("gpu_ops", number(counts.gpuOps));
    add("kernels", number(counts.kernels));
    add("memcpys", number(counts.memcpys));
    add("memsets", number(counts.memsets));
    add("graph_replays", number(counts.graphReplays));
    add("api_calls", number(counts.apiCalls));
    add("counter_samples", number(counts.counterSamples));
    add("links", number(counts.links));
    add("instants", number(counts.instants));
    for (const std::string& source : info.sources) {
        add("source", text(source));
    }
    for (const auto& [key, value] : info.properties) {
        rows->add({text("property." + key), text(value)});
    }
    return rows;
}

constexpr std::array kTrackColumns{
    ViewColumn{"id", "INTEGER"},      ViewColumn{"name", "TEXT"},
    ViewColumn{"kind", "TEXT"},       ViewColumn{"parent_id", "INTEGER"},
    ViewColumn{"rank", "INTEGER"},    ViewColumn{"process", "TEXT"},
    ViewColumn{"thread", "TEXT"},     ViewColumn{"device", "INTEGER"},
    ViewColumn{"context", "INTEGER"}, ViewColumn{"stream", "INTEGER"},
    ViewColumn{"pid", "INTEGER"},     ViewColumn{"tid", "INTEGER"},
    ViewColumn{"unit", "TEXT"}};
constexpr std::array kLedgerColumns{ViewColumn{"kind", "TEXT"}, ViewColumn{"severity", "TEXT"},
                                    ViewColumn{"count", "INTEGER"}, ViewColumn{"example", "TEXT"},
                                    ViewColumn{"meaning", "TEXT"}};
constexpr std::array kMetaColumns{ViewColumn{"key", "TEXT"}, ViewColumn{"value", ""}};

} // namespace

const View kTracksView{"tracks", kTrackColumns,
                       [](const Trace& t) -> std::uint64_t { return t.tracks().size(); },
                       walkTracks};
const View kLedgerView{"ledger", kLedgerColumns, [](const Trace&) -> std::uint64_t { return 20; },
                       walkLedger};
const View kMetaView{"meta", kMetaColumns, [](const Trace&) -> std::uint64_t { return 30; },
                     walkMeta};

} // namespace longpole::store
