// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What is done to the input once, before any region of it is looked at.
#pragma once

#include "core/analysis/critical_path/input.h"
#include "core/analysis/critical_path/options.h"

#include <cstdint>
#include <vector>

namespace longpole::critical_path {

// Several queries of one event in a row on one thread, the last of them answered "ready" (or not
// known, but after the others), become one wait.
void collapsePollLoops(Input& input);

// Where more than one launch in a thousand starts before its call, the device's clock is behind:
// moves its operations by the least shift that mends (nearly) all of them, per stretch of time if
// the clock drifts. Likewise back where waits return before their work has ended, as far as
// launches allow. Returns the largest shift per device (negative: back), 0 where none was needed.
std::vector<std::int64_t> repairClocks(Input& input);

// Bursts of work on a thread that begin shortly after another thread of the process fell silent.
void inferHandOffs(Input& input, const Options& options);

// Sets Stream::blocking and inferred where a default stream never once overlapped the others.
void inferLegacyStreams(Input& input);

// Minimum lags per device, from the samples of the whole input.
std::vector<Lags> estimateLags(const Input& input);

} // namespace longpole::critical_path
