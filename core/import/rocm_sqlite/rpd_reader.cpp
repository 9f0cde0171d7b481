// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// RPD: rocpd_op holds what GPUs did, rocpd_api what host threads called, rocpd_api_ops which call
// led to which operation. Times are ns of the system's monotonic clock.
#include "core/import/json_writer.h"
#include "core/import/rocm_sqlite/rocm_rows.h"
#include "core/import/rocm_sqlite/rocm_sqlite.h"

#include <cstdlib>

namespace longpole::import {

namespace {

using model::GpuOpKind;
using model::kNull64;

struct KernelLaunch
{
    std::int64_t grid[3];
    std::int64_t block[3];
    std::int64_t shared;
    std::int64_t scratch;
    std::int64_t name;
};

class RpdReader
{
public:
    RpdReader(SqliteInput& input, TraceBuilder& builder)
        : m_input(input)
        , m_builder(builder)
        , m_flow(builder)
    { }

    Result<void> run()
    {
        m_builder.info().format = "rpd";
        m_builder.info().producer = "rocmProfileData (RPD)";
        using Step = Result<void> (RpdReader::*)();
        for (const Step step : {&RpdReader::strings, &RpdReader::metadata, &RpdReader::apiOps,
                                &RpdReader::kernelApi, &RpdReader::copyApi, &RpdReader::calls,
                                &RpdReader::operations, &RpdReader::monitors}) {
            if (auto done = (this->*step)(); !done) {
                return done;
            }
        }
        m_flow.flush();
        return {};
    }

private:
    Result<void> strings()
    {
        static constexpr ColumnWish kColumns[] = {{"id"}, {"string", CellType::Text}};
        return eachRow(m_input, "rocpd_string", kColumns, [&](const RowBlock& b, std::size_t row) {
            m_strings.emplace(b.integer(row, 0), b.text(row, 1));
        });
    }

    Result<void> metadata()
    {
        static constexpr ColumnWish kColumns[] = {{"tag", CellType::Text},
                                                  {"value", CellType::Text}};
        return eachRow(
            m_input, "rocpd_metadata", kColumns, [&](const RowBlock& b, std::size_t row) {
                if (m_builder.info().properties.size() < 100) {
                    m_builder.info().properties.emplace_back(b.text(row, 0), b.text(row, 1));
                }
            });
    }

    Result<void> apiOps()
    {
        static constexpr ColumnWish kColumns[] = {{"api_id"}, {"op_id"}};
        return eachRow(m_input, "rocpd_api_ops", kColumns, [&](const RowBlock& b, std::size_t row) {
            m_apiOfOp.emplace(b.integer(row, 1), b.integer(row, 0));
        });
    }

    Result<void> kernelApi()
    {
        static constexpr ColumnWish kColumns[] = {
            {"api_ptr_id"},         {"gridX"},        {"gridY"},      {"gridZ"},
            {"workgroupX"},         {"workgroupY"},   {"workgroupZ"}, {"groupSegmentSize"},
            {"privateSegmentSize"}, {"kernelName_id"}};
        return eachRow(m_input, "rocpd_kernelapi", kColumns,
                       [&](const RowBlock& b, std::size_t row) {
                           KernelLaunch k{};
                           for (std::size_t i = 0; i < 3; ++i) {
                               k.grid[i] = b.integer(row, 1 + i);
                               k.block[i] = b.integer(row, 4 + i);
                           }
                           k.shared = b.integer(row, 7);
                           k.scratch = b.integer(row, 8);
                           k.name = b.integer(row, 9);
                           m_launches.emplace(b.integer(row, 0), k);
                       });
    }

    Result<void> copyApi()
    {
        static constexpr ColumnWish kColumns[] = {{"api_ptr_id"}, {"size"}};
        return eachRow(m_input, "rocpd_copyapi", kColumns, [&](const RowBlock& b, std::size_t row) {
            m_copyBytes.emplace(b.integer(row, 0), b.integer(row, 1));
        });
    }

