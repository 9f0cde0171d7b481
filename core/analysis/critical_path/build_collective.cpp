// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Collectives: no rank gets past the moment when the last one has arrived. A kernel's wait for the
// others is not work; what follows the join is the transfer.
#include "core/analysis/critical_path/builder.h"

#include <algorithm>

namespace longpole::critical_path {

// Whether the operation's time is told by the join of its collective, not by its duration.
bool Builder::joined(std::uint32_t opIndex) const
{
    const std::uint32_t c = m_input.ops[opIndex].collective;
    if (c == kNone || !m_joins[c]) {
        return false;
    }
    const CollectiveGroup& group = m_input.collectives[c];
    switch (group.shape) {
    case CollectiveShape::Symmetric:
        return true;
    case CollectiveShape::Broadcast:
        return opIndex != group.root;
    case CollectiveShape::Reduce:
        return opIndex == group.root;
    }
    return false;
}

void Builder::addCollectives()
{
    for (std::uint32_t c = 0; c < m_input.collectives.size(); ++c) {
        const CollectiveGroup& group = m_input.collectives[c];
        if (!m_joins[c]) {
            continue;
        }
        std::vector<std::uint32_t> starts;
        std::vector<std::uint32_t> ends;
        for (const std::uint32_t op : group.ops) {
            starts.push_back(points.opStart[op]);
            ends.push_back(points.opEnd[op]);
        }
        if (group.shape == CollectiveShape::Broadcast) {
            for (std::size_t i = 0; i < group.ops.size(); ++i) {
                if (group.ops[i] != group.root) {
                    join(c, {points.opStart[group.root], starts[i]}, {ends[i]});
                }
            }
        } else if (group.shape == CollectiveShape::Reduce) {
            join(c, starts, {points.opEnd[group.root]});
        } else {
            join(c, starts, ends);
        }
    }
}

void Builder::join(std::uint32_t collective, const std::vector<std::uint32_t>& starts,
                   const std::vector<std::uint32_t>& ends)
{
    const bool inferred = m_input.collectives[collective].inferred;
    std::int64_t last = m_window.begin;
    for (const std::uint32_t p : starts) {
        last = p == kNone ? last : std::max(last, timeOf(p));
    }
    const std::uint32_t point = graph.addPoint(PointKind::CollectiveJoin, collective, last);
    for (const std::uint32_t p : starts) {
        if (p != kNone) {
            graph.addEdge(p, point, 0, EdgeKind::Collective, inferred);
        }
    }
    for (const std::uint32_t p : ends) {
        if (p != kNone) {
            graph.addEdge(point, p, timeOf(p) - last, EdgeKind::Transfer, inferred);
        }
    }
}

} // namespace longpole::critical_path
