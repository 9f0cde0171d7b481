// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Threads woken by threads, where the trace holds calls of the C library (Nsight Systems' OS
// runtime trace).
#pragma once

#include "core/analysis/critical_path/input.h"
#include "core/model/trace.h"

#include <string_view>

namespace longpole::critical_path {

// Adds to Input::handOffs: a wait that ends goes back to the latest call of another thread of its
// process that may have ended it. Inferred: which condition or semaphore it was is not recorded.
void readWakeUps(const model::Trace& trace, Input& input);

enum class WakeRole : std::uint8_t
{
    None,
    Waits,
    Wakes
};
WakeRole wakeRole(std::string_view name);

} // namespace longpole::critical_path
