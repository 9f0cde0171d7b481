// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
#include "collectors/cupti/spool_worker.h"

#include "collectors/cupti/process_info.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <limits>
#include <span>
#include <string_view>

namespace longpole::cupti {

std::uint64_t monotonicNs() noexcept
{
    timespec t{};
    ::clock_gettime(CLOCK_MONOTONIC, &t);
    return static_cast<std::uint64_t>(t.tv_sec) * 1'000'000'000U
        + static_cast<std::uint64_t>(t.tv_nsec);
}

bool waitFor(sem_t& semaphore, std::uint32_t ms) noexcept
{
    timespec t{};
    ::clock_gettime(CLOCK_REALTIME, &t);
    const long ns = t.tv_nsec + static_cast<long>(ms % 1000) * 1'000'000L;
    t.tv_sec += static_cast<time_t>(ms / 1000) + ns / 1'000'000'000L;
    t.tv_nsec = ns % 1'000'000'000L;
    int rc = 0;
    while ((rc = ::sem_timedwait(&semaphore, &t)) != 0 && errno == EINTR) { }
    return rc == 0;
}

SpoolWorker::SpoolWorker(const Settings& settings, Notes& notes, BufferPool& pool, NvtxRings& rings,
                         Counts& counts, ChunkQueue& queue)
    : m_settings(settings)
    , m_notes(notes)
    , m_pool(pool)
    , m_rings(rings)
    , m_counts(counts)
    , m_queue(queue)
{
    ::sem_init(&m_wake, 0, 0);
    ::sem_init(&m_finished, 0, 0);
}

void SpoolWorker::useCupti(const CuptiApi* api, const Strides* strides) noexcept
{
    m_strides.store(strides, std::memory_order_release);
    m_api.store(api, std::memory_order_release);
}

bool SpoolWorker::finish(bool complete, std::uint32_t waitMs) noexcept
{
    m_finish.store(complete ? 1 : 2, std::memory_order_release);
    wake();
    return waitFor(m_finished, waitMs);
}

void SpoolWorker::run() noexcept
{
    try {
        if (open()) {
            loop();
        }
    } catch (...) {
        m_file.last(wire::ChunkType::Note, "the collector ran out of memory and stopped writing");
        m_file.close();
    }
    // The program runs on: what CUPTI still delivers is thrown away.
    while (m_finish.load(std::memory_order_acquire) == 0) {
        waitFor(m_wake, 1000);
        for (auto b = m_pool.next(); b.index >= 0; b = m_pool.next()) {
            m_pool.recycle(b);
        }
    }
    ::sem_post(&m_finished);
}

bool SpoolWorker::open()
{
    const std::string base = spoolBaseName(m_settings.spoolFolder);
    for (int n = 0; n < 1000; ++n) {
        const std::string path = base + "-" + std::to_string(n) + wire::kSpoolSuffix;
        if (m_file.create(path, m_settings.maxSpoolBytes)) {
            m_descriptor.store(m_file.descriptor());
            m_file.append(wire::ChunkType::Info, processInfo());
            writeClock();
            return true;
        }
        if (errno != EEXIST) {
            return false;
        }
    }
    return false;
}

void SpoolWorker::loop()
{
    // A margin, as flushing and writing take their time too.
    const std::uint32_t tickMs = std::max<std::uint32_t>(m_settings.flushMs * 4 / 5, 1);
    std::uint64_t nextTick = monotonicNs() + tickMs * 1'000'000ULL;
    std::uint64_t nextSecond = 0;
    for (;;) {
        const std::uint64_t now = monotonicNs();
        waitFor(m_wake,
                nextTick > now ? static_cast<std::uint32_t>((nextTick - now) / 1'000'000U + 1) : 1);
        encodeBuffers();
        drainNvtx();
        const int ending = m_finish.load(std::memory_order_acquire);
        const std::uint64_t after = monotonicNs();
        if (after >= nextTick || ending != 0) {
            nextTick = after + tickMs * 1'000'000ULL;
            writeNotes();
            drainNvtx();
            writeCounters();
            writeNames(false);
        }
        if (after >= nextSecond || ending != 0) {
            nextSecond = after + 1'000'000'000ULL;
            writeClock();
            noteDropped();
            if (ending != 0) {
                writeNames(true);
            }
            writeStats();
            noteStop();
        }
        if (ending != 0) {
            encodeBuffers();
            writeNotes();
            writeEnd();
            m_descriptor.store(-1);
            m_file.close();
            return;
        }
    }
}

void SpoolWorker::encodeBuffers()
{
    for (auto filled = m_pool.next(); filled.index >= 0; filled = m_pool.next()) {
        const std::uint64_t begin = monotonicNs();
        const std::uint64_t unloads = m_counts.moduleUnloads.load(std::memory_order_acquire);
        if (unloads != m_unloadsSeen) {
            m_unloadsSeen = unloads;
            m_encoder.forgetPointers();
        }
        encode(filled);
        m_pool.recycle(filled);
        m_encoderNs += monotonicNs() - begin;
    }
}

void SpoolWorker::encode(const BufferPool::Filled& filled)
{
    const CuptiApi* const api = m_api.load(std::memory_order_acquire);
    const Strides* const strides = m_strides.load(std::memory_order_acquire);
    std::size_t at = 0;
    while (api != nullptr && strides != nullptr && filled.valid - at >= 8) {
        std::uint32_t kind = 0;
        std::memcpy(&kind, filled.bytes + at, sizeof(kind));
        std::size_t stride = kind < strides->size() ? (*strides)[kind] : 0;
        if (stride == 0) {
            // A kind the probe doesn't know: the library may still know how to step over it.
            void* record = filled.bytes + at;
            const int status = api->nextRecord(filled.bytes, filled.valid, &record);
            const auto* const next = static_cast<const std::uint8_t*>(record);
            stride =
                status == StatusOk && next > filled.bytes + at && next < filled.bytes + filled.valid
                ? static_cast<std::size_t>(next - (filled.bytes + at))
                : filled.valid - at;
        }
        if (kind == 0 || kind > 0xffff || stride > filled.valid - at || stride > 60'000) {
            break;
        }
        m_encoder.add(static_cast<std::uint16_t>(kind),
                      reinterpret_cast<const std::byte*>(filled.bytes + at),
                      static_cast<std::uint32_t>(stride));
        at += stride;
    }
    m_unreadable += filled.valid - at;
    m_encoder.flush();
}

void SpoolWorker::drainNvtx()
{
    m_rings.drain(&SpoolWorker::nvtxEvent, this);
    flushNvtx();
}

bool SpoolWorker::nvtxEvent(void* self, std::uint32_t thread, const wire::NvtxEvent& event)
{
    auto& w = *static_cast<SpoolWorker*>(self);
    if (w.m_nvtxCount > 0 && (w.m_nvtxThread != thread || w.m_nvtx.size() > (1U << 20U))) {
        w.flushNvtx();
    }
    if (w.m_nvtxCount == 0) {
        w.m_nvtxThread = thread;
        w.m_nvtxBefore = 0;
        wire::addVarint(w.m_nvtx, thread);
        w.m_threads.try_emplace(thread);
    }
    wire::packNvtx(w.m_nvtx, event, w.m_nvtxBefore);
    ++w.m_nvtxCount;
    ++w.m_nvtxEvents;
    return true;
}

void SpoolWorker::flushNvtx()
{
    if (m_nvtxCount > 0) {
        m_file.append(wire::ChunkType::Nvtx, m_nvtx, m_nvtxCount);
        m_nvtx.clear();
        m_nvtxCount = 0;
    }
}

void SpoolWorker::writeNotes()
{
    // "info NAME=VALUE" is a fact, everything else is for people.
    while (const char* const note = m_notes.take()) {
        const std::string_view text(note);
        if (text.starts_with("info ")) {
            m_file.append(wire::ChunkType::Info, std::string(text.substr(5)) + "\n");
        } else {
            m_file.append(wire::ChunkType::Note, text);
        }
    }
}

// The reading with the narrowest bracket of 20.
void SpoolWorker::writeClock()
{
    const CuptiApi* const api = m_api.load(std::memory_order_acquire);
    // CUPTI's clock settles only once it works.
    const bool withCupti = api != nullptr && api->getTimestamp != nullptr
        && m_counts.requests.load(std::memory_order_relaxed) > 0;
    std::int64_t best[4] = {0, 0, 0, std::numeric_limits<std::int64_t>::max()};
    for (int i = 0; i < 20; ++i) {
        timespec real{};
        std::uint64_t cupti = 0;
        const std::uint64_t before = monotonicNs();
        ::clock_gettime(CLOCK_REALTIME, &real);
        if (withCupti && api->getTimestamp(&cupti) != StatusOk) {
            cupti = 0;
        }
        const std::uint64_t after = monotonicNs();
        const auto width = static_cast<std::int64_t>(after - before);
        if (width < best[3]) {
            best[0] = static_cast<std::int64_t>(before + (after - before) / 2);
            best[1] = static_cast<std::int64_t>(real.tv_sec) * 1'000'000'000 + real.tv_nsec;
            best[2] = static_cast<std::int64_t>(cupti);
            best[3] = width;
        }
    }
    m_file.append(wire::ChunkType::Clock, std::as_bytes(std::span(best)), 1);
}

} // namespace longpole::cupti
