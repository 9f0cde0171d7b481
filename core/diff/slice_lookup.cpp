// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/slice_lookup.h"

namespace longpole::diff {

SliceLookup::Columns& SliceLookup::at(SliceId id)
{
    if (id.value < m_first || id.value >= m_end) {
        const TrackId track = m_trace.trackOf(id);
        const model::Track& t = m_trace.track(track);
        m_first = t.firstSlice;
        m_end = t.firstSlice + t.sliceCount;
        m_current = track.value;
    }
    Columns& c = m_tracks[m_current];
    if (!c.loaded) {
        const TrackId track(m_current);
        c.loaded = true;
        c.start = m_trace.column(model::slice::kStart, track);
        c.name = m_trace.column(model::slice::kName, track);
        c.parent = m_trace.column(model::slice::kParent, track);
        c.cls = m_trace.column(model::slice::kClass, track);
        c.flags = m_trace.column(model::slice::kFlags, track);
        c.args = m_trace.column(model::slice::kArgs, track);
    }
    return c;
}

TrackId SliceLookup::track(SliceId id)
{
    at(id);
    return TrackId(m_current);
}

} // namespace longpole::diff
