// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The block that a sequence repeats: iterations of a program that marks none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace longpole::diff {

struct Period
{
    std::size_t length = 0; // elements; 0: none found
    double fit = 0; // share of positions that equal the one a block later
    std::vector<std::size_t> begins; // of each whole block, and one past the last
};

// The shortest of the periods that fit nearly best (0.98 of the best fit, itself at least 0.8),
// with at least three blocks. Candidates are the commonest distances between equal n-grams (1, 4
// and 16 elements). A block begins where `gapBefore` (idle time before an element) is largest on
// average; one that is more than a fifth longer or shorter than the period ends the series before
// it.
Period findPeriod(std::span<const std::uint32_t> sequence, std::span<const std::int64_t> gapBefore);

} // namespace longpole::diff
