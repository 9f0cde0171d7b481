// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/chrome_json/correlations.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace longpole::exporting {

namespace {

using model::ApiKind;
using model::kNull64;

struct Call
{
    std::int64_t correlation;
    bool other; // false sorts first: a call that launches something
    SliceId slice;

    friend bool operator<(const Call& a, const Call& b)
    {
        return std::tie(a.correlation, a.other, a.slice)
            < std::tie(b.correlation, b.other, b.slice);
    }
};

bool launches(ApiKind kind)
{
    return kind == ApiKind::KernelLaunch || kind == ApiKind::GraphLaunch || kind == ApiKind::Memcpy
        || kind == ApiKind::Memset;
}

// The group a track belongs to: what shares correlation ids.
std::uint32_t scopeOf(const model::Trace& trace, TrackId track)
{
    const TrackId parent = trace.track(track).parent;
    return parent.valid() ? parent.value : track.value;
}

// All calls with an id, those first that an operation of that id is taken to be launched by.
std::vector<Call> sortedCalls(const model::Trace& trace, const std::vector<std::int64_t>& ids)
{
    const auto slice = trace.column(model::api_call::kSlice);
    const auto kind = trace.column(model::api_call::kKind);
    std::vector<Call> out;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (ids[i] != kNull64) {
            out.push_back({ids[i], !launches(kind[i]), slice[i]});
        }
    }
    std::sort(out.begin(), out.end());
    return out;
}

// Ids whose first call is not what launched all of their operations.
std::set<std::int64_t> sharedIds(const model::Trace& trace, const std::vector<std::int64_t>& ops,
                                 const std::vector<Call>& calls)
{
    const auto launch = trace.column(model::gpu_op::kLaunch);
    std::set<std::int64_t> out;
    for (std::size_t i = 0; i < ops.size(); ++i) {
        const auto first =
            std::lower_bound(calls.begin(), calls.end(), ops[i],
                             [](const Call& c, std::int64_t id) { return c.correlation < id; });
        const SliceId found =
            first != calls.end() && first->correlation == ops[i] ? first->slice : SliceId();
        if (ops[i] != kNull64 && found != launch[i]) {
            out.insert(ops[i]);
        }
    }
    return out;
}

// Gives ids that several groups of tracks use to the first of them, and new ones to the others.
class Renumbering
{
public:
    explicit Renumbering(std::int64_t& next)
        : m_next(next)
    { }
    std::int64_t operator()(std::int64_t id, std::uint32_t scope)
    {
        const auto known = m_given.find({id, scope});
        if (known != m_given.end()) {
            return known->second;
        }
        const std::int64_t mine = m_kept.insert(id).second ? id : m_next++;
        m_given[{id, scope}] = mine;
        return mine;
    }

private:
    std::int64_t& m_next;
    std::map<std::pair<std::int64_t, std::uint32_t>, std::int64_t> m_given;
    std::set<std::int64_t> m_kept;
};

std::vector<std::int64_t> idsOf(const model::Column<std::int64_t>& column, std::int64_t& next)
{
    for (const std::int64_t id : column) {
        next = std::max(next, saturatingAdd(id, 1));
    }
    return {column.begin(), column.end()};
}

} // namespace

Correlations::Correlations(const model::Trace& trace)
    : m_ops(idsOf(trace.column(model::gpu_op::kCorrelation), m_next))
    , m_calls(idsOf(trace.column(model::api_call::kCorrelation), m_next))
{
    const auto shared = sharedIds(trace, m_ops, sortedCalls(trace, m_calls));
    if (!shared.empty()) {
        renumber(trace, shared);
    }
}

void Correlations::renumber(const model::Trace& trace, const std::set<std::int64_t>& shared)
{
    const auto launch = trace.column(model::gpu_op::kLaunch);
    const auto opTrack = trace.column(model::gpu_op::kTrack);
    const auto callSlice = trace.column(model::api_call::kSlice);
    const auto callTrack = trace.column(model::api_call::kTrack);
    Renumbering renumbering(m_next);
    for (std::size_t i = 0; i < m_calls.size(); ++i) {
        if (shared.count(m_calls[i]) != 0) {
            m_calls[i] = renumbering(m_calls[i], scopeOf(trace, callTrack[i]));
        }
    }
    for (std::size_t i = 0; i < m_ops.size(); ++i) {
        if (shared.count(m_ops[i]) == 0) {
            continue;
        }
        const std::int64_t old = m_ops[i];
        const auto* const at = launch[i].valid()
            ? std::lower_bound(callSlice.begin(), callSlice.end(), launch[i])
            : callSlice.end();
        // Orphans are a group by themselves, so that no call is taken for their launch.
        m_ops[i] = at != callSlice.end() && *at == launch[i]
            ? m_calls[static_cast<std::size_t>(at - callSlice.begin())]
            : renumbering(old, scopeOf(trace, opTrack[i]));
        m_renumbered += m_ops[i] != old ? 1 : 0;
    }
}

} // namespace longpole::exporting
