// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/cpu_ops.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>

namespace longpole::diff {

namespace {

using model::kNull32;
using model::SliceClass;
using model::TrackKind;

enum class Role : std::uint8_t
{
    Main,
    Backward,
    Loader,
    Other
};
constexpr std::array<std::string_view, 4> kRoleNames{"main", "backward", "loader", "other"};

// The thread of the iterations' marks, per rank; else the one with the most launches.
std::set<TrackId> mainThreads(const Side& side)
{
    std::set<TrackId> out;
    const model::Trace& trace = *side.trace;
    for (const Iteration& n : side.iterations.all) {
        if (n.thread.valid() && trace.track(n.thread).kind == TrackKind::Thread) {
            out.insert(n.thread);
        }
    }
    if (out.empty()) {
        const auto track = trace.column(model::api_call::kTrack);
        std::map<TrackId, std::uint64_t> calls;
        for (const TrackId t : track) {
            ++calls[t];
        }
        const auto most =
            std::max_element(calls.begin(), calls.end(),
                             [](const auto& a, const auto& b) { return a.second < b.second; });
        if (most != calls.end()) {
            out.insert(most->first);
        }
    }
    return out;
}

Role roleOf(const model::Trace& trace, const model::Track& track,
            const model::Column<StringId>& names, const std::set<TrackId>& mains)
{
    if (mains.count(track.id) != 0) {
        return Role::Main;
    }
    const auto is = [&](std::string_view part) {
        return track.name.find(part) != std::string::npos
            || track.thread.find(part) != std::string::npos;
    };
    if (is("pt_autograd")) {
        return Role::Backward;
    }
    if (is("loader") || is("pt_data") || is("pin_memory")) {
        return Role::Loader;
    }
    constexpr std::size_t kLooked = 200; // the first slices tell
    for (std::size_t i = 0; i < std::min(names.size(), kLooked); ++i) {
        const std::string_view name = trace.string(names[i]);
        if (name.starts_with("autograd::engine")
            || name.find("Backward") != std::string_view::npos) {
            return Role::Backward;
        }
        if (name.find("DataLoader") != std::string_view::npos) {
            return Role::Loader;
        }
    }
    return Role::Other;
}

// Call paths that both sides share.
class PathTable
{
public:
    std::uint32_t child(std::uint32_t parent, std::uint32_t name)
    {
        const auto [it, added] = m_ids.emplace(std::uint64_t{parent} << 32U | name,
                                               static_cast<std::uint32_t>(m_entries.size()));
        if (added) {
            m_entries.push_back({parent, name});
        }
        return it->second;
    }
    std::uint32_t name(std::uint32_t path) const { return m_entries[path].second; }
    std::uint32_t parent(std::uint32_t path) const { return m_entries[path].first; }
    std::size_t size() const { return m_entries.size(); }

private:
    std::unordered_map<std::uint64_t, std::uint32_t> m_ids;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> m_entries; // parent, name
};

struct Shared
{
    IdentityTable texts;
    PathTable paths;
    std::array<std::vector<CallCount>, 4> byPath; // per role
    std::vector<CallCount> byName; // per text
    bool sameMarks = false;

    static CallCount& at(std::vector<CallCount>& list, std::uint32_t i)
    {
        if (list.size() <= i) {
            list.resize(i + 1);
        }
        return list[i];
    }
};

class SideReader
{
public:
    SideReader(const Side& side, bool before, const std::vector<bool>& included, Shared& shared)
        : m_side(side)
        , m_before(before)
        , m_included(included)
        , m_shared(shared)
        , m_textOf(side.trace->strings().size(), kNull32)
    {
        for (const Iteration& n : side.iterations.all) {
            m_marks.insert(n.slice.value);
        }
    }

