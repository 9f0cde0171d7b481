// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/critical_path/joined_runs.h"
#include "core/analysis/critical_path/median_rank.h"
#include "core/analysis/critical_path/selection.h"
#include "core/analysis/critical_path/what_if_model.h"

#include <algorithm>
#include <string>

namespace longpole::critical_path {

namespace {

class PlanMaker
{
public:
    PlanMaker(const CriticalPath::State& state, WhatIf& out)
        : m_state(state)
        , m_model(*state.model)
        , m_input(state.model->input())
        , m_out(out)
    { }

    Result<void> add(const Change& change)
    {
        if (!(change.factor >= 0) || change.factor > 1e6) {
            return fail(Errc::Format, "a factor must be a number from 0 to 1000000");
        }
        switch (change.kind) {
        case ChangeKind::Scale:
            return scale(change, change.factor);
        case ChangeKind::Remove:
            return scale(change, 0);
        case ChangeKind::ScaleCpu:
            for (double& f : cpuFactors()) {
                f *= change.factor;
                ++m_out.changed;
            }
            assume("host work scales evenly; launch calls and waiting calls keep their cost");
            return {};
        case ChangeKind::ScaleLaunch:
            plan.launchFactor *= change.factor;
            m_out.changed += m_input.ops.size();
            assume("launch calls and the way to the device scale together");
            return {};
        case ChangeKind::RemoveSync:
            return removeWaits(change);
        case ChangeKind::MedianRank:
            return medianRank(change);
        case ChangeKind::Fuse:
        case ChangeKind::Graph:
            return join(change);
        }
        return {};
    }

    ChangePlan plan;

private:
    void assume(std::string text)
    {
        if (std::find(m_out.assumptions.begin(), m_out.assumptions.end(), text)
            == m_out.assumptions.end()) {
            m_out.assumptions.push_back(std::move(text));
        }
    }

    std::vector<double>& opFactors()
    {
        plan.opFactor.resize(m_input.ops.size(), 1.0);
        return plan.opFactor;
    }

    std::vector<double>& cpuFactors()
    {
        plan.cpuFactor.resize(m_input.threads.size(), 1.0);
        return plan.cpuFactor;
    }

    Result<void> scale(const Change& change, double factor)
    {
        auto selected = selectOps(m_state, change.select);
        if (!selected) {
            return fail(selected.error());
        }
        auto& factors = opFactors();
        for (std::uint32_t i = 0; i < factors.size(); ++i) {
            if (!(*selected)[i]) {
                continue;
            }
            factors[i] *= factor;
            ++m_out.changed;
            if (change.kind == ChangeKind::Remove && !change.keepCalls
                && m_input.ops[i].call != kNone
                && m_input.calls[m_input.ops[i].call].opCount == 1) {
                plan.callGone.resize(m_input.calls.size(), false);
                plan.noGap.resize(m_input.ops.size(), false);
                plan.callGone[m_input.ops[i].call] = true;
                plan.noGap[i] = true;
            }
        }
        if (change.kind == ChangeKind::Remove) {
            assume(change.keepCalls ? "removed operations take no time; their launch calls stay"
                                    : "removed operations and their launch calls take no time");
        }
        return {};
    }

    Result<void> removeWaits(const Change& change)
    {
        auto selected = selectWaits(m_state, change.select);
        if (!selected) {
            return fail(selected.error());
        }
        plan.waitGone.resize(m_input.calls.size(), false);
        for (std::uint32_t i = 0; i < selected->size(); ++i) {
            if ((*selected)[i]) {
                plan.waitGone[i] = true;
                ++m_out.changed;
            }
        }
        assume("calls that no longer wait keep their own small cost; nothing needs what they "
               "waited for");
        return {};
    }

    Result<void> medianRank(const Change& change)
    {
        auto factors = medianRankFactors(m_state, change.rank);
        if (!factors) {
            return fail(factors.error());
        }
        auto& ops = opFactors();
        for (std::uint32_t i = 0; i < ops.size(); ++i) {
            m_out.changed += factors->op[i] != 1.0 ? 1U : 0U;
            ops[i] *= factors->op[i];
        }
        auto& cpu = cpuFactors();
        for (std::uint32_t t = 0; t < cpu.size(); ++t) {
            cpu[t] *= factors->thread[t];
        }
        assume("each operation of the rank takes what the same one takes on the median rank; its "
               "host work scales as a whole");
        return {};
    }

