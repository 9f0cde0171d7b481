// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// What the worker writes about the recording itself.
#include "collectors/cupti/process_info.h"
#include "collectors/cupti/spool_worker.h"

#include <cerrno>
#include <cstring>

namespace longpole::cupti {

void SpoolWorker::writeStats()
{
    const wire::EncoderTotals& t = m_encoder.totals();
    std::string lines;
    const auto line = [&](const std::string& name, std::uint64_t value) {
        wire::addLine(lines, name, std::to_string(value));
    };
    line("records", t.records);
    line("records_lost", t.lost);
    line("bad_times", t.badTimes);
    line("unknown_kinds", t.unknownKinds);
    line("templates", t.templates);
    line("inline_templates", t.inlined);
    line("unreadable_bytes", m_unreadable);
    line("dropped_by_cupti", m_droppedByCupti);
    line("buffer_requests", m_counts.requests.load());
    line("buffers_refused", m_counts.refused.load());
    line("buffers_scratched", m_counts.scratched.load());
    line("buffers_discarded", m_counts.discarded.load());
    line("buffers_peak", m_pool.peak());
    line("nvtx_events", m_nvtxEvents);
    line("nvtx_dropped", m_rings.dropped());
    line("nvtx_payloads_left_out", m_counts.payloadsLeftOut.load());
    line("counters_dropped", m_queue.dropped());
    line("encoder_ns", m_encoderNs);
    if (m_settings.counters.set == counters::CounterSet::Stalls) {
        line("stall_samples", m_counts.stallSamples.load());
        line("stall_samples_dropped", m_counts.stallSamplesDropped.load());
        line("stall_samples_other", m_counts.stallSamplesOther.load());
        line("stall_buffer_full", m_counts.stallBufferFull.load());
        line("stall_records_lost", m_counts.stallRecordsLost.load());
    }
    for (std::size_t i = 0; i < t.overheadNs.size(); ++i) {
        if (t.overheadNs[i] > 0) {
            line("overhead_ns." + std::to_string(i), t.overheadNs[i]);
        }
    }
    if (lines == m_lastStats) {
        return; // nothing happened: an idle process writes nothing but its clock
    }
    m_lastStats = lines;
    line("spool_bytes", m_file.bytes());
    m_file.append(wire::ChunkType::Stats, lines);
}

void SpoolWorker::writeCounters()
{
    for (const ChunkQueue::Chunk& c : m_queue.take()) {
        m_file.append(c.type, c.bytes, c.count);
    }
}

void SpoolWorker::noteDropped()
{
    const CuptiApi* const api = m_api.load(std::memory_order_acquire);
    std::size_t dropped = 0;
    if (api != nullptr && m_counts.requests.load() > 0
        && api->droppedRecords(&dropped) == StatusOk) {
        m_droppedByCupti += dropped;
    }
}

void SpoolWorker::writeNames(bool all)
{
    const CuptiApi* const api = m_api.load(std::memory_order_acquire);
    std::string lines;
    for (const auto& a : m_encoder.takeNewApis()) {
        m_threads.try_emplace(a.thread);
        const int domain = a.kind == wire::KindRuntime ? DomainRuntime : DomainDriver;
        const auto [it, isNew] =
            m_apiNames.try_emplace(static_cast<std::uint64_t>(domain) << 32U | a.cbid, true);
        const char* const name =
            isNew && api != nullptr ? api->callbackName(domain, a.cbid) : nullptr;
        if (name != nullptr) {
            wire::addLine(lines, "name." + std::to_string(domain) + "." + std::to_string(a.cbid),
                          name);
        }
    }
    for (auto& [thread, known] : m_threads) {
        if (!known.empty() && !all) {
            continue;
        }
        // Threads are often named after they begin: the last look counts.
        if (std::string name = threadName(thread); !name.empty() && name != known) {
            wire::addLine(lines, "thread." + std::to_string(thread), name);
            known = std::move(name);
        }
    }
    if (!lines.empty()) {
        m_file.append(wire::ChunkType::Info, lines);
    }
}

void SpoolWorker::noteStop()
{
    if (m_file.stopped() == 0 || m_stopNoted) {
        return;
    }
    m_stopNoted = true;
    const std::string why = m_file.stopped() == EFBIG
        ? std::string("the spool reached its size limit")
        : std::string("the spool could not be written: ") + std::strerror(m_file.stopped());
    m_file.last(wire::ChunkType::Note, why + "; later records are missing");
}

void SpoolWorker::writeEnd()
{
    noteStop();
    writeStats();
    std::string lines;
    wire::addLine(lines, "complete", m_finish.load() == 1 ? "1" : "0");
    wire::addLine(lines, "records", std::to_string(m_encoder.totals().records));
    wire::addLine(lines, "records_lost", std::to_string(m_encoder.totals().lost));
    m_file.last(wire::ChunkType::End, lines);
}

} // namespace longpole::cupti
