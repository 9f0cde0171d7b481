// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Unions of time intervals: the arithmetic of "busy".
#pragma once

#include "core/base/time.h"

#include <vector>

namespace longpole::analysis {

// Sorted, disjoint, non-touching intervals. Building one from arbitrary intervals merges them.
class IntervalSet
{
public:
    IntervalSet() = default;
    explicit IntervalSet(std::vector<TimeRange> ranges);

    DurationNs total() const;
    // What of this set lies outside the other.
    IntervalSet minus(const IntervalSet& other) const;
    IntervalSet plus(const IntervalSet& other) const;
    const std::vector<TimeRange>& ranges() const { return m_ranges; }

private:
    std::vector<TimeRange> m_ranges;
};

} // namespace longpole::analysis
