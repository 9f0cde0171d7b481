// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// TimeGrid: a mipmap of one row over time. Cells of level j are 2^(k+j) ns wide and aligned to
// absolute multiples of that; k gives two to four slices per finest cell. A cell knows how much of
// it is busy, which class takes most of its time (by exact histogram at every level), and its
// longest slice. Zoomed out, a row is painted from cells alone, without touching its slices.
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/model/column.h"
#include "core/timeline/row_view.h"

#include <array>
#include <memory>
#include <vector>

namespace longpole::timeline {

struct GridCell
{
    std::uint16_t coverage = 0; // busy share in 1/65535, rounded up: 0 means no slice at all
    std::uint8_t cls = 0; // SliceClass with the most time
    std::uint8_t longestLog = 0; // log2 of the longest slice in quarter steps, see logOf()
    std::uint32_t longest = 0; // its index in the row
};
static_assert(sizeof(GridCell) == 8);

// 0 for 0 ns, else 1 + floor(4 log2(ns)).
std::uint8_t logOf(std::int64_t ns);

struct GridLevel
{
    int shift = 0; // cells are 2^shift ns wide
    std::int64_t firstCell = 0; // number of cells[0]: covers [firstCell << shift, …)
    std::span<const GridCell> cells;
};

// What is known of a row without its slices.
struct RowSummary
{
    std::uint64_t count = 0;
    std::int64_t busyNs = 0;
    std::int64_t longestNs = 0;
    std::int64_t beginNs = 0;
    std::int64_t endNs = 0;
    std::array<std::uint32_t, 16> classCounts{};

    std::int64_t meanNs() const
    {
        return count == 0 ? 0 : busyNs / static_cast<std::int64_t>(count);
    }
};

class TimeGrid
{
public:
    // Rows shorter than this have a summary but no levels: their slices are few enough.
    static constexpr std::size_t kMinSlices = 1000;
    static constexpr std::size_t kMaxTopCells = 1024;

    TimeGrid() = default;
    // Ends early, with what there is so far, if the job is cancelled.
    TimeGrid(const RowView& row, const JobContext& job);

    const RowSummary& summary() const { return m_summary; }
    const std::vector<GridLevel>& levels() const { return m_levels; } // finest first
    // The coarsest level with cells no wider than `ns`, null if there is none.
    const GridLevel* levelFor(double ns) const;

    // When its outliers are (see outliers.h), in order; null while nobody has looked for them.
    const std::vector<TimeRange>* outliers() const { return m_outliers.get(); }
    void setOutliers(std::vector<TimeRange> outliers);

    // Bytes for the store, and back. Decoding checks everything, so that a damaged or hostile blob
    // is an error and a decoded grid is safe to use with a row of `rowCount` slices. The cells stay
    // in `bytes`.
    static constexpr std::uint64_t kAnyCount = ~std::uint64_t{0}; // of a row nobody else knows
    std::vector<std::byte> encode() const;
    static Result<TimeGrid> decode(const model::ColumnBytes& bytes, std::uint64_t rowCount);

    std::size_t bytes() const; // of the cells

private:
    RowSummary m_summary;
    std::vector<GridLevel> m_levels;
    std::shared_ptr<const void> m_owner; // of the cells
    std::shared_ptr<const std::vector<TimeRange>> m_outliers;
};

} // namespace longpole::timeline
