// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// How much longer or shorter an iteration became, and what may be said of it.
// The interval of the ratio of medians decides; the rank test stands beside it, and where it
// disagrees that is said. Fewer than kFewest observations a side: figures without a verdict.
#pragma once

#include "core/diff/statistics.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace longpole::diff {

inline constexpr std::size_t kFewest = 5;

enum class Verdict : std::uint8_t
{
    Faster,
    Slower,
    NoDifference,
    NotComparable,
    None // too few observations
};
// "faster", "slower", "no difference seen", "not comparable", "no verdict"
std::string_view verdictName(Verdict verdict);

struct Effect
{
    std::vector<double> before; // ns, in order
    std::vector<double> after;
    MedianRatio ratio;
    MeanDifference means;
    RankTest ranks;
    double detectable = 0; // share: 0.05 is 5 %
    Drift driftBefore;
    Drift driftAfter;

    bool enough() const { return before.size() >= kFewest && after.size() >= kFewest; }
    // What the interval says, without regard to comparability.
    Verdict verdict() const;
    bool rankTestDisagrees() const;
};

// Neither side may be empty.
Effect effectOf(std::vector<double> before, std::vector<double> after);

// Sentences: drift, neighbours that are alike, the rank test's disagreement.
std::vector<std::string> cautions(const Effect& effect);

} // namespace longpole::diff
