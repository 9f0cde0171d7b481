// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/spool/spool_clock.h"

#include "core/base/time.h"

#include <algorithm>
#include <cstdlib>

namespace longpole::import {

namespace {

constexpr std::int64_t kStepNs = 100'000;

} // namespace

void SpoolClock::prepare()
{
    bool any = false;
    for (const wire::ClockRow& r : m_rows) {
        any = any || r.cupti != 0;
    }
    for (const wire::ClockRow& r : m_rows) {
        // CUPTI's own clock is CLOCK_REALTIME, which stands in where it wasn't read.
        if (any && r.cupti == 0) {
            continue;
        }
        const std::int64_t cupti = any ? r.cupti : r.realtime;
        const std::int64_t ahead = saturatingSub(cupti, r.monotonic);
        if (!m_points.empty()) {
            m_steps += std::llabs(saturatingSub(ahead, m_points.back().ahead)) > kStepNs ? 1 : 0;
        }
        m_points.push_back({cupti, ahead});
        m_widest = std::max(m_widest, r.width);
    }
    std::stable_sort(m_points.begin(), m_points.end(),
                     [](const Point& a, const Point& b) { return a.cupti < b.cupti; });
}

std::int64_t SpoolClock::monotonic(std::int64_t cupti) const
{
    if (m_points.empty()) {
        return cupti;
    }
    std::size_t i = m_recent;
    if (i >= m_points.size() || m_points[i].cupti > cupti
        || (i + 1 < m_points.size() && m_points[i + 1].cupti <= cupti)) {
        const auto it =
            std::upper_bound(m_points.begin(), m_points.end(), cupti,
                             [](std::int64_t t, const Point& p) { return t < p.cupti; });
        i = it == m_points.begin() ? 0 : static_cast<std::size_t>(it - m_points.begin()) - 1;
        m_recent = i;
    }
    const Point& a = m_points[i];
    if (i + 1 == m_points.size() || cupti <= a.cupti) {
        return saturatingSub(cupti, a.ahead);
    }
    const Point& b = m_points[i + 1];
    // A fraction of the difference, which is small: exact enough in 64 bits of mantissa.
    const long double part = static_cast<long double>(saturatingSub(cupti, a.cupti))
        / static_cast<long double>(std::max<std::int64_t>(saturatingSub(b.cupti, a.cupti), 1));
    const long double moved = part * static_cast<long double>(saturatingSub(b.ahead, a.ahead));
    constexpr long double kFar = 4e18L;
    const auto shift = static_cast<std::int64_t>(std::clamp(moved, -kFar, kFar));
    return saturatingSub(saturatingSub(cupti, a.ahead), shift);
}

std::optional<std::int64_t> SpoolClock::unixOfZero() const
{
    // The narrowest reading is the best one.
    const auto best = std::min_element(
        m_rows.begin(), m_rows.end(),
        [](const wire::ClockRow& a, const wire::ClockRow& b) { return a.width < b.width; });
    if (best == m_rows.end()) {
        return std::nullopt;
    }
    return saturatingSub(best->realtime, best->monotonic);
}

} // namespace longpole::import
