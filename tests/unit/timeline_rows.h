// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Random rows for the timeline's property tests: bursts, zero-length slices, rare long ones,
// touching neighbours, times near zero, negative and epoch-sized.
#pragma once

#include "core/timeline/row_view.h"

#include <random>
#include <vector>

namespace longpole::timeline::test {

struct OwnedRow
{
    std::vector<TimeNs> start;
    std::vector<DurationNs> duration;
    std::vector<StringId> name;
    std::vector<model::SliceClass> cls;

    RowView view() const { return {start, duration, name, cls, 100}; }
};

OwnedRow randomRow(std::mt19937_64& rng, std::size_t count);

// By looking at every slice.
std::int64_t busyByHand(const RowView& row, std::int64_t begin, std::int64_t end);

} // namespace longpole::timeline::test
