// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/critical_path/trace_input.h"

#include "core/analysis/critical_path/call_facts.h"
#include "core/analysis/critical_path/stream_flags.h"
#include "core/analysis/critical_path/thread_activity.h"
#include "core/analysis/critical_path/trace_collectives.h"
#include "core/analysis/critical_path/trace_wake_ups.h"
#include "core/model/laid_out.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

namespace longpole::critical_path {

namespace {

using model::Trace;
namespace api = model::api_call;
namespace gpu = model::gpu_op;

// CUDA's legacy default stream as CUPTI numbers it; HIP's null stream.
constexpr std::int64_t kLegacyCuda = 7;
constexpr std::int64_t kLegacyHip = 0;

class InputReader
{
public:
    explicit InputReader(const Trace& trace)
        : m_trace(trace)
        , m_facts(trace)
        , m_syncs(readSyncRecords(trace, m_facts))
    { }

    Result<Input> read(const JobContext& job)
    {
        job.report({"reading calls", -1, 0, 0});
        addDevices();
        addThreads();
        if (job.cancelled()) {
            return fail(Errc::Cancelled, "cancelled");
        }
        addStreams();
        addCalls();
        job.report({"reading operations", -1, 0, 0});
        addOps();
        addOtherLaunches();
        nameProcessesOfStreams();
        readStreamFlags(m_trace, m_input);
        readCollectives(m_trace, m_input);
        readWakeUps(m_trace, m_input);
        if (m_input.calls.empty() && !m_input.ops.empty()) {
            m_input.missing.emplace_back("the calls that launched the work are not in this trace: "
                                         "record the runtime API too");
        }
        m_input.laidOut = model::isLaidOut(m_trace.ledger());
        m_input.extent = m_trace.info().span;
        if (job.cancelled()) {
            return fail(Errc::Cancelled, "cancelled");
        }
        return std::move(m_input);
    }

private:
    void addDevices()
    {
        const auto& devices = m_trace.devices();
        for (std::uint32_t i = 0; i < devices.size(); ++i) {
            m_input.devices.push_back({i, devices[i].rank});
        }
        if (devices.empty()) {
            m_input.devices.push_back({0, -1});
        }
    }

    void addThreads()
    {
        std::map<std::pair<std::int32_t, std::int64_t>, std::uint32_t> processes;
        m_threadOf.assign(m_trace.tracks().size(), kNone);
        for (const model::Track& track : m_trace.tracks()) {
            if (track.kind != model::TrackKind::Thread || track.sliceCount == 0) {
                continue;
            }
            ThreadActivity activity = threadActivity(m_trace, track.id);
            Thread t;
            t.process = processes
                            .try_emplace({track.rank, track.pid},
                                         static_cast<std::uint32_t>(processes.size()))
                            .first->second;
            t.track = track.id;
            t.covered = std::move(activity.covered);
            t.bursts = std::move(activity.bursts);
            m_threadOf[track.id.value] = static_cast<std::uint32_t>(m_input.threads.size());
            m_input.threads.push_back(std::move(t));
        }
    }

    void addStreams()
    {
        std::map<std::pair<std::int32_t, std::int64_t>, std::uint32_t> contexts;
        m_streamOf.assign(m_trace.tracks().size(), kNone);
        for (const model::Track& track : m_trace.tracks()) {
            if (track.kind != model::TrackKind::Stream) {
                continue;
            }
            Stream s;
            s.device = track.device < 0 ? 0 : static_cast<std::uint32_t>(track.device);
            s.device = std::min(s.device, static_cast<std::uint32_t>(m_input.devices.size() - 1));
            s.context = contexts
                            .try_emplace({track.device, track.context},
                                         static_cast<std::uint32_t>(contexts.size()))
                            .first->second;
            s.track = track.id;
            s.legacyDefault = track.stream == kLegacyCuda || track.stream == kLegacyHip;
            m_streamOf[track.id.value] = static_cast<std::uint32_t>(m_input.streams.size());
            m_byNumber[{track.rank, track.stream}].push_back(
                static_cast<std::uint32_t>(m_input.streams.size()));
            m_input.streams.push_back(s);
        }
    }

    // The stream of that number, if the device told or the number itself makes it one.
    std::uint32_t streamNumbered(std::int32_t rank, std::int64_t number, std::int64_t device) const
    {
        const auto it = m_byNumber.find({rank, number});
        if (number == kNoNumber || it == m_byNumber.end()) {
            return kNone;
        }
        for (const std::uint32_t s : it->second) {
            const std::uint32_t d = m_input.devices[m_input.streams[s].device].index;
            if (it->second.size() == 1
                || (d < m_trace.devices().size() && m_trace.devices()[d].number == device)) {
                return s;
            }
        }
        return kNone;
    }

    std::uint32_t deviceNumbered(std::int32_t rank, std::int64_t number) const
    {
        const auto& devices = m_trace.devices();
        for (std::uint32_t i = 0; i < devices.size() && number != kNoNumber; ++i) {
            if (devices[i].number == number && devices[i].rank == rank) {
                return i;
            }
        }
        return kNone;
    }

