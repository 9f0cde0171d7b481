// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What becomes of kernel profiles (KernelProfileRecord). A kernel profiler replays each kernel on
// its own, so its results have durations and metrics but no place in time.
//
// In a trace without kernels of its own, the profiles become its kernels, laid one after another in
// the order of their launches. In a trace with kernels they are joined to them: same name (the full
// one first; then without return type, template arguments and parameters), same grid and block. Of
// n profiles and m launches with that name and shape:
//   n = 1   every launch carries the profile: same code, same shape
//   n = m   in order of launch
//   n ≠ m   in order from the first launch on, as the profiler does by default; launches beyond the
//           last profile carry the last one, profiles beyond the last launch match nothing
// Profiles that tell which launch they are of (KernelProfileRecord::occurrence) go to that one
// only. Every kernel that matched gets a member "ncu" in its args, its other members stay as they
// are; "match" in it tells the rule that applied. The ledger gets the match rate.
#pragma once

#include "core/import/raw_trace.h"

namespace longpole::import {

// Takes raw.profiles; does nothing when there are none. To be called before halves are paired.
void applyKernelProfiles(RawTrace& raw, BatchJoiner& joiner);

} // namespace longpole::import
