// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// The counters of one device: its plan, their names as they are written, and what evaluates them.
#pragma once

#include "collectors/counters/plan.h"
#include "collectors/wire/counter_chunks.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace longpole::cupti {

struct DevicePlan
{
    counters::CounterPlan plan;
    std::vector<wire::CounterName> names;
    std::unique_ptr<counters::Host> host;

    // Asks CUPTI which chip the device is and plans for it. initialized: whether CUPTI's profiler
    // is, in this process. Returns what is wrong, in one sentence; empty: nothing.
    std::string make(const counters::ProfilerApi& api, bool& initialized, std::uint32_t device,
                     const counters::CounterRequest& request);
};

} // namespace longpole::cupti
