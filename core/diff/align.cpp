// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/align.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

namespace longpole::diff {

namespace {

using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
using Sequence = std::span<const std::uint32_t>;

// Part of the two sequences: a[aBegin, aEnd) and b[bBegin, bEnd).
struct Box
{
    std::int64_t aBegin, aEnd, bBegin, bEnd;

    std::int64_t width() const { return aEnd - aBegin; }
    std::int64_t height() const { return bEnd - bBegin; }
};

// A run of equal elements in the middle of a shortest edit script.
struct Snake
{
    std::int64_t a, b, length;
};

class Aligner
{
public:
    Aligner(Sequence a, Sequence b, AlignBudget& budget, Pairs& out)
        : m_a(a)
        , m_b(b)
        , m_budget(budget)
        , m_out(out)
    { }

    void align(Box box)
    {
        while (box.width() > 0 && box.height() > 0 && m_a[at(box.aBegin)] == m_b[at(box.bBegin)]) {
            add(box.aBegin++, box.bBegin++);
        }
        std::int64_t tail = 0;
        while (box.width() > tail && box.height() > tail
               && m_a[at(box.aEnd - tail - 1)] == m_b[at(box.bEnd - tail - 1)]) {
            ++tail;
        }
        box.aEnd -= tail;
        box.bEnd -= tail;
        if (box.width() > 0 && box.height() > 0) {
            split(box);
        }
        for (std::int64_t i = 0; i < tail; ++i) {
            add(box.aEnd + i, box.bEnd + i);
        }
    }

private:
    static std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }
    void add(std::int64_t a, std::int64_t b)
    {
        m_out.emplace_back(static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b));
    }

    void split(const Box& box)
    {
        const auto snake = middle(box);
        if (!snake) {
            ++m_budget.fallbacks;
            byOccurrence(box);
            return;
        }
        align({box.aBegin, snake->a, box.bBegin, snake->b});
        for (std::int64_t i = 0; i < snake->length; ++i) {
            add(snake->a + i, snake->b + i);
        }
        align({snake->a + snake->length, box.aEnd, snake->b + snake->length, box.bEnd});
    }

    // Furthest reach per diagonal, from both ends at once, until they meet. None: over the bound.
    std::optional<Snake> middle(const Box& box)
    {
        const std::int64_t n = box.width();
        const std::int64_t m = box.height();
        const std::int64_t delta = n - m;
        const bool odd = (delta & 1) != 0;
        const std::int64_t most = std::min<std::int64_t>((n + m + 1) / 2, m_budget.differences);
        const auto size = at(2 * most + 3);
        if (m_forward.size() < size) {
            m_forward.resize(size);
            m_backward.resize(size);
        }
        const std::int64_t zero = most + 1;
        m_forward[at(zero + 1)] = 0;
        m_backward[at(zero + 1)] = 0;
        for (std::int64_t d = 0; d <= most; ++d) {
            const auto cost = static_cast<std::uint64_t>(2 * d + 2);
            if (m_budget.steps < cost) {
                return std::nullopt;
            }
            m_budget.steps -= cost;
            if (auto found = step(box, d, zero, delta, odd, true)) {
                return found;
            }
            if (auto found = step(box, d, zero, delta, odd, false)) {
                return found;
            }
        }
        return std::nullopt;
    }

    std::optional<Snake> step(const Box& box, std::int64_t d, std::int64_t zero, std::int64_t delta,
                              bool odd, bool forward)
    {
        const std::int64_t n = box.width();
        const std::int64_t m = box.height();
        std::vector<std::int64_t>& mine = forward ? m_forward : m_backward;
        const std::vector<std::int64_t>& other = forward ? m_backward : m_forward;
        for (std::int64_t k = -d; k <= d; k += 2) {
            const bool down =
                k == -d || (k != d && mine[at(zero + k - 1)] < mine[at(zero + k + 1)]);
            std::int64_t x = down ? mine[at(zero + k + 1)] : mine[at(zero + k - 1)] + 1;
            std::int64_t y = x - k;
            const std::int64_t from = x;
            while (x < n && y < m && y >= 0 && equal(box, x, y, forward)) {
                ++x;
                ++y;
            }
            mine[at(zero + k)] = x;
            const std::int64_t across = delta - k; // the same diagonal, from the other end
            const std::int64_t reach = forward ? d - 1 : d;
            if (odd != forward || across < -reach || across > reach
                || x + other[at(zero + across)] < n) {
                continue;
            }
            const std::int64_t length = x - from;
            return forward ? Snake{box.aBegin + from, box.bBegin + from - k, length}
                           : Snake{box.aEnd - x, box.bEnd - y, length};
        }
        return std::nullopt;
    }

    bool equal(const Box& box, std::int64_t x, std::int64_t y, bool forward) const
    {
        return forward ? m_a[at(box.aBegin + x)] == m_b[at(box.bBegin + y)]
                       : m_a[at(box.aEnd - 1 - x)] == m_b[at(box.bEnd - 1 - y)];
    }

    void byOccurrence(const Box& box)
    {
        std::unordered_map<std::uint32_t, std::vector<std::int64_t>> places;
        for (std::int64_t j = box.bBegin; j < box.bEnd; ++j) {
            places[m_b[at(j)]].push_back(j);
        }
        std::unordered_map<std::uint32_t, std::size_t> used;
        std::vector<std::pair<std::int64_t, std::int64_t>> pairs; // rising in a
        for (std::int64_t i = box.aBegin; i < box.aEnd; ++i) {
            const auto it = places.find(m_a[at(i)]);
            if (it != places.end()) {
                std::size_t& k = used[it->first];
                if (k < it->second.size()) {
                    pairs.emplace_back(i, it->second[k++]);
                }
            }
        }
        // Longest run that rises in b: piles, as in patience sorting.
        std::vector<std::size_t> top;
        std::vector<std::size_t> before(pairs.size(), pairs.size());
        for (std::size_t p = 0; p < pairs.size(); ++p) {
            const auto pile = std::lower_bound(
                top.begin(), top.end(), pairs[p].second,
                [&](std::size_t q, std::int64_t b) { return pairs[q].second < b; });
            before[p] = pile == top.begin() ? pairs.size() : *std::prev(pile);
            if (pile == top.end()) {
                top.push_back(p);
            } else {
                *pile = p;
            }
        }
        std::vector<std::size_t> run;
        for (std::size_t p = top.empty() ? pairs.size() : top.back(); p < pairs.size();
             p = before[p]) {
            run.push_back(p);
        }
        for (auto it = run.rbegin(); it != run.rend(); ++it) {
            add(pairs[*it].first, pairs[*it].second);
        }
    }

    Sequence m_a;
    Sequence m_b;
    AlignBudget& m_budget;
    Pairs& m_out;
    std::vector<std::int64_t> m_forward;
    std::vector<std::int64_t> m_backward;
};

} // namespace

Pairs alignSequences(Sequence a, Sequence b, AlignBudget& budget)
{
    Pairs out;
    Aligner(a, b, budget, out)
        .align({0, static_cast<std::int64_t>(a.size()), 0, static_cast<std::int64_t>(b.size())});
    return out;
}

} // namespace longpole::diff
