// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// PairIndex: the matched operations of a comparison, in the order of time of either side, as views
// need them: what is in a stretch of time, whose partner a slice is, which pair stands for a row of
// the table of operations. Made on a worker; immutable; copies durations and times, so that nothing
// is read from a trace while painting.
#pragma once

#include "core/base/job.h"
#include "core/diff/trace_diff.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace longpole::compare {

inline constexpr std::uint32_t kNoPair = 0xffffffff;

enum class Change : std::uint8_t
{
    Matched,
    Replaced,
    Fused,
    Split,
    Added,
    Removed
};

// One operation and its partner; of fused and split ones all that belong together.
struct Pair
{
    std::int64_t beforeNs = 0; // begins and ends, in the times of their traces
    std::int64_t beforeEndNs = 0;
    std::int64_t afterNs = 0;
    std::int64_t afterEndNs = 0;
    std::int64_t deltaNs = 0; // of the operations' durations: after - before
    std::int64_t costBeforeNs = 0; // sum of the durations before
    SliceId before; // the first; none: only after
    SliceId after;
    std::uint32_t name = 0; // number of the normalised name
    Change change = Change::Matched;

    bool hasBefore() const { return before.valid(); }
    bool hasAfter() const { return after.valid(); }
};

class PairIndex
{
public:
    PairIndex() = default;
    // Stops early, with what it has, when the job is cancelled.
    PairIndex(const diff::TraceDiff& diff, const JobContext& job);
    // For tests and benchmarks: pairs as they are, without names and rows.
    explicit PairIndex(std::vector<Pair> pairs);

    const std::vector<Pair>& all() const { return m_all; }
    // Those with an operation before, by its begin; then those without, by their begin after.
    std::span<const Pair> withBefore() const { return {m_all.data(), m_withBefore}; }
    std::span<const Pair> added() const { return std::span(m_all).subspan(m_withBefore); }
    // Numbers of the pairs that have an operation after, by its begin.
    const std::vector<std::uint32_t>& byAfter() const { return m_byAfter; }
    // No operation lasts longer: what began earlier than this before a time has ended by then.
    std::int64_t longestNs() const { return m_longestNs; }

    // Pairs of both sides among the first n of withBefore(): how many, the sums of their begins
    // (relative to beforeZero() and afterZero()), of their durations before and of their
    // differences.
    struct Sums
    {
        double beforeNs = 0;
        double afterNs = 0;
        double beforeCostNs = 0;
        double deltaNs = 0;
        std::uint32_t both = 0;
    };
    const Sums& sums(std::size_t n) const { return m_sums[n]; }
    std::int64_t beforeZero() const { return m_withBefore == 0 ? 0 : m_all.front().beforeNs; }
    std::int64_t afterZero() const { return m_afterZero; }

    // The pair of a slice of either side; kNoPair if it is no matched operation.
    std::uint32_t ofBefore(SliceId slice) const { return find(m_slicesBefore, slice); }
    std::uint32_t ofAfter(SliceId slice) const { return find(m_slicesAfter, slice); }
    // For a row of TraceDiff::rows: its pair with the largest difference (one of both
    // sides if there is one); kNoPair if there is none.
    std::uint32_t ofRow(std::size_t row) const
    {
        return row < m_ofRow.size() ? m_ofRow[row] : kNoPair;
    }
    // The row of TraceDiff::rows that a pair is part of.
    std::optional<std::size_t> rowOf(std::uint32_t pair) const;

private:
    using Slices = std::vector<std::pair<std::uint32_t, std::uint32_t>>; // slice, pair; sorted
    static std::uint32_t find(const Slices& slices, SliceId slice);
    void order();
    void indexSlices(const std::vector<std::pair<SliceId, std::size_t>>& more, bool before);
    void indexRows(const diff::TraceDiff& diff);

    std::vector<Pair> m_all;
    std::size_t m_withBefore = 0;
    std::vector<std::uint32_t> m_byAfter;
    std::vector<Sums> m_sums{1};
    std::int64_t m_afterZero = 0;
    std::int64_t m_longestNs = 0;
    Slices m_slicesBefore;
    Slices m_slicesAfter;
    std::vector<std::uint32_t> m_ofRow;
    std::vector<std::uint32_t> m_rowOfName; // kNoPair: none
};

} // namespace longpole::compare
