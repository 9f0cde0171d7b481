// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Scene: the geometry of one view, in device pixels, without a screen. What is painted, and what a
// hit test answers from. Holds what it needs of the loaded data alive.
#pragma once

#include "core/timeline/lane_layout.h"
#include "core/timeline/track_data.h"
#include "core/timeline/viewport.h"

#include <functional>
#include <memory>
#include <vector>

namespace longpole::timeline {

// Slices of one row: whatever of it is loaded.
struct RowSource
{
    const RowView* view = nullptr; // null: slices not loaded
    const IndexTree* tree = nullptr; // with view
    const TimeGrid* grid = nullptr; // null: not loaded

    bool empty() const { return view == nullptr && grid == nullptr; }
};

// One pixel column of one lane.
struct ColumnCell
{
    enum : std::uint8_t
    {
        Outlier = 1, // holds an outlier (outliers.h) too narrow to be seen itself
        InBox = 2 // part of a slice drawn as itself
    };
    std::uint8_t cls = 0; // SliceClass
    std::uint8_t coverage = 0; // busy share in 1/255, at least 1 where anything is; 0: empty
    std::uint8_t flags = 0;

    bool occupied() const { return coverage != 0; }
};

// A slice at least kMinBoxPx wide, drawn as itself on columns [x0, x1).
struct SliceBox
{
    std::int32_t x0 = 0; // may be left of 0 …
    std::int32_t x1 = 0; // … and right of the width
    std::uint32_t index = 0; // in its row
};

struct CounterColumn
{
    float min = 0.0F; // 0..1 of the lane's value range
    float max = 0.0F;
    float last = 0.0F;
    bool valid = false;
    bool samples = false; // at least one sample lies within
};

// Instants of one column.
struct InstantMark
{
    std::int32_t x = 0;
    std::uint32_t first = 0;
    std::uint32_t count = 0;
};

struct IterationMark
{
    std::int32_t x0 = 0;
    std::int32_t x1 = 0;
    std::uint32_t index = 0; // into Trace::iterations()
};

struct LaneScene
{
    Lane lane;
    std::shared_ptr<const TrackState> state;
    RowSource row;
    std::vector<ColumnCell> columns; // one per pixel; empty if nothing is to be drawn
    std::vector<SliceBox> boxes; // left to right
    bool outliers = false; // some column has the flag
    std::vector<CounterColumn> counter;
    double counterMin = 0.0;
    double counterMax = 0.0;
    std::vector<InstantMark> instants;
    std::vector<IterationMark> iterations;
    bool coarse = false; // finer data is not loaded yet
};

struct Scene
{
    Viewport viewport; // in device pixels
    std::int32_t width = 0;
    std::vector<std::int64_t> bounds; // width + 1: first ns of each column
    std::vector<LaneScene> lanes; // [0, used) are valid
    std::size_t used = 0;

    bool coarse() const;
};

// Runs body(0 … count-1), possibly in parallel.
using ForEach = std::function<void(std::size_t, const std::function<void(std::size_t)>&)>;

class SceneBuilder
{
public:
    static constexpr double kMinBoxPx = 3.0;

    explicit SceneBuilder(ForEach forEach);

    // Fills `scene` (its memory is reused) for these lanes.
    void build(Scene& scene, const Viewport& viewport, const std::vector<const Lane*>& lanes,
               const TimelineData& data) const;

private:
    ForEach m_forEach;
};

} // namespace longpole::timeline
