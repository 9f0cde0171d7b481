// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Which host code stands for a stretch of host time: the slice with the longest piece of it that
// does not merely wait. A thread is read once, whatever the number of stretches.
#include "core/analysis/critical_path/critical_path.h"

#include <algorithm>
#include <map>
#include <vector>

namespace longpole::critical_path {

namespace {

class LongestPiece
{
public:
    // hull: holds every range that will be asked for.
    LongestPiece(const model::Trace& trace, TrackId thread, TimeRange hull)
        : m_pieces(hostPieces(trace, thread, hull))
        , m_cls(trace.column(model::slice::kClass, thread))
        , m_first(trace.track(thread).firstSlice)
    { }

    // None where the trace shows nothing within the range.
    SliceId within(TimeRange range)
    {
        auto it = m_pieces.begin() + static_cast<std::ptrdiff_t>(firstEndingAfter(range.begin));
        SliceId best;
        DurationNs longest;
        for (; it != m_pieces.end() && it->begin < range.end; ++it) {
            const TimeNs begin = it->begin < range.begin ? range.begin : it->begin;
            const TimeNs end = range.end < it->end ? range.end : it->end;
            if (it->slice.valid() && longest < end - begin
                && m_cls[it->slice.value - m_first] != model::SliceClass::Sync) {
                longest = end - begin;
                best = it->slice;
            }
        }
        return best;
    }

private:
    // Ranges mostly come in order of time: the search begins where the last one ended.
    std::size_t firstEndingAfter(TimeNs time)
    {
        std::size_t low = m_hint;
        if (low > 0 && time < m_pieces[low - 1].end) {
            low = 0;
        }
        std::size_t step = 16;
        std::size_t high = low;
        while (high < m_pieces.size() && m_pieces[high].end <= time) {
            low = high + 1;
            high = std::min(high + step, m_pieces.size());
            step *= 2;
        }
        const auto it = std::partition_point(m_pieces.begin() + static_cast<std::ptrdiff_t>(low),
                                             m_pieces.begin()
                                                 + static_cast<std::ptrdiff_t>(std::max(low, high)),
                                             [&](const HostPiece& p) { return p.end <= time; });
        m_hint = static_cast<std::size_t>(it - m_pieces.begin());
        return m_hint;
    }

    std::vector<HostPiece> m_pieces;
    std::size_t m_hint = 0;
    model::Column<model::SliceClass> m_cls;
    std::uint32_t m_first = 0; // slice of the thread
};

TimeRange united(TimeRange a, TimeRange b)
{
    return {b.begin < a.begin ? b.begin : a.begin, a.end < b.end ? b.end : a.end};
}

} // namespace

void nameHostCode(const CriticalPath& path, Stalls& stalls, const JobContext& job)
{
    struct Thread
    {
        TimeRange hull;
        std::vector<Gap*> gaps;
    };
    std::map<std::uint32_t, Thread> threads;
    for (std::vector<IdleTime>* all : {&stalls.devices, &stalls.streams}) {
        for (IdleTime& idle : *all) {
            for (Gap& gap : idle.gaps) {
                // So far the call that the work came after is to blame: it tells the thread.
                const TrackId thread =
                    gap.blame.valid() ? path.trace().trackOf(gap.blame) : path.region().anchor;
                if (gap.cause == Cause::Cpu && thread.valid()) {
                    Thread& of = threads[thread.value];
                    of.hull = of.gaps.empty() ? gap.range() : united(of.hull, gap.range());
                    of.gaps.push_back(&gap);
                }
            }
        }
    }
    for (const auto& [thread, of] : threads) {
        LongestPiece pieces(path.trace(), TrackId(thread), of.hull);
        for (Gap* gap : of.gaps) {
            if (job.cancelled()) {
                return;
            }
            if (const SliceId code = pieces.within(gap->range()); code.valid()) {
                gap->blame = code;
            }
        }
    }
}

std::vector<SliceId> hostCodeOfSteps(const CriticalPath& path, const JobContext& job)
{
    const std::vector<Step>& steps = path.steps();
    std::map<std::uint32_t, TimeRange> hulls; // by thread
    for (const Step& s : steps) {
        if (s.category == Category::Cpu && s.track.valid()) {
            const TimeRange own{s.begin, s.end};
            const auto [it, isNew] = hulls.try_emplace(s.track.value, own);
            it->second = isNew ? own : united(it->second, own);
        }
    }
    std::vector<SliceId> out(steps.size());
    for (const auto& [thread, hull] : hulls) {
        LongestPiece pieces(path.trace(), TrackId(thread), hull);
        for (std::size_t i = 0; i < steps.size() && !job.cancelled(); ++i) {
            const Step& s = steps[i];
            if (s.category == Category::Cpu && s.track == TrackId(thread)) {
                out[i] = pieces.within({s.begin, s.end});
            }
        }
    }
    return out;
}

} // namespace longpole::critical_path
