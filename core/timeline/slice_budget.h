// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// SliceBudget: how much memory the loaded slices of a trace may take. Beyond it the tracks that
// were in view longest ago give theirs back; those in use never do, so that a view whose visible
// tracks alone take more than the budget takes what they take. Used from one thread at a time.
#pragma once

#include "core/timeline/track_data.h"

#include <cstdint>
#include <vector>

namespace longpole::timeline {

class SliceBudget
{
public:
    SliceBudget(TimelineData& data, std::size_t bytes);

    // In view, pinned or selected from now on, in place of those before.
    void use(const std::vector<TrackId>& tracks);
    // Back within the budget, as far as what is in use allows. Costs nothing while it is kept.
    void trim();

private:
    TimelineData& m_data;
    std::size_t m_bytes;
    std::vector<std::uint64_t> m_lastUse; // by track: number of the call of use(), 0 never
    std::uint64_t m_now = 1;
};

} // namespace longpole::timeline
