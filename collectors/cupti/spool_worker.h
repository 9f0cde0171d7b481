// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// SpoolWorker: the one thread that writes the spool. It packs the buffers that CUPTI filled, drains
// the NVTX rings, and writes clock readings, totals and notes. It never calls CUPTI's activity
// control, and waits for nobody but its semaphore.
#pragma once

#include "collectors/cupti/buffer_pool.h"
#include "collectors/cupti/chunk_queue.h"
#include "collectors/cupti/cupti_api.h"
#include "collectors/cupti/nvtx_rings.h"
#include "collectors/cupti/settings.h"
#include "collectors/cupti/stride_probe.h"
#include "collectors/wire/record_encoder.h"

#include <semaphore.h>

#include <atomic>
#include <cstdint>
#include <string>
#include <unordered_map>

namespace longpole::cupti {

// What other threads tell the worker; all atomic.
struct Counts
{
    std::atomic<std::uint64_t> requests{0}; // buffers CUPTI asked for
    std::atomic<std::uint64_t> refused{0}; // … and didn't get
    std::atomic<std::uint64_t> scratched{0}; // … and got one that nobody reads
    std::atomic<std::uint64_t> discarded{0}; // of those, came back with records
    std::atomic<std::uint64_t> moduleUnloads{0};
    std::atomic<std::uint64_t> payloadsLeftOut{0}; // of NVTX events
    // Of stalls:
    std::atomic<std::uint64_t> stallSamples{0}; // all that the hardware took
    std::atomic<std::uint64_t> stallSamplesDropped{0}; // of those, by the hardware
    std::atomic<std::uint64_t> stallSamplesOther{0}; // of those, of kernels not the program's
    std::atomic<std::uint64_t> stallBufferFull{0}; // how often the GPU's buffer was found full
    std::atomic<std::uint64_t> stallRecordsLost{0}; // instructions there was no room for
};

class SpoolWorker
{
public:
    SpoolWorker(const Settings& settings, Notes& notes, BufferPool& pool, NvtxRings& rings,
                Counts& counts, ChunkQueue& queue);

    // The body of the thread. Returns after finish().
    void run() noexcept;
    // There is something to do. From any thread, signal handlers included.
    void wake() noexcept { ::sem_post(&m_wake); }
    // Once CUPTI was loaded; from then on records are expected. Any thread.
    void useCupti(const CuptiApi* api, const Strides* strides) noexcept;
    // Write all that is there and end the file; true if that was done within the time.
    bool finish(bool complete, std::uint32_t waitMs) noexcept;
    int descriptor() const { return m_descriptor.load(); }

private:
    bool open();
    void loop();
    void encodeBuffers();
    void encode(const BufferPool::Filled& filled);
    void drainNvtx();
    static bool nvtxEvent(void* self, std::uint32_t thread, const wire::NvtxEvent& event);
    void flushNvtx();
    void writeNotes();
    void writeClock();
    void writeStats();
    void writeCounters();
    void writeNames(bool all);
    void noteDropped();
    void noteStop();
    void writeEnd();

    const Settings& m_settings;
    Notes& m_notes;
    BufferPool& m_pool;
    NvtxRings& m_rings;
    Counts& m_counts;
    ChunkQueue& m_queue;
    std::atomic<const CuptiApi*> m_api{nullptr};
    std::atomic<const Strides*> m_strides{nullptr};
    std::atomic<int> m_descriptor{-1};
    std::atomic<int> m_finish{0}; // 1: complete, 2: not
    sem_t m_wake{};
    sem_t m_finished{};

    // The worker's own.
    wire::SpoolFile m_file;
    wire::RecordEncoder m_encoder{m_file};
    std::uint64_t m_unloadsSeen = 0;
    std::uint64_t m_encoderNs = 0;
    std::uint64_t m_droppedByCupti = 0;
    std::uint64_t m_unreadable = 0; // bytes of buffers that could not be walked
    std::uint64_t m_nvtxEvents = 0;
    std::string m_lastStats;
    bool m_stopNoted = false;
    wire::Bytes m_nvtx;
    std::uint32_t m_nvtxThread = 0;
    std::uint32_t m_nvtxCount = 0;
    std::uint64_t m_nvtxBefore = 0;
    std::unordered_map<std::uint32_t, std::string> m_threads;
    std::unordered_map<std::uint64_t, bool> m_apiNames;
};

// CLOCK_MONOTONIC, ns.
std::uint64_t monotonicNs() noexcept;
// Waits for a semaphore; false if the time passed.
bool waitFor(sem_t& semaphore, std::uint32_t ms) noexcept;

} // namespace longpole::cupti
