// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// What a long-running job gets from its caller: a way to be stopped and a way to say how far it is.
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string_view>

namespace longpole {

struct Progress
{
    std::string_view phase; // "reading", "nesting", "linking", "saving" …; static storage
    int permille = 0; // of the phase, 0..1000; -1 where the total is unknown
    std::uint64_t bytes = 0; // bytes of the input consumed so far
    std::uint64_t events = 0; // events read so far
};

// Passed by reference down a job; all members may be called from any thread of the job.
// The callback runs on a thread of the job and must be thread-safe and quick; callers throttle
// (about 20 calls a second).
class JobContext
{
public:
    JobContext() = default;
    JobContext(std::stop_token stop, std::function<void(const Progress&)> onProgress)
        : m_stop(std::move(stop))
        , m_onProgress(std::move(onProgress))
    { }
    bool cancelled() const { return m_stop.stop_requested(); }
    void report(const Progress& progress) const
    {
        if (m_onProgress) {
            m_onProgress(progress);
        }
    }

private:
    std::stop_token m_stop;
    std::function<void(const Progress&)> m_onProgress;
};

} // namespace longpole
