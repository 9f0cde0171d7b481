// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What-if: runs of launches that become one operation, or one graph launch. By hand (us; L = 5,
// G = 1, W = 1, R = 2, C0 = 1, a launch call costs 1), then against the simulator.
#include "core/analysis/critical_path/joined_runs.h"
#include "critical_path_scenario.h"
#include "tests/support/gpu_simulator.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace longpole::test {

namespace {

using namespace critical_path;
constexpr JoinAs kFused = JoinAs::FusedOperation;
constexpr JoinAs kGraph = JoinAs::GraphLaunch;

void expectInterval(const Scenario::Interval& got, double low, double high)
{
    EXPECT_EQ(got.low, low);
    EXPECT_EQ(got.high, high);
}

// Three short kernels, each launched long after the one before has ended; the host then looks on.
//   0 A's call … 5-8 A; 20 B's call … 25-28 B; 40 C's call … 45-48 C; 60-61 the sync finds it done.
TEST(CriticalPathJoined, LaunchBoundRunsSaveTheirCalls)
{
    Scenario s;
    s.kernel("A", 0, {5, 8}, 0).kernel("B", 0, {25, 28}, 20).kernel("C", 0, {45, 48}, 40);
    s.streamSync(0, {60, 61});
    ASSERT_EQ(s.makespan(), 61);
    // The calls of B and C cost 1 each: the sync begins at 60 - 2 = 58 and takes C0 = 1. The GPU is
    // long done: fused 5 + 3 + 3 + 3 = 14; as a graph with two gaps of 1: 16.
    expectInterval(s.joined({"A", "B", "C"}, kFused), 59, 59);
    expectInterval(s.joined({"A", "B", "C"}, kGraph), 59, 59);
    // A and C don't follow each other.
    expectInterval(s.joined({"A", "C"}, kFused), 61, 61);
}

// The same, but the host waits at once: what is saved is the wait for the launch.
//   0 A's call … 5-8 A; 20 B's call … 25-28 B; 22-30 sync. T = 20 + 5 + 3 + 2.
TEST(CriticalPathJoined, LaterLaunchesAreNotWaitedFor)
{
    Scenario s;
    s.kernel("A", 0, {5, 8}, 0).kernel("B", 0, {25, 28}, 20).streamSync(0, {22, 30});
    ASSERT_EQ(s.makespan(), 30);
    // B's call is gone: the sync begins at 22 - 1 = 21 and ends after C0 at 22. Fused, the work
    // ends at 5 + 3 + 3 = 11 (+ R = 13); as a graph at 5 + 3 + 1 + 3 = 12 (+ R = 14): both long
    // before.
    expectInterval(s.joined({"A", "B"}, kFused), 22, 22);
    expectInterval(s.joined({"A", "B"}, kGraph), 22, 22);
}

// A full GPU: T = 5 + 100 + 1 + 100 + 1 + 100 + 2 = 309.
TEST(CriticalPathJoined, GpuBoundRunsSaveTheirGapsOnlyIfFused)
{
    Scenario s;
    s.kernel("A", 0, {5, 105}, 0).kernel("B", 0, {106, 206}, 4).kernel("C", 0, {207, 307}, 8);
    s.streamSync(0, {12, 309});
    ASSERT_EQ(s.makespan(), 309);
    expectInterval(s.joined({"A", "B", "C"}, kFused), 307, 307); // 5 + 300 + 2
    expectInterval(s.joined({"B", "C"}, kFused), 308, 308); // one gap of 1
    expectInterval(s.joined({"A", "B", "C"}, kGraph), 309, 309); // its calls were hidden
}

// B starts 3 after A, 2 more than a gap takes, and nothing says why. T = 5 + 100 + 3 + 100 + 2.
TEST(CriticalPathJoined, UnexplainedDelaysMakeAnInterval)
{
    Scenario s;
    s.kernel("A", 0, {5, 105}, 0).kernel("B", 0, {108, 208}, 4).streamSync(0, {6, 210});
    ASSERT_EQ(s.makespan(), 210);
    expectInterval(s.joined({"A", "B"}, kFused), 207, 209); // the 2 vanish, or stay
    expectInterval(s.joined({"A", "B"}, kGraph), 210, 210); // gap and delay stay
}

// The host needs A's answer before it launches B: they can't be launched together.
//   0 A's call, 5-8 A, 1-10 sync; 12 B's call, 17-20 B, 13-22 sync.
TEST(CriticalPathJoined, NothingIsJoinedAcrossAWaitOfTheHost)
{
    Scenario s;
    s.kernel("A", 0, {5, 8}, 0).streamSync(0, {1, 10});
    s.kernel("B", 0, {17, 20}, 12).streamSync(0, {13, 22});
    ASSERT_EQ(s.makespan(), 22);
    expectInterval(s.joined({"A", "B"}, kFused), 22, 22);
    expectInterval(s.joined({"A", "B"}, kGraph), 22, 22);
}

// B waits for X of another stream: a fused kernel would have to begin after X.
//   A s0 5-15, X s1 7-57, then B s0 58-68. T = 2 + 5 + 50 + W 1 + 10 + R 2.
TEST(CriticalPathJoined, NothingIsJoinedAcrossAWaitForAnotherStream)
{
    Scenario s;
    s.kernel("A", 0, {5, 15}, 0).kernel("X", 1, {7, 57}, 2).record(1, 1, 3).wait(0, 1, 4);
    s.kernel("B", 0, {58, 68}, 6).streamSync(0, {8, 70});
    ASSERT_EQ(s.makespan(), 70);
    expectInterval(s.joined({"A", "B"}, kFused), 70, 70);
    expectInterval(s.joined({"A", "B"}, kGraph), 70, 70);
}

// X waits for A alone. Fused with B, A would end later; in a graph it needn't.
//   A s0 5-15, record, B s0 36-46 (call at 31), X s1 16-26; device sync 34-48.
TEST(CriticalPathJoined, WhatOthersWaitForIsNotFused)
{
    Scenario s;
    s.kernel("A", 0, {5, 15}, 0).record(1, 0, 2).wait(1, 1, 4).kernel("X", 1, {16, 26}, 6);
    s.kernel("B", 0, {36, 46}, 31).deviceSync({34, 48});
    ASSERT_EQ(s.makespan(), 48);
    expectInterval(s.joined({"A", "B"}, kFused), 48, 48);
    // B 16-26, beside X; the sync begins at 33 and finds all done at 26: ends at 34.
    expectInterval(s.joined({"A", "B"}, kGraph), 34, 34);
}

// ------------------------------------------------------------------------------------ simulator

// The program in which the selected launches are merged, written without the model: a run on a
// stream ends at any launch on it that isn't selected, and wherever the host waits.
GpuProgram merged(const GpuProgram& program, const std::vector<bool>& selected, JoinAs as)
{
    using Kind = GpuProgram::Kind;
    GpuProgram out = program;
    out.calls.clear();
    std::vector<std::optional<std::size_t>> open(program.streams); // the launch that takes more
    std::int64_t carried = 0; // host work of a call that is gone
    std::size_t launch = 0;
    for (GpuProgram::Call c : program.calls) {
        c.hostBefore += carried;
        carried = 0;
        if (c.kind != Kind::Launch) {
            open.assign(program.streams, std::nullopt);
            out.calls.push_back(c);
            continue;
        }
        const bool chosen = selected[launch++];
        if (chosen && open[c.stream]) {
            if (as == JoinAs::FusedOperation) {
                out.calls[*open[c.stream]].kernel += c.kernel;
                carried = c.hostBefore;
            } else {
                c.ofGraph = true;
                out.calls.push_back(c);
            }
            continue;
        }
        open[c.stream].reset();
        if (chosen) {
            open[c.stream] = out.calls.size();
        }
        out.calls.push_back(c);
    }
    return out;
}

std::shared_ptr<const PathModel> modelOf(const GpuProgram& program)
{
    Options options;
    options.lags =
        Lags{program.launchLag, program.gap, program.waitLag, program.syncReturn, program.syncCost};
    return *buildModel(prepare(simulate(program, 1.0), options), options, std::nullopt, kNone,
                       JobContext());
}

void compareWithSimulator(JoinAs as, bool delays)
{
    constexpr GpuRegime kRegimes[] = {{100'000, 5'000, 3, 0, 1024}, // GPU-bound
                                      {4'000, 20'000, 3, 0, 1024}, // launch-bound
                                      {20'000, 10'000, 15, 0, 1024}}; // sync-heavy
    std::uint64_t faster = 0;
    for (const GpuRegime& regime : kRegimes) {
        for (std::uint32_t seed = 0; seed < 40; ++seed) {
            GpuProgram program = drawProgram(seed, 200, regime);
            // Else a wait for work that has just ended takes something between the two.
            program.syncReturn = program.syncCost;
            for (GpuProgram::Call& c : program.calls) {
                c.delay = delays ? c.delay : 0;
            }
            const auto measured = modelOf(program);
            std::vector<bool> selected(measured->input().ops.size());
            for (std::size_t i = 0; i < selected.size(); ++i) {
                selected[i] = seed % 2 == 0 || i % 3 != 0; // one operation a launch, in order
            }
            ChangePlan plan;
            joinRuns(*measured, runsOf(*measured, selected, as), as, plan);
            const WhatIfTimes predicted = replayPlan(*measured, plan);
            const std::int64_t truth = modelOf(merged(program, selected, as))->makespan();
            faster += truth < measured->makespan() ? 1U : 0U;
            if (delays) {
                EXPECT_LE(predicted.low, truth) << seed;
                EXPECT_GE(predicted.high, truth) << seed;
            } else {
                EXPECT_EQ(predicted.low, truth) << seed;
                EXPECT_EQ(predicted.high, truth) << seed;
            }
        }
    }
    EXPECT_GT(faster, 40U); // the check has something to see
}

TEST(CriticalPathJoined, SimulatedRunsAreForetoldExactly)
{
    compareWithSimulator(kFused, false);
    compareWithSimulator(kGraph, false);
}

TEST(CriticalPathJoined, WithDelaysTheTruthLiesInTheInterval)
{
    compareWithSimulator(kFused, true);
}

} // namespace

} // namespace longpole::test
