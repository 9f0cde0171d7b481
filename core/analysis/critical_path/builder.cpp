// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/critical_path/builder.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace longpole::critical_path {

namespace {

constexpr std::uint32_t kMaxPoints = 0x7fffffff;
constexpr std::uint32_t kReportEvery = 1U << 16U;

struct HandOffEvent
{
    std::int64_t time;
    std::uint32_t index;
    bool in;
};

std::vector<HandOffEvent> eventsOf(const std::vector<HandOff>& handOffs, const Window& window)
{
    std::vector<HandOffEvent> events;
    for (std::uint32_t i = 0; i < handOffs.size(); ++i) {
        const HandOff& h = handOffs[i];
        if (h.fromTime >= window.begin && h.toTime <= window.sink && h.fromTime <= h.toTime) {
            events.push_back({h.fromTime, i, false});
            events.push_back({h.toTime, i, true});
        }
    }
    std::stable_sort(events.begin(), events.end(), [](const auto& a, const auto& b) {
        return a.time != b.time ? a.time < b.time : !a.in && b.in;
    });
    return events;
}

} // namespace

Window windowOf(const Input& input, TimeRange range, std::uint32_t anchor, bool whole)
{
    Window w{range.begin.ns, range.end.ns, range.end.ns, anchor, whole};
    for (const Op& op : input.ops) {
        if (op.call == kNone ? whole
                             : input.calls[op.call].begin >= w.begin
                    && input.calls[op.call].begin <= range.end.ns) {
            w.sink = std::max(w.sink, op.end);
        }
    }
    if (whole && anchor != kNone) {
        // The anchor's own range ends with its last event; what comes later waits for others.
        w.end = w.begin;
        for (const Call& call : input.calls) {
            w.end = call.thread == anchor ? std::max(w.end, call.end) : w.end;
        }
        const auto& covered = input.threads[anchor].covered;
        w.end = covered.empty() ? w.end : std::max(w.end, covered.back().end.ns);
        w.end = std::min(w.end, w.sink);
    }
    return w;
}

Builder::Builder(const Input& input, const Options& options, const std::vector<Lags>& lags,
                 const Window& window)
    : m_input(input)
    , m_options(options)
    , m_lags(lags)
    , m_window(window)
{
    if (options.mutations.swapGapAndLaunch) {
        for (Lags& l : m_lags) {
            std::swap(l.gap, l.launch);
        }
    }
}

std::int64_t Builder::launchLag(std::uint32_t stream) const
{
    return m_options.mutations.zeroLaunchLag ? 0 : lagsOf(stream).launch;
}

std::int64_t Builder::gapLag(std::uint32_t stream) const
{
    return lagsOf(stream).gap;
}

void Builder::prepareState()
{
    m_streams.resize(m_input.streams.size());
    m_threads.resize(m_input.threads.size());
    points.opStart.assign(m_input.ops.size(), kNone);
    points.opEnd.assign(m_input.ops.size(), kNone);
    m_outPoint.assign(m_input.handOffs.size(), kNone);
    std::uint32_t processes = 1;
    for (const Thread& t : m_input.threads) {
        processes = std::max(processes, t.process + 1);
    }
    for (const Stream& s : m_input.streams) {
        processes = std::max(processes, s.process + 1);
    }
    m_processes.resize(processes);
    for (std::uint32_t i = 0; i < m_input.streams.size(); ++i) {
        m_processes[m_input.streams[i].process].streams.push_back(i);
    }
    const auto firstOrphan = std::find_if(m_input.ops.begin(), m_input.ops.end(),
                                          [](const Op& op) { return op.call == kNone; });
    for (auto op = firstOrphan; op != m_input.ops.end(); ++op) {
        m_streams[op->stream].orphans.push_back(
            static_cast<std::uint32_t>(op - m_input.ops.begin()));
    }
    m_joins.resize(m_input.collectives.size());
    for (std::size_t i = 0; i < m_joins.size(); ++i) {
        const CollectiveGroup& g = m_input.collectives[i];
        const bool rooted = g.shape != CollectiveShape::Symmetric;
        bool inside = g.ops.size() > 1 && !m_options.mutations.noCollectiveJoin
            && (!rooted || g.root != kNone);
        std::int64_t join = std::numeric_limits<std::int64_t>::min();
        for (const std::uint32_t op : g.ops) {
            join = std::max(join, clamped(m_input.ops[op].start));
        }
        for (const std::uint32_t op : g.ops) {
            // A part that ended before all had begun belongs to another collective, or the clocks
            // disagree: then nothing is known.
            inside = inside && (rooted || m_input.ops[op].end >= join)
                && m_input.ops[op].end > m_window.begin && m_input.ops[op].start <= m_window.sink;
        }
        m_joins[i] = inside;
    }
    // Generous: memory that is reserved but not used costs nothing, growing would copy.
    graph.reserve(2 * m_input.calls.size() + 2 * m_input.ops.size() + 64,
                  2 * m_input.calls.size() + 5 * m_input.ops.size() + 64);
}

