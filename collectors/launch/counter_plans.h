// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// The plans of `--counters`, for people to read before anything runs. Needs a libcupti, but neither
// driver nor GPU.
#pragma once

#include "core/base/result.h"

#include <string>

namespace longpole::launch {

// wanted: as --counters; library: a libcupti, else the one found; chip: CUPTI's name ("GH100"),
// else those of data centres. Lines that begin with "# ". An error where there is no libcupti that
// can plan, or the one chip asked for cannot do it.
Result<std::string> counterPlans(const std::string& wanted, const std::string& library,
                                 const std::string& chip);

} // namespace longpole::launch
