// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/waterfall.h"

#include "core/diff/cpu_ops.h"
#include "core/diff/slice_lookup.h"
#include "core/model/names.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <unordered_set>

namespace longpole::diff {

namespace {

namespace cp = critical_path;
using cp::Category;

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
    const auto [firstA, firstB] = matching.iterations.front();
    const auto [lastA, lastB] = matching.iterations.back();
    Sums left;
    Sums right;
    auto a = pathOf(before, firstA, lastA, left, job);
    if (!a) {
        return fail(a.error());
    }
    auto b = pathOf(after, firstB, lastB, right, job);
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
