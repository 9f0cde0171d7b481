// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// Runs a program for recording: as a child of this one, which passes signals on and waits.
#pragma once

#include "core/base/result.h"

#include <sys/types.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace longpole::launch {

using Variables = std::vector<std::pair<std::string, std::string>>; // an empty value unsets

struct Ended
{
    int exitCode = 0; // of the program; 128 + N where signal N ended it, as shells say it
    double seconds = 0; // wall time
};

// Starts command[0] (looked up on the PATH) and waits for its end; SIGINT, SIGTERM, SIGHUP and
// SIGQUIT that reach this process go to it. onTick is called about ten times a second meanwhile.
// An error names what could not be started.
Result<Ended> runProgram(const std::vector<std::string>& command, const Variables& variables,
                         const std::function<void(pid_t)>& onTick = {});

} // namespace longpole::launch
