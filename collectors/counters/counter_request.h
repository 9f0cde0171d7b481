// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// What `--counters` asks for, as a user writes it.
#pragma once

#include <cstdint>
#include <string>

namespace longpole::counters {

enum class CounterSet : std::uint8_t
{
    None,
    Timeline, // PM sampling: the device over time, beside the recording
    Occupancy, // range profiler: kernel by kernel, in a run of its own
    Roofline,
    Stalls // PC sampling: where the warps of a function stand, in a run of its own
};

struct CounterRequest
{
    CounterSet set = CounterSet::None;
    std::uint64_t intervalNs = 1'000'000; // Timeline
    std::uint32_t periodPower = 0; // Stalls: a sample every 2^this cycles; 0: as CUPTI chooses
    std::string dtype; // Roofline: operations of tensor cores on it; empty: FP32, FP64, FP16 ones
    std::string error; // one sentence; empty: fine

    // Measured by running kernels one by one.
    bool perKernel() const { return set == CounterSet::Occupancy || set == CounterSet::Roofline; }
    // Measured in a run of the program that records nothing else.
    bool inSecondRun() const { return perKernel() || set == CounterSet::Stalls; }
};

// "occupancy", "roofline", "roofline:bf16", "timeline", "timeline=100us", "stalls", "stalls=2^16";
// empty: none. Anything else sets error.
CounterRequest parseCounterRequest(const std::string& text);

} // namespace longpole::counters
