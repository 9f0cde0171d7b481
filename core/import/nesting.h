// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Lays the slices of one track out in rows: nested slices below each other, and overlaps that
// don't nest on further rows. Nothing is dropped.
#pragma once

#include "core/import/event_batch.h"

#include <cstdint>
#include <vector>

namespace longpole::import {

enum class NestingRule : std::uint8_t
{
    Nested, // a call stack: what lies inside another slice is its child
    Flat, // a stream: no parents; overlaps go to the next free row
    Grouped // async work: nested within each group (SliceBody::facts), groups side by side
};

struct Layout
{
    static constexpr std::uint32_t kNoParent = 0xffffffffU;

    std::vector<std::uint32_t> order; // input numbers, sorted by (row, start, input number)
    std::vector<std::uint32_t> parent; // per input number: input number of the parent
    std::vector<std::uint16_t> depth; // per input number
    std::vector<bool> spilled; // per input number: overlaps without nesting
    std::vector<model::Row> rows;
    // Inputs that overlap an earlier one without nesting in it (Flat: start before the latest end
    // so far), in time order.
    std::vector<std::uint32_t> overlaps;
};

// Depth and rows are limited to 65,535; deeper slices share the last depth.
Layout layOut(const SliceBodies& slices, NestingRule rule);

} // namespace longpole::import
