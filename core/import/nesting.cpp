// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/nesting.h"

#include "core/base/sort_runs.h"
#include "core/base/time.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace longpole::import {

namespace {

constexpr std::uint32_t kMaxDepth = 0xffff;

std::int64_t endOf(const SliceBody& s)
{
    return saturatingAdd(s.start, s.duration);
}

// Start ascending, then longer first, then file order.
std::vector<std::uint32_t> timeOrder(const SliceBodies& slices)
{
    // Positions alone: copies of what they are compared by would be the peak of an import's memory.
    std::vector<std::uint32_t> order(slices.size());
    std::iota(order.begin(), order.end(), 0U);
    sortRuns(order, [&](std::uint32_t a, std::uint32_t b) {
        const SliceBody& x = slices[a];
        const SliceBody& y = slices[b];
        return x.start != y.start ? x.start < y.start : x.duration > y.duration;
    });
    return order;
}

// Rows by the end of their last slice; finds and takes free ones in O(log rows), so that a file
// full of overlaps costs no more than a nested one. A binary tree of minima over the rows' ends.
class RowTable
{
public:
    // The first row at or after `from` that is free at start.
    std::uint32_t take(std::uint32_t from, std::int64_t start, std::int64_t end)
    {
        const std::uint32_t r = firstFree(from, start);
        set(r, end);
        return r;
    }
    // The lowest base of `height` neighbouring rows that are all free at start; after some tries
    // the rows below all others.
    std::uint32_t takeBand(std::uint32_t height, std::int64_t start, std::int64_t end)
    {
        constexpr int kTries = 64;
        std::uint32_t base = firstFree(0, start);
        for (int tries = 0; base < m_size; ++tries) {
            std::uint32_t r = base;
            while (r < base + height && (r >= m_size || m_min[m_leaves + r] <= start)) {
                ++r;
            }
            if (r == base + height) {
                break;
            }
            base = tries < kTries ? firstFree(r, start) : m_size;
        }
        for (std::uint32_t r = base; r < base + height; ++r) {
            set(r, end);
        }
        return base;
    }
    std::uint32_t size() const { return m_size; }

private:
    static constexpr std::int64_t kFree = std::numeric_limits<std::int64_t>::min();

    std::uint32_t firstFree(std::uint32_t from, std::int64_t start) const
    {
        if (from >= m_size) {
            return from;
        }
        // Climb until a subtree to the right holds a free row, then descend into it.
        std::uint32_t node = m_leaves + from;
        while (m_min[node] > start) {
            while ((node & 1U) != 0 && node > 1) {
                node /= 2;
            }
            if (node <= 1) {
                return m_size;
            }
            ++node;
        }
        while (node < m_leaves) {
            node = m_min[2 * node] <= start ? 2 * node : 2 * node + 1;
        }
        return node - m_leaves;
    }
    void set(std::uint32_t row, std::int64_t end)
    {
        if (row >= m_leaves) {
            grow(row + 1);
        }
        m_size = std::max(m_size, row + 1);
        std::uint32_t node = m_leaves + row;
        m_min[node] = end;
        for (node /= 2; node >= 1; node /= 2) {
            m_min[node] = std::min(m_min[2 * node], m_min[2 * node + 1]);
        }
    }
    void grow(std::uint32_t rows)
    {
        std::uint32_t leaves = std::max(m_leaves, 16U);
        while (leaves < rows) {
            leaves *= 2;
        }
        std::vector<std::int64_t> bigger(std::size_t{2} * leaves, kFree);
        std::copy_n(m_min.begin() + (m_min.empty() ? 0 : m_leaves), m_size,
                    bigger.begin() + leaves);
        for (std::uint32_t node = leaves - 1; node >= 1; --node) {
            bigger[node] = std::min(bigger[2 * node], bigger[2 * node + 1]);
        }
        m_min = std::move(bigger);
        m_leaves = leaves;
    }

