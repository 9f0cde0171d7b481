// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of the CSV files of rocprofv3, rocprofv2 and rocprof → events. Columns are found by name;
// all of them, but the one that names the event, are kept as its args.
#pragma once

#include "core/import/csv_reader.h"
#include "core/import/event_batch.h"
#include "core/import/trace_builder.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace longpole::import {

enum class RocprofPage : std::uint8_t
{
    Unknown,
    Kernels, // kernel_trace.csv; results.csv of rocprof; rocprofv2's
    Calls, // hip_api_trace.csv, hsa_…, rccl_…, marker_api_trace.csv …
    Copies, // memory_copy_trace.csv
    Memory, // memory_allocation_trace.csv, scratch_memory_trace.csv
    Counters, // counter_collection.csv: a row per dispatch and counter
    Agents, // agent_info.csv
    Summary // …_stats.csv: sums, no events
};

RocprofPage rocprofPage(const CsvColumns& columns);

class RocprofRows
{
public:
    RocprofRows(const CsvColumns& columns, RocprofPage page);

    // line: for the ledger.
    void take(const std::vector<std::string>& row, std::uint64_t line, EventBatch& batch,
              std::vector<KnownDevice>& devices);
    // Counters are complete only when all rows were seen.
    void finish(EventBatch& batch);

private:
    using Row = std::vector<std::string>;

    struct Counted
    {
        Row row; // the first of the dispatch
        std::map<std::string, double> sums;
    };
    std::size_t column(std::initializer_list<std::string_view> names) const;
    // Sets start, duration and flags; false if the row has no times.
    bool times(const Row& row, std::uint64_t line, SliceRecord& out, EventBatch& batch) const;
    bool hasTimes(const Row& row) const;
    void kernel(const Row& row, std::uint64_t line, const std::map<std::string, double>& counters,
                EventBatch& batch);
    void profile(const std::string& name, const GpuFacts& facts, std::int64_t device,
                 std::string_view args, EventBatch& batch);
    GpuFacts kernelFacts(const Row& row) const;
    void call(const Row& row, std::uint64_t line, EventBatch& batch) const;
    void copy(const Row& row, std::uint64_t line, EventBatch& batch) const;
    void memory(const Row& row, std::uint64_t line, EventBatch& batch) const;
    void agent(const Row& row, std::vector<KnownDevice>& devices) const;
    void count(const Row& row, std::uint64_t line, EventBatch& batch);
    std::map<std::string, double> wideCounters(const Row& row) const;
    std::string args(const Row& row, std::size_t without,
                     const std::map<std::string, double>& counters) const;
    std::int64_t number(const Row& row, std::size_t at) const; // kNull64 if it is none
    std::int64_t device(const Row& row, std::size_t at) const;

    CsvColumns m_columns;
    RocprofPage m_page;
    std::size_t m_name;
    std::size_t m_start;
    std::size_t m_end;
    std::size_t m_agent;
    std::size_t m_queue;
    std::size_t m_stream;
    std::size_t m_thread;
    std::size_t m_process;
    std::size_t m_correlation;
    std::vector<std::size_t> m_counterColumns; // of files with a column per counter
    std::vector<Counted> m_counted; // in order of first appearance
    std::map<std::pair<std::string, std::string>, std::size_t> m_countedBy; // process, dispatch
    std::uint32_t m_profiles = 0;
};

} // namespace longpole::import
