// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/slice_at.h"

#include <algorithm>
#include <tuple>

namespace longpole::model {

SliceId enclosingSlice(const Track& track, const SliceTimes& slices, TimeNs time)
{
    SliceId best;
    std::tuple<bool, std::uint16_t> rank{false, 0};
    for (const Row& row : track.rows) {
        const TimeNs* const first = slices.start.begin() + row.first;
        const TimeNs* it = std::upper_bound(first, first + row.count, time);
        if (it == first) {
            continue;
        }
        --it;
        const auto i = static_cast<std::size_t>(it - slices.start.begin());
        if (slices.start[i] + slices.duration[i] < time) {
            continue;
        }
        const std::tuple candidate{slices.start[i] == time, slices.depth[i]};
        if (!best.valid() || rank < candidate) {
            best = SliceId(track.firstSlice + static_cast<std::uint32_t>(i));
            rank = candidate;
        }
    }
    return best;
}

SliceId nextSlice(const Track& track, const SliceTimes& slices, TimeNs time)
{
    SliceId best;
    TimeNs bestStart;
    for (const Row& row : track.rows) {
        const TimeNs* const first = slices.start.begin() + row.first;
        const TimeNs* const it = std::lower_bound(first, first + row.count, time);
        if (it != first + row.count && (!best.valid() || *it < bestStart)) {
            best =
                SliceId(track.firstSlice + static_cast<std::uint32_t>(it - slices.start.begin()));
            bestStart = *it;
        }
    }
    return best;
}

} // namespace longpole::model
