// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/name_search.h"

#include "core/base/thread_pool.h"

#include <QRegularExpression>

#include <algorithm>
#include <cctype>
#include <cstring>
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

std::vector<SliceId> inTimeOrder(const model::Trace& trace, const std::vector<SliceId>& slices,
                                 const JobContext& job)
{
    struct Place
    {
        std::int64_t ns;
        SliceId slice;
    };
    std::vector<Place> places;
    places.reserve(slices.size());
    std::size_t i = 0;
    for (const model::Track& track : trace.tracks()) {
        const std::uint32_t end = track.firstSlice + track.sliceCount;
        if (track.sliceCount == 0 || i >= slices.size() || slices[i].value >= end
            || job.cancelled()) {
            continue;
        }
        const auto starts = trace.column(model::slice::kStart, track.id);
        for (; i < slices.size() && slices[i].value < end; ++i) {
            places.push_back({starts[slices[i].value - track.firstSlice].ns, slices[i]});
        }
    }
    if (job.cancelled()) {
        return {};
    }
    std::sort(places.begin(), places.end(), [](const Place& a, const Place& b) {
        return a.ns != b.ns ? a.ns < b.ns : a.slice < b.slice;
    });
    std::vector<SliceId> ordered(places.size());
    std::transform(places.begin(), places.end(), ordered.begin(),
                   [](const Place& p) { return p.slice; });
    return ordered;
}

} // namespace longpole::session
