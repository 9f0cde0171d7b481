// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Linear sweeps over a calibrated graph: path, slack, drag, replay.
#pragma once

#include "core/analysis/critical_path/graph.h"

#include <cstdint>
#include <span>
#include <vector>

namespace longpole::critical_path {

inline constexpr std::uint32_t kNoEdge = 0xffffffffU;

// Points from source to sink along the binding edges `tight` (per point).
std::vector<std::uint32_t> pathPoints(const Graph& graph, std::span<const std::uint32_t> tight);

// The latest time of each point that leaves the sink's time unchanged. Points from which the sink
// cannot be reached: kUnbounded.
inline constexpr std::int64_t kUnbounded = INT64_MAX / 4;
std::vector<std::int64_t> latestTimes(const Graph& graph);

// How much longer the edge's lag could be without changing the sink's time; at most kUnbounded.
std::int64_t edgeSlack(const Graph& graph, std::span<const std::int64_t> latest,
                       std::uint32_t edge);

// Per step of the path, i.e. the edge from path[i] to path[i + 1]: how much slower the best way
// round it is, and the edge where that way crosses. The gain of shortening the edge by x is
// min(x, its lag, detour); its drag is that for x = its lag.
struct Detours
{
    std::vector<std::int64_t> extra; // kUnbounded where there is no way round
    std::vector<std::uint32_t> edge; // kNone where there is none
};
Detours detours(const Graph& graph, std::span<const std::uint32_t> path,
                std::span<const std::int64_t> latest);

// A forward pass with other lags. Lags < 0 mean that the edge is gone.
enum class Residual : std::uint8_t
{
    Kept, // conservative
    DroppedWhereOtherBinds, // optimistic
    Dropped // a mutation
};
std::vector<std::int64_t> replay(const Graph& graph, std::span<const std::int64_t> lags,
                                 Residual residual);

// The forward pass of one point, for sweeps of one's own.
struct PointPass
{
    std::int64_t best = 0;
    std::uint32_t bestEdge = kNoEdge;
    bool oldBinds = false; // the edge that binds as measured does so here

    void offer(const Graph& graph, std::uint32_t v, std::uint32_t e, std::int64_t at)
    {
        if (bestEdge == kNoEdge || at > best) {
            best = at;
            bestEdge = e;
            oldBinds = e == graph.tight[v];
        } else if (at == best) {
            oldBinds = oldBinds || e == graph.tight[v];
            if (graph.edgeKind(e) < graph.edgeKind(bestEdge)) {
                bestEdge = e;
            }
        }
    }
    std::int64_t time(const Graph& graph, std::uint32_t v, bool keepResidual) const
    {
        return bestEdge == kNoEdge ? graph.time[v] : best + (keepResidual ? graph.rho[v] : 0);
    }
};

} // namespace longpole::critical_path
