// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// When devices and streams were idle, and for which reasons.
#include "core/analysis/critical_path/gap_walker.h"
#include "core/analysis/critical_path/path_state.h"
#include "core/base/thread_pool.h"

#include <algorithm>

namespace longpole::critical_path {

namespace {

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
        if (const std::uint32_t near = before == kNone ? after : before; near != kNone) {
            g.moved = DurationNs{input.ops[near].movedNs};
        }
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
    // Devices, then streams; where a device worked on one stream alone, both are the same.
    Stalls out;
    out.devices.resize(devices.size());
    out.streams.resize(streams.size());
    std::vector<bool> likeDevice(streams.size(), false);
    for (std::uint32_t s = 0; s < streams.size(); ++s) {
        likeDevice[s] = streams[s].size() == devices[input.streams[s].device].size();
    }
    parallelFor(devices.size() + streams.size(), [&](std::size_t i) {
        const bool isStream = i >= devices.size();
        const std::size_t at = isStream ? i - devices.size() : i;
        if (!isStream || !likeDevice[at]) {
            auto& ops = isStream ? streams[at] : devices[at];
            sortByStart(ops, m);
            // Cancelled: noticed below.
            (void)IdleFinder(m).find(ops, isStream ? out.streams[at] : out.devices[at], job);
        }
    });
    if (job.cancelled()) {
        return fail(Errc::Cancelled, "cancelled");
    }
    for (std::uint32_t s = 0; s < streams.size(); ++s) {
        if (likeDevice[s]) {
            out.streams[s] = out.devices[input.streams[s].device];
        }
        out.streams[s].device = input.devices[input.streams[s].device].index;
        out.streams[s].stream = input.streams[s].track;
    }
    for (std::uint32_t d = 0; d < devices.size(); ++d) {
        out.devices[d].device = input.devices[d].index;
    }
    // Those without operations have no idle time that could be told.
    const auto keep = [](std::vector<IdleTime>& all,
                         const std::vector<std::vector<std::uint32_t>>& ops) {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (!ops[i].empty()) {
                if (kept != i) {
                    all[kept] = std::move(all[i]);
                }
                ++kept;
            }
        }
        all.resize(kept);
    };
    keep(out.devices, devices);
    keep(out.streams, streams);
    return out;
}

} // namespace longpole::critical_path
