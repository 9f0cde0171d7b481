// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Host threads: program order, hand-offs from thread to thread.
#include "core/analysis/critical_path/builder.h"

#include <algorithm>

namespace longpole::critical_path {

// A point on a host thread, in program order behind what came before. idleSince: the silence from
// then on is no work but waiting for something else.
std::uint32_t Builder::hostPoint(std::uint32_t thread, PointKind kind, std::uint32_t subject,
                                 std::int64_t t, std::int64_t idleSince)
{
    ThreadState& state = m_threads[thread];
    const std::uint32_t p = graph.addPoint(kind, subject, t);
    std::uint32_t before = state.last;
    if (before != kNone && timeOf(before) > t) {
        before = state.begin; // nested inside a call that ends later
    }
    const bool waits = idleSince < t;
    if (before != kNone && timeOf(before) <= t) {
        const std::int64_t until = waits ? std::max(idleSince, timeOf(before)) : t;
        graph.addEdge(before, p, until - timeOf(before), EdgeKind::Prog);
    } else if (!waits) {
        graph.addEdge(graph.source, p, t - timeOf(graph.source), EdgeKind::Source);
    }
    if (state.last == kNone || timeOf(state.last) <= t) {
        state.last = p;
    }
    return p;
}

// The end of a call that may wait. waited: only `ownCost` of it is work, the rest must be explained
// by other edges into the returned point.
std::uint32_t Builder::callEnd(std::uint32_t callIndex, std::uint32_t begin, bool waited,
                               std::int64_t ownCost)
{
    const Call& call = m_input.calls[callIndex];
    const std::uint32_t end = graph.addPoint(PointKind::CallEnd, callIndex, call.end);
    const std::int64_t whole = call.end - timeOf(begin);
    graph.addEdge(begin, end, waited && ownCost < whole ? ownCost : whole,
                  waited ? EdgeKind::ProgWait : EdgeKind::Prog);
    ThreadState& state = m_threads[call.thread];
    if (timeOf(state.last) <= call.end) {
        state.last = end;
    }
    return end;
}

void Builder::handOffOut(std::uint32_t index)
{
    const HandOff& h = m_input.handOffs[index];
    m_outPoint[index] = hostPoint(h.fromThread, PointKind::HandOffOut, index, h.fromTime);
}

void Builder::handOffIn(std::uint32_t index)
{
    const HandOff& h = m_input.handOffs[index];
    const std::uint32_t out = m_outPoint[index];
    const std::uint32_t last = m_threads[h.toThread].last;
    if (last != kNone && timeOf(last) > h.toTime) {
        ++graph.dropped; // the thread was not waiting
        return;
    }
    const std::uint32_t in =
        hostPoint(h.toThread, PointKind::HandOffIn, index, h.toTime, h.idleSince);
    graph.addEdge(out, in, h.toTime - h.fromTime, EdgeKind::HandOff, h.inferred);
    counts.handOffs += h.inferred ? 1 : 0;
}

} // namespace longpole::critical_path
