// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/critical_path/gap_walker.h"

#include <algorithm>

namespace longpole::critical_path {

void GapWalker::explain(Gap& gap, std::uint32_t from)
{
    m_begin = gap.begin.ns;
    m_end = m_begin + gap.duration.ns;
    m_gap = &gap;
    m_largest = {};
    m_blame = {};
    const Graph& g = m_model.graph;
    m_cursor = m_end;
    Awaited awaited = Awaited::Nothing;
    std::uint32_t v = from;
    while (v != kNone && g.time[v] > m_begin && g.tight[v] != kNone) {
        const std::uint32_t e = g.tight[v];
        const std::uint32_t u = g.from[e];
        longLaunch(e, u, v);
        part(g.time[v] - g.rho[v], Cause::Unexplained, sliceOf(m_model, v));
        edge(e, u, v, awaited);
        v = u;
    }
    part(m_begin, Cause::Unexplained, {});
    const GapParts::Table parts = gap.parts.all();
    const auto most =
        static_cast<std::size_t>(std::max_element(parts.begin(), parts.end()) - parts.begin());
    gap.cause = Cause(most);
    gap.blame = m_blame[most];
}

void GapWalker::longLaunch(std::uint32_t e, std::uint32_t u, std::uint32_t v)
{
    const Graph& g = m_model.graph;
    const std::uint32_t op = m_model.opOf(v);
    if (g.edgeKind(e) != EdgeKind::Launch || g.rho[v] == 0 || op == kNone
        || m_model.input().ops[op].call == kNone) {
        return;
    }
    const Call& call = m_model.input().calls[m_model.input().ops[op].call];
    if (call.end > g.time[v] - g.rho[v]) {
        part(std::min(call.end, g.time[v]), Cause::Unexplained, sliceOf(m_model, v));
        part(g.time[v] - g.rho[v], Cause::Launch, sliceOf(m_model, u));
    }
}

void GapWalker::part(std::int64_t begin, Cause cause, SliceId blame)
{
    begin = std::max(begin, m_begin);
    if (begin >= m_cursor) {
        return;
    }
    const std::int64_t length = m_cursor - begin;
    m_gap->parts.add(cause, DurationNs{length});
    if (length > m_largest[index(cause)]) {
        m_largest[index(cause)] = length;
        m_blame[index(cause)] = blame;
    }
    m_cursor = begin;
}

void GapWalker::edge(std::uint32_t e, std::uint32_t u, std::uint32_t v, Awaited& awaited)
{
    const Graph& g = m_model.graph;
    const EdgeKind kind = g.edgeKind(e);
    const std::int64_t begin = g.time[u];
    if (awaited == Awaited::Ranks) {
        part(begin, Cause::CollectiveSkew, sliceOf(m_model, u));
        return;
    }
    switch (kind) {
    case EdgeKind::Prog:
        host(begin, u, v);
        return;
    case EdgeKind::ProgWait:
        part(begin, Cause::Cpu, sliceOf(m_model, v));
        return;
    case EdgeKind::Duration:
    case EdgeKind::Overlap:
        part(begin, causeOfWork(awaited, u), sliceOf(m_model, u));
        return;
    case EdgeKind::Launch:
        part(begin, Cause::Launch, sliceOf(m_model, u));
        awaited = Awaited::Nothing;
        return;
    case EdgeKind::EventWait:
        awaited = Awaited::Event;
        part(begin, Cause::EventWait, sliceOf(m_model, u));
        return;
    case EdgeKind::Sync:
        awaited = Awaited::Sync;
        part(begin, Cause::SyncWait, sliceOf(m_model, v));
        return;
    case EdgeKind::CopySync:
        awaited = Awaited::Copy;
        part(begin, Cause::BlockingMemcpy, sliceOf(m_model, v));
        return;
    case EdgeKind::QueueFull:
        awaited = Awaited::Queue;
        part(begin, Cause::QueueFull, sliceOf(m_model, v));
        return;
    case EdgeKind::Transfer:
        part(begin, Cause::CollectiveTransfer, sliceOf(m_model, v));
        awaited = Awaited::Ranks;
        return;
    case EdgeKind::Fifo:
    case EdgeKind::GraphOrder:
        part(begin, Cause::KernelGap, sliceOf(m_model, u));
        return;
    case EdgeKind::Source: // the thread of the call it leads to
        host(begin, v, v);
        return;
    case EdgeKind::HandOff:
        part(begin, Cause::HostUntracked, {});
        return;
    case EdgeKind::Collective:
    case EdgeKind::Free:
    case EdgeKind::Tail:
        part(begin, Cause::Unexplained, sliceOf(m_model, v));
        return;
    }
}

Cause GapWalker::causeOfWork(Awaited awaited, std::uint32_t u) const
{
    const std::uint32_t op = m_model.opOf(u);
    const bool copies = op != kNone && m_model.input().ops[op].kind != OpKind::Kernel;
    switch (awaited) {
    case Awaited::Event:
        return copies ? Cause::Memcpy : Cause::EventWait;
    case Awaited::Sync:
        return Cause::SyncWait;
    case Awaited::Copy:
        return Cause::BlockingMemcpy;
    case Awaited::Queue:
        return Cause::QueueFull;
    case Awaited::Ranks:
        return Cause::CollectiveSkew;
    case Awaited::Nothing:
        break;
    }
    return copies ? Cause::Memcpy : Cause::KernelGap;
}

void GapWalker::host(std::int64_t begin, std::uint32_t u, std::uint32_t v)
{
    const std::uint32_t thread =
        m_model.threadOf(u) != kNone ? m_model.threadOf(u) : m_model.threadOf(v);
    const SliceId call = sliceOf(m_model, u);
    if (thread == kNone) {
        part(begin, Cause::HostUntracked, {});
        return;
    }
    const auto& covered = m_model.input().threads[thread].covered;
    begin = std::max(begin, m_begin);
    auto it =
        covered.begin() + static_cast<std::ptrdiff_t>(firstNotBefore(covered, thread, m_cursor));
    while (m_cursor > begin) {
        if (it == covered.begin()) {
            part(begin, Cause::HostUntracked, {});
            return;
        }
        const TimeRange& r = *--it;
        part(std::max(begin, r.end.ns), Cause::HostUntracked, {});
        part(std::max(begin, r.begin.ns), Cause::Cpu, call);
    }
}

std::size_t GapWalker::firstNotBefore(const std::vector<TimeRange>& ranges, std::uint32_t thread,
                                      std::int64_t t)
{
    m_hint.resize(m_model.input().threads.size(), 0);
    constexpr std::size_t kNear = 16;
    std::size_t low = m_hint[thread] > kNear ? m_hint[thread] - kNear : 0;
    std::size_t high = std::min(m_hint[thread] + kNear, ranges.size());
    low = low > 0 && ranges[low - 1].begin.ns >= t ? 0 : low;
    high = high < ranges.size() && ranges[high].begin.ns < t ? ranges.size() : high;
    const auto it =
        std::lower_bound(ranges.begin() + static_cast<std::ptrdiff_t>(low),
                         ranges.begin() + static_cast<std::ptrdiff_t>(high), t,
                         [](const TimeRange& r, std::int64_t x) { return r.begin.ns < x; });
    m_hint[thread] = static_cast<std::size_t>(it - ranges.begin());
    return m_hint[thread];
}

} // namespace longpole::critical_path
