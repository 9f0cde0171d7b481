// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Outliers: slices that took far longer than calls of the same name do on their track.
// A slice is one if its name has at least kMinCalls slices on the track, it lasts at least
// kMinDurationNs, and it lasts more than kFactor times the 99th percentile of those slices'
// durations (nearest rank: the ceil(0.99 n)-th shortest). Durations are compared in steps of at
// most a quarter: whatever is found exceeds kFactor × p99, and whatever exceeds 1.25 × kFactor ×
// p99 is found. Names with fewer slices have no percentile worth the name: there nothing is an
// outlier.
#pragma once

#include "core/base/job.h"
#include "core/timeline/row_view.h"
#include "core/timeline/time_grid.h"

#include <cstdint>
#include <vector>

namespace longpole::timeline {

inline constexpr std::uint32_t kMinCalls = 100;
inline constexpr std::int64_t kMinDurationNs = 1'000; // shorter: within what clocks resolve
inline constexpr double kFactor = 4.0; // a power of two: that is a whole number of steps

// rows: all rows of one track. Per row: the times of its outliers, in order. About 4 ns per slice.
// What is returned after the job was cancelled may lack some.
std::vector<std::vector<TimeRange>> findOutliers(const std::vector<RowView>& rows,
                                                 const JobContext& job);

// The level of detail of all rows of one track, with their outliers.
std::vector<TimeGrid> gridsOf(const std::vector<RowView>& rows, const JobContext& job);

} // namespace longpole::timeline
