// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Records of a Perfetto trace until its tracks are known: EventBatches whose records have numbers
// of a TrackDirectory for tracks.
#pragma once

#include "core/import/perfetto/track_directory.h"
#include "core/import/trace_builder.h"

#include <cstdint>
#include <deque>
#include <vector>

namespace longpole::import {

// Where a half was put.
struct HalfPlace
{
    std::size_t batch = 0;
    std::size_t half = 0;
};

class HeldRecords
{
public:
    HeldRecords() { m_batches.emplace_back(); }

    // The batch to put the next record into.
    EventBatch& batch();
    HalfPlace add(const HalfRecord& half);
    HalfRecord& at(const HalfPlace& place) { return m_batches[place.batch].halves[place.half]; }
    // A point of a flow. Which one begins it is found at the end, by time.
    void addFlow(std::uint64_t id, std::int64_t time, std::uint32_t track, bool terminates);

    // Gives everything to the builder, with the directory's keys and names.
    void release(TrackDirectory& directory, TraceBuilder& builder);

private:
    struct FlowPoint
    {
        std::uint64_t id = 0;
        std::int64_t time = 0;
        std::uint32_t track = 0;
        bool terminates = false;
    };

    void writeFlows(TrackDirectory& directory, EventBatch& batch);

    std::deque<EventBatch> m_batches; // the last one is open
    std::vector<FlowPoint> m_flows;
};

} // namespace longpole::import
