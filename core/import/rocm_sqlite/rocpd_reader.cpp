// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/json_writer.h"
#include "core/import/rocm_sqlite/rocm_sqlite.h"
#include "core/import/rocm_sqlite/rocpd_facts.h"

namespace longpole::import {

namespace {

using model::GpuOpKind;
using model::kNull64;

// Columns that all tables of events begin with. Older writers put times and place into the row,
// newer ones into rocpd_timestamp and rocpd_track.
enum Common : std::uint8_t
{
    Start,
    End,
    StartId,
    EndId,
    TrackRow,
    Process,
    Thread,
    AgentRow,
    Queue,
    Stream,
    EventRow,
    NameRow,
    FirstOwn
};
#define LP_ROCPD_COLUMNS                                                                           \
    {"start"}, {"end"}, {"start_id"}, {"end_id"}, {"track_id"}, {"pid"}, {"tid"}, {"agent_id"},    \
        {"queue_id"}, {"stream_id"}, {"event_id"},                                                 \
    {                                                                                              \
        "name_id"                                                                                  \
    }

class RocpdReader
{
public:
    RocpdReader(SqliteInput& input, TraceBuilder& builder, std::string suffix, std::uint32_t scope)
        : m_facts(input, std::move(suffix))
        , m_builder(builder)
        , m_flow(builder)
        , m_scope(scope)
    { }

    Result<void> run()
    {
        if (auto done = m_facts.load(m_builder); !done) {
            return done;
        }
        using Step = Result<void> (RocpdReader::*)();
        for (const Step step :
             {&RocpdReader::regions, &RocpdReader::dispatches, &RocpdReader::copies,
              &RocpdReader::allocations, &RocpdReader::samples}) {
            if (auto done = (this->*step)(); !done) {
                return done;
            }
        }
        m_flow.flush();
        return {};
    }

private:
    std::int64_t time(const RowBlock& b, std::size_t row, Common inRow, Common byId) const
    {
        return b.has(row, inRow) ? b.integer(row, inRow) : m_facts.time(b.integer(row, byId));
    }

    RocpdFacts::Place place(const RowBlock& b, std::size_t row) const
    {
        RocpdFacts::Place p = m_facts.track(b.integer(row, TrackRow));
        p.process = b.integer(row, Process, p.process);
        p.thread = b.integer(row, Thread, p.thread);
        p.agent = b.integer(row, AgentRow, p.agent);
        p.queue = b.integer(row, Queue, p.queue);
        p.stream = b.integer(row, Stream, p.stream);
        return p;
    }

    // Runs body(block, row, slice) for every row that has times.
    template <class Body>
    Result<void> eachSlice(const char* base, std::span<const ColumnWish> columns, Body body)
    {
        return eachRow(m_facts.input(), m_facts.table(base), columns,
                       [&](const RowBlock& b, std::size_t row) {
                           SliceRecord s;
                           if (setTimes(time(b, row, Start, StartId), time(b, row, End, EndId), s,
                                        m_flow.batch(), base)) {
                               body(b, row, s);
                           }
                           m_flow.counted();
                       });
    }

    std::uint32_t hostThread(const RocpdFacts::Place& p)
    {
        TrackKey key;
        key.pid = m_facts.pid(p.process);
        key.tid = m_facts.tid(p.thread);
        return m_flow.batch().track(key);
    }

    Result<void> regions()
    {
        static constexpr ColumnWish kColumns[] = {LP_ROCPD_COLUMNS};
        return eachSlice(
            "rocpd_region", kColumns,
            [&](const RowBlock& b, std::size_t row, SliceRecord& s) { region(b, row, s); });
    }

    void region(const RowBlock& b, std::size_t row, SliceRecord& s)
    {
        EventBatch& batch = m_flow.batch();
        const std::int64_t eventId = b.integer(row, EventRow);
        const RocpdFacts::Event& event = m_facts.event(eventId);
        const std::string_view category = m_facts.string(event.category);
        const std::string_view name = m_facts.string(b.integer(row, NameRow));
        s.track = hostThread(place(b, row));
        s.category = batch.category(category);
        s.name = batch.intern(name);
        if (category.find("MARKER") != std::string_view::npos) {
            s.role = SliceRole::Annotation;
            s.name = event.message.empty() ? s.name : batch.intern(event.message);
        } else if (category.starts_with("HIP") || category.starts_with("HSA")) {
            s.role = SliceRole::Api;
            ApiFacts facts;
            facts.scope = m_scope;
            facts.correlation = correlation(event);
            s.facts = static_cast<std::uint32_t>(batch.api.size());
            batch.api.push_back(facts);
        }
        const std::string_view args = m_facts.args(eventId);
        if (!args.empty()) {
            s.args = batch.keepArgs("{" + std::string(args) + "}");
        }
        batch.slices.push_back(s);
    }

    // An operation and the call that launched it have the same stack id; writers that record none
    // use the correlation id.
    static std::int64_t correlation(const RocpdFacts::Event& event)
    {
        const auto usable = [](std::int64_t id) { return id != kNull64 && id != 0; };
        return usable(event.stack)      ? event.stack
            : usable(event.correlation) ? event.correlation
                                        : kNull64;
    }

