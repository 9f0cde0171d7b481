// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Predictions against a simulator: a run is analysed, "all kernels take half as long" is predicted
// from it, and the same program is run again with kernels that do.
#include "core/analysis/critical_path/what_if_model.h"
#include "tests/support/gpu_simulator.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

namespace longpole::test {

namespace {

using namespace critical_path;

struct RegimeCase
{
    const char* name;
    GpuRegime regime;
};

const RegimeCase kRegimes[] = {
    {"GPU-bound", {100'000, 5'000, 0, 20, 1024}},
    {"queue of 64", {100'000, 5'000, 0, 20, 64}},
    {"sync-heavy", {40'000, 10'000, 10, 10, 1024}},
    {"launch-bound", {4'000, 20'000, 1, 10, 1024}},
};

std::shared_ptr<const PathModel> modelOf(Input input, const Options& options)
{
    return *buildModel(prepare(std::move(input), options), options, std::nullopt, kNone,
                       JobContext());
}

// Of the makespan, for one program; the lags are estimated from the run, not told.
double errorOf(const GpuProgram& program, const Options& options, double factor)
{
    const auto measured = modelOf(simulate(program, 1.0), options);
    ChangePlan plan;
    plan.opFactor.assign(measured->input().ops.size(), factor);
    const WhatIfTimes predicted = replayPlan(*measured, plan);
    const auto truth = modelOf(simulate(program, factor), options);
    return std::abs(static_cast<double>(predicted.high - truth->makespan()))
        / static_cast<double>(truth->makespan());
}

double meanError(const GpuRegime& regime, const Mutations& mutations, double factor)
{
    constexpr std::uint32_t kSeeds = 6;
    Options options;
    options.queueDepth = regime.queue;
    options.blockedLaunchNs = 5'000;
    options.mutations = mutations;
    double sum = 0;
    for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
        sum += errorOf(drawProgram(seed, 5'000, regime), options, factor);
    }
    return sum / kSeeds;
}

TEST(CriticalPathTruth, HalvedKernelsArePredictedWithinTwoPerMille)
{
    for (const RegimeCase& r : kRegimes) {
        for (const double factor : {0.5, 0.8, 1.5}) {
            const double error = meanError(r.regime, {}, factor);
            std::printf("%s, kernels x %.1f: mean error %.3f %%\n", r.name, factor, error * 100);
            EXPECT_LE(error, 0.002) << r.name << " x " << factor;
        }
    }
}

// The same check does notice a wrong model, which replays the measured run without any error.
TEST(CriticalPathTruth, WrongModelsMispredict)
{
    Mutations syncs;
    syncs.syncAsWork = true;
    EXPECT_GT(meanError(kRegimes[2].regime, syncs, 0.5), 0.02);
    Mutations queue;
    queue.noBackPressure = true;
    EXPECT_GT(meanError(kRegimes[1].regime, queue, 0.5), 0.02);
    Mutations waits;
    waits.dropEventWaits = true;
    EXPECT_GT(meanError(kRegimes[0].regime, waits, 0.5), 0.01);
}

TEST(CriticalPathTruth, OneKernelNameScaledAlone)
{
    for (const RegimeCase& r : kRegimes) {
        GpuProgram program = drawProgram(42, 2'000, r.regime);
        Options options;
        options.queueDepth = r.regime.queue;
        options.blockedLaunchNs = 5'000;
        const auto measured = modelOf(simulate(program, 1.0), options);
        ChangePlan plan;
        plan.opFactor.assign(measured->input().ops.size(), 1.0);
        std::uint32_t op = 0;
        for (GpuProgram::Call& c : program.calls) {
            if (c.kind == GpuProgram::Kind::Launch) {
                if (op % 3 == 0) {
                    c.kernel /= 2;
                    plan.opFactor[op] = 0.5; // one operation a launch, in order
                }
                ++op;
            }
        }
        const WhatIfTimes predicted = replayPlan(*measured, plan);
        const auto truth =
            static_cast<double>(modelOf(simulate(program, 1.0), options)->makespan());
        EXPECT_NEAR(static_cast<double>(predicted.high), truth, 0.004 * truth) << r.name;
    }
}

} // namespace

} // namespace longpole::test
