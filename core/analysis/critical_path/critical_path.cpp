// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/critical_path/critical_path.h"

#include "core/analysis/critical_path/path_state.h"
#include "core/analysis/critical_path/trace_input.h"

#include <algorithm>

namespace longpole::critical_path {

CriticalPath::CriticalPath(std::shared_ptr<const State> state)
    : m_state(std::move(state))
{ }

const model::Trace& CriticalPath::trace() const
{
    return *m_state->trace;
}

const Region& CriticalPath::region() const
{
    return m_state->region;
}

DurationNs CriticalPath::makespan() const
{
    return {m_state->model->makespan()};
}

DurationNs CriticalPath::length() const
{
    DurationNs sum;
    for (const Step& s : m_state->steps) {
        sum = sum + s.duration();
    }
    return sum;
}

DurationNs CriticalPath::residual() const
{
    return m_state->categories[index(Category::Unexplained)];
}

const std::array<DurationNs, kCategoryCount>& CriticalPath::categories() const
{
    return m_state->categories;
}

const std::vector<Step>& CriticalPath::steps() const
{
    return m_state->steps;
}

const Confidence& CriticalPath::confidence() const
{
    return m_state->confidence;
}

const std::vector<DeviceLags>& CriticalPath::lags() const
{
    return m_state->lags;
}

std::uint64_t CriticalPath::pointCount() const
{
    return m_state->model->graph.pointCount();
}

std::uint64_t CriticalPath::edgeCount() const
{
    return m_state->model->graph.edgeCount();
}

std::span<const OpFigures> CriticalPath::ops() const
{
    return m_state->ops;
}

const OpFigures* CriticalPath::op(SliceId slice) const
{
    const auto it = std::lower_bound(m_state->ops.begin(), m_state->ops.end(), slice,
                                     [](const OpFigures& o, SliceId s) { return o.slice < s; });
    return it == m_state->ops.end() || it->slice != slice ? nullptr : &*it;
}

bool CriticalPath::onPath(SliceId slice) const
{
    return std::binary_search(m_state->onPath.begin(), m_state->onPath.end(), slice);
}

SliceId sliceOf(const PathModel& model, std::uint32_t point)
{
    const Graph& g = model.graph;
    const std::uint32_t s = g.subject[point];
    switch (g.kind[point]) {
    case PointKind::CallBegin:
    case PointKind::CallEnd:
    case PointKind::Marker:
    case PointKind::GraphJoin:
        return SliceId(model.input().calls[s].id);
    case PointKind::OpStart:
    case PointKind::OpEnd:
        return SliceId(model.input().ops[s].id);
    case PointKind::CollectiveJoin:
        return SliceId(model.input().ops[model.input().collectives[s].ops.front()].id);
    case PointKind::Source:
    case PointKind::Sink:
    case PointKind::RangeEnd:
    case PointKind::HandOffOut:
    case PointKind::HandOffIn:
        break;
    }
    return {};
}

TrackId trackOf(const PathModel& model, std::uint32_t point)
{
    if (const std::uint32_t op = model.opOf(point); op != kNone) {
        return model.input().streams[model.input().ops[op].stream].track;
    }
    const std::uint32_t thread = model.threadOf(point);
    return thread == kNone ? TrackId() : model.input().threads[thread].track;
}

std::vector<Step> publicSteps(const PathModel& model, const std::vector<PathStep>& steps)
{
    std::vector<Step> out;
    out.reserve(steps.size());
    for (const PathStep& s : steps) {
        Step step;
        step.begin = TimeNs{s.begin};
        step.end = TimeNs{s.end};
        step.category = s.category;
        step.provenance = s.inferred ? model::Provenance::Inferred : model::Provenance::Recorded;
        // Host work happens before the point it leads to; all else is about that point.
        const bool host = s.category == Category::Cpu || s.category == Category::HostUntracked;
        const bool fromHost = host && model.threadOf(s.fromPoint) != kNone
            && (model.graph.kind[s.fromPoint] != PointKind::Source
                || model.threadOf(s.toPoint) == kNone);
        step.track = trackOf(model, fromHost ? s.fromPoint : s.toPoint);
        if (const std::uint32_t op = model.opOf(s.toPoint); op != kNone && !fromHost) {
            step.moved = DurationNs{model.input().ops[op].movedNs};
        }
        step.slice = sliceOf(model, fromHost ? s.fromPoint : s.toPoint);
        if (s.category == Category::HostUntracked) {
            step.slice = {};
        }
        step.from = sliceOf(model, s.fromPoint);
        // Contiguous host stretches of one kind on one thread around the same call are one step.
        if (!out.empty() && host && out.back().category == step.category
            && out.back().track == step.track && out.back().slice == step.slice
            && out.back().end == step.begin) {
            out.back().end = step.end;
            continue;
        }
        out.push_back(step);
    }
    return out;
}

Result<PreparedTrace> PreparedTrace::make(std::shared_ptr<const model::Trace> trace,
                                          const Options& options, const JobContext& job)
{
    auto input = inputFromTrace(*trace, job);
    if (!input) {
        return fail(input.error());
    }
    PreparedTrace out;
    out.m_prepared = prepare(std::move(*input), options);
    out.m_trace = std::move(trace);
    out.m_options = options;
    return out;
}

Result<CriticalPath> analyse(std::shared_ptr<const model::Trace> trace, const RegionSpec& region,
                             const Options& options, const JobContext& job)
{
    // A region that isn't there is no reason to read the whole trace.
    if (auto resolved = resolveRegion(*trace, region); !resolved) {
        return fail(resolved.error());
    }
    auto prepared = PreparedTrace::make(std::move(trace), options, job);
    if (!prepared) {
        return fail(prepared.error());
    }
    return analyse(*prepared, region, std::nullopt, job);
}

Result<CriticalPath> analyse(const PreparedTrace& of, const RegionSpec& spec,
                             std::optional<TrackId> wantedAnchor, const JobContext& job)
{
    const std::shared_ptr<const model::Trace>& trace = of.trace();
    const Options& options = of.options();
    const std::shared_ptr<const Prepared>& prepared = of.prepared();
    auto region = resolveRegion(*trace, spec);
    if (!region) {
        return fail(region.error());
    }
    const TrackId wanted = wantedAnchor.value_or(options.anchor.value_or(region->anchor));
    std::uint32_t anchor = kNone;
    for (std::uint32_t t = 0; t < prepared->input.threads.size() && wanted.valid(); ++t) {
        anchor = prepared->input.threads[t].track == wanted ? t : anchor;
    }
    std::optional<TimeRange> range;
    if (!region->whole) {
        range = region->range;
    }
    auto model = buildModel(prepared, options, range, anchor, job);
    if (!model) {
        return fail(model.error());
    }
    auto state = std::make_shared<CriticalPath::State>();
    const PathModel& m = **model;
    state->trace = trace;
    state->model = *model;
    state->region = std::move(*region);
    state->region.range = {TimeNs{m.window.begin}, TimeNs{m.window.sink}};
    state->region.anchor =
        m.window.anchor == kNone ? TrackId() : m.input().threads[m.window.anchor].track;
    state->steps = publicSteps(m, m.steps);
    for (std::size_t i = 0; i < kCategoryCount; ++i) {
        state->categories[i] = DurationNs{m.categories[i]};
    }
    state->confidence = confidenceOf(m);
    for (std::uint32_t d = 0; d < m.prepared->lags.size(); ++d) {
        state->lags.push_back({m.input().devices[d].index, m.prepared->lags[d]});
    }
    state->ops = opFigures(m);
    for (const Step& s : state->steps) {
        if (s.slice.valid()) {
            state->onPath.push_back(s.slice);
        }
    }
    std::sort(state->onPath.begin(), state->onPath.end());
    state->onPath.erase(std::unique(state->onPath.begin(), state->onPath.end()),
                        state->onPath.end());
    return CriticalPath(std::move(state));
}

} // namespace longpole::critical_path
