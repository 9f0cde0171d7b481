// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Where to scroll so that several lanes are in view together. Pure, in logical pixels of the
// scrolled content.
#pragma once

#include <algorithm>
#include <vector>

namespace longpole::timeline_ui {

struct LaneSpan
{
    int top = 0;
    int bottom = 0; // exclusive
};

// wanted: the most important first; height: of what is in view; now: where it is scrolled to.
// All that fits with those before it is in view afterwards. Stays where it is if that does it, goes
// to the very top if all is in view there, else moves as little as possible.
inline int scrollToShow(const std::vector<LaneSpan>& wanted, int now, int height)
{
    if (wanted.empty()) {
        return now;
    }
    LaneSpan all = wanted.front();
    for (const LaneSpan& next : wanted) {
        const LaneSpan with{std::min(all.top, next.top), std::max(all.bottom, next.bottom)};
        if (with.bottom - with.top <= height) {
            all = with;
        }
    }
    if (all.top >= now && all.bottom <= now + height) {
        return now;
    }
    if (all.bottom <= height) {
        return 0;
    }
    return all.top < now ? all.top : all.bottom - height;
}

} // namespace longpole::timeline_ui
