// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Links as flows. Those of launches repeat what correlation ids tell: for readers that draw arrows
// from flows only, as Kineto does it.
#include "core/export/chrome_json/bind_times.h"
#include "core/export/chrome_json/writer.h"
#include "core/model/names.h"

#include <algorithm>
#include <limits>

namespace longpole::exporting {

namespace {

using model::kNull64;
using model::LinkKind;
using model::Provenance;
using model::TrackKind;

constexpr std::string_view kLaunchCategory = "ac2g";

class FlowWriter
{
public:
    explicit FlowWriter(Writer& w)
        : m_w(w)
        , m_times(w.trace)
        , m_nextId(w.correlations.firstFree())
    { }

    Result<void> write()
    {
        const auto from = m_w.trace.column(model::link::kFrom);
        const auto to = m_w.trace.column(model::link::kTo);
        const auto kind = m_w.trace.column(model::link::kKind);
        const auto provenance = m_w.trace.column(model::link::kProvenance);
        for (std::size_t i = 0; i < from.size(); ++i) {
            const model::Link link{from[i], to[i], kind[i], provenance[i]};
            const auto op = toldLaunch(link);
            auto done = op ? launch(link, *op) : flow(link);
            if (!done) {
                return done;
            }
        }
        return {};
    }

private:
    static std::size_t rowOf(const model::Column<SliceId>& slices, SliceId slice)
    {
        return static_cast<std::size_t>(std::lower_bound(slices.begin(), slices.end(), slice)
                                        - slices.begin());
    }

    // The GPU operation whose correlation id tells of the link.
    std::optional<std::size_t> toldLaunch(const model::Link& link) const
    {
        if (link.kind != LinkKind::Launch || link.provenance != Provenance::Recorded) {
            return std::nullopt;
        }
        const std::size_t op = rowOf(m_w.ops.slice, link.to);
        const bool told = op < m_w.ops.slice.size() && m_w.ops.slice[op] == link.to
            && m_w.ops.launch[op] == link.from && m_w.correlations.ofOp(op) != kNull64;
        return told ? std::optional(op) : std::nullopt;
    }

    Result<void> launch(const model::Link& link, std::size_t op)
    {
        const std::size_t call = rowOf(m_w.calls.slice, link.from);
        const std::int64_t id = m_w.correlations.ofOp(op);
        if (call < m_w.calls.slice.size() && m_w.calls.slice[call] == link.from
            && m_lastCall != link.from) {
            m_lastCall = link.from; // one start, however many operations follow
            if (auto done = point('s', kLaunchCategory, id, m_w.calls.track[call],
                                  {m_w.calls.start[call], true}, Lanes::No);
                !done) {
                return done;
            }
        }
        return point('f', kLaunchCategory, id, m_w.ops.track[op], {m_w.ops.start[op], true},
                     Lanes::No);
    }

    Result<void> flow(const model::Link& link)
    {
        constexpr TimeNs kEver{std::numeric_limits<std::int64_t>::min()};
        const auto from = m_times.timeFor(link.from, kEver);
        auto to = from ? m_times.timeFor(link.to, from->time) : std::nullopt;
        std::string category = categoryOf(link);
        if (from && !to) {
            to = m_times.timeFor(link.to, kEver);
            category = ownCategory(link);
        }
        if (!from || !to) {
            ++m_w.lostLinks;
            return {};
        }
        // Flows run forward in time and begin within a slice; only our own need not.
        category = from->enclosing ? category : ownCategory(link);
        const std::int64_t id = m_nextId++;
        const TrackId fromTrack = m_w.trace.trackOf(link.from);
        if (auto done = point('s', category, id, fromTrack, *from, Lanes::WhereNeeded); !done) {
            return done;
        }
        return point('f', category, id, m_w.trace.trackOf(link.to), *to, Lanes::WhereNeeded);
    }

    static std::string ownCategory(const model::Link& link)
    {
        std::string out = "longpole_";
        out += model::linkKindName(link.kind);
        out += link.provenance == Provenance::Inferred ? "_inferred" : "";
        return out;
    }

    // Kineto's, where it has one that is read as this kind of link.
    std::string categoryOf(const model::Link& link) const
    {
        if (link.provenance == Provenance::Inferred) {
            return ownCategory(link);
        }
        const bool toStream = m_w.trace.track(m_w.trace.trackOf(link.to)).kind == TrackKind::Stream;
        switch (link.kind) {
        case LinkKind::Flow:
            return "flow";
        case LinkKind::ForwardBackward:
            return "fwdbwd";
        case LinkKind::Launch:
            return toStream ? std::string(kLaunchCategory) : ownCategory(link);
        default:
            return ownCategory(link);
        }
    }

    enum class Lanes : std::uint8_t
    {
        No,
        WhereNeeded
    };
    Result<void> point(char phase, std::string_view category, std::int64_t id, TrackId track,
                       BindTimes::Bound at, Lanes lanes)
    {
        const TrackPlace& place = m_w.places.of(track);
        const bool lane = lanes == Lanes::WhereNeeded
            && (place.needsLane || m_w.trace.track(track).kind != TrackKind::Thread);
        EventText& e = m_w.event.begin(phase);
        e.category(category).name(category).id(id);
        e.place(place.pid, place.tid).time(at.time.ns);
        e.lane(lane ? place.lane : std::string_view());
        if (at.enclosing) {
            e.raw("bp", "\"e\"");
        }
        return e.end();
    }

    Writer& m_w;
    BindTimes m_times;
    std::int64_t m_nextId;
    SliceId m_lastCall;
};

} // namespace

Result<void> writeFlows(Writer& w)
{
    return w.trace.counts().links == 0 ? Result<void>() : FlowWriter(w).write();
}

} // namespace longpole::exporting
