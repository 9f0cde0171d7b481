// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/path_summary.h"

#include "app/cli/commands/region_input.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>

namespace longpole::cli {

namespace {

namespace cp = critical_path;
using cp::Category;

constexpr double kWorthNaming = 0.2; // of untracked host time

const char* limitWords(cp::Limit limit)
{
    switch (limit) {
    case cp::Limit::GpuWork:
        return "GPU work";
    case cp::Limit::HostWork:
        return "host work";
    case cp::Limit::OtherRanks:
        return "waiting for other ranks";
    case cp::Limit::LaunchesAndGaps:
        break;
    }
    return "launches and gaps";
}

} // namespace

std::vector<std::string> summaryOf(const cp::CriticalPath& path, const cp::Bounds& bounds)
{
    const DurationNs whole = path.makespan();
    const auto shares = cp::limitsOf(path);
    const cp::Confidence& c = path.confidence();
    if (c.laidOut) {
        return {"Cannot tell what limits this: there is no timeline"};
    }
    std::string limits;
    if (const double doubt = cp::doubtOf(c); doubt > cp::kMostDoubt) {
        limits =
            "Cannot tell what limits this: "
            + percentOf(
                DurationNs{static_cast<std::int64_t>(doubt * static_cast<double>(whole.ns))}, whole)
            + " of the path is unexplained or guessed";
    } else {
        limits = std::string("Limited by ") + limitWords(shares.front().limit) + ": "
            + percentOf(shares.front().duration, whole) + " of the path";
        for (std::size_t i = 1; i < shares.size(); ++i) {
            if (shares[i].duration.ns > 0) {
                limits += std::string("; ") + limitWords(shares[i].limit) + " "
                    + percentOf(shares[i].duration, whole);
            }
        }
        limits += "; unexplained " + percentOf(path.residual(), whole);
    }
    const auto gain = [&](DurationNs d) {
        return humanDuration(d.ns) + " (" + percentOf(d, whole) + ")";
    };
    std::vector<std::string> out{limits,
                                 "To gain at most: " + gain(bounds.gpu)
                                     + " if all GPU work took no time, " + gain(bounds.host)
                                     + " if all host work took none"};
    const DurationNs unseen = path.categories()[cp::index(Category::HostUntracked)];
    if (static_cast<double>(unseen.ns) > kWorthNaming * static_cast<double>(whole.ns)) {
        out.push_back(percentOf(unseen, whole)
                      + " of the path is host time in which the trace shows nothing: record "
                        "operators, annotations or Python stacks to see what the host did");
    }
    return out;
}

std::vector<HostCode> hostCodeOnPath(const cp::CriticalPath& path)
{
    std::map<std::uint32_t, std::vector<TimeRange>> threads;
    for (const cp::Step& s : path.steps()) {
        if (s.category == Category::Cpu && s.track.valid() && s.begin < s.end) {
            threads[s.track.value].push_back({s.begin, s.end});
        }
    }
    std::map<std::string, HostCode> byName;
    for (const auto& [thread, ranges] : threads) { // ranges: by time, as steps are
        const auto pieces = cp::hostPieces(path.trace(), TrackId(thread),
                                           {ranges.front().begin, ranges.back().end});
        std::size_t at = 0;
        for (const cp::HostPiece& p : pieces) {
            while (at < ranges.size() && ranges[at].end <= p.begin) {
                ++at;
            }
            std::int64_t ns = 0;
            for (std::size_t i = at; i < ranges.size() && ranges[i].begin < p.end; ++i) {
                ns += std::max<std::int64_t>(0,
                                             std::min(p.end.ns, ranges[i].end.ns)
                                                 - std::max(p.begin.ns, ranges[i].begin.ns));
            }
            if (ns > 0 && p.slice.valid()) {
                HostCode& h = byName[sliceName(path.trace(), p.slice)];
                ++h.count;
                h.ns += ns;
            }
        }
    }
    std::vector<HostCode> out;
    out.reserve(byName.size());
    for (auto& [name, code] : byName) {
        code.name = name;
        out.push_back(std::move(code));
    }
    std::stable_sort(out.begin(), out.end(),
                     [](const HostCode& a, const HostCode& b) { return a.ns > b.ns; });
    return out;
}

std::unordered_map<std::uint32_t, std::int64_t> gpuTimeOnPath(const cp::CriticalPath& path)
{
    std::unordered_map<std::uint32_t, std::int64_t> out;
    for (const cp::Step& s : path.steps()) {
        const bool works = s.category == Category::Kernel || s.category == Category::Memcpy
            || s.category == Category::Memset || s.category == Category::CollectiveTransfer
            || s.category == Category::CollectiveSkew;
        if (works && s.slice.valid()) {
            out[s.slice.value] += s.duration().ns;
        }
    }
    return out;
}

} // namespace longpole::cli
