// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/column_check.h"

#include <algorithm>
#include <vector>

namespace longpole::store {

namespace {

using namespace model;

template <class T>
std::span<const T> as(std::span<const std::byte> bytes)
{
    return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
}

template <class T>
bool is(const ColumnKey& key, const ColumnSpec<T>& spec)
{
    return key.table == spec.table && key.column == spec.index;
}

// All values below the limit; `none` (all bits set) too where it is allowed.
template <class U>
bool below(std::span<const std::byte> bytes, std::uint64_t limit, bool noneAllowed)
{
    constexpr U kNone = static_cast<U>(~U{0});
    bool fine = true;
    for (const U v : as<U>(bytes)) {
        fine &= v < limit || (noneAllowed && v == kNone);
    }
    return fine;
}

template <class T>
bool ascending(std::span<const T> v, bool strictly)
{
    for (std::size_t i = 1; i < v.size(); ++i) {
        if (v[i] < v[i - 1] || (strictly && !(v[i - 1] < v[i]))) {
            return false;
        }
    }
    return true;
}

bool ascendingInRows(std::span<const std::int64_t> starts, const Track& track)
{
    return std::all_of(track.rows.begin(), track.rows.end(), [&](const Row& row) {
        return ascending(starts.subspan(row.first, row.count), false);
    });
}

// Parents lie in the same track, and every chain of them ends.
bool parentsEnd(std::span<const std::uint32_t> parents, const Track& track)
{
    bool towardsFront = true;
    for (std::size_t i = 0; i < parents.size(); ++i) {
        const std::uint32_t p = parents[i];
        if (p == kNull32) {
            continue;
        }
        if (p < track.firstSlice || p - track.firstSlice >= track.sliceCount) {
            return false;
        }
        towardsFront = towardsFront && p - track.firstSlice < i;
    }
    if (towardsFront) {
        return true; // every step gets closer to the first slice
    }
    std::vector<std::uint32_t> visitedBy(parents.size(), kNull32);
    for (std::uint32_t i = 0; i < parents.size(); ++i) {
        for (std::uint32_t at = i; visitedBy[at] == kNull32; at = parents[at] - track.firstSlice) {
            visitedBy[at] = i;
            if (parents[at] == kNull32) {
                break;
            }
            if (visitedBy[parents[at] - track.firstSlice] == i) {
                return false;
            }
        }
    }
    return true;
}

bool checkSlices(const ColumnKey& key, std::span<const std::byte> bytes, const ColumnLimits& limits)
{
    const Track& track = limits.tracks[key.part];
    if (is(key, slice::kStart)) {
        return ascendingInRows(as<std::int64_t>(bytes), track);
    }
    if (is(key, slice::kDuration)) {
        const auto durations = as<std::int64_t>(bytes);
        return std::all_of(durations.begin(), durations.end(),
                           [](std::int64_t d) { return d >= 0; });
    }
    if (is(key, slice::kParent)) {
        return parentsEnd(as<std::uint32_t>(bytes), track);
    }
    return true;
}

bool checkByTable(const ColumnKey& key, std::span<const std::byte> bytes,
                  const ColumnLimits& limits)
{
    switch (key.table) {
    case Table::Slices:
        return checkSlices(key, bytes, limits);
    case Table::Instants:
        return !is(key, instant::kTime) || ascending(as<std::int64_t>(bytes), false);
    case Table::Counters:
        return !is(key, counter::kTime) || ascending(as<std::int64_t>(bytes), false);
    case Table::GpuOps:
        if (is(key, gpu_op::kDuration)) {
            const auto durations = as<std::int64_t>(bytes);
            return std::all_of(durations.begin(), durations.end(),
                               [](std::int64_t d) { return d >= 0; });
        }
        return !is(key, gpu_op::kSlice) || ascending(as<std::uint32_t>(bytes), true);
    case Table::ApiCalls:
        return !is(key, api_call::kSlice) || ascending(as<std::uint32_t>(bytes), true);
    case Table::Links:
        return !is(key, link::kFrom) || ascending(as<std::uint32_t>(bytes), false);
    case Table::Args:
    case Table::Lod:
        break;
    }
    return true;
}

// References and enums, whatever table they are in.
bool checkRange(const ColumnKey& key, std::span<const std::byte> bytes, const ColumnLimits& limits)
{
    const auto refers = [&](std::uint64_t limit, bool noneAllowed) {
        return below<std::uint32_t>(bytes, limit, noneAllowed);
    };
    const auto knows = [&](auto last) {
        return below<std::uint8_t>(bytes, static_cast<std::uint64_t>(last) + 1, false);
    };
    if (is(key, slice::kName) || is(key, instant::kName) || is(key, gpu_op::kName)
        || is(key, api_call::kName) || is(key, gpu_op::kCollective) || is(key, gpu_op::kGroup)) {
        return refers(limits.strings, true);
    }
    if (is(key, slice::kCategory) || is(key, instant::kCategory)) {
        return below<std::uint16_t>(bytes, std::max<std::uint64_t>(1, limits.categories), true);
    }
    if (is(key, slice::kArgs) || is(key, instant::kArgs)) {
        return refers(limits.args, true);
    }
    if (is(key, gpu_op::kSlice) || is(key, api_call::kSlice) || is(key, link::kFrom)
        || is(key, link::kTo)) {
        return refers(limits.slices, false);
    }
    if (is(key, slice::kParent) || is(key, gpu_op::kLaunch)) {
        return refers(limits.slices, true);
    }
    if (is(key, gpu_op::kTrack) || is(key, api_call::kTrack)) {
        return refers(limits.tracks.size(), false);
    }
    if (is(key, gpu_op::kDevice)) {
        return refers(limits.devices, true);
    }
    if (is(key, link::kOrderByTo)) {
        return refers(limits.links, false);
    }
    if (is(key, slice::kClass) || is(key, gpu_op::kClass)) {
        return knows(kSliceClassCount - 1);
    }
    return is(key, gpu_op::kKind)    ? knows(GpuOpKind::Graph)
        : is(key, api_call::kKind)   ? knows(ApiKind::EventQuery)
        : is(key, link::kKind)       ? knows(LinkKind::Collective)
        : is(key, link::kProvenance) ? knows(Provenance::Inferred)
        : is(key, instant::kScope)   ? knows(InstantScope::Global)
                                     : true;
}

} // namespace

ColumnLimits::ColumnLimits(const Dimensions& dimensions)
    : strings(dimensions.parts.strings.size())
    , categories(dimensions.parts.categories.size())
    , devices(dimensions.parts.devices.size())
    , slices(dimensions.parts.counts.slices)
    , links(dimensions.parts.counts.links)
    , args(dimensions.argsCount)
    , tracks(dimensions.parts.tracks)
{ }

Result<void> checkColumn(const ColumnKey& key, std::span<const std::byte> bytes,
                         const ColumnLimits& limits)
{
    if (!checkRange(key, bytes, limits) || !checkByTable(key, bytes, limits)) {
        return fail(Errc::Format, "holds values that can't be");
    }
    return {};
}

} // namespace longpole::store
