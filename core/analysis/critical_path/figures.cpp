// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Slack and drag per operation, and how far the result can be trusted.
#include "core/analysis/critical_path/path_state.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace longpole::critical_path {

std::vector<OpFigures> opFigures(const PathModel& model)
{
    const Graph& g = model.graph;
    const Input& input = model.input();
    std::vector<OpFigures> out;
    out.reserve(input.ops.size());
    std::vector<std::uint32_t> place(input.ops.size(), kNone);
    for (std::uint32_t i = 0; i < input.ops.size(); ++i) {
        if (model.points.opEnd[i] == kNone) {
            continue;
        }
        OpFigures f;
        f.slice = SliceId(input.ops[i].id);
        f.duration = {input.ops[i].duration()};
        f.slack = {std::min(model.opSlack(i), model.makespan())};
        place[i] = static_cast<std::uint32_t>(out.size());
        out.push_back(f);
    }
    for (std::size_t i = 1; i < model.path.size(); ++i) {
        const std::uint32_t v = model.path[i];
        const std::uint32_t e = g.tight[v];
        const EdgeKind kind = g.edgeKind(e);
        // Of operations that overlap, the earlier one's time is what the later one's start awaits.
        const bool work = kind == EdgeKind::Duration || kind == EdgeKind::Transfer;
        const std::uint32_t op = model.opOf(work ? v : g.from[e]);
        if ((!work && kind != EdgeKind::Overlap) || op == kNone || place[op] == kNone
            || g.lag[e] == 0) {
            continue;
        }
        OpFigures& f = out[place[op]];
        f.onPath = true;
        f.drag = {std::min(g.lag[e], model.detour.extra[i - 1])};
        if (const std::uint32_t other = model.detour.edge[i - 1]; other != kNone) {
            f.bindsNext = sliceOf(model, g.from[other]);
        }
    }
    std::sort(out.begin(), out.end(),
              [](const OpFigures& a, const OpFigures& b) { return a.slice < b.slice; });
    return out;
}

namespace {

std::string percent(double share)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.1f %%", share * 100.0);
    return text;
}

std::string microseconds(std::int64_t ns)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.1f µs", static_cast<double>(ns) / 1e3);
    return text;
}

std::string plural(std::uint64_t n, const char* one, const char* many)
{
    return std::to_string(n) + " " + (n == 1 ? one : many);
}

constexpr const char* kRecordSyncs =
    ": synchronisation records would tell (on NVIDIA GPUs: longpole record, or "
    "enable_cuda_sync_events of PyTorch's profiler)";

void addWords(const PathModel& model, Confidence& c)
{
    constexpr double kWorthSaying = 0.05;
    const BuildCounts& n = model.counts;
    if (c.laidOut) {
        c.words.emplace_back(
            "these kernels were profiled one by one and stand one after another here, which is no "
            "timeline: what limits a run, where it idles and what it could gain cannot be told; "
            "open the profiles together with a trace of the run");
        return;
    }
    if (c.residualShare > kWorthSaying) {
        c.words.push_back(percent(c.residualShare)
                          + " of the path is explained by nothing in this trace");
    }
    if (c.inferredShare > kWorthSaying) {
        c.words.push_back(percent(c.inferredShare)
                          + " of the path rests on dependencies that were guessed from the times");
    }
    if (n.unresolvedWaits > 0) {
        c.words.push_back("cross-stream waits are not in this trace ("
                          + plural(n.unresolvedWaits, "wait", "waits")
                          + " for events that aren't known)" + kRecordSyncs);
    }
    if (n.unresolvedSyncs > 0) {
        c.words.push_back(plural(n.unresolvedSyncs, "waiting call doesn't", "waiting calls don't")
                          + " say what was waited for" + kRecordSyncs);
    }
    if (n.repairedPoints > 0) {
        c.words.push_back(plural(n.repairedPoints, "operation has", "operations have")
                          + " no known cause in this region");
    }
    if (c.droppedEdges > 0) {
        c.words.push_back(plural(c.droppedEdges, "dependency was", "dependencies were")
                          + " left out because the recorded times contradict it");
    }
    if (c.clockShift.ns != 0) {
        const bool behind = c.clockShift.ns > 0;
        c.words.push_back("a device's clock was up to " + microseconds(std::abs(c.clockShift.ns))
                          + (behind ? " behind" : " ahead of")
                          + " its host's: on the path its operations count that much "
                          + (behind ? "later" : "earlier")
                          + " than they were recorded; streams and stalls are shown as recorded");
    }
    if (model.input().unmatchedCollectives > 0) {
        c.words.push_back(
            plural(model.input().unmatchedCollectives, "collective has", "collectives have")
            + " a root that the trace doesn't name; it isn't used as a dependency");
    }
    for (const std::string& s : model.input().missing) {
        c.words.push_back(s);
    }
    if (model.input().ops.empty()) {
        c.words.emplace_back("the trace holds no GPU operations; the path is host time alone");
    }
}

} // namespace

Confidence confidenceOf(const PathModel& model)
{
    Confidence c;
    c.laidOut = model.input().laidOut;
    const double makespan = static_cast<double>(std::max<std::int64_t>(1, model.makespan()));
    c.residualShare =
        static_cast<double>(model.categories[index(Category::Unexplained)]) / makespan;
    c.inferredShare = static_cast<double>(model.inferredNs) / makespan;
    c.unresolvedWaits = model.counts.unresolvedWaits + model.counts.unresolvedSyncs;
    c.inferredEdges = model.graph.inferred;
    c.droppedEdges = model.graph.dropped;
    c.repairedPoints = model.counts.repairedPoints;
    for (const std::int64_t shift : model.prepared->clockShift) {
        const bool larger = std::abs(shift) > std::abs(c.clockShift.ns);
        c.clockShift = larger ? DurationNs{shift} : c.clockShift;
    }
    addWords(model, c);
    return c;
}

} // namespace longpole::critical_path