    Result<void> calls()
    {
        static constexpr ColumnWish kColumns[] = {{"id"},      {"pid"},       {"tid"},
                                                  {"start"},   {"end"},       {"apiName_id"},
                                                  {"args_id"}, {"domain_id"}, {"category_id"}};
        return eachRow(m_input, "rocpd_api", kColumns, [&](const RowBlock& b, std::size_t row) {
            EventBatch& batch = m_flow.batch();
            SliceRecord s;
            if (setTimes(b.integer(row, 3), b.integer(row, 4), s, batch, "rocpd_api")) {
                call(b, row, s, batch);
                batch.slices.push_back(s);
            }
            m_flow.counted();
        });
    }

    void call(const RowBlock& b, std::size_t row, SliceRecord& s, EventBatch& batch)
    {
        const std::string_view name = stringOf(m_strings, b.integer(row, 5));
        const std::string_view args = stringOf(m_strings, b.integer(row, 6));
        TrackKey key;
        key.pid = b.integer(row, 1, 0);
        key.tid = b.integer(row, 2, 0);
        s.track = batch.track(key);
        // A range that the program marked: its text is where a call has its arguments.
        const bool marker = name == "UserMarker" || name == "roctx" || name == "UserRange";
        if (marker) {
            s.name = batch.intern(args.empty() ? name : args);
            s.role = SliceRole::Annotation;
            s.category = batch.category("roctx");
            return;
        }
        s.name = batch.intern(name);
        const bool hip =
            name.starts_with("hip") || name.starts_with("hsa") || name.starts_with("cu");
        const std::string_view domain = stringOf(m_strings, b.integer(row, 7));
        s.category = batch.category(!domain.empty() ? domain : hip ? "hip" : "api");
        JsonWriter json;
        json.beginObject();
        if (!args.empty()) {
            json.key("args").text(args);
        }
        if (const auto category = stringOf(m_strings, b.integer(row, 8)); !category.empty()) {
            json.key("category").text(category);
        }
        json.endObject();
        s.args = json.str().size() > 2 ? batch.keepArgs(json.str()) : model::kNull32;
        if (!hip) {
            return; // a library's range
        }
        s.role = SliceRole::Api;
        ApiFacts facts;
        facts.correlation = b.integer(row, 0);
        s.facts = static_cast<std::uint32_t>(batch.api.size());
        batch.api.push_back(facts);
    }

    Result<void> operations()
    {
        static constexpr ColumnWish kColumns[] = {
            {"id"}, {"gpuId"}, {"queueId"}, {"start"}, {"end"}, {"description_id"}, {"opType_id"}};
        return eachRow(m_input, "rocpd_op", kColumns, [&](const RowBlock& b, std::size_t row) {
            EventBatch& batch = m_flow.batch();
            SliceRecord s;
            if (setTimes(b.integer(row, 3), b.integer(row, 4), s, batch, "rocpd_op")) {
                operation(b, row, s, batch);
                batch.slices.push_back(s);
            }
            m_flow.counted();
        });
    }

    void operation(const RowBlock& b, std::size_t row, SliceRecord& s, EventBatch& batch)
    {
        const std::string_view type = stringOf(m_strings, b.integer(row, 6));
        const std::string_view text = stringOf(m_strings, b.integer(row, 5));
        GpuFacts facts;
        const auto api = m_apiOfOp.find(b.integer(row, 0));
        const KernelLaunch* launch = nullptr;
        if (api != m_apiOfOp.end()) {
            facts.correlation = api->second;
            const auto it = m_launches.find(api->second);
            launch = it == m_launches.end() ? nullptr : &it->second;
        }
        std::string_view name = text;
        if (name.empty() && launch != nullptr) {
            name = stringOf(m_strings, launch->name);
        }
        name = name.empty() ? type : name;
        TrackKey key;
        key.kind = model::TrackKind::Stream;
        key.pid = b.integer(row, 1, 0);
        key.tid = b.integer(row, 2, 0);
        s.track = batch.track(key);
        s.name = batch.intern(name);
        facts.stream = key.tid;
        JsonWriter json;
        json.beginObject().key("device").integer(key.pid).key("stream").integer(key.tid);
        json.key("operation").text(type);
        if (type == "Marker" || type == "Barrier") {
            s.role = SliceRole::Sync;
            s.category = batch.category("gpu_sync");
            key.kind = model::TrackKind::Sync;
            s.track = batch.track(key);
        } else {
            s.role = SliceRole::GpuOp;
            gpuFacts(type, name, launch, facts, json);
            s.category = batch.category(facts.kind == GpuOpKind::Memcpy       ? "gpu_memcpy"
                                            : facts.kind == GpuOpKind::Memset ? "gpu_memset"
                                                                              : "kernel");
            s.facts = static_cast<std::uint32_t>(batch.gpu.size());
            batch.gpu.push_back(facts);
        }
        s.args = batch.keepArgs(json.endObject().str());
    }

