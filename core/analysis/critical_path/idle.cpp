// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Why a device or stream was idle: the chain of binding edges from the start of the operation that
// ends the gap back to the gap's begin, clipped to it. The parts of a gap sum to it exactly.
#include "core/analysis/critical_path/path_state.h"

#include <algorithm>

namespace longpole::critical_path {

namespace {

// What the chain is waiting for while it runs back along an operation.
enum class Awaited : std::uint8_t
{
    Nothing,
    Event,
    Sync,
    Copy,
    Queue,
    Ranks // beyond a collective's join: the last rank's doings, whatever they are
};

class GapWalker
{
public:
    explicit GapWalker(const PathModel& model)
        : m_model(model)
    { }

    // from: the point at the gap's end; kNone if it is not in the graph.
    void explain(Gap& gap, std::uint32_t from)
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

private:
    // The stretch from `begin` to where the walk is.
    void part(std::int64_t begin, Cause cause, SliceId blame)
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

    void edge(std::uint32_t e, std::uint32_t u, std::uint32_t v, Awaited& awaited)
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

    Cause causeOfWork(Awaited awaited, std::uint32_t u) const
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

    // Host time, from its end backwards: covered by slices, or not.
    void host(std::int64_t begin, std::uint32_t u, std::uint32_t v)
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
        auto it = covered.begin()
            + static_cast<std::ptrdiff_t>(firstNotBefore(covered, thread, m_cursor));
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

    // The first range that doesn't begin before t. Walks mostly go on near where the last one was.
    std::size_t firstNotBefore(const std::vector<TimeRange>& ranges, std::uint32_t thread,
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

    const PathModel& m_model;
    std::vector<std::size_t> m_hint; // per thread
    Gap* m_gap = nullptr;
    std::int64_t m_begin = 0;
    std::int64_t m_end = 0;
    std::int64_t m_cursor = 0;
    std::array<std::int64_t, kCauseCount> m_largest{};
    std::array<SliceId, kCauseCount> m_blame{};
};

class IdleFinder
{
public:
    explicit IdleFinder(const PathModel& model)
        : m_model(model)
        , m_walker(model)
    { }

    // ops: sorted by start. Fills idle, causes and gaps.
    Result<void> find(const std::vector<std::uint32_t>& ops, IdleTime& out, const JobContext& job)
    {
        if (ops.empty()) {
            return {};
        }
        const Window& w = m_model.window;
        out.gaps.reserve(countGaps(ops) + 2);
        std::int64_t at = w.whole ? start(ops.front()) : w.begin;
        std::uint32_t before = kNone;
        for (const std::uint32_t op : ops) {
            if (start(op) > at) {
                if (job.cancelled()) {
                    return fail(Errc::Cancelled, "cancelled");
                }
                gap(out, at, start(op), before, op);
            }
            if (end(op) > at || before == kNone) {
                at = std::max(at, end(op));
                before = op;
            }
        }
        if (!w.whole && at < w.sink) {
            gap(out, at, w.sink, before, kNone);
        }
        return {};
    }

private:
    // Clipped to the window.
    std::int64_t start(std::uint32_t op) const
    {
        return std::max(m_model.input().ops[op].start, m_model.window.begin);
    }
    std::int64_t end(std::uint32_t op) const
    {
        return std::min(m_model.input().ops[op].end, m_model.window.sink);
    }

    std::size_t countGaps(const std::vector<std::uint32_t>& ops) const
    {
        std::size_t n = 0;
        std::int64_t at = start(ops.front());
        for (const std::uint32_t op : ops) {
            n += start(op) > at ? 1U : 0U;
            at = std::max(at, end(op));
        }
        return n;
    }

    void gap(IdleTime& out, std::int64_t begin, std::int64_t end, std::uint32_t before,
             std::uint32_t after)
    {
        const Input& input = m_model.input();
        Gap g;
        g.begin = TimeNs{begin};
        g.duration = DurationNs{end - begin};
        std::uint32_t from = m_model.graph.sink;
        if (after != kNone) {
            g.after = SliceId(input.ops[after].id);
            g.stream = input.streams[input.ops[after].stream].track;
            from = m_model.points.opStart[after];
        }
        g.before = before == kNone ? SliceId() : SliceId(input.ops[before].id);
        m_walker.explain(g, from);
        out.idle = out.idle + g.duration;
        const GapParts::Table parts = g.parts.all();
        for (std::size_t i = 0; i < kCauseCount; ++i) {
            out.causes[i] = out.causes[i] + parts[i];
        }
        out.gaps.push_back(std::move(g));
    }

    const PathModel& m_model;
    GapWalker m_walker;
};

// Those that begin before the window keep the order they have there.
void sortByStart(std::vector<std::uint32_t>& ops, const PathModel& model)
{
    const auto before = [&](std::uint32_t a, std::uint32_t b) {
        const auto start = [&](std::uint32_t op) {
            return std::max(model.input().ops[op].start, model.window.begin);
        };
        return start(a) < start(b);
    };
    if (!std::is_sorted(ops.begin(), ops.end(), before)) {
        std::stable_sort(ops.begin(), ops.end(), before);
    }
}

} // namespace

Result<Stalls> CriticalPath::stalls(const JobContext& job, bool perStream) const
{
    auto stalls = stallsOf(*m_state->model, job, perStream);
    if (stalls) {
        nameHostCode(*this, *stalls, job);
    }
    return stalls;
}

Result<Stalls> stallsOf(const PathModel& m, const JobContext& job, bool perStream)
{
    const Input& input = m.input();
    std::vector<std::vector<std::uint32_t>> devices(input.devices.size());
    std::vector<std::vector<std::uint32_t>> streams(perStream ? input.streams.size() : 0);
    for (std::uint32_t i = 0; i < input.ops.size(); ++i) {
        const Op& op = input.ops[i];
        if (std::max(op.start, m.window.begin) > std::min(op.end, m.window.sink)
            || (!m.window.whole && (op.end <= m.window.begin || op.start >= m.window.sink))) {
            continue;
        }
        devices[input.deviceOf(op)].push_back(i);
        if (perStream) {
            streams[op.stream].push_back(i);
        }
    }
    Stalls out;
    IdleFinder finder(m);
    const auto find = [&](std::vector<std::uint32_t>& ops, std::uint32_t device, TrackId stream,
                          std::vector<IdleTime>& to) -> Result<void> {
        sortByStart(ops, m);
        IdleTime idle;
        idle.device = input.devices[device].index;
        idle.stream = stream;
        if (auto found = finder.find(ops, idle, job); !found) {
            return found;
        }
        if (!ops.empty()) {
            to.push_back(std::move(idle));
        }
        ops = {};
        return {};
    };
    for (std::uint32_t d = 0; d < devices.size(); ++d) {
        if (auto found = find(devices[d], d, TrackId(), out.devices); !found) {
            return fail(found.error());
        }
    }
    for (std::uint32_t s = 0; s < streams.size(); ++s) {
        const Stream& stream = input.streams[s];
        if (auto found = find(streams[s], stream.device, stream.track, out.streams); !found) {
            return fail(found.error());
        }
    }
    return out;
}

} // namespace longpole::critical_path
