// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/sort_runs.h"
#include "core/base/thread_pool.h"
#include "core/base/time.h"
#include "core/import/assembly.h"
#include "core/model/names.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <span>
#include <tuple>

namespace longpole::import {

namespace {

using model::kNull64;

std::vector<std::uint32_t> bySlice(const std::vector<SliceId>& slices)
{
    std::vector<std::uint32_t> order(slices.size());
    std::iota(order.begin(), order.end(), 0U);
    sortRuns(order, [&](std::uint32_t x, std::uint32_t y) { return slices[x] < slices[y]; });
    return order;
}

// Reads one column of slices, loading a track's column when it comes to it: ask in track order.
template <class T>
class SliceLookup
{
public:
    SliceLookup(Assembly& a, const model::ColumnSpec<T>& spec)
        : m_a(a)
        , m_spec(spec)
    { }
    T operator()(SliceId id, std::uint32_t track)
    {
        if (track != m_track) {
            m_column = m_a.sliceColumn(m_spec, track);
            m_track = track;
        }
        return m_column[id.value - m_a.tree.tracks[track].firstSlice];
    }

private:
    Assembly& m_a;
    const model::ColumnSpec<T>& m_spec;
    std::uint32_t m_track = model::kNull32;
    model::Column<T> m_column;
};

// (Scope, correlation id) → API call. Where several calls share an id, the one that launches
// wins, then the first in time.
struct Launch
{
    std::uint32_t scope;
    std::int64_t correlation;
    bool other; // false sorts first: a launching call
    SliceId slice;

