// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Search by name over 10 M slices: how long until the first hit, until all hits are known, and
// until they are in order of time. Wall time, as a user waits for it, and CPU time.
#include "tests/bench/dense_trace.h"
#include "ui/session/name_search.h"

#include <benchmark/benchmark.h>

#include <array>

namespace {

using namespace longpole;

// One name of 2,000; one in nine; all of them.
constexpr std::array<const char*, 4> kTexts{"kernel_1234<", "kernel_1", "FLOAT, 128",
                                            "never there"};

const model::Trace& trace()
{
    static const auto made = bench::denseTrace();
    return *made;
}

void BM_Search(benchmark::State& state)
{
    const session::NameQuery query{
        QString::fromLatin1(kTexts[static_cast<std::size_t>(state.range(0))]), state.range(1) != 0};
    trace();
    for (auto _ : state) {
        const double start = bench::wallMs();
        const double cpu = bench::cpuMs();
        const auto names = session::matchingNames(trace().strings(), query, {});
        const SliceId first = session::firstNamed(trace(), *names, TimeNs{bench::kEpoch}, {});
        state.counters["first_ms"] = bench::wallMs() - start;
        const auto hits = session::slicesNamed(trace(), *names, {});
        state.counters["all_ms"] = bench::wallMs() - start;
        const auto ordered = session::inTimeOrder(trace(), hits, {});
        state.counters["ordered_ms"] = bench::wallMs() - start;
        state.counters["cpu_ms"] = bench::cpuMs() - cpu;
        state.counters["hits"] = static_cast<double>(hits.size());
        if (!ordered.empty() && ordered.front() != first) {
            state.SkipWithError("the first hit is another one than in the ordered list");
        }
    }
}

} // namespace

BENCHMARK(BM_Search)
    ->ArgNames({"text", "regex"})
    ->ArgsProduct({{0, 1, 2, 3}, {0, 1}})
    ->Unit(benchmark::kMillisecond)
    ->Iterations(3);

BENCHMARK_MAIN();