    std::uint32_t eventKey(std::uint32_t process, std::int64_t event)
    {
        if (event == kNoNumber) {
            return kNone;
        }
        return m_events.try_emplace({process, event}, static_cast<std::uint32_t>(m_events.size()))
            .first->second;
    }

    std::uint32_t recordKey(std::uint32_t process, int sort, std::int64_t number)
    {
        return m_records
            .try_emplace({process, sort, number}, static_cast<std::uint32_t>(m_records.size()))
            .first->second;
    }

    // Streams and events of one call, from its own args and its synchronisation record.
    void addFacts(Call& call, TrackId track, std::int64_t correlation, std::int64_t stream,
                  std::uint32_t argsNumber)
    {
        const std::int32_t rank = m_trace.track(track).rank;
        const std::uint32_t process = m_input.threads[call.thread].process;
        CallFacts facts = m_facts.read(argsNumber);
        facts.stream = facts.stream == kNoNumber ? stream : facts.stream;
        const std::uint64_t key = SyncRecords::key(rank, correlation);
        const auto& records =
            call.kind == CallKind::EventRecord ? m_syncs.byRecord : m_syncs.byCall;
        if (const auto it = records.find(key); it != records.end() && correlation != kNoNumber) {
            const CallFacts& more = it->second;
            facts.stream = facts.stream == kNoNumber ? more.stream : facts.stream;
            facts.event = facts.event == kNoNumber ? more.event : facts.event;
            facts.device = more.device;
            facts.recordCorrelation = more.recordCorrelation;
        }
        call.stream = streamNumbered(rank, facts.stream, facts.device);
        call.device = deviceNumbered(rank, facts.device);
        call.event = eventKey(process, facts.event);
        if (facts.recordId != kNoNumber) {
            call.record = recordKey(process, 0, facts.recordId);
        } else if (call.kind == CallKind::EventRecord && correlation != kNoNumber) {
            call.record = recordKey(process, 1, correlation);
        } else if (facts.recordCorrelation != kNoNumber) {
            call.record = recordKey(process, 1, facts.recordCorrelation);
        }
    }

    void addCalls()
    {
        const auto slice = m_trace.column(api::kSlice);
        const auto track = m_trace.column(api::kTrack);
        const auto name = m_trace.column(api::kName);
        const auto start = m_trace.column(api::kStart);
        const auto duration = m_trace.column(api::kDuration);
        const auto kind = m_trace.column(api::kKind);
        const auto correlation = m_trace.column(api::kCorrelation);
        const auto stream = m_trace.column(api::kStream);
        const auto code = m_trace.column(api::kReturnCode);
        m_callOf.assign(m_trace.counts().slices, kNone);
        std::unordered_map<std::uint32_t, CallMeaning> meanings;
        TrackId argsTrack;
        model::Column<std::uint32_t> args;
        m_input.calls.reserve(slice.size());
        for (std::size_t i = 0; i < slice.size(); ++i) {
            const std::uint32_t thread = m_threadOf[track[i].value];
            const auto [meaning, isNew] = meanings.try_emplace(name[i].value);
            if (isNew) {
                meaning->second = callMeaning(kind[i], m_trace.string(name[i]));
            }
            if (thread == kNone || slice[i].value >= m_callOf.size()) {
                continue;
            }
            Call call;
            call.begin = start[i].ns;
            call.end = start[i].ns + duration[i].ns;
            call.thread = thread;
            call.id = slice[i].value;
            call.kind = meaning->second.kind;
            call.blocking = meaning->second.blocking;
            call.answer = queryAnswer(code[i]);
            const bool hasFacts = isWait(call.kind) || call.kind == CallKind::EventRecord
                || call.kind == CallKind::StreamWait || call.kind == CallKind::EventQuery;
            if (hasFacts) {
                if (argsTrack != track[i]) {
                    argsTrack = track[i];
                    args = m_trace.column(model::slice::kArgs, argsTrack);
                }
                addFacts(call, track[i], correlation[i], stream[i],
                         args[slice[i].value - m_trace.track(track[i]).firstSlice]);
            }
            m_callOf[call.id] = static_cast<std::uint32_t>(m_input.calls.size());
            m_input.calls.push_back(call);
        }
    }

    void addOps()
    {
        const auto slice = m_trace.column(gpu::kSlice);
        const auto track = m_trace.column(gpu::kTrack);
        const auto name = m_trace.column(gpu::kName);
        const auto kind = m_trace.column(gpu::kKind);
        const auto start = m_trace.column(gpu::kStart);
        const auto duration = m_trace.column(gpu::kDuration);
        const auto launch = m_trace.column(gpu::kLaunch);
        std::unordered_map<std::uint32_t, CopyKind> copies;
        m_input.ops.reserve(slice.size());
        for (std::uint32_t i = 0; i < slice.size(); ++i) {
            Op op;
            op.start = start[i].ns;
            op.end = start[i].ns + duration[i].ns;
            op.stream = m_streamOf[track[i].value];
            op.id = slice[i].value;
            op.row = i;
            if (kind[i] == model::GpuOpKind::Memcpy) {
                op.kind = OpKind::Memcpy;
                const auto [copy, isNew] = copies.try_emplace(name[i].value);
                if (isNew) {
                    copy->second = copyKindOf(m_trace.string(name[i]));
                }
                op.copy = copy->second;
            } else if (kind[i] == model::GpuOpKind::Memset) {
                op.kind = OpKind::Memset;
            }
            if (op.stream == kNone) {
                op.stream = streamOfOtherTrack(track[i]);
            }
            if (launch[i].valid() && launch[i].value < m_callOf.size()) {
                op.call = m_callOf[launch[i].value];
                if (op.call == kNone) {
                    m_otherLaunches.emplace_back(launch[i].value, i);
                }
            }
            m_input.ops.push_back(op);
        }
    }

