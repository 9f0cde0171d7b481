// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Activity records made up for tests: random ones, and like those of a busy program.
#pragma once

#include "collectors/wire/cupti_records.h"
#include "collectors/wire/spool_reader.h"

#include <cstring>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace longpole::testing {

struct MadeRecord
{
    std::uint16_t kind = 0;
    std::vector<std::byte> bytes;

    MadeRecord(std::uint16_t k, std::size_t stride)
        : kind(k)
        , bytes(stride)
    {
        const std::uint32_t wide = k;
        std::memcpy(bytes.data(), &wide, sizeof(wide));
    }
    MadeRecord& set(wire::FieldAt field, std::uint64_t value)
    {
        std::memcpy(bytes.data() + field.offset, &value, field.width);
        return *this;
    }
};

inline MadeRecord madeKernel(std::uint64_t start, std::uint64_t end, std::uint32_t correlation,
                             const char* name, std::size_t stride = 216)
{
    MadeRecord r(wire::KindKernel, stride);
    return r.set(wire::kernel::kStart, start)
        .set(wire::kernel::kEnd, end)
        .set(wire::kernel::kCorrelation, correlation)
        .set(wire::kernel::kGridId, correlation)
        .set(wire::kernel::kName, reinterpret_cast<std::uintptr_t>(name));
}

inline MadeRecord madeCall(std::uint16_t kind, std::uint64_t start, std::uint64_t end,
                           std::uint32_t correlation, std::uint32_t cbid, std::uint32_t thread)
{
    MadeRecord r(kind, 40);
    return r.set(wire::api::kStart, start)
        .set(wire::api::kEnd, end)
        .set(wire::api::kCorrelation, correlation)
        .set(wire::api::kCbid, cbid)
        .set(wire::api::kThread, thread)
        .set(wire::api::kProcess, 42);
}

// Keeps everything a spool holds. Texts in records are left as string ids.
class SpoolContents : public wire::SpoolVisitor
{
public:
    void info(std::string_view name, const std::string& value) override
    {
        infos[std::string(name)] = value;
    }
    void note(std::string_view text) override { notes.emplace_back(text); }
    void record(const wire::RecordView& r) override
    {
        records.emplace_back(r.kind(), r.bytes().size());
        std::memcpy(records.back().bytes.data(), r.bytes().data(), r.bytes().size());
    }
    void nvtx(std::uint32_t thread, const wire::NvtxEvent& e) override
    {
        events.emplace_back(thread, e);
        texts.emplace_back(e.text);
    }
    void clock(const wire::ClockRow& row) override { clocks.push_back(row); }
    void stat(std::string_view name, std::uint64_t value) override
    {
        stats[std::string(name)] = value;
    }
    void end() override { ended = true; }
    void kernelCounters(std::span<const wire::CounterName> names,
                        const wire::KernelCounters& kernel) override
    {
        counterNames.assign(names.begin(), names.end());
        counters.push_back(kernel);
    }
    void deviceSample(std::span<const wire::CounterName> names,
                      const wire::DeviceSample& sample) override
    {
        counterNames.assign(names.begin(), names.end());
        samples.push_back(sample);
    }

    void functionStalls(std::span<const wire::CounterName> names,
                        const wire::FunctionStalls& f) override
    {
        counterNames.assign(names.begin(), names.end());
        stalls.push_back(f);
    }

    std::size_t count(std::uint16_t kind) const
    {
        std::size_t n = 0;
        for (const MadeRecord& r : records) {
            n += r.kind == kind ? 1 : 0;
        }
        return n;
    }
    std::string allNotes() const
    {
        std::string out;
        for (const std::string& n : notes) {
            out += n + "\n";
        }
        return out;
    }

    std::map<std::string, std::string> infos;
    std::vector<std::string> notes;
    std::vector<MadeRecord> records;
    std::vector<std::pair<std::uint32_t, wire::NvtxEvent>> events; // their text is gone: see texts
    std::vector<std::string> texts;
    std::vector<wire::ClockRow> clocks;
    std::map<std::string, std::uint64_t> stats;
    std::vector<wire::CounterName> counterNames; // of the last chunk
    std::vector<wire::KernelCounters> counters;
    std::vector<wire::DeviceSample> samples;
    std::vector<wire::FunctionStalls> stalls;
    bool ended = false;
};

} // namespace longpole::testing
