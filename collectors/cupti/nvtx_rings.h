// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// NVTX events on their way from the program's threads to the writing thread: one ring per thread,
// one writer and one reader each, without locks. A full ring drops events and counts them.
#pragma once

#include "collectors/wire/nvtx_events.h"

#include <pthread.h>

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace longpole::cupti {

class NvtxRing;

class NvtxRings
{
public:
    static constexpr std::size_t kRingBytes = 1U << 20U;
    static constexpr std::size_t kMostThreads = 4096;
    static constexpr std::size_t kLongestText = 32 * 1024;

    bool create();
    // From the thread an event happens on. Its first event maps the thread's ring; no other call
    // takes memory. e.text is copied, up to kLongestText.
    // True if the ring just became half full: wake the reader.
    bool put(const wire::NvtxEvent& e) noexcept;
    // Nesting depth of push ranges on this thread, as NVTX wants it returned.
    int push() noexcept;
    int pop() noexcept;

    // Calls body(thread, event) for all events so far; for the one reading thread. What it returns
    // false for stays in the ring (and ends the reading).
    using Body = bool (*)(void* user, std::uint32_t thread, const wire::NvtxEvent& event);
    void drain(Body body, void* user);

    std::uint64_t dropped() const { return m_dropped.load(std::memory_order_relaxed); }
    // After a fork: this thread's ring belongs to the parent.
    static void forgetThread() noexcept;

private:
    NvtxRing* ringOfThread() noexcept;
    static void threadEnds(void* ring);

    std::atomic<NvtxRing*> m_rings[kMostThreads] = {};
    std::atomic<std::size_t> m_used{0};
    std::atomic<std::uint64_t> m_dropped{0};
    pthread_key_t m_key = 0;
};

} // namespace longpole::cupti
