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

} // namespace

Correlations::Correlations(const model::Trace& trace)
{
    const auto copy = [&](const auto& spec, std::size_t n) {
        const auto column = n > 0 ? trace.column(spec) : model::Column<std::int64_t>();
        return std::vector<std::int64_t>(column.begin(), column.end());
    };
    m_ops = copy(model::gpu_op::kCorrelation, trace.counts().gpuOps);
    m_calls = copy(model::api_call::kCorrelation, trace.counts().apiCalls);
    for (const std::int64_t id : m_ops) {
        m_next = std::max(m_next, saturatingAdd(id, 1));
    }
    for (const std::int64_t id : m_calls) {
        m_next = std::max(m_next, saturatingAdd(id, 1));
    }
    if (m_ops.empty() || m_calls.empty()) {
        return;
    }
    const auto launch = trace.column(model::gpu_op::kLaunch);
    const auto opTrack = trace.column(model::gpu_op::kTrack);
    const auto callSlice = trace.column(model::api_call::kSlice);
    const auto callTrack = trace.column(model::api_call::kTrack);
    const auto callKind = trace.column(model::api_call::kKind);
    std::vector<Call> calls;
    for (std::size_t i = 0; i < m_calls.size(); ++i) {
        if (m_calls[i] != kNull64) {
            calls.push_back({m_calls[i], !launches(callKind[i]), callSlice[i]});
        }
    }
    std::sort(calls.begin(), calls.end());
    // Ids whose first call is not what launched all of their operations.
    const auto firstOf = [&](std::int64_t id) {
        return std::lower_bound(calls.begin(), calls.end(), id,
                                [](const Call& c, std::int64_t v) { return c.correlation < v; });
    };
    std::set<std::int64_t> shared;
    for (std::size_t i = 0; i < m_ops.size(); ++i) {
        const auto first = firstOf(m_ops[i]);
        const SliceId found =
            first != calls.end() && first->correlation == m_ops[i] ? first->slice : SliceId();
        if (m_ops[i] != kNull64 && found != launch[i]) {
            shared.insert(m_ops[i]);
        }
    }
    if (shared.empty()) {
        return;
    }
    // Who has it first keeps it.
    std::map<std::pair<std::int64_t, std::uint32_t>, std::int64_t> given;
    std::set<std::int64_t> kept;
    const auto newId = [&](std::int64_t id, std::uint32_t scope) {
        const auto known = given.find({id, scope});
        if (known != given.end()) {
            return known->second;
        }
        const std::int64_t mine = kept.insert(id).second ? id : m_next++;
        given[{id, scope}] = mine;
        return mine;
    };
    const std::vector<std::int64_t> oldCalls = m_calls;
    for (std::size_t i = 0; i < m_calls.size(); ++i) {
        if (shared.count(oldCalls[i]) != 0) {
            m_calls[i] = newId(oldCalls[i], scopeOf(trace, callTrack[i]));
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
        // Orphans get ids of their own, so that no call is taken for their launch.
        m_ops[i] = at != callSlice.end() && *at == launch[i]
            ? m_calls[static_cast<std::size_t>(at - callSlice.begin())]
            : newId(m_ops[i], scopeOf(trace, opTrack[i]));
        m_renumbered += m_ops[i] != old ? 1 : 0;
    }
}

} // namespace longpole::exporting
