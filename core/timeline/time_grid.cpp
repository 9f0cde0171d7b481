// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/time_grid.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace longpole::timeline {

namespace {

// Rounded to a power of two of ns, so 2 to 4 slices a cell. Fewer cells would leave more zooms
// where every slice in view has to be walked, which is what costs most per frame.
constexpr double kSlicesPerCell = 2.83;

// Busy share of a cell of 2^shift ns in 1/65535, rounded up.
std::uint16_t coverageOf(std::uint64_t busy, int shift)
{
    // Beyond 2^47 ns the product would not fit; there a few ns don't matter but must not vanish.
    const int drop = std::max(0, shift - 47);
    const std::uint64_t part = (busy >> drop) + (drop > 0 ? 1 : 0);
    const std::uint64_t whole = std::uint64_t{1} << (shift - drop);
    const std::uint64_t share = (part * 65535 + whole - 1) >> (shift - drop);
    return static_cast<std::uint16_t>(std::clamp<std::uint64_t>(share, 1, 65535));
}

// Builds all levels in one pass over the slices: each level holds one cell that is still open;
// when it is done, its histogram is added to its parent's.
class GridBuilder
{
public:
    GridBuilder(const RowView& row, const RowSummary& summary);
    void run(const JobContext& job);

    std::vector<GridLevel> levels;
    std::shared_ptr<std::vector<GridCell>> cells = std::make_shared<std::vector<GridCell>>();

private:
    struct Open
    {
        std::int64_t cell = 0;
        bool used = false;
        std::array<std::uint64_t, 16> times{};
        std::uint32_t classes = 0; // bits of times that are not 0, or of empty slices
        std::uint32_t longest = 0;
        std::uint8_t longestLog = 0;
        std::int64_t longestNs = -1;
    };
    void add(std::int64_t cell, std::size_t slice, std::uint64_t ns);
    void close(std::size_t level);

