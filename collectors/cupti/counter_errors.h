// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// What to do where hardware counters are refused: one sentence.
#pragma once

#include "collectors/cupti/notes.h"

#include <atomic>
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
    case 14:
    case 36:
        return "another of CUPTI's profilers is in use in this process, which excludes this one; "
               "nothing was measured"
            + code;
    default:
        return "the GPU's counters could not be read; measuring was given up" + code;
    }
}

// Where many calls may fail for one reason: the first sentence says it all.
class FirstError
{
public:
    explicit FirstError(Notes& notes)
        : m_notes(notes)
    { }
    // False, after a note if it is the first, where status is an error.
    bool check(int status, const char* call)
    {
        if (status != 0) {
            once(counterError(call, status));
        }
        return status == 0;
    }
    void once(const std::string& sentence)
    {
        if (!m_any.exchange(true)) {
            m_notes.post("%s", sentence.c_str());
        }
    }
    bool any() const { return m_any.load(); }
    Notes& notes() { return m_notes; }

private:
    Notes& m_notes;
    std::atomic<bool> m_any{false};
};

} // namespace longpole::cupti
