// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Progress and cancellation of an export: about 20 reports a second.
#pragma once

#include "core/base/job.h"

#include <chrono>
#include <cstdint>

namespace longpole::exporting {

class ExportJob
{
public:
    // total: how many items there are to write; 0 if nobody knows.
    ExportJob(const JobContext& job, std::uint64_t total)
        : m_job(job)
        , m_total(total)
    { }
    // Another item is written; true if the user asked to stop.
    bool step()
    {
        ++m_items;
        return m_items % kItemsBetweenLooks == 0 && look();
    }
    // Reports if it is time to; true if the user asked to stop.
    bool look()
    {
        const auto now = std::chrono::steady_clock::now();
        if (now >= m_next) {
            const int permille = m_total == 0
                ? -1
                : static_cast<int>(m_items >= m_total ? 1000 : 1000 * m_items / m_total);
            m_job.report({"exporting", permille, m_bytes, m_items});
            m_next = now + std::chrono::milliseconds(50);
        }
        return m_job.cancelled();
    }
    void setBytes(std::uint64_t bytes) { m_bytes = bytes; }

private:
    static constexpr std::uint64_t kItemsBetweenLooks = 4096;

    const JobContext& m_job;
    std::uint64_t m_total;
    std::uint64_t m_items = 0;
    std::uint64_t m_bytes = 0;
    std::chrono::steady_clock::time_point m_next = std::chrono::steady_clock::now();
};

} // namespace longpole::exporting
