// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/sort_runs.h"
#include "core/base/time.h"
#include "core/import/assembly.h"
#include "core/model/names.h"
#include "core/model/slice_at.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <tuple>
#include <unordered_map>

namespace longpole::import {

namespace {

using model::Link;
using model::LinkKind;
using Kind = FlowRecord::Kind;

// Finds the slice of a track that a flow end is bound to.
class FlowBinder
{
public:
    explicit FlowBinder(Assembly& a)
        : m_a(a)
        , m_columns(a.tree.tracks.size())
    { }
    SliceId enclosing(std::uint32_t track, std::int64_t absolute)
    {
        return model::enclosingSlice(m_a.tree.tracks[track], columns(track),
                                     {saturatingSub(absolute, m_a.zero)});
    }
    SliceId next(std::uint32_t track, std::int64_t absolute)
    {
        return model::nextSlice(m_a.tree.tracks[track], columns(track),
                                {saturatingSub(absolute, m_a.zero)});
    }

    // None if the track (kNull32: none) has no slice that starts exactly then.
    SliceId startingAt(std::uint32_t track, std::int64_t absolute)
    {
        if (track == model::kNull32) {
            return {};
        }
        const TimeNs time{saturatingSub(absolute, m_a.zero)};
        const SliceId slice = model::nextSlice(m_a.tree.tracks[track], columns(track), time);
        const std::uint32_t first = m_a.tree.tracks[track].firstSlice;
        return slice.valid() && columns(track).start[slice.value - first] == time ? slice
                                                                                  : SliceId();
    }

private:
    const model::SliceTimes& columns(std::uint32_t track)
    {
        std::optional<model::SliceTimes>& c = m_columns[track];
        if (!c) {
            c = {m_a.sliceColumn(model::slice::kStart, track),
                 m_a.sliceColumn(model::slice::kDuration, track),
                 m_a.sliceColumn(model::slice::kDepth, track)};
        }
        return *c;
    }

    Assembly& m_a;
    std::vector<std::optional<model::SliceTimes>> m_columns;
};

// "longpole_KIND" or "longpole_KIND_inferred": links that have no category of Kineto's.
std::optional<std::pair<LinkKind, model::Provenance>> linkOfCategory(std::string_view category)
{
    constexpr std::string_view kPrefix = "longpole_";
    constexpr std::string_view kInferred = "_inferred";
    if (!category.starts_with(kPrefix)) {
        return std::nullopt;
    }
    category.remove_prefix(kPrefix.size());
    auto provenance = model::Provenance::Recorded;
    if (category.ends_with(kInferred)) {
        category.remove_suffix(kInferred.size());
        provenance = model::Provenance::Inferred;
    }
    for (const LinkKind kind : {LinkKind::Launch, LinkKind::Flow, LinkKind::ForwardBackward,
                                LinkKind::EventWait, LinkKind::Sync, LinkKind::Collective}) {
        if (model::linkKindName(kind) == category) {
            return std::pair(kind, provenance);
        }
    }
    return std::nullopt;
}

bool before(const Link& a, const Link& b)
{
    return std::tie(a.from.value, a.to.value, a.kind) < std::tie(b.from.value, b.to.value, b.kind);
}

class FlowJoiner
{
public:
    FlowJoiner(Assembly& a, std::vector<Link>& links)
        : m_a(a)
        , m_links(links)
        , m_binder(a)
    {
        m_opSlice = load(model::gpu_op::kSlice);
        m_opLaunch = load(model::gpu_op::kLaunch);
        const bool anyFlow = !a.raw.flows.empty();
        const auto correlation = load(model::gpu_op::kCorrelation);
        const auto track = load(model::gpu_op::kTrack);
        for (std::size_t i = 0; i < m_opSlice.size(); ++i) {
            if (m_opLaunch[i].valid()) {
                m_links.push_back(
                    {m_opLaunch[i], m_opSlice[i], LinkKind::Launch, model::Provenance::Recorded});
                if (anyFlow) {
                    m_known.emplace_back(sourceOf(track[i].value), correlation[i]);
                }
            }
        }
        sortRuns(m_known);
        m_known.erase(std::unique(m_known.begin(), m_known.end()), m_known.end());
        m_lastKnown = m_known.begin();
        for (const std::string& c : a.raw.categories) {
            m_launchCategory.push_back(c == "ac2g" || c == "async_cpu_to_gpu" || c == "async"
                                       || c == "DataFlow");
        }
    }

