// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Memory in use; clocks, temperature and power of the devices; hardware counters.
#include "core/import/kernel_identity.h"
#include "core/import/spool/spool_rows.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace longpole::import {

namespace {

constexpr std::array<std::string_view, 8> kInUse{
    "other memory in use",         "pageable memory in use",      "pinned memory in use",
    "device memory in use",        "array memory in use",         "managed memory in use",
    "static device memory in use", "static managed memory in use"};

} // namespace

void SpoolRows::sample(std::string_view name, std::string_view unit, std::int64_t device,
                       std::int64_t time, double value)
{
    TrackKey key;
    key.kind = model::TrackKind::Counter;
    key.onDevice = true;
    key.pid = device;
    key.owner = m_facts.pid;
    key.name = m_batch.intern(name);
    const std::uint32_t track = m_batch.track(key);
    if (m_units.emplace(device, name).second) {
        NamingRecord n;
        n.kind = NamingRecord::Kind::CounterUnit;
        n.thread = key;
        n.text = m_batch.intern(unit);
        m_batch.namings.push_back(n);
    }
    m_batch.counters.push_back({time, value, track});
    seen(time);
    added();
}

void SpoolRows::allocation(const wire::RecordView& r)
{
    namespace m = wire::memory;
    const std::int64_t time = r.integer(m::kTime);
    SliceRecord s;
    if (!times(s, time, time, "memory operations")) {
        return;
    }
    const std::uint64_t kind = r.number(m::kMemoryKind);
    m_allocations.push_back(
        {s.start, r.integer(m::kBytes), r.integer(m::kDevice), r.number(m::kAddress),
         static_cast<std::uint8_t>(kind < kInUse.size() ? kind : 0), r.number(m::kOperation) == 2});
}

// In the order of time, which the records don't keep.
void SpoolRows::finishAllocations()
{
    std::stable_sort(m_allocations.begin(), m_allocations.end(),
                     [](const Allocation& a, const Allocation& b) { return a.time < b.time; });
    std::unordered_map<std::uint64_t, Allocation> live; // by address
    std::map<std::pair<std::int64_t, std::uint8_t>, std::int64_t> inUse; // device, kind
    for (const Allocation& a : m_allocations) {
        Allocation what = a;
        if (a.frees) {
            const auto it = live.find(a.address);
            if (it == live.end()) {
                m_batch.ledger.add("memory-freed-unseen", model::Severity::Info,
                                   "memory was freed whose allocation was not recorded; the "
                                   "memory counters leave it out");
                continue;
            }
            what = it->second;
            live.erase(it);
        } else {
            live[a.address] = a;
        }
        std::int64_t& total = inUse[{what.device, what.memoryKind}];
        total = saturatingAdd(total, a.frees ? saturatingSub(0, what.bytes) : what.bytes);
        sample(kInUse[what.memoryKind], "B", what.device, a.time, static_cast<double>(total));
    }
    m_allocations.clear();
}

void SpoolRows::pool(const wire::RecordView& r)
{
    namespace p = wire::memory_pool;
    SliceRecord s;
    if (!times(s, r.integer(p::kTime), r.integer(p::kTime), "memory pools")) {
        return;
    }
    constexpr wire::FieldAt kDevice{20, 4};
    char name[48];
    std::snprintf(name, sizeof(name), "memory pool 0x%llx",
                  static_cast<unsigned long long>(r.number(p::kAddress)));
    sample(std::string(name) + " size", "B", r.integer(kDevice), s.start,
           static_cast<double>(r.number(p::kSize)));
    sample(std::string(name) + " in use", "B", r.integer(kDevice), s.start,
           static_cast<double>(r.number(p::kUsed)));
}