Result<void> Builder::build(const JobContext& job)
{
    if (m_input.calls.size() + 3 * m_input.ops.size() > kMaxPoints) {
        return fail(Errc::Limit,
                    "the region holds more operations than a critical path can be "
                    "built for; choose a smaller region");
    }
    prepareState();
    graph.source = graph.addPoint(PointKind::Source, kNone, m_window.begin);
    if (m_window.anchor != kNone) {
        m_threads[m_window.anchor] = {graph.source, graph.source};
    }
    if (auto walked = walk(job); !walked) {
        return walked;
    }
    connectLanes();
    std::vector<std::uint32_t> number;
    graph.finish(m_options.mutations.noTieRepair, number);
    if (!number.empty()) {
        for (auto* list : {&points.opStart, &points.opEnd}) {
            for (std::uint32_t& p : *list) {
                p = p == kNone ? kNone : number[p];
            }
        }
    }
    graph.calibrate();
    return {};
}

Result<void> Builder::walk(const JobContext& job)
{
    const std::vector<HandOffEvent> handOffs = eventsOf(m_input.handOffs, m_window);
    std::size_t next = 0;
    const auto handOffsUntil = [&](std::int64_t t) {
        for (; next < handOffs.size() && handOffs[next].time <= t; ++next) {
            handOffs[next].in ? handOffIn(handOffs[next].index) : handOffOut(handOffs[next].index);
        }
    };
    for (std::uint32_t i = 0; i < m_input.calls.size(); ++i) {
        if (i % kReportEvery == 0) {
            if (job.cancelled()) {
                return fail(Errc::Cancelled, "cancelled");
            }
            job.report({"finding dependencies",
                        static_cast<int>(std::uint64_t{1000} * i / m_input.calls.size()), 0, i});
        }
        const Call& call = m_input.calls[i];
        if (call.begin > m_window.sink) {
            break;
        }
        if (call.begin < m_window.begin) {
            stepBeforeWindow(i);
            continue;
        }
        handOffsUntil(call.begin);
        if (!call.absorbed) {
            step(i);
        }
    }
    handOffsUntil(std::numeric_limits<std::int64_t>::max());
    for (std::uint32_t s = 0; s < m_streams.size(); ++s) {
        flushOrphans(s, std::numeric_limits<std::int64_t>::max(), 0);
    }
    addCollectives();
    return {};
}

void Builder::step(std::uint32_t callIndex)
{
    const Call& call = m_input.calls[callIndex];
    const std::uint32_t begin = hostPoint(call.thread, PointKind::CallBegin, callIndex, call.begin);
    m_threads[call.thread].begin = begin;
    m_threads[call.thread].works |= call.opCount > 0 || (isWait(call.kind) && !call.polls);
    switch (call.kind) {
    case CallKind::GraphLaunch:
        graphLaunch(callIndex, begin);
        return;
    case CallKind::EventRecord:
        eventRecord(callIndex, begin);
        return;
    case CallKind::StreamWait:
        streamWait(callIndex);
        return;
    case CallKind::StreamSync:
    case CallKind::DeviceSync:
    case CallKind::EventSync:
        wait(callIndex, begin);
        return;
    case CallKind::EventQuery:
        query(callIndex, begin);
        return;
    case CallKind::ImplicitSync:
        implicitSync(callIndex, begin);
        break;
    case CallKind::Other:
    case CallKind::Launch:
    case CallKind::Copy:
    case CallKind::Fill:
        break;
    }
    if (call.opCount > 0) {
        launch(callIndex, begin);
    }
}

