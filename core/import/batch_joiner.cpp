// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/raw_trace.h"

#include <algorithm>

namespace longpole::import {

namespace {

// Local numbers → global ones.
struct Renumbering
{
    std::vector<StringId> strings;
    std::vector<std::uint16_t> categories;
    std::vector<std::uint32_t> tracks;
    std::uint32_t argsBase = 0;
    std::uint32_t source = 0;

    StringId string(StringId id) const { return id.valid() ? strings[id.value] : id; }
    std::int64_t text(std::int64_t v, bool isText) const
    {
        return isText ? std::int64_t{strings[static_cast<std::size_t>(v)].value} : v;
    }
    std::uint32_t args(std::uint32_t n) const { return n == model::kNull32 ? n : n + argsBase; }
    TrackKey key(TrackKey k) const
    {
        k.pid = text(k.pid, k.pidIsText);
        k.tid = text(k.tid, k.tidIsText);
        k.name = string(k.name);
        k.source = source;
        return k;
    }
    template <class Record>
    void common(Record& r) const
    {
        r.name = string(r.name);
        r.track = tracks[r.track];
        r.args = args(r.args);
        r.category = categories[r.category];
    }
};

std::uint16_t categoryNumber(std::vector<std::string>& all, const std::string& name)
{
    const auto it = std::find(all.begin(), all.end(), name);
    if (it != all.end()) {
        return static_cast<std::uint16_t>(it - all.begin());
    }
    if (all.size() >= 0xffff) {
        return 0;
    }
    all.push_back(name);
    return static_cast<std::uint16_t>(all.size() - 1);
}

} // namespace

std::uint32_t BatchJoiner::trackNumber(const TrackKey& key)
{
    const auto [it, added] =
        m_trackIds.emplace(key, static_cast<std::uint32_t>(m_raw.tracks.size()));
    if (added) {
        m_raw.tracks.push_back(key);
        m_raw.slices.emplace_back();
    }
    return it->second;
}

// The same number for the same scope of the same file, another for all others.
std::uint32_t BatchJoiner::scopeNumber(std::uint32_t scope)
{
    if (scope == 0 && m_raw.source == 0) {
        return 0;
    }
    const std::pair key(m_raw.source, scope);
    if (m_lastScope == m_scopes.end() || m_lastScope->first != key) {
        const auto next = static_cast<std::uint32_t>(m_scopes.size() + 1);
        m_lastScope = m_scopes.try_emplace(key, next).first;
    }
    return m_lastScope->second;
}

void BatchJoiner::append(EventBatch&& batch)
{
    Renumbering to;
    to.argsBase = m_raw.argsCount;
    to.source = m_raw.source;
    to.strings.reserve(batch.m_strings.size());
    for (std::size_t i = 0; i < batch.m_strings.size(); ++i) {
        const StringId local = StringId::of(i);
        to.strings.push_back(
            m_raw.strings.intern(batch.m_strings.get(local), batch.m_strings.hash(local)));
    }
    for (const std::string& c : batch.m_categories) {
        to.categories.push_back(categoryNumber(m_raw.categories, c));
    }
    for (const TrackKey& key : batch.m_tracks) {
        to.tracks.push_back(trackNumber(to.key(key)));
    }
    const auto rareBase = static_cast<std::uint32_t>(m_raw.rare.size());
    const auto gpuBase = static_cast<std::uint32_t>(m_raw.gpu.size());
    const auto apiBase = static_cast<std::uint32_t>(m_raw.api.size());
    for (SliceRecord& s : batch.slices) {
        to.common(s);
        if (s.role == SliceRole::GpuOp || s.role == SliceRole::Api) {
            s.facts += s.role == SliceRole::GpuOp ? gpuBase : apiBase;
        }
        m_raw.slices[s.track].push_back(s);
    }
    for (GpuFacts& g : batch.gpu) {
        g.rare = g.rare == model::kNull32 ? g.rare : g.rare + rareBase;
        g.scope = scopeNumber(g.scope);
    }
    for (ApiFacts& a : batch.api) {
        a.scope = scopeNumber(a.scope);
    }
    for (RareGpuFacts& r : batch.rare) {
        r.collective = to.string(r.collective);
        r.group = to.string(r.group);
    }
    for (InstantRecord& i : batch.instants) {
        to.common(i);
    }
    for (CounterRecord& c : batch.counters) {
        c.track = to.tracks[c.track];
    }
    for (HalfRecord& h : batch.halves) {
        to.common(h);
        h.id = to.text(h.id, h.idIsText);
    }
    for (FlowRecord& f : batch.flows) {
        f.track = to.tracks[f.track];
        f.category = to.categories[f.category];
        f.id = to.text(f.id, f.idIsText);
    }
    for (NamingRecord& n : batch.namings) {
        n.thread = to.key(n.thread);
        n.text = to.string(n.text);
    }
    for (KernelProfileRecord& p : batch.profiles) {
        p.name = to.string(p.name);
        p.member = to.string(p.member);
        p.args = to.args(p.args);
        p.source = to.source;
    }
    for (StalledFunctionRecord& f : batch.stalls) {
        f.name = to.string(f.name);
        f.source = to.source;
        for (auto& [reason, count] : f.samples) {
            reason = to.string(reason);
        }
    }
    const auto move = [](auto& into, auto& from) {
        into.insert(into.end(), from.begin(), from.end());
    };
    m_raw.gpu.append(batch.gpu);
    m_raw.api.append(batch.api);
    m_raw.flows.append(batch.flows);
    move(m_raw.rare, batch.rare);
    move(m_raw.instants, batch.instants);
    move(m_raw.counters, batch.counters);
    move(m_raw.halves, batch.halves);
    move(m_raw.namings, batch.namings);
    move(m_raw.profiles, batch.profiles);
    move(m_raw.stalls, batch.stalls);
    for (std::size_t i = 0; i < batch.m_argsBlocks.size(); ++i) {
        m_raw.columns->putCompressed(
            {model::Table::Args, 0, static_cast<std::uint32_t>(m_raw.argsBlocks.size())},
            std::move(batch.m_argsBlocks[i]));
        m_raw.argsBlocks.push_back(batch.m_argsFirst[i] + to.argsBase);
    }
    m_raw.argsCount += batch.m_argsCount;
    m_raw.events += batch.events;
    m_raw.ledger.merge(batch.ledger);
}

} // namespace longpole::import
