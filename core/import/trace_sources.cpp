// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/trace_sources.h"

#include "core/base/time.h"
#include "core/import/clock_alignment.h"
#include "core/import/collectives.h"

#include <algorithm>
#include <cctype>
#include <limits>
#include <set>

namespace longpole::import {

namespace {

using model::Severity;

std::string_view baseName(std::string_view path)
{
    return path.substr(path.find_last_of('/') + 1);
}

bool isDigit(char c)
{
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

void extend(TimeExtent& e, std::int64_t begin, std::int64_t end)
{
    e.first = std::min(e.first, begin);
    e.last = std::max(e.last, end);
}

template <class Extend>
void forEachTime(const RawTrace& raw, Extend extend)
{
    for (std::size_t t = 0; t < raw.slices.size(); ++t) {
        for (const SliceBody& s : raw.slices[t]) {
            extend(t, s.start, saturatingAdd(s.start, s.duration));
        }
    }
    for (const InstantRecord& i : raw.instants) {
        extend(i.track, i.time, i.time);
    }
    for (const CounterRecord& c : raw.counters) {
        extend(c.track, c.time, c.time);
    }
    for (const HalfRecord& h : raw.halves) {
        extend(h.track, h.time, h.time);
    }
}

void shiftTime(std::int64_t& time, std::int64_t by)
{
    if (time != model::kNull64) {
        time = saturatingAdd(time, by);
    }
}

void applyShifts(RawTrace& raw, const std::vector<std::int64_t>& shifts)
{
    const auto of = [&](std::uint32_t track) { return shifts[raw.tracks[track].source]; };
    std::set<std::uint32_t> done; // rare facts
    for (std::uint32_t t = 0; t < raw.slices.size(); ++t) {
        const std::int64_t by = of(t);
        if (by == 0) {
            continue;
        }
        for (SliceBody& s : raw.slices[t]) {
            s.start = saturatingAdd(s.start, by);
            const std::uint32_t rare =
                s.role == SliceRole::GpuOp ? raw.gpu[s.facts].rare : model::kNull32;
            if (rare != model::kNull32 && done.insert(rare).second) {
                shiftTime(raw.rare[rare].queued, by);
                shiftTime(raw.rare[rare].submitted, by);
            }
        }
    }
    const auto shiftAll = [&](auto& records) {
        for (auto& r : records) {
            r.time = saturatingAdd(r.time, of(r.track));
        }
    };
    shiftAll(raw.instants);
    shiftAll(raw.counters);
    shiftAll(raw.halves);
    for (FlowRecord& f : raw.flows) {
        f.time = saturatingAdd(f.time, of(f.track));
    }
}

// What each file says of its own clock: to be added to its times. Files that say nothing begin
// where the earliest of the others begins.
std::vector<std::int64_t> wallClocks(RawTrace& raw, const std::vector<TraceSource>& sources,
                                     const std::vector<SourceFacts>& facts)
{
    const std::vector<TimeExtent> extents = extentsBySource(raw, sources.size());
    std::vector<std::int64_t> clock(sources.size(), 0);
    std::vector<bool> known(sources.size(), false);
    std::int64_t first = std::numeric_limits<std::int64_t>::max();
    for (std::size_t i = 0; i < sources.size(); ++i) {
        clock[i] = sources[i].baseUnixNs.value_or(0);
        known[i] = sources[i].baseUnixNs.has_value() || looksLikeUnixNs(extents[i].first);
        if (known[i] && !extents[i].empty()) {
            first = std::min(first, saturatingAdd(extents[i].first, clock[i]));
        }
    }
    const bool any = std::find(known.begin(), known.end(), true) != known.end();
    const bool all = std::find(known.begin(), known.end(), false) == known.end();
    if (all) {
        return clock;
    }
    for (std::size_t i = 0; i < sources.size(); ++i) {
        if (known[i] || extents[i].empty()) {
            continue;
        }
        if (any) {
            clock[i] = saturatingSub(first, extents[i].first);
        }
        raw.ledger.add(
            "clock-unknown", Severity::Repaired,
            any ? "files that don't say the time of day they were recorded at; their "
                  "first event was put where the other files begin (a guess)"
                : "files that don't say the time of day they were recorded at; they were "
                  "taken to count from the same instant (a guess)",
            facts[i].label);
    }
    return clock;
}

void noteOffsets(RawTrace& raw, const std::vector<ClockOffset>& offsets,
                 const std::vector<SourceFacts>& facts)
{
    for (std::size_t i = 0; i < offsets.size(); ++i) {
        const ClockOffset& o = offsets[i];
        if (o.collectives == 0) {
            continue;
        }
        const std::string evidence = facts[i].label + ": " + std::to_string(o.collectives)
            + " collectives, +- " + std::to_string(o.uncertainty) + " ns";
        if (o.agreed) {
            raw.ledger.add("clocks-agree", Severity::Info,
                           "files whose shared collectives end together by their own clocks "
                           "(one machine, or synchronised ones); nothing was shifted",
                           evidence);
        } else {
            raw.ledger.add("clock-shifted", Severity::Repaired,
                           "files whose times were shifted so that the collectives shared with "
                           "the others end together",
                           evidence + ", shifted by " + std::to_string(o.shift) + " ns");
        }
        if (o.contradictory) {
            raw.ledger.add("clock-contradiction", Severity::Repaired,
                           "files with collectives that end before another rank begins them, "
                           "whatever the shift (drifting clocks, or wrongly matched collectives)",
                           facts[i].label);
        }
    }
}

void noteMatches(RawTrace& raw, const CollectiveMatches& found)
{
    if (found.kernels == 0) {
        return;
    }
    const std::string share = std::to_string(found.kernels - found.unmatched) + " of "
        + std::to_string(found.kernels) + " communication kernels have partners";
    raw.ledger.add("collectives-matched", Severity::Info,
                   "collectives matched across the files, by process group, kind and order", share,
                   found.matches.size());
    if (found.unmatched > 0) {
        raw.ledger.add("collectives-unmatched", Severity::Info,
                       "communication kernels without a partner in another file", share,
                       found.unmatched);
    }
}

template <class Get>
auto common(const std::vector<TraceSource>& sources, Get get, decltype(get(sources[0])) otherwise)
{
    const auto value = get(sources.front());
    return std::all_of(sources.begin(), sources.end(),
                       [&](const TraceSource& s) { return get(s) == value; })
        ? value
        : otherwise;
}

std::string listed(const std::vector<TraceSource>& sources, std::string model::TraceInfo::*member)
{
    std::vector<std::string> seen;
    for (const TraceSource& s : sources) {
        const std::string& v = s.info.*member;
        if (!v.empty() && std::find(seen.begin(), seen.end(), v) == seen.end()) {
            seen.push_back(v);
        }
    }
    std::string out;
    for (const std::string& v : seen) {
        out += (out.empty() ? "" : " + ") + v;
    }
    return out;
}

} // namespace

bool looksLikeUnixNs(std::int64_t ns)
{
    return ns > 1'000'000'000'000'000'000 && ns < std::numeric_limits<std::int64_t>::max();
}

TimeExtent extentOf(const RawTrace& raw)
{
    TimeExtent e;
    forEachTime(raw,
                [&](std::size_t, std::int64_t begin, std::int64_t end) { extend(e, begin, end); });
    return e;
}

std::vector<TimeExtent> extentsBySource(const RawTrace& raw, std::size_t sources)
{
    std::vector<TimeExtent> out(sources);
    forEachTime(raw, [&](std::size_t track, std::int64_t begin, std::int64_t end) {
        extend(out[raw.tracks[track].source], begin, end);
    });
    return out;
}

std::int32_t rankOfFileName(const std::string& path)
{
    std::string name(baseName(path));
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    constexpr std::string_view kWord = "rank";
    for (std::size_t at = name.find(kWord); at != std::string::npos;
         at = name.find(kWord, at + 1)) {
        if (at > 0 && std::isalpha(static_cast<unsigned char>(name[at - 1])) != 0) {
            continue; // "frank3"
        }
        std::size_t digit = at + kWord.size();
        if (digit < name.size()
            && (name[digit] == '_' || name[digit] == '-' || name[digit] == '=')) {
            ++digit;
        }
        std::size_t end = digit;
        while (end < name.size() && isDigit(name[end]) && end - digit < 7) {
            ++end;
        }
        if (end > digit) {
            return std::stoi(name.substr(digit, end - digit));
        }
    }
    return -1;
}

void noteTracks(std::vector<TraceSource>& sources, const RawTrace& raw)
{
    for (const TrackKey& t : raw.tracks) {
        sources[t.source].hasTracks = true;
    }
}

const TraceSource* onlySource(const std::vector<TraceSource>& sources)
{
    if (sources.size() == 1) {
        return &sources.front();
    }
    const auto has = [](const TraceSource& s) { return s.hasTracks; };
    return std::count_if(sources.begin(), sources.end(), has) == 1
        ? &*std::find_if(sources.begin(), sources.end(), has)
        : nullptr;
}

std::vector<SourceFacts> sourceFacts(const std::vector<TraceSource>& sources)
{
    std::vector<SourceFacts> out(sources.size());
    const bool alone = onlySource(sources) != nullptr;
    for (std::size_t i = 0; i < sources.size(); ++i) {
        out[i].rank = sources[i].info.rank;
        if (alone) {
            continue;
        }
        if (out[i].rank < 0) {
            out[i].rank = rankOfFileName(sources[i].file);
        }
        out[i].label = out[i].rank >= 0 ? "rank " + std::to_string(out[i].rank)
                                        : std::string(baseName(sources[i].file));
    }
    return out;
}

model::TraceInfo joinedInfo(const std::vector<TraceSource>& sources,
                            const std::vector<SourceFacts>& facts)
{
    const TraceSource* const only = onlySource(sources);
    model::TraceInfo info = only != nullptr ? only->info : sources.front().info;
    if (sources.size() == 1) {
        return info;
    }
    info.format = listed(sources, &model::TraceInfo::format);
    info.producer = listed(sources, &model::TraceInfo::producer);
    info.importerReason = std::to_string(sources.size())
        + " files: " + listed(sources, &model::TraceInfo::importerReason);
    info.stamp.reset();
    if (only == nullptr) {
        info.rank = -1;
        info.worldSize = common(
            sources, [](const TraceSource& s) { return s.info.worldSize; }, std::int32_t{-1});
    }
    info.sources.clear();
    info.properties.clear();
    for (std::size_t i = 0; i < sources.size(); ++i) {
        info.sources.push_back(sources[i].file);
        for (const auto& [key, value] : sources[i].info.properties) {
            info.properties.emplace_back(facts[i].label.empty() ? key : facts[i].label + ": " + key,
                                         value);
        }
    }
    return info;
}

void alignSources(RawTrace& raw, const std::vector<TraceSource>& sources,
                  const std::vector<SourceFacts>& facts)
{
    if (onlySource(sources) != nullptr) {
        return;
    }
    std::vector<std::int64_t> clock = wallClocks(raw, sources, facts);
    CollectiveMatches found = matchCollectives(raw, sources.size(), clock);
    const std::vector<ClockOffset> offsets = clockOffsets(found, sources.size(), clock);
    noteMatches(raw, found);
    noteOffsets(raw, offsets, facts);
    for (std::size_t i = 0; i < clock.size(); ++i) {
        clock[i] = saturatingAdd(clock[i], offsets[i].shift);
    }
    applyShifts(raw, clock);
    for (const CollectiveMatch& m : found.matches) {
        std::vector<std::uint32_t> gpu;
        // Who came last made the others wait: it is the first of the list.
        const auto last =
            std::max_element(m.parts.begin(), m.parts.end(), [&](const auto& a, const auto& b) {
                return saturatingAdd(a.start, clock[a.source])
                    < saturatingAdd(b.start, clock[b.source]);
            });
        gpu.push_back(last->gpu);
        for (const CollectivePart& p : m.parts) {
            if (p.gpu != last->gpu) {
                gpu.push_back(p.gpu);
            }
        }
        raw.collectives.push_back(std::move(gpu));
    }
}

} // namespace longpole::import
