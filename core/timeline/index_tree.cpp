// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/index_tree.h"

#include <algorithm>

namespace longpole::timeline {

namespace {

std::int64_t gapAfter(const RowView& row, std::size_t i)
{
    return i + 1 < row.size() ? std::max<std::int64_t>(0, row.startNs(i + 1) - row.endNs(i)) : 0;
}

} // namespace

IndexTree::IndexTree(const RowView& row)
{
    if (row.size() <= kBranch) {
        return; // a scan is as quick
    }
    std::vector<Node> nodes((row.size() + kBranch - 1) / kBranch);
    std::int64_t busyBefore = 0;
    for (std::size_t k = 0; k < nodes.size(); ++k) {
        Node& node = nodes[k];
        node.busyBefore = busyBefore;
        std::array<std::int64_t, 16> times{};
        std::int64_t longest = -1;
        const std::size_t last = std::min(row.size(), (k + 1) * kBranch);
        for (std::size_t i = k * kBranch; i < last; ++i) {
            const std::int64_t d = row.durationNs(i);
            node.busy += d;
            times[static_cast<std::size_t>(row.cls[i]) & 15U] += d;
            node.longestGap = std::max(node.longestGap, gapAfter(row, i));
            if (d > longest) {
                longest = d;
                node.longest = static_cast<std::uint32_t>(i);
            }
        }
        const auto top = std::max_element(times.begin(), times.end());
        node.cls = static_cast<model::SliceClass>(top - times.begin());
        busyBefore += node.busy;
    }
    m_levels.push_back(std::move(nodes));
    while (m_levels.back().size() > kBranch) {
        buildLevel(row);
    }
}

void IndexTree::buildLevel(const RowView& row)
{
    const std::vector<Node>& below = m_levels.back();
    std::vector<Node> nodes((below.size() + kBranch - 1) / kBranch);
    for (std::size_t k = 0; k < nodes.size(); ++k) {
        Node& node = nodes[k];
        node.busyBefore = below[k * kBranch].busyBefore;
        std::array<std::int64_t, 16> times{};
        const std::size_t last = std::min(below.size(), (k + 1) * kBranch);
        for (std::size_t i = k * kBranch; i < last; ++i) {
            const Node& child = below[i];
            node.busy += child.busy;
            times[static_cast<std::size_t>(child.cls)] += child.busy;
            node.longestGap = std::max(node.longestGap, child.longestGap);
            if (node.longest == kNone
                || row.durationNs(child.longest) > row.durationNs(node.longest)) {
                node.longest = child.longest;
            }
        }
        const auto top = std::max_element(times.begin(), times.end());
        node.cls = static_cast<model::SliceClass>(top - times.begin());
    }
    m_levels.push_back(std::move(nodes));
}

template <class OnSlice, class OnNode>
void IndexTree::visit(std::size_t first, std::size_t last, OnSlice&& onSlice, OnNode&& onNode) const
{
    while (first < last) {
        // The largest aligned node that starts here and ends within the run.
        std::size_t size = 1;
        std::size_t level = 0; // 0: a slice
        while (level < m_levels.size() && first % (size * kBranch) == 0
               && first + size * kBranch <= last) {
            size *= kBranch;
            ++level;
        }
        if (level == 0) {
            onSlice(first);
        } else {
            onNode(m_levels[level - 1][first / size]);
        }
        first += size;
    }
}

std::int64_t IndexTree::busyBefore(const RowView& row, std::size_t i) const
{
    std::int64_t busy = 0;
    std::size_t from = 0;
    if (!m_levels.empty() && i > 0) {
        const std::size_t node = std::min(i / kBranch, m_levels[0].size() - 1);
        busy = m_levels[0][node].busyBefore;
        from = node * kBranch;
    }
    for (; from < i; ++from) {
        busy += row.durationNs(from);
    }
    return busy;
}

std::int64_t IndexTree::busyIn(const RowView& row, std::int64_t begin, std::int64_t end) const
{
    if (begin >= end) {
        return 0;
    }
    const std::size_t first = row.firstEndingAfter(begin);
    const std::size_t last = row.firstStartingAt(end);
    if (first >= last) {
        return 0;
    }
    std::int64_t busy = busyBefore(row, last) - busyBefore(row, first);
    busy -= std::max<std::int64_t>(0, begin - row.startNs(first));
    // Only the last slice that is not empty can reach over the end.
    for (std::size_t i = last; i-- > first;) {
        busy -= std::max<std::int64_t>(0, row.endNs(i) - end);
        if (row.durationNs(i) > 0) {
            break;
        }
    }
    return busy;
}

std::uint32_t IndexTree::longest(const RowView& row, std::size_t first, std::size_t last) const
{
    std::uint32_t best = kNone;
    const auto offer = [&](std::uint32_t i) {
        if (best == kNone || row.durationNs(i) > row.durationNs(best)) {
            best = i;
        }
    };
    visit(
        first, last, [&](std::size_t i) { offer(static_cast<std::uint32_t>(i)); },
        [&](const Node& node) { offer(node.longest); });
    return best;
}

std::int64_t IndexTree::longestGap(const RowView& row, std::size_t first, std::size_t last) const
{
    std::int64_t gap = 0;
    if (last > first + 1) {
        visit(
            first, last - 1, [&](std::size_t i) { gap = std::max(gap, gapAfter(row, i)); },
            [&](const Node& node) { gap = std::max(gap, node.longestGap); });
    }
    return gap;
}

void IndexTree::addClassTimes(const RowView& row, std::size_t first, std::size_t last,
                              std::array<double, 16>& times) const
{
    visit(
        first, last,
        [&](std::size_t i) {
            times[static_cast<std::size_t>(row.cls[i]) & 15U] +=
                static_cast<double>(row.durationNs(i));
        },
        [&](const Node& node) {
            times[static_cast<std::size_t>(node.cls)] += static_cast<double>(node.busy);
        });
}

std::size_t IndexTree::bytes() const
{
    std::size_t n = 0;
    for (const auto& level : m_levels) {
        n += level.size() * sizeof(Node);
    }
    return n;
}

} // namespace longpole::timeline
