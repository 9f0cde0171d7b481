// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// DeviceSampler: counters of whole devices over time (CUPTI's PM sampling), beside the recording.
// All of it happens on one thread of ours. Of several processes on a device the first one samples.
#pragma once

#include "collectors/cupti/chunk_queue.h"
#include "collectors/cupti/cupti_api.h"
#include "collectors/cupti/device_plan.h"
#include "collectors/cupti/settings.h"
#include "collectors/cupti/thread_loop.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

namespace longpole::cupti {

class DeviceSampler
{
public:
    DeviceSampler(const Settings& settings, Notes& notes, ChunkQueue& queue);

    // Asks to be told of contexts. False after a note.
    bool start(const CuptiApi& api, void* subscriber);
    // CUPTI's callback, on the program's threads: neither locks nor allocates.
    void contextCreated(void* context) noexcept;
    // The body of the thread.
    void run() noexcept;
    // Reads what is left; true if that ended within the time.
    bool finish(std::uint32_t waitMs) noexcept { return m_loop.finish(waitMs); }
    // After a fork.
    void turnOff() noexcept { m_on.store(false, std::memory_order_release); }

private:
    struct Device
    {
        std::uint32_t number = 0;
        void* profiler = nullptr;
        DevicePlan of;
        std::vector<std::uint8_t> data;
        int lock = -1;
        bool overflowed = false;
    };

    void begin(std::uint32_t device);
    bool prepare(Device& d);
    bool lockDevice(Device& d);
    bool freshData(Device& d);
    bool drain(Device& d);
    void readSamples(Device& d, std::size_t completed);
    void stop(Device& d);
    bool check(int status, const char* call);

    const Settings& m_settings;
    Notes& m_notes;
    ChunkQueue& m_queue;
    const CuptiApi* m_api = nullptr;
    counters::ProfilerApi m_profiler;
    std::atomic<bool> m_on{false};
    std::atomic<std::uint64_t> m_wanted{0}; // a bit per device that has a context
    ThreadLoop m_loop;

    // The thread's own.
    std::uint64_t m_begun = 0; // a bit per device
    bool m_initialized = false;
    std::uint64_t m_samples = 0;
    std::vector<std::unique_ptr<Device>> m_devices;
};

} // namespace longpole::cupti
