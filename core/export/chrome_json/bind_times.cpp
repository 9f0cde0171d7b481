// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/chrome_json/bind_times.h"

#include <algorithm>

namespace longpole::exporting {

const model::SliceTimes& BindTimes::columns(TrackId track)
{
    const auto found = m_columns.find(track.value);
    if (found != m_columns.end()) {
        return found->second;
    }
    return m_columns
        .emplace(track.value,
                 model::SliceTimes{m_trace.column(model::slice::kStart, track),
                                   m_trace.column(model::slice::kDuration, track),
                                   m_trace.column(model::slice::kDepth, track)})
        .first->second;
}

std::optional<BindTimes::Bound> BindTimes::timeFor(SliceId slice, TimeNs earliest)
{
    const model::Track& track = m_trace.track(m_trace.trackOf(slice));
    const model::SliceTimes& c = columns(track.id);
    const std::size_t at = slice.value - track.firstSlice;
    const TimeNs start = c.start[at];
    const TimeNs end = start + c.duration[at];
    const auto means = [&](TimeNs t) {
        return start <= t && t <= end && earliest <= t
            && model::enclosingSlice(track, c, t) == slice;
    };
    const TimeNs middle = start + DurationNs{c.duration[at].ns / 2};
    for (const TimeNs t : {start, std::max(start, earliest), end, middle}) {
        if (means(t)) {
            return Bound{t, true};
        }
    }
    // Between the slices that lie in it.
    constexpr std::ptrdiff_t kTries = 64; // a row
    for (const model::Row& row : track.rows) {
        const TimeNs* const first = c.start.begin() + row.first;
        const TimeNs* const last = first + row.count;
        const TimeNs* it = std::lower_bound(first, last, std::max(start, earliest));
        it = it == first ? it : it - 1;
        for (std::ptrdiff_t n = 0; n < kTries && it != last && *it <= end; ++n, ++it) {
            const TimeNs inner = *it + c.duration[static_cast<std::size_t>(it - c.start.begin())];
            for (const TimeNs t : {*it - DurationNs{1}, inner, inner + DurationNs{1}}) {
                if (means(t)) {
                    return Bound{t, true};
                }
            }
        }
    }
    // Empty slices lie before those that begin with them.
    return earliest <= start && model::nextSlice(track, c, start) == slice
        ? std::optional(Bound{start, false})
        : std::nullopt;
}

} // namespace longpole::exporting
