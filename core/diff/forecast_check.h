// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Forecasts made on the first recording, set against the second.
#pragma once

#include "core/diff/trace_diff.h"

namespace longpole::diff {

// A forecast of one of the iterations is measured on the iteration at its place after the change;
// one of another region on the region of that name; one of the whole trace only where the windows
// hold equal work. Error: Cancelled.
Result<std::vector<ForecastCheck>> checkForecasts(const TraceDiff& diff,
                                                  const std::vector<open::Forecast>& forecasts,
                                                  const JobContext& job);

} // namespace longpole::diff
