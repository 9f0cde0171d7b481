// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// For tests of limits and permissions: code that runs in a process of its own.
#pragma once

#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

namespace longpole::test {

// Runs `body` (returns an exit code) in a child process and returns that code; -1 if it crashed.
template <class F>
int inChild(F body)
{
    const pid_t pid = fork();
    if (pid == 0) {
        _exit(body());
    }
    int status = 0;
    waitpid(pid, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// The same, as a user whom file permissions bind: root, whom they don't, becomes nobody first.
// Code 125: that was not possible.
template <class F>
int inChildWithoutPrivilege(F body)
{
    return inChild([&body] {
        constexpr uid_t kNobody = 65534;
        return geteuid() == 0 && setuid(kNobody) != 0 ? 125 : body();
    });
}

} // namespace longpole::test
