// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What Kineto's event categories mean, by the names of 2021 and by today's.
#pragma once

#include "core/import/event_batch.h"

#include <string_view>

namespace longpole::import {

struct CategoryMeaning
{
    SliceRole role = SliceRole::Plain;
    model::GpuOpKind kind = model::GpuOpKind::Kernel; // of role GpuOp
};

// Upper and lower case are the same. Plain for categories that are not Kineto's.
CategoryMeaning categoryMeaning(std::string_view category);

// The kind of track that slices of a role lie on.
model::TrackKind trackKindOf(SliceRole role);

} // namespace longpole::import
