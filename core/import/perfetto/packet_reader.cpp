// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/perfetto/packet_reader.h"

#include "core/import/perfetto/unpack.h"
#include "core/import/proto_input.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace longpole::import {

namespace {

using model::Severity;

constexpr int kDeepest = 4; // packed packets within packed packets
constexpr std::uint32_t kPacket = 1; // Trace's only field

// Numbers of packet fields that are looked at before a packet is parsed.
enum Field : std::uint32_t
{
    FieldTimestamp = 8,
    FieldSequence = 10,
    FieldInterned = 12,
    FieldFlags = 13,
    FieldCleared = 41,
    FieldDropped = 42,
    FieldInflate = 50,
    FieldClock = 58,
    FieldDefaults = 59,
    FieldFirst = 87,
    FieldZstd = 133
};
constexpr std::uint64_t kFlagCleared = 1;
constexpr std::uint64_t kFlagNeedsState = 2;
constexpr std::uint32_t kFirstOfSequence = 64; // clocks that count on from packet to packet

} // namespace

PacketReader::PacketReader(TraceBuilder& builder)
    : m_builder(builder)
    , m_ledger(builder.ledger())
{ }

void PacketReader::add(std::string_view packet, std::uint64_t offset)
{
    addNested(packet, offset, 0);
}

bool PacketReader::readHead(std::string_view packet, Head& head)
{
    ProtoSpan fields(packet);
    while (const auto f = fields.next()) {
        switch (f->number) {
        case FieldTimestamp:
            head.timestamp = f->value;
            head.hasTimestamp = true;
            continue;
        case FieldSequence:
            head.sequence = static_cast<std::uint32_t>(f->value);
            continue;
        case FieldFlags:
            head.cleared = head.cleared || (f->value & kFlagCleared) != 0;
            head.needsState = (f->value & kFlagNeedsState) != 0;
            continue;
        case FieldCleared:
            head.cleared = head.cleared || f->value != 0;
            continue;
        case FieldDropped:
            head.dropped = f->value != 0;
            continue;
        case FieldFirst:
            head.first = f->value != 0;
            continue;
        case FieldClock:
            head.clock = static_cast<std::uint32_t>(f->value);
            continue;
        case FieldInflate:
            head.inflate = fields.payload();
            continue;
        case FieldZstd:
            head.unzstd = fields.payload();
            continue;
        default:
            break;
        }
        const PacketKind* const kind = packetKind(f->number);
        if (kind == nullptr) {
            head.unknown = f->number;
        } else if (kind->use == PacketUse::Counted) {
            head.other = kind;
        } else if (kind->use == PacketUse::Shown || f->number == FieldInterned
                   || f->number == FieldDefaults) {
            head.shown = true;
        }
    }
    return fields.end() == ProtoEnd::Complete;
}

void PacketReader::addNested(std::string_view packet, std::uint64_t offset, int depth)
{
    ++m_packets;
    ++m_records.batch().events;
    Head head;
    const bool fits = packet.size() <= static_cast<std::size_t>(std::numeric_limits<int>::max());
    bool good = fits && readHead(packet, head);
    if (good && (!head.inflate.empty() || !head.unzstd.empty())) {
        unpack(head, offset, depth);
        return;
    }
    Sequence& sequence = m_sequences[head.sequence];
    sequence.id = head.sequence;
    if (good && head.shown) {
        good = m_packet.ParseFromArray(packet.data(), static_cast<int>(packet.size()));
    }
    if (!good) {
        sequence.valid = false;
        m_ledger.add("damaged-packet", Severity::DataLoss,
                     "packets that cannot be read were left out", "byte " + std::to_string(offset));
        return;
    }
    noteLoss(head, sequence);
    count(head);
    if (head.shown) {
        if (m_packet.has_trace_packet_defaults()) {
            sequence.defaults = m_packet.trace_packet_defaults();
        }
        if (m_packet.has_interned_data()) {
            sequence.intern(m_packet.interned_data());
        }
        if (m_packet.has_clock_snapshot()) {
            m_clocks.addSnapshot(head.sequence, m_packet.clock_snapshot());
        }
    }
    // A clock that counts on does so with packets that are not shown, too.
    const std::uint32_t clock =
        head.clock != 0 ? head.clock : sequence.defaults.timestamp_clock_id();
    std::int64_t timeNs = 0;
    if (head.hasTimestamp && (head.shown || clock >= kFirstOfSequence)) {
        timeNs = m_clocks.toTraceTime(head.sequence, clock, head.timestamp, m_ledger);
    }
    if (!head.shown) {
        return;
    }
    if (head.needsState && !sequence.valid) {
        m_ledger.add("packet-without-context", Severity::DataLoss,
                     "packets that build on lost ones were left out",
                     "byte " + std::to_string(offset));
        return;
    }
    take(sequence, timeNs, head.hasTimestamp);
}