    Result<void> read(const JobContext& job)
    {
        const std::set<TrackId> mains = mainThreads(m_side);
        for (const model::Track& track : m_side.trace->tracks()) {
            if (track.kind == TrackKind::Thread && track.sliceCount > 0) {
                readThread(track, mains);
            }
            if (job.cancelled()) {
                return fail(Errc::Cancelled, "cancelled");
            }
        }
        return {};
    }

private:
    void readThread(const model::Track& track, const std::set<TrackId>& mains)
    {
        const model::Trace& trace = *m_side.trace;
        const auto name = trace.column(model::slice::kName, track.id);
        const auto cls = trace.column(model::slice::kClass, track.id);
        const auto start = trace.column(model::slice::kStart, track.id);
        const auto duration = trace.column(model::slice::kDuration, track.id);
        const auto parent = trace.column(model::slice::kParent, track.id);
        const Role role = roleOf(trace, track, name, mains);
        std::vector<std::uint32_t> path(name.size(), kNull32);
        std::vector<std::int64_t> own(name.size());
        const auto isShown = [&](std::uint32_t i) {
            return cls[i] != SliceClass::Python && cls[i] != SliceClass::Overhead;
        };
        // The nearest caller that is shown; kNull32 for none.
        const auto caller = [&](std::uint32_t i) {
            SliceId p = parent[i];
            while (p.valid() && !isShown(p.value - track.firstSlice)) {
                p = parent[p.value - track.firstSlice];
            }
            return p.valid() ? p.value - track.firstSlice : kNull32;
        };
        for (std::uint32_t i = 0; i < name.size(); ++i) {
            if (isShown(i)) {
                own[i] += duration[i].ns;
                const std::uint32_t c = caller(i);
                if (c != kNull32) {
                    own[c] -= duration[i].ns;
                }
            }
        }
        for (std::uint32_t i = 0; i < name.size(); ++i) {
            const std::uint32_t n = m_side.iterations.at(track.rank, start[i]);
            if (!isShown(i) || n == kNull32 || !m_included[n]) {
                continue;
            }
            add(Shared::at(m_shared.byName, markedText(track.firstSlice + i, name[i])),
                duration[i].ns, own[i]);
            const std::uint32_t p = pathOf(i, track, name, caller, path);
            if (p != kNull32) {
                add(Shared::at(m_shared.byPath[static_cast<std::size_t>(role)], p), duration[i].ns,
                    own[i]);
            }
        }
    }

    // Its own place among the paths; kNull32 for an iteration's mark.
    template <class Caller>
    std::uint32_t pathOf(std::uint32_t i, const model::Track& track,
                         const model::Column<StringId>& name, const Caller& caller,
                         std::vector<std::uint32_t>& known)
    {
        std::vector<std::uint32_t> chain; // the inner ones first
        std::uint32_t at = i;
        std::uint32_t outer = kNull32;
        while (at != kNull32 && m_marks.count(track.firstSlice + at) == 0) {
            if (known[at] != kNull32) {
                outer = known[at];
                break;
            }
            chain.push_back(at);
            at = caller(at);
        }
        for (auto it = chain.rbegin(); it != chain.rend(); ++it) {
            outer = m_shared.paths.child(outer, stemText(name[*it]));
            known[*it] = outer;
        }
        return outer;
    }

    std::uint32_t text(StringId id)
    {
        std::uint32_t& t = m_textOf[id.value < m_textOf.size() ? id.value : 0];
        if (t == kNull32) {
            t = m_shared.texts.text(m_side.trace->string(id));
        }
        return t;
    }
    std::uint32_t stemText(StringId id)
    {
        const auto [it, added] = m_stems.emplace(id.value, 0U);
        if (added) {
            it->second = m_shared.texts.text(foldedRangeName(m_side.trace->string(id)));
        }
        return it->second;
    }
    std::uint32_t markedText(std::uint32_t slice, StringId id)
    {
        return !m_shared.sameMarks && m_marks.count(slice) != 0 ? stemText(id) : text(id);
    }
    void add(CallCount& c, std::int64_t total, std::int64_t self) const
    {
        ++(m_before ? c.before : c.after);
        (m_before ? c.totalBeforeNs : c.totalAfterNs) += total;
        (m_before ? c.selfBeforeNs : c.selfAfterNs) += self;
    }

