// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Turns the planes of an XLA profile into records: streams of GPUs, threads of hosts.
#pragma once

#include "core/import/trace_builder.h"
#include "core/import/xplane/event_stats.h"
#include "core/import/xplane/plane_reader.h"

#include <map>
#include <set>
#include <string>

namespace longpole::import {

class PlaneWriter
{
public:
    PlaneWriter(TraceBuilder& builder, const JobContext& job)
        : m_builder(builder)
        , m_job(job)
    { }
    // Empties the plane as it goes.
    void write(Plane&& plane);
    // Gives the builder what is left, and what is known of the profile as a whole.
    void finish(const std::vector<std::string>& hostNames);

private:
    // Where the events of a line go.
    struct LineTarget
    {
        TrackKey key;
        std::int64_t timestampNs = 0;
        bool gpu = false; // GPU operations
        bool device = false; // of a device, but no operations: ranges projected onto it
        std::int64_t stream = model::kNull64;
    };

    void noteProperties(const Plane& plane);
    void noteDevice(const Plane& plane, std::int64_t number);
    LineTarget target(const Plane& plane, std::int64_t device, const LineHead& head);
    LineTarget hostTarget(const Plane& plane, const LineHead& head);
    void writeLine(const Plane& plane, const LineTarget& to, std::string_view line);
    void writeEvent(const Plane& plane, const LineTarget& to, const xplane::Event& event);
    bool place(const LineTarget& to, const xplane::Event& event, SliceRecord& slice);
    void classify(const LineTarget& to, const EventStats& stats, std::string_view name,
                  SliceRecord& slice);
    void gpuOp(const LineTarget& to, const EventStats& stats, std::string_view name,
               SliceRecord& slice);
    void flows(const EventStats& stats, const SliceRecord& slice);
    void flush();

    TraceBuilder& m_builder;
    const JobContext& m_job;
    EventBatch m_batch;
    std::map<std::pair<std::string, std::int64_t>, std::string> m_lines; // plane, id → name
    std::map<std::pair<std::string, std::string>, std::int64_t> m_names; // plane, name → id
    std::set<std::int64_t> m_processes; // named already
    std::int64_t m_profileStartNs = model::kNull64;
    bool m_absolute = false; // line times are Unix times
};

} // namespace longpole::import
