// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The operations of one pair of iterations: see match.h.
#pragma once

#include "core/diff/match.h"

#include <span>

namespace longpole::diff {

class IterationMatcher
{
public:
    IterationMatcher(const Side& before, const Side& after, IdentityTable& table,
                     AlignBudget& budget, Matching& out)
        : m_before(before.keys)
        , m_after(after.keys)
        , m_table(table)
        , m_budget(budget)
        , m_out(out)
    { }

    // Rows of one stream of each side, by time; either may be empty.
    void addStream(std::uint32_t stream, std::span<const std::uint32_t> before,
                   std::span<const std::uint32_t> after);
    // Settles what no stream's alignment could, and begins anew.
    void finish();

private:
    // What lies between two matched operations of a stream.
    struct Gap
    {
        std::uint32_t stream = 0;
        std::vector<std::uint32_t> before;
        std::vector<std::uint32_t> after;
    };

    enum class Level : std::uint8_t
    {
        Exact,
        NameShapePath,
        NamePath,
        Name
    };

    std::uint32_t key(const OpKeys& keys, std::uint32_t row, Level level);
    void align(std::uint32_t stream, std::span<const std::uint32_t> before,
               std::span<const std::uint32_t> after, Level level);
    void pair(std::uint32_t before, std::uint32_t after, PairKind kind, std::uint8_t flags);
    void pairElsewhere(Level level, bool sameStream);
    void settle(const Gap& gap);
    void settle(std::vector<std::uint32_t> before, std::vector<std::uint32_t> after);

    const OpKeys& m_before;
    const OpKeys& m_after;
    IdentityTable& m_table;
    AlignBudget& m_budget;
    Matching& m_out;
    std::vector<Gap> m_gaps;
};

} // namespace longpole::diff
