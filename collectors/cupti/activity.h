// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// Activity: makes CUPTI record, and takes what it delivers. Whatever CUPTI refuses costs one
// feature and one note, never the program.
#pragma once

#include "collectors/cupti/spool_worker.h"
#include "collectors/cupti/thread_loop.h"

#include <atomic>
#include <cstdint>
#include <vector>

namespace longpole::cupti {

class Activity
{
public:
    Activity(const Settings& settings, Notes& notes, BufferPool& pool, SpoolWorker& worker,
             Counts& counts);

    // Loads CUPTI and becomes its subscriber; false after a note. start() does it, too: use one of
    // them, once.
    bool open();
    const CuptiApi& api() const { return m_api; }
    void* subscriber() const { return m_subscriber; }
    // Loads CUPTI and switches recording on. For the program's thread that initialises CUDA; false
    // after a note.
    bool start() noexcept;
    // The body of the flushing thread: the only one that calls cuptiActivityFlushAll.
    void runFlusher() noexcept;
    // Flushes for good; true if that ended within the time.
    bool finish(std::uint32_t waitMs) noexcept { return m_loop.finish(waitMs); }
    bool isOn() const { return m_on.load(std::memory_order_acquire); }
    // After a fork: CUPTI may still call back in the child.
    void turnOff() noexcept { m_on.store(false, std::memory_order_release); }

    // CUPTI's callbacks.
    void requestBuffer(std::uint8_t** buffer, std::size_t* size, std::size_t* most) noexcept;
    void bufferDone(std::uint8_t* buffer, std::size_t validSize) noexcept;
    // site: 0 at the beginning of an API call, 1 at its end.
    void callbackEvent(int domain, std::uint32_t id, int site) noexcept;

private:
    bool load();
    void enableKinds();
    // activity_subscribe.cpp
    bool subscribe();
    void share();
    void watchUnloads();
    int registerBuffers();
    void setAttributes();
    void setSharedAttributes();
    void setHardwareTrace();
    void chooseCalls();
    void watchProfilerCalls();
    void recordWork(bool on) noexcept;
    void keepCaptureTime() noexcept;
    // A note if status is an error.
    bool check(int status, const char* call, const char* consequence);

    const Settings& m_settings;
    Notes& m_notes;
    BufferPool& m_pool;
    SpoolWorker& m_worker;
    Counts& m_counts;
    CuptiApi m_api;
    Strides m_strides{};
    void* m_subscriber = nullptr;
    std::uint32_t m_profilerStart = 0; // numbers of the calls; 0: not watched
    std::uint32_t m_profilerStop = 0;
    std::vector<std::uint32_t> m_driverCalls; // those we chose; fixed once recording may begin
    std::uint64_t m_startedNs = 0;
    std::atomic<bool> m_recording{false};
    std::atomic<bool> m_on{false};
    ThreadLoop m_loop;
};

} // namespace longpole::cupti
