// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What becomes of samples of functions (StalledFunctionRecord). They were taken in another run of
// the program and belong to all launches of a function on a device, so every kernel of that name on
// that device carries them: args member "counters" ("stalls" where the kernel has counters of its
// own), with "metrics" (per reason the number of samples, and NAME.pct, its share), "units",
// "sections" (the shares, largest first), "samples" and "cubins". Samples of several processes are
// added up, which the ledger says.
//
// CUPTI counts a sample twice, where its names come in pairs: under NAME, and under NAME_not_issued
// if no warp of the scheduler issued an instruction in that cycle. The shares of each kind are of
// the samples of that kind.
#pragma once

#include "core/import/raw_trace.h"

#include <cstdint>
#include <map>
#include <string>

namespace longpole::import {

// The share of every reason, in percent of the samples of its kind: 0 to 100.
std::map<std::string, double> stallShares(const std::map<std::string, std::uint64_t>& samples);

// Takes raw.stalls; does nothing where there are none. After applyKernelProfiles().
void applyFunctionStalls(RawTrace& raw, BatchJoiner& joiner);

} // namespace longpole::import
