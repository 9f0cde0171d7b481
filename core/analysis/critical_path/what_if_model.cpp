// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/critical_path/what_if_model.h"

#include <algorithm>
#include <cmath>

namespace longpole::critical_path {

namespace {

std::int64_t scaled(std::int64_t ns, double factor)
{
    return factor == 1.0 ? ns : std::llround(static_cast<double>(ns) * factor);
}

bool has(const std::vector<bool>& flags, std::uint32_t i)
{
    return i < flags.size() && flags[i];
}

class LagChanger
{
public:
    LagChanger(const PathModel& model, const ChangePlan& plan)
        : m_model(model)
        , m_plan(plan)
    { }

    std::int64_t lag(std::uint32_t e, std::uint32_t v) const
    {
        const Graph& g = m_model.graph;
        const std::int64_t ns = g.lag[e];
        switch (g.edgeKind(e)) {
        case EdgeKind::Duration:
        case EdgeKind::Transfer:
            return scaled(ns, opFactor(g.subject[v]));
        case EdgeKind::Overlap: // start to start: how far the earlier one has to get
            return scaled(ns, opFactor(g.subject[g.from[e]]));
        case EdgeKind::Launch:
            return has(m_plan.noLaunch, g.subject[v]) ? -1 : scaled(ns, m_plan.launchFactor);
        case EdgeKind::Fifo:
        case EdgeKind::GraphOrder:
            return has(m_plan.noGap, g.subject[v]) ? 0 : ns;
        case EdgeKind::Sync:
        case EdgeKind::CopySync:
        case EdgeKind::QueueFull:
            return has(m_plan.waitGone, g.subject[v]) ? -1 : ns;
        case EdgeKind::Prog:
            return hostWork(e, v);
        default:
            return ns;
        }
    }

private:
    double opFactor(std::uint32_t op) const
    {
        return op < m_plan.opFactor.size() ? m_plan.opFactor[op] : 1.0;
    }

    double cpuFactor(std::uint32_t u, std::uint32_t v) const
    {
        const std::uint32_t t =
            m_model.threadOf(u) != kNone ? m_model.threadOf(u) : m_model.threadOf(v);
        return t < m_plan.cpuFactor.size() ? m_plan.cpuFactor[t] : 1.0;
    }

    // A stretch of host time: the call it begins with, then whatever the host does.
    std::int64_t hostWork(std::uint32_t e, std::uint32_t v) const
    {
        const Graph& g = m_model.graph;
        const std::uint32_t u = g.from[e];
        const double factor = cpuFactor(u, v);
        if (g.kind[u] != PointKind::CallBegin) {
            return scaled(g.lag[e], factor);
        }
        const Call& call = m_model.input().calls[g.subject[u]];
        const std::int64_t own = std::min(g.lag[e], call.end - call.begin);
        const std::int64_t rest = scaled(g.lag[e] - own, factor);
        if (has(m_plan.callGone, g.subject[u])) {
            return rest;
        }
        if (call.opCount > 0) {
            return rest + scaled(own, m_plan.launchFactor);
        }
        return rest + (isWait(call.kind) ? own : scaled(own, factor));
    }

    const PathModel& m_model;
    const ChangePlan& m_plan;
};

} // namespace

std::vector<std::int64_t> changedLags(const PathModel& model, const ChangePlan& plan)
{
    const Graph& g = model.graph;
    const LagChanger changer(model, plan);
    std::vector<std::int64_t> lags(g.edgeCount());
    for (std::uint32_t v = 0; v < g.pointCount(); ++v) {
        for (std::uint32_t e = g.inFirst[v]; e < g.inFirst[v + 1]; ++e) {
            lags[e] = changer.lag(e, v);
        }
    }
    return lags;
}

namespace {

PathEdges pathAlong(const PathModel& model, const LagChanger& changer,
                    const std::vector<std::int64_t>& time)
{
    const Graph& g = model.graph;
    PathEdges path;
    for (std::uint32_t v = g.sink;;) {
        path.points.push_back(v);
        PointPass pass;
        std::int64_t bestLag = 0;
        for (std::uint32_t e = g.inFirst[v]; e < g.inFirst[v + 1]; ++e) {
            if (const std::int64_t lag = changer.lag(e, v); lag >= 0) {
                pass.offer(g, v, e, time[g.from[e]] + lag);
                bestLag = pass.bestEdge == e ? lag : bestLag;
            }
        }
        if (pass.bestEdge == kNoEdge) {
            break;
        }
        path.edges.push_back(pass.bestEdge);
        path.lags.push_back(bestLag);
        v = g.from[pass.bestEdge];
    }
    std::reverse(path.points.begin(), path.points.end());
    std::reverse(path.edges.begin(), path.edges.end());
    std::reverse(path.lags.begin(), path.lags.end());
    return path;
}

} // namespace

// One sweep for both ends of the interval, without arrays per edge: a slider waits for it.
WhatIfTimes replayPlan(const PathModel& model, const ChangePlan& plan)
{
    const Graph& g = model.graph;
    const LagChanger changer(model, plan);
    const bool keep = !model.options.mutations.dropResidualInReplay;
    WhatIfTimes out;
    out.time.resize(g.pointCount());
    std::vector<std::int64_t> optimistic(g.pointCount());
    for (std::uint32_t v = 0; v < g.pointCount(); ++v) {
        PointPass high;
        PointPass low;
        for (std::uint32_t e = g.inFirst[v]; e < g.inFirst[v + 1]; ++e) {
            if (const std::int64_t lag = changer.lag(e, v); lag >= 0) {
                high.offer(g, v, e, out.time[g.from[e]] + lag);
                low.offer(g, v, e, optimistic[g.from[e]] + lag);
            }
        }
        out.time[v] = high.time(g, v, keep);
        // What comes right after its predecessor has no delay of its own left either.
        const bool joined = g.kind[v] == PointKind::OpStart && has(plan.noGap, g.subject[v]);
        optimistic[v] = low.time(g, v, low.oldBinds && !joined);
    }
    const std::int64_t a = out.time[g.sink] - g.time[g.source];
    const std::int64_t b = optimistic[g.sink] - g.time[g.source];
    out.low = std::min(a, b);
    out.high = std::max(a, b);
    out.path = pathAlong(model, changer, out.time);
    return out;
}

} // namespace longpole::critical_path
