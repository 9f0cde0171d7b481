// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// What to do where hardware counters are refused: one sentence.
#pragma once

#include <string>

namespace longpole::cupti {

inline std::string counterError(const char* call, int status)
{
    const std::string code = " (CUPTI error " + std::to_string(status) + " of " + call + ")";
    switch (status) {
    case 26:
        return "another tool holds the GPU's counters, often DCGM: pause it with dcgmi profile "
               "--pause; nothing was measured"
            + code;
    case 35:
        return "reading the GPU's counters needs permission: load NVIDIA's driver with "
               "NVreg_RestrictProfilingToAdminUsers=0, or run as root (in a container with "
               "--cap-add=SYS_ADMIN); nothing was measured"
            + code;
    case 33:
    case 40:
        return "this virtual GPU shows no counters unless its host allows profiling; nothing was "
               "measured"
            + code;
    default:
        return "the GPU's counters could not be read; measuring was given up" + code;
    }
}

} // namespace longpole::cupti
