// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// Which metrics answer which question, by the names that CUPTI and Nsight Compute use.
#pragma once

#include "collectors/counters/counter_request.h"

#include <string>
#include <vector>

namespace longpole::counters {

// Wanted on any chip, the most wanted first; a chip may lack some.
std::vector<std::string> wantedMetrics(CounterSet set, bool tensorOnly);
// Of a chip's base metrics those that count what tensor cores do with a dtype ("bf16", "fp8"),
// summed up. Their names differ from chip to chip, so they are chosen from what there is.
std::vector<std::string> tensorMetrics(const std::vector<std::string>& base,
                                       const std::string& dtype);
// The dtypes that tensorMetrics() knows on a chip, sorted.
std::vector<std::string> tensorTypes(const std::vector<std::string>& base);

} // namespace longpole::counters
