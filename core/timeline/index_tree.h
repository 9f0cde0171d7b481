// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// IndexTree: exact answers about any run of slices of a row in O(16 log16 n): busy time, longest
// slice, longest gap. An implicit tree with 16 children per node over slice numbers, so it adapts
// to density where a time grid would not. About 2 bytes per slice.
#pragma once

#include "core/timeline/row_view.h"

#include <array>
#include <limits>
#include <vector>

namespace longpole::timeline {

class IndexTree
{
public:
    static constexpr std::size_t kBranch = 16;
    static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

    IndexTree() = default;
    explicit IndexTree(const RowView& row);

    // Sum of the durations of slices [0, i).
    std::int64_t busyBefore(const RowView& row, std::size_t i) const;
    // Busy time within [begin, end), clipped at its edges.
    std::int64_t busyIn(const RowView& row, std::int64_t begin, std::int64_t end) const;
    // The first of the longest slices of [first, last), kNone if there is none.
    std::uint32_t longest(const RowView& row, std::size_t first, std::size_t last) const;
    // The longest pause between two neighbours within slices [first, last); 0 for fewer than two.
    std::int64_t longestGap(const RowView& row, std::size_t first, std::size_t last) const;
    // Time by class within slices [first, last), where a whole node counts as its main class.
    void addClassTimes(const RowView& row, std::size_t first, std::size_t last,
                       std::array<double, 16>& times) const;

    std::size_t bytes() const;

private:
    struct Node
    {
        std::int64_t busyBefore = 0;
        std::int64_t busy = 0;
        std::int64_t longestGap = 0; // between neighbours, the one after its last slice included
        std::uint32_t longest = kNone;
        model::SliceClass cls = model::SliceClass::Other; // with the most time
    };
    static_assert(sizeof(Node) == 32);

    void buildLevel(const RowView& row);
    // Calls onSlice(i) and onNode(node) so that together they cover [first, last) once.
    template <class OnSlice, class OnNode>
    void visit(std::size_t first, std::size_t last, OnSlice&& onSlice, OnNode&& onNode) const;

    std::vector<std::vector<Node>> m_levels; // [0]: nodes of 16 slices
};

} // namespace longpole::timeline
