// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// Activity: makes CUPTI record, and takes what it delivers. Whatever CUPTI refuses costs one
// feature and one note, never the program.
#pragma once

#include "collectors/cupti/spool_worker.h"

#include <semaphore.h>

#include <atomic>
#include <cstdint>

namespace longpole::cupti {

class Activity
{
public:
    Activity(const Settings& settings, Notes& notes, BufferPool& pool, SpoolWorker& worker,
             Counts& counts);

    // Loads CUPTI and switches recording on. For the program's thread that initialises CUDA; false
    // after a note.
    bool start() noexcept;
    // The body of the flushing thread: the only one that calls cuptiActivityFlushAll.
    void runFlusher() noexcept;
    // Flushes for good; true if that ended within the time.
    bool finish(std::uint32_t waitMs) noexcept;
    bool isOn() const { return m_on.load(std::memory_order_acquire); }
    // After a fork: CUPTI may still call back in the child.
    void turnOff() noexcept { m_on.store(false, std::memory_order_release); }

    // CUPTI's callbacks.
    void requestBuffer(std::uint8_t** buffer, std::size_t* size, std::size_t* most) noexcept;
    void bufferDone(std::uint8_t* buffer, std::size_t validSize) noexcept;
    void resourceEvent(int domain, std::uint32_t id) noexcept;

private:
    bool load();
    bool subscribe();
    void setAttributes();
    void enableKinds();
    void chooseCalls();
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
    std::atomic<bool> m_on{false};
    std::atomic<bool> m_finish{false};
    sem_t m_wake{};
    sem_t m_finished{};
};

} // namespace longpole::cupti