    void join()
    {
        // Most flows repeat a launch that is known by its correlation id: sort only the others.
        std::vector<FlowRecord> flows;
        for (const FlowRecord& f : m_a.raw.flows) {
            if (!repeatsLaunch(f)) {
                flows.push_back(f);
            }
        }
        m_a.raw.flows.clear();
        const auto id = [this](const FlowRecord& h) {
            return std::tuple(m_a.raw.tracks[h.track].source, h.category, h.idIsText, h.id);
        };
        sortRuns(flows, [&](const FlowRecord& x, const FlowRecord& y) {
            return id(x) != id(y)  ? id(x) < id(y)
                : x.time != y.time ? x.time < y.time
                                   : x.kind < y.kind;
        });
        for (std::size_t first = 0; first < flows.size();) {
            std::size_t last = first;
            while (last < flows.size() && id(flows[last]) == id(flows[first])) {
                ++last;
            }
            chain(std::span(flows).subspan(first, last - first));
            first = last;
        }
        note("flow-start-without-end", m_lonelyStarts,
             "flow starts whose end is not in the file; they link nothing");
        note("flow-end-without-start", m_lonelyEnds,
             "flow ends whose start is not in the file; they link nothing");
        note("flow-unbound", m_unbound,
             "flow ends at a time where their track has no slice; they link nothing");
    }

private:
    template <class T>
    model::Column<T> load(const model::ColumnSpec<T>& spec) const
    {
        return m_a.column(spec, 0, m_a.parts.counts.gpuOps);
    }

    std::uint32_t sourceOf(std::uint32_t track) const { return m_a.tree.sourceOf[track]; }

    void note(std::string_view kind, std::uint64_t count, std::string_view meaning)
    {
        if (count > 0) {
            m_a.parts.ledger.add(kind, model::Severity::Info, meaning, {}, count);
        }
    }

    bool isLaunchCategory(std::uint16_t category) const { return m_launchCategory[category]; }

    // PyTorch repeats each launch as a flow; those tell nothing that the correlation id didn't.
    // They come mostly in the order of their ids: what was found last and what follows it are tried
    // first.
    bool repeatsLaunch(const FlowRecord& f)
    {
        if (!isLaunchCategory(f.category) || f.idIsText) {
            return false;
        }
        const std::pair key(m_a.raw.tracks[f.track].source, f.id);
        auto at = m_lastKnown;
        if (at != m_known.end() && *at < key) {
            ++at;
        }
        if (at == m_known.end() || *at != key) {
            at = std::lower_bound(m_known.begin(), m_known.end(), key);
        }
        if (at == m_known.end() || *at != key) {
            return false;
        }
        m_lastKnown = at;
        return true;
    }

    // What the flow says of the kind of its link, if it is one of those Longpole exports.
    std::optional<std::pair<LinkKind, model::Provenance>> exportedLink(const FlowRecord& f) const
    {
        return linkOfCategory(m_a.raw.categories[f.category]);
    }

    // The lane of the synchronisation records that name the same device and stream, or kNull32.
    std::uint32_t syncTrackOf(std::uint32_t rawTrack)
    {
        const std::vector<TrackKey>& tracks = m_a.raw.tracks;
        if (m_syncTracks.empty()) {
            for (std::uint32_t raw = 0; raw < tracks.size(); ++raw) {
                if (tracks[raw].kind == model::TrackKind::Sync) {
                    m_syncTracks.emplace(tracks[raw], m_a.tree.finalOf[raw]);
                }
            }
        }
        TrackKey key = tracks[rawTrack];
        key.kind = model::TrackKind::Sync;
        const auto it = m_syncTracks.find(key);
        return it == m_syncTracks.end() ? model::kNull32 : it->second;
    }

    // True if the slice is a GPU operation whose launch is known by its correlation id.
    bool hasLaunch(SliceId slice) const
    {
        const auto* const at = std::lower_bound(m_opSlice.begin(), m_opSlice.end(), slice);
        return at != m_opSlice.end() && *at == slice
            && m_opLaunch[static_cast<std::size_t>(at - m_opSlice.begin())].valid();
    }

    void chain(std::span<const FlowRecord> flow)
    {
        const bool launchFlow = isLaunchCategory(flow.front().category);
        // Of a link that Longpole exported the times only say which slices are meant.
        if (flow.size() == 2 && exportedLink(flow[0]) && flow[0].kind != flow[1].kind) {
            const bool inOrder = flow[0].kind == Kind::Start;
            connect(flow[inOrder ? 0 : 1], flow[inOrder ? 1 : 0], false);
            return;
        }
        const FlowRecord* from = nullptr;
        bool used = false;
        for (const FlowRecord& h : flow) {
            if (h.kind == Kind::Start) {
                m_lonelyStarts += from != nullptr && !used ? 1U : 0U;
                from = &h;
                used = false;
                continue;
            }
            if (from == nullptr) {
                ++m_lonelyEnds;
                continue;
            }
            connect(*from, h, launchFlow);
            used = true;
            if (h.kind == Kind::Step) {
                from = &h;
            }
        }
        m_lonelyStarts += from != nullptr && !used ? 1U : 0U;
    }

