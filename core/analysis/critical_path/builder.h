// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Builds the dependency graph of a region: one pass over the host calls in time order, all threads
// merged. One .cpp file per family of edges (build_*.cpp).
#pragma once

#include "core/analysis/critical_path/graph.h"
#include "core/analysis/critical_path/input.h"
#include "core/analysis/critical_path/options.h"
#include "core/base/job.h"
#include "core/base/result.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace longpole::critical_path {

struct BuildCounts
{
    std::uint64_t unresolvedWaits = 0; // stream waits whose event is not in the trace
    std::uint64_t unresolvedSyncs = 0; // waiting calls whose target is not in the trace
    std::uint64_t repairedPoints = 0; // operations without known predecessor
    std::uint64_t handOffs = 0; // inferred ones that are used
    std::uint64_t overlaps =
        0; // operations that began before their predecessor on the stream ended
};

// Where an operation's, a call's points are; kNone if outside the region.
struct PointIndex
{
    std::vector<std::uint32_t> opStart; // per operation; its end: opEnd
    std::vector<std::uint32_t> opEnd;
};

struct Window
{
    std::int64_t begin = 0; // source
    std::int64_t end = 0; // of the chosen range, on the anchor thread
    std::int64_t sink = 0; // latest of end and of the work launched inside
    std::uint32_t anchor = kNone; // thread; none: there is no host thread
    bool whole = false;
};

// The window of a range: finds the sink.
Window windowOf(const Input& input, TimeRange range, std::uint32_t anchor, bool whole);

class Builder
{
public:
    Builder(const Input& input, const Options& options, const std::vector<Lags>& lags,
            const Window& window);

    // Errors: Cancelled, Limit. Leaves the calibrated graph in `graph`.
    Result<void> build(const JobContext& job);

    Graph graph;
    PointIndex points;
    BuildCounts counts;

private:
    struct StreamState
    {
        std::uint32_t last = kNone; // point: end of the latest operation
        std::uint32_t lastStart = kNone; // its start; none after a graph launch
        std::vector<std::uint32_t> pending; // points the next operation waits for
        std::vector<std::uint32_t> ends; // all ends, for the launch queue
        std::vector<std::uint32_t> orphans; // operations without call, by start
        std::size_t nextOrphan = 0;
        std::uint64_t waitsSeen = 0; // unresolved waits of the process at the latest operation
    };
    struct ThreadState
    {
        std::uint32_t last = kNone; // latest point
        std::uint32_t begin = kNone; // latest begin of a call: of nested calls, the outer one's
        bool works = false; // launches or waits, and doesn't only look on
    };
    struct ProcessState
    {
        std::vector<std::uint32_t> streams;
        std::uint64_t unresolvedWaits = 0;
        bool namelessRecords = false; // events were recorded that can't be told from each other
    };

    // builder.cpp
    void prepareState();
    Result<void> walk(const JobContext& job);
    void step(std::uint32_t callIndex);
    void stepBeforeWindow(std::uint32_t callIndex);
    void connectLanes(); // points without in-edge, tails, sink
    std::vector<std::uint32_t> endThreads();
    std::uint32_t lastEnd(const std::vector<std::uint32_t>& threadEnds) const;
    const Lags& lagsOf(std::uint32_t stream) const
    {
        return m_lags[m_input.streams[stream].device];
    }
    std::int64_t launchLag(std::uint32_t stream) const;
    std::int64_t gapLag(std::uint32_t stream) const;
    std::int64_t timeOf(std::uint32_t point) const { return graph.time[point]; }
    std::int64_t clamped(std::int64_t t) const { return t < m_window.begin ? m_window.begin : t; }

    // build_host.cpp
    std::uint32_t hostPoint(std::uint32_t thread, PointKind kind, std::uint32_t subject,
                            std::int64_t t, std::int64_t idleSince = INT64_MAX);
    std::uint32_t callEnd(std::uint32_t callIndex, std::uint32_t begin, bool waited,
                          std::int64_t ownCost);
    void handOffOut(std::uint32_t index);
    void handOffIn(std::uint32_t index);

    // build_launch.cpp
    void launch(std::uint32_t callIndex, std::uint32_t begin);
    void addOp(std::uint32_t opIndex, std::uint32_t callPoint, std::uint32_t process);
    void addFifo(std::uint32_t opIndex, std::uint32_t start, std::uint32_t end);
    void addWaits(std::uint32_t opIndex, std::uint32_t start);
    void inferWait(std::uint32_t opIndex, std::uint32_t start, std::uint32_t callPoint,
                   std::uint32_t process);
    void addLegacy(std::uint32_t opIndex, std::uint32_t start, std::uint32_t end);
    void flushOrphans(std::uint32_t stream, std::int64_t startsBefore, std::int64_t endsBy);
    void addOrphan(std::uint32_t opIndex);

    // build_graph_launch.cpp
    void graphLaunch(std::uint32_t callIndex, std::uint32_t begin);
    void addNode(std::uint32_t opIndex, const std::vector<std::uint32_t>& before, bool inferred,
                 std::uint32_t callPoint);

    // build_events.cpp
    void eventRecord(std::uint32_t callIndex, std::uint32_t begin);
    void streamWait(std::uint32_t callIndex);
    std::uint32_t markerOf(const Call& call) const;
    bool isResolved(const Call& call) const;

    // build_sync.cpp
    void wait(std::uint32_t callIndex, std::uint32_t begin);
    void copyReturn(std::uint32_t callIndex, std::uint32_t begin, std::uint32_t previous);
    void implicitSync(std::uint32_t callIndex, std::uint32_t begin);
    void query(std::uint32_t callIndex, std::uint32_t begin);
    bool blockedByQueue(std::uint32_t callIndex, std::uint32_t begin);
    std::vector<std::uint32_t> awaited(const Call& call, bool& resolved);
    std::uint32_t coincident(std::uint32_t process, std::uint32_t device, std::int64_t from,
                             std::int64_t to) const;

    // build_collective.cpp
    void addCollectives();
    void join(std::uint32_t collective, const std::vector<std::uint32_t>& starts,
              const std::vector<std::uint32_t>& ends);
    bool joined(std::uint32_t opIndex) const;

    const Input& m_input;
    const Options& m_options;
    std::vector<Lags> m_lags; // per device
    Window m_window;
    std::vector<StreamState> m_streams;
    std::vector<ThreadState> m_threads;
    std::vector<ProcessState> m_processes;
    std::unordered_map<std::uint32_t, std::uint32_t> m_eventMarker; // event -> latest marker
    std::unordered_map<std::uint32_t, std::uint32_t> m_recordMarker; // record -> marker
    std::vector<std::uint32_t> m_outPoint; // per hand-off
    std::vector<bool> m_joins; // per collective: all parts are known and can be joined
    std::vector<std::uint32_t> m_scratch;
};

} // namespace longpole::critical_path
