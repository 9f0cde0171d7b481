// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
#include "core/base/interrupt.h"

#include <sys/types.h>

#include <csignal>

namespace longpole {

void interruptProcess(std::int64_t processId)
{
    ::kill(static_cast<pid_t>(processId), SIGINT);
}

void heedInterrupts()
{
    std::signal(SIGINT, SIG_DFL);
}

} // namespace longpole
