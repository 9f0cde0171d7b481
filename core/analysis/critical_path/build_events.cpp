// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Events: recorded on one stream, awaited on another.
#include "core/analysis/critical_path/builder.h"

#include <algorithm>

namespace longpole::critical_path {

void Builder::eventRecord(std::uint32_t callIndex, std::uint32_t begin)
{
    const Call& call = m_input.calls[callIndex];
    if (call.stream == kNone || call.event == kNone) {
        m_processes[m_input.threads[call.thread].process].namelessRecords = true;
    }
    if (call.stream == kNone) {
        return; // nobody can be seen to wait for it
    }
    const StreamState& stream = m_streams[call.stream];
    std::int64_t reached = timeOf(begin);
    if (stream.last != kNone) {
        reached = std::max(reached, timeOf(stream.last));
    }
    for (const std::uint32_t p : stream.pending) {
        reached = std::max(reached, timeOf(p));
    }
    const std::uint32_t marker = graph.addPoint(PointKind::Marker, callIndex, reached);
    graph.addEdge(begin, marker, 0, EdgeKind::Free);
    if (stream.last != kNone) {
        graph.addEdge(stream.last, marker, 0, EdgeKind::Free);
    }
    for (const std::uint32_t p : stream.pending) {
        graph.addEdge(p, marker, 0, EdgeKind::Free);
    }
    if (call.event != kNone) {
        m_eventMarker[call.event] = marker;
    }
    if (call.record != kNone) {
        m_recordMarker[call.record] = marker;
    }
}

// The marker that a wait refers to; none if it was never recorded or is not known.
std::uint32_t Builder::markerOf(const Call& call) const
{
    if (call.record != kNone) {
        const auto it = m_recordMarker.find(call.record);
        return it == m_recordMarker.end() ? kNone : it->second;
    }
    if (call.event != kNone) {
        const auto it = m_eventMarker.find(call.event);
        return it == m_eventMarker.end() ? kNone : it->second;
    }
    return kNone;
}

// Whether it is known what an event wait refers to. An event without a record was never recorded,
// and holds nothing up, unless there are records that don't say which event they are of.
bool Builder::isResolved(const Call& call) const
{
    if (call.record != kNone) {
        return true;
    }
    return call.event != kNone
        && (markerOf(call) != kNone
            || !m_processes[m_input.threads[call.thread].process].namelessRecords);
}

void Builder::streamWait(std::uint32_t callIndex)
{
    const Call& call = m_input.calls[callIndex];
    if (call.stream == kNone || !isResolved(call)) {
        ++counts.unresolvedWaits;
        ++m_processes[m_input.threads[call.thread].process].unresolvedWaits;
        return;
    }
    if (const std::uint32_t marker = markerOf(call); marker != kNone) {
        m_streams[call.stream].pending.push_back(marker);
    }
}

} // namespace longpole::critical_path