    void gpuFacts(std::string_view type, std::string_view name, const KernelLaunch* launch,
                  GpuFacts& facts, JsonWriter& json) const
    {
        facts.kind = type.find("Copy") != std::string_view::npos ? GpuOpKind::Memcpy
            : type.find("Fill") != std::string_view::npos        ? GpuOpKind::Memset
                                                                 : model::kernelKind(name);
        if (facts.kind != GpuOpKind::Kernel) {
            const auto bytes = m_copyBytes.find(facts.correlation);
            if (bytes != m_copyBytes.end() && bytes->second != kNull64) {
                facts.bytes = bytes->second;
                json.key("bytes").integer(facts.bytes);
            }
        }
        if (launch == nullptr || facts.kind != GpuOpKind::Kernel) {
            return;
        }
        for (std::size_t i = 0; i < 3; ++i) {
            facts.grid[i] = smallOrNull(launch->grid[i]);
            facts.block[i] = smallOrNull(launch->block[i]);
        }
        facts.sharedStatic = smallOrNull(launch->shared);
        json.key("grid").beginArray();
        for (const std::int64_t v : launch->grid) {
            json.integer(v == kNull64 ? 0 : v);
        }
        json.endArray().key("block").beginArray();
        for (const std::int64_t v : launch->block) {
            json.integer(v == kNull64 ? 0 : v);
        }
        json.endArray();
        if (launch->shared != kNull64) {
            json.key("shared memory").integer(launch->shared);
        }
        if (launch->scratch != kNull64 && launch->scratch != 0) {
            json.key("scratch per work-item").integer(launch->scratch);
        }
    }

    // Clocks and the like, as text: each value holds from start to end.
    Result<void> monitors()
    {
        static constexpr ColumnWish kColumns[] = {{"deviceType", CellType::Text},
                                                  {"deviceId"},
                                                  {"monitorType", CellType::Text},
                                                  {"start"},
                                                  {"value", CellType::Text}};
        return eachRow(m_input, "rocpd_monitor", kColumns, [&](const RowBlock& b, std::size_t row) {
            m_flow.counted();
            EventBatch& batch = m_flow.batch();
            const std::string value(b.text(row, 4));
            char* end = nullptr;
            const double number = std::strtod(value.c_str(), &end);
            if (!b.has(row, 3) || value.empty() || end == value.c_str()) {
                batch.ledger.add("counter-not-a-number", model::Severity::DataLoss,
                                 "counter values that are not numbers were left out",
                                 value.substr(0, 80));
                return;
            }
            TrackKey key;
            key.kind = model::TrackKind::Counter;
            key.onDevice = b.text(row, 0) == "gpu";
            key.pid = b.integer(row, 1, 0);
            key.name = batch.intern(b.text(row, 2));
            NamingRecord unit;
            unit.kind = NamingRecord::Kind::CounterUnit;
            unit.thread = key;
            unit.text = batch.intern(b.text(row, 2).ends_with("clk") ? "MHz" : "");
            batch.counters.push_back({b.integer(row, 3), number, batch.track(key)});
            batch.namings.push_back(unit);
        });
    }

    SqliteInput& m_input;
    TraceBuilder& m_builder;
    BatchFlow m_flow;
    StringsById m_strings;
    std::unordered_map<std::int64_t, std::int64_t> m_apiOfOp;
    std::unordered_map<std::int64_t, KernelLaunch> m_launches; // by API call
    std::unordered_map<std::int64_t, std::int64_t> m_copyBytes; // by API call
};

} // namespace

Result<void> readRpd(SqliteInput& input, TraceBuilder& builder)
{
    return RpdReader(input, builder).run();
}

} // namespace longpole::import