    // Track, correlation and the first args of an operation of a GPU.
    JsonWriter operation(const RowBlock& b, std::size_t row, std::int64_t agent, SliceRecord& s,
                         GpuFacts& facts)
    {
        const RocpdFacts::Place p = place(b, row);
        const RocpdFacts::Event& event = m_facts.event(b.integer(row, EventRow));
        TrackKey key;
        key.kind = model::TrackKind::Stream;
        key.pid = m_facts.agent(agent).number;
        key.tid = p.stream != kNull64 ? p.stream : p.queue == kNull64 ? 0 : p.queue;
        key.owner = m_facts.pid(p.process);
        s.track = m_flow.batch().track(key);
        s.role = SliceRole::GpuOp;
        facts.scope = m_scope;
        facts.stream = key.tid;
        facts.correlation = correlation(event);
        JsonWriter json;
        json.beginObject().key("device").integer(key.pid).key("stream").integer(key.tid);
        if (p.queue != kNull64) {
            json.key("queue").integer(p.queue);
        }
        if (facts.correlation != kNull64) {
            json.key("correlation").integer(facts.correlation);
        }
        return json;
    }

    void finish(const RowBlock& b, std::size_t row, JsonWriter& json, SliceRecord& s,
                const GpuFacts& facts)
    {
        EventBatch& batch = m_flow.batch();
        const std::string_view counters = m_facts.counters(b.integer(row, EventRow));
        if (!counters.empty()) {
            json.key("counters").raw("{" + std::string(counters) + "}");
        }
        s.args = batch.keepArgs(json.endObject().str());
        s.facts = static_cast<std::uint32_t>(batch.gpu.size());
        batch.gpu.push_back(facts);
        batch.slices.push_back(s);
    }

    Result<void> dispatches()
    {
        enum Own : std::uint8_t
        {
            KernelId = FirstOwn,
            DispatchId,
            Private,
            Group,
            BlockX,
            BlockY,
            BlockZ,
            GridX,
            GridY,
            GridZ
        };
        static constexpr ColumnWish kColumns[] = {
            LP_ROCPD_COLUMNS,         {"kernel_id"},          {"dispatch_id"},
            {"private_segment_size"}, {"group_segment_size"}, {"workgroup_size_x"},
            {"workgroup_size_y"},     {"workgroup_size_z"},   {"grid_size_x"},
            {"grid_size_y"},          {"grid_size_z"}};
        return eachSlice(
            "rocpd_kernel_dispatch", kColumns,
            [&](const RowBlock& b, std::size_t row, SliceRecord& s) {
                GpuFacts facts;
                JsonWriter json = operation(b, row, place(b, row).agent, s, facts);
                const RocpdFacts::Kernel* kernel = m_facts.kernel(b.integer(row, KernelId));
                const std::string name = kernel != nullptr && !kernel->name.empty()
                    ? kernel->name
                    : "kernel without a name";
                s.name = m_flow.batch().intern(name);
                facts.kind = model::kernelKind(name);
                s.category = m_flow.batch().category("kernel");
                for (std::size_t i = 0; i < 3; ++i) {
                    facts.block[i] = smallOrNull(b.integer(row, BlockX + i));
                    facts.grid[i] = blocksOf(b.integer(row, GridX + i), b.integer(row, BlockX + i));
                }
                facts.sharedStatic = smallOrNull(b.integer(row, Group));
                for (const auto& [key, values] :
                     {std::pair("grid", facts.grid), std::pair("block", facts.block)}) {
                    json.key(key).beginArray();
                    for (std::size_t i = 0; i < 3; ++i) {
                        json.integer(values[i] == model::kNull32 ? 0 : values[i]);
                    }
                    json.endArray();
                }
                const auto member = [&](const char* key, std::int64_t value) {
                    if (value != kNull64 && value != 0) {
                        json.key(key).integer(value);
                    }
                };
                member("shared memory", b.integer(row, Group));
                member("scratch per work-item", b.integer(row, Private));
                member("dispatch", b.integer(row, DispatchId));
                if (kernel != nullptr) {
                    facts.registers = smallOrNull(kernel->vgprs);
                    member("registers per thread", kernel->vgprs);
                    member("accumulation registers", kernel->accumVgprs);
                    member("scalar registers", kernel->sgprs);
                }
                finish(b, row, json, s, facts);
            });
    }

    Result<void> copies()
    {
        enum Own : std::uint8_t
        {
            Source = FirstOwn,
            Target,
            Size
        };
        static constexpr ColumnWish kColumns[] = {
            LP_ROCPD_COLUMNS, {"src_agent_id"}, {"dst_agent_id"}, {"size"}};
        return eachSlice(
            "rocpd_memory_copy", kColumns, [&](const RowBlock& b, std::size_t row, SliceRecord& s) {
                const std::int64_t source = b.integer(row, Source);
                const std::int64_t target = b.integer(row, Target);
                // On the GPU that takes part: the target where both are.
                const std::int64_t agent = m_facts.agent(target).gpu ? target : source;
                GpuFacts facts;
                facts.kind = GpuOpKind::Memcpy;
                JsonWriter json = operation(b, row, agent, s, facts);
                s.name = m_flow.batch().intern(m_facts.string(b.integer(row, NameRow)));
                s.category = m_flow.batch().category("gpu_memcpy");
                facts.bytes = b.integer(row, Size);
                if (facts.bytes != kNull64) {
                    json.key("bytes").integer(facts.bytes);
                }
                json.key("source").text(m_facts.agent(source).name);
                json.key("target").text(m_facts.agent(target).name);
                finish(b, row, json, s, facts);
            });
    }

