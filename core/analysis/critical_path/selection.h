// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Which operations and calls a change is about.
#pragma once

#include "core/analysis/critical_path/path_state.h"

#include <vector>

namespace longpole::critical_path {

// Per operation of the input. Error (Format): bad regex, unknown annotation.
Result<std::vector<bool>> selectOps(const CriticalPath::State& state, const Selector& selector);
// Per call of the input: waiting calls only.
Result<std::vector<bool>> selectWaits(const CriticalPath::State& state, const Selector& selector);

} // namespace longpole::critical_path
