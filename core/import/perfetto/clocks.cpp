// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/perfetto/clocks.h"

#include "core/base/time.h"

#include <algorithm>
#include <deque>
#include <limits>

namespace longpole::import {

namespace {

constexpr std::uint32_t kFirstOfSequence = 64; // 64…127 belong to the sequence that defines them
constexpr std::uint32_t kFirstGlobal = 128;
constexpr std::size_t kMostSamples = 100'000; // of one pair of clocks

std::int64_t clampToSigned(std::uint64_t v)
{
    constexpr auto kMax = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    return static_cast<std::int64_t>(std::min(v, kMax));
}

std::int64_t saturatingMultiply(std::int64_t a, std::int64_t b)
{
    std::int64_t r = 0;
    return __builtin_mul_overflow(a, b, &r) ? std::numeric_limits<std::int64_t>::max() : r;
}

} // namespace

Clocks::ClockKey Clocks::key(std::uint32_t sequence, std::uint32_t clock)
{
    const bool own = clock >= kFirstOfSequence && clock < kFirstGlobal;
    return (own ? ClockKey{sequence} << 32U : 0) | clock;
}

void Clocks::addSnapshot(std::uint32_t sequence, const perfetto::ClockSnapshot& snapshot)
{
    if (snapshot.primary_trace_clock() != 0) {
        m_traceClock = snapshot.primary_trace_clock();
    }
    m_known = true;
    m_paths.clear();
    m_lastUsed = ~ClockKey{0};
    constexpr int kMostClocks = 32; // of one snapshot; real ones have under ten
    const int count = std::min(snapshot.clocks_size(), kMostClocks);
    std::vector<std::pair<ClockKey, std::int64_t>> shown;
    for (int i = 0; i < count; ++i) {
        const perfetto::ClockSnapshot::Clock& c = snapshot.clocks(i);
        Unit unit;
        unit.multiplierNs = c.unit_multiplier_ns() == 0 ? 1 : clampToSigned(c.unit_multiplier_ns());
        unit.incremental = c.is_incremental();
        unit.last = saturatingMultiply(clampToSigned(c.timestamp()), unit.multiplierNs);
        const ClockKey k = key(sequence, c.clock_id());
        m_units[k] = unit;
        shown.emplace_back(k, unit.last);
    }
    for (const auto& [from, fromNs] : shown) {
        for (const auto& [to, toNs] : shown) {
            std::vector<Sample>& samples = m_pairs[from][to];
            if (from == to || samples.size() >= kMostSamples) {
                continue;
            }
            const auto at =
                std::upper_bound(samples.begin(), samples.end(), fromNs,
                                 [](std::int64_t ns, const Sample& s) { return ns < s.from; });
            samples.insert(at, {fromNs, toNs});
        }
    }
}

std::vector<Clocks::ClockKey> Clocks::path(ClockKey from) const
{
    // Breadth first: the fewest steps between clocks lose the least.
    std::map<ClockKey, ClockKey> cameFrom{{from, from}};
    std::deque<ClockKey> open{from};
    while (!open.empty()) {
        const ClockKey at = open.front();
        open.pop_front();
        if (at == m_traceClock) {
            std::vector<ClockKey> steps;
            for (ClockKey k = at; k != from; k = cameFrom.at(k)) {
                steps.push_back(k);
            }
            std::reverse(steps.begin(), steps.end());
            return steps;
        }
        const auto next = m_pairs.find(at);
        if (next == m_pairs.end()) {
            continue;
        }
        for (const auto& [to, samples] : next->second) {
            if (!samples.empty() && cameFrom.emplace(to, at).second) {
                open.push_back(to);
            }
        }
    }
    return {};
}

std::optional<std::int64_t> Clocks::convert(ClockKey from, std::int64_t ns) const
{
    if (from == m_traceClock) {
        return ns;
    }
    const auto found = m_paths.find(from);
    if (found == m_paths.end() || found->second.empty()) {
        return std::nullopt;
    }
    ClockKey at = from;
    for (const ClockKey to : found->second) {
        const std::vector<Sample>& samples = m_pairs.at(at).at(to);
        const auto after =
            std::upper_bound(samples.begin(), samples.end(), ns,
                             [](std::int64_t t, const Sample& s) { return t < s.from; });
        const Sample& near = after == samples.begin() ? *after : *std::prev(after);
        ns = saturatingAdd(saturatingSub(ns, near.from), near.to);
        at = to;
    }
    return ns;
}

std::int64_t Clocks::toTraceTime(std::uint32_t sequence, std::uint32_t clock, std::uint64_t stamp,
                                 model::Ledger& ledger)
{
    const ClockKey k = key(sequence, clock == 0 ? m_traceClock : clock);
    std::int64_t ns = clampToSigned(stamp);
    if (const auto unit = m_units.find(k); unit != m_units.end()) {
        ns = saturatingMultiply(ns, unit->second.multiplierNs);
        if (unit->second.incremental) {
            ns = saturatingAdd(unit->second.last, ns);
            unit->second.last = ns;
        }
    }
    if (k != m_lastUsed) {
        m_lastUsed = k;
        m_used.insert(k);
        if (k != m_traceClock && m_paths.find(k) == m_paths.end()) {
            m_paths.emplace(k, path(k));
        }
    }
    const auto converted = convert(k, ns);
    const bool related = converted && (m_known || k != m_traceClock || m_used.size() == 1);
    if (!related && (m_known || m_used.size() > 1)) {
        ledger.add("unrelated-clock", model::Severity::Repaired,
                   "times of clocks that no snapshot relates to each other were taken as they "
                   "are; their events may be shifted against the others",
                   "clock " + std::to_string(k & 0xffffffffU));
    }
    return converted.value_or(ns);
}

std::optional<std::int64_t> Clocks::baseUnixNs() const
{
    if (m_traceClock == kRealtime) {
        return 0;
    }
    const auto from = m_pairs.find(m_traceClock);
    if (from == m_pairs.end()) {
        return std::nullopt;
    }
    const auto to = from->second.find(kRealtime);
    if (to == from->second.end() || to->second.empty()) {
        return std::nullopt;
    }
    return saturatingSub(to->second.front().to, to->second.front().from);
}

} // namespace longpole::import
