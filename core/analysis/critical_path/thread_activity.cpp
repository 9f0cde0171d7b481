// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/critical_path/thread_activity.h"

#include <algorithm>
#include <cstdint>
#include <unordered_set>

namespace longpole::critical_path {

namespace {

using model::SliceClass;

void unite(std::vector<TimeRange>& ranges)
{
    const auto before = [](const TimeRange& a, const TimeRange& b) { return a.begin < b.begin; };
    if (!std::is_sorted(ranges.begin(), ranges.end(), before)) {
        std::sort(ranges.begin(), ranges.end(), before);
    }
    std::size_t kept = 0;
    for (const TimeRange& r : ranges) {
        if (kept > 0 && r.begin <= ranges[kept - 1].end) {
            ranges[kept - 1].end =
                std::max(ranges[kept - 1].end, r.end, [](TimeNs a, TimeNs b) { return a < b; });
        } else {
            ranges[kept++] = r;
        }
    }
    ranges.resize(kept);
}

} // namespace

ThreadActivity threadActivity(const model::Trace& trace, TrackId thread)
{
    const model::Track& track = trace.track(thread);
    const auto start = trace.column(model::slice::kStart, thread);
    const auto duration = trace.column(model::slice::kDuration, thread);
    const auto cls = trace.column(model::slice::kClass, thread);
    const auto parent = trace.column(model::slice::kParent, thread);
    const auto category = trace.column(model::slice::kCategory, thread);
    const auto& names = trace.categories();
    const auto profiler =
        static_cast<std::size_t>(std::find(names.begin(), names.end(), "Trace") - names.begin());
    // Only what is outermost matters; what is nested in it adds nothing.
    enum class Sort : std::uint8_t
    {
        Nothing,
        Python,
        Work
    };
    // Old recordings mark their steps by operators: a mark all the same.
    std::unordered_set<std::uint32_t> marks;
    for (const model::Iteration& n : trace.iterations()) {
        marks.insert(n.slice.value);
    }
    const auto sortOf = [&](std::size_t i) {
        const bool mark = cls[i] == SliceClass::Annotation || category[i] == profiler
            || marks.count(track.firstSlice + static_cast<std::uint32_t>(i)) != 0;
        return mark ? Sort::Nothing : cls[i] == SliceClass::Python ? Sort::Python : Sort::Work;
    };
    ThreadActivity out;
    for (std::size_t i = 0; i < start.size(); ++i) {
        const Sort mine = sortOf(i);
        if (mine == Sort::Nothing || duration[i].ns <= 0) {
            continue;
        }
        const std::size_t up =
            parent[i].valid() ? parent[i].value - track.firstSlice : start.size();
        const Sort outer = up < start.size() ? sortOf(up) : Sort::Nothing;
        const TimeRange r{start[i], start[i] + duration[i]};
        if (outer == Sort::Nothing) {
            out.covered.push_back(r);
        }
        if (mine == Sort::Work && outer != Sort::Work) {
            out.bursts.push_back(r);
        }
    }
    unite(out.covered);
    unite(out.bursts);
    return out;
}

} // namespace longpole::critical_path
