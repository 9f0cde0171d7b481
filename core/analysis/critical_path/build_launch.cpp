// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Operations on streams: launch, stream order, event waits, the legacy default stream, orphans.
#include "core/analysis/critical_path/builder.h"

#include <algorithm>

namespace longpole::critical_path {

namespace {

constexpr std::int64_t kUnexplainedNs = 2'000; // delays below this need no guess

} // namespace

void Builder::launch(std::uint32_t callIndex, std::uint32_t begin)
{
    const Call& call = m_input.calls[callIndex];
    const std::uint32_t process = m_input.threads[call.thread].process;
    std::uint32_t from = begin;
    if (m_options.mutations.launchFromCallEnd) {
        from = callEnd(callIndex, begin, false, 0);
    }
    const bool copy = call.kind == CallKind::Copy || call.kind == CallKind::Fill;
    const bool blocked = !copy && blockedByQueue(callIndex, begin);
    std::uint32_t previous = kNone;
    for (std::uint32_t i = call.firstOp; i < call.firstOp + call.opCount; ++i) {
        const Op& op = m_input.ops[i];
        if (op.start > m_window.sink) {
            continue;
        }
        flushOrphans(op.stream, op.start, 0);
        previous = m_streams[op.stream].last;
        addOp(i, from, process);
    }
    if (copy && !blocked) {
        copyReturn(callIndex, begin, previous);
    }
}

void Builder::addOp(std::uint32_t opIndex, std::uint32_t callPoint, std::uint32_t process)
{
    const Op& op = m_input.ops[opIndex];
    StreamState& stream = m_streams[op.stream];
    const std::uint32_t start = graph.addPoint(PointKind::OpStart, opIndex, clamped(op.start));
    points.opStart[opIndex] = start;
    if (callPoint != kNone) {
        graph.addEdge(callPoint, start, launchLag(op.stream), EdgeKind::Launch);
    }
    // The end is made before its in-edges are complete: order of creation stays topological.
    const std::uint32_t end = graph.addPoint(PointKind::OpEnd, opIndex, clamped(op.end));
    points.opEnd[opIndex] = end;
    addLegacy(opIndex, start, end);
    inferWait(opIndex, start, callPoint, process);
    addWaits(opIndex, start);
    addFifo(opIndex, start, end);
    graph.addEdge(start, end, joined(opIndex) ? 0 : timeOf(end) - timeOf(start),
                  joined(opIndex) ? EdgeKind::Free : EdgeKind::Duration);
    if (stream.last == kNone || timeOf(stream.last) <= timeOf(end)) {
        stream.last = end;
        stream.lastStart = start;
    }
    stream.ends.push_back(end);
    stream.waitsSeen = m_processes[process].unresolvedWaits;
}

void Builder::addFifo(std::uint32_t opIndex, std::uint32_t start, std::uint32_t end)
{
    const std::uint32_t streamIndex = m_input.ops[opIndex].stream;
    const StreamState& stream = m_streams[streamIndex];
    if (stream.last == kNone || m_options.mutations.noFifo) {
        return;
    }
    if (timeOf(stream.last) <= timeOf(start)) {
        graph.addEdge(stream.last, start, gapLag(streamIndex), EdgeKind::Fifo);
        return;
    }
    ++counts.overlaps;
    if (stream.lastStart != kNone && timeOf(stream.lastStart) <= timeOf(start)
        && timeOf(stream.last) <= timeOf(end)) {
        // Programmatic dependent launch: it may begin early but not end before its predecessor.
        graph.addEdge(stream.lastStart, start, timeOf(start) - timeOf(stream.lastStart),
                      EdgeKind::Overlap, true);
        graph.addEdge(stream.last, end, 0, EdgeKind::Overlap, true);
        return;
    }
    ++graph.dropped; // the stream's order and the times contradict each other
}

void Builder::addWaits(std::uint32_t opIndex, std::uint32_t start)
{
    const std::uint32_t streamIndex = m_input.ops[opIndex].stream;
    StreamState& stream = m_streams[streamIndex];
    if (!m_options.mutations.dropEventWaits) {
        std::size_t first = 0;
        if (m_options.mutations.onlyLastWait && !stream.pending.empty()) {
            first = stream.pending.size() - 1;
        }
        for (std::size_t i = first; i < stream.pending.size(); ++i) {
            graph.addEdge(stream.pending[i], start, lagsOf(streamIndex).wait, EdgeKind::EventWait);
        }
    }
    stream.pending.clear();
}

// Waits whose event is not in the trace: if the operation starts later than everything known
// allows, and another stream's operation has just ended, it most likely waited for that.
void Builder::inferWait(std::uint32_t opIndex, std::uint32_t start, std::uint32_t callPoint,
                        std::uint32_t process)
{
    const std::uint32_t streamIndex = m_input.ops[opIndex].stream;
    StreamState& stream = m_streams[streamIndex];
    if (!m_options.inferWaits || stream.waitsSeen >= m_processes[process].unresolvedWaits) {
        return;
    }
    std::int64_t known = m_window.begin;
    if (callPoint != kNone) {
        known = std::max(known, timeOf(callPoint) + launchLag(streamIndex));
    }
    if (stream.last != kNone) {
        known = std::max(known, timeOf(stream.last) + gapLag(streamIndex));
    }
    for (const std::uint32_t p : stream.pending) {
        known = std::max(known, timeOf(p));
    }
    const std::int64_t t = timeOf(start);
    if (t - known <= kUnexplainedNs) {
        return;
    }
    std::uint32_t best = kNone;
    for (const std::uint32_t other : m_processes[process].streams) {
        const std::uint32_t last = m_streams[other].last;
        if (other != streamIndex && last != kNone && timeOf(last) <= t
            && t - timeOf(last) <= m_options.coincidenceNs && timeOf(last) > known
            && (best == kNone || timeOf(last) > timeOf(best))) {
            best = last;
        }
    }
    if (best != kNone) {
        graph.addEdge(best, start, lagsOf(streamIndex).wait, EdgeKind::EventWait, true);
    }
}

void Builder::addLegacy(std::uint32_t opIndex, std::uint32_t start, std::uint32_t end)
{
    const std::uint32_t streamIndex = m_input.ops[opIndex].stream;
    const Stream& mine = m_input.streams[streamIndex];
    if (!mine.legacyDefault || m_options.mutations.ignoreLegacyStream) {
        return;
    }
    for (const std::uint32_t other : m_processes[mine.process].streams) {
        const Stream& stream = m_input.streams[other];
        if (other == streamIndex || !stream.blocking || stream.context != mine.context
            || stream.device != mine.device) {
            continue;
        }
        if (m_streams[other].last != kNone) {
            graph.addEdge(m_streams[other].last, start, lagsOf(streamIndex).wait,
                          EdgeKind::EventWait, stream.inferred);
        }
        m_streams[other].pending.push_back(end);
    }
}

// Operations without a call come in by their start: before the first known operation of their
// stream that starts later, or when a call is seen to have waited for them.
void Builder::flushOrphans(std::uint32_t stream, std::int64_t startsBefore, std::int64_t endsBy)
{
    StreamState& s = m_streams[stream];
    while (s.nextOrphan < s.orphans.size()) {
        const Op& op = m_input.ops[s.orphans[s.nextOrphan]];
        if (op.start >= startsBefore && op.end > endsBy) {
            return;
        }
        if (op.end > m_window.begin && op.start <= m_window.sink) {
            addOrphan(s.orphans[s.nextOrphan]);
        }
        ++s.nextOrphan;
    }
}

void Builder::addOrphan(std::uint32_t opIndex)
{
    addOp(opIndex, kNone, m_input.streams[m_input.ops[opIndex].stream].process);
}

} // namespace longpole::critical_path
