// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/dense_trace.h"

#include "core/model/memory_columns.h"

#include <ctime>
#include <random>

namespace longpole::bench {

namespace {

double clockMs(clockid_t clock)
{
    timespec t{};
    clock_gettime(clock, &t);
    return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) * 1e-6;
}

} // namespace

double cpuMs()
{
    return clockMs(CLOCK_PROCESS_CPUTIME_ID);
}

double wallMs()
{
    return clockMs(CLOCK_MONOTONIC);
}

std::shared_ptr<const model::Trace> denseTrace()
{
    std::mt19937_64 rng(7);
    StringInterner names;
    std::vector<StringId> ids;
    for (int i = 0; i < 2'000; ++i) {
        ids.push_back(names.intern("void kernel_" + std::to_string(i) + "<float, 128>"));
    }
    model::TraceParts parts;
    auto columns = std::make_shared<model::MemoryColumns>();
    for (std::uint32_t t = 0; t < kLanes; ++t) {
        const std::uint32_t count = kSlices / kLanes;
        std::vector<TimeNs> start;
        std::vector<DurationNs> duration;
        std::vector<StringId> name;
        std::vector<model::SliceClass> cls;
        std::int64_t at = kEpoch;
        const double mean = static_cast<double>(kSpan) / count;
        std::exponential_distribution<double> busy(1.0 / (0.6 * mean));
        std::exponential_distribution<double> gap(1.0 / (0.4 * mean));
        for (std::uint32_t i = 0; i < count; ++i) {
            at += static_cast<std::int64_t>(gap(rng));
            const bool rare = rng() % 20'000 == 0;
            const auto d = static_cast<std::int64_t>(busy(rng) * (rare ? 400.0 : 1.0)) + 1;
            start.push_back({at});
            duration.push_back({d});
            const std::size_t n = rng() % ids.size();
            name.push_back(ids[n]);
            cls.push_back(static_cast<model::SliceClass>(n % 8));
            at += d;
        }
        model::Track track;
        track.id = TrackId(t);
        track.kind = model::TrackKind::Stream;
        track.name = "stream " + std::to_string(t);
        track.firstSlice = t * count;
        track.sliceCount = count;
        track.rows = {{0, count}};
        parts.tracks.push_back(track);
        columns->put(model::slice::kStart, t, std::move(start));
        columns->put(model::slice::kDuration, t, std::move(duration));
        columns->put(model::slice::kName, t, std::move(name));
        columns->put(model::slice::kClass, t, std::move(cls));
    }
    parts.counts.slices = std::uint64_t{kSlices / kLanes} * kLanes;
    parts.strings = names.build();
    parts.info.span = {{kEpoch}, {kEpoch + kSpan}};
    parts.info.extent = parts.info.span;
    return std::make_shared<const model::Trace>(std::move(parts), columns);
}

} // namespace longpole::bench
