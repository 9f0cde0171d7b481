// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Every column of every table: type, meaning, unit. The store writes exactly these, the SQL views
// show them. Times are TimeNs from the trace's zero. kNull… means "not in the trace".
#pragma once

#include "core/base/ids.h"
#include "core/base/time.h"
#include "core/model/column.h"

#include <array>
#include <limits>

namespace longpole::model {

inline constexpr std::int64_t kNull64 = std::numeric_limits<std::int64_t>::min();
inline constexpr std::uint32_t kNull32 = 0xffffffffU;

// What a slice is, for colour and for statistics. At most 16 values (level-of-detail histograms).
// Stored in files: append only.
enum class SliceClass : std::uint8_t
{
    MatMul, // matrix multiplication, convolution
    Attention,
    Elementwise, // pointwise
    Reduction, // reduction, normalisation, softmax
    Communication, // collectives, point to point
    Copy,
    Memset,
    OtherKernel,
    Annotation, // user ranges, NVTX, iterations
    Operator, // framework operators of no class above
    Api, // CUDA/HIP runtime and driver calls
    Sync, // calls and records that wait
    Python, // Python frames
    Overhead, // the profiler's own cost
    Other
};
inline constexpr std::size_t kSliceClassCount = 15;

enum SliceFlag : std::uint8_t
{
    SliceOpenEnded = 1, // its end is not in the trace; drawn to the end of the trace
    SliceClamped = 2, // its duration was repaired
    SliceSpilled = 4 // lies on a further row because it overlaps without nesting
};

enum class GpuOpKind : std::uint8_t
{
    Kernel,
    Memcpy,
    Memset,
    Graph
};

enum class ApiKind : std::uint8_t
{
    Other,
    KernelLaunch,
    GraphLaunch,
    Memcpy,
    Memset,
    StreamSync,
    DeviceSync,
    EventSync,
    EventRecord,
    StreamWaitEvent,
    EventQuery,
    Alloc
};

// For ledger-like SQL views and JSON: provenance of a link.
enum class LinkKind : std::uint8_t
{
    Launch,
    Flow,
    ForwardBackward,
    EventWait,
    Sync,
    Collective
};
enum class Provenance : std::uint8_t
{
    Recorded,
    Inferred
};

enum class InstantScope : std::uint8_t
{
    Thread,
    Process,
    Global
};

// Slices of one track, ordered by (row, start). Within a row they never overlap.
namespace slice {
inline constexpr ColumnSpec<TimeNs> kStart{Table::Slices, 0, "start"};
inline constexpr ColumnSpec<DurationNs> kDuration{Table::Slices, 1, "duration"}; // >= 0
inline constexpr ColumnSpec<StringId> kName{Table::Slices, 2, "name"};
inline constexpr ColumnSpec<std::uint16_t> kCategory{Table::Slices, 3,
                                                     "category"}; // Trace::categories()
inline constexpr ColumnSpec<SliceClass> kClass{Table::Slices, 4, "class"};
inline constexpr ColumnSpec<std::uint8_t> kFlags{Table::Slices, 5, "flags"}; // SliceFlag
inline constexpr ColumnSpec<std::uint16_t> kDepth{Table::Slices, 6,
                                                  "depth"}; // nesting depth, 0 = root
inline constexpr ColumnSpec<SliceId> kParent{Table::Slices, 7, "parent"}; // enclosing slice or none
inline constexpr ColumnSpec<std::uint32_t> kArgs{Table::Slices, 8,
                                                 "args"}; // Trace::args(), kNull32 = none
} // namespace slice

// Instants of one track, ordered by time.
namespace instant {
inline constexpr ColumnSpec<TimeNs> kTime{Table::Instants, 0, "time"};
inline constexpr ColumnSpec<StringId> kName{Table::Instants, 1, "name"};
inline constexpr ColumnSpec<std::uint16_t> kCategory{Table::Instants, 2, "category"};
inline constexpr ColumnSpec<InstantScope> kScope{Table::Instants, 3, "scope"};
inline constexpr ColumnSpec<std::uint32_t> kArgs{Table::Instants, 4, "args"};
} // namespace instant

// Samples of one counter track, ordered by time; a value holds until the next one.
namespace counter {
inline constexpr ColumnSpec<TimeNs> kTime{Table::Counters, 0, "time"};
inline constexpr ColumnSpec<double> kValue{Table::Counters, 1, "value"};
} // namespace counter

// GPU operations, ordered by slice.
namespace gpu_op {
inline constexpr ColumnSpec<SliceId> kSlice{Table::GpuOps, 0, "slice"};
inline constexpr ColumnSpec<TrackId> kTrack{Table::GpuOps, 1, "track"};
inline constexpr ColumnSpec<StringId> kName{Table::GpuOps, 2, "name"};
inline constexpr ColumnSpec<GpuOpKind> kKind{Table::GpuOps, 3, "kind"};
inline constexpr ColumnSpec<SliceClass> kClass{Table::GpuOps, 4, "class"};
inline constexpr ColumnSpec<TimeNs> kStart{Table::GpuOps, 5, "start"};
inline constexpr ColumnSpec<DurationNs> kDuration{Table::GpuOps, 6, "duration"};
inline constexpr ColumnSpec<std::uint32_t> kDevice{Table::GpuOps, 7,
                                                   "device"}; // index into Trace::devices()
inline constexpr ColumnSpec<std::int64_t> kContext{Table::GpuOps, 8, "context"};
inline constexpr ColumnSpec<std::int64_t> kStream{Table::GpuOps, 9, "stream"};
inline constexpr ColumnSpec<std::int64_t> kCorrelation{Table::GpuOps, 10, "correlation"};
inline constexpr ColumnSpec<std::uint32_t> kGridX{Table::GpuOps, 11, "grid_x"};
inline constexpr ColumnSpec<std::uint32_t> kGridY{Table::GpuOps, 12, "grid_y"};
inline constexpr ColumnSpec<std::uint32_t> kGridZ{Table::GpuOps, 13, "grid_z"};
inline constexpr ColumnSpec<std::uint32_t> kBlockX{Table::GpuOps, 14, "block_x"};
inline constexpr ColumnSpec<std::uint32_t> kBlockY{Table::GpuOps, 15, "block_y"};
inline constexpr ColumnSpec<std::uint32_t> kBlockZ{Table::GpuOps, 16, "block_z"};
inline constexpr ColumnSpec<std::uint32_t> kRegisters{Table::GpuOps, 17, "registers"}; // per thread
inline constexpr ColumnSpec<std::uint32_t> kSharedStatic{Table::GpuOps, 18,
                                                         "shared_static"}; // bytes per block
inline constexpr ColumnSpec<std::uint32_t> kSharedDynamic{Table::GpuOps, 19,
                                                          "shared_dynamic"}; // bytes per block
inline constexpr ColumnSpec<std::int64_t> kBytes{Table::GpuOps, 20, "bytes"}; // copied or set
inline constexpr ColumnSpec<std::int64_t> kGraphId{Table::GpuOps, 21, "graph_id"};
inline constexpr ColumnSpec<std::int64_t> kGraphNode{Table::GpuOps, 22, "graph_node"};
inline constexpr ColumnSpec<std::int64_t> kQueued{Table::GpuOps, 23, "queued"}; // TimeNs or kNull64
inline constexpr ColumnSpec<std::int64_t> kSubmitted{Table::GpuOps, 24,
                                                     "submitted"}; // TimeNs or kNull64
inline constexpr ColumnSpec<SliceId> kLaunch{Table::GpuOps, 25,
                                             "launch"}; // host call, or none (orphan)
inline constexpr ColumnSpec<StringId> kCollective{Table::GpuOps, 26,
                                                  "collective"}; // "allreduce" …, empty if none
inline constexpr ColumnSpec<StringId> kGroup{Table::GpuOps, 27, "group"}; // process group
inline constexpr ColumnSpec<std::int64_t> kGroupSize{Table::GpuOps, 28, "group_size"};
} // namespace gpu_op

// Runtime and driver API calls, ordered by slice.
namespace api_call {
inline constexpr ColumnSpec<SliceId> kSlice{Table::ApiCalls, 0, "slice"};
inline constexpr ColumnSpec<TrackId> kTrack{Table::ApiCalls, 1, "track"};
inline constexpr ColumnSpec<StringId> kName{Table::ApiCalls, 2, "name"};
inline constexpr ColumnSpec<TimeNs> kStart{Table::ApiCalls, 3, "start"};
inline constexpr ColumnSpec<DurationNs> kDuration{Table::ApiCalls, 4, "duration"};
inline constexpr ColumnSpec<ApiKind> kKind{Table::ApiCalls, 5, "kind"};
inline constexpr ColumnSpec<std::int64_t> kCorrelation{Table::ApiCalls, 6, "correlation"};
inline constexpr ColumnSpec<std::int64_t> kStream{Table::ApiCalls, 7, "stream"};
inline constexpr ColumnSpec<std::int64_t> kReturnCode{Table::ApiCalls, 8, "return_code"};
} // namespace api_call

// Links, ordered by (from, to, kind); one row per pair and kind.
namespace link {
inline constexpr ColumnSpec<SliceId> kFrom{Table::Links, 0, "from"};
inline constexpr ColumnSpec<SliceId> kTo{Table::Links, 1, "to"};
inline constexpr ColumnSpec<LinkKind> kKind{Table::Links, 2, "kind"};
inline constexpr ColumnSpec<Provenance> kProvenance{Table::Links, 3, "provenance"};
inline constexpr ColumnSpec<std::uint32_t> kOrderByTo{
    Table::Links, 4, "order_by_to"}; // row numbers sorted by (to, from)
} // namespace link

// How a column's values behave, which decides how the store packs them.
enum class ColumnShape : std::uint8_t
{
    Time,
    Number,
    Index,
    Enum,
    Real
};

struct ColumnInfo
{
    Table table;
    std::uint8_t index;
    std::uint8_t width; // bytes per value: 1, 2, 4, 8
    ColumnShape shape;
    const char* name;
};

// All fixed-width columns (everything but Args and Lod), in table and index order.
std::span<const ColumnInfo> allColumns();

} // namespace longpole::model
