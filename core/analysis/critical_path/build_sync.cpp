// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Host calls that wait for the device. Waiting is not work: such a call contributes only its own
// small cost, the rest must come through an edge, and what doesn't is residual.
#include "core/analysis/critical_path/builder.h"

#include <algorithm>

namespace longpole::critical_path {

namespace {

constexpr std::size_t kSeenQueue = 64; // outstanding operations that suggest a full queue

} // namespace

// The points a waiting call waits for. resolved: false if the trace doesn't say.
std::vector<std::uint32_t> Builder::awaited(const Call& call, bool& resolved)
{
    std::vector<std::uint32_t> out;
    const auto stream = [&](std::uint32_t s) {
        flushOrphans(s, 0, call.end);
        if (m_streams[s].last != kNone) {
            out.push_back(m_streams[s].last);
        }
        out.insert(out.end(), m_streams[s].pending.begin(), m_streams[s].pending.end());
    };
    resolved = true;
    if (call.kind == CallKind::EventSync || call.kind == CallKind::EventQuery) {
        const std::uint32_t marker = markerOf(call);
        resolved = isResolved(call);
        if (marker != kNone) {
            out.push_back(marker);
        }
        return out;
    }
    if (call.kind == CallKind::StreamSync) {
        resolved = call.stream != kNone;
        if (resolved) {
            stream(call.stream);
        }
        return out;
    }
    for (const std::uint32_t s : m_processes[m_input.threads[call.thread].process].streams) {
        if (call.device == kNone || m_input.streams[s].device == call.device) {
            stream(s);
        }
    }
    return out;
}

// The latest end on any stream of the process within [from, to]; none if there is none.
std::uint32_t Builder::coincident(std::uint32_t process, std::uint32_t device, std::int64_t from,
                                  std::int64_t to) const
{
    std::uint32_t best = kNone;
    for (const std::uint32_t s : m_processes[process].streams) {
        const std::uint32_t last = m_streams[s].last;
        if (last != kNone && timeOf(last) >= from && timeOf(last) <= to
            && (device == kNone || m_input.streams[s].device == device)
            && (best == kNone || timeOf(last) > timeOf(best))) {
            best = last;
        }
    }
    return best;
}

void Builder::wait(std::uint32_t callIndex, std::uint32_t begin)
{
    const Call& call = m_input.calls[callIndex];
    const std::uint32_t process = m_input.threads[call.thread].process;
    bool resolved = false;
    std::vector<std::uint32_t> on = awaited(call, resolved);
    const Lags lags =
        on.empty() || m_lags.empty() ? (m_lags.empty() ? Lags{} : m_lags.front()) : [&] {
            const std::uint32_t subject = graph.subject[on.front()];
            return graph.kind[on.front()] == PointKind::OpEnd ? lagsOf(m_input.ops[subject].stream)
                                                              : m_lags.front();
        }();
    if (m_options.mutations.syncAsWork) {
        callEnd(callIndex, begin, false, 0);
        return;
    }
    std::uint32_t guess = kNone;
    if (!resolved) {
        const std::int64_t from = std::max(timeOf(begin) + 1, call.end - m_options.coincidenceNs);
        guess = coincident(process, call.device, from, call.end);
        const bool isLong = call.end - timeOf(begin) > m_options.coincidenceNs;
        counts.unresolvedSyncs += guess != kNone || isLong ? 1 : 0;
        const std::uint32_t end = callEnd(callIndex, begin, guess != kNone || isLong, lags.call);
        if (guess != kNone) {
            graph.addEdge(guess, end, lags.syncReturn, EdgeKind::Sync, true);
        }
        return;
    }
    const std::int64_t since = timeOf(begin);
    const bool waited =
        std::any_of(on.begin(), on.end(), [&](std::uint32_t p) { return timeOf(p) > since; });
    const std::uint32_t end = callEnd(callIndex, begin, waited, lags.call);
    std::int64_t known = since;
    for (const std::uint32_t p : on) {
        graph.addEdge(p, end, lags.syncReturn, EdgeKind::Sync);
        known = timeOf(p) <= call.end ? std::max(known, timeOf(p)) : known;
    }
    // The stream itself may have waited for an event that the trace doesn't name.
    const bool unnamed = call.kind == CallKind::StreamSync && m_options.inferWaits
        && m_streams[call.stream].waitsSeen < m_processes[process].unresolvedWaits;
    if (unnamed && call.end - known > m_options.coincidenceNs) {
        guess = coincident(process, kNone, call.end - m_options.coincidenceNs, call.end);
        if (guess != kNone) {
            graph.addEdge(guess, end, lags.syncReturn, EdgeKind::Sync, true);
        }
    }
}

// Copies that return only when (a part of) the copy is done. Whether they do depends on the kind
// of host memory; where that is not known, on whether the times show it.
void Builder::copyReturn(std::uint32_t callIndex, std::uint32_t begin, std::uint32_t previous)
{
    const Call& call = m_input.calls[callIndex];
    const std::uint32_t last = call.firstOp + call.opCount - 1;
    const Op& op = m_input.ops[last];
    const std::uint32_t done = points.opEnd[last];
    if (done == kNone || m_options.mutations.syncAsWork) {
        return;
    }
    std::uint32_t on = kNone;
    bool evidenceOnly = false;
    switch (op.copy) {
    case CopyKind::DeviceToHost:
    case CopyKind::HostToDevicePinned:
        on = call.blocking ? done : kNone;
        break;
    case CopyKind::HostToDevicePageable:
        on = call.blocking ? previous : done;
        evidenceOnly = !call.blocking;
        break;
    case CopyKind::DeviceToHostPageable:
        on = done;
        evidenceOnly = !call.blocking;
        break;
    case CopyKind::Unknown:
        on = call.blocking && call.kind == CallKind::Copy ? done : kNone;
        evidenceOnly = true;
        break;
    case CopyKind::DeviceToDevice:
        break;
    }
    if (on == kNone || (timeOf(on) > call.end && evidenceOnly)) {
        return;
    }
    if (timeOf(on) > call.end) {
        ++graph.dropped;
        return;
    }
    const Lags& lags = lagsOf(op.stream);
    const std::uint32_t end = callEnd(callIndex, begin, timeOf(on) > timeOf(begin), lags.call);
    graph.addEdge(on, end, lags.syncReturn, EdgeKind::CopySync, op.copy == CopyKind::Unknown);
}

// Frees, module loads and the like wait for the device now and then: only if the times show it.
void Builder::implicitSync(std::uint32_t callIndex, std::uint32_t begin)
{
    const Call& call = m_input.calls[callIndex];
    if (call.end - call.begin <= m_options.blockedLaunchNs || m_options.mutations.syncAsWork) {
        return;
    }
    constexpr std::int64_t kEpsilonNs = 5'000;
    const std::uint32_t process = m_input.threads[call.thread].process;
    std::uint32_t last = kNone;
    for (const std::uint32_t s : m_processes[process].streams) {
        const std::uint32_t p = m_streams[s].last;
        last = p != kNone && (last == kNone || timeOf(p) > timeOf(last)) ? p : last;
    }
    if (last == kNone || timeOf(last) <= call.begin || timeOf(last) > call.end) {
        return;
    }
    const Lags& lags = m_lags[m_input.streams[m_processes[process].streams.front()].device];
    if (call.end - timeOf(last) > lags.syncReturn + kEpsilonNs) {
        return;
    }
    const std::uint32_t end = callEnd(callIndex, begin, true, lags.call);
    graph.addEdge(last, end, lags.syncReturn, EdgeKind::Sync, true);
}

// A query that found the event reached orders what follows behind the event.
void Builder::query(std::uint32_t callIndex, std::uint32_t begin)
{
    const Call& call = m_input.calls[callIndex];
    const std::uint32_t marker = markerOf(call);
    if (marker == kNone || call.answer == QueryAnswer::NotReady || timeOf(marker) > call.end
        || m_options.mutations.syncAsWork) {
        return;
    }
    const std::uint32_t end = callEnd(callIndex, begin, timeOf(marker) > call.begin, 0);
    graph.addEdge(marker, end, 0, EdgeKind::Sync, call.answer == QueryAnswer::Unknown);
}

// A launch call that waited until its stream's queue had room.
bool Builder::blockedByQueue(std::uint32_t callIndex, std::uint32_t begin)
{
    const Call& call = m_input.calls[callIndex];
    const Op& op = m_input.ops[call.firstOp];
    const auto& ends = m_streams[op.stream].ends;
    if (call.end - call.begin <= m_options.blockedLaunchNs || m_options.mutations.noBackPressure
        || call.kind != CallKind::Launch || ends.empty()) {
        return false;
    }
    const auto after = [&](std::int64_t t) {
        return std::upper_bound(ends.begin(), ends.end(), t,
                                [&](std::int64_t x, std::uint32_t p) { return x < timeOf(p); });
    };
    const auto outstanding = static_cast<std::size_t>(ends.end() - after(call.begin));
    std::uint32_t room = kNone;
    bool inferred = false;
    if (outstanding >= m_options.queueDepth) {
        room = ends[ends.size() - m_options.queueDepth];
        room = timeOf(room) <= call.end ? room : kNone;
    } else if (outstanding >= kSeenQueue) {
        const auto done = after(call.end);
        if (done != ends.begin() && timeOf(*(done - 1)) > call.begin
            && call.end - timeOf(*(done - 1)) <= m_options.coincidenceNs) {
            room = *(done - 1);
            inferred = true;
        }
    }
    if (room == kNone) {
        return false;
    }
    const Lags& lags = lagsOf(op.stream);
    const std::uint32_t end = callEnd(callIndex, begin, true, lags.call);
    graph.addEdge(room, end, lags.syncReturn, EdgeKind::QueueFull, inferred);
    return true;
}

} // namespace longpole::critical_path
