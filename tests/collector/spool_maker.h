// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Spools written record by record, and what they are read as.
#pragma once

#include "collectors/wire/record_encoder.h"
#include "tests/collector/wire_records.h"
#include "tests/fuzz/import_text.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace longpole::testing {

// CUPTI's clock is this far ahead of CLOCK_MONOTONIC in the spools below.
inline constexpr std::int64_t kAhead = 1'000'000'000'000;

class SpoolMaker
{
public:
    SpoolMaker()
    {
        m_path = (std::filesystem::temp_directory_path()
                  / ("longpole-import-" + std::to_string(::getpid()) + ".lpspool"))
                     .string();
        std::filesystem::remove(m_path);
        m_file.create(m_path, 1U << 24U);
        info("pid", "77");
        info("name.2.1", "cudaLaunchKernel_v7000");
        info("name.2.2", "cudaEventRecord_v3020");
        info("name.2.3", "cudaStreamWaitEvent_v3020");
        info("name.1.9", "cuLaunchKernel");
        clock(1000, 1000 + kAhead);
    }
    ~SpoolMaker() { std::filesystem::remove(m_path); }
    SpoolMaker(const SpoolMaker&) = delete;
    SpoolMaker& operator=(const SpoolMaker&) = delete;

    void info(const char* name, const char* value)
    {
        std::string lines;
        wire::addLine(lines, name, value);
        m_file.append(wire::ChunkType::Info, lines);
    }
    void clock(std::int64_t monotonic, std::int64_t cupti)
    {
        const std::int64_t row[4] = {monotonic, 1'700'000'000'000'000'000 + monotonic, cupti, 90};
        m_file.append(wire::ChunkType::Clock, std::as_bytes(std::span(row)), 1);
    }
    void add(const MadeRecord& r)
    {
        m_encoder.add(r.kind, r.bytes.data(), static_cast<std::uint32_t>(r.bytes.size()));
    }
    // Times on CLOCK_MONOTONIC.
    void call(std::uint16_t kind, std::uint32_t cbid, std::int64_t start, std::int64_t end,
              std::uint32_t correlation)
    {
        add(madeCall(kind, at(start), at(end), correlation, cbid, 100));
    }
    void kernel(const char* name, std::int64_t start, std::int64_t end, std::uint32_t correlation,
                std::uint32_t stream = 7)
    {
        auto k = madeKernel(at(start), at(end), correlation, name);
        add(k.set(wire::kernel::kStream, stream));
    }
    static std::uint64_t at(std::int64_t monotonic)
    {
        return static_cast<std::uint64_t>(monotonic + kAhead);
    }
    // On device 0; reasons: x, y.
    void stalls(const std::vector<wire::FunctionStalls>& functions)
    {
        const wire::CounterName reasons[] = {{"stalled_x", "samples"}, {"stalled_y", "samples"}};
        wire::Bytes out;
        wire::packCounterNames(out, reasons);
        wire::packSampledDevice(out, 0);
        for (const wire::FunctionStalls& f : functions) {
            wire::packFunctionStalls(out, f);
        }
        m_file.append(wire::ChunkType::StallSamples, out,
                      static_cast<std::uint32_t>(functions.size()));
    }
    void measured(const wire::KernelCounters& kernel)
    {
        const wire::CounterName names[] = {{"gpu__time_duration.sum", "ns"}};
        wire::Bytes out;
        wire::packCounterNames(out, names);
        wire::packKernelCounters(out, kernel);
        m_file.append(wire::ChunkType::KernelCounters, out, 1);
    }
    void stats(const char* lines) { m_file.append(wire::ChunkType::Stats, lines); }
    void nvtx(const std::vector<wire::NvtxEvent>& events)
    {
        wire::Bytes out;
        wire::addVarint(out, 100);
        std::uint64_t before = 0;
        for (const wire::NvtxEvent& e : events) {
            wire::packNvtx(out, e, before);
        }
        m_file.append(wire::ChunkType::Nvtx, out, static_cast<std::uint32_t>(events.size()));
    }
    std::string bytes(bool end = true)
    {
        m_encoder.flush();
        if (end) {
            m_file.last(wire::ChunkType::End, "complete=1\n");
        }
        std::ifstream in(m_path, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    std::shared_ptr<const model::Trace> trace(bool end = true)
    {
        auto t = test::importAs("longpole-spool", bytes(end));
        EXPECT_TRUE(t) << t.error().text();
        EXPECT_EQ(test::brokenPromise(**t), "");
        return *t;
    }

private:
    std::string m_path;
    wire::SpoolFile m_file;
    wire::RecordEncoder m_encoder{m_file};
};

struct Found
{
    std::int64_t start = -1;
    std::int64_t duration = -1;
    std::string args;
    std::string category;
};

inline Found find(const model::Trace& t, const std::string& name, int which = 0)
{
    for (std::uint32_t i = 0; i < t.counts().slices; ++i) {
        const model::Slice s = t.slice(SliceId(i));
        if (t.string(s.name) == name && which-- == 0) {
            return {s.start.ns, s.duration.ns, t.args(s.args), std::string(t.category(s.category))};
        }
    }
    ADD_FAILURE() << "no slice " << name;
    return {};
}

inline std::uint64_t ledger(const model::Trace& t, const std::string& kind)
{
    const model::Ledger all = t.ledger();
    for (const model::LedgerEntry& e : all.entries()) {
        if (e.kind == kind) {
            return e.count;
        }
    }
    return 0;
}

} // namespace longpole::testing
