// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// A plan: the metrics of a request on a chip, and how the hardware counts them. CUPTI makes it from
// the chip's name alone, so it can be had, and printed, on a machine without a GPU.
#pragma once

#include "collectors/counters/counter_request.h"
#include "collectors/counters/profiler_api.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace longpole::counters {

struct PlannedMetric
{
    std::string name;
    std::string unit; // "ns", "B", "%", …: CUPTI's word where we have no short one
};

struct CounterPlan
{
    CounterSet set = CounterSet::None;
    std::string chip; // "GH100"
    std::vector<PlannedMetric> metrics;
    std::vector<std::string> leftOut; // wanted, but this chip lacks them or they don't fit
    std::size_t passes = 0; // how often each kernel is run
    std::vector<std::uint8_t> image; // what the profiler is configured with
    std::string error; // one sentence; empty: the plan holds

    // As CUPTI wants them; valid while the plan is neither changed nor moved.
    std::vector<const char*> names() const;
};

// CUPTI's names of chips it can plan for; empty where it cannot.
std::vector<std::string> supportedChips(const ProfilerApi& api);
// A timeline takes what fits into one pass, the most wanted first: a device cannot be replayed.
CounterPlan makePlan(const ProfilerApi& api, const std::string& chip,
                     const CounterRequest& request);
// Lines for people, each beginning with "# ".
std::string planLines(const CounterPlan& plan);

// CUPTI's object for a chip: plans, and evaluates what was measured. Used by one thread at a time.
class Host
{
public:
    Host(const ProfilerApi& api, ProfilerKind kind, const std::string& chip);
    ~Host();
    Host(const Host&) = delete;
    Host& operator=(const Host&) = delete;

    int status() const { return m_status; } // of the making, as all of CUPTI's: 0 is fine
    bool has(const std::string& metric, std::string* unit = nullptr) const;
    std::vector<std::string> baseMetrics() const;
    // Once per object.
    int configure(const std::vector<const char*>& names, std::vector<std::uint8_t>& image,
                  std::size_t& passes) const;
    int evaluate(const std::vector<std::uint8_t>& data, std::size_t index,
                 std::vector<const char*>& names, double* values) const;

private:
    const ProfilerApi& m_api;
    void* m_host = nullptr;
    int m_status = 0;
};

} // namespace longpole::counters
