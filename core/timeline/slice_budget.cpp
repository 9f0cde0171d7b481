// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/slice_budget.h"

#include <algorithm>

namespace longpole::timeline {

SliceBudget::SliceBudget(TimelineData& data, std::size_t bytes)
    : m_data(data)
    , m_bytes(bytes)
    , m_lastUse(data.trace().tracks().size(), 0)
{ }

void SliceBudget::use(const std::vector<TrackId>& tracks)
{
    ++m_now;
    for (const TrackId track : tracks) {
        m_lastUse[track.value] = m_now;
    }
}

void SliceBudget::trim()
{
    std::size_t total = m_data.loadedBytes();
    if (total <= m_bytes) {
        return;
    }
    auto loaded = m_data.droppable();
    std::sort(loaded.begin(), loaded.end(), [&](const auto& a, const auto& b) {
        return m_lastUse[a.first.value] < m_lastUse[b.first.value];
    });
    for (const auto& [track, bytes] : loaded) {
        if (total <= m_bytes || m_lastUse[track.value] == m_now) {
            return; // the rest is in use, too
        }
        total -= m_data.dropSlices(track) ? bytes : 0;
    }
}

} // namespace longpole::timeline
