// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
#include "collectors/launch/counter_plans.h"

#include "collectors/counters/find_cupti.h"
#include "collectors/counters/pc_sampling_api.h"
#include "collectors/counters/plan.h"

#include <dlfcn.h>

#include <vector>

namespace longpole::launch {

namespace {

// The same on all chips: which reasons there are, the GPU tells when the program runs.
std::string stallPlan(const counters::CounterRequest& request, const std::string& library)
{
    const std::string period = request.periodPower == 0
        ? "as often as CUPTI chooses for the GPU"
        : "every " + std::to_string(1ULL << request.periodPower) + " cycles";
    return "# stalls, sampled by " + library + "\n# sampled " + period
        + ", continuously: kernels run as ever, and samples are of a "
          "function, not of a launch\n# all reasons that the GPU has; 64 MiB for samples on the "
          "GPU, per context\n";
}

} // namespace

Result<std::string> counterPlans(const std::string& wanted, const std::string& library,
                                 const std::string& chip)
{
    const counters::CounterRequest request = counters::parseCounterRequest(wanted);
    if (!request.error.empty()) {
        return fail(Errc::Unsupported, request.error, "--counters");
    }
    counters::ProfilerApi api;
    counters::PcSamplingApi stalls;
    std::string found;
    for (const std::string& candidate : cupti::cuptiCandidates(library)) {
        // Never closed: CUPTI doesn't stand it.
        if (void* const handle = ::dlopen(candidate.c_str(), RTLD_NOW | RTLD_LOCAL)) {
            api.find(handle);
            stalls.find(handle);
            found = candidate;
            break;
        }
    }
    if (found.empty()) {
        return fail(Errc::Unsupported,
                    "no libcupti was found, which plans the counters; install the Python package "
                    "nvidia-cuda-cupti or the CUDA toolkit, or name it with --cupti",
                    "--counters");
    }
    if (request.set == counters::CounterSet::Stalls) {
        return stalls.canSample()
            ? Result<std::string>(stallPlan(request, found))
            : fail(Errc::Unsupported, "cannot sample stalls: CUDA 11.3 or later is needed", found);
    }
    if (!api.canPlan()) {
        return fail(Errc::Unsupported, "cannot plan counters: CUDA 12.6 or later is needed", found);
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
