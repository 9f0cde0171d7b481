// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What a spool says that its records need to be understood: read in a pass of its own, as it may
// stand anywhere in the file.
#pragma once

#include "core/import/spool/nccl_calls.h"
#include "core/import/spool/nvtx_names.h"
#include "core/import/spool/spool_clock.h"
#include "core/import/trace_builder.h"

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace longpole::import {

// A CUDA event being recorded on a stream.
struct EventRecordFacts
{
    std::int64_t correlation = 0;
    std::int64_t context = 0;
    std::int64_t stream = 0;
    std::int64_t event = 0;
    std::int64_t syncId = 0; // 0: not told
    std::int64_t timestamp = 0; // of the device; 0: not told
};

class SpoolFacts : public wire::SpoolVisitor
{
public:
    void info(std::string_view name, const std::string& value) override;
    void note(std::string_view text) override { notes.emplace_back(text); }
    void record(const wire::RecordView& record) override;
    void nvtx(std::uint32_t thread, const wire::NvtxEvent& event) override;
    void clock(const wire::ClockRow& row) override { clockTable.add(row); }
    void stat(std::string_view name, std::uint64_t value) override;
    void end() override { ended = true; }

    // Call once, after the pass.
    void prepare();
    // Puts what concerns the whole trace into the builder.
    void describe(const wire::SpoolReader& reader, TraceBuilder& builder) const;

    std::string fact(const std::string& name) const;
    std::int64_t number(const std::string& name, std::int64_t fallback) const;
    // "cudaLaunchKernel", without CUPTI's version; "runtime call 211" where no name is there.
    std::string_view callName(std::uint16_t kind, std::uint32_t cbid) const;
    std::int64_t deviceOfContext(std::int64_t context) const;
    // The record of a CUDA event by the call that made it; null if there is none.
    const EventRecordFacts* eventRecord(std::int64_t correlation) const;
    // What a wait of that call refers to: by their common id or, where CUPTI tells none, the last
    // record of that event before the call. Null if there is none.
    const EventRecordFacts* awaited(std::int64_t syncId, std::int64_t context, std::int64_t event,
                                    std::int64_t correlation) const;

    std::map<std::string, std::string> facts;
    std::vector<std::string> notes;
    std::map<std::string, std::uint64_t> stats;
    SpoolClock clockTable;
    bool ended = false;
    std::int64_t pid = 0;
    NvtxNames nvtxNames;
    NcclCalls nccl{nvtxNames};

private:
    void describeLosses(const wire::SpoolReader& reader, model::Ledger& ledger) const;
    void describeDevices(const wire::SpoolReader& reader, TraceBuilder& builder) const;

    std::vector<EventRecordFacts> m_events; // by correlation
    std::unordered_map<std::int64_t, std::size_t> m_bySyncId;
    std::unordered_map<std::uint64_t, std::vector<std::size_t>> m_byEvent; // by correlation
    std::map<std::int64_t, std::int64_t> m_deviceOf; // by context
    std::vector<std::vector<std::byte>> m_devices; // their records
    std::unordered_map<std::uint64_t, std::string> m_callNames;
};

} // namespace longpole::import