// Only what reaches into the window: work in flight, events that are not reached yet, and calls
// that still wait.
void Builder::stepBeforeWindow(std::uint32_t callIndex)
{
    const Call& call = m_input.calls[callIndex];
    for (std::uint32_t i = call.firstOp; i < call.firstOp + call.opCount; ++i) {
        if (m_input.ops[i].end > m_window.begin && m_input.ops[i].start <= m_window.sink) {
            flushOrphans(m_input.ops[i].stream, m_input.ops[i].start, 0);
            addOrphan(i);
        }
    }
    if (call.kind == CallKind::EventRecord && call.stream != kNone
        && m_streams[call.stream].last != kNone) {
        const std::uint32_t marker = m_streams[call.stream].last;
        if (call.event != kNone) {
            m_eventMarker[call.event] = marker;
        }
        if (call.record != kNone) {
            m_recordMarker[call.record] = marker;
        }
    } else if (call.kind == CallKind::StreamWait && call.stream != kNone) {
        if (const std::uint32_t marker = markerOf(call); marker != kNone) {
            m_streams[call.stream].pending.push_back(marker);
        }
    } else if (isWait(call.kind) && call.end > m_window.begin && !call.absorbed) {
        const std::uint32_t begin =
            hostPoint(call.thread, PointKind::CallBegin, callIndex, m_window.begin);
        wait(callIndex, begin);
    }
}

// What ends last leads to the sink, if need be through silence: an idle helper's later event is no
// reason to walk along that helper.
std::uint32_t Builder::lastEnd(const std::vector<std::uint32_t>& threadEnds) const
{
    std::uint32_t last = kNone;
    for (const std::uint32_t p : threadEnds) {
        last = last == kNone || timeOf(p) >= timeOf(last) ? p : last;
    }
    for (const StreamState& s : m_streams) {
        const bool later = s.last != kNone && timeOf(s.last) <= m_window.sink
            && (last == kNone || timeOf(s.last) > timeOf(last));
        last = later ? s.last : last;
    }
    return last;
}

void Builder::connectLanes()
{
    for (std::uint32_t p = 0; p < graph.pointCount(); ++p) {
        if (p != graph.source && !graph.hasInEdge(p)) {
            graph.addEdge(graph.source, p, 0, EdgeKind::Source);
            ++counts.repairedPoints;
        }
    }
    const std::vector<std::uint32_t> ends = endThreads();
    graph.sink = graph.addPoint(PointKind::Sink, kNone, m_window.sink);
    const auto tail = [&](std::uint32_t p) {
        if (p != kNone && timeOf(p) <= m_window.sink) {
            graph.addEdge(p, graph.sink, 0, EdgeKind::Tail);
        }
    };
    const std::uint32_t last = lastEnd(ends);
    for (const std::uint32_t p : ends) {
        graph.addEdge(p, graph.sink, p == last ? m_window.sink - timeOf(p) : 0,
                      p == last ? EdgeKind::Prog : EdgeKind::Free);
    }
    if (last != kNone && graph.kind[last] != PointKind::RangeEnd) {
        graph.addEdge(last, graph.sink, m_window.sink - timeOf(last), EdgeKind::Source);
    }
    for (const StreamState& s : m_streams) {
        tail(s.last);
        for (const std::uint32_t p : s.pending) {
            tail(p);
        }
    }
    // Who only looks on, as a watchdog does, holds nothing up: the run would end without it.
    for (std::uint32_t t = 0; t < m_threads.size(); ++t) {
        if (m_threads[t].works || t == m_window.anchor) {
            tail(m_threads[t].last);
        }
    }
    if (!graph.hasInEdge(graph.sink)) {
        graph.addEdge(graph.source, graph.sink, 0, EdgeKind::Source);
    }
}

// The chosen range ends on its anchor; of a whole trace the anchor and each other thread that uses
// a device end with their own last event: what they would do until the last of all is not known to
// take time.
std::vector<std::uint32_t> Builder::endThreads()
{
    std::vector<std::uint32_t> ends;
    const auto endAt = [&](std::uint32_t thread, std::int64_t t) {
        ThreadState& state = m_threads[thread];
        if (timeOf(state.last) <= t) {
            const std::uint32_t end = graph.addPoint(PointKind::RangeEnd, thread, t);
            graph.addEdge(state.last, end, t - timeOf(state.last), EdgeKind::Prog);
            state.last = end;
            ends.push_back(end);
        }
    };
    for (std::uint32_t t = 0; t < m_threads.size() && m_window.whole; ++t) {
        const ThreadState& state = m_threads[t];
        if (state.last == kNone || (t != m_window.anchor && !state.works)) {
            continue;
        }
        const auto& covered = m_input.threads[t].covered;
        const std::int64_t end = covered.empty() ? timeOf(state.last) : covered.back().end.ns;
        endAt(t, std::min(std::max(end, timeOf(state.last)), m_window.sink));
    }
    if (m_window.anchor != kNone && !m_window.whole) {
        endAt(m_window.anchor, m_window.end);
    }
    return ends;
}

} // namespace longpole::critical_path