    // Memory in use per device: sizes of what is allocated and not yet freed.
    Result<void> allocations()
    {
        enum Own : std::uint8_t
        {
            Type = FirstOwn,
            Level,
            Address,
            Size
        };
        static constexpr ColumnWish kColumns[] = {LP_ROCPD_COLUMNS,
                                                  {"type", CellType::Text},
                                                  {"level", CellType::Text},
                                                  {"address"},
                                                  {"size"}};
        return eachSlice(
            "rocpd_memory_allocate", kColumns,
            [&](const RowBlock& b, std::size_t row, SliceRecord& s) {
                const RocpdFacts::Place p = place(b, row);
                const RocpdFacts::Agent& agent = m_facts.agent(p.agent);
                const std::int64_t size = b.integer(row, Size, 0);
                const std::int64_t address = b.integer(row, Address, 0);
                if (b.text(row, Type) == "ALLOC" && size >= 0 && size < (std::int64_t{1} << 50U)) {
                    m_sizes[address] = {p.agent, size};
                    m_allocated[p.agent] += size;
                } else if (const auto it = m_sizes.find(address); it != m_sizes.end()) {
                    m_allocated[it->second.first] -= it->second.second;
                    m_sizes.erase(it);
                } else {
                    return;
                }
                EventBatch& batch = m_flow.batch();
                TrackKey key;
                key.kind = model::TrackKind::Counter;
                key.onDevice = agent.gpu;
                key.pid = agent.gpu ? agent.number : m_facts.pid(p.process);
                key.owner = agent.gpu ? m_facts.pid(p.process) : 0;
                key.name = batch.intern("memory in use");
                NamingRecord unit;
                unit.kind = NamingRecord::Kind::CounterUnit;
                unit.thread = key;
                unit.text = batch.intern("B");
                batch.namings.push_back(unit);
                batch.counters.push_back({s.start + s.duration,
                                          static_cast<double>(m_allocated[p.agent]),
                                          batch.track(key)});
            });
    }

    Result<void> samples()
    {
        static constexpr ColumnWish kColumns[] = {
            {"timestamp"}, {"timestamp_id"}, {"track_id"}, {"event_id"}, {"name_id"}};
        return eachRow(m_facts.input(), m_facts.table("rocpd_sample"), kColumns,
                       [&](const RowBlock& b, std::size_t row) {
                           m_flow.counted();
                           EventBatch& batch = m_flow.batch();
                           const std::int64_t time =
                               b.has(row, 0) ? b.integer(row, 0) : m_facts.time(b.integer(row, 1));
                           SliceRecord checked;
                           if (!setTimes(time, time, checked, batch, "rocpd_sample")) {
                               return;
                           }
                           const RocpdFacts::Place& p = m_facts.track(b.integer(row, 2));
                           const RocpdFacts::Event& event = m_facts.event(b.integer(row, 3));
                           InstantRecord i;
                           i.time = time;
                           i.name = batch.intern(event.message.empty()
                                                     ? m_facts.string(b.integer(row, 4, p.name))
                                                     : std::string_view(event.message));
                           i.category = batch.category(m_facts.string(event.category));
                           i.track = hostThread(p);
                           const std::string_view args = m_facts.args(b.integer(row, 3));
                           if (!args.empty()) {
                               i.args = batch.keepArgs("{" + std::string(args) + "}");
                           }
                           batch.instants.push_back(i);
                       });
    }

    RocpdFacts m_facts;
    TraceBuilder& m_builder;
    BatchFlow m_flow;
    std::uint32_t m_scope;
    std::unordered_map<std::int64_t, std::int64_t> m_allocated; // by agent
    std::unordered_map<std::int64_t, std::pair<std::int64_t, std::int64_t>>
        m_sizes; // by address: agent, size
};

} // namespace

Result<void> readRocpd(SqliteInput& input, TraceBuilder& builder)
{
    builder.info().format = "rocpd";
    builder.info().producer = "ROCm rocprofv3 (rocpd)";
    std::vector<std::string> suffixes;
    constexpr std::string_view kBase = "rocpd_string";
    for (const std::string& table : input.tables()) {
        if (table.starts_with(kBase)) {
            suffixes.push_back(table.substr(kBase.size()));
        }
    }
    std::uint32_t scope = 0;
    for (const std::string& suffix : suffixes) {
        if (auto done = RocpdReader(input, builder, suffix, scope++).run(); !done) {
            return done;
        }
    }
    return {};
}

} // namespace longpole::import
