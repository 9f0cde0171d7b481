// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What the collector's background thread spends per activity record, and how small records get.
// Prints one line per measure: name, value, unit, budget; exit 1 if a budget is exceeded.
#include "collectors/cupti/nvtx_rings.h"
#include "collectors/wire/record_encoder.h"
#include "tests/collector/wire_records.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace longpole;

// A busy program: 60 kernels in turn, each launched by a runtime call of one of two threads, some
// copies, waits and events between; times as uneven as real ones.
std::vector<std::byte> madeBuffer(std::uint64_t& now, std::uint32_t& correlation,
                                  const std::vector<std::string>& names, std::mt19937& rng,
                                  std::size_t& records)
{
    std::vector<std::byte> out;
    const auto put = [&](const testing::MadeRecord& r) {
        out.insert(out.end(), r.bytes.begin(), r.bytes.end());
        ++records;
    };
    while (out.size() < (1U << 20U) - 400) {
        ++correlation;
        now += 3000 + rng() % 4000;
        put(testing::madeCall(wire::KindRuntime, now, now + 1500 + rng() % 3000, correlation, 211,
                              1000 + rng() % 2));
        const std::size_t which = rng() % names.size();
        auto k = testing::madeKernel(now + 5000 + rng() % 2000, now + 9000 + rng() % 20000,
                                     correlation, names[which].c_str());
        k.set(wire::kernel::kStream, 7 + which % 3);
        k.set(wire::kernel::kGrid[0], 100 + which * 7);
        k.set(wire::kernel::kBlock[0], 256);
        put(k);
        if (rng() % 16 == 0) {
            testing::MadeRecord s(wire::KindSync, 56);
            put(s.set(wire::sync::kStart, now)
                    .set(wire::sync::kEnd, now + rng() % 9000)
                    .set(wire::sync::kCorrelation, correlation));
        }
    }
    return out;
}

std::uint32_t strideOf(std::uint32_t kind)
{
    return kind == wire::KindKernel ? 216 : kind == wire::KindSync ? 56 : 40;
}

double threadSeconds()
{
    timespec t{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

// A push and a pop of an NVTX range on the program's thread, while another thread drains the ring:
// what it costs beyond the two clock readings.
double nvtxPairNs()
{
    static cupti::NvtxRings rings; // large; never destroyed while threads may use it
    rings.create();
    std::atomic<bool> stop{false};
    std::thread drainer([&] {
        while (!stop) {
            rings.drain([](void*, std::uint32_t, const wire::NvtxEvent&) { return true; }, nullptr);
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    });
    constexpr int kPairs = 4000; // fewer than fill the ring
    double best = 1e9;
    for (int round = 0; round < 50; ++round) {
        const double begin = threadSeconds();
        for (int i = 0; i < kPairs; ++i) {
            wire::NvtxEvent e;
            e.op = wire::NvtxOp::Push;
            e.text = "forward of a layer";
            rings.put(e);
            e.op = wire::NvtxOp::Pop;
            e.text = {};
            rings.put(e);
        }
        best = std::min(best, (threadSeconds() - begin) / kPairs);
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    stop = true;
    drainer.join();
    return best * 1e9;
}

} // namespace

int main()
{
    std::vector<std::string> names;
    for (int i = 0; i < 60; ++i) {
        names.push_back("void at::native::kernel_" + std::to_string(i) + "<4, float>(int)");
    }
    std::mt19937 rng(1);
    std::uint64_t now = 1'700'000'000'000'000'000;
    std::uint32_t correlation = 0;
    std::size_t records = 0;
    std::vector<std::vector<std::byte>> buffers;
    for (int i = 0; i < 64; ++i) {
        buffers.push_back(madeBuffer(now, correlation, names, rng, records));
    }
    double best = 1e9;
    double bytes = 0;
    const std::string path = "/tmp/longpole-bench-" + std::to_string(::getpid()) + ".lpspool";
    for (int round = 0; round < 5; ++round) {
        ::unlink(path.c_str());
        wire::SpoolFile file;
        if (!file.create(path, 1U << 30U)) {
            std::perror(path.c_str());
            return 2;
        }
        wire::RecordEncoder encoder(file);
        const double begin = threadSeconds();
        for (const auto& buffer : buffers) {
            for (std::size_t at = 0; at < buffer.size();) {
                std::uint32_t kind = 0;
                std::memcpy(&kind, buffer.data() + at, sizeof(kind));
                encoder.add(static_cast<std::uint16_t>(kind), buffer.data() + at, strideOf(kind));
                at += strideOf(kind);
            }
            encoder.flush();
        }
        best = std::min(best, (threadSeconds() - begin) / static_cast<double>(records));
        bytes = static_cast<double>(file.bytes()) / static_cast<double>(records);
    }
    ::unlink(path.c_str());
    std::printf("collector_encode_write %.1f ns/record budget 80\n", best * 1e9);
    std::printf("collector_spool_size %.2f bytes/record budget 12\n", bytes);
    const double nvtx = nvtxPairNs();
    std::printf("collector_nvtx_push_pop %.1f ns/pair without clock readings budget 150\n", nvtx);
    return best * 1e9 <= 80 && bytes <= 12 && nvtx <= 150 ? 0 : 1;
}
