// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The columns of one track's slices that are written out.
#pragma once

#include "core/model/trace.h"

namespace longpole::exporting {

struct SliceColumns
{
    SliceColumns(const model::Trace& trace, TrackId track)
        : start(trace.column(model::slice::kStart, track))
        , duration(trace.column(model::slice::kDuration, track))
        , name(trace.column(model::slice::kName, track))
        , category(trace.column(model::slice::kCategory, track))
        , cls(trace.column(model::slice::kClass, track))
        , parent(trace.column(model::slice::kParent, track))
        , args(trace.column(model::slice::kArgs, track))
    { }
    model::Column<TimeNs> start;
    model::Column<DurationNs> duration;
    model::Column<StringId> name;
    model::Column<std::uint16_t> category;
    model::Column<model::SliceClass> cls;
    model::Column<SliceId> parent;
    model::Column<std::uint32_t> args;
};

} // namespace longpole::exporting
