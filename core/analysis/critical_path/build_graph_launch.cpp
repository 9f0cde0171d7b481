// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// CUDA and HIP graphs: one call, many operations, and an order among them that is seldom recorded.
#include "core/analysis/critical_path/builder.h"

#include <algorithm>
#include <deque>
#include <limits>
#include <unordered_map>

namespace longpole::critical_path {

namespace {

// Nodes in order of start; after each, which finished before it and are not implied by others.
class IntervalOrder
{
public:
    explicit IntervalOrder(const Graph& graph)
        : m_graph(graph)
    { }
    // Ends (points, ascending by time) that come directly before a node starting at t.
    const std::deque<std::uint32_t>& before(std::int64_t t)
    {
        std::sort(m_running.begin(), m_running.end(), [&](const Node& a, const Node& b) {
            return m_graph.time[a.end] > m_graph.time[b.end];
        });
        while (!m_running.empty() && m_graph.time[m_running.back().end] <= t) {
            m_latestStart = std::max(m_latestStart, m_running.back().start);
            m_maximal.push_back(m_running.back().end);
            m_running.pop_back();
        }
        while (!m_maximal.empty() && m_graph.time[m_maximal.front()] < m_latestStart) {
            m_maximal.pop_front();
        }
        return m_maximal;
    }
    void add(std::int64_t start, std::uint32_t end) { m_running.push_back({start, end}); }

private:
    struct Node
    {
        std::int64_t start;
        std::uint32_t end;
    };
    const Graph& m_graph;
    std::vector<Node> m_running; // latest end first
    std::deque<std::uint32_t> m_maximal;
    std::int64_t m_latestStart = std::numeric_limits<std::int64_t>::min();
};

} // namespace

void Builder::graphLaunch(std::uint32_t callIndex, std::uint32_t begin)
{
    const Call& call = m_input.calls[callIndex];
    IntervalOrder order(graph);
    std::unordered_map<std::uint32_t, std::uint32_t> endOfNode;
    const bool known = !m_input.graphEdges.empty();
    std::vector<std::uint32_t> streams;
    std::vector<std::uint32_t> before;
    std::vector<std::uint32_t> ends;
    for (std::uint32_t i = call.firstOp; i < call.firstOp + call.opCount; ++i) {
        const Op& op = m_input.ops[i];
        if (op.start > m_window.sink) {
            continue;
        }
        flushOrphans(op.stream, op.start, 0);
        if (std::find(streams.begin(), streams.end(), op.stream) == streams.end()) {
            streams.push_back(op.stream);
        }
        before.clear();
        if (known) {
            const auto range =
                std::equal_range(m_input.graphEdges.begin(), m_input.graphEdges.end(),
                                 std::pair<std::uint32_t, std::uint32_t>{0, op.graphNode},
                                 [](const auto& a, const auto& b) { return a.second < b.second; });
            for (auto e = range.first; e != range.second; ++e) {
                if (const auto end = endOfNode.find(e->first); end != endOfNode.end()) {
                    before.push_back(end->second);
                }
            }
        } else {
            const auto& maximal = order.before(op.start);
            before.assign(maximal.begin(), maximal.end());
        }
        addNode(i, before, !known, begin);
        ends.push_back(points.opEnd[i]);
        order.add(op.start, points.opEnd[i]);
        endOfNode[op.graphNode] = points.opEnd[i];
    }
    if (ends.empty()) {
        return;
    }
    std::int64_t last = 0;
    for (const std::uint32_t e : ends) {
        last = std::max(last, timeOf(e));
    }
    const std::uint32_t join = graph.addPoint(PointKind::GraphJoin, callIndex, last);
    for (const std::uint32_t e : ends) {
        graph.addEdge(e, join, 0, EdgeKind::Free);
    }
    for (const std::uint32_t s : streams) {
        StreamState& state = m_streams[s];
        state.last = join;
        state.lastStart = kNone;
        state.ends.push_back(join);
        state.pending.clear();
    }
}

void Builder::addNode(std::uint32_t opIndex, const std::vector<std::uint32_t>& before,
                      bool inferred, std::uint32_t callPoint)
{
    const Op& op = m_input.ops[opIndex];
    const std::uint32_t start = graph.addPoint(PointKind::OpStart, opIndex, clamped(op.start));
    points.opStart[opIndex] = start;
    for (const std::uint32_t p : before) {
        graph.addEdge(p, start, gapLag(op.stream), EdgeKind::GraphOrder, inferred);
    }
    if (before.empty()) { // a root of the graph
        graph.addEdge(callPoint, start, launchLag(op.stream), EdgeKind::Launch);
        const StreamState& stream = m_streams[op.stream];
        if (stream.last != kNone && !m_options.mutations.noFifo) {
            graph.addEdge(stream.last, start, gapLag(op.stream), EdgeKind::Fifo);
        }
        if (!m_options.mutations.dropEventWaits) {
            for (const std::uint32_t p : stream.pending) {
                graph.addEdge(p, start, lagsOf(op.stream).wait, EdgeKind::EventWait);
            }
        }
    }
    const std::uint32_t end = graph.addPoint(PointKind::OpEnd, opIndex, clamped(op.end));
    points.opEnd[opIndex] = end;
    graph.addEdge(start, end, joined(opIndex) ? 0 : timeOf(end) - timeOf(start),
                  joined(opIndex) ? EdgeKind::Free : EdgeKind::Duration);
}

} // namespace longpole::critical_path
