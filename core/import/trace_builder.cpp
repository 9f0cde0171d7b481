// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/trace_builder.h"

#include "core/base/memory.h"
#include "core/base/time.h"
#include "core/import/assembly.h"
#include "core/import/decimal_time.h"
#include "core/import/device_processes.h"
#include "core/import/function_stalls.h"
#include "core/import/kernel_profiles.h"
#include "core/import/pairing.h"
#include "core/import/trace_sources.h"

#include <algorithm>
#include <limits>
#include <optional>

namespace longpole::import {

struct TraceBuilder::State
{
    RawTrace raw;
    BatchJoiner joiner{raw};
    std::vector<TraceSource> sources{{}};
    std::vector<KnownDevice> devices; // of the current source
    std::vector<KnownDevice> earlierDevices;
    std::optional<model::SourceStamp> stamp; // of all files together
    bool begun = false; // beginSource() was called for the current one

    void endSource()
    {
        for (KnownDevice& d : devices) {
            d.source = raw.source;
            earlierDevices.push_back(std::move(d));
        }
        devices.clear();
    }
};

namespace {

// The stream that a flow means when it says "process 0, thread 7" (or "stream 7") for GPU 0.
std::optional<TrackKey> streamMeant(const RawTrace& raw, const TrackKey& thread)
{
    TrackKey stream = thread;
    stream.kind = model::TrackKind::Stream;
    if (thread.tidIsText) {
        constexpr std::string_view kPrefix = "stream ";
        const std::string_view text = raw.strings.get(StringId::of(thread.tid));
        const auto number =
            text.starts_with(kPrefix) ? parseInteger(text.substr(kPrefix.size())) : std::nullopt;
        if (!number) {
            return std::nullopt;
        }
        stream.tid = *number;
        stream.tidIsText = false;
    }
    return stream;
}

// Tracks that only flows named would be empty lanes. Flows to a GPU stream, or to a lane of
// synchronisation records, move to its track; the others can bind to nothing and are counted.
void dropFlowOnlyTracks(RawTrace& raw)
{
    std::vector<bool> used(raw.tracks.size(), false);
    const auto mark = [&](const auto& records) {
        for (const auto& r : records) {
            used[r.track] = true;
        }
    };
    for (std::size_t i = 0; i < raw.slices.size(); ++i) {
        used[i] = !raw.slices[i].empty();
    }
    mark(raw.instants);
    mark(raw.counters);
    if (std::all_of(used.begin(), used.end(), [](bool u) { return u; })) {
        return;
    }
    std::vector<std::uint32_t> to(raw.tracks.size(), model::kNull32);
    std::vector<TrackKey> kept;
    std::vector<SliceBodies> slices;
    for (std::size_t i = 0; i < used.size(); ++i) {
        if (used[i]) {
            to[i] = static_cast<std::uint32_t>(kept.size());
            kept.push_back(raw.tracks[i]);
            slices.push_back(std::move(raw.slices[i]));
        }
    }
    std::unordered_map<TrackKey, std::uint32_t, TrackKeyHash> numbers;
    for (std::uint32_t i = 0; i < kept.size(); ++i) {
        numbers.emplace(kept[i], i);
    }
    for (std::size_t i = 0; i < used.size(); ++i) {
        if (!used[i]) {
            auto meant = streamMeant(raw, raw.tracks[i]);
            auto found = meant ? numbers.find(*meant) : numbers.end();
            if (meant && found == numbers.end()) { // a wait for the device belongs to no stream
                meant->kind = model::TrackKind::Sync;
                found = numbers.find(*meant);
            }
            to[i] = found != numbers.end() ? found->second : model::kNull32;
        }
    }
    const auto renumber = [&](auto& records) {
        for (auto& r : records) {
            r.track = to[r.track];
        }
    };
    raw.slices = std::move(slices);
    renumber(raw.instants);
    renumber(raw.counters);
    BlockVector<FlowRecord> flows;
    std::uint64_t lost = 0;
    for (FlowRecord& f : raw.flows) {
        f.track = to[f.track];
        if (f.track != model::kNull32) {
            flows.push_back(f);
        } else {
            ++lost;
        }
    }
    raw.flows = std::move(flows);
    if (lost > 0) {
        raw.ledger.add("flow-unbound", model::Severity::Info,
                       "flow ends at a time where their track has no slice; they link nothing", {},
                       lost);
    }
    raw.tracks = std::move(kept);
}

} // namespace

TraceBuilder::TraceBuilder()
    : m_state(std::make_unique<State>())
{ }

TraceBuilder::~TraceBuilder() = default;

void TraceBuilder::append(EventBatch&& batch)
{
    m_state->joiner.append(std::move(batch));
}

void TraceBuilder::beginSource(const std::string& file)
{
    if (m_state->begun || m_state->raw.events > 0) {
        m_state->endSource();
        m_state->sources.emplace_back();
        ++m_state->raw.source;
    }
    m_state->begun = true;
    m_state->sources.back().file = file;
}

std::uint64_t TraceBuilder::eventCount() const
{
    return m_state->raw.events;
}

model::TraceInfo& TraceBuilder::info()
{
    return m_state->sources.back().info;
}

model::Ledger& TraceBuilder::ledger()
{
    return m_state->raw.ledger;
}

std::vector<KnownDevice>& TraceBuilder::devices()
{
    return m_state->devices;
}

void TraceBuilder::setBaseUnixNs(std::int64_t ns)
{
    m_state->sources.back().baseUnixNs = ns;
}

void TraceBuilder::setStamp(std::optional<model::SourceStamp> stamp)
{
    m_state->stamp = std::move(stamp);
}

void TraceBuilder::setZero(std::int64_t absoluteNs)
{
    m_state->sources.back().zero = absoluteNs;
}

Result<std::shared_ptr<const model::Trace>> TraceBuilder::finish(const JobContext& job)
{
    const std::unique_ptr<State> state = std::exchange(m_state, std::make_unique<State>());
    RawTrace& raw = state->raw;
    job.report({"pairing", -1, 0, raw.events});
    releaseFreedMemory();
    state->endSource();
    applyKernelProfiles(raw, state->joiner);
    applyFunctionStalls(raw, state->joiner);
    noteTracks(state->sources, raw);
    const std::vector<SourceFacts> facts = sourceFacts(state->sources);
    alignSources(raw, state->sources, facts);
    pairHalves(raw);
    adoptDeviceProcesses(raw);
    dropFlowOnlyTracks(raw);
    const TimeExtent extent = extentOf(raw);

    // Only a file by itself keeps its own zero.
    const TraceSource* const only = onlySource(state->sources);
    Assembly a(raw, buildTrackTree(raw, state->earlierDevices, facts),
               only != nullptr && only->zero ? *only->zero
                   : extent.empty()          ? 0
                                             : extent.first);
    a.parts.info = joinedInfo(state->sources, facts);
    if (state->stamp) {
        a.parts.info.stamp = state->stamp;
    }
    if (!extent.empty()) {
        a.parts.info.extent = {{saturatingSub(extent.first, a.zero)},
                               {saturatingSub(extent.last, a.zero)}};
        if (only != nullptr && only->baseUnixNs) {
            a.parts.info.startUnixNs = saturatingAdd(*only->baseUnixNs, a.zero);
        } else if (looksLikeUnixNs(a.zero)) {
            a.parts.info.startUnixNs = a.zero;
        }
    }
    if (auto done = assembleSlices(a, job); !done) {
        return fail(done.error());
    }
    releaseFreedMemory();
    assembleInstants(a);
    assembleCounters(a);
    job.report({"linking", -1, 0, raw.events});
    assembleOps(a);
    raw.gpu.clear();
    raw.api.clear();
    assembleLinks(a);
    if (job.cancelled()) {
        return fail(Errc::Cancelled, "cancelled");
    }
    if (a.failure) {
        return fail(*a.failure);
    }
    a.parts.strings = raw.strings.build();
    a.parts.categories = std::move(raw.categories);
    a.parts.tracks = std::move(a.tree.tracks);
    a.parts.devices = std::move(a.tree.devices);
    a.parts.argsBlocks = std::move(raw.argsBlocks);
    model::Ledger ledger = std::move(raw.ledger);
    ledger.merge(a.parts.ledger);
    a.parts.ledger = std::move(ledger);
    return std::make_shared<const model::Trace>(std::move(a.parts), std::move(raw.columns));
}

} // namespace longpole::import
