// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The bootstrap of a median without drawing anything: how a resample's median is distributed
// follows from the order of the sample alone (Efron and Tibshirani, An Introduction to the
// Bootstrap, chapter 5.6; Maritz and Jarrett 1978). Pure functions.
#pragma once

#include <span>
#include <vector>

namespace longpole::diff {

// One value that the median of a resample can take, and the share of all resamples where it does.
struct MedianAtom
{
    double value = 0;
    double share = 0;
};

// Of all resamples of the sample's own size, with replacement; by value, shares add up to 1 (those
// below 1e-19 are left out). For an even size the mean of each pair of middle values is one.
// The sample may not be empty. About 450 √n atoms at most.
std::vector<MedianAtom> medianLaw(std::span<const double> sample);

// The ratio of two independent medians, after ÷ before; 1 where the one before is not above 0.
class RatioLaw
{
public:
    RatioLaw(std::vector<MedianAtom> before, std::vector<MedianAtom> after);

    // The smallest ratio that at least this share of all pairs of resamples does not exceed.
    double quantile(double share) const;
    // Standard deviation of the ratio's logarithm, where both medians are above 0.
    double logError() const;

private:
    double shareUpTo(double ratio) const;
    double largestUpTo(double ratio) const;

    std::vector<MedianAtom> m_before; // those above 0
    std::vector<MedianAtom> m_after;
    double m_without = 0; // share of the other medians before
};

} // namespace longpole::diff
