// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Track events: slices, instants, counters and flows of instrumented programs.
#pragma once

#include "core/import/perfetto/held_records.h"
#include "core/import/perfetto/sequence.h"

#include <unordered_map>
#include <vector>

namespace longpole::import {

class TrackEvents
{
public:
    TrackEvents(TrackDirectory& directory, HeldRecords& records, model::Ledger& ledger)
        : m_directory(directory)
        , m_records(records)
        , m_ledger(ledger)
    { }
    void add(const perfetto::TrackEvent& event, std::int64_t timeNs, Sequence& sequence);

private:
    struct Context // of the event at hand
    {
        const perfetto::TrackEvent& event;
        std::int64_t timeNs;
        Sequence& sequence;
        std::uint32_t track = 0;
    };
    struct OpenSlice
    {
        HalfPlace begin;
        std::string args; // JSON object or empty
    };

    std::uint32_t trackOf(const perfetto::TrackEvent& event, const Sequence& sequence);
    void begin(const Context& c);
    void end(const Context& c);
    void instant(const Context& c);
    void complete(const Context& c);
    void async(const Context& c, HalfRecord::Kind kind);
    void legacy(Context& c);
    void counter(const Context& c);
    void extraCounters(const Context& c);
    void sample(const Context& c, std::uint64_t uuid, std::optional<std::int64_t> whole,
                double real);
    void flows(const Context& c);
    std::string name(const Context& c);
    template <class Record>
    void fill(const Context& c, EventBatch& batch, Record& record, const std::string& args);

    TrackDirectory& m_directory;
    HeldRecords& m_records;
    model::Ledger& m_ledger;
    std::unordered_map<std::uint32_t, std::vector<OpenSlice>> m_open; // by track
};

} // namespace longpole::import