    friend bool operator<(const Launch& a, const Launch& b)
    {
        return std::tie(a.scope, a.correlation, a.other, a.slice.value)
            < std::tie(b.scope, b.correlation, b.other, b.slice.value);
    }
};

bool launches(model::ApiKind kind)
{
    return kind == model::ApiKind::KernelLaunch || kind == model::ApiKind::GraphLaunch
        || kind == model::ApiKind::Memcpy || kind == model::ApiKind::Memset;
}

std::vector<Launch> writeApiCalls(Assembly& a)
{
    const std::vector<std::uint32_t> order = bySlice(a.apiSlice);
    const std::size_t n = order.size();
    SliceLookup start(a, model::slice::kStart);
    SliceLookup duration(a, model::slice::kDuration);
    SliceLookup name(a, model::slice::kName);
    std::vector<SliceId> slices(n);
    std::vector<TrackId> tracks(n);
    std::vector<StringId> names(n);
    std::vector<TimeNs> starts(n);
    std::vector<DurationNs> durations(n);
    std::vector<model::ApiKind> kinds(n);
    std::vector<std::int64_t> correlations(n);
    std::vector<std::int64_t> streams(n);
    std::vector<std::int64_t> codes(n);
    std::vector<std::uint8_t> kindOfName(a.raw.strings.size(), 0xff);
    std::vector<Launch> found;
    found.reserve(n);
    for (std::size_t k = 0; k < n; ++k) {
        const std::uint32_t i = order[k];
        const ApiFacts& f = a.raw.api[i];
        const std::uint32_t track = a.apiTrack[i];
        slices[k] = a.apiSlice[i];
        tracks[k] = TrackId(track);
        names[k] = name(slices[k], track);
        starts[k] = start(slices[k], track);
        durations[k] = duration(slices[k], track);
        std::uint8_t& kind = kindOfName[names[k].value];
        if (kind == 0xff) {
            kind = static_cast<std::uint8_t>(model::apiKind(a.raw.strings.get(names[k])));
        }
        kinds[k] = static_cast<model::ApiKind>(kind);
        correlations[k] = f.correlation;
        streams[k] = f.stream;
        codes[k] = f.returnCode == ApiFacts::kNoReturnCode ? kNull64 : f.returnCode;
        if (f.correlation != kNull64) {
            found.push_back({f.scope, f.correlation, !launches(kinds[k]), slices[k]});
        }
    }
    a.parts.counts.apiCalls = n;
    model::MemoryColumns& to = *a.raw.columns;
    to.put(model::api_call::kSlice, 0, std::move(slices));
    to.put(model::api_call::kTrack, 0, std::move(tracks));
    to.put(model::api_call::kName, 0, std::move(names));
    to.put(model::api_call::kStart, 0, std::move(starts));
    to.put(model::api_call::kDuration, 0, std::move(durations));
    to.put(model::api_call::kKind, 0, std::move(kinds));
    to.put(model::api_call::kCorrelation, 0, std::move(correlations));
    to.put(model::api_call::kStream, 0, std::move(streams));
    to.put(model::api_call::kReturnCode, 0, std::move(codes));
    sortRuns(found);
    return found;
}

// Finds launches by correlation id. GPU operations come mostly in the order of their launches, and
// those of a graph share one: what was found last and what follows it are tried first.
class LaunchFinder
{
public:
    explicit LaunchFinder(const std::vector<Launch>& table)
        : m_table(table)
        , m_last(table.begin())
    { }
    SliceId operator()(const GpuFacts& op)
    {
        if (op.correlation == kNull64) {
            return {};
        }
        const auto key = [](const auto& x) { return std::tie(x.scope, x.correlation); };
        auto it = m_last; // always the first of its id
        if (it != m_table.end() && key(*it) < key(op)) {
            ++it;
        }
        if (it == m_table.end() || key(*it) != key(op)) {
            it = std::lower_bound(
                m_table.begin(), m_table.end(), op,
                [&](const Launch& l, const GpuFacts& f) { return key(l) < key(f); });
        }
        if (it == m_table.end() || key(*it) != key(op)) {
            return {};
        }
        m_last = it;
        return it->slice;
    }

private:
    const std::vector<Launch>& m_table;
    std::vector<Launch>::const_iterator m_last;
};

// GPU operations whose columns are filled together: so many that their facts stay in the
// processor's cache meanwhile.
constexpr std::size_t kPiece = std::size_t{1} << 14U;
using Piece = std::span<const std::uint32_t>; // numbers of GPU operations

template <class Body>
void forEachPiece(const std::vector<std::uint32_t>& order, Body body)
{
    std::size_t first = 0;
    do { // once where there are none: the columns exist
        const std::size_t rows = std::min(kPiece, order.size() - first);
        body(Piece(order).subspan(first, rows));
        first += rows;
    } while (first < order.size());
}

template <class T, class Get>
void putGpu(Assembly& a, const model::ColumnSpec<T>& spec, Piece piece, Get get)
{
    std::vector<T> values(piece.size());
    std::transform(piece.begin(), piece.end(), values.begin(), get);
    a.raw.columns->append(spec, 0, std::move(values));
}

std::int64_t relative(std::int64_t absolute, std::int64_t zero)
{
    return absolute == kNull64 ? kNull64 : saturatingSub(absolute, zero);
}

void putSliceColumns(Assembly& a, const std::vector<std::uint32_t>& order)
{
    namespace op = model::gpu_op;
    SliceLookup start(a, model::slice::kStart);
    SliceLookup duration(a, model::slice::kDuration);
    SliceLookup name(a, model::slice::kName);
    SliceLookup cls(a, model::slice::kClass);
    forEachPiece(order, [&](Piece piece) {
        putGpu(a, op::kSlice, piece, [&](std::uint32_t i) { return a.gpuSlice[i]; });
        putGpu(a, op::kTrack, piece, [&](std::uint32_t i) { return TrackId(a.gpuTrack[i]); });
        putGpu(a, op::kName, piece,
               [&](std::uint32_t i) { return name(a.gpuSlice[i], a.gpuTrack[i]); });
        putGpu(a, op::kClass, piece,
               [&](std::uint32_t i) { return cls(a.gpuSlice[i], a.gpuTrack[i]); });
        putGpu(a, op::kStart, piece,
               [&](std::uint32_t i) { return start(a.gpuSlice[i], a.gpuTrack[i]); });
        putGpu(a, op::kDuration, piece,
               [&](std::uint32_t i) { return duration(a.gpuSlice[i], a.gpuTrack[i]); });
        putGpu(a, op::kDevice, piece, [&](std::uint32_t i) {
            return static_cast<std::uint32_t>(a.tree.tracks[a.gpuTrack[i]].device);
        });
    });
}

void putFactColumns(Assembly& a, Piece piece)
{
    namespace op = model::gpu_op;
    const BlockVector<GpuFacts>& g = a.raw.gpu;
    const RareGpuFacts none;
    const auto rare = [&](std::uint32_t i) -> const RareGpuFacts& {
        return g[i].rare == model::kNull32 ? none : a.raw.rare[g[i].rare];
    };
    putGpu(a, op::kKind, piece, [&](std::uint32_t i) { return g[i].kind; });
    putGpu(a, op::kContext, piece, [&](std::uint32_t i) { return g[i].context; });
    putGpu(a, op::kStream, piece, [&](std::uint32_t i) { return g[i].stream; });
    putGpu(a, op::kCorrelation, piece, [&](std::uint32_t i) { return g[i].correlation; });
    putGpu(a, op::kGridX, piece, [&](std::uint32_t i) { return g[i].grid[0]; });
    putGpu(a, op::kGridY, piece, [&](std::uint32_t i) { return g[i].grid[1]; });
    putGpu(a, op::kGridZ, piece, [&](std::uint32_t i) { return g[i].grid[2]; });
    putGpu(a, op::kBlockX, piece, [&](std::uint32_t i) { return g[i].block[0]; });
    putGpu(a, op::kBlockY, piece, [&](std::uint32_t i) { return g[i].block[1]; });
    putGpu(a, op::kBlockZ, piece, [&](std::uint32_t i) { return g[i].block[2]; });
    putGpu(a, op::kRegisters, piece, [&](std::uint32_t i) { return g[i].registers; });
    putGpu(a, op::kSharedStatic, piece, [&](std::uint32_t i) { return g[i].sharedStatic; });
    putGpu(a, op::kSharedDynamic, piece, [&](std::uint32_t i) { return g[i].sharedDynamic; });
    putGpu(a, op::kBytes, piece, [&](std::uint32_t i) { return g[i].bytes; });
    putGpu(a, op::kGraphId, piece, [&](std::uint32_t i) { return rare(i).graphId; });
    putGpu(a, op::kGraphNode, piece, [&](std::uint32_t i) { return rare(i).graphNode; });
    putGpu(a, op::kQueued, piece,
           [&](std::uint32_t i) { return relative(rare(i).queued, a.zero); });
    putGpu(a, op::kSubmitted, piece,
           [&](std::uint32_t i) { return relative(rare(i).submitted, a.zero); });
    putGpu(a, op::kCollective, piece, [&](std::uint32_t i) {
        return rare(i).collective.valid() ? rare(i).collective : StringId(0);
    });
    putGpu(a, op::kGroup, piece,
           [&](std::uint32_t i) { return rare(i).group.valid() ? rare(i).group : StringId(0); });
    putGpu(a, op::kGroupSize, piece, [&](std::uint32_t i) { return rare(i).groupSize; });
}

// An operation can't begin before the call that launches it: if one does, the clocks disagree.
void noteEarlyOps(Assembly& a)
{
    const auto apiSlice = a.column(model::api_call::kSlice, 0, a.parts.counts.apiCalls);
    const auto apiStart = a.column(model::api_call::kStart, 0, a.parts.counts.apiCalls);
    const auto launch = a.column(model::gpu_op::kLaunch, 0, a.parts.counts.gpuOps);
    const auto start = a.column(model::gpu_op::kStart, 0, a.parts.counts.gpuOps);
    std::uint64_t early = 0;
    const auto* next = apiSlice.begin(); // operations come mostly in the order of their launches
    for (std::size_t i = 0; i < launch.size(); ++i) {
        if (launch[i].valid()) {
            const auto* const at = next != apiSlice.end() && *next == launch[i]
                ? next
                : std::lower_bound(apiSlice.begin(), apiSlice.end(), launch[i]);
            next = at + 1;
            early += start[i] < apiStart[static_cast<std::size_t>(at - apiSlice.begin())] ? 1U : 0U;
        }
    }
    if (early > 0) {
        a.parts.ledger.add("gpu-op-before-launch", model::Severity::Info,
                           "GPU operations that start before the call that launches them (the "
                           "clocks of host and GPU disagree)",
                           {}, early);
    }
}

} // namespace

void assembleOps(Assembly& a)
{
    std::vector<Launch> launchTable;
    const std::vector<std::uint32_t> order = bySlice(a.gpuSlice);
    const std::function<void()> parts[] = {
        [&] { launchTable = writeApiCalls(a); }, [&] { putSliceColumns(a, order); },
        [&] { forEachPiece(order, [&](Piece piece) { putFactColumns(a, piece); }); }};
    parallelFor(std::size(parts), [&](std::size_t i) { parts[i](); });
    model::TraceCounts& counts = a.parts.counts;
    counts.gpuOps = order.size();
    for (const GpuFacts& g : a.raw.gpu) {
        counts.kernels += g.kind == model::GpuOpKind::Kernel ? 1U : 0U;
        counts.memcpys += g.kind == model::GpuOpKind::Memcpy ? 1U : 0U;
        counts.memsets += g.kind == model::GpuOpKind::Memset ? 1U : 0U;
        counts.graphReplays += g.kind == model::GpuOpKind::Graph ? 1U : 0U;
    }
    std::uint64_t orphans = 0;
    LaunchFinder launchOf(launchTable);
    putGpu(a, model::gpu_op::kLaunch, order, [&](std::uint32_t i) {
        const SliceId launch = launchOf(a.raw.gpu[i]);
        orphans += launch.valid() ? 0U : 1U;
        return launch;
    });
    if (orphans > 0) {
        a.parts.ledger.add("gpu-op-without-launch", model::Severity::Info,
                           counts.apiCalls == 0
                               ? "GPU operations without a launching call: the file holds no API "
                                 "calls at all"
                               : "GPU operations whose launching call is not in the file "
                                 "(recording began or was cut between launch and execution)",
                           {}, orphans);
    }
    noteEarlyOps(a);
}

} // namespace longpole::import
