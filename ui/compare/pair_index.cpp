// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/pair_index.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace longpole::compare {

namespace {

using model::kNull32;

// Reads what pairs are made of; columns are held as long as it lives.
class Reader
{
public:
    explicit Reader(const diff::Side& side)
        : m_keys(side.keys)
        , m_slice(side.trace->column(model::gpu_op::kSlice))
        , m_start(side.trace->column(model::gpu_op::kStart))
        , m_duration(side.trace->column(model::gpu_op::kDuration))
    { }
    SliceId slice(std::uint32_t row) const { return m_slice[row]; }
    std::int64_t begin(std::uint32_t row) const { return m_start[row].ns; }
    std::int64_t end(std::uint32_t row) const { return m_start[row].ns + m_duration[row].ns; }
    std::int64_t duration(std::uint32_t row) const { return m_duration[row].ns; }
    std::uint32_t name(std::uint32_t row) const { return m_keys.name[row]; }

private:
    const diff::OpKeys& m_keys;
    model::Column<SliceId> m_slice;
    model::Column<TimeNs> m_start;
    model::Column<DurationNs> m_duration;
};

void addBefore(Pair& pair, const Reader& side, std::uint32_t row)
{
    if (!pair.hasBefore()) {
        pair.before = side.slice(row);
        pair.beforeNs = side.begin(row);
        pair.beforeEndNs = side.end(row);
        pair.name = side.name(row);
    }
    pair.beforeNs = std::min(pair.beforeNs, side.begin(row));
    pair.beforeEndNs = std::max(pair.beforeEndNs, side.end(row));
    pair.costBeforeNs += side.duration(row);
    pair.deltaNs -= side.duration(row);
}

void addAfter(Pair& pair, const Reader& side, std::uint32_t row)
{
    if (!pair.hasAfter()) {
        pair.after = side.slice(row);
        pair.afterNs = side.begin(row);
        pair.afterEndNs = side.end(row);
        if (!pair.hasBefore()) {
            pair.name = side.name(row);
        }
    }
    pair.afterNs = std::min(pair.afterNs, side.begin(row));
    pair.afterEndNs = std::max(pair.afterEndNs, side.end(row));
    pair.deltaNs += side.duration(row);
}

Change changeOf(diff::PairKind kind)
{
    switch (kind) {
    case diff::PairKind::Replaced:
        return Change::Replaced;
    case diff::PairKind::Added:
        return Change::Added;
    case diff::PairKind::Removed:
        return Change::Removed;
    case diff::PairKind::Matched:
        break;
    }
    return Change::Matched;
}

} // namespace

PairIndex::PairIndex(std::vector<Pair> pairs)
    : m_all(std::move(pairs))
{
    order();
    indexSlices({}, true);
    indexSlices({}, false);
}

PairIndex::PairIndex(const diff::TraceDiff& d, const JobContext& job)
{
    const Reader before(*d.before);
    const Reader after(*d.after);
    m_all.reserve(d.matching.pairs.size() + d.matching.groups.size());
    for (const diff::OpPair& p : d.matching.pairs) {
        Pair pair;
        pair.change = changeOf(p.kind);
        if (p.before != kNull32) {
            addBefore(pair, before, p.before);
        }
        if (p.after != kNull32) {
            addAfter(pair, after, p.after);
        }
        m_all.push_back(pair);
    }
    for (const diff::OpGroup& g : d.matching.groups) {
        Pair pair;
        pair.change = g.fused() ? Change::Fused : Change::Split;
        for (const std::uint32_t row : g.before) {
            addBefore(pair, before, row);
        }
        for (const std::uint32_t row : g.after) {
            addAfter(pair, after, row);
        }
        m_all.push_back(pair);
    }
    if (job.cancelled()) {
        m_all.clear();
        return;
    }
    order();
    // The others of a group belong to the pair of the first.
    indexSlices({}, true);
    indexSlices({}, false);
    std::vector<std::pair<SliceId, std::size_t>> moreBefore;
    std::vector<std::pair<SliceId, std::size_t>> moreAfter;
    for (const diff::OpGroup& g : d.matching.groups) {
        const std::uint32_t pair = ofBefore(before.slice(g.before.front()));
        for (std::size_t i = 1; i < g.before.size(); ++i) {
            moreBefore.emplace_back(before.slice(g.before[i]), pair);
        }
        for (std::size_t i = 1; i < g.after.size(); ++i) {
            moreAfter.emplace_back(after.slice(g.after[i]), pair);
        }
    }
    indexSlices(moreBefore, true);
    indexSlices(moreAfter, false);
    indexRows(d);
}

