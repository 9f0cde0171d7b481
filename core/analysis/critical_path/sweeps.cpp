// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/critical_path/sweeps.h"

#include "core/analysis/critical_path/input.h"

#include <algorithm>

namespace longpole::critical_path {

std::vector<std::uint32_t> pathPoints(const Graph& graph, std::span<const std::uint32_t> tight)
{
    std::vector<std::uint32_t> path{graph.sink};
    while (tight[path.back()] != kNone) {
        path.push_back(graph.from[tight[path.back()]]);
    }
    std::reverse(path.begin(), path.end());
    return path;
}

std::vector<std::int64_t> latestTimes(const Graph& graph)
{
    std::vector<std::int64_t> latest(graph.pointCount(), kUnbounded);
    latest[graph.sink] = graph.time[graph.sink];
    for (std::uint32_t v = graph.pointCount(); v-- > 0;) {
        if (latest[v] == kUnbounded) {
            continue;
        }
        const std::int64_t base = latest[v] - graph.rho[v];
        for (std::uint32_t e = graph.inFirst[v]; e < graph.inFirst[v + 1]; ++e) {
            std::int64_t& u = latest[graph.from[e]];
            u = std::min(u, base - graph.lag[e]);
        }
    }
    return latest;
}

namespace {

std::int64_t slackInto(const Graph& graph, std::span<const std::int64_t> latest, std::uint32_t v,
                       std::uint32_t e)
{
    return latest[v] == kUnbounded
        ? kUnbounded
        : latest[v] - graph.rho[v] - graph.lag[e] - graph.time[graph.from[e]];
}

} // namespace

std::int64_t edgeSlack(const Graph& graph, std::span<const std::int64_t> latest, std::uint32_t edge)
{
    const auto v = static_cast<std::uint32_t>(
        std::upper_bound(graph.inFirst.begin(), graph.inFirst.end(), edge) - graph.inFirst.begin()
        - 1);
    return slackInto(graph, latest, v, edge);
}

namespace {

struct Candidate
{
    std::uint32_t first; // path steps [first, last)
    std::uint32_t last;
    std::uint32_t edge;
    std::uint32_t target; // of the edge
};

// first path index whose point is >= each point
std::vector<std::uint32_t> pathIndexOf(const Graph& graph, std::span<const std::uint32_t> path)
{
    std::vector<std::uint32_t> index(graph.pointCount(), static_cast<std::uint32_t>(path.size()));
    std::size_t i = 0;
    for (std::uint32_t p = 0; p < graph.pointCount(); ++p) {
        while (i < path.size() && path[i] < p) {
            ++i;
        }
        index[p] = static_cast<std::uint32_t>(i);
    }
    return index;
}

unsigned levelOf(std::uint32_t length)
{
    return 31U - static_cast<unsigned>(__builtin_clz(length));
}

// Range minimum, offline: level k holds what holds for 2^k steps from each; pushed down level by
// level, so that two levels are in memory at a time.
class PushDown
{
public:
    explicit PushDown(std::size_t steps)
        : m_extra(steps, kUnbounded)
        , m_edge(steps, kNone)
    { }
    void offer(std::size_t step, std::int64_t slack, std::uint32_t edge)
    {
        if (slack < m_extra[step] || (slack == m_extra[step] && edge < m_edge[step])) {
            m_extra[step] = slack;
            m_edge[step] = edge;
        }
    }
    // From level k to level k - 1, half = 2^(k - 1).
    void down(std::size_t half)
    {
        for (std::size_t i = m_extra.size(); i-- > 0;) {
            if (m_edge[i] != kNone && i + half < m_extra.size()) {
                offer(i + half, m_extra[i], m_edge[i]);
            }
        }
    }
    std::vector<std::int64_t> m_extra;
    std::vector<std::uint32_t> m_edge;
};

// Collects, for every edge off the path, the steps it goes round.
class DetourFinder
{
public:
    DetourFinder(const Graph& graph, std::span<const std::uint32_t> path,
                 std::span<const std::int64_t> latest)
        : m_graph(graph)
        , m_latest(latest)
        , m_index(pathIndexOf(graph, path))
        , single(path.size() - 1)
        , levels(33)
    {
        for (std::size_t i = 0; i < path.size(); ++i) {
            // Every point up to this one on the path and beyond the one before it.
            for (std::uint32_t v = i == 0 ? 0 : path[i - 1] + 1; v <= path[i]; ++v) {
                if (latest[v] != kUnbounded) {
                    into(v, v == path[i] ? graph.tight[v] : kNone);
                }
            }
        }
    }

private:
    void into(std::uint32_t v, std::uint32_t pathEdge)
    {
        const std::uint32_t to = m_index[v];
        for (std::uint32_t e = m_graph.inFirst[v]; e < m_graph.inFirst[v + 1]; ++e) {
            const std::uint32_t from = m_index[m_graph.from[e]];
            if (from >= to || e == pathEdge) {
                continue;
            }
            if (from + 1 == to) {
                single.offer(from, slackInto(m_graph, m_latest, v, e), e);
            } else {
                levels[levelOf(to - from)].push_back({from, to, e, v});
            }
        }
    }

    const Graph& m_graph;
    std::span<const std::int64_t> m_latest;
    std::vector<std::uint32_t> m_index;

public:
    PushDown single; // most go round one step only: those need no list
    std::vector<std::vector<Candidate>> levels;
};

} // namespace

Detours detours(const Graph& graph, std::span<const std::uint32_t> path,
                std::span<const std::int64_t> latest)
{
    const std::size_t steps = path.size() - 1;
    DetourFinder found(graph, path, latest);
    PushDown table(steps);
    for (unsigned level = 32; level-- > 0;) {
        const std::size_t width = std::size_t{1} << level;
        for (const Candidate& c : found.levels[level]) {
            const std::int64_t slack = slackInto(graph, latest, c.target, c.edge);
            table.offer(c.first, slack, c.edge);
            table.offer(c.last - width, slack, c.edge);
        }
        found.levels[level] = {};
        if (level > 0 && width / 2 < steps) {
            table.down(width / 2);
        }
    }
    for (std::size_t i = 0; i < steps; ++i) {
        table.offer(i, found.single.m_extra[i], found.single.m_edge[i]);
    }
    return {std::move(table.m_extra), std::move(table.m_edge)};
}

std::vector<std::int64_t> replay(const Graph& graph, std::span<const std::int64_t> lags,
                                 Residual residual)
{
    std::vector<std::int64_t> time(graph.pointCount());
    for (std::uint32_t v = 0; v < graph.pointCount(); ++v) {
        PointPass pass;
        for (std::uint32_t e = graph.inFirst[v]; e < graph.inFirst[v + 1]; ++e) {
            if (lags[e] >= 0) {
                pass.offer(graph, v, e, time[graph.from[e]] + lags[e]);
            }
        }
        time[v] = pass.time(graph, v,
                            residual == Residual::Kept
                                || (residual == Residual::DroppedWhereOtherBinds && pass.oldBinds));
    }
    return time;
}

} // namespace longpole::critical_path