    std::vector<std::int64_t> m_min; // node k has children 2k and 2k+1; leaves are the rows
    std::uint32_t m_leaves = 0;
    std::uint32_t m_size = 0;
};

class Nester
{
public:
    Nester(const SliceBodies& slices, Layout& out, std::vector<std::uint32_t>& row)
        : m_slices(slices)
        , m_out(out)
        , m_row(row)
    { }
    void nested(std::uint32_t i)
    {
        const SliceBody& s = m_slices[i];
        const std::int64_t end = endOf(s);
        // m_open holds the slices that can still be a parent, ends strictly falling: whoever ends
        // no later than a later one is never the innermost again.
        const std::int64_t reach = std::max(end, saturatingAdd(s.start, 1));
        const auto above = std::partition_point(m_open.begin(), m_open.end(), [&](std::uint32_t o) {
            return endOf(m_slices[o]) >= reach;
        });
        const bool clean = above == m_open.end() || endOf(m_slices[*above]) <= s.start;
        std::uint32_t from = 0;
        if (above != m_open.begin()) {
            const std::uint32_t container = *std::prev(above);
            m_out.parent[i] = container;
            m_out.depth[i] =
                static_cast<std::uint16_t>(std::min(kMaxDepth, m_out.depth[container] + 1U));
            from = m_row[container] + 1;
        }
        if (!clean) {
            m_out.spilled[i] = true;
            m_out.overlaps.push_back(i);
        }
        while (!m_open.empty() && endOf(m_slices[m_open.back()]) <= end) {
            m_open.pop_back();
        }
        m_row[i] = m_rows.take(from, s.start, end);
        m_open.push_back(i);
    }
    void flat(std::uint32_t i)
    {
        const SliceBody& s = m_slices[i];
        const std::int64_t end = endOf(s);
        if (m_any && s.start < m_latestEnd) {
            m_out.overlaps.push_back(i);
        }
        m_row[i] = m_rows.take(0, s.start, end);
        m_out.spilled[i] = m_row[i] > 0;
        m_latestEnd = m_any ? std::max(m_latestEnd, end) : end;
        m_any = true;
    }
    void reset()
    {
        m_open.clear();
        m_rows = {};
    }
    std::uint32_t rowCount() const { return m_rows.size(); }

private:
    const SliceBodies& m_slices;
    Layout& m_out;
    std::vector<std::uint32_t>& m_row;
    std::vector<std::uint32_t> m_open;
    RowTable m_rows;
    std::int64_t m_latestEnd = 0;
    bool m_any = false;
};

void layOutGroups(const SliceBodies& slices, const std::vector<std::uint32_t>& order,
                  Nester& nester, std::vector<std::uint32_t>& row)
{
    std::vector<std::uint32_t> byGroup = order;
    std::stable_sort(byGroup.begin(), byGroup.end(), [&](std::uint32_t a, std::uint32_t b) {
        return slices[a].facts < slices[b].facts;
    });
    struct Band
    {
        std::int64_t start;
        std::int64_t end;
        std::uint32_t height;
        std::size_t first;
        std::size_t last;
    };
    std::vector<Band> bands;
    for (std::size_t first = 0; first < byGroup.size();) {
        nester.reset();
        Band band{slices[byGroup[first]].start, 0, 0, first, first};
        const std::uint32_t group = slices[byGroup[first]].facts;
        band.end = band.start;
        for (; band.last < byGroup.size() && slices[byGroup[band.last]].facts == group;
             ++band.last) {
            nester.nested(byGroup[band.last]);
            band.end = std::max(band.end, endOf(slices[byGroup[band.last]]));
        }
        band.height = nester.rowCount();
        bands.push_back(band);
        first = band.last;
    }
    std::stable_sort(bands.begin(), bands.end(),
                     [](const Band& a, const Band& b) { return a.start < b.start; });
    RowTable table;
    for (const Band& band : bands) {
        const std::uint32_t base = table.takeBand(band.height, band.start, band.end);
        for (std::size_t k = band.first; k < band.last; ++k) {
            row[byGroup[k]] += base;
        }
    }
}

// Counting sort of the time order by row. Where slices of a row start together all but one are
// empty: those come first, in file order, so that no slice begins before the one before it ends.
void orderByRow(const SliceBodies& slices, const std::vector<std::uint32_t>& timeOrdered,
                const std::vector<std::uint32_t>& row, Layout& out)
{
    const std::uint32_t rows = row.empty() ? 0 : *std::max_element(row.begin(), row.end()) + 1;
    out.rows.assign(rows, {});
    for (const std::uint32_t r : row) {
        ++out.rows[r].count;
    }
    std::uint32_t first = 0;
    std::vector<std::uint32_t> next(rows);
    for (std::uint32_t r = 0; r < rows; ++r) {
        out.rows[r].first = next[r] = first;
        first += out.rows[r].count;
    }
    out.order.resize(timeOrdered.size());
    for (const std::uint32_t i : timeOrdered) {
        std::uint32_t& at = next[row[i]];
        out.order[at] = i;
        if (at > out.rows[row[i]].first) {
            std::uint32_t& before = out.order[at - 1];
            if (slices[before].start == slices[i].start && slices[before].duration > 0
                && slices[i].duration == 0) {
                std::swap(before, out.order[at]);
            }
        }
        ++at;
    }
}

} // namespace

Layout layOut(const SliceBodies& slices, NestingRule rule)
{
    Layout out;
    out.parent.assign(slices.size(), Layout::kNoParent);
    out.depth.assign(slices.size(), 0);
    out.spilled.assign(slices.size(), false);
    std::vector<std::uint32_t> row(slices.size(), 0);
    std::vector<std::uint32_t> order = timeOrder(slices);
    Nester nester(slices, out, row);
    switch (rule) {
    case NestingRule::Nested:
        for (const std::uint32_t i : order) {
            nester.nested(i);
        }
        break;
    case NestingRule::Flat:
        for (const std::uint32_t i : order) {
            nester.flat(i);
        }
        break;
    case NestingRule::Grouped:
        layOutGroups(slices, order, nester, row);
        break;
    }
    orderByRow(slices, order, row, out);
    return out;
}

} // namespace longpole::import
