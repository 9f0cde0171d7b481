// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
#include "collectors/launch/counter_plans.h"

#include "collectors/counters/find_cupti.h"
#include "collectors/counters/plan.h"

#include <dlfcn.h>

#include <vector>

namespace longpole::launch {

Result<std::string> counterPlans(const std::string& wanted, const std::string& library,
                                 const std::string& chip)
{
    const counters::CounterRequest request = counters::parseCounterRequest(wanted);
    if (!request.error.empty()) {
        return fail(Errc::Unsupported, request.error, "--counters");
    }
    counters::ProfilerApi api;
    std::string found;
    for (const std::string& candidate : cupti::cuptiCandidates(library)) {
        // Never closed: CUPTI doesn't stand it.
        if (void* const handle = ::dlopen(candidate.c_str(), RTLD_NOW | RTLD_LOCAL)) {
            api.find(handle);
            found = candidate;
            break;
        }
    }
    if (!api.canPlan()) {
        return fail(Errc::Unsupported,
                    found.empty()
                        ? "no libcupti was found, which plans the counters; install the Python "
                          "package nvidia-cuda-cupti or the CUDA toolkit, or name it with --cupti"
                        : "cannot plan counters: CUDA 12.6 or later is needed",
                    found.empty() ? "--counters" : found);
    }
    std::string out = "# counters, planned by " + found + "\n";
    const std::vector<std::string> chips =
        chip.empty() ? std::vector<std::string>{"GA100", "GH100", "GB100"} : std::vector{chip};
    if (chip.empty()) {
        out += "# the chip shows when the program runs; --chip names another one than these\n";
    }
    for (const std::string& name : chips) {
        const counters::CounterPlan plan = counters::makePlan(api, name, request);
        if (!chip.empty() && !plan.error.empty()) {
            return fail(Errc::Unsupported, plan.error, "--counters");
        }
        out += counters::planLines(plan);
    }
    return out;
}

} // namespace longpole::launch
