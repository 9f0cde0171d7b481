// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/lane_folds.h"

#include <algorithm>
#include <utility>

namespace longpole::timeline {

namespace {

using model::Track;
using model::TrackKind;

// 1234567 → "1,234,567".
std::string grouped(std::uint64_t number)
{
    const std::string digits = std::to_string(number);
    std::string out;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (i > 0 && (digits.size() - i) % 3 == 0) {
            out += ',';
        }
        out += digits[i];
    }
    return out;
}

void add(std::vector<TrackFold>& out, const model::Trace& trace, std::uint32_t number,
         std::vector<TrackId> tracks, const char* what)
{
    if (tracks.size() < kWorthFolding) {
        return;
    }
    std::uint64_t slices = 0;
    for (const TrackId id : tracks) {
        slices += trace.track(id).sliceCount;
    }
    TrackFold fold;
    fold.number = number;
    fold.title = grouped(tracks.size()) + " " + what;
    fold.detail = grouped(slices) + (number == 1 ? " ops" : " records");
    fold.tracks = std::make_shared<const std::vector<TrackId>>(std::move(tracks));
    out.push_back(std::move(fold));
}

} // namespace

std::vector<TrackFold> foldsOf(const model::Trace& trace, const std::vector<TrackId>& tracks)
{
    std::uint32_t busiest = 0;
    for (const TrackId id : tracks) {
        const Track& t = trace.track(id);
        busiest = t.kind == TrackKind::Stream ? std::max(busiest, t.sliceCount) : busiest;
    }
    std::vector<TrackId> quiet;
    std::vector<TrackId> syncs;
    for (const TrackId id : tracks) {
        const Track& t = trace.track(id);
        if (t.kind == TrackKind::Stream && t.sliceCount <= kQuietOps
            && std::uint64_t{t.sliceCount} * 100 < busiest) {
            quiet.push_back(id);
        } else if (t.kind == TrackKind::Sync) {
            syncs.push_back(id);
        }
    }
    std::vector<TrackFold> out;
    add(out, trace, 1, std::move(quiet), "quiet streams");
    add(out, trace, 2, std::move(syncs), "synchronisation lanes");
    return out;
}

} // namespace longpole::timeline
