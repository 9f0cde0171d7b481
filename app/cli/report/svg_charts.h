// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of a comparison as inline SVG. What they show is said in text beside them or in titles;
// nothing is told by colour alone.
#pragma once

#include "core/diff/trace_diff.h"

#include <string>

namespace longpole::cli {

// Durations of all iterations, both sides under each other on one scale; odd ones hatched, left-out
// ones outlined; the medians as lines.
std::string iterationsSvg(const diff::TraceDiff& diff);
// From the makespan before to the makespan after, category by category. Empty without paths.
std::string waterfallSvg(const diff::TraceDiff& diff);
// One typical iteration of each side on one time axis: the critical path, the host thread, the
// streams. Empty where there is nothing to draw.
std::string timelinesSvg(const diff::TraceDiff& diff);

} // namespace longpole::cli
