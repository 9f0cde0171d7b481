// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Folds: lanes of a GPU that are many and say little share one, which can be opened. Nothing is
// hidden silently: its title counts them, and what happens on them is drawn on it.
#pragma once

#include "core/model/trace.h"

#include <memory>
#include <string>
#include <vector>

namespace longpole::timeline {

struct TrackFold
{
    std::uint32_t number = 0; // within its group, from 1 on; stable for a trace
    std::string title; // "557 quiet streams"
    std::string detail; // "1,114 ops"
    std::shared_ptr<const std::vector<TrackId>> tracks;
};

// The folds of a group's tracks:
// 1, quiet streams: at most kQuietOps operations each and under a hundredth of what the busiest
//    stream of the group has, where there are at least kWorthFolding of them;
// 2, synchronisation lanes, where there are at least kWorthFolding of them.
inline constexpr std::uint32_t kQuietOps = 8;
inline constexpr std::size_t kWorthFolding = 4;
std::vector<TrackFold> foldsOf(const model::Trace& trace, const std::vector<TrackId>& tracks);

} // namespace longpole::timeline
