// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// Splits work over the machine's cores. One call, no queue to manage; safe to nest (inner calls
// run on their own threads).
#pragma once

#include <cstddef>
#include <functional>

namespace longpole {

// Number of worker threads worth starting: the cores this process may use, at least 1.
std::size_t workerCount();

// Calls body(i) for i in [0, count) on up to workerCount() threads, in no particular order, and
// returns when all are done. body must not throw. Runs inline when count is 1 or one core is there.
void parallelFor(std::size_t count, const std::function<void(std::size_t)>& body);

} // namespace longpole