void PacketReader::noteLoss(const Head& head, Sequence& sequence)
{
    if (head.dropped && !head.first) {
        sequence.valid = false;
        if (sequence.seen) {
            m_ledger.add("packets-lost", Severity::DataLoss,
                         "the recorder lost packets here: its buffers were full",
                         "sequence " + std::to_string(head.sequence));
        } else {
            m_ledger.add("begins-within-recording", Severity::Info,
                         "writers whose first packets are not in the file (recorded before, or "
                         "overwritten in the ring buffer)");
        }
    }
    if (head.cleared) {
        sequence.clear();
    }
    sequence.seen = true;
}

void PacketReader::unpack(const Head& head, std::uint64_t offset, int depth)
{
    std::string bytes;
    const bool good = depth < kDeepest
        && (head.inflate.empty() ? unpackZstdPackets(head.unzstd, bytes)
                                 : inflatePackets(head.inflate, bytes));
    ProtoSpan fields(bytes);
    while (const auto f = fields.next()) {
        if (f->number == kPacket && f->wire == WireType::Length
            && fields.end() == ProtoEnd::Complete) {
            addNested(fields.payload(), offset, depth + 1);
        }
    }
    if (!good || fields.end() != ProtoEnd::Complete) {
        m_ledger.add("damaged-packed-packets", Severity::DataLoss,
                     "packed packets that cannot be unpacked whole; those before the damage were "
                     "read",
                     "byte " + std::to_string(offset));
    }
}

void PacketReader::count(const Head& head)
{
    if (head.other != nullptr) {
        ++m_counted[head.other];
    }
    if (head.unknown != 0) {
        m_ledger.add("unknown-packet", Severity::Info,
                     "packets of kinds that this version doesn't know were left out",
                     "field " + std::to_string(head.unknown));
    }
}

void PacketReader::take(Sequence& sequence, std::int64_t timeNs, bool hasTime)
{
    takeNames(sequence);
    takeEvents(sequence, timeNs, hasTime);
    if (m_packet.has_trace_stats()) {
        takeStats(m_packet.trace_stats());
    }
    if (m_packet.has_system_info() && !m_packet.system_info().tracing_service_version().empty()) {
        m_service = m_packet.system_info().tracing_service_version();
    }
    if (m_packet.has_system_info() && !m_packet.system_info().machine_name().empty()) {
        m_builder.info().properties.emplace_back("machine", m_packet.system_info().machine_name());
    }
    if (m_packet.has_gpu_info()) {
        takeGpus(m_packet.gpu_info());
    }
}

