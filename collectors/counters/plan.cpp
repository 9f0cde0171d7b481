// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
#include "collectors/counters/plan.h"

#include "collectors/counters/metric_sets.h"

#include <algorithm>

namespace longpole::counters {

namespace {

std::string shortUnit(const char* dimension, const std::string& metric)
{
    const std::string unit = dimension != nullptr ? dimension : "";
    if (unit == "nanosecond") {
        return "ns";
    }
    if (unit == "percent") {
        return "%";
    }
    if (unit == "byte") {
        return metric.find("per_second") != std::string::npos ? "B/s" : "B";
    }
    return unit == "byte/second" || unit == "bytes/second" ? "B/s" : unit;
}

std::string joined(const std::vector<std::string>& words)
{
    std::string out;
    for (const std::string& w : words) {
        out += (out.empty() ? "" : ", ") + w;
    }
    return out;
}

ProfilerKind kindOf(CounterSet set)
{
    return set == CounterSet::Timeline ? ProfilerKind::PmSampling : ProfilerKind::Range;
}

// Fills in image and passes for the plan's metrics; false after setting the error.
bool configure(const ProfilerApi& api, CounterPlan& plan)
{
    const Host host(api, kindOf(plan.set), plan.chip);
    const int status =
        host.status() != 0 ? host.status() : host.configure(plan.names(), plan.image, plan.passes);
    if (status != 0) {
        plan.error = "CUPTI cannot plan these counters for " + plan.chip + " (its error "
            + std::to_string(status) + ")";
    }
    return status == 0;
}

// Metrics that need a second pass are left out, one by one.
void keepOnePass(const ProfilerApi& api, CounterPlan& plan)
{
    if (!configure(api, plan) || plan.passes <= 1) {
        return;
    }
    const std::vector<PlannedMetric> all = std::move(plan.metrics);
    plan.metrics.clear();
    for (const PlannedMetric& m : all) {
        plan.metrics.push_back(m);
        if (!configure(api, plan) || plan.passes > 1) {
            plan.metrics.pop_back();
            plan.leftOut.push_back(m.name);
            plan.error.clear();
        }
    }
    if (plan.metrics.empty()) {
        plan.error = "no counter of " + plan.chip + " fits into a single pass";
        return;
    }
    configure(api, plan);
}

} // namespace

Host::Host(const ProfilerApi& api, ProfilerKind kind, const std::string& chip)
    : m_api(api)
{
    auto p = params<HostInitialize>();
    p.kind = static_cast<int>(kind);
    p.chip = chip.c_str();
    m_status = m_api.hostInitialize(&p);
    m_host = p.host;
}

Host::~Host()
{
    if (m_status == 0 && m_host != nullptr) {
        auto p = params<HostObject>();
        p.host = m_host;
        m_api.hostDeinitialize(&p);
    }
}

bool Host::has(const std::string& metric, std::string* unit) const
{
    auto p = params<HostProperties>();
    p.host = m_host;
    p.metric = metric.c_str();
    if (m_status != 0 || m_api.hostProperties(&p) != 0) {
        return false;
    }
    if (unit != nullptr) {
        *unit = shortUnit(p.dimension, metric);
    }
    return true;
}

std::vector<std::string> Host::baseMetrics() const
{
    auto p = params<HostBaseMetrics>();
    p.host = m_host;
    if (m_status != 0 || m_api.hostBaseMetrics(&p) != 0) {
        return {};
    }
    return {p.names, p.names + p.count};
}

int Host::configure(const std::vector<const char*>& names, std::vector<std::uint8_t>& image,
                    std::size_t& passes) const
{
    std::vector<const char*> copy = names;
    auto add = params<HostAddMetrics>();
    add.host = m_host;
    add.names = copy.data();
    add.count = copy.size();
    if (const int status = m_api.hostAddMetrics(&add); status != 0) {
        return status;
    }
    auto size = params<HostImageSize>();
    size.host = m_host;
    if (const int status = m_api.hostImageSize(&size); status != 0) {
        return status;
    }
    image.assign(size.bytes, 0);
    auto get = params<HostImage>();
    get.host = m_host;
    get.bytes = image.size();
    get.image = image.data();
    if (const int status = m_api.hostImage(&get); status != 0) {
        return status;
    }
    auto count = params<HostPasses>();
    count.bytes = image.size();
    count.image = image.data();
    const int status = m_api.hostPasses(&count);
    passes = count.passes;
    return status;
}

int Host::evaluate(const std::vector<std::uint8_t>& data, std::size_t index,
                   std::vector<const char*>& names, double* values) const
{
    auto p = params<HostEvaluate>();
    p.host = m_host;
    p.data = data.data();
    p.bytes = data.size();
    p.index = index;
    p.names = names.data();
    p.count = names.size();
    p.values = values;
    return m_api.hostEvaluate(&p);
}

std::vector<const char*> CounterPlan::names() const
{
    std::vector<const char*> out;
    for (const PlannedMetric& m : metrics) {
        out.push_back(m.name.c_str());
    }
    return out;
}

std::vector<std::string> supportedChips(const ProfilerApi& api)
{
    auto p = params<HostChips>();
    if (!api.canPlan() || api.hostChips(&p) != 0) {
        return {};
    }
    return {p.names, p.names + p.count};
}

CounterPlan makePlan(const ProfilerApi& api, const std::string& chip, const CounterRequest& request)
{
    CounterPlan plan;
    plan.set = request.set;
    plan.chip = chip;
    if (!api.canPlan()) {
        plan.error = "this CUPTI has no counters that can be planned: CUDA 12.6 or later is needed";
        return plan;
    }
    const std::vector<std::string> chips = supportedChips(api);
    if (chips.empty()) {
        plan.error =
            "this CUPTI cannot plan counters: libnvperf_host.so, which belongs beside it, is "
            "missing or doesn't fit";
        return plan;
    }
    if (std::find(chips.begin(), chips.end(), chip) == chips.end()) {
        plan.error =
            "this CUPTI doesn't know the chip \"" + chip + "\" (it knows: " + joined(chips) + ")";
        return plan;
    }
    const Host host(api, kindOf(plan.set), chip);
    const bool tensor = !request.dtype.empty();
    std::vector<std::string> wanted = wantedMetrics(plan.set, tensor);
    if (tensor) {
        const std::vector<std::string> base = host.baseMetrics();
        const std::vector<std::string> operations = tensorMetrics(base, request.dtype);
        if (operations.empty()) {
            const std::vector<std::string> types = tensorTypes(base);
            plan.error = chip + " doesn't count operations of tensor cores on \"" + request.dtype
                + "\"" + (types.empty() ? "" : " (it counts: " + joined(types) + ")");
            return plan;
        }
        wanted.insert(wanted.end(), operations.begin(), operations.end());
    }
    for (const std::string& name : wanted) {
        PlannedMetric m{name, {}};
        if (host.has(name, &m.unit)) {
            plan.metrics.push_back(std::move(m));
        } else {
            plan.leftOut.push_back(name);
        }
    }
    if (plan.metrics.empty()) {
        plan.error = chip + " has none of these counters";
    } else if (plan.set == CounterSet::Timeline) {
        keepOnePass(api, plan);
    } else {
        configure(api, plan);
    }
    return plan;
}

std::string planLines(const CounterPlan& plan)
{
    if (!plan.error.empty()) {
        return "# " + plan.chip + ": " + plan.error + "\n";
    }
    const bool timeline = plan.set == CounterSet::Timeline;
    std::string out = "# " + plan.chip + ": " + std::to_string(plan.metrics.size()) + " counters, "
        + std::to_string(plan.passes) + (plan.passes == 1 ? " pass" : " passes")
        + (timeline              ? ", sampled while the program runs"
               : plan.passes > 1 ? ", so each measured kernel is run that often"
                                 : "")
        + "\n";
    for (const PlannedMetric& m : plan.metrics) {
        out += "#   " + m.name + (m.unit.empty() ? "" : " (" + m.unit + ")") + "\n";
    }
    for (const std::string& name : plan.leftOut) {
        out += "#   not " + name
            + (timeline ? ": lacking, or it needs a second pass\n" : ": lacking on this chip\n");
    }
    return out;
}

} // namespace longpole::counters
