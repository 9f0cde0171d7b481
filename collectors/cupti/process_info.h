// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// What identifies this process among those of a run.
#pragma once

#include <cstdint>
#include <string>

namespace longpole::cupti {

// Lines for an Info chunk: pid, parent, command line, host, rank …
std::string processInfo();
// "FOLDER/HOST-PID", without a suffix.
std::string spoolBaseName(const std::string& folder);
// As the kernel knows it; empty if the thread is gone.
std::string threadName(std::uint32_t thread);

} // namespace longpole::cupti