void PairIndex::order()
{
    const auto middle = std::stable_partition(m_all.begin(), m_all.end(),
                                              [](const Pair& p) { return p.hasBefore(); });
    m_withBefore = static_cast<std::size_t>(middle - m_all.begin());
    std::sort(m_all.begin(), middle, [](const Pair& a, const Pair& b) {
        return std::pair(a.beforeNs, a.before.value) < std::pair(b.beforeNs, b.before.value);
    });
    std::sort(middle, m_all.end(), [](const Pair& a, const Pair& b) {
        return std::pair(a.afterNs, a.after.value) < std::pair(b.afterNs, b.after.value);
    });
    for (std::uint32_t i = 0; i < m_all.size(); ++i) {
        const Pair& p = m_all[i];
        m_longestNs = std::max({m_longestNs, p.hasBefore() ? p.beforeEndNs - p.beforeNs : 0,
                                p.hasAfter() ? p.afterEndNs - p.afterNs : 0});
        if (p.hasAfter()) {
            m_byAfter.push_back(i);
        }
    }
    std::sort(m_byAfter.begin(), m_byAfter.end(), [this](std::uint32_t a, std::uint32_t b) {
        return std::pair(m_all[a].afterNs, a) < std::pair(m_all[b].afterNs, b);
    });
    m_afterZero = m_byAfter.empty() ? 0 : m_all[m_byAfter.front()].afterNs;
    m_sums.assign(m_withBefore + 1, Sums());
    for (std::size_t i = 0; i < m_withBefore; ++i) {
        const Pair& p = m_all[i];
        Sums& next = m_sums[i + 1];
        next = m_sums[i];
        if (p.hasAfter()) {
            next.beforeNs += static_cast<double>(p.beforeNs - beforeZero());
            next.afterNs += static_cast<double>(p.afterNs - m_afterZero);
            next.beforeCostNs += static_cast<double>(p.costBeforeNs);
            next.deltaNs += static_cast<double>(p.deltaNs);
            ++next.both;
        }
    }
}

// Without `more`: the slices that pairs begin with.
void PairIndex::indexSlices(const std::vector<std::pair<SliceId, std::size_t>>& more, bool before)
{
    Slices& slices = before ? m_slicesBefore : m_slicesAfter;
    if (more.empty() && slices.empty()) {
        for (std::uint32_t i = 0; i < m_all.size(); ++i) {
            const SliceId slice = before ? m_all[i].before : m_all[i].after;
            if (slice.valid()) {
                slices.emplace_back(slice.value, i);
            }
        }
    }
    for (const auto& [slice, pair] : more) {
        slices.emplace_back(slice.value, static_cast<std::uint32_t>(pair));
    }
    std::sort(slices.begin(), slices.end());
}

std::uint32_t PairIndex::find(const Slices& slices, SliceId slice)
{
    const auto it = std::lower_bound(slices.begin(), slices.end(),
                                     std::pair<std::uint32_t, std::uint32_t>(slice.value, 0));
    return slice.valid() && it != slices.end() && it->first == slice.value ? it->second : kNoPair;
}

// A row's name is that of the slices it names.
void PairIndex::indexRows(const diff::TraceDiff& d)
{
    const auto columnOf = [&](const char* key) {
        const auto it = std::find_if(d.rows.columns.begin(), d.rows.columns.end(),
                                     [&](const analysis::TableColumn& c) { return c.key == key; });
        return static_cast<std::size_t>(it - d.rows.columns.begin());
    };
    const std::size_t sliceBefore = columnOf("slice_before");
    const std::size_t sliceAfter = columnOf("slice_after");
    const auto name = [](const diff::Side& side, const analysis::Cell& cell) {
        const auto* slice = std::get_if<std::int64_t>(&cell);
        const auto row = slice == nullptr
            ? std::nullopt
            : side.trace->gpuOpOf(SliceId(static_cast<std::uint32_t>(*slice)));
        return row ? side.keys.name[*row] : kNoPair;
    };
    m_ofRow.assign(d.rows.rows.size(), kNoPair);
    for (std::size_t row = 0; row < d.rows.rows.size(); ++row) {
        std::uint32_t n = name(*d.before, d.rows.rows[row][sliceBefore]);
        n = n == kNoPair ? name(*d.after, d.rows.rows[row][sliceAfter]) : n;
        if (n == kNoPair) {
            continue;
        }
        if (m_rowOfName.size() <= n) {
            m_rowOfName.resize(n + 1, kNoPair);
        }
        m_rowOfName[n] = static_cast<std::uint32_t>(row);
    }
    for (std::uint32_t i = 0; i < m_all.size(); ++i) {
        const auto row = rowOf(i);
        if (!row) {
            continue;
        }
        // One that both sides have shows what changed; what is on one side only stands for a row
        // that has nothing else.
        const auto worth = [this](std::uint32_t n) {
            const Pair& p = m_all[n];
            return std::pair(p.hasBefore() && p.hasAfter(), std::abs(p.deltaNs));
        };
        std::uint32_t& best = m_ofRow[*row];
        if (best == kNoPair || worth(i) > worth(best)) {
            best = i;
        }
    }
}

std::optional<std::size_t> PairIndex::rowOf(std::uint32_t pair) const
{
    if (pair >= m_all.size() || m_all[pair].name >= m_rowOfName.size()
        || m_rowOfName[m_all[pair].name] == kNoPair) {
        return std::nullopt;
    }
    return m_rowOfName[m_all[pair].name];
}

} // namespace longpole::compare
