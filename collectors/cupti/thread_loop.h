// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// ThreadLoop: what a thread of ours that does its work again and again has in common with others:
// it is woken, told to end, and waited for. Never destroyed while the thread may run.
#pragma once

#include "collectors/cupti/spool_worker.h"

#include <semaphore.h>

#include <atomic>
#include <cstdint>

namespace longpole::cupti {

class ThreadLoop
{
public:
    ThreadLoop()
    {
        ::sem_init(&m_wake, 0, 0);
        ::sem_init(&m_finished, 0, 0);
    }

    // From any thread, callbacks included.
    void wake() noexcept { ::sem_post(&m_wake); }
    // The thread: waits for that; true if this round is to be the last.
    bool lastAfter(std::uint32_t ms) noexcept
    {
        waitFor(m_wake, ms);
        return m_finish.load(std::memory_order_acquire);
    }
    // The thread's last act.
    void ended() noexcept { ::sem_post(&m_finished); }
    // Has the thread do its last round; true if that ended within the time.
    bool finish(std::uint32_t waitMs) noexcept
    {
        m_finish.store(true, std::memory_order_release);
        wake();
        return waitFor(m_finished, waitMs);
    }

private:
    std::atomic<bool> m_finish{false};
    sem_t m_wake{};
    sem_t m_finished{};
};

} // namespace longpole::cupti
