// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The long pole of a run: what limits its length, how much each operation could gain at most, why
// the GPU was idle, and what a change would do.
//
// The model is a max-plus recurrence over points (begin and end of calls and operations),
//     t(v) = rho(v) + max over edges (t(u) + m(u, v)),
// whose minimum lags m and residuals rho >= 0 reproduce every measured time exactly. The critical
// path is the chain of binding edges from the region's sink back to its source, so its length is
// the makespan by construction. What no known dependency explains is the residual, never hidden.
//
//     auto path = analyse(trace, {}, {}, job);            // whole trace
//     path->categories()[index(Category::Kernel)]         // ns of kernels on the path
//     whatIf(*path, {{.kind = ChangeKind::Scale, .select = {.name = "gemm"}, .factor = 0.5}});
//
// All times int64 ns on the trace's clock. A CriticalPath is immutable and may be shared between
// threads; it keeps the trace alive. Nothing here prints, formats or colours.
#pragma once

#include "core/analysis/critical_path/categories.h"
#include "core/analysis/critical_path/gap_parts.h"
#include "core/analysis/critical_path/options.h"
#include "core/analysis/critical_path/region.h"
#include "core/base/job.h"
#include "core/base/result.h"
#include "core/model/trace.h"

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace longpole::critical_path {

// One stretch of the path. Steps are in time order and contiguous: each begins where the one
// before ends; the first begins at the region's source, the last ends at its sink.
struct Step
{
    TimeNs begin;
    TimeNs end;
    Category category = Category::Unexplained;
    model::Provenance provenance = model::Provenance::Recorded;
    TrackId track; // where it is drawn: a host thread or a stream; none if unknown
    SliceId slice; // the operation or call it is about; none for untracked host time
    SliceId from; // what the step waited for: the other end of its edge; may be none
    DurationNs moved; // later than its GPU operation was recorded, because the clock was repaired

    DurationNs duration() const { return end - begin; }
};

// What the analysis knows of one GPU operation.
struct OpFigures
{
    SliceId slice;
    bool onPath = false;
    DurationNs duration;
    DurationNs slack; // how much longer it could take without lengthening the region
    DurationNs drag; // how much the region would shrink if it took no time; 0 off the path
    SliceId bindsNext; // what limits once `drag` is gained: an operation or call, or none
};

// How far the result can be trusted. Shares are of the makespan.
struct Confidence
{
    double residualShare = 0; // on the path, explained by nothing in the trace
    double inferredShare = 0; // on the path only because of a dependency that was guessed
    std::uint64_t unresolvedWaits = 0; // stream waits and syncs whose target is not in the trace
    std::uint64_t inferredEdges = 0;
    std::uint64_t droppedEdges = 0; // dependencies the recorded times contradict
    std::uint64_t repairedPoints = 0; // operations without any known predecessor
    DurationNs clockShift; // largest correction of a device's clock; negative: back
    bool laidOut = false; // there is no timeline, hence no path (core/model/laid_out.h)
    std::vector<std::string> words; // sentences for people; empty if nothing is to be said
};

// Minimum lags of one device as estimated from the trace.
struct DeviceLags
{
    std::uint32_t device = 0; // into Trace::devices()
    Lags lags;
};

// One gap of a device or stream. The parts of all causes sum to its duration.
struct Gap
{
    TimeNs begin;
    DurationNs duration;
    TrackId stream; // where the operation that ends the gap runs; none for a trailing gap
    Cause cause = Cause::Unexplained; // the largest part
    GapParts parts;
    SliceId blame; // host slice, sync, copy, event wait, collective or kernel of the largest part
    SliceId before; // the operation before the gap; may be none
    SliceId after; // the operation after it; may be none
    DurationNs moved; // later than recorded, because the device's clock was repaired

    TimeRange range() const { return {begin, begin + duration}; } // on the host's clock
    // On the device's own clock: where its operations stand in the trace.
    TimeRange recorded() const { return {begin - moved, begin - moved + duration}; }
};

struct IdleTime
{
    std::uint32_t device = 0; // into Trace::devices()
    TrackId stream; // none: the device (union of its streams)
    DurationNs idle;
    std::array<DurationNs, kCauseCount> causes{}; // sum to idle exactly
    std::vector<Gap> gaps; // by time
};

struct Stalls
{
    std::vector<IdleTime> devices;
    std::vector<IdleTime> streams;
};

// One rank's part of a collective.
struct CollectivePart
{
    SliceId slice;
    std::uint32_t device = 0; // into Trace::devices()
    std::int32_t rank = -1;
    TimeNs begin;
    TimeNs end;
    DurationNs skew; // waited for the last rank to arrive
    DurationNs transfer; // from the last arrival to its own end
    bool onPath = false;
};

struct Collective
{
    std::string_view name; // of the kernel
    std::string_view kind; // "allreduce" …, may be empty
    std::string_view group; // process group, may be empty
    std::vector<CollectivePart> parts; // by device
    std::uint32_t last = 0; // into parts: who arrived last
};

// Everything of one region. See the header comment.
class CriticalPath
{
public:
    struct State;
    explicit CriticalPath(std::shared_ptr<const State> state);

    const model::Trace& trace() const;
    const Region& region() const; // its range.end is the sink's time
    DurationNs makespan() const; // sink - source
    DurationNs length() const; // sum of the steps
    DurationNs residual() const; // == categories()[Unexplained]
    const std::array<DurationNs, kCategoryCount>& categories() const; // sum to makespan()
    const std::vector<Step>& steps() const;
    const Confidence& confidence() const;
    const std::vector<DeviceLags>& lags() const;
    std::uint64_t pointCount() const;
    std::uint64_t edgeCount() const;

    // GPU operations of the region, in slice order.
    std::span<const OpFigures> ops() const;
    // None for what is no GPU operation of the region.
    const OpFigures* op(SliceId slice) const;
    // Host calls and operations: whether a step is about it (binary search).
    bool onPath(SliceId slice) const;

    // Where the GPUs were idle, and why: computed on demand. Whole trace: from each device's first
    // operation to its last; else from source to sink. Host code to blame is named.
    Result<Stalls> stalls(const JobContext& job, bool perStream = true) const;
    // Collectives that several ranks take part in, by time.
    std::vector<Collective> collectives() const;

    const State& state() const { return *m_state; }

private:
    std::shared_ptr<const State> m_state;
};

// What is the same for all regions of a trace: reading it takes longer than analysing a small
// region, so whoever asks again and again keeps this. Immutable; keeps the trace alive.
struct Prepared;
class PreparedTrace
{
public:
    static Result<PreparedTrace> make(std::shared_ptr<const model::Trace> trace,
                                      const Options& options, const JobContext& job);

    const std::shared_ptr<const model::Trace>& trace() const { return m_trace; }
    const std::shared_ptr<const Prepared>& prepared() const { return m_prepared; }
    const Options& options() const { return m_options; }

private:
    std::shared_ptr<const model::Trace> m_trace;
    std::shared_ptr<const Prepared> m_prepared;
    Options m_options;
};

// Errors: Format if the region is not in the trace, Cancelled, Limit (more than 2^31 points).
// anchor: host thread the region is measured on, in place of the options' and the chosen one.
// A trace without GPU operations is not an error: its path is host time.
Result<CriticalPath> analyse(const PreparedTrace& prepared, const RegionSpec& region,
                             std::optional<TrackId> anchor, const JobContext& job);
// Both steps at once.
Result<CriticalPath> analyse(std::shared_ptr<const model::Trace> trace, const RegionSpec& region,
                             const Options& options, const JobContext& job);

// A stretch of host time, split into the innermost slices that cover it (none: untracked). Pieces
// are in order and contiguous. For waterfalls by operation and hover answers.
struct HostPiece
{
    TimeNs begin;
    TimeNs end;
    SliceId slice;
};
std::vector<HostPiece> hostPieces(const model::Trace& trace, TrackId thread, TimeRange range);

// Names the host code that starved a GPU: for gaps whose cause is host work, `blame` becomes the
// slice with the longest stretch of it, waiting calls left out; on the thread of the call that the
// work came after, else the anchor. Part of stalls().
void nameHostCode(const CriticalPath& path, Stalls& stalls, const JobContext& job);
// Likewise for the steps of the path that are host work: one slice per step, none for all others.
std::vector<SliceId> hostCodeOfSteps(const CriticalPath& path, const JobContext& job);

// ---------------------------------------------------------------------------------------- what if

enum class ChangeKind : std::uint8_t
{
    Scale, // selected GPU operations take factor times as long
    Remove, // selected GPU operations take no time; their calls too unless keepCalls
    ScaleCpu, // host work (not launches, not waits) takes factor times as long
    ScaleLaunch, // launch calls and launch latency
    RemoveSync, // selected waiting calls don't wait
    MedianRank, // `rank` behaves like the median of all ranks
    Fuse, // each run of selected operations on a stream becomes one operation
    Graph // each run of selected launches becomes one graph launch
};

// What a change is about. Empty members don't restrict; all given ones must hold.
struct Selector
{
    std::string name{}; // ECMAScript regex, searched in the name
    std::optional<TrackId> stream{};
    std::string annotation{}; // as RegionSpec::parse takes it: operations launched inside it
    std::vector<SliceId> slices{}; // operations or calls
};

struct Change
{
    ChangeKind kind = ChangeKind::Scale;
    Selector select{};
    double factor = 1.0; // >= 0
    bool keepCalls = true;
    std::int32_t rank = -1;
};

struct WhatIf
{
    DurationNs makespan; // as measured
    DurationNs low; // new makespan, optimistic: delays that nothing explains vanish where
                    // something else begins to bind
    DurationNs high; // new makespan, conservative: such delays stay
    std::uint64_t changed = 0; // operations, calls or host stretches that the changes touch
    std::vector<Step> steps; // the new path (conservative), at its new times
    std::array<DurationNs, kCategoryCount> categories{}; // of the new path; sum to high
    Category bindsNext = Category::Unexplained; // what grew most on the path
    SliceId bindsNextSlice; // its longest step; may be none
    std::vector<std::string> assumptions; // sentences
};

// Errors: Format for a bad regex, an unknown annotation or a negative factor; Cancelled.
// A selection that matches nothing is not an error: `changed` is 0.
Result<WhatIf> whatIf(const CriticalPath& path, std::span<const Change> changes,
                      const JobContext& job);

} // namespace longpole::critical_path
