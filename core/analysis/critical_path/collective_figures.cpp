// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Arrival skew and transfer of each collective, and the leaf slices of host time.
#include "core/analysis/critical_path/path_state.h"

#include <algorithm>

namespace longpole::critical_path {

std::vector<Collective> CriticalPath::collectives() const
{
    const PathModel& m = *m_state->model;
    const Input& input = m.input();
    const auto name = m_state->trace->column(model::gpu_op::kName);
    const auto kind = m_state->trace->column(model::gpu_op::kCollective);
    const auto group = m_state->trace->column(model::gpu_op::kGroup);
    const auto text = [&](const auto& column, std::uint32_t row) {
        return row < column.size() ? m_state->trace->string(column[row]) : std::string_view();
    };
    std::vector<Collective> out;
    for (const CollectiveGroup& g : input.collectives) {
        Collective c;
        std::int64_t last = m.window.begin;
        for (const std::uint32_t i : g.ops) {
            if (m.points.opEnd[i] != kNone) {
                last = std::max(last, input.ops[i].start);
            }
        }
        for (const std::uint32_t i : g.ops) {
            const Op& op = input.ops[i];
            if (m.points.opEnd[i] == kNone) {
                continue;
            }
            CollectivePart part;
            part.slice = SliceId(op.id);
            part.device = input.devices[input.deviceOf(op)].index;
            part.rank = input.devices[input.deviceOf(op)].rank;
            part.begin = TimeNs{op.start};
            part.end = TimeNs{op.end};
            part.skew = DurationNs{std::min(last, op.end) - op.start};
            part.transfer = DurationNs{std::max<std::int64_t>(0, op.end - last)};
            const OpFigures* figures = this->op(part.slice);
            part.onPath = figures != nullptr && figures->onPath;
            c.parts.push_back(part);
            c.name = text(name, op.row);
            c.kind = text(kind, op.row);
            c.group = text(group, op.row);
        }
        if (c.parts.size() < 2) {
            continue;
        }
        std::sort(c.parts.begin(), c.parts.end(), [](const auto& a, const auto& b) {
            return a.device != b.device ? a.device < b.device : a.slice < b.slice;
        });
        c.last = static_cast<std::uint32_t>(
            std::max_element(c.parts.begin(), c.parts.end(),
                             [](const auto& a, const auto& b) { return a.begin < b.begin; })
            - c.parts.begin());
        out.push_back(std::move(c));
    }
    std::stable_sort(out.begin(), out.end(), [](const Collective& a, const Collective& b) {
        return a.parts.front().begin < b.parts.front().begin;
    });
    return out;
}

namespace {

// Slices of a thread's range that are no annotations, outer ones before what they hold.
class HostSlices
{
public:
    HostSlices(const model::Trace& trace, TrackId thread, TimeRange range)
        : m_start(trace.column(model::slice::kStart, thread))
        , m_duration(trace.column(model::slice::kDuration, thread))
    {
        const auto cls = trace.column(model::slice::kClass, thread);
        const auto depth = trace.column(model::slice::kDepth, thread);
        for (const model::Row& row : trace.track(thread).rows) {
            const TimeNs* const first = m_start.begin() + row.first;
            const TimeNs* const last = first + row.count;
            const TimeNs* it = std::upper_bound(first, last, range.begin);
            it -= it == first ? 0 : 1;
            for (; it != last && *it < range.end; ++it) {
                const auto i = static_cast<std::uint32_t>(it - m_start.begin());
                if (cls[i] != model::SliceClass::Annotation && range.begin < end(i)
                    && m_duration[i].ns > 0) {
                    inside.push_back(i);
                }
            }
        }
        std::sort(inside.begin(), inside.end(), [&](std::uint32_t a, std::uint32_t b) {
            return m_start[a] != m_start[b] ? m_start[a] < m_start[b] : depth[a] < depth[b];
        });
    }
    TimeNs start(std::uint32_t i) const { return m_start[i]; }
    TimeNs end(std::uint32_t i) const { return m_start[i] + m_duration[i]; }

private:
    model::Column<TimeNs> m_start;
    model::Column<DurationNs> m_duration;

public:
    std::vector<std::uint32_t> inside; // within the track
};

} // namespace

std::vector<HostPiece> hostPieces(const model::Trace& trace, TrackId thread, TimeRange range)
{
    const HostSlices slices(trace, thread, range);
    std::vector<HostPiece> out;
    std::vector<std::uint32_t> open;
    TimeNs at = range.begin;
    const auto advance = [&](TimeNs to) {
        to = range.end < to ? range.end : to;
        if (at < to) {
            const SliceId slice =
                open.empty() ? SliceId() : SliceId(trace.track(thread).firstSlice + open.back());
            out.push_back({at, to, slice});
            at = to;
        }
    };
    const auto closeUntil = [&](TimeNs t) {
        for (; !open.empty() && slices.end(open.back()) <= t; open.pop_back()) {
            advance(slices.end(open.back()));
        }
    };
    for (const std::uint32_t i : slices.inside) {
        closeUntil(slices.start(i));
        advance(slices.start(i));
        open.push_back(i);
    }
    closeUntil(range.end);
    advance(range.end);
    return out;
}

} // namespace longpole::critical_path
