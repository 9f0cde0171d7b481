// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Turns the records of a spool into batches of events. One object per file, used by one thread.
#pragma once

#include "core/import/json_writer.h"
#include "core/import/spool/spool_facts.h"

#include <algorithm>
#include <bitset>
#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace longpole::import {

class SpoolRows : public wire::SpoolVisitor
{
public:
    SpoolRows(SpoolFacts& facts, TraceBuilder& builder)
        : m_facts(facts)
        , m_builder(builder)
    { }
    // Where the texts of records come from.
    void setReader(const wire::SpoolReader* reader) { m_reader = reader; }

    void info(std::string_view, const std::string&) override { }
    void note(std::string_view) override { }
    void record(const wire::RecordView& record) override;
    void nvtx(std::uint32_t thread, const wire::NvtxEvent& event) override;
    void clock(const wire::ClockRow&) override { }
    void stat(std::string_view, std::uint64_t) override { }
    void end() override { }
    void kernelCounters(std::span<const wire::CounterName> names,
                        const wire::KernelCounters& kernel) override;
    void deviceSample(std::span<const wire::CounterName> names,
                      const wire::DeviceSample& sample) override;
    void functionStalls(std::span<const wire::CounterName> names,
                        const wire::FunctionStalls& stalls) override;

    // What had to wait for the whole file. Call once, at the end.
    void finish();

private:
    struct Range // an NVTX range that is open
    {
        wire::NvtxEvent event; // without its text
        std::string text;
        std::uint32_t thread = 0;
        std::vector<PayloadField> fields;
    };
    struct Payload // of an NVTX event that is still to come
    {
        std::uint64_t time = 0;
        std::uint32_t domain = 0;
        std::vector<PayloadField> fields;
    };
    struct DriverCall
    {
        std::int64_t start, end;
        std::uint32_t correlation, thread, cbid;
        std::int32_t returned;
    };
    struct Allocation
    {
        std::int64_t time, bytes, device;
        std::uint64_t address;
        std::uint8_t memoryKind;
        bool frees;
    };

    // gpu_rows.cpp
    void kernel(const wire::RecordView& r);
    void addKernel(const wire::RecordView& r, const NcclFacts* nccl);
    std::string_view kernelName(std::uint64_t text);
    void copy(const wire::RecordView& r);
    void fill(const wire::RecordView& r);
    void graph(const wire::RecordView& r);
    bool beginGpu(const wire::RecordView& r, model::GpuOpKind kind, const char* category,
                  wire::FieldAt start, wire::FieldAt end, wire::FieldAt device,
                  wire::FieldAt context, wire::FieldAt stream, wire::FieldAt correlation);
    void graphNode(std::int64_t graph, std::int64_t node);
    void bytesMoved(std::int64_t bytes);
    void endGpu();
    RareGpuFacts& rare();

    // host_rows.cpp
    void call(const wire::RecordView& r);
    void addCall(std::uint16_t kind, const DriverCall& c, bool plain);
    void overheadRow(const wire::RecordView& r);
    void jit(const wire::RecordView& r);
    void finishDriverCalls();
    void sync(const wire::RecordView& r);

    // counter_rows.cpp
    void allocation(const wire::RecordView& r);
    void pool(const wire::RecordView& r);
    void environment(const wire::RecordView& r);
    void sample(std::string_view name, std::string_view unit, std::int64_t device,
                std::int64_t time, double value);
    void finishAllocations();
    void finishStalls();

    // nccl_rows.cpp
    void ncclArgs(const NcclFacts& nccl);
    void finishNccl();

    // nvtx_rows.cpp
    void payload(std::uint32_t thread, const wire::NvtxEvent& e);
    std::vector<PayloadField> takePayload(std::uint32_t thread, const wire::NvtxEvent& e);
    void range(const Range& open, std::int64_t end, bool async, bool cut);
    std::string nvtxCategory(std::uint32_t domain) const;
    std::string nvtxText(const wire::NvtxEvent& e, const std::vector<PayloadField>& fields) const;
    std::uint32_t nvtxArgs(const wire::NvtxEvent& e, std::uint32_t thread, bool async,
                           const std::vector<PayloadField>& fields);
    void finishRanges();

    // python_rows.cpp
    void python(std::uint32_t thread, const wire::NvtxEvent& e);
    void endUntold(std::vector<Range>& stack, std::uint64_t depth, std::int64_t time);

    // spool_rows.cpp
    // Start and duration on the trace's clock; false for records without times.
    bool times(SliceRecord& s, std::int64_t start, std::int64_t end, const char* what);
    std::uint32_t hostThread(std::uint32_t thread);
    void seen(std::int64_t time) { m_last = std::max(m_last, time); }
    void added();
    void flush();
    std::uint32_t keepArgs();

    SpoolFacts& m_facts;
    TraceBuilder& m_builder;
    const wire::SpoolReader* m_reader = nullptr;
    EventBatch m_batch;
    JsonWriter m_json;
    SliceRecord m_slice;
    GpuFacts m_gpu;
    std::int64_t m_last = std::numeric_limits<std::int64_t>::min();
    std::uint32_t m_asyncGroups = 0;
    std::uint32_t m_measured = 0; // kernels with counters, so far
    // Device, CRC of the cubin, function → samples per reason.
    std::map<std::tuple<std::uint64_t, std::uint64_t, std::string>,
             std::map<std::string, std::uint64_t>>
        m_stalls;

    std::unordered_map<std::uint32_t, std::bitset<4096>> m_runtimeIds; // correlations, by page
    std::vector<DriverCall> m_driverCalls;
    std::vector<Allocation> m_allocations;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<Range>>
        m_stacks; // thread, domain
    std::map<std::uint64_t, Range> m_started;
    std::map<std::uint32_t, Payload> m_payloads; // by thread
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::string> m_categories; // domain, category
    std::set<std::pair<std::int64_t, std::string>> m_units; // counters that have got theirs
    std::unordered_map<std::uint64_t, std::string> m_kernelNames; // demangled, by text
    std::vector<std::vector<std::byte>> m_ncclKernels; // records that wait for their launches
};

} // namespace longpole::import
