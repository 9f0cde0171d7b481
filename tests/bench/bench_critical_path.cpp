// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The critical path's budget: 10 M events, build + path + slack + drag + stalls in 5 s and 1.2 GB
// above the trace, a what-if replay in 0.3 s. Prints one table; wall time of one thread.
//   bench_critical_path [MILLION EVENTS]
#include "core/analysis/critical_path/path_state.h"
#include "core/analysis/critical_path/what_if_model.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <random>
#include <string>

using namespace longpole;
using namespace longpole::critical_path;

namespace {

constexpr std::int64_t kUs = 1000;

// A third each of operators (which only cover host time), calls and operations: 3 threads, 12
// streams, events between them, a sync now and then.
Input generated(std::size_t events, bool gpuBound)
{
    std::mt19937_64 random(1);
    const auto pick = [&](std::int64_t low, std::int64_t high) {
        return low
            + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(high - low + 1));
    };
    constexpr std::uint32_t kStreams = 12;
    constexpr std::uint32_t kThreads = 3;
    Input input;
    input.devices.push_back({0, 0});
    input.threads.resize(kThreads);
    input.streams.resize(kStreams);
    std::vector<std::int64_t> free(kStreams, 0);
    std::vector<std::int64_t> waitFor(kStreams, 0);
    std::vector<std::int64_t> marker(16, 0);
    std::vector<std::int64_t> now(kThreads, 0);
    const std::size_t calls = events / 3;
    input.calls.reserve(calls);
    input.ops.reserve(calls);
    for (std::size_t i = 0; i < calls; ++i) {
        const auto t = static_cast<std::uint32_t>(i / 1000 % kThreads);
        now[t] = std::max(now[t], i == 0 ? 0 : input.calls.back().begin + 1);
        Call c;
        c.thread = t;
        c.begin = now[t];
        c.id = static_cast<std::uint32_t>(i);
        const auto stream = static_cast<std::uint32_t>(random() % kStreams);
        const std::int64_t what = pick(0, 99);
        c.end = c.begin + pick(2 * kUs, 5 * kUs);
        if (what < 4) {
            c.kind = CallKind::EventRecord;
            c.event = static_cast<std::uint32_t>(random() % 16);
            c.stream = stream;
            marker[c.event] = std::max({c.begin, free[stream], waitFor[stream]});
        } else if (what < 8) {
            c.kind = CallKind::StreamWait;
            c.event = static_cast<std::uint32_t>(random() % 16);
            c.stream = stream;
            waitFor[stream] = std::max(waitFor[stream], marker[c.event]);
        } else if (i % 5000 == 4999) {
            c.kind = CallKind::StreamSync;
            c.stream = stream;
            c.end = std::max(c.end, free[stream] + 2 * kUs);
        } else {
            c.kind = CallKind::Launch;
            Op op;
            op.stream = stream;
            op.start = std::max({c.begin + 5 * kUs, free[stream] + 1 * kUs, waitFor[stream]})
                + (what < 20 ? pick(0, 2 * kUs) : 0);
            op.end = op.start + (gpuBound ? pick(30 * kUs, 120 * kUs) : pick(1 * kUs, 5 * kUs));
            op.call = c.id;
            op.id = static_cast<std::uint32_t>(input.ops.size());
            free[stream] = op.end;
            waitFor[stream] = 0;
            input.ops.push_back(op);
        }
        input.calls.push_back(c);
        input.threads[t].covered.push_back({TimeNs{c.begin}, TimeNs{c.end + 1 * kUs}});
        now[t] = c.end + pick(2 * kUs, 6 * kUs);
    }
    for (Thread& t : input.threads) {
        t.bursts = t.covered;
    }
    return input;
}

double peakMiB()
{
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with("VmHWM:")) {
            return std::strtod(line.c_str() + 6, nullptr) / 1024;
        }
    }
    return 0;
}

void resetPeak()
{
    std::ofstream("/proc/self/clear_refs") << "5";
}

class Clock
{
public:
    double lap()
    {
        const auto now = std::chrono::steady_clock::now();
        const double s = std::chrono::duration<double>(now - m_last).count();
        m_last = now;
        return s;
    }

private:
    std::chrono::steady_clock::time_point m_last = std::chrono::steady_clock::now();
};

void measure(std::size_t events, bool gpuBound)
{
    Input input = generated(events, gpuBound);
    resetPeak();
    const double before = peakMiB();
    Clock clock;
    const auto prepared = prepare(std::move(input), {});
    const double prepareS = clock.lap();
    const auto model = buildModel(prepared, {}, std::nullopt, kNone, JobContext());
    if (!model) {
        std::printf("%s\n", model.error().message.c_str());
        return;
    }
    const double buildS = clock.lap();
    const auto figures = opFigures(**model);
    const double figuresS = clock.lap();
    const auto stalls = stallsOf(**model, JobContext(), false);
    const double stallsS = clock.lap();
    const double peak = peakMiB() - before;
    const auto perStream = stallsOf(**model, JobContext(), true);
    const double streamsS = clock.lap();
    ChangePlan plan;
    plan.opFactor.assign((*model)->input().ops.size(), 0.5);
    clock.lap();
    const WhatIfTimes times = replayPlan(**model, plan);
    const double replayS = clock.lap();
    std::printf(
        "%-12s %5.1f M events: %.2f M points, %.2f M edges, path %.2f M points\n"
        "  prepare %.2f s, graph + path + slack + drag %.2f s, figures %.2f s, stalls %.2f s: "
        "%.2f s in all (budget 5 s)\n"
        "  stalls of every stream %.2f s, what-if %.2f s (budget 0.3 s), %.0f MiB above the "
        "input (budget 1200)\n"
        "  makespan %.3f s, all operations x 0.5: %.3f s\n",
        gpuBound ? "GPU-bound" : "launch-bound", static_cast<double>(events) / 1e6,
        (*model)->graph.pointCount() / 1e6, (*model)->graph.edgeCount() / 1e6,
        static_cast<double>((*model)->path.size()) / 1e6, prepareS, buildS, figuresS, stallsS,
        prepareS + buildS + figuresS + stallsS, streamsS, replayS, peak,
        static_cast<double>((*model)->makespan()) / 1e9, static_cast<double>(times.high) / 1e9);
    if (figures.empty() || !stalls || !perStream) {
        std::printf("  incomplete\n");
    }
}

} // namespace

int main(int argc, char** argv)
{
    const double millions = argc > 1 ? std::strtod(argv[1], nullptr) : 10;
    for (const bool gpuBound : {true, false}) {
        measure(static_cast<std::size_t>(millions * 1e6), gpuBound);
    }
    return 0;
}
