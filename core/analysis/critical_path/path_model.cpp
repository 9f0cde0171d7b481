// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/critical_path/path_model.h"

#include "core/analysis/critical_path/prepare.h"

#include <algorithm>
#include <limits>

namespace longpole::critical_path {

std::shared_ptr<const Prepared> prepare(Input input, const Options& options)
{
    auto out = std::make_shared<Prepared>();
    arrange(input);
    out->clockShift.assign(input.devices.size(), 0);
    if (options.repairClocks) {
        const TimeRange before = contentOf(input);
        out->clockShift = repairClocks(input);
        const TimeRange after = contentOf(input);
        // Where moved operations had made the run's ends, those move with them.
        if (input.extent.begin == before.begin) {
            input.extent.begin = after.begin;
        }
        if (input.extent.end == before.end) {
            input.extent.end = after.end;
        }
        arrange(input);
    }
    collapsePollLoops(input);
    inferLegacyStreams(input);
    if (options.inferHandOffs) {
        inferHandOffs(input, options);
    }
    out->lags =
        options.lags ? std::vector<Lags>(input.devices.size(), *options.lags) : estimateLags(input);
    out->input = std::move(input);
    return out;
}

std::uint32_t chooseAnchor(const Input& input, TimeRange range)
{
    if (input.threads.empty()) {
        return kNone;
    }
    std::vector<std::uint64_t> launches(input.threads.size(), 0);
    for (const Call& call : input.calls) {
        if (call.begin >= range.begin.ns && call.begin <= range.end.ns) {
            launches[call.thread] += call.opCount > 0 ? 1U : 0U;
        }
    }
    return static_cast<std::uint32_t>(std::max_element(launches.begin(), launches.end())
                                      - launches.begin());
}

namespace {

// A mutation: the thread of the last event, as if that were what the run waited for.
std::uint32_t threadOfLastEvent(const Input& input)
{
    std::uint32_t best = 0;
    std::int64_t last = std::numeric_limits<std::int64_t>::min();
    for (const Call& call : input.calls) {
        if (call.end > last) {
            last = call.end;
            best = call.thread;
        }
    }
    for (std::uint32_t t = 0; t < input.threads.size(); ++t) {
        const auto& covered = input.threads[t].covered;
        if (!covered.empty() && covered.back().end.ns > last) {
            last = covered.back().end.ns;
            best = t;
        }
    }
    return best;
}

// Time that is on the path only because of a guess: the guessed edge and, where the guess says
// whose work was awaited, that work.
std::int64_t inferredTime(const PathModel& model)
{
    const Graph& g = model.graph;
    std::int64_t sum = 0;
    for (std::size_t i = 1; i < model.path.size(); ++i) {
        const std::uint32_t e = g.tight[model.path[i]];
        if (!g.isInferred(e)) {
            continue;
        }
        const EdgeKind kind = g.edgeKind(e);
        const bool awaits = kind == EdgeKind::EventWait || kind == EdgeKind::Sync
            || kind == EdgeKind::CopySync || kind == EdgeKind::QueueFull;
        sum += kind == EdgeKind::Overlap ? 0 : g.lag[e];
        if (awaits && i >= 2) {
            const std::uint32_t before = g.tight[model.path[i - 1]];
            sum += g.edgeKind(before) == EdgeKind::Duration ? g.lag[before] : 0;
        }
    }
    return sum;
}

} // namespace

Result<std::shared_ptr<const PathModel>> buildModel(std::shared_ptr<const Prepared> prepared,
                                                    const Options& options,
                                                    std::optional<TimeRange> range,
                                                    std::uint32_t anchor, const JobContext& job)
{
    auto model = std::make_shared<PathModel>();
    model->prepared = std::move(prepared);
    model->options = options;
    const Input& input = model->input();
    const TimeRange window = range.value_or(input.extent);
    if (options.mutations.sinkIsLastEvent && !input.threads.empty()) {
        anchor = threadOfLastEvent(input);
    } else if (anchor == kNone) {
        anchor = chooseAnchor(input, window);
    }
    model->window = windowOf(input, window, anchor, !range);
    Builder builder(input, options, model->prepared->lags, model->window);
    if (auto built = builder.build(job); !built) {
        return fail(built.error());
    }
    model->graph = std::move(builder.graph);
    model->points = std::move(builder.points);
    model->counts = builder.counts;
    job.report({"walking the path", -1, 0, 0});
    model->path = pathPoints(model->graph, model->graph.tight);
    model->latest = latestTimes(model->graph);
    if (job.cancelled()) {
        return fail(Errc::Cancelled, "cancelled");
    }
    model->detour = detours(model->graph, model->path, model->latest);
    PathEdges along{model->path, {}, {}};
    for (std::size_t i = 1; i < model->path.size(); ++i) {
        along.edges.push_back(model->graph.tight[model->path[i]]);
        along.lags.push_back(model->graph.lag[along.edges.back()]);
    }
    model->steps = stepsAlong(*model, along, model->graph.time);
    model->categories = sumByCategory(model->steps);
    model->inferredNs = inferredTime(*model);
    return std::shared_ptr<const PathModel>(std::move(model));
}

std::uint32_t PathModel::workEdge(std::uint32_t op) const
{
    const std::uint32_t end = points.opEnd[op];
    if (end == kNone) {
        return kNone;
    }
    std::uint32_t found = kNone;
    for (std::uint32_t e = graph.inFirst[end]; e < graph.inFirst[end + 1]; ++e) {
        const EdgeKind kind = graph.edgeKind(e);
        if (kind == EdgeKind::Transfer || (kind == EdgeKind::Duration && found == kNone)) {
            found = e;
        }
    }
    return found;
}

std::int64_t PathModel::opSlack(std::uint32_t op) const
{
    const std::uint32_t e = workEdge(op);
    const std::uint32_t end = points.opEnd[op];
    if (e == kNone || latest[end] == kUnbounded) {
        return kUnbounded;
    }
    return latest[end] - graph.rho[end] - graph.lag[e] - graph.time[graph.from[e]];
}

std::uint32_t PathModel::threadOf(std::uint32_t point) const
{
    const std::uint32_t s = graph.subject[point];
    switch (graph.kind[point]) {
    case PointKind::CallBegin:
    case PointKind::CallEnd:
        return input().calls[s].thread;
    case PointKind::HandOffOut:
        return input().handOffs[s].fromThread;
    case PointKind::HandOffIn:
        return input().handOffs[s].toThread;
    case PointKind::RangeEnd:
        return s;
    case PointKind::Source:
    case PointKind::Sink:
        return window.anchor;
    case PointKind::OpStart:
    case PointKind::OpEnd:
    case PointKind::Marker:
    case PointKind::GraphJoin:
    case PointKind::CollectiveJoin:
        break;
    }
    return kNone;
}

std::uint32_t PathModel::opOf(std::uint32_t point) const
{
    const bool op =
        graph.kind[point] == PointKind::OpStart || graph.kind[point] == PointKind::OpEnd;
    return op ? graph.subject[point] : kNone;
}

} // namespace longpole::critical_path
