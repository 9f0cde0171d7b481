// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/kineto_machine.h"

#include <algorithm>

namespace longpole::test {

void Machine::sampleCounters(std::int64_t until)
{
    constexpr std::int64_t kPeriod = 1'000'000;
    std::size_t at = 0;
    for (; m_sampledTo + kPeriod <= until; m_sampledTo += kPeriod) {
        std::int64_t busy = 0;
        const std::int64_t to = m_sampledTo + kPeriod;
        for (std::size_t i = at; i < m_busy.size() && m_busy[i].first < to; ++i) {
            busy += std::max<std::int64_t>(
                0, std::min(m_busy[i].second, to) - std::max(m_busy[i].first, m_sampledTo));
            at = m_busy[i].second <= to ? i + 1 : at;
        }
        Record& active =
            add(m_device, {'C', "gpu_counter", "SM Active %", 0, 0, m_sampledTo, 0, 0, {}});
        text("value", busy * 100 / kPeriod);
        addArgs(active);
        Record& memory =
            add(m_device, {'C', "gpu_counter", "GPU Memory (MiB)", 0, 0, m_sampledTo, 0, 0, {}});
        text("value", m_allocated / 1'048'576);
        addArgs(memory);
    }
    m_busy.erase(m_busy.begin(), m_busy.begin() + static_cast<std::ptrdiff_t>(at));
}

} // namespace longpole::test
