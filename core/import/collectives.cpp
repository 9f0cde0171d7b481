// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/collectives.h"

#include "core/base/time.h"
#include "core/model/names.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <map>
#include <utility>

namespace longpole::import {

namespace {

using Key = std::pair<std::string, std::string>; // group, kind
using PartsBySource = std::vector<std::vector<CollectivePart>>;

std::map<Key, PartsBySource> collect(const RawTrace& raw, std::size_t sources)
{
    std::map<Key, PartsBySource> out;
    for (std::size_t t = 0; t < raw.slices.size(); ++t) {
        if (raw.tracks[t].kind != model::TrackKind::Stream) {
            continue;
        }
        const std::uint32_t source = raw.tracks[t].source;
        for (const SliceBody& s : raw.slices[t]) {
            if (s.role != SliceRole::GpuOp || raw.gpu[s.facts].kind != model::GpuOpKind::Kernel
                || !model::isCommunicationKernel(raw.strings.get(s.name))) {
                continue;
            }
            Key key;
            key.second = std::string(collectiveKind(raw.strings.get(s.name)));
            if (const std::uint32_t r = raw.gpu[s.facts].rare; r != model::kNull32) {
                const RareGpuFacts& rare = raw.rare[r];
                key.first = rare.group.valid() ? raw.strings.get(rare.group) : std::string_view();
                if (rare.collective.valid() && !raw.strings.get(rare.collective).empty()) {
                    key.second = raw.strings.get(rare.collective);
                }
            }
            PartsBySource& parts = out[key];
            parts.resize(sources);
            parts[source].push_back({source, s.facts, s.start, saturatingAdd(s.start, s.duration)});
        }
    }
    for (auto& [key, parts] : out) {
        for (auto& of : parts) {
            std::stable_sort(of.begin(), of.end(),
                             [](const auto& a, const auto& b) { return a.start < b.start; });
        }
    }
    return out;
}

bool isSymmetric(std::string_view kind)
{
    std::string lower(kind);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    lower.erase(std::remove(lower.begin(), lower.end(), '_'), lower.end());
    constexpr std::string_view kKinds[] = {"allreduce", "allgather", "reducescatter", "alltoall",
                                           "sendrecv"};
    return std::any_of(std::begin(kKinds), std::end(kKinds),
                       [&](std::string_view k) { return lower.find(k) != std::string::npos; });
}

// Sum of the differences of ends, if `a` skips its first `skip` parts.
std::int64_t misfit(const std::vector<CollectivePart>& a, std::int64_t clockA,
                    const std::vector<CollectivePart>& b, std::int64_t clockB, std::size_t skip)
{
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < b.size(); ++i) {
        const std::int64_t d =
            saturatingSub(saturatingAdd(a[i + skip].end, clockA), saturatingAdd(b[i].end, clockB));
        sum = saturatingAdd(sum, d < 0 ? saturatingSub(0, d) : d);
    }
    return sum;
}

} // namespace

std::string_view collectiveKind(std::string_view name)
{
    const std::size_t kernel = name.find("Kernel_");
    if (kernel == std::string_view::npos) {
        const std::size_t end = name.find_first_of("(<");
        return name.substr(0, end);
    }
    const std::string_view rest = name.substr(kernel + 7);
    return rest.substr(0, rest.find_first_of("_(<"));
}

CollectiveMatches matchCollectives(const RawTrace& raw, std::size_t sources,
                                   const std::vector<std::int64_t>& clock)
{
    CollectiveMatches out;
    for (const auto& [key, parts] : collect(raw, sources)) {
        const std::vector<CollectivePart>* fewest = nullptr;
        std::size_t involved = 0;
        std::uint64_t kernels = 0;
        for (const auto& of : parts) {
            kernels += of.size();
            if (!of.empty()) {
                ++involved;
                fewest = fewest == nullptr || of.size() < fewest->size() ? &of : fewest;
            }
        }
        out.kernels += kernels;
        if (involved < 2) {
            out.unmatched += kernels;
            continue;
        }
        const std::size_t n = fewest->size();
        const std::size_t first = out.matches.size();
        for (std::size_t i = 0; i < n; ++i) {
            out.matches.push_back({key.second + (key.first.empty() ? "" : " of group " + key.first),
                                   isSymmetric(key.second),
                                   {}});
        }
        for (const auto& of : parts) {
            if (of.empty()) {
                continue;
            }
            const std::size_t extra = of.size() - n;
            out.unequal = out.unequal || extra > 0;
            out.unmatched += extra;
            const std::int64_t a = clock[of.front().source];
            const std::int64_t b = clock[fewest->front().source];
            const std::size_t skip =
                extra > 0 && misfit(of, a, *fewest, b, extra) < misfit(of, a, *fewest, b, 0) ? extra
                                                                                             : 0;
            for (std::size_t i = 0; i < n; ++i) {
                out.matches[first + i].parts.push_back(of[i + skip]);
            }
        }
    }
    std::stable_sort(out.matches.begin(), out.matches.end(), [](const auto& a, const auto& b) {
        return a.parts.front().start < b.parts.front().start;
    });
    return out;
}

} // namespace longpole::import
