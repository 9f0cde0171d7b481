// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// API calls, waits, the profiler's own cost, compilation.
#include "core/import/spool/spool_rows.h"

#include <array>

namespace longpole::import {

namespace {

using model::kNull64;

constexpr std::uint32_t kPage = 4096;

// 0xffffffff stands for "none" in ids that CUPTI counts in 32 bits.
std::int64_t idOrNull(std::int64_t id)
{
    return id == 0xffffffff ? kNull64 : id;
}

} // namespace

void SpoolRows::call(const wire::RecordView& r)
{
    namespace a = wire::api;
    const DriverCall c{r.integer(a::kStart),
                       r.integer(a::kEnd),
                       static_cast<std::uint32_t>(r.number(a::kCorrelation)),
                       static_cast<std::uint32_t>(r.number(a::kThread)),
                       static_cast<std::uint32_t>(r.number(a::kCbid)),
                       static_cast<std::int32_t>(r.number(a::kReturn))};
    if (r.kind() == wire::KindDriver) {
        m_driverCalls.push_back(c); // which of them are part of runtime calls shows at the end
        return;
    }
    m_runtimeIds[c.correlation / kPage].set(c.correlation % kPage);
    addCall(r.kind(), c, false);
}

void SpoolRows::addCall(std::uint16_t kind, const DriverCall& c, bool plain)
{
    const bool runtime = kind == wire::KindRuntime;
    SliceRecord s;
    if (!times(s, c.start, c.end, "API calls")) {
        return;
    }
    m_facts.nccl.launch(c.thread, s.start, c.correlation);
    const std::string_view name = m_facts.callName(kind, c.cbid);
    s.name = m_batch.intern(!name.empty() ? std::string(name)
                                          : (runtime ? "runtime call " : "driver call ")
                                    + std::to_string(c.cbid));
    s.role = plain ? SliceRole::Plain : SliceRole::Api;
    s.category = m_batch.category(runtime ? "cuda_runtime" : "cuda_driver");
    s.track = hostThread(c.thread);
    if (!plain) {
        ApiFacts facts;
        facts.correlation = c.correlation == 0 ? kNull64 : c.correlation;
        facts.returnCode = c.returned;
        if (const EventRecordFacts* e = m_facts.eventRecord(c.correlation)) {
            facts.stream = e->stream;
            m_json.beginObject()
                .key("correlation")
                .integer(c.correlation)
                .key("event")
                .integer(e->event)
                .key("stream")
                .integer(e->stream);
            if (e->timestamp != 0) {
                m_json.key("event timestamp").integer(m_facts.clockTable.monotonic(e->timestamp));
            }
            s.args = keepArgs();
        }
        s.facts = static_cast<std::uint32_t>(m_batch.api.size());
        m_batch.api.push_back(facts);
    }
    m_batch.slices.push_back(s);
    added();
}

// A runtime call makes driver calls under its own correlation id: those are only shown. The others
// are calls of libraries that use the driver directly.
void SpoolRows::finishDriverCalls()
{
    for (const DriverCall& c : m_driverCalls) {
        const auto page = m_runtimeIds.find(c.correlation / kPage);
        const bool inner = page != m_runtimeIds.end() && page->second.test(c.correlation % kPage);
        addCall(wire::KindDriver, c, inner);
    }
    m_driverCalls.clear();
}

void SpoolRows::sync(const wire::RecordView& r)
{
    namespace y = wire::sync;
    constexpr std::array<std::string_view, 5> kTypes{"Sync", "Event Sync", "Stream Wait Event",
                                                     "Stream Sync", "Context Sync"};
    SliceRecord s;
    if (!times(s, r.integer(y::kStart), r.integer(y::kEnd), "synchronisation records")) {
        return;
    }
    const std::int64_t stream = idOrNull(r.integer(y::kStream));
    const std::int64_t event = idOrNull(r.integer(y::kEvent, 0xffffffff));
    const std::int64_t context = r.integer(y::kContext);
    const std::int64_t device = m_facts.deviceOfContext(context);
    const std::int64_t correlation = r.integer(y::kCorrelation);
    const std::uint64_t type = r.number(y::kType);
    s.name = m_batch.intern(kTypes[type < kTypes.size() ? static_cast<std::size_t>(type) : 0]);
    s.role = SliceRole::Sync;
    s.category = m_batch.category("cuda_sync");
    TrackKey key;
    key.kind = model::TrackKind::Sync;
    key.pid = device;
    key.tid = stream == kNull64 ? -1 : stream;
    key.owner = m_facts.pid;
    s.track = m_batch.track(key);
    m_json.beginObject().key("device").integer(device).key("context").integer(context);
    if (stream != kNull64) {
        m_json.key("stream").integer(stream);
    }
    m_json.key("correlation").integer(correlation);
    if (event != kNull64) {
        m_json.key("event").integer(event);
        const EventRecordFacts* e =
            m_facts.awaited(r.integer(y::kEventSync), context, event, correlation);
        if (e != nullptr) {
            m_json.key("wait_on_stream")
                .integer(e->stream)
                .key("wait_on_cuda_event_record_corr_id")
                .integer(e->correlation)
                .key("wait_on_cuda_event_id")
                .integer(e->event);
        }
    }
    s.args = keepArgs();
    m_batch.slices.push_back(s);
    added();
}

void SpoolRows::overheadRow(const wire::RecordView& r)
{
    namespace o = wire::overhead;
    constexpr std::array<std::string_view, 9> kKinds{"overhead",
                                                     "buffer flush",
                                                     "instrumentation",
                                                     "resource",
                                                     "module loading",
                                                     "lazy function loading",
                                                     "command buffer full",
                                                     "buffer request",
                                                     "managed memory set-up"};
    SliceRecord s;
    if (!times(s, r.integer(o::kStart), r.integer(o::kEnd), "overhead")) {
        return;
    }
    const std::uint64_t kind = r.number(o::kOverheadKind);
    const std::string_view name = kind == 1 ? "driver compiler"
        : kind >> 16U < kKinds.size()       ? kKinds[static_cast<std::size_t>(kind >> 16U)]
                                            : kKinds[0];
    s.name = m_batch.intern(name);
    s.role = SliceRole::Overhead;
    s.category = m_batch.category("overhead");
    TrackKey key;
    key.kind = model::TrackKind::Overhead;
    key.pid = m_facts.pid;
    s.track = m_batch.track(key);
    constexpr std::uint64_t kThreadObject = 2;
    m_json.beginObject();
    if (r.number(o::kObjectKind) == kThreadObject) {
        m_json.key("thread").integer(r.integer(o::kThread));
    }
    if (r.number(o::kCorrelation) != 0) {
        m_json.key("correlation").integer(r.integer(o::kCorrelation));
    }
    s.args = keepArgs();
    m_batch.slices.push_back(s);
    added();
}

void SpoolRows::jit(const wire::RecordView& r)
{
    namespace j = wire::jit;
    SliceRecord s;
    if (!times(s, r.integer(j::kStart), r.integer(j::kEnd), "JIT compilation")) {
        return;
    }
    constexpr std::array<std::string_view, 4> kOperations{"JIT", "JIT cache load",
                                                          "JIT cache store", "JIT compile"};
    const std::uint64_t operation = r.number(j::kOperation);
    s.name = m_batch.intern(
        kOperations[operation < kOperations.size() ? static_cast<std::size_t>(operation) : 0]);
    s.role = SliceRole::Overhead;
    s.category = m_batch.category("jit");
    TrackKey key;
    key.kind = model::TrackKind::Overhead;
    key.pid = m_facts.pid;
    s.track = m_batch.track(key);
    m_json.beginObject()
        .key("device")
        .integer(r.integer(j::kDevice))
        .key("from PTX")
        .integer(r.number(j::kEntryType) == 1 ? 1 : 0)
        .key("cache size")
        .integer(r.integer(j::kCacheSize));
    if (r.has(j::kThread)) {
        m_json.key("thread").integer(r.integer(j::kThread));
    }
    s.args = keepArgs();
    m_batch.slices.push_back(s);
    added();
}

} // namespace longpole::import
