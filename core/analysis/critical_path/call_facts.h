// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What args and synchronisation records say of calls: streams, events, and which record of an event
// a wait refers to. PyTorch tells it in `cuda_sync` rows, Nsight Systems with the calls themselves.
#pragma once

#include "core/model/trace.h"

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace longpole::critical_path {

inline constexpr std::int64_t kNoNumber = model::kNull64;

// Numbers as in the file; kNoNumber = not told.
struct CallFacts
{
    std::int64_t stream = kNoNumber;
    std::int64_t device = kNoNumber; // as the producer counts
    std::int64_t correlation = kNoNumber;
    std::int64_t event = kNoNumber;
    std::int64_t recordStream = kNoNumber; // where the awaited event was recorded
    std::int64_t recordCorrelation = kNoNumber; // the call that recorded it
    std::int64_t recordId = kNoNumber; // a number that record and wait share
};

// Reads args objects; keeps the block last used, so reading in order is cheap.
class FactReader
{
public:
    explicit FactReader(const model::Trace& trace);
    ~FactReader();
    FactReader(const FactReader&) = delete;
    FactReader& operator=(const FactReader&) = delete;

    CallFacts read(std::uint32_t argsNumber);

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

// Synchronisation records by (rank, correlation).
struct SyncRecords
{
    std::unordered_map<std::uint64_t, CallFacts> byCall; // what the call waits for
    std::unordered_map<std::uint64_t, CallFacts> byRecord; // stream and event of recording calls

    static std::uint64_t key(std::int32_t rank, std::int64_t correlation)
    {
        return (static_cast<std::uint64_t>(static_cast<std::uint32_t>(rank)) << 40U)
            ^ static_cast<std::uint64_t>(correlation);
    }
};
SyncRecords readSyncRecords(const model::Trace& trace, FactReader& reader);

} // namespace longpole::critical_path