    Result<void> join(const Change& change)
    {
        auto selected = selectOps(m_state, change.select);
        if (!selected) {
            return fail(selected.error());
        }
        const bool fuse = change.kind == ChangeKind::Fuse;
        const JoinAs as = fuse ? JoinAs::FusedOperation : JoinAs::GraphLaunch;
        const auto runs = runsOf(m_model, *selected, as);
        joinRuns(m_model, runs, as, plan);
        for (const auto& run : runs) {
            m_out.changed += run.size();
        }
        if (runs.empty()) {
            assume("nothing was joined: no two of these operations follow each other on a stream "
                   "without a wait between them");
            return {};
        }
        assume(fuse ? "a fused run takes as long as its operations together and starts where its "
                      "first one did; only their gaps and launches go"
                    : "a graph launch is made where the first launch of its run was and costs as "
                      "much; gaps between its operations stay");
        assume("a run ends where the host waits or another stream is awaited");
        return {};
    }

    const CriticalPath::State& m_state;
    const PathModel& m_model;
    const Input& m_input;
    WhatIf& m_out;
};

// Operations whose time a change of their neighbours would change: those that ran beside others.
std::uint64_t changedBesideOthers(const PathModel& model, const ChangePlan& plan)
{
    const Input& input = model.input();
    struct Run
    {
        std::int64_t start;
        std::int64_t end;
        std::uint32_t device;
        bool changed;
    };
    if (plan.opFactor.empty()) {
        return 0;
    }
    std::vector<Run> runs;
    for (std::uint32_t i = 0; i < input.ops.size(); ++i) {
        const Op& op = input.ops[i];
        if (model.points.opEnd[i] != kNone && op.end > op.start) {
            runs.push_back({op.start, op.end, input.deviceOf(op), plan.opFactor[i] != 1.0});
        }
    }
    std::sort(runs.begin(), runs.end(), [](const Run& a, const Run& b) {
        return a.device != b.device ? a.device < b.device : a.start < b.start;
    });
    std::uint64_t count = 0;
    for (std::size_t i = 1; i < runs.size(); ++i) {
        const Run& a = runs[i - 1];
        const Run& b = runs[i];
        const std::int64_t shared = std::min(a.end, b.end) - b.start;
        const bool beside = a.device == b.device && shared * 10 > b.end - b.start;
        count += beside && (a.changed || b.changed) ? 1U : 0U;
    }
    return count;
}

void fillPath(const PathModel& model, const WhatIfTimes& times, WhatIf& out)
{
    const auto steps = stepsAlong(model, times.path, times.time);
    out.steps = publicSteps(model, steps);
    for (const Step& s : out.steps) {
        out.categories[index(s.category)] = out.categories[index(s.category)] + s.duration();
    }
    std::int64_t most = INT64_MIN;
    for (std::size_t i = 0; i < kCategoryCount; ++i) {
        const std::int64_t grown = out.categories[i].ns - model.categories[i];
        if (out.categories[i].ns > 0 && grown > most) {
            most = grown;
            out.bindsNext = Category(i);
        }
    }
    DurationNs longest;
    for (const Step& s : out.steps) {
        if (s.category == out.bindsNext && longest < s.duration()) {
            longest = s.duration();
            out.bindsNextSlice = s.slice;
        }
    }
}

} // namespace

Result<WhatIf> whatIf(const CriticalPath& path, std::span<const Change> changes,
                      const JobContext& job)
{
    const CriticalPath::State& state = path.state();
    WhatIf out;
    out.makespan = path.makespan();
    PlanMaker maker(state, out);
    for (const Change& change : changes) {
        if (auto added = maker.add(change); !added) {
            return fail(added.error());
        }
        if (job.cancelled()) {
            return fail(Errc::Cancelled, "cancelled");
        }
    }
    const WhatIfTimes times = replayPlan(*state.model, maker.plan);
    out.low = DurationNs{times.low};
    out.high = DurationNs{times.high};
    if (job.cancelled()) {
        return fail(Errc::Cancelled, "cancelled");
    }
    fillPath(*state.model, times, out);
    out.assumptions.insert(
        out.assumptions.begin(),
        "the order of work and all its dependencies stay; what isn't named keeps its duration");
    if (const std::uint64_t n = changedBesideOthers(*state.model, maker.plan); n > 0) {
        out.assumptions.push_back(std::to_string(n)
                                  + " operations ran beside changed ones: their durations may "
                                    "change with them");
    }
    return out;
}

} // namespace longpole::critical_path
