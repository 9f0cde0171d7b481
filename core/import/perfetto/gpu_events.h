// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// GPU render stages, GPU counters and the submits that start GPU work.
#pragma once

#include "core/import/perfetto/held_records.h"
#include "core/import/perfetto/sequence.h"

#include <map>
#include <string>
#include <vector>

namespace longpole::import {

class GpuEvents
{
public:
    GpuEvents(TrackDirectory& directory, HeldRecords& records, model::Ledger& ledger)
        : m_directory(directory)
        , m_records(records)
        , m_ledger(ledger)
    { }
    void renderStage(const perfetto::GpuRenderStageEvent& event, std::int64_t timeNs,
                     const Sequence& sequence);
    void counters(const perfetto::GpuCounterEvent& event, std::int64_t timeNs,
                  const Sequence& sequence);
    void submit(const perfetto::VulkanApiEvent::QueueSubmit& submit, std::int64_t timeNs);
    // Writes what waited for its next sample.
    void finish();

private:
    struct Spec
    {
        std::string name;
        std::string unit;
        bool forwards = false; // the value holds from its time stamp on, not up to it
    };
    struct Pending // a counter whose last value holds up to the next time stamp
    {
        std::uint32_t track = 0;
        std::int64_t time = 0;
        double firstValue = 0;
        bool isFirst = true;
    };
    using SpecKey = std::pair<std::int64_t, std::uint32_t>; // GPU, counter id

    void learn(std::int64_t gpu, const perfetto::GpuCounterDescriptor& descriptor);
    void sample(const SpecKey& key, std::int64_t timeNs, double value);
    std::string stageName(const perfetto::GpuRenderStageEvent& e, const Sequence& s);
    std::string queueName(const perfetto::GpuRenderStageEvent& e, const Sequence& s);
    void put(std::uint32_t track, std::int64_t timeNs, double value);

    TrackDirectory& m_directory;
    HeldRecords& m_records;
    model::Ledger& m_ledger;
    std::vector<std::string> m_queues; // of older traces, by hw_queue_id
    std::vector<std::string> m_stages;
    std::map<SpecKey, Spec> m_specs;
    std::map<SpecKey, Pending> m_pending;
};

} // namespace longpole::import
