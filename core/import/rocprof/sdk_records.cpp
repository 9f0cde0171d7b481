// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/rocprof/sdk_records.h"

#include "core/import/json_writer.h"
#include "core/model/names.h"

#include <algorithm>
#include <limits>

namespace longpole::import {

namespace {

namespace dom = simdjson::dom;
using model::kNull32;
using model::kNull64;
using model::Severity;

std::string place(std::uint64_t offset)
{
    return "byte " + std::to_string(offset);
}

std::int64_t asId(std::optional<std::uint64_t> v)
{
    constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    return v && *v <= kMost ? static_cast<std::int64_t>(*v) : kNull64;
}

std::int64_t correlation(dom::element value)
{
    dom::element ids;
    if (value["correlation_id"].get(ids) != simdjson::SUCCESS) {
        return kNull64;
    }
    const std::int64_t id = asId(handleAt(ids, "internal"));
    return id == 0 ? kNull64 : id;
}

bool dimensions(dom::element info, std::string_view key, std::uint32_t (&out)[3])
{
    dom::element size;
    if (info[key].get(size) != simdjson::SUCCESS) {
        return false;
    }
    std::uint32_t found[3] = {};
    int i = 0;
    for (const char* const axis : {"x", "y", "z"}) {
        const auto n = integerAt(size, axis);
        if (!n || *n < 0 || *n >= std::int64_t{kNull32}) {
            return false;
        }
        found[i++] = static_cast<std::uint32_t>(*n);
    }
    std::copy(std::begin(found), std::end(found), out);
    return true;
}

// The counters of one dispatch as an object; instances of one counter (per engine) are summed, as
// rocprofv3's own CSV does.
std::string countersOf(dom::element value, const SdkTables& tables)
{
    std::map<std::string, double> sums;
    dom::array records;
    if (value["records"].get(records) == simdjson::SUCCESS) {
        for (const dom::element r : records) {
            const auto id = handleAt(r, "counter_id");
            double v = 0;
            if (!id || r["value"].get(v) != simdjson::SUCCESS) {
                continue;
            }
            std::string name(tables.counter(*id));
            sums[name.empty() ? "counter " + std::to_string(*id) : name] += v;
        }
    }
    JsonWriter out;
    out.beginObject();
    for (const auto& [name, v] : sums) {
        out.key(name).real(v);
    }
    out.endObject();
    return out.take();
}

std::string withCounters(std::string_view record, const std::string& counters)
{
    std::string out(record);
    const std::size_t end = out.find_last_of('}');
    if (end != std::string::npos) {
        out.erase(end);
        out += (out.find(':') == std::string::npos ? "\"counters\":" : ",\"counters\":") + counters
            + "}";
    }
    return out;
}

} // namespace

bool SdkRecords::isRecord(std::string_view path)
{
    return path.starts_with("buffer_records/") || path == "callback_records/counter_collection";
}

void SdkRecords::take(std::string_view path, std::string_view text, dom::element value,
                      EventBatch& batch, std::uint64_t offset)
{
    ++batch.events;
    if (path == "callback_records/counter_collection") {
        counters(text, value, batch, offset);
        return;
    }
    path.remove_prefix(std::string_view("buffer_records/").size());
    if (path == "kernel_dispatch") {
        dispatch(text, value, batch, offset);
    } else if (path == "memory_copy") {
        copy(text, value, batch, offset);
    } else if (path == "marker_api") {
        marker(text, value, batch, offset);
    } else if (path.starts_with("pc_sample")) {
        batch.ledger.add("samples-not-read", Severity::DataLoss,
                         "program counter samples are not shown", path);
    } else {
        call(path, text, value, batch, offset);
    }
}

bool SdkRecords::times(dom::element value, SliceRecord& s, EventBatch& batch, std::uint64_t offset)
{
    const auto start = integerAt(value, "start_timestamp");
    const auto end = integerAt(value, "end_timestamp");
    if (!start || !end) {
        batch.ledger.add("record-without-times", Severity::DataLoss,
                         "records without a start and an end were left out", place(offset));
        return false;
    }
    s.start = *start;
    s.duration = *end >= *start ? saturatingSub(*end, *start) : 0;
    if (*end < *start) {
        s.flags |= model::SliceClamped;
        batch.ledger.add("negative-duration", Severity::Repaired,
                         "negative durations were set to 0", place(offset));
    }
    return true;
}

bool SdkRecords::kernel(dom::element info, SliceRecord& s, GpuFacts& facts, EventBatch& batch)
{
    const auto id = handleAt(info, "kernel_id");
    const KernelSymbol* const symbol = id ? m_tables.kernel(*id) : nullptr;
    if (symbol != nullptr && !symbol->name.empty()) {
        s.name = batch.intern(symbol->name);
        facts.kind = model::kernelKind(symbol->name);
        facts.registers = symbol->registers;
    } else {
        s.name = batch.intern("kernel " + (id ? std::to_string(*id) : std::string("?")));
        batch.ledger.add("kernel-without-name", Severity::Info,
                         "kernels whose names are not in the file go by their numbers");
    }
    std::uint32_t items[3] = {};
    if (dimensions(info, "workgroup_size", facts.block) && dimensions(info, "grid_size", items)) {
        // The file counts work items, everything else here blocks.
        for (int i = 0; i < 3; ++i) {
            const std::uint32_t block = std::max(facts.block[i], 1U);
            facts.grid[i] = items[i] / block + (items[i] % block != 0 ? 1 : 0);
        }
    }
    const auto lds = integerAt(info, "group_segment_size");
    if (lds && *lds >= 0 && *lds < std::int64_t{kNull32}) {
        facts.sharedStatic = static_cast<std::uint32_t>(*lds);
    }
    return true;
}

void SdkRecords::streamTrack(dom::element value, std::optional<std::uint64_t> queue,
                             const Agent* agent, SliceRecord& s, GpuFacts& facts, EventBatch& batch)
{
    const auto stream = handleAt(value, "stream_id");
    TrackKey k;
    k.kind = model::TrackKind::Stream;
    k.pid = agent != nullptr ? agent->number : 0;
    k.owner = m_tables.pid;
    if (stream || queue) {
        k.tid = asId(stream ? stream : queue);
        facts.stream = k.tid;
    } else {
        k.tid = std::int64_t{batch.intern("copies").value};
        k.tidIsText = true;
    }
    s.track = batch.track(k);
}

void SdkRecords::dispatch(std::string_view text, dom::element value, EventBatch& batch,
                          std::uint64_t offset)
{
    SliceRecord s;
    dom::element info;
    if (value["dispatch_info"].get(info) != simdjson::SUCCESS) {
        batch.ledger.add("dispatch-without-info", Severity::DataLoss,
                         "kernel dispatches without dispatch_info were left out", place(offset));
        return;
    }
    if (!times(value, s, batch, offset)) {
        return;
    }
    GpuFacts facts;
    facts.correlation = correlation(value);
    kernel(info, s, facts, batch);
    const auto agentHandle = handleAt(info, "agent_id");
    streamTrack(value, handleAt(info, "queue_id"),
                agentHandle ? m_tables.agent(*agentHandle) : nullptr, s, facts, batch);
    const auto id = handleAt(info, "dispatch_id");
    const auto counted = id ? m_counted.find(*id) : m_counted.end();
    if (counted != m_counted.end()) {
        s.args = batch.keepArgs(withCounters(text, counted->second.counters));
        m_counted.erase(counted);
    } else {
        s.args = batch.keepArgs(text);
    }
    s.category = batch.category("kernel_dispatch");
    add(s, facts, batch);
}

void SdkRecords::add(SliceRecord& s, const GpuFacts& facts, EventBatch& batch) const
{
    s.role = SliceRole::GpuOp;
    s.facts = static_cast<std::uint32_t>(batch.gpu.size());
    batch.gpu.push_back(facts);
    batch.gpu.back().scope = m_process;
    batch.slices.push_back(s);
}

void SdkRecords::copy(std::string_view text, dom::element value, EventBatch& batch,
                      std::uint64_t offset)
{
    SliceRecord s;
    if (!times(value, s, batch, offset)) {
        return;
    }
    GpuFacts facts;
    facts.kind = model::GpuOpKind::Memcpy;
    facts.correlation = correlation(value);
    facts.bytes = asId(handleAt(value, "bytes"));
    // The GPU that takes part; of two the one that receives.
    const Agent* gpu = nullptr;
    for (const std::string_view side : {"src_agent_id", "dst_agent_id"}) {
        const auto handle = handleAt(value, side);
        const Agent* const agent = handle ? m_tables.agent(*handle) : nullptr;
        gpu = agent != nullptr && (gpu == nullptr || agent->isGpu) ? agent : gpu;
    }
    streamTrack(value, std::nullopt, gpu, s, facts, batch);
    s.name = batch.intern(operation(value, "memory copy"));
    s.category = batch.category("memory_copy");
    s.args = batch.keepArgs(text);
    add(s, facts, batch);
}

void SdkRecords::call(std::string_view path, std::string_view text, dom::element value,
                      EventBatch& batch, std::uint64_t offset)
{
    SliceRecord s;
    if (!times(value, s, batch, offset)) {
        return;
    }
    s.name = batch.intern(operation(value, path));
    s.category = batch.category(category(value, path));
    s.track = batch.track(thread(value));
    s.args = batch.keepArgs(text);
    if (path.ends_with("_api")) {
        ApiFacts facts;
        facts.correlation = correlation(value);
        facts.stream = asId(handleAt(value, "stream_id"));
        facts.scope = m_process;
        s.role = SliceRole::Api;
        s.facts = static_cast<std::uint32_t>(batch.api.size());
        batch.api.push_back(facts);
    }
    batch.slices.push_back(s);
}

void SdkRecords::marker(std::string_view text, dom::element value, EventBatch& batch,
                        std::uint64_t offset)
{
    SliceRecord s;
    if (!times(value, s, batch, offset)) {
        return;
    }
    const std::string_view what = operation(value, "marker");
    const auto key = correlation(value);
    const std::string_view said =
        key == kNull64 ? std::string_view() : m_tables.marker(static_cast<std::uint64_t>(key));
    s.name = batch.intern(said.empty() ? what : said);
    s.category = batch.category(category(value, "marker_api"));
    s.track = batch.track(thread(value));
    s.args = batch.keepArgs(text);
    if (s.duration == 0 && what.find("Mark") != std::string_view::npos) {
        batch.instants.push_back(
            {s.start, s.name, s.track, s.args, s.category, model::InstantScope::Thread});
        return;
    }
    s.role = SliceRole::Annotation;
    batch.slices.push_back(s);
}

void SdkRecords::counters(std::string_view text, dom::element value, EventBatch& batch,
                          std::uint64_t offset)
{
    dom::element data;
    dom::element info;
    if (value["dispatch_data"].get(data) != simdjson::SUCCESS
        || data["dispatch_info"].get(info) != simdjson::SUCCESS) {
        batch.ledger.add("counters-without-dispatch", Severity::DataLoss,
                         "counters that name no kernel dispatch were left out", place(offset));
        return;
    }
    CountedDispatch c;
    c.counters = countersOf(value, m_tables);
    c.args = withCounters(text, c.counters);
    const auto id = handleAt(info, "dispatch_id");
    // Times of 0 mean that only counters were collected.
    if (!times(data, c.slice, batch, offset)) {
        return;
    }
    c.facts.correlation = correlation(data);
    kernel(info, c.slice, c.facts, batch);
    c.name = batch.string(c.slice.name);
    const auto agentHandle = handleAt(info, "agent_id");
    const Agent* const agent = agentHandle ? m_tables.agent(*agentHandle) : nullptr;
    c.track.kind = model::TrackKind::Stream;
    c.track.pid = agent != nullptr ? agent->number : 0;
    c.track.owner = m_tables.pid;
    const std::int64_t queue = asId(handleAt(info, "queue_id"));
    c.track.tid = queue == kNull64 ? 0 : queue;
    c.facts.stream = queue;
    m_counted[id.value_or(~m_counted.size())] = std::move(c);
}

void SdkRecords::finish(EventBatch& batch)
{
    for (auto& [id, c] : m_counted) {
        SliceRecord s = c.slice;
        s.name = batch.intern(c.name);
        s.track = batch.track(c.track);
        s.category = batch.category("counter_collection");
        s.args = batch.keepArgs(c.args);
        add(s, c.facts, batch);
    }
    if (!m_counted.empty()) {
        batch.ledger.add("kernels-from-counters", Severity::Info,
                         "kernels known from counter collection only, which runs them one by one: "
                         "their times are not those of an undisturbed run",
                         {}, m_counted.size());
    }
    m_counted.clear();
}

std::string_view SdkRecords::operation(dom::element value, std::string_view otherwise) const
{
    if (const std::string_view text = textAt(value, "operation"); !text.empty()) {
        return text;
    }
    const auto kindNumber = handleAt(value, "kind");
    const auto number = handleAt(value, "operation");
    const RecordKind* const kind = kindNumber ? m_tables.kind(*kindNumber) : nullptr;
    return kind != nullptr && number && *number < kind->operations.size()
        ? std::string_view(kind->operations[*number])
        : otherwise;
}

std::string_view SdkRecords::category(dom::element value, std::string_view otherwise) const
{
    const auto number = handleAt(value, "kind");
    const RecordKind* const kind = number ? m_tables.kind(*number) : nullptr;
    return kind != nullptr && !kind->category.empty() ? std::string_view(kind->category)
                                                      : otherwise;
}

TrackKey SdkRecords::thread(dom::element value) const
{
    TrackKey k;
    k.kind = model::TrackKind::Thread;
    k.pid = m_tables.pid;
    k.tid = integerAt(value, "thread_id").value_or(0);
    return k;
}

} // namespace longpole::import