    const RowView& m_row;
    std::vector<Open> m_open;
    std::vector<GridCell*> m_out;
};

GridBuilder::GridBuilder(const RowView& row, const RowSummary& summary)
    : m_row(row)
{
    const std::int64_t span = std::max<std::int64_t>(1, summary.endNs - summary.beginNs);
    const double target =
        static_cast<double>(span) * kSlicesPerCell / static_cast<double>(row.size());
    int shift = std::max(0, static_cast<int>(std::lround(std::log2(std::max(1.0, target)))));
    std::size_t total = 0;
    std::vector<std::size_t> counts;
    // A slice that ends where its row ends is not in the next cell, an empty one there is.
    const std::int64_t lastNs = std::max(summary.beginNs, summary.endNs);
    while (true) {
        const std::int64_t first = summary.beginNs >> shift;
        const auto count = static_cast<std::size_t>((lastNs >> shift) - first + 1);
        levels.push_back({shift, first, {}});
        counts.push_back(count);
        total += count;
        if (count <= TimeGrid::kMaxTopCells) {
            break;
        }
        ++shift;
    }
    cells->resize(total);
    GridCell* at = cells->data();
    for (std::size_t j = 0; j < levels.size(); ++j) {
        levels[j].cells = {at, counts[j]};
        m_out.push_back(at);
        at += counts[j];
    }
    m_open.resize(levels.size());
}

void GridBuilder::add(std::int64_t cell, std::size_t slice, std::uint64_t ns)
{
    Open& open = m_open[0];
    if (open.used && open.cell != cell) {
        close(0);
    }
    open.used = true;
    open.cell = cell;
    const auto cls = static_cast<std::size_t>(m_row.cls[slice]) & 15U;
    open.times[cls] += ns;
    open.classes |= 1U << cls;
    if (m_row.durationNs(slice) > open.longestNs) {
        open.longestNs = m_row.durationNs(slice);
        open.longest = static_cast<std::uint32_t>(slice);
    }
}

void GridBuilder::close(std::size_t level)
{
    Open& open = m_open[level];
    if (!open.used) {
        return;
    }
    std::uint64_t busy = 0;
    std::uint64_t most = 0;
    // Among empty slices alone, the longest one's class will do.
    auto top = static_cast<std::size_t>(m_row.cls[open.longest]) & 15U;
    for (std::uint32_t bits = open.classes; bits != 0; bits &= bits - 1) {
        const auto c = static_cast<std::size_t>(std::countr_zero(bits));
        busy += open.times[c];
        if (open.times[c] > most) {
            most = open.times[c];
            top = c;
        }
    }
    const GridLevel& info = levels[level];
    if (level == 0) {
        open.longestLog = logOf(open.longestNs);
    }
    GridCell& out = m_out[level][open.cell - info.firstCell];
    out.coverage = coverageOf(busy, info.shift);
    out.cls = static_cast<std::uint8_t>(top);
    out.longestLog = open.longestLog;
    out.longest = open.longest;
    if (level + 1 < levels.size()) {
        Open& parent = m_open[level + 1];
        const std::int64_t cell = open.cell >> 1;
        if (parent.used && parent.cell != cell) {
            close(level + 1);
        }
        parent.used = true;
        parent.cell = cell;
        for (std::uint32_t bits = open.classes; bits != 0; bits &= bits - 1) {
            const auto c = static_cast<std::size_t>(std::countr_zero(bits));
            parent.times[c] += open.times[c];
        }
        parent.classes |= open.classes;
        if (open.longestNs > parent.longestNs) {
            parent.longestNs = open.longestNs;
            parent.longestLog = open.longestLog;
            parent.longest = open.longest;
        }
    }
    for (std::uint32_t bits = open.classes; bits != 0; bits &= bits - 1) {
        open.times[static_cast<std::size_t>(std::countr_zero(bits))] = 0;
    }
    open.used = false;
    open.classes = 0;
    open.longestNs = -1;
}

void GridBuilder::run(const JobContext& job)
{
    const int shift = levels[0].shift;
    for (std::size_t i = 0; i < m_row.size(); ++i) {
        if ((i & 0xffffU) == 0 && job.cancelled()) {
            return;
        }
        const std::int64_t begin = m_row.startNs(i);
        const std::int64_t end = m_row.endNs(i);
        const std::int64_t first = begin >> shift;
        const std::int64_t last = end > begin ? (end - 1) >> shift : first;
        if (first == last) {
            add(first, i, static_cast<std::uint64_t>(end - begin));
            continue;
        }
        for (std::int64_t c = first; c <= last; ++c) {
            const std::int64_t from = std::max(begin, c << shift);
            const std::int64_t to = c == last ? end : (c + 1) << shift;
            add(c, i, static_cast<std::uint64_t>(to - from));
        }
    }
    for (std::size_t level = 0; level < levels.size(); ++level) {
        close(level);
    }
}

RowSummary summarise(const RowView& row)
{
    RowSummary s;
    s.count = row.size();
    if (row.empty()) {
        return s;
    }
    s.beginNs = row.startNs(0);
    s.endNs = s.beginNs;
    for (std::size_t i = 0; i < row.size(); ++i) {
        s.busyNs += row.durationNs(i);
        s.longestNs = std::max(s.longestNs, row.durationNs(i));
        s.endNs = std::max(s.endNs, row.endNs(i));
        ++s.classCounts[static_cast<std::size_t>(row.cls[i]) & 15U];
    }
    return s;
}

} // namespace

std::uint8_t logOf(std::int64_t ns)
{
    if (ns <= 0) {
        return 0;
    }
    const auto v = static_cast<std::uint64_t>(ns);
    const int whole = static_cast<int>(std::bit_width(v)) - 1;
    // Thresholds of the quarter steps 2^(1/4), 2^(2/4), 2^(3/4) in 1/2^32.
    const std::uint64_t mantissa = whole >= 32 ? v >> (whole - 32) : v << (32 - whole);
    int quarter = 0;
    quarter += mantissa >= 5107605667ULL ? 1 : 0;
    quarter += mantissa >= 6074001000ULL ? 1 : 0;
    quarter += mantissa >= 7223245205ULL ? 1 : 0;
    return static_cast<std::uint8_t>(1 + 4 * whole + quarter);
}

TimeGrid::TimeGrid(const RowView& row, const JobContext& job)
    : m_summary(summarise(row))
{
    if (row.size() < kMinSlices) {
        return;
    }
    GridBuilder builder(row, m_summary);
    builder.run(job);
    m_levels = std::move(builder.levels);
    m_owner = std::move(builder.cells);
}

const GridLevel* TimeGrid::levelFor(double ns) const
{
    const GridLevel* best = nullptr;
    for (const GridLevel& level : m_levels) {
        if (std::ldexp(1.0, level.shift) > ns) {
            break;
        }
        best = &level;
    }
    return best;
}

void TimeGrid::setOutliers(std::vector<TimeRange> outliers)
{
    m_outliers = std::make_shared<const std::vector<TimeRange>>(std::move(outliers));
}

std::size_t TimeGrid::bytes() const
{
    std::size_t n = 0;
    for (const GridLevel& level : m_levels) {
        n += level.cells.size_bytes();
    }
    return n;
}

} // namespace longpole::timeline
