// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Which category tells a reader what a slice is: its own where that is one of Kineto's with the
// same meaning, else the one Kineto would use.
#pragma once

#include "core/model/trace.h"

#include <optional>
#include <string_view>

namespace longpole::exporting {

struct SliceMeaning
{
    model::SliceClass cls = model::SliceClass::Other;
    std::string_view name;
    std::string_view category; // its own
    std::string_view args; // JSON text, may be empty
    std::optional<model::GpuOpKind> gpuOp;
    bool apiCall = false;
};

struct ChosenCategory
{
    std::string_view text;
    model::TrackKind kind = model::TrackKind::Thread; // of the track it is put on by its category
};

// track: the kind of the track it lies on.
ChosenCategory chooseCategory(const SliceMeaning& slice, model::TrackKind track);

} // namespace longpole::exporting
