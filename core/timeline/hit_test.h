// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What is under a pixel, and exact figures about a stretch of a row. Answers come from the slices
// themselves, never from what was rounded for painting.
#pragma once

#include "core/timeline/scene.h"

#include <array>
#include <optional>

namespace longpole::timeline {

struct Hit
{
    enum class Kind : std::uint8_t
    {
        None,
        Slice,
        Merged,
        Instant,
        Counter,
        Iteration
    };
    Kind kind = Kind::None;
    SliceId slice; // Slice: it; Merged: the longest in the column; Iteration: its slice
    std::uint32_t index = 0; // in its row, of the instant, of the iteration
    std::uint32_t instants = 0; // Instant: how many share the column
    TimeRange column; // the time the pixel stands for
    std::optional<CounterRange> counter;
};

// x: device pixel of the scene. tolerance: how many pixels beside a slice still count as on it.
Hit hitTest(const Scene& scene, const LaneScene& lane, double x, int tolerance = 2);

struct NameShare
{
    StringId name;
    std::uint64_t count = 0;
    std::int64_t busyNs = 0;
};

struct RangeSummary
{
    std::uint64_t count = 0; // slices that touch the range
    std::int64_t busyNs = 0; // within the range
    SliceId longest; // by its full duration
    std::uint32_t longestIndex = 0; // in its row
    std::int64_t longestNs = 0;
    std::int64_t longestGapNs = 0; // within the range, its edges included
    std::vector<NameShare> topNames; // by time within the range, at most 3
    bool namesComplete = false; // false: more slices than maxNames, names were not counted
};

// Slices of a row that touch [begin, end). maxNames bounds the slices looked at for the names.
RangeSummary summarise(const RowView& row, const IndexTree& tree, TimeRange range,
                       std::size_t maxNames = 65536);

} // namespace longpole::timeline
