// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/intervals.h"

#include <algorithm>

namespace longpole::analysis {

IntervalSet::IntervalSet(std::vector<TimeRange> ranges)
{
    std::sort(ranges.begin(), ranges.end(),
              [](const TimeRange& a, const TimeRange& b) { return a.begin < b.begin; });
    for (const TimeRange& r : ranges) {
        if (r.empty()) {
            continue;
        }
        if (!m_ranges.empty() && r.begin <= m_ranges.back().end) {
            m_ranges.back().end = std::max(m_ranges.back().end, r.end);
        } else {
            m_ranges.push_back(r);
        }
    }
}

DurationNs IntervalSet::total() const
{
    DurationNs sum;
    for (const TimeRange& r : m_ranges) {
        sum = sum + r.duration();
    }
    return sum;
}

IntervalSet IntervalSet::minus(const IntervalSet& other) const
{
    IntervalSet out;
    auto cut = other.m_ranges.begin();
    for (TimeRange r : m_ranges) {
        while (cut != other.m_ranges.end() && cut->end <= r.begin) {
            ++cut;
        }
        for (auto c = cut; c != other.m_ranges.end() && c->begin < r.end && !r.empty(); ++c) {
            if (c->begin > r.begin) {
                out.m_ranges.push_back({r.begin, c->begin});
            }
            r.begin = std::max(r.begin, c->end);
        }
        if (!r.empty()) {
            out.m_ranges.push_back(r);
        }
    }
    return out;
}

IntervalSet IntervalSet::plus(const IntervalSet& other) const
{
    std::vector<TimeRange> all = m_ranges;
    all.insert(all.end(), other.m_ranges.begin(), other.m_ranges.end());
    return IntervalSet(std::move(all));
}

} // namespace longpole::analysis