    const Side& m_side;
    bool m_before;
    const std::vector<bool>& m_included;
    Shared& m_shared;
    std::vector<std::uint32_t> m_textOf;
    std::unordered_map<std::uint32_t, std::uint32_t> m_stems;
    std::unordered_set<std::uint32_t> m_marks;
};

bool sameMarks(const Side& before, const Side& after,
               const std::vector<std::pair<std::uint32_t, std::uint32_t>>& pairs)
{
    return std::all_of(pairs.begin(), pairs.end(), [&](const auto& p) {
        return before.iterations.all[p.first].name == after.iterations.all[p.second].name;
    });
}

std::string pathText(const Shared& shared, std::uint32_t path)
{
    std::string out;
    for (std::uint32_t p = shared.paths.parent(path); p != kNull32; p = shared.paths.parent(p)) {
        const std::string name(shared.texts.text(shared.paths.name(p)));
        out = out.empty() ? name : name + " > " + out;
    }
    return out;
}

CpuDiff collected(Shared& shared)
{
    CpuDiff out;
    for (std::uint32_t t = 0; t < shared.byName.size(); ++t) {
        const CallCount& c = shared.byName[t];
        if (c.before + c.after > 0) {
            out.names.push_back({std::string(shared.texts.text(t)), c});
        }
    }
    std::sort(out.names.begin(), out.names.end(),
              [](const CpuName& a, const CpuName& b) { return a.name < b.name; });
    for (std::size_t role = 0; role < shared.byPath.size(); ++role) {
        for (std::uint32_t p = 0; p < shared.byPath[role].size(); ++p) {
            const CallCount& c = shared.byPath[role][p];
            if (c.before + c.after > 0) {
                out.paths.push_back({kRoleNames[role],
                                     std::string(shared.texts.text(shared.paths.name(p))),
                                     pathText(shared, p), c});
            }
        }
    }
    std::stable_sort(out.paths.begin(), out.paths.end(), [](const CpuPath& a, const CpuPath& b) {
        return std::abs(a.calls.selfAfterNs - a.calls.selfBeforeNs)
            > std::abs(b.calls.selfAfterNs - b.calls.selfBeforeNs);
    });
    return out;
}

} // namespace

std::string_view countChangeName(CountChange change)
{
    constexpr std::array<std::string_view, 5> kNames{"equal", "added", "removed", "increased",
                                                     "decreased"};
    return kNames[static_cast<std::size_t>(change)];
}

CountChange countChange(std::uint64_t before, std::uint64_t after)
{
    return before == after ? CountChange::Equal
        : before == 0      ? CountChange::Added
        : after == 0       ? CountChange::Removed
        : before < after   ? CountChange::Increased
                           : CountChange::Decreased;
}

std::string hostStem(std::string_view name)
{
    const std::size_t at = name.find('#');
    return std::string(at == std::string_view::npos || at == 0 ? name : name.substr(0, at));
}

Result<CpuDiff> compareCpu(const Side& before, const Side& after,
                           const std::vector<std::pair<std::uint32_t, std::uint32_t>>& pairs,
                           const JobContext& job)
{
    std::vector<bool> left(before.iterations.all.size());
    std::vector<bool> right(after.iterations.all.size());
    for (const auto& [a, b] : pairs) {
        left[a] = true;
        right[b] = true;
    }
    Shared shared;
    shared.sameMarks = sameMarks(before, after, pairs);
    auto read = SideReader(before, true, left, shared).read(job);
    if (read) {
        read = SideReader(after, false, right, shared).read(job);
    }
    if (!read) {
        return fail(read.error());
    }
    return collected(shared);
}

} // namespace longpole::diff
