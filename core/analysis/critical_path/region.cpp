// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/critical_path/region.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace longpole::critical_path {

namespace {

using model::Trace;

// Instances of an annotation: those on host threads; if there are none, those anywhere.
std::vector<Region> instancesOf(const Trace& trace, std::string_view name)
{
    std::vector<Region> onThreads;
    std::vector<Region> elsewhere;
    const StringId id = trace.strings().find(name);
    if (!id.valid() || name.empty()) {
        return {};
    }
    for (const model::Track& track : trace.tracks()) {
        if (track.sliceCount == 0 || track.kind == model::TrackKind::Stream) {
            continue;
        }
        const auto names = trace.column(model::slice::kName, track.id);
        const auto cls = trace.column(model::slice::kClass, track.id);
        const auto start = trace.column(model::slice::kStart, track.id);
        const auto duration = trace.column(model::slice::kDuration, track.id);
        const bool thread = track.kind == model::TrackKind::Thread;
        for (std::size_t i = 0; i < names.size(); ++i) {
            if (names[i] != id || cls[i] != model::SliceClass::Annotation) {
                continue;
            }
            Region r;
            r.name = std::string(name);
            r.range = {start[i], start[i] + duration[i]};
            r.anchor = thread ? track.id : TrackId();
            (thread ? onThreads : elsewhere).push_back(std::move(r));
        }
    }
    std::vector<Region>& out = onThreads.empty() ? elsewhere : onThreads;
    std::stable_sort(out.begin(), out.end(), [](const Region& a, const Region& b) {
        return a.range.begin < b.range.begin;
    });
    return std::move(out);
}

Region ofIteration(const Trace& trace, const model::Iteration& iteration)
{
    const TrackId track = iteration.slice.valid() ? trace.trackOf(iteration.slice) : TrackId();
    const bool thread = track.valid() && trace.track(track).kind == model::TrackKind::Thread;
    return Region{iteration.name, iteration.range, thread ? track : TrackId(), false};
}

// Iterations of that very name (old traces mark them as operators), else all that are numbered
// NAME#1, NAME#2 …
std::vector<Region> iterationsOf(const Trace& trace, std::string_view name)
{
    std::vector<Region> exact;
    std::vector<Region> series;
    for (const model::Iteration& it : trace.iterations()) {
        if (it.name == name) {
            exact.push_back(ofIteration(trace, it));
        } else if (!name.empty() && it.name.starts_with(std::string(name) + "#")) {
            series.push_back(ofIteration(trace, it));
        }
    }
    return exact.empty() ? series : exact;
}

// "12", "1.5ms": ns. Exact for whole numbers of ns.
std::optional<TimeNs> parseTime(std::string_view text)
{
    while (!text.empty() && text.front() == ' ') {
        text.remove_prefix(1);
    }
    while (!text.empty() && text.back() == ' ') {
        text.remove_suffix(1);
    }
    std::int64_t unit = 1;
    constexpr std::pair<std::string_view, std::int64_t> kUnits[] = {
        {"ns", 1}, {"us", 1'000}, {"ms", 1'000'000}, {"s", 1'000'000'000}};
    for (const auto& [name, ns] : kUnits) {
        if (text.ends_with(name)) {
            text.remove_suffix(name.size());
            unit = ns;
            break;
        }
    }
    std::int64_t whole = 0;
    const char* const end = text.data() + text.size();
    const auto digits = std::from_chars(text.data(), end, whole);
    if (text.empty() || digits.ec != std::errc()
        || whole > std::numeric_limits<std::int64_t>::max() / unit) {
        return std::nullopt;
    }
    std::int64_t ns = whole * unit;
    const char* at = digits.ptr;
    if (at != end && *at == '.') {
        const bool negative = text.front() == '-';
        for (++at; at != end && *at >= '0' && *at <= '9'; ++at) {
            unit /= 10;
            ns += (negative ? -1 : 1) * unit * (*at - '0');
        }
    }
    return at == end ? std::optional(TimeNs{ns}) : std::nullopt;
}

std::optional<Region> betweenTimes(std::string_view text)
{
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos || text.find(':', colon + 1) != std::string_view::npos) {
        return std::nullopt;
    }
    const auto begin = parseTime(text.substr(0, colon));
    const auto end = parseTime(text.substr(colon + 1));
    if (!begin || !end || !(*begin < *end)) {
        return std::nullopt;
    }
    return Region{std::string(text), {*begin, *end}, {}, false};
}

