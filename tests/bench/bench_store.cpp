// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The store's budgets: columns packed at 10 M rows/s and unpacked at 50 M rows/s on one core, a
// reopened trace independent of its size, `select count(*), sum(dur_ns)` over 10 M slices in 1.5 s.
#include "core/open/query.h"
#include "core/store/codec.h"
#include "core/store/store_reader.h"
#include "core/store/store_writer.h"
#include "tests/support/random_trace.h"

#include <benchmark/benchmark.h>

#include <cstring>
#include <filesystem>
#include <map>
#include <random>
#include <string>

using namespace longpole;

namespace {

enum Kind : int
{
    StartTimes,
    Durations,
    Names,
    Classes,
    Parents,
    Values
};

std::vector<std::byte> column(Kind kind, unsigned width)
{
    std::mt19937_64 rng(1);
    std::vector<std::byte> bytes(store::kMaxChunkRows * width);
    std::uint64_t running = 1'000'000'000;
    for (std::size_t i = 0; i < store::kMaxChunkRows; ++i) {
        running += rng() % 20'000;
        const std::uint64_t value = kind == StartTimes ? running
            : kind == Durations                        ? rng() % 1'000'000
            : kind == Names                            ? rng() % 3'000
            : kind == Classes                          ? rng() % 12
            : kind == Parents                          ? i / 3
                                                       : rng();
        std::memcpy(bytes.data() + i * width, &value, width);
    }
    return bytes;
}

struct Case
{
    const char* name;
    Kind kind;
    unsigned width;
    model::ColumnShape shape;
};

constexpr Case kCases[]{{"start times", StartTimes, 8, model::ColumnShape::Time},
                        {"durations", Durations, 8, model::ColumnShape::Number},
                        {"names", Names, 4, model::ColumnShape::Index},
                        {"classes", Classes, 1, model::ColumnShape::Enum},
                        {"parents", Parents, 4, model::ColumnShape::Index},
                        {"noise", Values, 8, model::ColumnShape::Real}};

void encode(benchmark::State& state)
{
    const Case& c = kCases[state.range(0)];
    const auto bytes = column(c.kind, c.width);
    std::size_t packed = 0;
    for (auto _ : state) {
        packed = store::encodeColumn(bytes, c.width, c.shape).bytes.size();
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(store::kMaxChunkRows));
    state.counters["bytes/row"] =
        static_cast<double>(packed) / static_cast<double>(store::kMaxChunkRows);
    state.SetLabel(c.name);
}

void decode(benchmark::State& state)
{
    const Case& c = kCases[state.range(0)];
    const auto chunk = store::encodeColumn(column(c.kind, c.width), c.width, c.shape);
    std::vector<std::uint64_t> out(store::kMaxChunkRows);
    const auto span = std::as_writable_bytes(std::span(out)).first(store::kMaxChunkRows * c.width);
    for (auto _ : state) {
        benchmark::DoNotOptimize(
            store::decodeColumn(chunk.codec, chunk.bytes, c.width, span).has_value());
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(store::kMaxChunkRows));
    state.SetLabel(c.name);
}

// About `slices` slices on 20 threads and streams, saved once per size.
const std::string& storeOf(std::int64_t slices)
{
    static std::map<std::int64_t, std::string> made;
    std::string& path = made[slices];
    if (path.empty()) {
        test::RandomTraceOptions options;
        options.threads = 16;
        options.slicesPerThread = static_cast<std::uint32_t>(slices / 20);
        options.streams = 4;
        options.opsPerStream = static_cast<std::uint32_t>(slices / 20);
        options.withArgs = slices <= 1'000'000;
        path = (std::filesystem::temp_directory_path()
                / ("bench-store-" + std::to_string(slices) + ".longpole"))
                   .string();
        if (!store::save(*test::randomTrace(options), {}, path, {})) {
            path = "?";
        }
    }
    return path;
}

void save(benchmark::State& state)
{
    const auto trace = store::load(storeOf(state.range(0)), {});
    const std::string path = storeOf(state.range(0)) + ".copy";
    for (auto _ : state) {
        if (!trace || !store::save(**trace, {}, path, {})) {
            state.SkipWithError("cannot be saved");
            return;
        }
    }
    state.SetItemsProcessed(state.iterations()
                            * static_cast<std::int64_t>((*trace)->counts().slices));
    state.counters["bytes/slice"] = static_cast<double>(std::filesystem::file_size(path))
        / static_cast<double>((*trace)->counts().slices);
    std::filesystem::remove(path);
}

void reopen(benchmark::State& state)
{
    const std::string& path = storeOf(state.range(0));
    for (auto _ : state) {
        if (!store::load(path, {})) {
            state.SkipWithError("cannot be opened");
            return;
        }
    }
}

void query(benchmark::State& state, const char* sql)
{
    const auto trace = store::load(storeOf(state.range(0)), {});
    for (auto _ : state) {
        if (!trace || !open::query(**trace, sql, {}, {})) {
            state.SkipWithError("cannot be answered");
            return;
        }
    }
    state.SetItemsProcessed(state.iterations()
                            * static_cast<std::int64_t>((*trace)->counts().slices));
}

BENCHMARK(encode)->DenseRange(0, 5);
BENCHMARK(decode)->DenseRange(0, 5);
BENCHMARK(save)->Arg(1'000'000)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(reopen)->Arg(10'000)->Arg(1'000'000)->Arg(10'000'000)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(query, sum, "SELECT count(*), sum(dur_ns) FROM slices")
    ->Arg(10'000'000)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(query, byName, "SELECT name, sum(dur_ns) FROM gpu_ops GROUP BY name")
    ->Arg(10'000'000)
    ->Unit(benchmark::kMillisecond);

} // namespace

BENCHMARK_MAIN();
