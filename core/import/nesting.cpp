// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/nesting.h"

#include "core/base/time.h"

#include <algorithm>
#include <numeric>

namespace longpole::import {

namespace {

constexpr std::uint32_t kMaxDepth = 0xffff;

std::int64_t endOf(const SliceRecord& s)
{
    return saturatingAdd(s.start, s.duration);
}

// Start ascending, then longer first, then file order.
std::vector<std::uint32_t> timeOrder(std::span<const SliceRecord* const> slices)
{
    std::vector<std::uint32_t> order(slices.size());
    std::iota(order.begin(), order.end(), 0U);
    const auto before = [&](std::uint32_t a, std::uint32_t b) {
        const SliceRecord& x = *slices[a];
        const SliceRecord& y = *slices[b];
        return x.start != y.start ? x.start < y.start : x.duration != y.duration ? x.duration > y.duration : a < b;
    };
    if (!std::is_sorted(order.begin(), order.end(), before)) {
        std::sort(order.begin(), order.end(), before);
    }
    return order;
}

// Rows by the end of their last slice; finds and takes the first free one.
class RowTable
{
public:
    std::uint32_t take(std::uint32_t from, std::int64_t start, std::int64_t end)
    {
        std::uint32_t r = from;
        while (r < m_ends.size() && m_ends[r] > start) {
            ++r;
        }
        if (r >= m_ends.size()) {
            m_ends.resize(r + 1, std::numeric_limits<std::int64_t>::min());
        }
        m_ends[r] = end;
        return r;
    }
    // The lowest base of `height` neighbouring rows that are all free at start.
    std::uint32_t takeBand(std::uint32_t height, std::int64_t start, std::int64_t end)
    {
        std::uint32_t base = 0;
        for (std::uint32_t r = 0; r < m_ends.size() && r < base + height; ++r) {
            if (m_ends[r] > start) {
                base = r + 1;
            }
        }
        m_ends.resize(std::max<std::size_t>(m_ends.size(), base + height), std::numeric_limits<std::int64_t>::min());
        std::fill_n(m_ends.begin() + base, height, end);
        return base;
    }
    std::size_t size() const { return m_ends.size(); }

private:
    std::vector<std::int64_t> m_ends;
};

class Nester
{
public:
    Nester(std::span<const SliceRecord* const> slices, Layout& out, std::vector<std::uint32_t>& row)
        : m_slices(slices)
        , m_out(out)
        , m_row(row)
    {
    }
    void nested(std::uint32_t i)
    {
        const SliceRecord& s = *m_slices[i];
        const std::int64_t end = endOf(s);
        // Finished slices may lie below unfinished ones after a spill: drop them all.
        std::erase_if(m_open, [&](std::uint32_t o) { return endOf(*m_slices[o]) <= s.start; });
        const auto container = std::find_if(m_open.rbegin(), m_open.rend(), [&](std::uint32_t o) { return endOf(*m_slices[o]) >= end; });
        const bool clean = container == m_open.rbegin();
        std::uint32_t from = 0;
        if (container != m_open.rend()) {
            m_out.parent[i] = *container;
            m_out.depth[i] = static_cast<std::uint16_t>(std::min(kMaxDepth, m_out.depth[*container] + 1U));
            from = m_row[*container] + 1;
        }
        if (!clean) {
            m_out.spilled[i] = true;
            m_out.overlaps.push_back(i);
        }
        m_row[i] = m_rows.take(from, s.start, end);
        m_open.push_back(i);
    }
    void flat(std::uint32_t i)
    {
        const SliceRecord& s = *m_slices[i];
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
    std::uint32_t rowCount() const { return static_cast<std::uint32_t>(m_rows.size()); }

private:
    std::span<const SliceRecord* const> m_slices;
    Layout& m_out;
    std::vector<std::uint32_t>& m_row;
    std::vector<std::uint32_t> m_open;
    RowTable m_rows;
    std::int64_t m_latestEnd = 0;
    bool m_any = false;
};

void layOutGroups(std::span<const SliceRecord* const> slices, const std::vector<std::uint32_t>& order, Nester& nester, std::vector<std::uint32_t>& row)
{
    std::vector<std::uint32_t> byGroup = order;
    std::stable_sort(byGroup.begin(), byGroup.end(), [&](std::uint32_t a, std::uint32_t b) { return slices[a]->group < slices[b]->group; });
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
        Band band {slices[byGroup[first]]->start, 0, 0, first, first};
        const std::uint32_t group = slices[byGroup[first]]->group;
        band.end = band.start;
        for (; band.last < byGroup.size() && slices[byGroup[band.last]]->group == group; ++band.last) {
            nester.nested(byGroup[band.last]);
            band.end = std::max(band.end, endOf(*slices[byGroup[band.last]]));
        }
        band.height = nester.rowCount();
        bands.push_back(band);
        first = band.last;
    }
    std::stable_sort(bands.begin(), bands.end(), [](const Band& a, const Band& b) { return a.start < b.start; });
    RowTable table;
    for (const Band& band : bands) {
        const std::uint32_t base = table.takeBand(band.height, band.start, band.end);
        for (std::size_t k = band.first; k < band.last; ++k) {
            row[byGroup[k]] += base;
        }
    }
}

// Counting sort of the time order by row.
void orderByRow(const std::vector<std::uint32_t>& timeOrdered, const std::vector<std::uint32_t>& row, Layout& out)
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
        out.order[next[row[i]]++] = i;
    }
}

} // namespace

Layout layOut(std::span<const SliceRecord* const> slices, NestingRule rule)
{
    Layout out;
    out.parent.assign(slices.size(), Layout::kNoParent);
    out.depth.assign(slices.size(), 0);
    out.spilled.assign(slices.size(), false);
    std::vector<std::uint32_t> row(slices.size(), 0);
    const std::vector<std::uint32_t> order = timeOrder(slices);
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
    case NestingRule::Grouped: layOutGroups(slices, order, nester, row); break;
    }
    orderByRow(order, row, out);
    return out;
}

} // namespace longpole::import
