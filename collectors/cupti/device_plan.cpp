// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
#include "collectors/cupti/device_plan.h"

#include "collectors/cupti/counter_errors.h"

namespace longpole::cupti {

std::string DevicePlan::make(const counters::ProfilerApi& api, bool& initialized,
                             std::uint32_t device, const counters::CounterRequest& request)
{
    namespace c = counters;
    auto initialize = c::params<c::ProfilerInitialize>();
    if (!initialized) {
        if (const int status = api.initialize(&initialize); status != 0) {
            return counterError("cuptiProfilerInitialize", status);
        }
    }
    initialized = true;
    auto chip = c::params<c::DeviceChip>();
    chip.device = device;
    if (const int status = api.deviceChip(&chip); status != 0) {
        return counterError("cuptiDeviceGetChipName", status);
    }
    plan = c::makePlan(api, chip.chip, request);
    if (!plan.error.empty()) {
        return plan.error + "; nothing was measured";
    }
    for (const c::PlannedMetric& m : plan.metrics) {
        names.push_back({m.name, m.unit});
    }
    host = std::make_unique<c::Host>(api,
                                     request.set == c::CounterSet::Timeline
                                         ? c::ProfilerKind::PmSampling
                                         : c::ProfilerKind::Range,
                                     plan.chip);
    return host->status() == 0 ? std::string()
                               : counterError("cuptiProfilerHostInitialize", host->status());
}

} // namespace longpole::cupti