void SpoolRows::environment(const wire::RecordView& r)
{
    namespace e = wire::environment;
    SliceRecord s;
    if (!times(s, r.integer(e::kTime), r.integer(e::kTime), "clocks and temperatures")) {
        return;
    }
    const std::int64_t device = r.integer(e::kDevice);
    const auto put = [&](const char* name, const char* unit, wire::FieldAt field, double scale) {
        sample(name, unit, device, s.start, static_cast<double>(r.number(field)) * scale);
    };
    switch (r.number(e::kWhat)) {
    case 1:
        put("SM clock", "MHz", e::kSmClock, 1);
        put("memory clock", "MHz", e::kMemoryClock, 1);
        put("throttle reasons", "", e::kThrottle, 1);
        break;
    case 2:
        put("temperature", "°C", e::kTemperature, 1);
        break;
    case 3:
        put("power", "W", e::kPower, 0.001);
        put("power limit", "W", e::kPowerLimit, 0.001);
        break;
    default:
        break; // fans
    }
}

// Measured in a run of its own, so without a place in time: see kernel_occurrences.h.
void SpoolRows::kernelCounters(std::span<const wire::CounterName> names,
                               const wire::KernelCounters& kernel)
{
    KernelProfileRecord p;
    p.name = m_batch.intern(demangled(kernel.kernel));
    p.member = m_batch.intern("counters");
    p.order = m_measured++;
    p.occurrence = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(kernel.occurrence, model::kNull32 - std::uint64_t{1}));
    p.device = static_cast<std::int64_t>(kernel.device);
    p.stream = static_cast<std::int64_t>(kernel.stream);
    std::copy(std::begin(kernel.grid), std::end(kernel.grid), p.grid);
    std::copy(std::begin(kernel.block), std::end(kernel.block), p.block);
    std::string units;
    m_json.beginObject().key("metrics").beginObject();
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (std::isfinite(kernel.values[i])) {
            m_json.key(names[i].name).real(kernel.values[i]);
        }
        if (names[i].name == "gpu__time_duration.sum" && kernel.values[i] >= 0
            && kernel.values[i] < 9e18) {
            p.durationNs = static_cast<std::int64_t>(kernel.values[i]);
        }
    }
    m_json.endObject().key("units").beginObject();
    for (const wire::CounterName& n : names) {
        if (!n.unit.empty()) {
            m_json.key(n.name).text(n.unit);
        }
    }
    m_json.endObject();
    p.args = keepArgs();
    m_batch.profiles.push_back(p);
    added();
}

// A sample stands for the time up to its end; it is drawn from its start on.
void SpoolRows::deviceSample(std::span<const wire::CounterName> names,
                             const wire::DeviceSample& sampled)
{
    SliceRecord s;
    if (!times(s, static_cast<std::int64_t>(sampled.start), static_cast<std::int64_t>(sampled.end),
               "samples of counters")) {
        return;
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (std::isfinite(sampled.values[i])) {
            sample(names[i].name, names[i].unit, static_cast<std::int64_t>(sampled.device), s.start,
                   sampled.values[i]);
        }
    }
}

void SpoolRows::functionStalls(std::span<const wire::CounterName> names,
                               const wire::FunctionStalls& stalls)
{
    auto& samples = m_stalls[{stalls.device, stalls.cubin, stalls.function}];
    for (const auto& [reason, count] : stalls.samples) {
        std::uint64_t& total = samples[names[reason].name];
        total = count > ~total ? ~std::uint64_t{0} : total + count;
    }
}

void SpoolRows::finishStalls()
{
    for (const auto& [key, samples] : m_stalls) {
        const auto& [device, cubin, function] = key;
        StalledFunctionRecord f;
        f.name = m_batch.intern(demangled(function));
        f.device = static_cast<std::int64_t>(device);
        f.cubin = cubin;
        for (const auto& [reason, count] : samples) {
            f.samples.emplace_back(m_batch.intern(reason), count);
        }
        m_batch.stalls.push_back(std::move(f));
        added();
    }
    m_stalls.clear();
}

} // namespace longpole::import
