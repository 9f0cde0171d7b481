// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// Ctrl+C between processes. Each may be called from any thread.
#pragma once

#include <cstdint>

namespace longpole {

// Asks that process to end, as Ctrl+C in its terminal does; it may refuse.
void interruptProcess(std::int64_t processId);

// For a new process, before its program starts: Ctrl+C reaches it even if its parent ignores it,
// as shells make what they start in the background do. Async-signal-safe.
void heedInterrupts();

} // namespace longpole
