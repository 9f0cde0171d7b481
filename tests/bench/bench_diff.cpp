// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The budget of a comparison: two traces of 5 M GPU operations each (and as many launch calls) in
// 10 s and 2 GB above the traces. Marked steps, the same without marks, and one with itself.
//   bench_diff [MILLION OPERATIONS]
#include "core/diff/trace_diff.h"
#include "tests/support/large_steps.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <string>

using namespace longpole;

namespace {

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

double cpuSeconds()
{
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

void measure(const char* title, const std::shared_ptr<const model::Trace>& before,
             const std::shared_ptr<const model::Trace>& after)
{
    std::ofstream("/proc/self/clear_refs") << "5";
    const double memory = peakMiB();
    const double cpu = cpuSeconds();
    const auto start = std::chrono::steady_clock::now();
    std::string phase;
    auto last = start;
    const auto seconds = [](auto a, auto b) {
        return std::chrono::duration<double>(b - a).count();
    };
    const JobContext job({}, [&](const Progress& p) {
        if (phase != p.phase) {
            const auto now = std::chrono::steady_clock::now();
            std::printf("    %6.2f s then %s\n", seconds(last, now), std::string(p.phase).c_str());
            last = now;
            phase = p.phase;
        }
    });
    diff::DiffInput input;
    input.before = {before};
    input.after = {after};
    const auto d = diff::diffTraces(input, job);
    const auto end = std::chrono::steady_clock::now();
    if (!d) {
        std::printf("%s: %s\n", title, d.error().text().c_str());
        return;
    }
    std::printf(
        "%-28s %5.1f + %.1f M operations: %.2f s wall (budget 10), %.2f s CPU, %.0f MiB above "
        "the traces (budget 2048)\n  %s\n",
        title, static_cast<double>(before->counts().gpuOps) / 1e6,
        static_cast<double>(after->counts().gpuOps) / 1e6, seconds(start, end), cpuSeconds() - cpu,
        peakMiB() - memory, d->sentence.c_str());
}

} // namespace

int main(int argc, char** argv)
{
    const double millions = argc > 1 ? std::strtod(argv[1], nullptr) : 5;
    test::LargeStepsOptions options;
    options.steps = static_cast<std::uint32_t>(millions * 1e6 / options.opsPerStep);
    const auto before = test::largeSteps(options);
    options.changed = true;
    options.seed = 2;
    const auto after = test::largeSteps(options);
    measure("marked steps", before, after);
    measure("with itself", before, before);
    options.marked = options.changed = false;
    measure("marked against unmarked", before, test::largeSteps(options));
    return 0;
}
