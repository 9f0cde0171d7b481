// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The verdict of a comparison whose figures are known: comparability first, then whether there are
// enough observations, then the interval, then what recording itself costs.
#pragma once

#include "core/diff/trace_diff.h"

namespace longpole::diff {

// Sets verdict, reason, perturbation and cautions. identical: the two are the same recording.
void judge(TraceDiff& diff, bool identical, bool severalRuns);

} // namespace longpole::diff
