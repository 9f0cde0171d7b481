// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Statistics of two samples of durations. Pure functions; the same input gives the same output
// every time (nothing is drawn at random).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace longpole::diff {

double mean(std::span<const double> values);
// Mean of the two middle values for an even number. 0 for none.
double median(std::vector<double> values);

// after ÷ before, of the medians, with the percentile bootstrap interval of 95 % (Efron and
// Tibshirani, An Introduction to the Bootstrap, chapter 13), over all resamples of both samples
// rather than some drawn at random (median_law.h). Neither sample may be empty.
struct MedianRatio
{
    double ratio = 1;
    double low = 1;
    double high = 1;
    double logError = 0; // standard deviation of the resampled ratios' logarithms
};
MedianRatio bootstrapMedianRatio(std::span<const double> before, std::span<const double> after);

// after − before, of the means, with Welch's interval of 95 % (degrees of freedom by Welch and
// Satterthwaite). Both samples need two values, else the interval is unbounded: known = false.
struct MeanDifference
{
    double difference = 0;
    double low = 0;
    double high = 0;
    bool known = false;
};
MeanDifference welch(std::span<const double> before, std::span<const double> after);

// Mann and Whitney's rank test, two-sided. Exact (also with ties, by counting the ways to draw the
// rank sum) up to `exactUpTo` values in all, else by the normal distribution with corrections for
// ties and continuity.
struct RankTest
{
    double u = 0; // of the first sample
    double p = 1;
    bool exact = false;
};
RankTest mannWhitney(std::span<const double> before, std::span<const double> after,
                     std::size_t exactUpTo = 40);

// The smallest change of the ratio (0.05: 5 %) that the interval would have excluded 1 for in 80 %
// of repetitions, from the spread of the resampled ratios: exp((z0.975 + z0.8) · logError) − 1.
double detectableChange(const MedianRatio& ratio);

// What makes the intervals too narrow: values that aren't independent.
struct Drift
{
    double trendP = 1; // Kendall's test of the values against their order, two-sided
    double perStep = 0; // Theil and Sen's slope, as a share of the median
    double autocorrelation = 0; // of neighbours
    bool trend = false; // trendP < 0.05
    bool correlated = false; // above 1.96 / √n, with at least 8 values
};
Drift driftOf(std::span<const double> values);

// Benjamini and Hochberg's adjusted p-values, in the order given.
std::vector<double> benjaminiHochberg(std::span<const double> p);

} // namespace longpole::diff