    void connect(const FlowRecord& from, const FlowRecord& to, bool launchFlow)
    {
        const std::uint32_t fromTrack = m_a.tree.finalOf[from.track];
        const bool startsNext = exportedLink(from) && !from.bindEnclosing;
        const SliceId source = startsNext ? m_binder.next(fromTrack, from.time)
                                          : m_binder.enclosing(fromTrack, from.time);
        std::uint32_t toTrack = m_a.tree.finalOf[to.track];
        const bool enclosing = to.bindEnclosing || to.kind == Kind::Step;
        SliceId target =
            enclosing ? m_binder.enclosing(toTrack, to.time) : m_binder.next(toTrack, to.time);
        // A launch flow of another id only touches that operation: it may be that of a
        // synchronisation record, whose lane is not the stream's.
        bool foreign = launchFlow && target.valid() && hasLaunch(target);
        if (launchFlow && (foreign || !target.valid())) {
            const std::uint32_t syncTrack = syncTrackOf(to.track);
            if (const SliceId sync = m_binder.startingAt(syncTrack, to.time); sync.valid()) {
                target = sync;
                toTrack = syncTrack;
                foreign = false;
            }
        }
        if (!source.valid() || !target.valid() || source == target || foreign) {
            ++m_unbound;
            return;
        }
        const std::string_view category = m_a.raw.categories[from.category];
        LinkKind kind = LinkKind::Flow;
        if (launchFlow && m_a.tree.tracks[toTrack].kind == model::TrackKind::Stream) {
            kind = LinkKind::Launch;
        } else if (launchFlow && m_a.tree.tracks[toTrack].kind == model::TrackKind::Sync) {
            kind = LinkKind::Sync;
        } else if (category == "fwdbwd" || category == "forward_backward") {
            kind = LinkKind::ForwardBackward;
        }
        auto provenance = model::Provenance::Recorded;
        if (const auto exported = linkOfCategory(category)) {
            std::tie(kind, provenance) = *exported;
        }
        m_links.push_back({source, target, kind, provenance});
    }

    Assembly& m_a;
    std::vector<Link>& m_links;
    FlowBinder m_binder;
    model::Column<SliceId> m_opSlice;
    model::Column<SliceId> m_opLaunch;
    // (source, correlation id) of those with a launch link, sorted
    std::vector<std::pair<std::uint32_t, std::int64_t>> m_known;
    std::vector<std::pair<std::uint32_t, std::int64_t>>::const_iterator m_lastKnown;
    std::vector<bool> m_launchCategory; // by category number
    std::unordered_map<TrackKey, std::uint32_t, TrackKeyHash> m_syncTracks;
    std::uint64_t m_lonelyStarts = 0;
    std::uint64_t m_lonelyEnds = 0;
    std::uint64_t m_unbound = 0;
};

void putLinks(Assembly& a, const std::vector<Link>& links)
{
    const std::size_t n = links.size();
    std::vector<SliceId> from(n);
    std::vector<SliceId> to(n);
    std::vector<LinkKind> kind(n);
    std::vector<model::Provenance> provenance(n);
    std::vector<std::uint32_t> byTo(n);
    for (std::size_t i = 0; i < n; ++i) {
        from[i] = links[i].from;
        to[i] = links[i].to;
        kind[i] = links[i].kind;
        provenance[i] = links[i].provenance;
    }
    std::iota(byTo.begin(), byTo.end(), 0U);
    sortRuns(byTo, [&](std::uint32_t x, std::uint32_t y) {
        return std::tie(to[x].value, from[x].value) < std::tie(to[y].value, from[y].value);
    });
    a.parts.counts.links = n;
    a.raw.columns->put(model::link::kFrom, 0, std::move(from));
    a.raw.columns->put(model::link::kTo, 0, std::move(to));
    a.raw.columns->put(model::link::kKind, 0, std::move(kind));
    a.raw.columns->put(model::link::kProvenance, 0, std::move(provenance));
    a.raw.columns->put(model::link::kOrderByTo, 0, std::move(byTo));
}

} // namespace

void assembleLinks(Assembly& a)
{
    std::vector<Link> links;
    FlowJoiner(a, links).join();
    for (const auto& collective : a.raw.collectives) {
        for (std::size_t i = 1; i < collective.size(); ++i) {
            links.push_back({a.gpuSlice[collective[0]], a.gpuSlice[collective[i]],
                             LinkKind::Collective, model::Provenance::Inferred});
        }
    }
    sortRuns(links, before);
    links.erase(
        std::unique(links.begin(), links.end(),
                    [](const Link& x, const Link& y) { return !before(x, y) && !before(y, x); }),
        links.end());
    putLinks(a, links);
}

} // namespace longpole::import
