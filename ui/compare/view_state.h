// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What a user did to the view of a pair, to be found again when the pair is opened again.
#pragma once

#include "core/base/time.h"
#include "core/timeline/lane_layout.h"

#include <QByteArray>

#include <cstdint>
#include <optional>
#include <vector>

namespace longpole::compare {

struct ViewState
{
    timeline::LaneState before;
    timeline::LaneState after;
    // Of several runs a side: the lanes of each, in order; empty where there is one run.
    std::vector<timeline::LaneState> runsBefore;
    std::vector<timeline::LaneState> runsAfter;
    std::optional<TimeRange> view; // what is seen of the side before
    std::optional<TimeRange> viewAfter; // of the other side, where the two aren't linked
    std::int64_t offsetNs = 0; // from a time before to the time after that lies beneath it
    bool linked = true;
    bool sideBySide = false;
    QByteArray timelines; // QSplitter::saveState
    QByteArray tables;

    friend bool operator==(const ViewState&, const ViewState&) = default;
};

} // namespace longpole::compare
