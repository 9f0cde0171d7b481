// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// RowView: one row of slices as arrays: sorted by start, never overlapping, times within
// ±kTimeLimit so that sums and differences can't overflow. Whoever makes a RowView checks that
// (see track_data.h); whoever uses one may rely on it. A view; the owner keeps the arrays alive.
#pragma once

#include "core/model/schema.h"

#include <algorithm>
#include <cstdint>
#include <span>

namespace longpole::timeline {

inline constexpr std::int64_t kTimeLimit = std::int64_t{1} << 61;

struct RowView
{
    std::span<const TimeNs> start;
    std::span<const DurationNs> duration;
    std::span<const StringId> name; // may be empty: unnamed
    std::span<const model::SliceClass> cls;
    std::uint32_t firstSlice = 0; // SliceId of index 0; kNone if the row has no slices of the trace
    std::span<const std::uint32_t> ids =
        {}; // SliceIds one by one, where they don't follow each other

    SliceId idAt(std::size_t i) const
    {
        if (!ids.empty()) {
            return SliceId(ids[i]);
        }
        return firstSlice == SliceId::kNone ? SliceId()
                                            : SliceId(firstSlice + static_cast<std::uint32_t>(i));
    }

    std::size_t size() const { return start.size(); }
    bool empty() const { return start.empty(); }
    std::int64_t startNs(std::size_t i) const { return start[i].ns; }
    std::int64_t endNs(std::size_t i) const { return start[i].ns + duration[i].ns; }
    std::int64_t durationNs(std::size_t i) const { return duration[i].ns; }

    // Index of the first slice that ends after `ns`, or is empty and starts at or after it.
    // Ends are sorted as starts are.
    std::size_t firstEndingAfter(std::int64_t ns) const
    {
        std::size_t i = firstStartingAt(ns);
        while (i > 0 && endNs(i - 1) > ns) {
            --i;
        }
        return i;
    }
    // Index of the first slice that starts at or after `ns`.
    std::size_t firstStartingAt(std::int64_t ns) const
    {
        const auto it = std::lower_bound(start.begin(), start.end(), ns,
                                         [](TimeNs t, std::int64_t v) { return t.ns < v; });
        return static_cast<std::size_t>(it - start.begin());
    }
};

} // namespace longpole::timeline
