// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// Collector: the one instance in a traced process. It is made on first use and never destroyed: the
// program's other threads may call into it until the process is gone.
#pragma once

#include "collectors/cupti/activity.h"
#include "collectors/cupti/device_sampler.h"
#include "collectors/cupti/kernel_counters.h"
#include "collectors/cupti/spool_worker.h"
#include "collectors/cupti/stall_sampler.h"

#include <unistd.h>

#include <atomic>

namespace longpole::cupti {

class Collector
{
public:
    static constexpr std::uint32_t kExitMs = 5000; // the longest the end of a program is held up

    Collector();
    // Starts the writing thread, once; false where nothing is to be recorded. Any thread.
    bool start() noexcept;
    // Starts recording CUDA, once. Called while the driver initialises.
    bool startCuda() noexcept;

    const Settings& settings() const { return m_settings; }
    Activity& activity() { return m_activity; }
    NvtxRings& rings() { return m_rings; }
    SpoolWorker& worker() { return m_worker; }
    Notes& notes() { return m_notes; }
    DeviceSampler& sampler() { return m_sampler; }
    StallSampler& stalls() { return m_stalls; }
    // CUPTI's callback, where it is one that counters need; false: it isn't.
    bool callbackOfCounters(int domain, std::uint32_t id, const void* data) noexcept;
    // NVTX payloads that were too large, or had no contents. Any thread.
    void payloadsLeftOut(std::uint64_t count) noexcept
    {
        m_counts.payloadsLeftOut.fetch_add(count, std::memory_order_relaxed);
    }
    bool isOn() const { return m_on.load(std::memory_order_acquire); }

private:
    static void atExit();
    static void inForkedChild();
    bool startThread(void* (*body)(void*)) noexcept;
    bool startOnce();
    bool startKernelCounters() noexcept;
    bool startStalls() noexcept;
    void startSampler() noexcept;
    void finish() noexcept;

    Settings m_settings;
    Notes m_notes;
    BufferPool m_pool;
    NvtxRings m_rings;
    Counts m_counts;
    ChunkQueue m_queue;
    SpoolWorker m_worker;
    Activity m_activity;
    KernelCounterRun m_kernelCounters;
    DeviceSampler m_sampler;
    StallSampler m_stalls;
    std::atomic<int> m_started{0}; // 0 no, 1 being started, 2 yes, 3 never will be
    std::atomic<int> m_cudaStarted{0};
    std::atomic<bool> m_flusherRuns{false};
    std::atomic<bool> m_samplerRuns{false};
    std::atomic<bool> m_stallsRun{false};
    std::atomic<bool> m_on{false};
    pid_t m_owner = 0;
};

// Made on first use.
Collector& collector();
// Null where there is none yet.
Collector* currentCollector() noexcept;

} // namespace longpole::cupti
