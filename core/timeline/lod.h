// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The level of detail of a whole trace, as bytes for the store: one blob per row that has slices,
// and one per device for its busy time (row 0 of the device's own track). What is not stored here,
// the index trees, is rebuilt when slices are loaded (about 8 ns per slice).
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/model/trace.h"

#include <vector>

namespace longpole::timeline {

struct LodBlob
{
    TrackId track;
    std::uint32_t row = 0;
    std::vector<std::byte> bytes; // see TimeGrid::encode
};

// In parallel over tracks; fails only when cancelled. Ordered by track and row.
Result<std::vector<LodBlob>> buildLod(const model::Trace& trace, const JobContext& job);

} // namespace longpole::timeline