    std::uint32_t streamOfOtherTrack(TrackId track)
    {
        const model::Track& t = m_trace.track(track);
        Stream s;
        s.device = t.device < 0 ? 0 : static_cast<std::uint32_t>(t.device);
        s.device = std::min(s.device, static_cast<std::uint32_t>(m_input.devices.size() - 1));
        s.track = track;
        m_streamOf[track.value] = static_cast<std::uint32_t>(m_input.streams.size());
        m_input.streams.push_back(s);
        return m_streamOf[track.value];
    }

    // Launched by what is no runtime call: an operator or event that a flow names.
    void addOtherLaunches()
    {
        std::sort(m_otherLaunches.begin(), m_otherLaunches.end());
        TrackId track;
        model::Column<TimeNs> start;
        model::Column<DurationNs> duration;
        for (const auto& [sliceIndex, op] : m_otherLaunches) {
            if (m_callOf[sliceIndex] == kNone) {
                const TrackId on = m_trace.trackOf(SliceId(sliceIndex));
                if (m_threadOf[on.value] == kNone) {
                    continue;
                }
                if (on != track) {
                    track = on;
                    start = m_trace.column(model::slice::kStart, on);
                    duration = m_trace.column(model::slice::kDuration, on);
                }
                const std::size_t i = sliceIndex - m_trace.track(on).firstSlice;
                Call call;
                call.begin = start[i].ns;
                call.end = call.begin + duration[i].ns;
                call.thread = m_threadOf[on.value];
                call.id = sliceIndex;
                call.kind = CallKind::Launch;
                m_callOf[sliceIndex] = static_cast<std::uint32_t>(m_input.calls.size());
                m_input.calls.push_back(call);
            }
            m_input.ops[op].call = m_callOf[sliceIndex];
        }
    }

    void nameProcessesOfStreams()
    {
        std::vector<bool> named(m_input.streams.size(), false);
        std::map<std::int32_t, std::uint32_t> ofRank;
        for (const Thread& t : m_input.threads) {
            ofRank.try_emplace(m_trace.track(t.track).rank, t.process);
        }
        for (Stream& stream : m_input.streams) {
            const auto it = ofRank.find(m_trace.track(stream.track).rank);
            stream.process = it == ofRank.end() ? 0 : it->second;
        }
        for (const Op& op : m_input.ops) {
            if (op.call != kNone && !named[op.stream]) {
                named[op.stream] = true;
                m_input.streams[op.stream].process =
                    m_input.threads[m_input.calls[op.call].thread].process;
            }
        }
    }

    const Trace& m_trace;
    FactReader m_facts;
    SyncRecords m_syncs;
    Input m_input;
    std::vector<std::uint32_t> m_threadOf; // per track
    std::vector<std::uint32_t> m_streamOf; // per track
    std::vector<std::uint32_t> m_callOf; // per slice
    std::map<std::pair<std::int32_t, std::int64_t>, std::vector<std::uint32_t>> m_byNumber;
    std::map<std::pair<std::uint32_t, std::int64_t>, std::uint32_t> m_events;
    std::map<std::tuple<std::uint32_t, int, std::int64_t>, std::uint32_t> m_records;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> m_otherLaunches; // slice, operation
};

} // namespace

CopyKind copyKindOf(std::string_view name)
{
    const bool pageable = name.find("Pageable") != std::string_view::npos;
    const bool pinned = name.find("Pinned") != std::string_view::npos;
    const auto has = [&](std::string_view part) {
        return name.find(part) != std::string_view::npos;
    };
    if (has("DtoH") || has("Device-to-Host") || has("Device -> P")) {
        return pageable ? CopyKind::DeviceToHostPageable
            : pinned    ? CopyKind::DeviceToHost
                        : CopyKind::Unknown;
    }
    if (has("HtoD") || has("Host-to-Device")) {
        return pageable ? CopyKind::HostToDevicePageable
            : pinned    ? CopyKind::HostToDevicePinned
                        : CopyKind::Unknown;
    }
    if (has("DtoD") || has("Device-to-Device") || has("PtoP")) {
        return CopyKind::DeviceToDevice;
    }
    return CopyKind::Unknown;
}

Result<Input> inputFromTrace(const Trace& trace, const JobContext& job)
{
    return InputReader(trace).read(job);
}

} // namespace longpole::critical_path
