// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/version.h"
#include "core/store/codec.h"
#include "core/store/dimensions.h"

#include <algorithm>
#include <cstring>
#include <initializer_list>
#include <variant>

namespace longpole::store {

namespace {

using namespace model;

using Value = std::variant<std::monostate, std::int64_t, std::string_view>;

class RowWriter
{
public:
    explicit RowWriter(Result<Statement> insert)
        : m_insert(std::move(insert))
    { }
    // Does nothing after the first failure.
    void add(std::initializer_list<Value> values)
    {
        if (!m_error.empty() || !m_insert) {
            return;
        }
        int index = 1;
        for (const Value& value : values) {
            if (const auto* number = std::get_if<std::int64_t>(&value)) {
                m_insert->bind(index, *number);
            } else if (const auto* text = std::get_if<std::string_view>(&value)) {
                m_insert->bind(index, *text);
            } else {
                m_insert->bindNull(index);
            }
            ++index;
        }
        if (auto done = m_insert->run(); !done) {
            m_error.push_back(done.error());
        }
    }
    Result<void> result() const
    {
        if (!m_insert) {
            return fail(m_insert.error());
        }
        if (!m_error.empty()) {
            return fail(m_error.front());
        }
        return {};
    }

private:
    Result<Statement> m_insert;
    std::vector<Error> m_error;
};

template <class T>
std::int64_t number(T value)
{
    return static_cast<std::int64_t>(value);
}

Result<void> writeMeta(Database& db, const Trace& trace)
{
    const TraceInfo& info = trace.info();
    const TraceCounts& counts = trace.counts();
    RowWriter meta(db.prepare("INSERT INTO meta VALUES(?,?)"));
    meta.add({"longpole_version", std::string_view(version())});
    meta.add({"format", info.format});
    meta.add({"importer_reason", info.importerReason});
    meta.add({"producer", info.producer});
    meta.add({"trace_hash", info.hash});
    meta.add({"start_unix_ns", info.startUnixNs ? Value(*info.startUnixNs) : Value()});
    meta.add({"span_begin_ns", info.span.begin.ns});
    meta.add({"span_end_ns", info.span.end.ns});
    meta.add({"extent_begin_ns", info.extent.begin.ns});
    meta.add({"extent_end_ns", info.extent.end.ns});
    meta.add({"rank", number(info.rank)});
    meta.add({"world_size", number(info.worldSize)});
    meta.add({"slices", number(counts.slices)});
    meta.add({"gpu_ops", number(counts.gpuOps)});
    meta.add({"kernels", number(counts.kernels)});
    meta.add({"memcpys", number(counts.memcpys)});
    meta.add({"memsets", number(counts.memsets)});
    meta.add({"graph_replays", number(counts.graphReplays)});
    meta.add({"api_calls", number(counts.apiCalls)});
    meta.add({"counter_samples", number(counts.counterSamples)});
    meta.add({"links", number(counts.links)});
    meta.add({"instants", number(counts.instants)});
    return meta.result();
}

Result<void> writeTracks(Database& db, const Trace& trace)
{
    RowWriter tracks(db.prepare("INSERT INTO track VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)"));
    RowWriter rows(db.prepare("INSERT INTO track_row VALUES(?,?,?,?)"));
    for (const Track& t : trace.tracks()) {
        tracks.add({number(t.id.value), t.parent.valid() ? Value(number(t.parent.value)) : Value(),
                    number(t.kind), t.name, t.process, t.thread, t.pid, t.tid, number(t.rank),
                    number(t.device), t.context, t.stream, t.sortIndex, t.unit,
                    number(t.firstSlice), number(t.sliceCount), number(t.instantCount),
                    number(t.sampleCount)});
        std::int64_t row = 0;
        for (const Row& r : t.rows) {
            rows.add({number(t.id.value), row++, number(r.first), number(r.count)});
        }
    }
    auto done = tracks.result();
    return done ? rows.result() : done;
}

Result<void> writeLists(Database& db, const Trace& trace)
{
    RowWriter sources(db.prepare("INSERT INTO source(path) VALUES(?)"));
    for (const std::string& path : trace.info().sources) {
        sources.add({path});
    }
    RowWriter properties(db.prepare("INSERT INTO property(key, value) VALUES(?,?)"));
    for (const auto& [key, value] : trace.info().properties) {
        properties.add({key, value});
    }
    RowWriter categories(db.prepare("INSERT INTO category VALUES(?,?)"));
    std::int64_t id = 0;
    for (const std::string& name : trace.categories()) {
        categories.add({id++, name});
    }
    RowWriter devices(db.prepare("INSERT INTO device VALUES(?,?,?,?,?)"));
    id = 0;
    for (const Device& d : trace.devices()) {
        devices.add({id++, number(d.number), number(d.rank), d.name, d.properties});
    }
    RowWriter iterations(db.prepare("INSERT INTO iteration VALUES(?,?,?,?,?)"));
    id = 0;
    for (const Iteration& i : trace.iterations()) {
        iterations.add({id++, number(i.slice.value), i.name, i.range.begin.ns, i.range.end.ns});
    }
    for (const RowWriter* writer : {&sources, &properties, &categories, &devices, &iterations}) {
        if (auto done = writer->result(); !done) {
            return done;
        }
    }
    return {};
}

Result<void> writeLedger(Database& db, const Ledger& ledger)
{
    RowWriter entries(db.prepare("INSERT INTO ledger VALUES(?,?,?,?,?)"));
    RowWriter examples(db.prepare("INSERT INTO ledger_example(ledger, text) VALUES(?,?)"));
    std::int64_t id = 0;
    for (const LedgerEntry& e : ledger.entries()) {
        entries.add({id, e.kind, number(e.severity), e.meaning, number(e.count)});
        for (const std::string& example : e.examples) {
            examples.add({id, example});
        }
        ++id;
    }
    auto done = entries.result();
    return done ? examples.result() : done;
}

Result<void> writeStrings(Database& db, const StringPool& strings)
{
    constexpr std::size_t kStringsPerChunk = 65536;
    auto insert = db.prepare("INSERT INTO string_chunk VALUES(?,?,?,?,?,?)");
    if (!insert) {
        return fail(insert.error());
    }
    for (std::size_t first = 0; first < strings.size(); first += kStringsPerChunk) {
        const std::size_t count = std::min(kStringsPerChunk, strings.size() - first);
        std::vector<std::byte> bytes(count * sizeof(std::uint32_t));
        for (std::size_t i = 0; i < count; ++i) {
            const std::string_view text = strings.get(StringId::of(first + i));
            const auto length = static_cast<std::uint32_t>(text.size());
            std::memcpy(bytes.data() + i * sizeof length, &length, sizeof length);
        }
        const std::uint64_t begin = strings.offsets()[first];
        const auto text = std::as_bytes(std::span(strings.text()))
                              .subspan(begin, strings.offsets()[first + count] - begin);
        bytes.insert(bytes.end(), text.begin(), text.end());
        const EncodedChunk chunk = encodeBytes(bytes);
        insert->bind(1, number(first));
        insert->bind(2, number(count));
        insert->bind(3, number(bytes.size()));
        insert->bind(4, number(chunk.codec));
        insert->bind(5, number(chunkHash(chunk.bytes)));
        insert->bind(6, std::span<const std::byte>(chunk.bytes));
        if (auto done = insert->run(); !done) {
            return done;
        }
    }
    return {};
}

} // namespace

Result<void> writeDimensions(Database& db, const Trace& trace)
{
    if (auto done = writeMeta(db, trace); !done) {
        return done;
    }
    if (auto done = writeTracks(db, trace); !done) {
        return done;
    }
    if (auto done = writeLists(db, trace); !done) {
        return done;
    }
    if (auto done = writeLedger(db, trace.ledger()); !done) {
        return done;
    }
    return writeStrings(db, trace.strings());
}

} // namespace longpole::store
