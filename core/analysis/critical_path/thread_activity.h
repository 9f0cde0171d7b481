// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// When a host thread shows anything at all.
#pragma once

#include "core/model/trace.h"

#include <vector>

namespace longpole::critical_path {

struct ThreadActivity
{
    std::vector<TimeRange> covered; // any slice but annotations and the profiler's own span
    std::vector<TimeRange> bursts; // the same without Python frames
};

// Disjoint, sorted ranges.
ThreadActivity threadActivity(const model::Trace& trace, TrackId thread);

} // namespace longpole::critical_path
