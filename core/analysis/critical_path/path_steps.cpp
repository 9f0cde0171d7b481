// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What each stretch of the path is. A step's residual is booked under Unexplained, never under the
// category of the edge that happens to bind.
#include "core/analysis/critical_path/path_model.h"

#include <algorithm>

namespace longpole::critical_path {

namespace {

Category ofOp(const Op& op)
{
    switch (op.kind) {
    case OpKind::Kernel:
        return Category::Kernel;
    case OpKind::Memcpy:
        return Category::Memcpy;
    case OpKind::Memset:
        return Category::Memset;
    }
    return Category::Kernel;
}

} // namespace

Category categoryOf(const PathModel& model, std::uint32_t edge)
{
    switch (model.graph.edgeKind(edge)) {
    case EdgeKind::EventWait:
        return Category::EventWait;
    case EdgeKind::Sync:
    case EdgeKind::CopySync:
        return Category::SyncReturn;
    case EdgeKind::QueueFull:
        return Category::QueueFull;
    case EdgeKind::Collective:
        return Category::CollectiveSkew;
    case EdgeKind::Transfer:
        return Category::CollectiveTransfer;
    case EdgeKind::Fifo:
    case EdgeKind::GraphOrder:
        return Category::KernelGap;
    case EdgeKind::Overlap: // the earlier operation runs meanwhile
    case EdgeKind::Duration: {
        const std::uint32_t op = model.opOf(model.graph.from[edge]);
        return op == kNone ? Category::Kernel : ofOp(model.input().ops[op]);
    }
    case EdgeKind::Launch:
        return Category::Launch;
    case EdgeKind::HandOff:
        return Category::HandOff;
    case EdgeKind::Prog:
    case EdgeKind::ProgWait:
        return Category::Cpu;
    case EdgeKind::Source:
        return Category::HostUntracked;
    case EdgeKind::Free:
    case EdgeKind::Tail:
        break;
    }
    return Category::Unexplained;
}

namespace {

class StepWriter
{
public:
    StepWriter(const PathModel& model, std::vector<PathStep>& out)
        : m_model(model)
        , m_out(out)
    { }

    void add(const PathStep& step)
    {
        if (step.begin < step.end) {
            m_out.push_back(step);
        }
    }

    // Host time is split by whether the trace shows anything there. In a replay, where it may be
    // shorter or longer than measured, in proportion.
    void addHost(PathStep step, std::int64_t measuredBegin, std::int64_t measuredEnd,
                 std::uint32_t thread)
    {
        const std::int64_t length = step.end - step.begin;
        const std::int64_t measured = measuredEnd - measuredBegin;
        if (thread == kNone || length <= 0) {
            add(step);
            return;
        }
        const auto& covered = m_model.input().threads[thread].covered;
        const std::int64_t base = step.begin;
        const auto moved = [&](std::int64_t t) {
            return length == measured || measured == 0 ? base + (t - measuredBegin)
                                                       : base
                    + static_cast<std::int64_t>(static_cast<double>(t - measuredBegin)
                                                * static_cast<double>(length)
                                                / static_cast<double>(measured));
        };
        auto it = std::upper_bound(covered.begin(), covered.end(), measuredBegin,
                                   [](std::int64_t t, const TimeRange& r) { return t < r.end.ns; });
        std::int64_t at = measuredBegin;
        while (at < measuredEnd) {
            const bool inside = it != covered.end() && it->begin.ns <= at;
            std::int64_t until = measuredEnd;
            if (inside) {
                until = std::min(until, it->end.ns);
            } else if (it != covered.end()) {
                until = std::min(until, it->begin.ns);
            }
            step.category = inside ? Category::Cpu : Category::HostUntracked;
            step.end = until == measuredEnd ? base + length : moved(until);
            add(step);
            step.begin = step.end;
            at = until;
            it += inside ? 1 : 0;
        }
    }

private:
    const PathModel& m_model;
    std::vector<PathStep>& m_out;
};

} // namespace

std::vector<PathStep> stepsAlong(const PathModel& model, const PathEdges& path,
                                 std::span<const std::int64_t> time)
{
    const Graph& g = model.graph;
    std::vector<PathStep> out;
    out.reserve(path.points.size());
    StepWriter writer(model, out);
    for (std::size_t i = 1; i < path.points.size(); ++i) {
        const std::uint32_t u = path.points[i - 1];
        const std::uint32_t v = path.points[i];
        const std::uint32_t e = path.edges[i - 1];
        const std::int64_t lag = path.lags[i - 1];
        PathStep step{time[u], time[u] + lag, categoryOf(model, e), g.isInferred(e), u, v};
        const EdgeKind kind = g.edgeKind(e);
        if (kind == EdgeKind::Prog || kind == EdgeKind::ProgWait || kind == EdgeKind::Source) {
            // From the source on it is the thread of the call that it leads to.
            const std::uint32_t thread = model.threadOf(u) != kNone && kind != EdgeKind::Source
                ? model.threadOf(u)
                : model.threadOf(v);
            writer.addHost(step, g.time[u], g.time[u] + g.lag[e], thread);
        } else {
            writer.add(step);
        }
        writer.add({time[u] + lag, time[v], Category::Unexplained, false, u, v});
    }
    return out;
}

std::array<std::int64_t, kCategoryCount> sumByCategory(const std::vector<PathStep>& steps)
{
    std::array<std::int64_t, kCategoryCount> sums{};
    for (const PathStep& s : steps) {
        sums[index(s.category)] += s.end - s.begin;
    }
    return sums;
}

} // namespace longpole::critical_path
