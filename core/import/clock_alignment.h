// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// How far the clocks of the files of one run are apart, told by the collectives that they share.
//
// A symmetric collective (all-reduce and the like) ends on all ranks at about the same time, and on
// none before the last rank has started it. So, for file s against the reference r, with o added to
// the times of s:
//   estimate  o = - median over collectives of (end of s - end of r)
//   bounds    max(start of r - end of s) <= o <= min(end of r - start of s)
// The estimate is put inside the bounds; half the interquartile range of the differences is its
// uncertainty.
#pragma once

#include "core/import/collectives.h"

#include <cstdint>
#include <vector>

namespace longpole::import {

struct ClockOffset
{
    std::int64_t shift = 0; // to add to the file's times
    std::int64_t uncertainty = 0; // half the interquartile range
    std::uint64_t collectives = 0; // that it rests on; 0: nothing known
    bool agreed = false; // the clock was right already: shift is 0
    bool contradictory = false; // no shift satisfies all bounds
};

// One entry per source. clock: what is added to each file's times beforehand. The reference is the
// source with the most matches (the first of them): its shift is 0. Files that share no collective
// with it are left alone.
std::vector<ClockOffset> clockOffsets(const CollectiveMatches& collectives, std::size_t sources,
                                      const std::vector<std::int64_t>& clock);

} // namespace longpole::import
