// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/match.h"

#include "core/diff/match_iteration.h"
#include "core/diff/stream_pairs.h"

#include <algorithm>

namespace longpole::diff {

namespace {

using model::kNull32;

// Rows of the paired iterations, by (pair, stream pair), each by time.
class Buckets
{
public:
    Buckets(const Side& side, const std::vector<std::uint32_t>& pairOfIteration, std::size_t pairs,
            const std::vector<std::uint32_t>& streamOfTrack, std::size_t streams)
        : m_streams(streams)
        , m_begin(pairs * streams + 1)
    {
        const auto track = side.trace->column(model::gpu_op::kTrack);
        const auto start = side.trace->column(model::gpu_op::kStart);
        std::vector<std::uint64_t> bucket(track.size(), kNone);
        for (std::size_t i = 0; i < track.size(); ++i) {
            const std::uint32_t n = side.iterations.ofOp[i];
            const std::uint32_t p = n == kNull32 ? kNull32 : pairOfIteration[n];
            if (p != kNull32) {
                bucket[i] = std::uint64_t{p} * streams + streamOfTrack[track[i].value];
                ++m_begin[bucket[i] + 1];
            }
        }
        for (std::size_t k = 1; k < m_begin.size(); ++k) {
            m_begin[k] += m_begin[k - 1];
        }
        m_rows.resize(m_begin.back());
        std::vector<std::uint64_t> next(m_begin.begin(), m_begin.end() - 1);
        for (std::size_t i = 0; i < track.size(); ++i) {
            if (bucket[i] != kNone) {
                m_rows[next[bucket[i]]++] = static_cast<std::uint32_t>(i);
            }
        }
        const auto earlier = [&](std::uint32_t a, std::uint32_t b) { return start[a] < start[b]; };
        for (std::size_t k = 0; k + 1 < m_begin.size(); ++k) {
            const auto from = m_rows.begin() + static_cast<std::ptrdiff_t>(m_begin[k]);
            const auto to = m_rows.begin() + static_cast<std::ptrdiff_t>(m_begin[k + 1]);
            if (!std::is_sorted(from, to,
                                earlier)) { // further rows of a track come after the first
                std::stable_sort(from, to, earlier);
            }
        }
    }
    std::span<const std::uint32_t> at(std::size_t pair, std::size_t stream) const
    {
        const std::size_t k = pair * m_streams + stream;
        return std::span(m_rows).subspan(m_begin[k], m_begin[k + 1] - m_begin[k]);
    }

private:
    static constexpr std::uint64_t kNone = ~std::uint64_t{0};

    std::size_t m_streams;
    std::vector<std::uint64_t> m_begin;
    std::vector<std::uint32_t> m_rows;
};

// Index of the pair per iteration; kNull32 for those without one.
std::vector<std::uint32_t> pairIndex(const Matching& m, const Side& side, bool before)
{
    std::vector<std::uint32_t> out(side.iterations.all.size(), kNull32);
    for (std::uint32_t p = 0; p < m.iterations.size(); ++p) {
        out[before ? m.iterations[p].first : m.iterations[p].second] = p;
    }
    return out;
}

std::vector<std::uint32_t> streamIndex(const Matching& m, const Side& side, bool before)
{
    std::vector<std::uint32_t> out(side.trace->tracks().size(), 0);
    for (std::uint32_t s = 0; s < m.streams.size(); ++s) {
        const TrackId track = before ? m.streams[s].before : m.streams[s].after;
        if (track.valid()) {
            out[track.value] = s;
        }
    }
    return out;
}

} // namespace

double Matching::identicalShare() const
{
    const std::uint64_t more = std::max(opsBefore, opsAfter);
    return more == 0 ? 1.0 : static_cast<double>(identical) / static_cast<double>(more);
}

Result<Matching> matchOps(const Side& before, const Side& after, IdentityTable& table,
                          AlignBudget budget, const JobContext& job)
{
    Matching out;
    const auto a = before.iterations.counted();
    const auto b = after.iterations.counted();
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
        out.iterations.emplace_back(a[i], b[i]);
    }
    out.streams = pairStreams(before, after);
    const Buckets left(before, pairIndex(out, before, true), out.iterations.size(),
                       streamIndex(out, before, true), out.streams.size());
    const Buckets right(after, pairIndex(out, after, false), out.iterations.size(),
                        streamIndex(out, after, false), out.streams.size());
    IterationMatcher matcher(before, after, table, budget, out);
    for (std::size_t p = 0; p < out.iterations.size(); ++p) {
        if (job.cancelled()) {
            return fail(Errc::Cancelled, "cancelled");
        }
        job.report({"matching", static_cast<int>(1000 * p / out.iterations.size()), 0, 0});
        for (std::size_t s = 0; s < out.streams.size(); ++s) {
            matcher.addStream(static_cast<std::uint32_t>(s), left.at(p, s), right.at(p, s));
        }
        matcher.finish();
    }
    out.fallbacks = budget.fallbacks;
    return out;
}

} // namespace longpole::diff
