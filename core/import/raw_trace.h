// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// RawTrace: all batches of a file joined, numbered globally, times still absolute. The stages of
// TraceBuilder::finish turn it into a Trace.
#pragma once

#include "core/base/block_vector.h"
#include "core/base/string_pool.h"
#include "core/import/event_batch.h"
#include "core/model/memory_columns.h"
#include "core/model/trace.h"

#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace longpole::import {

struct RawTrace
{
    std::vector<SliceBodies> slices; // per track, in file order; freed track by track
    BlockVector<GpuFacts> gpu;
    std::vector<RareGpuFacts> rare;
    BlockVector<ApiFacts> api;
    std::vector<InstantRecord> instants;
    std::vector<CounterRecord> counters;
    std::vector<HalfRecord> halves;
    BlockVector<FlowRecord> flows;
    std::vector<NamingRecord> namings;
    std::vector<KernelProfileRecord> profiles;
    std::vector<StalledFunctionRecord> stalls;
    StringInterner strings;
    std::vector<std::string> categories{std::string()};
    std::vector<TrackKey> tracks; // in order of first appearance
    std::shared_ptr<model::MemoryColumns> columns = std::make_shared<model::MemoryColumns>();
    std::vector<std::uint32_t> argsBlocks;
    std::uint32_t argsCount = 0;
    std::uint64_t events = 0;
    model::Ledger ledger;
    std::uint32_t source = 0; // the file whose batches come in now; see TrackKey::source
    // GPU operations of different files that are one collective, the last to start first.
    std::vector<std::vector<std::uint32_t>> collectives;
};

// Appends batches to a RawTrace, in file order, renumbering what was numbered locally.
class BatchJoiner
{
public:
    explicit BatchJoiner(RawTrace& raw)
        : m_raw(raw)
    { }
    void append(EventBatch&& batch);

private:
    std::uint32_t trackNumber(const TrackKey& key);
    std::uint32_t scopeNumber(std::uint32_t scope);

    RawTrace& m_raw;
    using Scopes = std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t>;
    Scopes m_scopes; // (source, scope)
    Scopes::iterator m_lastScope = m_scopes.end(); // most events share the scope of the one before
    std::unordered_map<TrackKey, std::uint32_t, TrackKeyHash> m_trackIds;
};

} // namespace longpole::import
