// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Writes small spools into a folder, for the fuzz target: one with every kind of record and chunk,
// the same cut and with turned bits.
#include "collectors/wire/record_encoder.h"
#include "tests/collector/wire_records.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

namespace {

using namespace longpole;

void write(const std::string& path, const std::string& bytes)
{
    std::ofstream(path, std::ios::binary) << bytes;
}

void addRecords(wire::RecordEncoder& encoder, std::mt19937& rng)
{
    constexpr std::uint16_t kKinds[] = {1,  2,  4,  5,  8,  9,  10, 17, 20,
                                        22, 36, 37, 38, 49, 50, 51, 52, 60};
    const auto add = [&](testing::MadeRecord r) {
        encoder.add(r.kind, r.bytes.data(), static_cast<std::uint32_t>(r.bytes.size()));
    };
    for (std::uint32_t i = 1; i < 40; ++i) {
        add(testing::madeCall(wire::KindRuntime, i * 1000, i * 1000 + 400, i, 1 + i % 3, 100));
        add(testing::madeKernel(i * 1000 + 500, i * 1000 + 900, i, i % 2 == 0 ? "gemm" : "_Z1fv"));
        const std::uint16_t kind = kKinds[rng() % std::size(kKinds)];
        testing::MadeRecord r(kind, 216);
        for (std::size_t at = 4; at < 216; at += 4) {
            const std::uint32_t value = static_cast<std::uint32_t>(rng() % 5000);
            std::memcpy(r.bytes.data() + at, &value, 4);
        }
        for (const auto& f : wire::layoutOf(kind, 216)) {
            if (f.mode == wire::FieldMode::Text) {
                wire::storeNumber(r.bytes.data() + f.offset, 8,
                                  reinterpret_cast<std::uintptr_t>("text"));
            } else if (f.width == 8) {
                wire::storeNumber(r.bytes.data() + f.offset, 8, 1000 + rng() % 50000);
            }
        }
        add(r);
        if (i % 10 == 0) {
            encoder.flush();
        }
    }
    encoder.flush();
}

void addEvents(wire::SpoolFile& file)
{
    wire::Bytes out;
    wire::addVarint(out, 100);
    std::uint64_t before = 0;
    std::uint32_t count = 0;
    for (std::uint8_t op = 1; op <= 9; ++op) {
        wire::NvtxEvent e;
        e.op = static_cast<wire::NvtxOp>(op);
        e.time = 2000U * op;
        e.id = op;
        e.domain = op % 2;
        e.category = 1;
        e.payloadType = op % 7;
        e.payload = 77;
        e.text = "range";
        wire::packNvtx(out, e, before);
        ++count;
    }
    for (const std::uint64_t depth : {1U, 2U, 2U, 4U, 1U, 3U}) { // functions of Python, some lost
        wire::NvtxEvent e;
        e.op = depth == 4 ? wire::NvtxOp::Pop : wire::NvtxOp::Push;
        e.time = 9000 + depth;
        e.id = depth;
        e.domain = wire::kPythonDomain;
        e.text = "function";
        wire::packNvtx(out, e, before);
        ++count;
    }
    file.append(wire::ChunkType::Nvtx, out, count);
}

void addCounters(wire::SpoolFile& file)
{
    const wire::CounterName names[] = {{"gpu__time_duration.sum", "ns"}, {"dram__bytes.sum", "B"}};
    wire::Bytes kernels;
    wire::packCounterNames(kernels, names);
    for (std::uint64_t i = 0; i < 5; ++i) {
        wire::packKernelCounters(
            kernels,
            {"gemm", 0, 7, i, {1, 2, 3}, {4, 5, 6}, {1000.0, 2.5 * static_cast<double>(i)}});
    }
    file.append(wire::ChunkType::KernelCounters, kernels, 5);
    wire::Bytes samples;
    wire::packCounterNames(samples, names);
    wire::packSampledDevice(samples, 0);
    for (std::uint64_t i = 1; i < 6; ++i) {
        wire::packDeviceSample(
            samples, {0, i * 2000, i * 2000 + 2000, {0.5 * static_cast<double>(i), 1e12}});
    }
    file.append(wire::ChunkType::DeviceSamples, samples, 5);
    const wire::CounterName reasons[] = {{"stalled_barrier", "samples"},
                                         {"stalled_barrier_not_issued", "samples"}};
    wire::Bytes stalls;
    wire::packCounterNames(stalls, reasons);
    wire::packSampledDevice(stalls, 0);
    for (std::uint64_t i = 1; i < 6; ++i) {
        wire::packFunctionStalls(stalls,
                                 {i % 2 == 0 ? "gemm" : "_Z1fv", 0, i, {{0, 10 * i}, {1, i}}});
    }
    file.append(wire::ChunkType::StallSamples, stalls, 5);
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 2) {
        std::fprintf(stderr, "usage: make_spool_inputs FOLDER\n");
        return 2;
    }
    const std::string folder = argv[1];
    std::filesystem::create_directories(folder);
    const std::string path = folder + "/whole";
    std::filesystem::remove(path);
    std::mt19937 rng(1);
    {
        wire::SpoolFile file;
        if (!file.create(path, 1U << 24U)) {
            return 1;
        }
        std::string lines;
        wire::addLine(lines, "pid", "77");
        wire::addLine(lines, "rank", "1");
        wire::addLine(lines, "name.2.1", "cudaLaunchKernel_v7000");
        wire::addLine(lines, "thread.100", "main");
        file.append(wire::ChunkType::Info, lines);
        file.append(wire::ChunkType::Note, "cuptiActivityEnable(38) failed");
        const std::int64_t row[4] = {1000, 2000, 3000, 90};
        file.append(wire::ChunkType::Clock, std::as_bytes(std::span(row)), 1);
        wire::RecordEncoder encoder(file);
        addRecords(encoder, rng);
        addEvents(file);
        addCounters(file);
        file.append(wire::ChunkType::Stats, "records=117\nnvtx_dropped=2\n");
        file.last(wire::ChunkType::End, "complete=1\n");
    }
    std::ifstream in(path, std::ios::binary);
    const std::string whole{std::istreambuf_iterator<char>(in), {}};
    for (int i = 0; i < 60; ++i) {
        std::string bytes = whole;
        for (int k = 0; k < 8; ++k) {
            bytes[rng() % bytes.size()] ^= static_cast<char>(1U << (rng() % 8));
        }
        write(path + "-turned" + std::to_string(i), bytes);
    }
    for (std::size_t part = 1; part < 8; ++part) {
        write(path + "-cut" + std::to_string(part), whole.substr(0, whole.size() * part / 8));
    }
    return 0;
}
