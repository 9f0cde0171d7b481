// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/spool/spool_facts.h"

#include "core/import/json_writer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <cstdlib>

namespace longpole::import {

namespace {

using model::Severity;
namespace wd = wire::device;

constexpr std::uint64_t kRuntimeDomain = 2;
constexpr std::uint64_t kDriverDomain = 1;

std::uint64_t eventKey(std::int64_t context, std::int64_t event)
{
    return static_cast<std::uint64_t>(context) << 32U ^ static_cast<std::uint64_t>(event);
}

// "cudaLaunchKernel_v7000" → "cudaLaunchKernel"
std::string withoutVersion(const std::string& name)
{
    const std::size_t at = name.rfind("_v");
    const bool version = at != std::string::npos && at > 0 && at + 2 < name.size()
        && name.find_first_not_of("0123456789", at + 2) == std::string::npos;
    return version ? name.substr(0, at) : name;
}

// As nvidia-smi writes it: "GPU-11223344-5566-…".
std::string uuidText(const wire::RecordView& r)
{
    std::string out = "GPU-";
    for (std::uint16_t i = 0; i < 16; ++i) {
        char hex[3];
        std::snprintf(
            hex, sizeof(hex), "%02x",
            static_cast<unsigned>(r.number({static_cast<std::uint16_t>(wd::kUuid.offset + i), 1})));
        out += hex;
        out += i == 3 || i == 5 || i == 7 || i == 9 ? "-" : "";
    }
    return out;
}

} // namespace

void SpoolFacts::info(std::string_view name, const std::string& value)
{
    unsigned domain = 0;
    unsigned cbid = 0;
    if (name.starts_with("name.")
        && std::sscanf(std::string(name).c_str(), "name.%u.%u", &domain, &cbid) == 2) {
        m_callNames[std::uint64_t{domain} << 32U | cbid] = withoutVersion(value);
        return;
    }
    facts[std::string(name)] = value;
}

void SpoolFacts::stat(std::string_view name, std::uint64_t value)
{
    stats[std::string(name)] = value;
}

std::string SpoolFacts::fact(const std::string& name) const
{
    const auto it = facts.find(name);
    return it == facts.end() ? std::string() : it->second;
}

std::int64_t SpoolFacts::number(const std::string& name, std::int64_t fallback) const
{
    const std::string text = fact(name);
    std::int64_t value = 0;
    const bool good =
        std::from_chars(text.data(), text.data() + text.size(), value).ec == std::errc();
    return good ? value : fallback;
}

void SpoolFacts::record(const wire::RecordView& r)
{
    if (r.kind() == wire::KindCudaEvent) {
        namespace ce = wire::cuda_event;
        EventRecordFacts e;
        e.correlation = r.integer(ce::kCorrelation);
        e.context = r.integer(ce::kContext);
        e.stream = r.integer(ce::kStream);
        e.event = r.integer(ce::kEvent);
        e.timestamp = r.integer(ce::kTimestamp);
        e.syncId = r.integer(ce::kEventSync);
        m_events.push_back(e);
    } else if (r.kind() == wire::KindContext) {
        m_deviceOf[r.integer(wire::context::kContext)] = r.integer(wire::context::kDevice);
    } else if (r.kind() == wire::KindDevice) {
        m_devices.emplace_back(r.bytes().begin(), r.bytes().end());
    }
}

void SpoolFacts::nvtx(std::uint32_t thread, const wire::NvtxEvent& e)
{
    nvtxNames.add(e);
    nccl.add(thread, e);
}

void SpoolFacts::prepare()
{
    nccl.prepare();
    clockTable.prepare();
    pid = number("pid", 0);
    std::stable_sort(m_events.begin(), m_events.end(),
                     [](const EventRecordFacts& a, const EventRecordFacts& b) {
                         return a.correlation < b.correlation;
                     });
    for (std::size_t i = 0; i < m_events.size(); ++i) {
        if (m_events[i].syncId != 0) {
            m_bySyncId[m_events[i].syncId] = i;
        }
        m_byEvent[eventKey(m_events[i].context, m_events[i].event)].push_back(i);
    }
}

const EventRecordFacts* SpoolFacts::eventRecord(std::int64_t correlation) const
{
    const auto it = std::lower_bound(
        m_events.begin(), m_events.end(), correlation,
        [](const EventRecordFacts& e, std::int64_t c) { return e.correlation < c; });
    return it != m_events.end() && it->correlation == correlation ? &*it : nullptr;
}

const EventRecordFacts* SpoolFacts::awaited(std::int64_t syncId, std::int64_t context,
                                            std::int64_t event, std::int64_t correlation) const
{
    if (const auto it = m_bySyncId.find(syncId); syncId != 0 && it != m_bySyncId.end()) {
        return &m_events[it->second];
    }
    const auto it = m_byEvent.find(eventKey(context, event));
    if (it == m_byEvent.end()) {
        return nullptr;
    }
    const auto after = std::lower_bound(
        it->second.begin(), it->second.end(), correlation,
        [&](std::size_t i, std::int64_t c) { return m_events[i].correlation < c; });
    return after == it->second.begin() ? nullptr : &m_events[*std::prev(after)];
}

std::int64_t SpoolFacts::deviceOfContext(std::int64_t context) const
{
    const auto it = m_deviceOf.find(context);
    return it == m_deviceOf.end() ? 0 : it->second;
}

std::string_view SpoolFacts::callName(std::uint16_t kind, std::uint32_t cbid) const
{
    const std::uint64_t domain = kind == wire::KindRuntime ? kRuntimeDomain : kDriverDomain;
    const auto it = m_callNames.find(domain << 32U | cbid);
    return it == m_callNames.end() ? std::string_view() : std::string_view(it->second);
}

void SpoolFacts::describe(const wire::SpoolReader& reader, TraceBuilder& builder) const
{
    model::TraceInfo& info = builder.info();
    info.format = "longpole-spool";
    const std::string version = fact("collector_version");
    info.producer = version.empty() ? "longpole record" : "longpole record " + version;
    info.rank = static_cast<std::int32_t>(number("rank", -1));
    info.worldSize = static_cast<std::int32_t>(number("world_size", -1));
    for (const auto& [name, value] : facts) {
        if (!name.starts_with("thread.") && name != "format" && name != "rank"
            && name != "world_size") {
            info.properties.emplace_back(name, value);
        }
    }
    for (const auto& [name, value] : stats) {
        info.properties.emplace_back("collector." + name, std::to_string(value));
    }
    if (const auto base = clockTable.unixOfZero()) {
        builder.setBaseUnixNs(*base);
    }
    EventBatch names;
    NamingRecord n;
    n.thread.pid = pid;
    const std::string command = fact("command");
    if (!command.empty()) {
        n.text = names.intern(command.substr(0, 200));
        names.namings.push_back(n);
    }
    n.kind = NamingRecord::Kind::ThreadName;
    for (const auto& [name, value] : facts) {
        if (name.starts_with("thread.")) {
            n.thread.tid = std::strtoll(name.c_str() + 7, nullptr, 10);
            n.text = names.intern(value);
            names.namings.push_back(n);
        }
    }
    builder.append(std::move(names));
    describeDevices(reader, builder);
    describeLosses(reader, builder.ledger());
}

void SpoolFacts::describeDevices(const wire::SpoolReader& reader, TraceBuilder& builder) const
{
    static constexpr struct
    {
        const char* key;
        wire::FieldAt field;
    } kProperties[] = {{"totalGlobalMem", wd::kMemory},
                       {"computeMajor", wd::kMajor},
                       {"computeMinor", wd::kMinor},
                       {"maxThreadsPerBlock", wd::kMaxThreadsPerBlock},
                       {"regsPerBlock", wd::kMaxRegistersPerBlock},
                       {"regsPerMultiprocessor", wd::kMaxRegisters},
                       {"warpSize", wd::kThreadsPerWarp},
                       {"sharedMemPerBlock", wd::kMaxSharedPerBlock},
                       {"sharedMemPerMultiprocessor", wd::kMaxShared},
                       {"numSms", wd::kMultiprocessors},
                       {"maxWarpsPerMultiprocessor", wd::kMaxWarps},
                       {"maxBlocksPerMultiprocessor", wd::kMaxBlocks},
                       {"l2CacheSize", wd::kL2}};
    for (const auto& bytes : m_devices) {
        const wire::RecordView r(wire::KindDevice, bytes);
        KnownDevice d;
        d.number = r.integer(wd::kId);
        d.name = reader.string(r.number(wd::kName));
        JsonWriter json;
        json.beginObject().key("id").integer(d.number).key("name").text(d.name);
        for (const auto& p : kProperties) {
            if (r.number(p.field) != 0) {
                json.key(p.key).integer(r.integer(p.field));
            }
        }
        if (const std::int64_t warps = r.integer(wd::kMaxWarps); warps > 0 && warps < 65536) {
            json.key("maxThreadsPerMultiprocessor")
                .integer(warps * r.integer(wd::kThreadsPerWarp, 32));
        }
        // CUPTI counts in kHz and kB/s.
        if (r.number(wd::kClock) != 0) {
            json.key("clockRateHz").integer(r.integer(wd::kClock) * 1000);
        }
        if (const std::int64_t kb = r.integer(wd::kBandwidth); kb > 0 && kb < (1LL << 50)) {
            json.key("memoryBandwidthBytesPerSecond").integer(kb * 1000);
        }
        if (r.has(wd::kUuidRest)) {
            json.key("uuid").text(uuidText(r));
        }
        d.properties = json.endObject().take();
        builder.devices().push_back(std::move(d));
    }
}

void SpoolFacts::describeLosses(const wire::SpoolReader& reader, model::Ledger& ledger) const
{
    for (const std::string& note : notes) {
        ledger.add("recording-note", Severity::Info, "what the recording could not do", note);
    }
    static constexpr struct
    {
        const char* stat;
        const char* kind;
        const char* meaning;
    } kLosses[] = {
        {"dropped_by_cupti", "records-dropped",
         "CUPTI dropped records for want of buffers; record "
         "with more: --buffers 256x1M"},
        {"buffers_refused", "buffers-refused",
         "CUPTI wanted a buffer and none was free: records are missing; record with more: "
         "--buffers 256x1M"},
        {"buffers_discarded", "buffers-discarded",
         "buffers full of records were thrown away as none was free; record with more: --buffers "
         "256x1M"},
        {"nvtx_dropped", "nvtx-dropped", "NVTX events came faster than they could be written"},
        {"nvtx_payloads_left_out", "nvtx-payloads-left-out",
         "payloads of NVTX events were empty, too large, or of a size that nobody told"},
        {"counters_dropped", "counters-dropped",
         "measured kernels and samples of counters came faster than they could be written"},
        {"stall_samples_dropped", "stall-samples-dropped",
         "samples of stalls were dropped by the GPU: the shares are of the others; sample less "
         "often: --counters stalls=2^20"},
        {"stall_buffer_full", "stall-buffer-full",
         "the GPU's buffer for samples of stalls was found full, and samples are missing; sample "
         "less often: --counters stalls=2^20"},
        {"stall_records_lost", "stall-samples-lost",
         "instructions whose last samples of stalls did not fit at the end of the program"},
        {"records_lost", "records-lost",
         "records were not written: the disk was full or "
         "--max-spool was reached"},
        {"unreadable_bytes", "unreadable-bytes",
         "bytes that CUPTI delivered made no records; this CUPTI may be newer than Longpole"},
    };
    for (const auto& l : kLosses) {
        if (const auto it = stats.find(l.stat); it != stats.end() && it->second > 0) {
            ledger.add(l.kind, Severity::DataLoss, l.meaning, {}, it->second);
        }
    }
    if (const auto other = stats.find("stall_samples_other");
        other != stats.end() && other->second > 0) {
        ledger.add("stall-samples-other", Severity::Info,
                   "samples of stalls in code that is not the program's, which has no names", {},
                   other->second);
    }
    const wire::SpoolDamage& d = reader.damage();
    if (d.skippedBytes + d.missingChunks + d.unreadableRecords > 0) {
        ledger.add("spool-damaged", Severity::DataLoss,
                   "parts of the spool are damaged and were skipped",
                   std::to_string(d.skippedBytes) + " bytes, " + std::to_string(d.missingChunks)
                       + " chunks, " + std::to_string(d.unreadableRecords) + " records");
    }
    if (d.unknownChunks > 0) {
        ledger.add("spool-newer", Severity::DataLoss,
                   "the spool holds chunks of a newer version of Longpole; update it", {},
                   d.unknownChunks);
    }
    if (!ended) {
        ledger.add("process-killed", Severity::Info,
                   "the process ended without closing its spool (killed, or still running): its "
                   "last half second may be missing");
    } else if (fact("complete") == "0") {
        ledger.add("recording-incomplete", Severity::DataLoss,
                   "CUPTI did not answer at the end of the program: the end of the recording is "
                   "missing");
    }
    if (clockTable.steps() > 0) {
        ledger.add("clock-stepped", Severity::Info,
                   "the wall clock was set while recording: times near that moment are off by "
                   "part of the step",
                   {}, clockTable.steps());
    }
}

} // namespace longpole::import
