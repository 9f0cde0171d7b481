// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/critical_path/median_rank.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace longpole::critical_path {

namespace {

double median(std::vector<double> values)
{
    const std::size_t n = values.size();
    std::sort(values.begin(), values.end());
    return n % 2 == 1 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

// Host work of a process in the region: from call to call, launches and waits apart.
std::map<std::uint32_t, double> hostWork(const PathModel& model)
{
    std::map<std::uint32_t, double> out;
    const Graph& g = model.graph;
    for (std::uint32_t v = 0; v < g.pointCount(); ++v) {
        for (std::uint32_t e = g.inFirst[v]; e < g.inFirst[v + 1]; ++e) {
            const std::uint32_t thread = model.threadOf(g.from[e]);
            if (g.edgeKind(e) == EdgeKind::Prog && thread != kNone) {
                out[model.input().threads[thread].process] += static_cast<double>(g.lag[e]);
            }
        }
    }
    return out;
}

} // namespace

Result<RankFactors> medianRankFactors(const CriticalPath::State& state, std::int32_t rank)
{
    const PathModel& model = *state.model;
    const Input& input = model.input();
    const auto name = state.trace->column(model::gpu_op::kName);
    using Key = std::pair<std::uint32_t, std::uint32_t>; // name, how many before
    std::map<std::int32_t, std::map<Key, std::uint32_t>> ranks;
    std::map<std::int32_t, std::map<std::uint32_t, std::uint32_t>> seen;
    std::vector<std::uint32_t> order(input.ops.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return input.ops[a].start < input.ops[b].start;
    });
    for (const std::uint32_t i : order) {
        const Op& op = input.ops[i];
        // Collectives take as long as their slowest rank: that follows from the others.
        if (model.points.opEnd[i] == kNone || op.row >= name.size() || op.collective != kNone) {
            continue;
        }
        const std::int32_t r = input.devices[input.deviceOf(op)].rank;
        ranks[r][{name[op.row].value, seen[r][name[op.row].value]++}] = i;
    }
    if (ranks.count(rank) == 0 || ranks.size() < 2) {
        return fail(Errc::Format,
                    "the region has no rank " + std::to_string(rank)
                        + " with others to compare it with; open the files of all ranks together");
    }
    RankFactors out{std::vector<double>(input.ops.size(), 1.0),
                    std::vector<double>(input.threads.size(), 1.0)};
    for (const auto& [key, mine] : ranks[rank]) {
        std::vector<double> all;
        for (const auto& [r, ops] : ranks) {
            if (const auto it = ops.find(key); it != ops.end()) {
                all.push_back(static_cast<double>(input.ops[it->second].duration()));
            }
        }
        const auto own = static_cast<double>(input.ops[mine].duration());
        out.op[mine] = own > 0 ? median(std::move(all)) / own : 1.0;
    }
    const auto work = hostWork(model);
    std::vector<double> all;
    all.reserve(work.size());
    for (const auto& [process, ns] : work) {
        all.push_back(ns);
    }
    for (std::uint32_t t = 0; t < input.threads.size() && all.size() > 1; ++t) {
        const model::Track& track = state.trace->track(input.threads[t].track);
        const auto it = work.find(input.threads[t].process);
        if (track.rank == rank && it != work.end() && it->second > 0) {
            out.thread[t] = median(all) / it->second;
        }
    }
    return out;
}

} // namespace longpole::critical_path
