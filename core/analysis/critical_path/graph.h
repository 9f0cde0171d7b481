// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The dependency graph: points and edges in flat arrays with 32-bit indices. Points are numbered
// topologically (every edge goes from a lower to a higher number) once finish() has returned.
#pragma once

#include "core/base/job.h"

#include <cstdint>
#include <vector>

namespace longpole::critical_path {

enum class PointKind : std::uint8_t
{
    Source,
    Sink,
    RangeEnd, // end of the chosen range, or of the run, on a thread; subject: thread
    CallBegin, // subject: call
    CallEnd, // subject: call
    OpStart, // subject: operation
    OpEnd, // subject: operation
    Marker, // a recorded event is reached; subject: call
    GraphJoin, // all of a graph launch is done; subject: call
    CollectiveJoin, // all ranks have arrived; subject: collective
    HandOffOut, // subject: hand-off
    HandOffIn // subject: hand-off
};

// In the order in which ties are broken: of several binding edges the first kind is taken.
enum class EdgeKind : std::uint8_t
{
    EventWait,
    Sync, // awaited work's end to the waiting call's end
    CopySync, // the same for a copy that blocks its call
    QueueFull, // an earlier operation's end to the end of a launch call that waited for room
    Collective, // start to join
    Transfer, // join to end
    Fifo, // stream order
    Overlap, // stream order of operations that overlap: start to start, end to end
    GraphOrder, // inside a graph launch
    Duration,
    Launch,
    HandOff,
    Prog, // program order on a host thread: host work
    ProgWait, // begin to end of a waiting call: its own cost
    Free, // order without time
    Source,
    Tail // last point of a lane to the sink
};

inline constexpr std::uint8_t kInferredFlag = 0x80;

class Graph
{
public:
    std::vector<std::int64_t> time; // per point
    std::vector<std::int64_t> rho; // per point; after calibrate()
    std::vector<std::uint32_t> subject; // per point
    std::vector<PointKind> kind; // per point
    std::vector<std::uint32_t> inFirst; // per point + 1: its in-edges
    std::vector<std::uint32_t> tight; // per point: the binding edge, kNone for the source
    std::vector<std::uint32_t> from; // per edge
    std::vector<std::int64_t> lag; // per edge, >= 0 after calibrate()
    std::vector<std::uint8_t> info; // per edge: EdgeKind, kInferredFlag
    std::uint32_t source = 0;
    std::uint32_t sink = 0;
    std::uint64_t dropped = 0; // edges that contradict the times, or would close a cycle
    std::uint64_t inferred = 0; // edges with kInferredFlag

    std::uint32_t pointCount() const { return static_cast<std::uint32_t>(time.size()); }
    std::uint32_t edgeCount() const { return static_cast<std::uint32_t>(from.size()); }
    EdgeKind edgeKind(std::uint32_t e) const { return EdgeKind(info[e] & ~kInferredFlag); }
    bool isInferred(std::uint32_t e) const { return (info[e] & kInferredFlag) != 0; }

    std::uint32_t addPoint(PointKind k, std::uint32_t subjectIndex, std::int64_t t);
    // Edges into one point may be added at any time. Edges from a later to an earlier time are
    // dropped at once and counted.
    void addEdge(std::uint32_t u, std::uint32_t v, std::int64_t m, EdgeKind k,
                 bool inferredEdge = false);
    bool hasInEdge(std::uint32_t v) const { return m_hasIn[v]; }
    void reserve(std::size_t points, std::size_t edges);

    // Orders points topologically and edges by target. keepOrder: points keep their order of
    // creation, edges that contradict it are dropped (a mutation).
    // newNumber: filled with each point's new number, or left empty if they kept theirs.
    void finish(bool keepOrder, std::vector<std::uint32_t>& newNumber);
    // Clamps the lags, sets rho and the tight edges.
    void calibrate();

private:
    void groupByTarget();
    std::vector<std::uint32_t> topologicalOrder();
    void renumber(const std::vector<std::uint32_t>& newNumber);

    std::vector<std::uint32_t> m_to; // per edge, until finish()
    std::vector<bool> m_hasIn;
    bool m_grouped = true; // edges were added in the order of their targets
    bool m_ordered = true; // every edge goes from a lower to a higher number
};

} // namespace longpole::critical_path
