// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Memory in use; clocks, temperature and power of the devices.
#include "core/import/spool/spool_rows.h"

#include <array>

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

} // namespace longpole::import
