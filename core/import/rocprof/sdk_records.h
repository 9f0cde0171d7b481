// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Records of a rocprofv3 JSON file → events. GPU operations lie on the track of their HIP stream
// where the record names one, else of their queue. API calls and GPU operations share correlation
// ids within a process. The args of an event are its record as in the file.
#pragma once

#include "core/import/event_batch.h"
#include "core/import/rocprof/sdk_tables.h"

#include <map>

namespace longpole::import {

class SdkRecords
{
public:
    // tables must outlive this; process: number of the process within the file.
    SdkRecords(const SdkTables& tables, std::uint32_t process)
        : m_tables(tables)
        , m_process(process)
    { }

    // True for paths whose items are records of this class.
    static bool isRecord(std::string_view path);
    // place: for the ledger ("byte 1234").
    void take(std::string_view path, std::string_view text, simdjson::dom::element value,
              EventBatch& batch, std::uint64_t offset);
    // Counted dispatches that no kernel_dispatch record told of become kernels.
    void finish(EventBatch& batch);

private:
    bool times(simdjson::dom::element value, SliceRecord& s, EventBatch& batch,
               std::uint64_t offset);
    void dispatch(std::string_view text, simdjson::dom::element value, EventBatch& batch,
                  std::uint64_t offset);
    bool kernel(simdjson::dom::element info, SliceRecord& s, GpuFacts& facts, EventBatch& batch);
    void streamTrack(simdjson::dom::element value, std::optional<std::uint64_t> queue,
                     const Agent* agent, SliceRecord& s, GpuFacts& facts, EventBatch& batch);
    void copy(std::string_view text, simdjson::dom::element value, EventBatch& batch,
              std::uint64_t offset);
    void call(std::string_view path, std::string_view text, simdjson::dom::element value,
              EventBatch& batch, std::uint64_t offset);
    void marker(std::string_view text, simdjson::dom::element value, EventBatch& batch,
                std::uint64_t offset);
    void counters(std::string_view text, simdjson::dom::element value, EventBatch& batch,
                  std::uint64_t offset);
    std::string_view operation(simdjson::dom::element value, std::string_view otherwise) const;
    std::string_view category(simdjson::dom::element value, std::string_view otherwise) const;
    TrackKey thread(simdjson::dom::element value) const;
    void add(SliceRecord& s, const GpuFacts& facts, EventBatch& batch) const;

    const SdkTables& m_tables;
    std::uint32_t m_process;
    struct CountedDispatch
    {
        SliceRecord slice;
        GpuFacts facts;
        TrackKey track;
        std::string name;
        std::string counters;
        std::string args;
    };
    std::map<std::uint64_t, CountedDispatch> m_counted; // by dispatch id
};

} // namespace longpole::import
