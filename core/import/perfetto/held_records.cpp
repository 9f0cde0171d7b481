// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/perfetto/held_records.h"

#include <algorithm>
#include <tuple>

namespace longpole::import {

namespace {

constexpr std::size_t kBatch = std::size_t{1} << 16U; // records

// Numbers of a directory → numbers of a batch.
class Renumbering
{
public:
    Renumbering(TrackDirectory& directory, EventBatch& batch)
        : m_directory(directory)
        , m_batch(batch)
        , m_local(directory.size(), model::kNull32)
    { }
    std::uint32_t operator()(std::uint32_t number)
    {
        std::uint32_t& local = m_local[number];
        if (local == model::kNull32) {
            local = m_batch.track(m_directory.key(number, m_batch));
        }
        return local;
    }
    template <class Records>
    void apply(Records& records)
    {
        for (auto& r : records) {
            r.track = (*this)(r.track);
        }
    }

private:
    TrackDirectory& m_directory;
    EventBatch& m_batch;
    std::vector<std::uint32_t> m_local;
};

} // namespace

EventBatch& HeldRecords::batch()
{
    EventBatch& last = m_batches.back();
    if (last.slices.size() + last.halves.size() + last.instants.size() + last.counters.size()
        < kBatch) {
        return last;
    }
    last.seal();
    return m_batches.emplace_back();
}

HalfPlace HeldRecords::add(const HalfRecord& half)
{
    // Names and arguments were numbered by the last batch: it is not closed in between.
    EventBatch& last = m_batches.back();
    last.halves.push_back(half);
    return {m_batches.size() - 1, last.halves.size() - 1};
}

void HeldRecords::addFlow(std::uint64_t id, std::int64_t time, std::uint32_t track, bool terminates)
{
    m_flows.push_back({id, time, track, terminates});
}

void HeldRecords::writeFlows(TrackDirectory& directory, EventBatch& batch)
{
    std::stable_sort(m_flows.begin(), m_flows.end(), [](const FlowPoint& a, const FlowPoint& b) {
        return std::tie(a.id, a.time) < std::tie(b.id, b.time);
    });
    Renumbering tracks(directory, batch);
    bool open = false;
    for (std::size_t i = 0; i < m_flows.size(); ++i) {
        const FlowPoint& p = m_flows[i];
        open = open && i > 0 && m_flows[i - 1].id == p.id;
        FlowRecord flow;
        flow.time = p.time;
        flow.id = static_cast<std::int64_t>(p.id);
        flow.track = tracks(p.track);
        flow.bindEnclosing = true;
        flow.kind = p.terminates ? FlowRecord::Kind::End
            : open               ? FlowRecord::Kind::Step
                                 : FlowRecord::Kind::Start;
        open = !p.terminates;
        batch.flows.push_back(flow);
    }
    m_flows = {};
}

void HeldRecords::release(TrackDirectory& directory, TraceBuilder& builder)
{
    m_batches.back().seal();
    while (!m_batches.empty()) {
        EventBatch& batch = m_batches.front();
        Renumbering tracks(directory, batch);
        tracks.apply(batch.slices);
        tracks.apply(batch.instants);
        tracks.apply(batch.counters);
        tracks.apply(batch.halves);
        builder.append(std::move(batch));
        m_batches.pop_front();
    }
    EventBatch rest;
    writeFlows(directory, rest);
    directory.writeNamings(rest);
    rest.seal();
    builder.append(std::move(rest));
    m_batches.emplace_back();
}

} // namespace longpole::import
