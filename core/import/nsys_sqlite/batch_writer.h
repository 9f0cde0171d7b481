// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Turns blocks of rows into an EventBatch: what the tables' converters have in common.
#pragma once

#include "core/import/json_writer.h"
#include "core/import/nsys_sqlite/nsys_facts.h"

#include <tuple>

namespace longpole::import {

// State that lasts longer than a batch. Used by one thread.
struct NsysState
{
    struct OpenRange // an NVTX range that the file doesn't end
    {
        std::int64_t start;
        std::string name;
        std::string category;
        TrackKey track; // name unused: asyncName
        std::string asyncName;
        std::uint32_t group;
        std::string args;
    };
    struct Running // a thread on a CPU
    {
        std::int64_t since;
        std::int64_t cpu;
    };
    struct MemoryKey
    {
        std::int64_t pid, device, kind;
        auto operator<=>(const MemoryKey&) const = default;
    };

    std::int64_t lastTime = std::numeric_limits<std::int64_t>::min();
    std::vector<OpenRange> openRanges;
    std::uint32_t asyncGroups = 0;
    std::map<std::pair<std::uint32_t, std::int64_t>, std::string> domains; // (scope, id)
    std::map<std::tuple<std::uint32_t, std::int64_t, std::int64_t>, std::string>
        categories; // (scope, domain, id)
    std::unordered_map<std::int64_t, Running> running; // by globalTid
    std::unordered_map<std::int64_t, std::uint32_t> schedGroups; // by globalTid
    std::map<MemoryKey, std::int64_t> allocated; // bytes
    std::unordered_map<std::uint64_t, std::int64_t> allocations; // (address, pid) → bytes
    struct Metric
    {
        std::string name;
        std::string unit;
    };
    std::map<std::pair<std::int64_t, std::int64_t>, Metric> metrics; // (type, metric)
};

class BatchWriter
{
public:
    BatchWriter(NsysFacts& facts, NsysState& state)
        : m_facts(facts)
        , m_state(state)
    { }

    NsysFacts& facts() { return m_facts; }
    NsysState& state() { return m_state; }
    EventBatch& batch() { return m_batch; }

    // The string of that id. Empty and counted where the file lacks it.
    StringId name(std::int64_t stringId);
    // The same without the version that CUPTI appends: "cudaLaunchKernel_v7000".
    StringId apiName(std::int64_t stringId);
    std::uint32_t hostThread(std::int64_t globalTid);
    std::uint32_t stream(model::TrackKind kind, std::int64_t device, std::int64_t stream,
                         std::int64_t pid);

    // Start and duration of a row; false where it has no start, or times no trace can hold.
    bool times(const RowBlock& block, std::size_t row, SliceRecord& slice, std::string_view table);
    void dropped(std::string_view table);

    // An args object: begin with args(), end with keepArgs().
    JsonWriter& args();
    JsonWriter& json() { return m_json; }
    std::uint32_t keepArgs();
    // Member, where the cell is not null (and not 0, for those where 0 means nothing).
    void member(std::string_view key, const RowBlock& block, std::size_t row, std::size_t column);
    void nonZero(std::string_view key, const RowBlock& block, std::size_t row, std::size_t column);

private:
    NsysFacts& m_facts;
    NsysState& m_state;
    EventBatch m_batch;
    JsonWriter m_json;
    std::unordered_map<std::int64_t, StringId> m_names;
    std::unordered_map<std::int64_t, StringId> m_apiNames;
    std::int64_t m_lastThread = 0;
    std::uint32_t m_lastThreadTrack = model::kNull32;
    TrackKey m_lastStream;
    std::uint32_t m_lastStreamTrack = model::kNull32;
};

using ConvertRows = void (*)(const RowBlock& block, BatchWriter& out);

// One table of an export and what becomes of it. Columns 0 and 1 are start and end (or two times
// that may be null).
struct NsysTable
{
    std::string_view name;
    std::span<const ColumnWish> columns;
    ConvertRows convert;
};

// The tables, by file.
std::span<const NsysTable> gpuTables();
std::span<const NsysTable> syncTables();
std::span<const NsysTable> hostTables();
std::span<const NsysTable> nvtxTables();
std::span<const NsysTable> sampleTables();

// Ranges that never end, to the end of what was read.
void writeOpenRanges(BatchWriter& out);
// Threads that were on a CPU when the recording ended.
void writeRunningThreads(BatchWriter& out);
// Names and units of GPU metrics, needed before their samples. The only error is Cancelled.
Result<void> loadMetricNames(NsysFacts& facts, NsysState& state);

} // namespace longpole::import
