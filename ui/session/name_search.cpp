// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/name_search.h"

#include "core/base/thread_pool.h"

#include <QRegularExpression>

#include <algorithm>
#include <atomic>
#include <limits>
#include <mutex>
#include <string>

namespace longpole::session {
namespace {

char lowered(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

bool isAscii(std::string_view s)
{
    return std::all_of(s.begin(), s.end(),
                       [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

// needle is lower case.
bool containsIgnoringCase(std::string_view haystack, std::string_view needle)
{
    if (needle.empty()) {
        return true;
    }
    const auto it = std::search(haystack.begin(), haystack.end(), needle.begin(), needle.end(),
                                [](char a, char b) { return lowered(a) == b; });
    return it != haystack.end();
}

QString qtText(std::string_view s)
{
    return QString::fromUtf8(s.data(), static_cast<qsizetype>(s.size()));
}

} // namespace

Result<std::vector<bool>> matchingNames(const StringPool& strings, const NameQuery& query,
                                        const JobContext& job)
{
    std::vector<char> flags(strings.size(), 0);
    QRegularExpression expression;
    if (query.regularExpression) {
        expression = QRegularExpression(query.text, QRegularExpression::CaseInsensitiveOption);
        if (!expression.isValid()) {
            return fail(Errc::Format,
                        "not a regular expression: " + expression.errorString().toStdString()
                            + " at character " + std::to_string(expression.patternErrorOffset()));
        }
        expression.optimize();
    }
    std::string needle = query.text.toStdString();
    std::transform(needle.begin(), needle.end(), needle.begin(), lowered);
    const bool ascii = isAscii(needle);
    constexpr std::size_t kChunk = 4096;
    parallelFor((strings.size() + kChunk - 1) / kChunk, [&](std::size_t chunk) {
        const std::size_t end = std::min(strings.size(), (chunk + 1) * kChunk);
        for (std::size_t i = chunk * kChunk; i < end && !job.cancelled(); ++i) {
            const std::string_view name = strings.get(StringId::of(i));
            const bool hit = query.regularExpression ? expression.match(qtText(name)).hasMatch()
                : ascii                              ? containsIgnoringCase(name, needle)
                        : qtText(name).contains(query.text, Qt::CaseInsensitive);
            flags[i] = hit ? 1 : 0;
        }
    });
    return std::vector<bool>(flags.begin(), flags.end());
}

std::vector<SliceId> slicesNamed(const model::Trace& trace, const std::vector<bool>& names,
                                 const JobContext& job)
{
    const auto& tracks = trace.tracks();
    std::vector<char> flags(names.begin(), names.end()); // bytes: quicker to look up than bits
    std::vector<std::vector<SliceId>> found(tracks.size());
    parallelFor(tracks.size(), [&](std::size_t t) {
        const model::Track& track = tracks[t];
        if (track.sliceCount == 0 || job.cancelled()) {
            return;
        }
        const auto column = trace.column(model::slice::kName, track.id);
        std::vector<SliceId>& out = found[t];
        for (std::uint32_t i = 0; i < track.sliceCount; ++i) {
            if ((i & 0xffffU) == 0 && job.cancelled()) {
                return;
            }
            const std::uint32_t name = column[i].value;
            if (name < flags.size() && flags[name] != 0) {
                out.push_back(SliceId(track.firstSlice + i));
            }
        }
    });
    std::vector<SliceId> all;
    std::size_t total = 0;
    for (const auto& part : found) {
        total += part.size();
    }
    all.reserve(total);
    for (const auto& part : found) {
        if (job.cancelled()) {
            return {};
        }
        all.insert(all.end(), part.begin(), part.end());
    }
    if (!std::is_sorted(all.begin(), all.end())) {
        std::sort(all.begin(), all.end());
    }
    return all;
}

SliceId firstNamed(const model::Trace& trace, const std::vector<bool>& names, TimeNs from,
                   const JobContext& job)
{
    if (std::find(names.begin(), names.end(), true) == names.end()) {
        return {};
    }
    const std::vector<char> flags(names.begin(), names.end());
    const auto& tracks = trace.tracks();
    std::atomic<std::int64_t> bestNs{std::numeric_limits<std::int64_t>::max()};
    std::mutex mutex;
    SliceId best;
    parallelFor(tracks.size(), [&](std::size_t t) {
        const model::Track& track = tracks[t];
        if (track.sliceCount == 0 || job.cancelled()) {
            return;
        }
        const auto names32 = trace.column(model::slice::kName, track.id);
        const auto starts = trace.column(model::slice::kStart, track.id);
        for (const model::Row& row : track.rows) {
            const std::uint32_t end = std::min(row.first + row.count, track.sliceCount);
            const TimeNs* const at = std::lower_bound(starts.begin() + std::min(row.first, end),
                                                      starts.begin() + end, from);
            for (auto i = static_cast<std::uint32_t>(at - starts.begin());
                 i < end && starts[i].ns <= bestNs; ++i) {
                const std::uint32_t name = names32[i].value;
                if (name >= flags.size() || flags[name] == 0) {
                    continue;
                }
                const std::lock_guard lock(mutex);
                const SliceId id(track.firstSlice + i);
                if (starts[i].ns < bestNs || (starts[i].ns == bestNs && id < best)) {
                    bestNs = starts[i].ns;
                    best = id;
                }
                break;
            }
        }
    });
    return job.cancelled() ? SliceId() : best;
}

namespace {

struct Place
{
    std::int64_t ns;
    SliceId slice;
    friend bool operator<(const Place& a, const Place& b)
    {
        return a.ns != b.ns ? a.ns < b.ns : a.slice < b.slice;
    }
};

// Where the slices of each track begin within `slices` (sorted by id), and the end of the last.
std::vector<std::size_t> trackBounds(const model::Trace& trace, const std::vector<SliceId>& slices)
{
    std::vector<std::size_t> bounds;
    for (const model::Track& track : trace.tracks()) {
        const auto at = std::lower_bound(slices.begin(), slices.end(), SliceId(track.firstSlice));
        bounds.push_back(static_cast<std::size_t>(at - slices.begin()));
    }
    bounds.push_back(slices.size());
    return bounds;
}

// Merges neighbouring sorted stretches of `places`, two and two, until one is left.
void mergeAll(std::vector<Place>& places, std::vector<std::size_t> bounds, const JobContext& job)
{
    std::vector<Place> other(bounds.size() > 2 ? places.size() : 0);
    while (bounds.size() > 2 && !job.cancelled()) {
        const std::size_t runs = bounds.size() - 1;
        std::vector<std::size_t> next;
        for (std::size_t r = 0; r < runs; r += 2) {
            next.push_back(bounds[r]);
        }
        next.push_back(bounds.back());
        parallelFor((runs + 1) / 2, [&](std::size_t pair) {
            const auto at = [&](std::size_t run) {
                return places.begin() + static_cast<std::ptrdiff_t>(bounds[std::min(run, runs)]);
            };
            std::merge(at(2 * pair), at(2 * pair + 1), at(2 * pair + 1), at(2 * pair + 2),
                       other.begin() + static_cast<std::ptrdiff_t>(bounds[2 * pair]));
        });
        places.swap(other);
        bounds = std::move(next);
    }
}

} // namespace

std::vector<SliceId> inTimeOrder(const model::Trace& trace, const std::vector<SliceId>& slices,
                                 const JobContext& job)
{
    const std::vector<std::size_t> bounds = trackBounds(trace, slices);
    std::vector<Place> places(slices.size());
    parallelFor(trace.tracks().size(), [&](std::size_t t) {
        const model::Track& track = trace.tracks()[t];
        if (bounds[t] == bounds[t + 1] || job.cancelled()) {
            return;
        }
        const auto starts = trace.column(model::slice::kStart, track.id);
        for (std::size_t i = bounds[t]; i < bounds[t + 1]; ++i) {
            places[i] = {starts[slices[i].value - track.firstSlice].ns, slices[i]};
        }
        const auto from = places.begin() + static_cast<std::ptrdiff_t>(bounds[t]);
        const auto to = places.begin() + static_cast<std::ptrdiff_t>(bounds[t + 1]);
        if (!std::is_sorted(from, to)) { // a track of several rows
            std::sort(from, to);
        }
    });
    mergeAll(places, bounds, job);
    if (job.cancelled()) {
        return {};
    }
    std::vector<SliceId> ordered(places.size());
    std::transform(places.begin(), places.end(), ordered.begin(),
                   [](const Place& p) { return p.slice; });
    return ordered;
}

std::size_t placeInTime(const model::Trace& trace, const std::vector<SliceId>& byTime,
                        SliceId slice)
{
    const auto placeOf = [&](SliceId id) {
        const model::Track& track = trace.track(trace.trackOf(id));
        const auto starts = trace.column(model::slice::kStart, track.id);
        return Place{starts[id.value - track.firstSlice].ns, id};
    };
    const Place wanted = placeOf(slice);
    const auto at =
        std::lower_bound(byTime.begin(), byTime.end(), wanted,
                         [&](SliceId id, const Place& place) { return placeOf(id) < place; });
    return static_cast<std::size_t>(at - byTime.begin());
}

} // namespace longpole::session
