// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Ranges of host time by the name of their annotation.
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/model/trace.h"

#include <string>
#include <vector>

namespace longpole::diff {

struct NamedRange
{
    SliceId slice;
    TrackId track;
    std::string name;
    TimeRange range;
    bool openEnded = false;
};

// Annotations whose name the expression finds, by time, the outermost where they nest: those of
// host threads; where there are none, operators of host threads; where there are none, ranges
// anywhere but on streams. Errors: Format for a bad expression, or one that finds nothing;
// Cancelled.
Result<std::vector<NamedRange>> rangesMatching(const model::Trace& trace,
                                               const std::string& pattern, const JobContext& job);

// The trace's marked steps: those on host threads, or all where none is.
std::vector<NamedRange> markedSteps(const model::Trace& trace);

} // namespace longpole::diff
