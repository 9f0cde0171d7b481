// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/clock_alignment.h"

#include "core/base/time.h"

#include <algorithm>
#include <limits>

namespace longpole::import {

namespace {

// Ends of one collective on GPUs of one machine were seen up to 7 us apart.
constexpr std::int64_t kSameClockNs = 20'000;

struct Evidence
{
    std::vector<std::int64_t> differences; // end of the source - end of the reference
    std::int64_t lower = std::numeric_limits<std::int64_t>::min();
    std::int64_t upper = std::numeric_limits<std::int64_t>::max();
};

const CollectivePart* partOf(const CollectiveMatch& match, std::size_t source)
{
    const auto it = std::find_if(match.parts.begin(), match.parts.end(),
                                 [&](const CollectivePart& p) { return p.source == source; });
    return it == match.parts.end() ? nullptr : &*it;
}

std::size_t referenceOf(const CollectiveMatches& collectives, std::size_t sources)
{
    std::vector<std::uint64_t> count(sources, 0);
    for (const CollectiveMatch& m : collectives.matches) {
        for (const CollectivePart& p : m.parts) {
            count[p.source] += m.symmetric ? 1U : 0U;
        }
    }
    return static_cast<std::size_t>(std::max_element(count.begin(), count.end()) - count.begin());
}

ClockOffset offsetFrom(Evidence& e)
{
    ClockOffset out;
    out.collectives = e.differences.size();
    if (e.differences.empty()) {
        return out;
    }
    std::sort(e.differences.begin(), e.differences.end());
    const std::size_t n = e.differences.size();
    const std::int64_t median = e.differences[n / 2];
    out.uncertainty = (e.differences[n * 3 / 4] - e.differences[n / 4]) / 2;
    out.contradictory = e.lower > e.upper;
    const std::int64_t distance = median < 0 ? saturatingSub(0, median) : median;
    if (!out.contradictory && e.lower <= 0 && e.upper >= 0
        && distance <= std::max(kSameClockNs, 3 * out.uncertainty)) {
        out.agreed = true;
        return out;
    }
    out.shift = saturatingSub(0, median);
    if (!out.contradictory) {
        out.shift = std::clamp(out.shift, e.lower, e.upper);
    }
    return out;
}

} // namespace

std::vector<ClockOffset> clockOffsets(const CollectiveMatches& collectives, std::size_t sources,
                                      const std::vector<std::int64_t>& clock)
{
    const std::size_t reference = referenceOf(collectives, sources);
    std::vector<Evidence> evidence(sources);
    for (const CollectiveMatch& m : collectives.matches) {
        const CollectivePart* const r = partOf(m, reference);
        if (r == nullptr || !m.symmetric) {
            continue;
        }
        const auto on = [&](const CollectivePart& p, std::int64_t t) {
            return saturatingAdd(t, clock[p.source]);
        };
        for (const CollectivePart& p : m.parts) {
            Evidence& e = evidence[p.source];
            e.differences.push_back(saturatingSub(on(p, p.end), on(*r, r->end)));
            e.lower = std::max(e.lower, saturatingSub(on(*r, r->start), on(p, p.end)));
            e.upper = std::min(e.upper, saturatingSub(on(*r, r->end), on(p, p.start)));
        }
    }
    std::vector<ClockOffset> out;
    out.reserve(sources);
    for (Evidence& e : evidence) {
        out.push_back(offsetFrom(e));
    }
    if (out[reference].collectives > 0) {
        out[reference].agreed = true;
    }
    return out;
}

} // namespace longpole::import
