// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// A flow of a Chrome trace names a slice by a track and a time: the innermost slice there. Finds
// times that mean a certain slice.
#pragma once

#include "core/model/slice_at.h"
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
    const model::SliceTimes& columns(TrackId track);

    const model::Trace& m_trace;
    std::unordered_map<std::uint32_t, model::SliceTimes> m_columns;
};

} // namespace longpole::exporting
