// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Time stamps of Perfetto packets belong to one of many clocks; snapshots tell what several clocks
// show at the same moment. Everything is brought to one clock of the trace.
#pragma once

#include "core/import/perfetto/perfetto.pb.h"
#include "core/model/ledger.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace longpole::import {

class Clocks
{
public:
    static constexpr std::uint32_t kRealtime = 1;
    static constexpr std::uint32_t kBoottime = 6;

    void addSnapshot(std::uint32_t sequence, const perfetto::ClockSnapshot& snapshot);
    // A packet's time stamp in ns of the trace's clock. A clock that no snapshot relates to that
    // clock is taken as it is (and entered into the ledger, unless it is the only one).
    std::int64_t toTraceTime(std::uint32_t sequence, std::uint32_t clock, std::uint64_t stamp,
                             model::Ledger& ledger);
    // Unix time of the trace clock's 0, if a snapshot tells.
    std::optional<std::int64_t> baseUnixNs() const;

private:
    using ClockKey = std::uint64_t; // (sequence << 32) | clock; sequence 0 unless of one only

    struct Unit
    {
        std::int64_t multiplierNs = 1;
        bool incremental = false;
        std::int64_t last = 0; // ns; of an incremental clock
    };
    struct Sample
    {
        std::int64_t from = 0; // what one clock showed
        std::int64_t to = 0; // what the other did
    };

    static ClockKey key(std::uint32_t sequence, std::uint32_t clock);
    std::optional<std::int64_t> convert(ClockKey from, std::int64_t ns) const;
    std::vector<ClockKey> path(ClockKey from) const;

    std::map<ClockKey, Unit> m_units;
    std::map<ClockKey, std::map<ClockKey, std::vector<Sample>>> m_pairs; // samples sorted by from
    std::map<ClockKey, std::vector<ClockKey>> m_paths; // found since the last snapshot
    std::set<ClockKey> m_used; // by time stamps so far
    ClockKey m_lastUsed = ~ClockKey{0};
    std::uint32_t m_traceClock = kBoottime;
    bool m_known = false; // a snapshot was seen
};

} // namespace longpole::import
