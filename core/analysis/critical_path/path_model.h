// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Input, graph and path of one region, without a trace: what critical_path.h is a face of and what
// tests with hand-written input look at. Immutable once built.
#pragma once

#include "core/analysis/critical_path/builder.h"
#include "core/analysis/critical_path/categories.h"
#include "core/analysis/critical_path/sweeps.h"

#include <array>
#include <memory>
#include <optional>
#include <vector>

namespace longpole::critical_path {

// Input after the steps of prepare.h, with its lags: the same for all regions of a trace.
struct Prepared
{
    Input input;
    std::vector<Lags> lags; // per device
    std::vector<std::int64_t> clockShift; // per device
};
std::shared_ptr<const Prepared> prepare(Input input, const Options& options);

// One stretch of the path. Indices into the input.
struct PathStep
{
    std::int64_t begin = 0;
    std::int64_t end = 0;
    Category category = Category::Unexplained;
    bool inferred = false;
    std::uint32_t fromPoint = 0; // the edge's ends
    std::uint32_t toPoint = 0;
};

// A path: points from source to sink, and between each two the edge and its lag.
struct PathEdges
{
    std::vector<std::uint32_t> points;
    std::vector<std::uint32_t> edges; // one fewer
    std::vector<std::int64_t> lags;
};

struct PathModel
{
    std::shared_ptr<const Prepared> prepared;
    Options options;
    Window window;
    Graph graph;
    PointIndex points;
    BuildCounts counts;
    std::vector<std::uint32_t> path; // points, source to sink
    std::vector<std::int64_t> latest; // per point
    Detours detour; // per step of the path
    std::vector<PathStep> steps;
    std::array<std::int64_t, kCategoryCount> categories{};
    std::int64_t inferredNs = 0; // on the path only because of a guess

    const Input& input() const { return prepared->input; }
    std::int64_t makespan() const { return window.sink - window.begin; }
    // The edge whose lag is the operation's time: its duration or its collective's transfer.
    std::uint32_t workEdge(std::uint32_t op) const;
    // kUnbounded if its end doesn't matter for the sink.
    std::int64_t opSlack(std::uint32_t op) const;
    // Thread of a point on a host thread; kNone for others.
    std::uint32_t threadOf(std::uint32_t point) const;
    std::uint32_t opOf(std::uint32_t point) const; // kNone for host points
};

// Thread with the most launches; the first thread if there are none; kNone without threads.
std::uint32_t chooseAnchor(const Input& input, TimeRange range);

// range: none = the input's extent. anchor: kNone = chosen. Errors: Cancelled, Limit.
Result<std::shared_ptr<const PathModel>> buildModel(std::shared_ptr<const Prepared> prepared,
                                                    const Options& options,
                                                    std::optional<TimeRange> range,
                                                    std::uint32_t anchor, const JobContext& job);

// Steps along a path at the given times, per point (as measured, or of a replay).
std::vector<PathStep> stepsAlong(const PathModel& model, const PathEdges& path,
                                 std::span<const std::int64_t> time);
std::array<std::int64_t, kCategoryCount> sumByCategory(const std::vector<PathStep>& steps);

// What a step along this edge is; Prog becomes Cpu.
Category categoryOf(const PathModel& model, std::uint32_t edge);

} // namespace longpole::critical_path
