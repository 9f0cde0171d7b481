// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "critical_path_scenario.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

namespace longpole::test {

using namespace critical_path;

namespace {

std::int64_t ns(double us)
{
    return std::llround(us * static_cast<double>(kUs));
}

double us(std::int64_t value)
{
    return static_cast<double>(value) / static_cast<double>(kUs);
}

} // namespace

Scenario::Scenario()
{
    options.lags = Lags{5 * kUs, 1 * kUs, 1 * kUs, 2 * kUs, 1 * kUs};
    options.handOffMinGapNs = 30 * kUs;
    input.devices.push_back({0, 0});
}

std::uint32_t Scenario::process(int thread)
{
    const auto it = m_processOf.find(thread);
    return it == m_processOf.end() ? 0 : it->second;
}

std::uint32_t Scenario::threadIndex(int thread)
{
    const auto [it, isNew] =
        m_threads.try_emplace(thread, static_cast<std::uint32_t>(input.threads.size()));
    if (isNew) {
        Thread t;
        t.process = process(thread);
        input.threads.push_back(t);
    }
    return it->second;
}

std::uint32_t Scenario::streamIndex(int stream, int thread)
{
    const std::uint32_t p = process(thread);
    const auto [it, isNew] =
        m_streams.try_emplace({p, stream}, static_cast<std::uint32_t>(input.streams.size()));
    if (isNew) {
        Stream s;
        s.device = p;
        s.process = p;
        input.streams.push_back(s);
        while (input.devices.size() <= p) {
            input.devices.push_back({static_cast<std::uint32_t>(input.devices.size()),
                                     static_cast<std::int32_t>(input.devices.size())});
        }
    }
    return it->second;
}

std::uint32_t Scenario::call(CallKind kind, Span api, int thread)
{
    Call c;
    c.begin = ns(api.begin);
    c.end = ns(api.end);
    c.thread = threadIndex(thread);
    c.kind = kind;
    c.id = static_cast<std::uint32_t>(input.calls.size());
    input.calls.push_back(c);
    cpu(api, thread);
    return c.id;
}

void Scenario::addOp(const std::string& name, std::uint32_t stream, Span op,
                     std::uint32_t callIndex, OpKind kind, CopyKind copyKind)
{
    Op o;
    o.start = ns(op.begin);
    o.end = ns(op.end);
    o.stream = stream;
    o.call = callIndex;
    o.kind = kind;
    o.copy = copyKind;
    o.id = static_cast<std::uint32_t>(input.ops.size());
    o.graphNode = o.id;
    m_ops[name] = o.id;
    input.ops.push_back(o);
    m_model.reset();
}

Scenario& Scenario::kernel(const std::string& name, int stream, Span op, double api, int thread,
                           double apiEnd)
{
    const std::uint32_t c = call(CallKind::Launch, {api, apiEnd < 0 ? api + 1 : apiEnd}, thread);
    addOp(name, streamIndex(stream, thread), op, c);
    return *this;
}

Scenario& Scenario::copy(const std::string& name, int stream, Span op, Span api, bool blocking,
                         CopyKind kind, int thread)
{
    const std::uint32_t c = call(CallKind::Copy, api, thread);
    input.calls[c].blocking = blocking;
    addOp(name, streamIndex(stream, thread), op, c, OpKind::Memcpy, kind);
    return *this;
}

Scenario& Scenario::graph(double api, int stream,
                          std::initializer_list<std::pair<std::string, Span>> nodes, int thread)
{
    const std::uint32_t c = call(CallKind::GraphLaunch, {api, api + 1}, thread);
    for (const auto& [name, span] : nodes) {
        addOp(name, streamIndex(stream, thread), span, c);
    }
    return *this;
}

Scenario& Scenario::record(int event, int stream, double api, int thread)
{
    Call& c = input.calls[call(CallKind::EventRecord, {api, api + 0.5}, thread)];
    c.event = static_cast<std::uint32_t>(event);
    c.stream = streamIndex(stream, thread);
    return *this;
}

Scenario& Scenario::wait(int stream, int event, double api, int thread)
{
    Call& c = input.calls[call(CallKind::StreamWait, {api, api + 0.5}, thread)];
    c.event = event < 0 ? kNone : static_cast<std::uint32_t>(event);
    c.stream = streamIndex(stream, thread);
    return *this;
}

Scenario& Scenario::streamSync(int stream, Span api, int thread)
{
    const std::uint32_t s = streamIndex(stream, thread);
    input.calls[call(CallKind::StreamSync, api, thread)].stream = s;
    return *this;
}

Scenario& Scenario::deviceSync(Span api, int thread)
{
    call(CallKind::DeviceSync, api, thread);
    return *this;
}

Scenario& Scenario::eventSync(int event, Span api, int thread)
{
    input.calls[call(CallKind::EventSync, api, thread)].event = static_cast<std::uint32_t>(event);
    return *this;
}

Scenario& Scenario::query(int event, Span api, QueryAnswer answer, int thread)
{
    Call& c = input.calls[call(CallKind::EventQuery, api, thread)];
    c.event = static_cast<std::uint32_t>(event);
    c.answer = answer;
    return *this;
}

Scenario& Scenario::other(CallKind kind, Span api, int thread)
{
    call(kind, api, thread);
    return *this;
}

Scenario& Scenario::cpu(Span span, int thread)
{
    Thread& t = input.threads[threadIndex(thread)];
    const TimeRange r{TimeNs{ns(span.begin)}, TimeNs{ns(span.end)}};
    for (auto* list : {&t.covered, &t.bursts}) {
        list->push_back(r);
        std::sort(list->begin(), list->end(),
                  [](const TimeRange& a, const TimeRange& b) { return a.begin < b.begin; });
        std::vector<TimeRange> merged;
        for (const TimeRange& x : *list) {
            if (!merged.empty() && x.begin <= merged.back().end) {
                merged.back().end = std::max(merged.back().end.ns, x.end.ns) == x.end.ns
                    ? x.end
                    : merged.back().end;
            } else {
                merged.push_back(x);
            }
        }
        *list = merged;
    }
    m_model.reset();
    return *this;
}

Scenario& Scenario::handOff(int from, double fromTime, int to, double toTime)
{
    input.handOffs.push_back({threadIndex(from), threadIndex(to), ns(fromTime), ns(toTime), false});
    return *this;
}

Scenario& Scenario::collective(std::initializer_list<std::string> ops, CollectiveShape shape,
                               const std::string& root)
{
    CollectiveGroup g;
    g.shape = shape;
    for (const std::string& name : ops) {
        input.ops[m_ops.at(name)].collective = static_cast<std::uint32_t>(input.collectives.size());
        g.ops.push_back(m_ops.at(name));
    }
    g.root = root.empty() ? kNone : m_ops.at(root);
    input.collectives.push_back(g);
    return *this;
}

Scenario& Scenario::rank(int thread, int processIndex)
{
    m_processOf[thread] = static_cast<std::uint32_t>(processIndex);
    return *this;
}

Scenario& Scenario::legacy(int stream)
{
    input.streams[streamIndex(stream)].legacyDefault = true;
    return *this;
}

Scenario& Scenario::blocking(int stream)
{
    input.streams[streamIndex(stream)].blocking = true;
    return *this;
}

const PathModel& Scenario::model()
{
    if (!m_model) {
        m_model = *buildModel(prepare(input, options), options, std::nullopt, kNone, JobContext());
    }
    return *m_model;
}

double Scenario::makespan()
{
    return us(model().makespan());
}

double Scenario::category(Category category)
{
    return us(model().categories[index(category)]);
}

double Scenario::gpu()
{
    return category(Category::Kernel) + category(Category::Memcpy) + category(Category::Memset)
        + category(Category::CollectiveTransfer);
}

std::uint32_t Scenario::opIndex(const std::string& name)
{
    const auto& ops = model().input().ops;
    const std::uint32_t id = m_ops.at(name);
    return static_cast<std::uint32_t>(
        std::find_if(ops.begin(), ops.end(), [&](const Op& o) { return o.id == id; })
        - ops.begin());
}

double Scenario::slack(const std::string& op)
{
    return us(model().opSlack(opIndex(op)));
}

double Scenario::drag(const std::string& op)
{
    const PathModel& m = model();
    const std::uint32_t edge = m.workEdge(opIndex(op));
    for (std::size_t i = 1; i < m.path.size(); ++i) {
        if (m.graph.tight[m.path[i]] == edge) {
            return us(std::min(m.graph.lag[edge], m.detour.extra[i - 1]));
        }
    }
    return 0;
}

double Scenario::slackOfCall(std::size_t callNumber)
{
    const PathModel& m = model();
    for (std::uint32_t p = 0; p < m.graph.pointCount(); ++p) {
        if (m.graph.kind[p] == PointKind::CallBegin
            && m.input().calls[m.graph.subject[p]].id == callNumber) {
            return us(m.latest[p] - m.graph.time[p]);
        }
    }
    return -1;
}

bool Scenario::onPath(const std::string& op)
{
    const PathModel& m = model();
    const std::uint32_t edge = m.workEdge(opIndex(op));
    return std::any_of(m.path.begin(), m.path.end(),
                       [&](std::uint32_t p) { return m.graph.tight[p] == edge; });
}

double Scenario::scaled(std::initializer_list<std::string> ops, double factor)
{
    ChangePlan plan;
    plan.opFactor.assign(model().input().ops.size(), 1.0);
    for (const std::string& name : ops) {
        plan.opFactor[opIndex(name)] = factor;
    }
    return us(replayPlan(model(), plan).high);
}

Scenario::Interval Scenario::joined(std::initializer_list<std::string> ops, JoinAs as)
{
    std::vector<bool> selected(model().input().ops.size(), false);
    for (const std::string& name : ops) {
        selected[opIndex(name)] = true;
    }
    ChangePlan plan;
    joinRuns(model(), runsOf(model(), selected, as), as, plan);
    const WhatIfTimes times = replayPlan(model(), plan);
    return {us(times.low), us(times.high)};
}

double Scenario::allScaled(double factor)
{
    ChangePlan plan;
    plan.opFactor.assign(model().input().ops.size(), factor);
    return us(replayPlan(model(), plan).high);
}

} // namespace longpole::test
