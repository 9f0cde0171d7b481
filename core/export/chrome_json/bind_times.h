// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// A flow of a Chrome trace names a slice by a track and a time: the innermost slice there. Finds
// times that mean a certain slice.
#pragma once

#include "core/model/trace.h"

#include <optional>
#include <unordered_map>

namespace longpole::exporting {

// Keeps the times of the tracks asked for. One thread.
class BindTimes
{
public:
    explicit BindTimes(const model::Trace& trace)
        : m_trace(trace)
    { }
    struct Bound
    {
        TimeNs time;
        bool enclosing = true; // the innermost slice at that time; else the next that begins
    };
    // A time, not before `earliest`, at which the slice is what a reader finds; nothing if it is
    // hidden by others all along (or as far as the search goes).
    std::optional<Bound> timeFor(SliceId slice, TimeNs earliest);

private:
    struct Loaded
    {
        model::Column<TimeNs> start;
        model::Column<DurationNs> duration;
        model::Column<std::uint16_t> depth;
    };
    const Loaded& columns(TrackId track);
    // As the importer does it (core/import/assemble_links.cpp).
    static SliceId enclosing(const model::Track& track, const Loaded& columns, TimeNs t);
    static SliceId next(const model::Track& track, const Loaded& columns, TimeNs t);

    const model::Trace& m_trace;
    std::unordered_map<std::uint32_t, Loaded> m_columns;
};

} // namespace longpole::exporting
