// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// PathMarks: the critical path and the stalls as the timeline draws them: lanes of their own with a
// level of detail, and which slices of which row the path runs through. Made on a worker thread,
// immutable afterwards.
#pragma once

#include "core/timeline/lane_layout.h"
#include "core/timeline/track_data.h"
#include "ui/session/critical_path_controller.h"

#include <unordered_map>

namespace longpole::timeline_ui {

// A slice on the path, or a stretch of a thread that it runs along (then without slice).
struct PathSpan
{
    TimeNs begin;
    TimeNs end;
    SliceId slice;
};

// Where the path goes from one lane to another.
struct PathCrossing
{
    TimeNs begin; // leaves here …
    TimeNs end; // … and arrives here
    SliceId from;
    SliceId to;
    bool inferred = false;
};

struct PathMarks
{
    session::PathAnswerPtr answer;
    std::vector<timeline::Lane> lanes; // the path, then the stalls
    // By (track << 32 | row), each by time and without overlaps.
    std::unordered_map<std::uint64_t, std::vector<PathSpan>> rows;
    std::unordered_map<std::uint32_t, std::vector<PathSpan>> threads; // host stretches by track
    std::vector<PathCrossing> crossings; // by begin
    DurationNs longestCrossing;

    static std::uint64_t key(TrackId track, std::uint32_t row)
    {
        return (std::uint64_t(track.value) << 32) | row;
    }
    // Of a Stalls lane: the gaps it shows, by their place in the row; null for other lanes.
    const critical_path::IdleTime* idleOf(timeline::LaneKey lane) const;
};

// Null if the job was cancelled.
std::shared_ptr<const PathMarks> makePathMarks(const session::PathAnswerPtr& answer,
                                               const JobContext& job);

} // namespace longpole::timeline_ui
