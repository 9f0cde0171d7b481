// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// From one row of slices to pixel columns. Picks the cheapest honest way for the scale: cells of
// the time grid where they are no wider than a pixel, else the slices themselves, else (very dense
// and finer than the grid) the index tree. Promises, whatever the way: no column with a slice in it
// is empty, and the longest slice is never farther than one pixel from where it is.
#pragma once

#include "core/timeline/scene.h"

namespace longpole::timeline {

class RowColumns
{
public:
    // scene: viewport, width and bounds are set. out: columns and boxes are filled.
    RowColumns(const Scene& scene, const RowSource& row, LaneScene& out);
    void run();

private:
    struct Accumulator; // what falls into the current column

    void fill();
    void markOutliers();
    void fromGrid(const GridLevel& level);
    void fromSlices(std::size_t first, std::size_t last);
    void fromDenseSlices(std::size_t first, std::size_t last);
    void fromTree(std::size_t first, std::size_t last);
    void offerBox(std::uint32_t index);
    void addBox(std::uint32_t index, double x0, double x1);
    void paintBoxes();
    void put(std::int32_t x, const Accumulator& a);
    void put(std::int32_t x, std::uint8_t cls, float busy);
    double xOf(std::int64_t ns) const;

    const Scene& m_scene;
    const RowSource& m_row;
    LaneScene& m_out;
    double m_pxPerNs = 1.0;
    std::uint8_t m_boxLog = 0; // a slice this long (logOf) may be a box
    std::uint32_t m_lastBox = IndexTree::kNone;
};

} // namespace longpole::timeline
