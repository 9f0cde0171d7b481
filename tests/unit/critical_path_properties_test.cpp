// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What must hold for every run, checked on random ones against an oracle of its own.
#include "core/analysis/critical_path/path_state.h"
#include "core/analysis/critical_path/what_if_model.h"
#include "critical_path_random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

namespace longpole::test {

namespace {

using namespace critical_path;

constexpr std::uint32_t kRuns = 1000;

std::shared_ptr<const PathModel> modelOf(const RandomRun& run,
                                         std::optional<TimeRange> range = std::nullopt)
{
    auto model =
        buildModel(prepare(run.input, run.options), run.options, range, kNone, JobContext());
    EXPECT_TRUE(model) << (model ? "" : model.error().message);
    return model ? *model : nullptr;
}

ChangePlan planFor(const PathModel& m, std::uint32_t op, double factor)
{
    ChangePlan plan;
    plan.opFactor.assign(m.input().ops.size(), 1.0);
    plan.opFactor[op] = factor;
    return plan;
}

std::int64_t endOf(const PathModel& m, const std::vector<std::int64_t>& lags)
{
    return replay(m.graph, lags, Residual::Kept)[m.graph.sink] - m.graph.time[m.graph.source];
}

// I1: from source to sink, contiguous, never backwards, as long as the run.
void checkPath(const PathModel& m)
{
    const Graph& g = m.graph;
    ASSERT_EQ(m.path.front(), g.source);
    ASSERT_EQ(m.path.back(), g.sink);
    std::int64_t at = m.window.begin;
    std::int64_t sum = 0;
    for (const PathStep& s : m.steps) {
        ASSERT_EQ(s.begin, at);
        ASSERT_GT(s.end, s.begin);
        at = s.end;
        sum += s.end - s.begin;
    }
    ASSERT_EQ(sum, m.makespan());
    ASSERT_EQ(std::accumulate(m.categories.begin(), m.categories.end(), std::int64_t{0}),
              m.makespan());
}

// I2, I3: replay gives every measured time; residuals and slack are never negative; edges go
// forward; slack is zero along the path.
void checkGraph(const PathModel& m)
{
    const Graph& g = m.graph;
    ASSERT_EQ(replay(g, g.lag, Residual::Kept), g.time);
    ASSERT_EQ(relaxedTimes(g, g.lag), g.time);
    ASSERT_EQ(replay(g, g.lag, Residual::DroppedWhereOtherBinds), g.time);
    const WhatIfTimes same = replayPlan(m, {});
    ASSERT_EQ(same.time, g.time);
    ASSERT_EQ(same.path.points, m.path);
    ASSERT_EQ(same.low, m.makespan());
    for (std::uint32_t v = 0; v < g.pointCount(); ++v) {
        ASSERT_GE(g.rho[v], 0);
        ASSERT_GE(m.latest[v], g.time[v]);
        for (std::uint32_t e = g.inFirst[v]; e < g.inFirst[v + 1]; ++e) {
            ASSERT_LT(g.from[e], v);
            ASSERT_GE(g.lag[e], 0);
            ASSERT_LE(g.time[g.from[e]] + g.lag[e] + g.rho[v], g.time[v]);
        }
        ASSERT_TRUE(v == g.source || g.tight[v] != kNone);
    }
    for (const std::uint32_t p : m.path) {
        ASSERT_EQ(m.latest[p], g.time[p]);
    }
}

bool overlapsNext(const PathModel& m, std::uint32_t op)
{
    const Graph& g = m.graph;
    for (std::uint32_t e = 0; e < g.edgeCount(); ++e) {
        if (g.edgeKind(e) == EdgeKind::Overlap && g.from[e] == m.points.opStart[op]) {
            return true;
        }
    }
    return false;
}

std::int64_t dragOf(const PathModel& m, std::uint32_t op)
{
    const std::uint32_t edge = m.workEdge(op);
    for (std::size_t i = 1; i < m.path.size(); ++i) {
        if (m.graph.tight[m.path[i]] == edge) {
            return std::min(m.graph.lag[edge], m.detour.extra[i - 1]);
        }
    }
    return 0;
}

// I4, I5, I7: drag and slack say exactly what a replay does.
void checkDragAndSlack(const PathModel& m, std::mt19937& random, std::uint64_t& gains)
{
    const Graph& g = m.graph;
    for (std::uint32_t op = 0; op < m.input().ops.size(); ++op) {
        const std::uint32_t edge = m.workEdge(op);
        if (edge == kNone || overlapsNext(m, op) || random() % 4 != 0) {
            continue;
        }
        const std::int64_t drag = dragOf(m, op);
        const std::int64_t length = g.lag[edge];
        gains += drag > 0 ? 1 : 0;
        ASSERT_EQ(m.makespan() - endOf(m, changedLags(m, planFor(m, op, 0))), drag);
        std::vector<std::int64_t> lags = g.lag;
        lags[edge] = length - length / 2;
        ASSERT_EQ(m.makespan() - endOf(m, lags), std::min(length / 2, drag));
        const std::int64_t slack = m.opSlack(op);
        if (slack >= kUnbounded) {
            lags[edge] = length + 1'000'000;
            ASSERT_EQ(endOf(m, lags), m.makespan());
            continue;
        }
        ASSERT_GE(slack, 0);
        lags[edge] = length + slack;
        ASSERT_EQ(endOf(m, lags), m.makespan());
        lags[edge] = length + slack / 2;
        ASSERT_EQ(endOf(m, lags), m.makespan());
        lags[edge] = length + slack + 777;
        ASSERT_EQ(endOf(m, lags), m.makespan() + 777);
    }
}

// I6, I9: shorter is never longer; fewer edges never later; against the oracle.
void checkMonotone(const PathModel& m, std::mt19937& random)
{
    std::vector<std::int64_t> lags = m.graph.lag;
    for (int i = 0; i < 5; ++i) {
        const auto e = static_cast<std::uint32_t>(random() % lags.size());
        lags[e] -= lags[e] / 3;
    }
    const std::int64_t shorter = endOf(m, lags);
    ASSERT_LE(shorter, m.makespan());
    ASSERT_EQ(relaxedTimes(m.graph, lags)[m.graph.sink] - m.window.begin, shorter);
    // Of points with several in-edges, one goes.
    for (std::uint32_t v = 0; v < m.graph.pointCount(); ++v) {
        const std::uint32_t first = m.graph.inFirst[v];
        const std::uint32_t n = m.graph.inFirst[v + 1] - first;
        if (n > 1 && random() % 8 == 0) {
            lags[first + random() % n] = -1;
        }
    }
    ASSERT_LE(endOf(m, lags), shorter);
}

// The idle time of operations, counted point by point on a grid of all their ends.
std::int64_t bruteIdle(const PathModel& m, std::uint32_t device)
{
    std::vector<std::int64_t> cuts;
    std::vector<std::pair<std::int64_t, std::int64_t>> busy;
    for (const Op& op : m.input().ops) {
        if (m.input().deviceOf(op) == device) {
            cuts.insert(cuts.end(), {op.start, op.end});
            busy.emplace_back(op.start, op.end);
        }
    }
    std::sort(cuts.begin(), cuts.end());
    std::int64_t idle = 0;
    for (std::size_t i = 1; i < cuts.size(); ++i) {
        const bool used = std::any_of(busy.begin(), busy.end(), [&](const auto& b) {
            return b.first <= cuts[i - 1] && cuts[i] <= b.second;
        });
        idle += used ? 0 : cuts[i] - cuts[i - 1];
    }
    return idle;
}

// I10: the parts of every gap sum to it, the gaps and the causes to the idle time.
void checkIdle(const PathModel& m)
{
    const auto stalls = stallsOf(m, JobContext(), true);
    ASSERT_TRUE(stalls);
    for (const auto* list : {&stalls->devices, &stalls->streams}) {
        for (const IdleTime& idle : *list) {
            DurationNs gaps;
            DurationNs causes;
            for (const Gap& gap : idle.gaps) {
                DurationNs parts;
                for (const DurationNs part : gap.parts.all()) {
                    ASSERT_GE(part.ns, 0);
                    parts = parts + part;
                }
                ASSERT_EQ(parts.ns, gap.duration.ns);
                ASSERT_GT(gap.duration.ns, 0);
                gaps = gaps + gap.duration;
            }
            for (const DurationNs cause : idle.causes) {
                causes = causes + cause;
            }
            ASSERT_EQ(gaps.ns, idle.idle.ns);
            ASSERT_EQ(causes.ns, idle.idle.ns);
            if (m.window.whole && list == &stalls->devices) {
                ASSERT_EQ(idle.idle.ns, bruteIdle(m, idle.device));
            }
        }
    }
}

TEST(CriticalPathProperties, HoldOnRandomRuns)
{
    std::uint64_t gains = 0;
    for (std::uint32_t seed = 0; seed < kRuns; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        RandomShape shape;
        shape.collectives = seed % 5 == 4;
        const auto m = modelOf(randomRun(seed, shape));
        std::mt19937 random(seed);
        checkPath(*m);
        checkGraph(*m);
        checkDragAndSlack(*m, random, gains);
        checkMonotone(*m, random);
        checkIdle(*m);
        EXPECT_EQ(m->graph.dropped, 0U);
        if (HasFatalFailure() || HasNonfatalFailure()) {
            return;
        }
    }
    EXPECT_GT(gains, kRuns); // the runs are not trivial
}

// I12: whatever is broken, the path is whole and nothing runs backwards.
TEST(CriticalPathProperties, HoldOnDamagedRuns)
{
    std::uint64_t dropped = 0;
    std::uint64_t repaired = 0;
    for (std::uint32_t seed = 0; seed < kRuns; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        RandomShape shape;
        shape.damaged = true;
        shape.collectives = seed % 5 == 4;
        RandomRun run = randomRun(seed, shape);
        run.options.repairClocks = seed % 2 == 0;
        const auto m = modelOf(run);
        std::mt19937 random(seed);
        checkPath(*m);
        checkGraph(*m);
        checkMonotone(*m, random);
        checkIdle(*m);
        dropped += m->graph.dropped;
        repaired += m->counts.repairedPoints;
        if (HasFatalFailure()) {
            return;
        }
    }
    EXPECT_GT(dropped, 0U);
    EXPECT_GT(repaired, 0U);
}

// Parts of a run, whole and damaged: the same invariants, and the window's own length.
TEST(CriticalPathProperties, HoldOnRegions)
{
    for (std::uint32_t seed = 0; seed < kRuns; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        RandomShape shape;
        shape.damaged = seed % 3 == 0;
        const RandomRun run = randomRun(seed, shape);
        const auto whole = modelOf(run);
        std::mt19937 random(seed);
        const std::int64_t length = whole->makespan();
        const std::int64_t begin =
            whole->window.begin + static_cast<std::int64_t>(random()) % (length + 1);
        const TimeRange range{
            TimeNs{begin}, TimeNs{begin + 1 + static_cast<std::int64_t>(random()) % (length + 1)}};
        const auto m = modelOf(run, range);
        checkPath(*m);
        checkGraph(*m);
        checkIdle(*m);
        ASSERT_GE(m->makespan(), range.duration().ns);
        if (HasFatalFailure()) {
            return;
        }
    }
}

// I8: another origin of time, other numbers for lanes, another order of the input.
TEST(CriticalPathProperties, DontDependOnNumbersAndOrder)
{
    for (std::uint32_t seed = 0; seed < 300; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        const RandomRun run = randomRun(seed, {});
        const auto a = modelOf(run);
        RandomRun other = run;
        const std::int64_t shift = 1'700'000'000'000'000'000;
        const auto move = [&](std::int64_t& t) { t += shift; };
        for (Call& c : other.input.calls) {
            move(c.begin);
            move(c.end);
        }
        for (Op& op : other.input.ops) {
            move(op.start);
            move(op.end);
        }
        for (Thread& t : other.input.threads) {
            for (auto* list : {&t.covered, &t.bursts}) {
                for (TimeRange& r : *list) {
                    r = {TimeNs{r.begin.ns + shift}, TimeNs{r.end.ns + shift}};
                }
            }
        }
        const auto streams = static_cast<std::uint32_t>(other.input.streams.size());
        for (Op& op : other.input.ops) {
            op.stream = streams - 1 - op.stream;
        }
        for (Call& c : other.input.calls) {
            c.stream = c.stream == kNone ? kNone : streams - 1 - c.stream;
        }
        std::mt19937 random(seed);
        std::vector<std::uint32_t> order(other.input.ops.size());
        std::iota(order.begin(), order.end(), 0U);
        std::shuffle(order.begin(), order.end(), random);
        std::vector<Op> ops;
        for (const std::uint32_t i : order) {
            ops.push_back(other.input.ops[i]);
        }
        other.input.ops = ops;
        const auto b = modelOf(other);
        ASSERT_EQ(a->makespan(), b->makespan());
        const auto slackById = [](const PathModel& m) {
            std::vector<std::int64_t> slack(m.input().ops.size());
            for (std::uint32_t i = 0; i < slack.size(); ++i) {
                slack[m.input().ops[i].id] = m.opSlack(i);
            }
            return slack;
        };
        ASSERT_EQ(slackById(*a), slackById(*b));
        ASSERT_EQ(a->categories[index(Category::Unexplained)],
                  b->categories[index(Category::Unexplained)]);
    }
}

} // namespace

} // namespace longpole::test