// NAME or NAME#N.
std::vector<Region> numbered(const Trace& trace, std::string_view text)
{
    if (auto all = instancesOf(trace, text); !all.empty()) {
        return all;
    }
    if (auto all = iterationsOf(trace, text); !all.empty()) {
        return all;
    }
    const std::size_t hash = text.rfind('#');
    std::size_t n = 0;
    if (hash == std::string_view::npos
        || std::from_chars(text.data() + hash + 1, text.data() + text.size(), n).ptr
            != text.data() + text.size()
        || hash + 1 == text.size()) {
        return {};
    }
    auto all = instancesOf(trace, text.substr(0, hash));
    if (n >= all.size()) {
        return {};
    }
    all[n].name = std::string(text);
    return {all[n]};
}

std::optional<Region> fromTo(const Trace& trace, std::string_view text)
{
    // The dots may belong to a name: try each place.
    for (std::size_t dots = text.find(".."); dots != std::string_view::npos;
         dots = text.find("..", dots + 1)) {
        const auto a = numbered(trace, text.substr(0, dots));
        const auto b = numbered(trace, text.substr(dots + 2));
        if (!a.empty() && !b.empty() && a.front().range.begin < b.back().range.end) {
            // To the first instance of B that ends after A begins.
            const auto last = std::find_if(b.begin(), b.end(), [&](const Region& r) {
                return a.front().range.begin < r.range.end;
            });
            return Region{std::string(text),
                          {a.front().range.begin, last->range.end},
                          a.front().anchor,
                          false};
        }
    }
    return std::nullopt;
}

Error unknownRegion(const Trace& trace, std::string_view text)
{
    std::string message = "no annotation is called \"" + std::string(text)
        + "\", and it is no range of times (START:END, for example 10ms:20ms)";
    const auto& iterations = trace.iterations();
    if (!iterations.empty()) {
        message += "; the trace has the iterations \"" + iterations.front().name + "\" to \""
            + iterations.back().name + "\"";
    }
    return {Errc::Format, std::move(message), {}};
}

} // namespace

Result<std::vector<Region>> resolveRegions(const Trace& trace, std::string_view text)
{
    if (auto named = numbered(trace, text); !named.empty()) {
        return named;
    }
    if (auto range = fromTo(trace, text)) {
        return std::vector<Region>{std::move(*range)};
    }
    if (auto range = betweenTimes(text)) {
        return std::vector<Region>{std::move(*range)};
    }
    return fail(unknownRegion(trace, text));
}

Result<Region> resolveRegion(const Trace& trace, const RegionSpec& spec)
{
    switch (spec.kind) {
    case RegionSpec::Kind::Whole:
        return Region{"whole trace", trace.info().span, {}, true};
    case RegionSpec::Kind::Text: {
        auto all = resolveRegions(trace, spec.text);
        if (!all) {
            return fail(all.error());
        }
        return std::move(all->front());
    }
    case RegionSpec::Kind::Annotation: {
        if (!spec.annotation.valid() || spec.annotation.value >= trace.counts().slices) {
            return fail(Errc::Format, "the annotation is not in this trace");
        }
        const model::Slice s = trace.slice(spec.annotation);
        const bool thread = trace.track(s.track).kind == model::TrackKind::Thread;
        return Region{std::string(trace.string(s.name)),
                      {s.start, s.end()},
                      thread ? s.track : TrackId(),
                      false};
    }
    case RegionSpec::Kind::Iteration: {
        const auto& all = trace.iterations();
        if (spec.iteration >= all.size()) {
            return fail(Errc::Format,
                        "the trace has " + std::to_string(all.size()) + " marked iterations");
        }
        return ofIteration(trace, all[spec.iteration]);
    }
    case RegionSpec::Kind::Range:
        if (spec.range.empty()) {
            return fail(Errc::Format, "the range is empty");
        }
        return Region{"range", spec.range, {}, false};
    }
    return fail(Errc::Internal, "unknown kind of region");
}

} // namespace longpole::critical_path
