// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What the timeline's and the search's benchmarks run on: 10 M slices in 64 lanes, 600 s,
// epoch-sized times, 2,000 names, rare slices of 400 times the usual length.
#pragma once

#include "core/model/trace.h"

#include <memory>

namespace longpole::bench {

inline constexpr std::uint32_t kLanes = 64;
inline constexpr std::uint32_t kSlices = 10'000'000;
inline constexpr std::int64_t kEpoch = 1'700'000'000'000'000'000;
inline constexpr std::int64_t kSpan = 600'000'000'000;

std::shared_ptr<const model::Trace> denseTrace();
double cpuMs(); // of the process, all threads
double wallMs();

} // namespace longpole::bench
