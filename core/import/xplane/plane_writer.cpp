// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/xplane/plane_writer.h"

#include "core/base/time.h"
#include "core/import/decimal_time.h"

#include <algorithm>
#include <limits>

namespace longpole::import {

namespace {

using model::Severity;
using model::TrackKind;

constexpr std::string_view kStreamLine = "Stream #";
constexpr std::uint32_t kLineEvents = 4; // XLine's field
constexpr std::size_t kBatch = std::size_t{1} << 16U; // events

// "Stream #17(Kernel)" → 17.
std::optional<std::int64_t> streamNumber(std::string_view name)
{
    if (!name.starts_with(kStreamLine)) {
        return std::nullopt;
    }
    name.remove_prefix(kStreamLine.size());
    return parseInteger(name.substr(0, name.find_first_not_of("0123456789")));
}

// Picoseconds to nanoseconds, half up: a monotone rule, so that what lies within another event
// still does afterwards.
std::int64_t toNs(std::int64_t ps)
{
    const std::int64_t up = saturatingAdd(ps, 500);
    return up / 1000 - (up % 1000 < 0 ? 1 : 0);
}

std::optional<std::int64_t> processId(const Plane& plane)
{
    for (const xplane::Stat& stat : plane.stats) {
        if (statName(plane, stat) == "process_id") {
            return parseInteger(statText(plane, stat));
        }
    }
    return std::nullopt;
}

} // namespace

void PlaneWriter::write(Plane&& plane)
{
    const auto device = xlaGpuNumber(plane.name);
    if (device) {
        noteDevice(plane, *device);
    } else {
        noteProperties(plane);
    }
    if (!plane.lines.empty() && !device && !plane.name.starts_with("/host:")) {
        m_batch.ledger.add("plane-of-another-kind", Severity::Info,
                           "planes that are neither a GPU nor a host are shown as processes",
                           plane.name);
    }
    for (std::string& line : plane.lines) {
        if (m_job.cancelled()) {
            return;
        }
        writeLine(plane, target(plane, device.value_or(-1), readLineHead(line)), line);
        std::string().swap(line);
    }
}

void PlaneWriter::noteProperties(const Plane& plane)
{
    for (const xplane::Stat& stat : plane.stats) {
        const std::string_view name = statName(plane, stat);
        const std::string text = statText(plane, stat);
        if (name.empty()) {
            continue;
        }
        if (name == "profile_start_time") {
            m_profileStartNs = parseInteger(text).value_or(model::kNull64);
        }
        m_builder.info().properties.emplace_back(name, text);
    }
}

void PlaneWriter::noteDevice(const Plane& plane, std::int64_t number)
{
    KnownDevice known;
    known.number = number;
    for (const xplane::Stat& stat : plane.stats) {
        const std::string_view name = statName(plane, stat);
        if (name == "device_name" || (name == "device_vendor" && known.name.empty())) {
            known.name = statText(plane, stat);
        }
    }
    known.properties = planeProperties(plane);
    m_builder.devices().push_back(std::move(known));
}

PlaneWriter::LineTarget PlaneWriter::target(const Plane& plane, std::int64_t device,
                                            const LineHead& head)
{
    LineTarget to;
    if (device < 0) {
        to = hostTarget(plane, head);
    } else {
        to.device = true;
        to.key.pid = device;
        const auto stream = streamNumber(head.name);
        to.gpu = stream.has_value();
        to.key.kind = stream ? TrackKind::Stream : TrackKind::Annotation;
        to.key.tidIsText = !stream;
        to.key.tid = stream ? *stream : std::int64_t{m_batch.intern(head.name).value};
        to.stream = stream.value_or(model::kNull64);
    }
    to.timestampNs = head.timestampNs;
    m_absolute = m_absolute || head.timestampNs > 1'000'000'000'000'000'000;
    return to;
}

PlaneWriter::LineTarget PlaneWriter::hostTarget(const Plane& plane, const LineHead& head)
{
    LineTarget to;
    to.key.kind = TrackKind::Thread;
    const auto pid = processId(plane);
    to.key.pidIsText = !pid;
    to.key.pid = pid ? *pid : std::int64_t{m_batch.intern(plane.name).value};
    // Newer profiles number threads by a hash: those go by their names. So does a second line of
    // the same number.
    const auto [known, added] = m_lines.emplace(std::pair(plane.name, head.id), head.name);
    const bool isNumber = head.id >= 0 && head.id <= std::numeric_limits<std::int32_t>::max();
    to.key.tid = head.id;
    if ((!isNumber && !head.name.empty()) || known->second != head.name) {
        std::string label = head.name.empty() ? "line " + std::to_string(head.id) : head.name;
        const auto owner = m_names.emplace(std::pair(plane.name, label), head.id).first;
        if (owner->second != head.id) {
            label += " (" + std::to_string(head.id) + ")";
        }
        to.key.tidIsText = true;
        to.key.tid = std::int64_t{m_batch.intern(label).value};
    }
    NamingRecord naming;
    naming.kind = NamingRecord::Kind::ThreadName;
    naming.thread = to.key;
    naming.text = m_batch.intern(head.name);
    if (added && !head.name.empty() && !to.key.tidIsText) {
        m_batch.namings.push_back(naming);
    }
    if (pid && m_processes.insert(*pid).second) {
        naming.kind = NamingRecord::Kind::ProcessName;
        naming.text = m_batch.intern(plane.name);
        m_batch.namings.push_back(naming);
    }
    return to;
}

void PlaneWriter::writeLine(const Plane& plane, const LineTarget& to, std::string_view line)
{
    ProtoSpan fields(line);
    xplane::Event event;
    LineTarget here = to;
    while (const auto field = fields.next()) {
        if (field->number != kLineEvents || field->wire != WireType::Length) {
            continue;
        }
        const std::string_view bytes = fields.payload();
        ++m_batch.events;
        const bool fits = bytes.size() <= static_cast<std::size_t>(std::numeric_limits<int>::max());
        if (fields.end() != ProtoEnd::Complete || !fits
            || !event.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
            m_batch.ledger.add("damaged-event", Severity::DataLoss,
                               "events that cannot be read were left out", plane.name);
            continue;
        }
        writeEvent(plane, here, event);
        if (m_batch.slices.size() >= kBatch) {
            // The next batch numbers its texts anew.
            const auto text = [&](std::int64_t id) {
                return std::string(m_batch.string(StringId::of(id)));
            };
            const std::string pid = here.key.pidIsText ? text(here.key.pid) : std::string();
            const std::string tid = here.key.tidIsText ? text(here.key.tid) : std::string();
            flush();
            if (here.key.pidIsText) {
                here.key.pid = std::int64_t{m_batch.intern(pid).value};
            }
            if (here.key.tidIsText) {
                here.key.tid = std::int64_t{m_batch.intern(tid).value};
            }
        }
    }
    if (fields.end() == ProtoEnd::Malformed) {
        m_batch.ledger.add("damaged-message", Severity::DataLoss,
                           "messages that could not be read whole; what was readable of them is "
                           "used",
                           "a line of plane " + plane.name);
    }
}

bool PlaneWriter::place(const LineTarget& to, const xplane::Event& event, SliceRecord& slice)
{
    if (event.has_num_occurrences()) {
        m_batch.ledger.add("aggregated-event", Severity::DataLoss,
                           "sums over many events, which have no place in time, were left out");
        return false;
    }
    std::int64_t durationPs = event.duration_ps();
    if (durationPs < 0) {
        durationPs = 0;
        slice.flags |= model::SliceClamped;
        m_batch.ledger.add("negative-duration", Severity::Repaired,
                           "durations below 0 were set to 0");
    }
    const std::int64_t begin = toNs(event.offset_ps());
    const std::int64_t end = toNs(saturatingAdd(event.offset_ps(), durationPs));
    if (event.offset_ps() % 1000 != 0 || durationPs % 1000 != 0) {
        m_batch.ledger.add("below-one-nanosecond", Severity::Info,
                           "times between two nanoseconds were rounded to the nearest one (begin "
                           "and end each, so that nested events stay nested)");
    }
    slice.start = saturatingAdd(to.timestampNs, begin);
    slice.duration = end - begin;
    return true;
}

void PlaneWriter::writeEvent(const Plane& plane, const LineTarget& to, const xplane::Event& event)
{
    SliceRecord slice;
    if (!place(to, event, slice)) {
        return;
    }
    const auto named = plane.eventNames.find(event.metadata_id());
    const xplane::EventMetadata* const metadata =
        named == plane.eventNames.end() ? nullptr : &named->second;
    std::string name;
    if (metadata != nullptr) {
        name = metadata->name().empty() ? metadata->display_name() : metadata->name();
    } else {
        name = "event " + std::to_string(event.metadata_id());
        m_batch.ledger.add("event-without-name", Severity::DataLoss,
                           "events whose name is not in the file; they are shown by number", name);
    }
    const EventStats stats = readStats(plane, event, metadata);
    slice.name = m_batch.intern(name);
    slice.track = m_batch.track(to.key);
    slice.args = stats.args.empty() ? model::kNull32 : m_batch.keepArgs(stats.args);
    classify(to, stats, name, slice);
    m_batch.slices.push_back(slice);
    flows(stats, slice);
}

void PlaneWriter::classify(const LineTarget& to, const EventStats& stats, std::string_view name,
                           SliceRecord& slice)
{
    if (to.gpu) {
        gpuOp(to, stats, name, slice);
    } else if (to.device) {
        slice.role = SliceRole::GpuAnnotation;
    } else if (stats.step) {
        slice.role = SliceRole::Step;
        slice.facts = *stats.step;
    } else if (isGpuApiName(name)) {
        slice.role = SliceRole::Api;
        ApiFacts facts;
        facts.correlation = stats.correlation;
        slice.facts = static_cast<std::uint32_t>(m_batch.api.size());
        m_batch.api.push_back(facts);
    } else if (name.starts_with('$')) {
        slice.role = SliceRole::Python; // "$file.py:12 function"
    } else {
        slice.role = stats.ofHlo ? SliceRole::Operator : SliceRole::Annotation;
    }
}

void PlaneWriter::gpuOp(const LineTarget& to, const EventStats& stats, std::string_view name,
                        SliceRecord& slice)
{
    GpuFacts facts;
    facts.stream = to.stream;
    facts.context = stats.context;
    facts.correlation = stats.correlation;
    readXlaDetails(stats.details, name, facts);
    if (stats.graphId != model::kNull64) {
        facts.rare = static_cast<std::uint32_t>(m_batch.rare.size());
        RareGpuFacts rare;
        rare.graphId = stats.graphId;
        m_batch.rare.push_back(rare);
    }
    slice.role = SliceRole::GpuOp;
    slice.facts = static_cast<std::uint32_t>(m_batch.gpu.size());
    m_batch.gpu.push_back(facts);
}

void PlaneWriter::flows(const EventStats& stats, const SliceRecord& slice)
{
    const auto add = [&](std::int64_t type, std::int64_t id, FlowRecord::Kind kind) {
        FlowRecord flow;
        flow.kind = kind;
        flow.time = slice.start;
        flow.track = slice.track;
        flow.id = id;
        flow.category = m_batch.category("xla context " + std::to_string(type));
        flow.bindEnclosing = true;
        m_batch.flows.push_back(flow);
    };
    if (stats.producerId) {
        add(stats.producerType, *stats.producerId, FlowRecord::Kind::Start);
    }
    if (stats.consumerId) {
        add(stats.consumerType, *stats.consumerId, FlowRecord::Kind::End);
    }
}

void PlaneWriter::flush()
{
    m_batch.seal();
    m_builder.append(std::exchange(m_batch, EventBatch()));
}

void PlaneWriter::finish(const std::vector<std::string>& hostNames)
{
    std::string hosts;
    for (const std::string& host : hostNames) {
        hosts += (hosts.empty() ? "" : ", ") + host;
    }
    if (!hosts.empty()) {
        m_builder.info().properties.emplace_back("hostname", hosts);
    }
    if (!m_absolute && m_profileStartNs != model::kNull64) {
        m_builder.setBaseUnixNs(m_profileStartNs);
    }
    flush();
}

} // namespace longpole::import
