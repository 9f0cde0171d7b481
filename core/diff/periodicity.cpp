// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/periodicity.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

namespace longpole::diff {

namespace {

constexpr std::size_t kMinBlocks = 3;
constexpr std::size_t kCandidates = 48;
constexpr std::size_t kSamples = 200'000; // positions looked at per candidate
constexpr std::size_t kSearched = 2'000'000; // elements looked at for candidates

// Hash of the n elements from each position.
std::vector<std::uint64_t> grams(std::span<const std::uint32_t> s, std::size_t n)
{
    constexpr std::uint64_t kBase = 0x9e3779b97f4a7c15U;
    std::vector<std::uint64_t> out;
    if (s.size() < n) {
        return out;
    }
    std::uint64_t power = 1;
    for (std::size_t i = 1; i < n; ++i) {
        power *= kBase;
    }
    std::uint64_t hash = 0;
    out.reserve(s.size() - n + 1);
    for (std::size_t i = 0; i < s.size(); ++i) {
        if (i >= n) {
            hash -= (s[i - n] + 1) * power;
        }
        hash = hash * kBase + s[i] + 1;
        if (i + 1 >= n) {
            out.push_back(hash);
        }
    }
    return out;
}

// Distances between neighbouring equal grams, with how much of the sequence speaks for each.
void vote(const std::vector<std::uint64_t>& hashes, std::map<std::size_t, std::size_t>& votes)
{
    std::unordered_map<std::uint64_t, std::size_t> last;
    std::unordered_map<std::size_t, std::size_t> count;
    for (std::size_t i = 0; i < hashes.size(); ++i) {
        const auto [it, first] = last.emplace(hashes[i], i);
        if (!first) {
            ++count[i - it->second];
            it->second = i;
        }
    }
    for (const auto& [distance, n] : count) {
        votes[distance] += n * distance; // long blocks have few repeats
    }
}

double fitOf(std::span<const std::uint32_t> s, std::size_t period)
{
    const std::size_t n = s.size() - period;
    const std::size_t step = std::max<std::size_t>(1, n / kSamples);
    std::size_t equal = 0;
    std::size_t looked = 0;
    for (std::size_t i = 0; i < n; i += step) {
        equal += s[i] == s[i + period] ? 1 : 0;
        ++looked;
    }
    return looked == 0 ? 0.0 : static_cast<double>(equal) / static_cast<double>(looked);
}

std::vector<std::size_t> candidates(std::span<const std::uint32_t> s)
{
    const auto searched = s.subspan(0, std::min(s.size(), kSearched));
    std::map<std::size_t, std::size_t> votes;
    for (const std::size_t n : {std::size_t{1}, std::size_t{4}, std::size_t{16}}) {
        vote(grams(searched, n), votes);
    }
    std::vector<std::pair<std::size_t, std::size_t>> sorted; // votes, distance
    for (const auto& [distance, n] : votes) {
        if (distance * kMinBlocks <= s.size()) {
            sorted.emplace_back(n, distance);
        }
    }
    std::sort(sorted.rbegin(), sorted.rend());
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < std::min(sorted.size(), kCandidates); ++i) {
        out.push_back(sorted[i].second);
    }
    std::sort(out.begin(), out.end());
    return out;
}

// First place of the gram that occurs once a block and has the most idle time before it.
std::size_t phaseOf(const std::vector<std::uint64_t>& hashes,
                    std::span<const std::int64_t> gapBefore, std::size_t period)
{
    struct Seen
    {
        std::size_t first = 0;
        std::size_t count = 0;
        double idle = 0;
    };
    std::unordered_map<std::uint64_t, Seen> grams;
    for (std::size_t i = 0; i < hashes.size(); ++i) {
        Seen& s = grams.try_emplace(hashes[i], Seen{i, 0, 0.0}).first->second;
        ++s.count;
        s.idle += i == 0 ? 0.0 : static_cast<double>(std::max<std::int64_t>(gapBefore[i], 0));
    }
    const double blocks = static_cast<double>(hashes.size()) / static_cast<double>(period);
    std::size_t best = 0;
    double most = -1;
    for (const auto& [hash, s] : grams) {
        const auto count = static_cast<double>(s.count);
        const double idle = s.idle / count;
        const bool once = count > 0.7 * blocks - 1 && count < 1.3 * blocks + 1;
        if (once && (idle > most || (idle == most && s.first < best))) {
            most = idle;
            best = s.first;
        }
    }
    return best;
}

// Occurrences of the block's first elements: an operation more or less in a block doesn't move the
// next ones.
std::vector<std::size_t> beginsOf(std::span<const std::uint32_t> s,
                                  std::span<const std::int64_t> gapBefore, std::size_t period)
{
    std::vector<std::size_t> out;
    const auto hashes = grams(s, std::min<std::size_t>(8, period));
    const std::size_t phase = phaseOf(hashes, gapBefore, period);
    const std::size_t slack = std::max<std::size_t>(1, period / 5);
    if (phase >= hashes.size()) {
        return out;
    }
    const std::uint64_t wanted = hashes[phase];
    std::size_t at = phase;
    out.push_back(at);
    while (true) {
        std::size_t best = 0;
        for (std::size_t d = 0; d <= slack && best == 0; ++d) {
            for (const std::size_t next : {at + period + d, at + period - d}) {
                if (next > at && next < hashes.size() && hashes[next] == wanted && best == 0) {
                    best = next;
                }
            }
        }
        if (best == 0) {
            break;
        }
        at = best;
        out.push_back(at);
    }
    if (at + period <= s.size()) {
        out.push_back(at + period); // the last block is whole, too
    }
    return out;
}

} // namespace

Period findPeriod(std::span<const std::uint32_t> sequence, std::span<const std::int64_t> gapBefore)
{
    Period out;
    std::vector<std::pair<std::size_t, double>> fits;
    double best = 0;
    for (const std::size_t p : candidates(sequence)) {
        fits.emplace_back(p, fitOf(sequence, p));
        best = std::max(best, fits.back().second);
    }
    if (best < 0.8) {
        return out;
    }
    for (const auto& [p, fit] : fits) {
        if (fit < 0.98 * best) {
            continue;
        }
        auto begins = beginsOf(sequence, gapBefore, p);
        if (begins.size() > kMinBlocks) {
            return {p, fit, std::move(begins)};
        }
    }
    return out;
}

} // namespace longpole::diff
