// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/waterfall.h"

#include "core/base/thread_pool.h"
#include "core/diff/cpu_ops.h"
#include "core/diff/slice_lookup.h"
#include "core/model/names.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <unordered_set>

namespace longpole::diff {

namespace {

namespace cp = critical_path;
using cp::Category;

// A path needs hundreds of bytes an operation: of long recordings the first iterations are taken,
// as many as hold this many operations, and of a single one that is longer than the second bound
// none.
constexpr std::uint64_t kManyOps = 300'000;
constexpr std::uint64_t kMostOps = 2'000'000;

using Sums = std::map<std::pair<Category, std::string>, std::int64_t>;

// Names what a stretch of a path is about.
class Namer
{
public:
    Namer(const Side& side)
        : m_trace(*side.trace)
        , m_slices(m_trace)
    {
        for (const Iteration& n : side.iterations.all) {
            m_marks.insert(n.slice.value);
        }
    }

    void add(const cp::Step& step, Sums& sums)
    {
        const std::int64_t length = step.duration().ns;
        const bool host =
            step.track.valid() && m_trace.track(step.track).kind == model::TrackKind::Thread;
        if (step.category == Category::Cpu && host) {
            for (const cp::HostPiece& p :
                 cp::hostPieces(m_trace, step.track, {step.begin, step.end})) {
                sums[{step.category, outermost(p.slice)}] += (p.end - p.begin).ns;
            }
            return;
        }
        sums[{step.category, step.slice.valid() ? nameOf(step.slice) : std::string()}] += length;
    }

private:
    // The outermost operator around it, below the iteration's mark and without Python frames.
    std::string outermost(SliceId slice)
    {
        std::string name;
        while (slice.valid() && m_marks.count(slice.value) == 0) {
            if (m_slices.cls(slice) != model::SliceClass::Python) {
                name = hostStem(m_trace.string(m_slices.name(slice)));
            }
            slice = m_slices.parent(slice);
        }
        return name;
    }
    std::string nameOf(SliceId slice)
    {
        const bool stream = m_trace.track(m_slices.track(slice)).kind == model::TrackKind::Stream;
        const std::string_view name = m_trace.string(m_slices.name(slice));
        return stream ? model::normalisedKernelName(foldedKernelName(name)) : hostStem(name);
    }

    const model::Trace& m_trace;
    SliceLookup m_slices;
    std::unordered_set<std::uint32_t> m_marks;
};

// How many of the paired iterations, from the first, are within the bound on both sides.
std::size_t followed(const Side& before, const Side& after, const Matching& matching)
{
    std::uint64_t left = 0;
    std::uint64_t right = 0;
    std::size_t n = 0;
    for (const auto& [a, b] : matching.iterations) {
        left += before.iterations.all[a].gpuOps;
        right += after.iterations.all[b].gpuOps;
        const std::uint64_t most = n == 0 ? kMostOps : kManyOps;
        if (std::max(left, right) > most) {
            break;
        }
        ++n;
    }
    return n;
}

std::string regionOf(const Side& side, std::uint32_t first, std::uint32_t last)
{
    const std::string& a = side.iterations.all[first].name;
    const std::string& b = side.iterations.all[last].name;
    return first == last ? a : a + ".." + b;
}

Result<PathOfSide> pathOf(const Side& side, std::uint32_t first, std::uint32_t last, Sums& sums,
                          const JobContext& job)
{
    const Iteration& from = side.iterations.all[first];
    const TimeRange range{from.range.begin, side.iterations.all[last].range.end};
    const bool whole = side.iterations.source == IterationSource::Window;
    const bool thread =
        from.thread.valid() && side.trace->track(from.thread).kind == model::TrackKind::Thread;
    cp::Options options;
    if (thread) {
        options.anchor = from.thread;
    }
    auto path =
        cp::analyse(side.trace, whole ? cp::RegionSpec() : cp::RegionSpec::of(range), options, job);
    if (!path) {
        return fail(path.error());
    }
    PathOfSide out;
    out.region = regionOf(side, first, last);
    out.makespanNs = path->makespan().ns;
    out.steps = path->steps();
    out.words = path->confidence().words;
    Namer namer(side);
    for (const cp::Step& s : out.steps) {
        namer.add(s, sums);
    }
    for (const cp::Collective& c : path->collectives()) {
        for (const cp::CollectivePart& p : c.parts) {
            out.collectives = true;
            out.skewNs += p.skew.ns;
            out.transferNs += p.transfer.ns;
        }
    }
    return out;
}

template <class Key>
std::vector<Stretch> joined(const Sums& before, const Sums& after, Key key)
{
    std::map<std::pair<Category, std::string>, Stretch> all;
    const auto add = [&](const Sums& sums, std::int64_t Stretch::*to) {
        for (const auto& [name, ns] : sums) {
            const auto k = key(name);
            Stretch& s = all[k];
            s.category = k.first;
            s.operation = k.second;
            s.*to += ns;
        }
    };
    add(before, &Stretch::beforeNs);
    add(after, &Stretch::afterNs);
    std::vector<Stretch> out;
    for (const auto& [name, s] : all) {
        out.push_back(s);
    }
    std::stable_sort(out.begin(), out.end(), [](const Stretch& a, const Stretch& b) {
        const std::int64_t x = std::abs(a.deltaNs());
        const std::int64_t y = std::abs(b.deltaNs());
        return x != y ? x > y : a.beforeNs + a.afterNs > b.beforeNs + b.afterNs;
    });
    return out;
}

} // namespace

Result<Waterfall> comparePaths(const Side& before, const Side& after, const Matching& matching,
                               const JobContext& job)
{
    Waterfall out;
    if (matching.iterations.empty()) {
        out.note = "no iteration of the two sides can be paired";
        return out;
    }
    const std::size_t pairs = followed(before, after, matching);
    if (pairs == 0) {
        out.note = "one of the compared stretches holds more than "
            + std::to_string(kMostOps / 1'000'000)
            + " million GPU operations; mark iterations, or choose ranges by name (--range)";
        return out;
    }
    if (pairs < matching.iterations.size()) {
        out.note = "the paths are those of the first " + std::to_string(pairs) + " of "
            + std::to_string(matching.iterations.size()) + " iterations";
    }
    const auto [firstA, firstB] = matching.iterations.front();
    const auto [lastA, lastB] = matching.iterations[pairs - 1];
    Sums left;
    Sums right;
    Result<PathOfSide> a;
    Result<PathOfSide> b;
    // Structured bindings can't be captured in C++20 as every compiler takes it.
    const std::uint32_t ends[] = {firstA, lastA, firstB, lastB};
    const auto follow = [&](std::size_t side) {
        if (side == 0) {
            a = pathOf(before, ends[0], ends[1], left, job);
        } else {
            b = pathOf(after, ends[2], ends[3], right, job);
        }
    };
    // The model's input is of the whole recording: of two long ones only one is held at a time.
    constexpr std::uint64_t kLong = 2'000'000;
    if (before.trace->counts().gpuOps + after.trace->counts().gpuOps > kLong) {
        follow(0);
        follow(1);
    } else {
        parallelFor(2, follow);
    }
    if (!a) {
        return fail(a.error());
    }
    if (!b) {
        return fail(b.error());
    }
    out.known = true;
    out.before = std::move(*a);
    out.after = std::move(*b);
    out.operations = joined(left, right, [](const auto& name) { return name; });
    out.categories =
        joined(left, right, [](const auto& name) { return std::pair(name.first, std::string()); });
    return out;
}

} // namespace longpole::diff
