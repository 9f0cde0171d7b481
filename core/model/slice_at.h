// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Which slice of a track a flow end means: Chrome traces name slices by a track and a time. Used by
// the importer that binds flows and by the exporter that writes them, so that both mean the same.
#pragma once

#include "core/base/ids.h"
#include "core/base/time.h"
#include "core/model/column.h"
#include "core/model/track.h"

namespace longpole::model {

// What is looked at of one track's slices; see schema.h.
struct SliceTimes
{
    Column<TimeNs> start;
    Column<DurationNs> duration;
    Column<std::uint16_t> depth;
};

// The innermost slice that contains the time; where several touch it, one that starts there.
SliceId enclosingSlice(const Track& track, const SliceTimes& slices, TimeNs time);
// The first slice, of the lowest row where several begin together, that begins at or after it.
SliceId nextSlice(const Track& track, const SliceTimes& slices, TimeNs time);

} // namespace longpole::model
