// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/match_iteration.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace longpole::diff {

namespace {

using model::kNull32;

// More for one than this is no fusion any more, but other work.
constexpr std::size_t kMostFused = 512;

} // namespace

std::uint32_t IterationMatcher::key(const OpKeys& keys, std::uint32_t row, Level level)
{
    constexpr std::uint64_t kTag = 0xd1ff; // apart from tuples made elsewhere
    switch (level) {
    case Level::Exact:
        return keys.exact[row];
    case Level::NameShapePath:
        return m_table.tuple(keys.name[row], keys.shape[row], keys.path[row], kTag);
    case Level::NamePath:
        return m_table.tuple(keys.name[row], keys.path[row], kTag, kTag);
    case Level::Name:
        break;
    }
    return keys.name[row];
}

void IterationMatcher::pair(std::uint32_t before, std::uint32_t after, PairKind kind,
                            std::uint8_t flags)
{
    if (kind == PairKind::Matched) {
        const bool sameShape = m_before.shape[before] == m_after.shape[after];
        flags = static_cast<std::uint8_t>(flags | (sameShape ? 0 : ChangedShape));
        m_out.identical += sameShape ? 1 : 0;
    }
    if (before != kNull32 && after != kNull32
        && m_before.inGraph[before] != m_after.inGraph[after]) {
        flags = static_cast<std::uint8_t>(
            flags | (m_after.inGraph[after] ? NowInGraph : NoLongerInGraph));
    }
    m_out.pairs.push_back({before, after, kind, flags});
}

void IterationMatcher::addStream(std::uint32_t stream, std::span<const std::uint32_t> before,
                                 std::span<const std::uint32_t> after)
{
    m_out.opsBefore += before.size();
    m_out.opsAfter += after.size();
    for (const std::uint32_t row : before) {
        m_out.inGraphBefore += m_before.inGraph[row] ? 1 : 0;
    }
    for (const std::uint32_t row : after) {
        m_out.inGraphAfter += m_after.inGraph[row] ? 1 : 0;
    }
    align(stream, before, after, Level::Exact);
}

void IterationMatcher::align(std::uint32_t stream, std::span<const std::uint32_t> before,
                             std::span<const std::uint32_t> after, Level level)
{
    if (before.empty() && after.empty()) {
        return;
    }
    if (before.empty() || after.empty()) {
        m_gaps.push_back({stream, {before.begin(), before.end()}, {after.begin(), after.end()}});
        return;
    }
    std::vector<std::uint32_t> a;
    std::vector<std::uint32_t> b;
    a.reserve(before.size());
    b.reserve(after.size());
    for (const std::uint32_t row : before) {
        a.push_back(key(m_before, row, level));
    }
    for (const std::uint32_t row : after) {
        b.push_back(key(m_after, row, level));
    }
    const auto matches = alignSequences(a, b, m_budget);
    std::size_t i = 0;
    std::size_t j = 0;
    const auto between = [&](std::size_t endBefore, std::size_t endAfter) {
        const auto left = before.subspan(i, endBefore - i);
        const auto right = after.subspan(j, endAfter - j);
        if (level == Level::Name && (!left.empty() || !right.empty())) {
            m_gaps.push_back({stream, {left.begin(), left.end()}, {right.begin(), right.end()}});
        } else {
            align(stream, left, right, static_cast<Level>(static_cast<int>(level) + 1));
        }
    };
    for (const auto& [x, y] : matches) {
        if (x > i || y > j) {
            between(x, y);
        }
        pair(before[x], after[y], PairKind::Matched, 0);
        i = x + 1;
        j = y + 1;
    }
    between(before.size(), after.size());
}

void IterationMatcher::pairElsewhere(Level level, bool sameStream)
{
    struct Places
    {
        std::vector<std::uint32_t*> rows; // in the gaps, by time
        std::size_t next = 0;
    };
    std::unordered_map<std::uint64_t, Places> waiting;
    const auto placeKey = [&](const OpKeys& keys, std::uint32_t row, const Gap& gap) {
        const std::uint64_t stream = sameStream ? gap.stream + std::uint64_t{1} : 0;
        return stream << 32U | key(keys, row, level);
    };
    for (Gap& gap : m_gaps) {
        for (std::uint32_t& row : gap.after) {
            waiting[placeKey(m_after, row, gap)].rows.push_back(&row);
        }
    }
    if (waiting.empty()) {
        return;
    }
    for (Gap& gap : m_gaps) {
        for (std::uint32_t& row : gap.before) {
            const auto it = waiting.find(placeKey(m_before, row, gap));
            if (it != waiting.end() && it->second.next < it->second.rows.size()) {
                std::uint32_t& other = *it->second.rows[it->second.next++];
                pair(row, other, PairKind::Matched, sameStream ? Reordered : MovedStream);
                row = kNull32;
                other = kNull32;
            }
        }
    }
    for (Gap& gap : m_gaps) {
        std::erase(gap.before, kNull32);
        std::erase(gap.after, kNull32);
    }
}

void IterationMatcher::settle(std::vector<std::uint32_t> before, std::vector<std::uint32_t> after)
{
    const std::size_t k = before.size();
    const std::size_t m = after.size();
    if (k == m) {
        for (std::size_t i = 0; i < k; ++i) {
            pair(before[i], after[i], PairKind::Replaced, 0);
        }
        return;
    }
    if (k > 0 && m > 0 && std::max(k, m) <= kMostFused * std::min(k, m)) {
        m_out.groups.push_back({std::move(before), std::move(after)});
        return;
    }
    for (const std::uint32_t row : before) {
        pair(row, kNull32, PairKind::Removed, 0);
    }
    for (const std::uint32_t row : after) {
        pair(kNull32, row, PairKind::Added, 0);
    }
}

// Range by range where both sides have it, the rest together.
void IterationMatcher::settle(const Gap& gap)
{
    std::unordered_map<std::uint32_t, std::pair<std::size_t, std::size_t>> byPath;
    for (const std::uint32_t row : gap.before) {
        ++byPath[m_before.path[row]].first;
    }
    for (const std::uint32_t row : gap.after) {
        ++byPath[m_after.path[row]].second;
    }
    std::unordered_map<std::uint32_t, std::size_t> place;
    std::vector<std::pair<std::vector<std::uint32_t>, std::vector<std::uint32_t>>> parts(1);
    const auto partOf = [&](std::uint32_t path) -> auto&
    {
        const auto& [a, b] = byPath[path];
        if (a == 0 || b == 0) {
            return parts.front();
        }
        const auto [it, added] = place.emplace(path, parts.size());
        if (added) {
            parts.emplace_back();
        }
        return parts[it->second];
    };
    for (const std::uint32_t row : gap.before) {
        partOf(m_before.path[row]).first.push_back(row);
    }
    for (const std::uint32_t row : gap.after) {
        partOf(m_after.path[row]).second.push_back(row);
    }
    for (auto& [a, b] : parts) {
        if (!a.empty() || !b.empty()) {
            settle(std::move(a), std::move(b));
        }
    }
}

void IterationMatcher::finish()
{
    for (const bool sameStream : {true, false}) {
        pairElsewhere(Level::Exact, sameStream);
        pairElsewhere(Level::NameShapePath, sameStream);
    }
    for (const Gap& gap : m_gaps) {
        settle(gap);
    }
    m_gaps.clear();
}

} // namespace longpole::diff
