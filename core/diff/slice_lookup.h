// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Looks up many slices by id: Trace::slice() loads columns at each call, this keeps those of the
// tracks it has met.
#pragma once

#include "core/model/trace.h"

#include <cstdint>
#include <vector>

namespace longpole::diff {

// Used by one thread; the trace must outlive it. Ids must be valid slices of the trace.
class SliceLookup
{
public:
    explicit SliceLookup(const model::Trace& trace)
        : m_trace(trace)
        , m_tracks(trace.tracks().size())
    { }
    TimeNs start(SliceId id) { return at(id).start[row(id)]; }
    StringId name(SliceId id) { return at(id).name[row(id)]; }
    SliceId parent(SliceId id) { return at(id).parent[row(id)]; }
    model::SliceClass cls(SliceId id) { return at(id).cls[row(id)]; }
    std::uint8_t flags(SliceId id) { return at(id).flags[row(id)]; }
    std::uint32_t args(SliceId id) { return at(id).args[row(id)]; }
    TrackId track(SliceId id);

private:
    struct Columns
    {
        bool loaded = false;
        model::Column<TimeNs> start;
        model::Column<StringId> name;
        model::Column<SliceId> parent;
        model::Column<model::SliceClass> cls;
        model::Column<std::uint8_t> flags;
        model::Column<std::uint32_t> args;
    };

    Columns& at(SliceId id);
    std::uint32_t row(SliceId id) const { return id.value - m_first; }

    const model::Trace& m_trace;
    std::vector<Columns> m_tracks;
    std::uint32_t m_first = 1; // of the track met last: [m_first, m_end)
    std::uint32_t m_end = 0;
    std::uint32_t m_current = 0;
};

} // namespace longpole::diff
