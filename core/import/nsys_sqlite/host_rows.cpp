// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What host threads do: API calls, calls into the operating system and libraries, overhead.
#include "core/import/nsys_sqlite/batch_writer.h"
#include "core/model/names.h"

#include <array>

namespace longpole::import {

namespace {

using model::kNull64;

enum Runtime : std::uint8_t
{
    Start,
    End,
    EventClass,
    Thread,
    Correlation,
    Name,
    ReturnValue
};
constexpr ColumnWish kRuntimeColumns[] = {{"start"},      {"end"},           {"eventClass"},
                                          {"globalTid"},  {"correlationId"}, {"nameId"},
                                          {"returnValue"}};

bool isWait(model::ApiKind kind)
{
    using model::ApiKind;
    return kind == ApiKind::StreamSync || kind == ApiKind::DeviceSync || kind == ApiKind::EventSync
        || kind == ApiKind::StreamWaitEvent || kind == ApiKind::EventQuery;
}

// Members for a call that records or waits for a CUDA event.
std::uint32_t eventArgs(const EventUse& use, std::int64_t correlation, BatchWriter& out)
{
    JsonWriter& json = out.args();
    json.key("correlation").integer(correlation);
    if (use.event != kNull64) {
        json.key("event").integer(use.event);
    }
    if (use.stream != kNull64) {
        json.key("stream").integer(use.stream);
    }
    if (use.syncId != kNull64) {
        json.key("event sync id").integer(use.syncId);
    }
    if (use.timestamp != kNull64 && use.timestamp != 0) {
        json.key("event timestamp").integer(use.timestamp);
    }
    return out.keepArgs();
}

void apiCalls(const RowBlock& block, BatchWriter& out)
{
    EventBatch& batch = out.batch();
    const std::uint16_t runtime = batch.category("cuda_runtime");
    const std::uint16_t driver = batch.category("cuda_driver");
    for (std::size_t row = 0; row < block.rowCount(); ++row) {
        // Files made by other programs may lack the column.
        const std::int64_t eventClass = block.integer(row, EventClass, 0);
        if (eventClass != 0 && eventClass != 1) {
            batch.ledger.add("api-backtrace-rows", model::Severity::Info,
                             "rows that repeat an API call to carry its backtrace were left out");
            continue;
        }
        SliceRecord s;
        if (!out.times(block, row, s, "API calls")) {
            continue;
        }
        const std::int64_t thread = block.integer(row, Thread);
        ApiFacts facts;
        const std::int64_t correlation = block.integer(row, Correlation, 0);
        facts.correlation = correlation == 0 ? kNull64 : correlation;
        facts.scope = scopeOf(thread);
        const std::int64_t code = block.integer(row, ReturnValue);
        if (code == static_cast<std::int32_t>(code)) {
            facts.returnCode = static_cast<std::int32_t>(code);
        }
        s.name = out.apiName(block.integer(row, Name));
        s.role = SliceRole::Api;
        s.category = eventClass == 1 ? driver : runtime;
        s.track = out.hostThread(thread);
        if (EventUse* use = out.facts().eventUse(facts.scope, correlation)) {
            const model::ApiKind kind = model::apiKind(batch.string(s.name));
            if (isWait(kind) || use->kind == model::ApiKind::Other) {
                use->kind = kind;
            }
            if (use->stream != kNull64) {
                facts.stream = use->stream;
            }
            s.args = eventArgs(*use, correlation, out);
        }
        s.facts = static_cast<std::uint32_t>(batch.api.size());
        batch.api.push_back(facts);
        batch.slices.push_back(s);
    }
}

enum Call : std::uint8_t
{
    CallThread = 2,
    CallName,
    CallText,
    CallReturn,
    CallClass
};
constexpr ColumnWish kCallColumns[] = {{"start"},  {"end"},         {"globalTid"}, {"nameId"},
                                       {"textId"}, {"returnValue"}, {"eventClass"}};

// Calls of a library that are slices of their thread and nothing more.
void calls(const RowBlock& block, BatchWriter& out, std::string_view category)
{
    EventBatch& batch = out.batch();
    const std::uint16_t number = batch.category(category);
    for (std::size_t row = 0; row < block.rowCount(); ++row) {
        SliceRecord s;
        if (!out.times(block, row, s, category)) {
            continue;
        }
        s.name = out.name(block.has(row, CallName) ? block.integer(row, CallName)
                                                   : block.integer(row, CallText));
        s.category = number;
        s.track = out.hostThread(block.integer(row, CallThread));
        if (block.integer(row, CallReturn, 0) != 0) {
            out.args();
            out.member("return value", block, row, CallReturn);
            s.args = out.keepArgs();
        }
        batch.slices.push_back(s);
    }
}

void osRuntime(const RowBlock& block, BatchWriter& out)
{
    calls(block, out, "osrt");
}
void mpi(const RowBlock& block, BatchWriter& out)
{
    calls(block, out, "mpi");
}
void cublas(const RowBlock& block, BatchWriter& out)
{
    calls(block, out, "cublas");
}
void cudnn(const RowBlock& block, BatchWriter& out)
{
    calls(block, out, "cudnn");
}
void graphCalls(const RowBlock& block, BatchWriter& out)
{
    calls(block, out, "cuda_graph");
}

enum Overhead : std::uint8_t
{
    OverheadThread = 2,
    OverheadName,
    OverheadType
};
constexpr ColumnWish kOverheadColumns[] = {
    {"start"}, {"end"}, {"globalTid"}, {"nameId"}, {"overheadType"}};

void overhead(const RowBlock& block, BatchWriter& out)
{
    constexpr std::array<std::string_view, 9> kTypes{
        "overhead",           "compiler", "JIT compilation", "buffer flush",
        "instrumentation",    "resource", "module loading",  "lazy function loading",
        "command buffer full"};
    EventBatch& batch = out.batch();
    for (std::size_t row = 0; row < block.rowCount(); ++row) {
        SliceRecord s;
        if (!out.times(block, row, s, "overhead")) {
            continue;
        }
        const std::int64_t type = block.integer(row, OverheadType, 0);
        const std::string_view typeName =
            kTypes[type > 0 && type < static_cast<std::int64_t>(kTypes.size())
                       ? static_cast<std::size_t>(type)
                       : 0];
        const std::string_view own = out.facts().string(block.integer(row, OverheadName));
        s.name = own.empty() ? batch.intern(typeName) : out.name(block.integer(row, OverheadName));
        s.role = SliceRole::Overhead;
        s.category = batch.category("overhead");
        const std::int64_t thread = block.integer(row, OverheadThread);
        TrackKey key;
        key.kind = model::TrackKind::Overhead;
        key.pid = pidOf(thread);
        s.track = batch.track(key);
        JsonWriter& json = out.args();
        json.key("thread").integer(tidOf(thread));
        if (type != 0) {
            json.key("type").text(typeName);
        }
        s.args = out.keepArgs();
        batch.slices.push_back(s);
    }
}

} // namespace

std::span<const NsysTable> hostTables()
{
    static constexpr NsysTable kTables[] = {
        {"CUPTI_ACTIVITY_KIND_RUNTIME", kRuntimeColumns, apiCalls},
        {"OSRT_API", kCallColumns, osRuntime},
        {"MPI_COLLECTIVES_EVENTS", kCallColumns, mpi},
        {"MPI_P2P_EVENTS", kCallColumns, mpi},
        {"MPI_START_WAIT_EVENTS", kCallColumns, mpi},
        {"MPI_OTHER_EVENTS", kCallColumns, mpi},
        {"CUBLAS_EVENTS", kCallColumns, cublas},
        {"CUDNN_EVENTS", kCallColumns, cudnn},
        {"CUDA_GRAPH_EVENTS", kCallColumns, graphCalls},
        {"CUDA_GRAPH_NODE_EVENTS", kCallColumns, graphCalls},
        {"PROFILER_OVERHEAD", kOverheadColumns, overhead},
        {"CUPTI_ACTIVITY_KIND_OVERHEAD", kOverheadColumns, overhead},
    };
    return kTables;
}

} // namespace longpole::import
