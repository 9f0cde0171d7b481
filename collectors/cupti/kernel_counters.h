// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// KernelCounterRun: measures kernels one by one with CUPTI's range profiler, each as often as there
// are passes. Launches wait for one another meanwhile, so this is for a run of its own, never for
// the one whose times matter. Kernels of CUDA graphs, and launches that are being captured into
// one, are not measured, which is said.
#pragma once

#include "collectors/cupti/chunk_queue.h"
#include "collectors/cupti/cupti_api.h"
#include "collectors/cupti/device_plan.h"
#include "collectors/cupti/launch_calls.h"
#include "collectors/cupti/settings.h"

#include <regex.h>

#include <atomic>
#include <map>
#include <mutex>
#include <string>
#include <tuple>
#include <vector>

namespace longpole::cupti {

class KernelCounterRun
{
public:
    KernelCounterRun(const Settings& settings, Notes& notes, ChunkQueue& queue);

    // Asks for callbacks at launches. False after a note.
    bool start(const CuptiApi& api, void* subscriber);
    // CUPTI's callbacks, on the program's threads.
    void driverCall(std::uint32_t id, const CallData& data) noexcept;
    void contextEnds(void* context) noexcept;
    // Says what was measured. Call once, at the end of the program.
    void finish() noexcept;
    // After a fork.
    void turnOff() noexcept { m_on.store(false, std::memory_order_release); }

private:
    struct Call
    {
        LaunchCall kind = LaunchCall::None;
        bool perThread = false;
    };
    struct Device // of one context
    {
        std::uint32_t number = 0;
        void* profiler = nullptr;
        DevicePlan of;
        std::vector<std::uint8_t> data;
    };
    using Identity = std::tuple<std::string, std::string, std::uint32_t, std::uint32_t>;

    void begins(const Call& call, const CallData& data);
    void ends();
    bool wanted(const std::string& kernel);
    bool isCaptured(void* stream) const;
    wire::KernelCounters identify(const Call& call, const CallData& data);
    Device* deviceOf(void* context);
    bool prepare(Device& d, void* context);
    bool startRange(Device& d);
    bool check(int status, const char* call);
    void giveUp(const std::string& why);

    const Settings& m_settings;
    Notes& m_notes;
    ChunkQueue& m_queue;
    const CuptiApi* m_api = nullptr;
    counters::ProfilerApi m_profiler;
    std::atomic<bool> m_on{false};
    std::vector<Call> m_calls; // by number; fixed once m_on
    int (*m_isCapturing)(void* stream, int* status) = nullptr;
    bool m_hasPattern = false;
    regex_t m_pattern{};

    std::mutex m_mutex; // held from the begin of a launch to its end; guards what follows
    std::map<void*, Device> m_devices;
    std::map<Identity, std::uint64_t> m_seen; // launches so far
    std::map<std::string, bool> m_wanted; // by kernel
    wire::KernelCounters m_current;
    Device* m_measuring = nullptr;
    std::uint64_t m_matching = 0; // launches that --kernel lets through
    std::uint64_t m_measured = 0;
    std::uint64_t m_unmeasured = 0;
    std::uint64_t m_graphs = 0;
    std::uint64_t m_captured = 0;
    bool m_initialized = false;
};

} // namespace longpole::cupti
