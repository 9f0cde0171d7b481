// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Alignment of two sequences: which element of one is which of the other, in order.
// Myers, "An O(ND) difference algorithm and its variations" (Algorithmica 1, 1986), in the form
// that needs memory linear in the lengths, after equal ends are cut off. Its time is bounded: where
// the sequences differ in more than the budget allows, the k-th occurrence of each element is
// paired with the k-th of the other side and the longest rising run of these pairs is taken (as in
// patience sorting): in order, never wrong, but not always the longest there is.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace longpole::diff {

// What all alignments of a comparison may cost together.
struct AlignBudget
{
    std::uint64_t steps = 400'000'000; // cells of the search; used up as it goes
    std::uint32_t differences = 20'000; // largest D searched for at once
    std::uint64_t fallbacks = 0; // how often the bound was met
};

// Pairs of indices, rising on both sides; a[first] == b[second] for each.
std::vector<std::pair<std::uint32_t, std::uint32_t>>
alignSequences(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b,
               AlignBudget& budget);

} // namespace longpole::diff
