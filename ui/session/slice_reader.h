// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// SliceReader: a few facts of very many slices, one after the other; a track's columns are fetched
// once, as needed. For one thread.
#pragma once

#include "core/model/trace.h"

#include <optional>
#include <unordered_map>

namespace longpole::session {

class SliceReader
{
public:
    explicit SliceReader(const model::Trace& trace)
        : m_trace(trace)
    { }

    // None for no slice.
    StringId name(SliceId slice)
    {
        if (!slice.valid()) {
            return {};
        }
        Columns& c = of(slice);
        c.name = c.name ? c.name : m_trace.column(model::slice::kName, c.track);
        return (*c.name)[slice.value - c.first];
    }
    TimeRange range(SliceId slice)
    {
        Columns& c = of(slice);
        if (!c.start) {
            c.start = m_trace.column(model::slice::kStart, c.track);
            c.duration = m_trace.column(model::slice::kDuration, c.track);
        }
        const TimeNs start = (*c.start)[slice.value - c.first];
        return {start, start + (*c.duration)[slice.value - c.first]};
    }

private:
    struct Columns
    {
        TrackId track;
        std::uint32_t first = 0;
        std::optional<model::Column<StringId>> name;
        std::optional<model::Column<TimeNs>> start;
        std::optional<model::Column<DurationNs>> duration;
    };
    Columns& of(SliceId slice)
    {
        const TrackId track = m_trace.trackOf(slice);
        const auto [it, isNew] = m_columns.try_emplace(track.value);
        if (isNew) {
            it->second.track = track;
            it->second.first = m_trace.track(track).firstSlice;
        }
        return it->second;
    }

    const model::Trace& m_trace;
    std::unordered_map<std::uint32_t, Columns> m_columns;
};

} // namespace longpole::session
