// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// StallSampler: why the warps of a program's kernels stall (CUPTI's PC sampling: see StallContext).
// For a run of its own. What was sampled is written every kWriteMs: a killed process loses as much.
//
// A context is set up on the program's thread that creates it, before any code of it runs. Samples
// are fetched by a thread of ours. CUPTI crashes where that meets the loading or unloading of code,
// so both take turns: the program waits while samples are fetched, and code is unloaded only after
// its samples were. Nobody waits longer than kPatienceMs: then loading goes on, and what couldn't
// be fetched is said to be missing. After a few waits in vain nobody waits for long any more.
#pragma once

#include "collectors/counters/pc_sampling_api.h"
#include "collectors/cupti/chunk_queue.h"
#include "collectors/cupti/cupti_api.h"
#include "collectors/cupti/launch_calls.h"
#include "collectors/cupti/settings.h"
#include "collectors/cupti/stall_context.h"
#include "collectors/cupti/thread_loop.h"

#include <semaphore.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace longpole::cupti {

class StallSampler
{
public:
    static constexpr std::uint32_t kFetchMs = 100;
    static constexpr std::uint32_t kWriteMs = 2000;
    static constexpr std::uint32_t kPatienceMs = 2000;
    static constexpr std::size_t kMostContexts = 64;

    StallSampler(const Settings& settings, Notes& notes, Counts& counts, ChunkQueue& queue);

    // Asks to be told of contexts and of code that comes and goes. False after a note.
    bool start(const CuptiApi& api, void* subscriber);
    // CUPTI's callbacks, on the program's threads.
    void contextCreated(void* context) noexcept;
    void contextEnds(void* context) noexcept;
    void driverCall(std::uint32_t id, const CallData& data) noexcept;
    void moduleUnloads() noexcept;
    // The body of the thread.
    void run() noexcept;
    // Fetches what is left; true if that ended within the time.
    bool finish(std::uint32_t waitMs) noexcept { return m_loop.finish(waitMs); }
    // After a fork.
    void turnOff() noexcept { m_on.store(false, std::memory_order_release); }

private:
    enum class ModuleCall : std::uint8_t
    {
        None,
        Loads,
        Unloads
    };
    class Turn;

    // Nothing where sampling is off, or in a callback of what we call ourselves. missing: what is,
    // if memory runs out.
    template <class F>
    void inTurn(const char* missing, F act) noexcept;
    bool setUp(StallContext& context, bool again);
    void end(StallContext& context);
    bool round(bool last, bool writes);
    bool waitsForTurn() noexcept;
    void late() noexcept;
    void sayWhatWasSampled();

    const Settings& m_settings;
    Notes& m_notes;
    Counts& m_counts;
    ChunkQueue& m_queue;
    FirstError m_said;
    const CuptiApi* m_api = nullptr;
    counters::PcSamplingApi m_sampling;
    std::vector<ModuleCall> m_calls; // by number; fixed once m_on
    std::atomic<bool> m_on{false};
    std::atomic<bool> m_lateSaid{false};
    std::atomic<int> m_inVain{0}; // waits for the turn, one after another
    ThreadLoop m_loop;

    sem_t m_turn{}; // whose turn it is: guards what follows, and CUPTI's PC sampling
    std::vector<std::unique_ptr<StallContext>> m_contexts;
    bool m_anySample = false;
};

} // namespace longpole::cupti
