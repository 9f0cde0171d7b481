// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/spool/spool_rows.h"

namespace longpole::import {

namespace {

constexpr std::int64_t kLatest = std::int64_t{1} << 62U;
constexpr std::size_t kBatch = 16'384;

} // namespace

void SpoolRows::record(const wire::RecordView& r)
{
    switch (r.kind()) {
    case wire::KindKernel:
        return kernel(r);
    case wire::KindMemcpy:
    case wire::KindMemcpyPeer:
        return copy(r);
    case wire::KindMemset:
        return fill(r);
    case wire::KindGraphTrace:
        return graph(r);
    case wire::KindRuntime:
    case wire::KindDriver:
        return call(r);
    case wire::KindSync:
        return sync(r);
    case wire::KindOverhead:
        return overheadRow(r);
    case wire::KindJit:
        return jit(r);
    case wire::KindMemory:
        return allocation(r);
    case wire::KindMemoryPool:
        return pool(r);
    case wire::KindEnvironment:
        return environment(r);
    case wire::KindCudaEvent: // with the call that records it
    case wire::KindDevice:
    case wire::KindContext:
    case wire::KindStream: // told by its operations
        return;
    default:
        m_batch.ledger.add("records-not-shown", model::Severity::Info,
                           "records of kinds that Longpole does not show; they are in the spool",
                           "CUPTI activity kind " + std::to_string(r.kind()));
    }
}

bool SpoolRows::times(SliceRecord& s, std::int64_t start, std::int64_t end, const char* what)
{
    if (start <= 0 || start > kLatest || end > kLatest || end < 0) {
        m_batch.ledger.add("row-without-time", model::Severity::DataLoss,
                           "records without a usable time were left out", what);
        return false;
    }
    s.start = m_facts.clockTable.monotonic(start);
    s.duration = m_facts.clockTable.monotonic(end) - s.start;
    if (end < start) {
        s.duration = 0;
        s.flags = model::SliceClamped;
        m_batch.ledger.add("negative-duration", model::Severity::Repaired,
                           "negative durations were set to 0", what);
    }
    s.duration = std::max<std::int64_t>(s.duration, 0);
    seen(s.start + s.duration);
    return true;
}

std::uint32_t SpoolRows::hostThread(std::uint32_t thread)
{
    TrackKey key;
    key.pid = m_facts.pid;
    key.tid = thread;
    return m_batch.track(key);
}

std::uint32_t SpoolRows::keepArgs()
{
    m_json.endObject();
    const std::string text = m_json.take();
    return text.size() > 2 ? m_batch.keepArgs(text) : model::kNull32;
}

void SpoolRows::added()
{
    ++m_batch.events;
    if (m_batch.events >= kBatch) {
        flush();
    }
}

void SpoolRows::flush()
{
    m_batch.seal();
    m_builder.append(std::move(m_batch));
    m_batch = EventBatch();
}

void SpoolRows::finish()
{
    finishDriverCalls();
    finishNccl();
    finishAllocations();
    finishRanges();
    finishStalls();
    flush();
}

} // namespace longpole::import