void PacketReader::takeNames(Sequence& sequence)
{
    if (m_packet.has_track_descriptor()) {
        m_directory.describe(m_packet.track_descriptor());
    }
    if (m_packet.has_process_descriptor()) {
        m_directory.nameProcess(m_packet.process_descriptor());
    }
    if (m_packet.has_thread_descriptor()) {
        const perfetto::ThreadDescriptor& t = m_packet.thread_descriptor();
        sequence.thread = {t.pid(), t.tid()};
        sequence.referenceUs = t.reference_timestamp_us();
        m_directory.nameThread(t.pid(), t.tid(), t.thread_name());
    }
    for (const perfetto::ProcessTree::Process& p : m_packet.process_tree().processes()) {
        m_directory.nameProcess(p.pid(), p.cmdline_size() > 0 ? p.cmdline(0) : std::string());
    }
    for (const perfetto::ProcessTree::Thread& t : m_packet.process_tree().threads()) {
        m_directory.nameThread(t.tgid(), t.tid(), t.name());
    }
}

void PacketReader::takeEvents(Sequence& sequence, std::int64_t timeNs, bool hasTime)
{
    const perfetto::TrackEvent& event = m_packet.track_event();
    const bool ownTime = event.has_timestamp_absolute_us() || event.has_timestamp_delta_us();
    const bool timed = m_packet.has_gpu_render_stage_event() || m_packet.has_gpu_counter_event()
        || m_packet.has_vulkan_api_event() || (m_packet.has_track_event() && !ownTime);
    if (timed && !hasTime) {
        m_ledger.add("packet-without-time", Severity::DataLoss,
                     "events without a time stamp were left out");
        return;
    }
    if (m_packet.has_track_event()) {
        m_trackEvents.add(event, timeNs, sequence);
    }
    if (m_packet.has_gpu_render_stage_event()) {
        m_gpuEvents.renderStage(m_packet.gpu_render_stage_event(), timeNs, sequence);
    }
    if (m_packet.has_gpu_counter_event()) {
        m_gpuEvents.counters(m_packet.gpu_counter_event(), timeNs, sequence);
    }
    if (m_packet.vulkan_api_event().has_vk_queue_submit()) {
        m_gpuEvents.submit(m_packet.vulkan_api_event().vk_queue_submit(), timeNs);
    }
}

void PacketReader::takeStats(const perfetto::TraceStats& stats)
{
    m_lossBefore = 0;
    for (const perfetto::TraceStats::Buffer& b : stats.buffer_stats()) {
        m_lossBefore += b.trace_writer_packet_loss() + b.chunks_discarded() + b.patches_failed();
    }
}

void PacketReader::takeGpus(const perfetto::GpuInfo& gpus)
{
    std::int64_t number = 0;
    for (const perfetto::GpuInfo::Gpu& gpu : gpus.gpus()) {
        KnownDevice known;
        known.number = number++;
        known.name = !gpu.name().empty() ? gpu.name() : gpu.model();
        m_builder.devices().push_back(std::move(known));
    }
}

void PacketReader::finish()
{
    m_gpuEvents.finish();
    if (const auto base = m_clocks.baseUnixNs()) {
        m_builder.setBaseUnixNs(*base);
    }
    if (m_lossBefore > 0) {
        m_ledger.add("recorder-loss", Severity::DataLoss,
                     "the recorder says that it lost pieces of the trace: its buffers were full",
                     {}, m_lossBefore);
    }
    std::vector<std::pair<const PacketKind*, std::uint64_t>> counted(m_counted.begin(),
                                                                     m_counted.end());
    std::sort(counted.begin(), counted.end(),
              [](const auto& a, const auto& b) { return a.first->number < b.first->number; });
    for (const auto& [kind, number] : counted) {
        m_ledger.add("packet-not-shown-" + std::string(kind->name), Severity::Info,
                     std::string(kind->name)
                         + " packets are not shown (track events, GPU work and GPU counters are)",
                     {}, number);
    }
    model::TraceInfo& info = m_builder.info();
    info.format = "perfetto";
    info.producer = m_service.empty() ? "Perfetto" : m_service;
    m_records.release(m_directory, m_builder);
}

} // namespace longpole::import
