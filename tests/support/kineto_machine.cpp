// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/kineto_machine.h"

#include <algorithm>
#include <cstdio>
#include <utility>

namespace longpole::test {

namespace {

constexpr int kSms = 132;

} // namespace

Machine::Machine(std::uint64_t seed, std::int64_t startNs)
    : m_random(seed)
    , m_main{kProcessId, startNs}
    , m_autograd{48977, startNs}
    , m_sampledTo(startNs)
{
    m_freeAt.fill(startNs);
}

std::int64_t Machine::pick(std::int64_t low, std::int64_t high)
{
    const auto span = static_cast<std::uint64_t>(high - low) + 1;
    return low + static_cast<std::int64_t>(m_random() % span);
}

std::string_view Machine::keep(std::string text)
{
    if (const auto known = m_known.find(text); known != m_known.end()) {
        return *known;
    }
    m_names.push_back(std::move(text));
    return *m_known.insert(m_names.back()).first;
}

void Machine::text(std::string_view key, std::int64_t value)
{
    if (!m_scratch.empty() && m_scratch.back() != '\n' && m_scratch.back() != ' ') {
        m_scratch += ", ";
    }
    m_scratch += '"';
    m_scratch += key;
    m_scratch += "\": ";
    appendNumber(m_scratch, value);
}

Machine::Record& Machine::add(Records& records, KinetoEvent event)
{
    Record record;
    record.ts = event.ts;
    record.event = event;
    records.push_back(record);
    return records.back();
}

// Moves the scratch text to the record.
void Machine::addArgs(Record& record)
{
    record.argsFrom = m_args.size();
    m_args += m_scratch;
    record.argsTo = m_args.size();
    m_scratch.clear();
}

std::size_t Machine::open(HostThread& thread, std::string_view category, std::string_view name,
                          std::string_view args)
{
    thread.now += pick(300, 1500);
    Record& record =
        add(m_host, {'X', category, name, kProcessId, thread.tid, thread.now, 0, 0, {}});
    if (category != "python_function") {
        record.external = ++m_external;
        text("External id", record.external);
        text("Record function id", 0);
    }
    if (!args.empty()) {
        m_scratch += m_scratch.empty() ? "" : ", ";
        m_scratch += args;
    }
    text("Ev Idx", m_eventIndex++);
    addArgs(record);
    return m_host.size() - 1;
}

void Machine::close(HostThread& thread, std::size_t slice)
{
    thread.now += pick(200, 900);
    m_host[slice].event.duration = thread.now - m_host[slice].ts;
}

void Machine::flowAt(std::size_t slice, char phase, std::int64_t id)
{
    const KinetoEvent& at = m_host[slice].event;
    add(m_host, {phase, "fwdbwd", "fwdbwd", kProcessId, at.tid, at.ts, 0, id, {}});
}

void Machine::memory(HostThread& thread, std::int64_t bytes)
{
    m_allocated += bytes;
    Record& record =
        add(m_host,
            {'i', "cpu_instant_event", "[memory]", kProcessId, thread.tid, thread.now, 0, 0, {}});
    text("Total Reserved", 13'958'643'712);
    text("Total Allocated", m_allocated);
    text("Bytes", bytes);
    text("Addr", 139'000'000'000'000 + pick(0, 1'000'000) * 512);
    text("Device Id", 0);
    text("Device Type", 1);
    text("Ev Idx", m_eventIndex++);
    addArgs(record);
}

// One runtime call; returns its correlation id. flow: 's' where work follows on the device, else
// 'f'.
std::int64_t Machine::callApi(HostThread& thread, std::string_view name, int cbid,
                              std::int64_t external, std::int64_t durationNs, char flow)
{
    thread.now += pick(250, 900);
    const std::int64_t correlation = ++m_correlation;
    Record& record = add(m_host,
                         {'X',
                          name.substr(0, 4) == "cuda" ? "cuda_runtime" : "cuda_driver",
                          name,
                          kProcessId,
                          thread.tid,
                          thread.now,
                          durationNs,
                          0,
                          {}});
    if (external > 0) {
        text("External id", external);
    }
    text("cbid", cbid);
    text("correlation", correlation);
    addArgs(record);
    add(m_host, {flow, "ac2g", "ac2g", kProcessId, thread.tid, thread.now, 0, correlation, {}});
    thread.now += durationNs;
    return correlation;
}

std::int64_t Machine::startOnDevice(Stream stream, std::int64_t launchedAt)
{
    return std::max(m_freeAt[stream] + pick(700, 1400), launchedAt + pick(1800, 4200));
}

// A device record whose args wait in the scratch text, with the flow that ends there.
void Machine::deviceOp(Stream stream, std::string_view category, std::string_view name,
                       std::int64_t from, std::int64_t durationNs, std::int64_t correlation)
{
    const std::int64_t tid = kStreamIds[stream];
    addArgs(add(m_device, {'X', category, name, 0, tid, from, durationNs, 0, {}}));
    add(m_device, {'f', "ac2g", "ac2g", 0, tid, from, 0, correlation, {}});
    m_freeAt[stream] = from + durationNs;
    if (stream == kCompute) {
        m_busy.emplace_back(from, from + durationNs);
    }
}

void Machine::kernelArgs(const KernelShape& shape, Stream stream, std::int64_t correlation,
                         std::int64_t external)
{
    text("External id", external);
    m_scratch += ",\n      ";
    text("queued", 0);
    text("device", 0);
    text("context", 1);
    m_scratch += ",\n      ";
    text("stream", kStreamIds[stream]);
    text("correlation", correlation);
    m_scratch += ",\n      ";
    text("registers per thread", shape.registers);
    m_scratch += ",\n      ";
    text("shared memory", shape.sharedBytes);
    const double blocks = static_cast<double>(shape.gridX) * shape.gridY / kSms;
    const double warps = blocks * shape.blockX / 32;
    const int occupancy = static_cast<int>(std::min(warps / 64 * 100, 100.0));
    std::array<char, 256> more = {};
    const int length =
        std::snprintf(more.data(), more.size(),
                      ",\n      \"blocks per SM\": %.6f,\n      \"warps per SM\": %.6f,\n"
                      "      \"grid\": [%d, %d, 1],\n      \"block\": [%d, 1, 1],\n"
                      "      \"est. achieved occupancy %%\": %d",
                      blocks, warps, shape.gridX, shape.gridY, shape.blockX, occupancy);
    m_scratch.append(more.data(), static_cast<std::size_t>(length));
}

void Machine::launch(HostThread& thread, Stream stream, const KernelShape& shape,
                     std::int64_t external)
{
    const bool triton = shape.name.substr(0, 6) == "triton";
    const std::int64_t correlation = callApi(thread, triton ? "cuLaunchKernel" : "cudaLaunchKernel",
                                             triton ? 307 : 211, external, pick(2800, 6400), 's');
    const std::int64_t from = startOnDevice(stream, thread.now);
    kernelArgs(shape, stream, correlation, external);
    deviceOp(stream, "kernel", shape.name, from, shape.durationNs, correlation);
}

void Machine::memset(HostThread& thread, Stream stream, std::int64_t bytes, std::int64_t external)
{
    const std::int64_t correlation =
        callApi(thread, "cudaMemsetAsync", 51, external, pick(2200, 4500), 's');
    const std::int64_t duration = 900 + bytes / 1800;
    text("External id", external);
    text("device", 0);
    text("context", 1);
    text("stream", kStreamIds[stream]);
    text("correlation", correlation);
    text("bytes", bytes);
    deviceOp(stream, "gpu_memset", "Memset (Device)", startOnDevice(stream, thread.now), duration,
             correlation);
}

void Machine::copy(HostThread& thread, Stream stream, std::string_view name, std::int64_t bytes,
                   bool blocking, std::int64_t external)
{
    // A pageable copy is staged at about 6 GB/s, a pinned one runs at about 24 GB/s.
    const bool pageable = name.find("Pageable") != std::string_view::npos;
    const std::int64_t duration = 1200 + bytes / (pageable ? 6 : 24);
    const std::int64_t correlation =
        callApi(thread, "cudaMemcpyAsync", 41, external, pick(4000, 9000), 's');
    const std::int64_t from = startOnDevice(stream, thread.now);
    text("External id", external);
    text("device", 0);
    text("context", 1);
    text("stream", kStreamIds[stream]);
    text("correlation", correlation);
    text("bytes", bytes);
    std::array<char, 64> rate = {};
    const int length =
        std::snprintf(rate.data(), rate.size(), ", \"memory bandwidth (GB/s)\": %.6f",
                      static_cast<double>(bytes) / static_cast<double>(duration));
    m_scratch.append(rate.data(), static_cast<std::size_t>(length));
    deviceOp(stream, "gpu_memcpy", name, from, duration, correlation);
    if (blocking) {
        // The call returns when the copy is done: it is the record before its flow.
        thread.now = std::max(thread.now, from + duration + pick(1500, 3000));
        KinetoEvent& call = m_host[m_host.size() - 2].event;
        call.duration = thread.now - call.ts;
    }
}

void Machine::syncRow(std::string_view kind, std::int64_t stream, const EventMark* mark,
                      std::int64_t correlation, std::int64_t from, std::int64_t to)
{
    Record& record = add(m_device, {'X', "cuda_sync", kind, 0, stream, from, to - from, 0, {}});
    m_scratch += "\"cuda_sync_kind\": \"";
    m_scratch += kind;
    m_scratch += '"';
    if (mark != nullptr) {
        text("wait_on_stream", kStreamIds[mark->stream]);
        text("wait_on_cuda_event_record_corr_id", mark->correlation);
        text("wait_on_cuda_event_id", mark->eventId);
    }
    text("stream", stream);
    text("correlation", correlation);
    text("device", 0);
    text("context", 1);
    addArgs(record);
}

EventMark Machine::record(HostThread& thread, Stream stream, std::int64_t external)
{
    EventMark mark;
    mark.correlation = callApi(thread, "cudaEventRecord", 135, external, pick(700, 1600), 'f');
    mark.eventId = ++m_eventId;
    mark.stream = stream;
    mark.reachedAt = std::max(m_freeAt[stream], thread.now + 1000);
    return mark;
}

void Machine::waitFor(HostThread& thread, Stream stream, const EventMark& mark,
                      std::int64_t external)
{
    const std::int64_t correlation =
        callApi(thread, "cudaStreamWaitEvent", 147, external, pick(600, 1500), 'f');
    syncRow("Stream Wait Event", kStreamIds[stream], &mark, correlation, thread.now - 500,
            thread.now);
    m_freeAt[stream] = std::max(m_freeAt[stream], mark.reachedAt);
}

void Machine::synchronizeStream(HostThread& thread, Stream stream, std::int64_t external)
{
    const std::int64_t from = thread.now + 900;
    const std::int64_t until = std::max(from + 2000, m_freeAt[stream] + pick(1500, 4000));
    const std::int64_t correlation =
        callApi(thread, "cudaStreamSynchronize", 131, external, until - from, 'f');
    syncRow("Stream Sync", kStreamIds[stream], nullptr, correlation, from, thread.now);
}

void Machine::synchronizeDevice(HostThread& thread)
{
    const std::int64_t from = thread.now + 900;
    const std::int64_t until = std::max(from + 3000, deviceEnd() + pick(2000, 5000));
    const std::int64_t correlation =
        callApi(thread, "cudaDeviceSynchronize", 165, 0, until - from, 'f');
    syncRow("Context Sync", -1, nullptr, correlation, from, thread.now);
}

void Machine::collective(HostThread& thread, const CollectiveShape& shape, std::int64_t external)
{
    const std::int64_t correlation =
        callApi(thread, "cudaLaunchKernelExC", 430, external, pick(5200, 9000), 's');
    const KernelShape kernel{shape.kernel, shape.durationNs, 24, 1, 544, 96, 103808};
    kernelArgs(kernel, kComm, correlation, external);
    m_scratch += ", \"Collective name\": \"";
    m_scratch += shape.name;
    m_scratch += '"';
    text("In msg nelems", shape.elements);
    text("Out msg nelems", shape.elements);
    text("Group size", 8);
    m_scratch += ", \"dtype\": \"BFloat16\", \"In split size\": \"[]\", \"Out split size\": \"[]\""
                 ", \"Process Group Name\": \"0\", \"Process Group Description\": \"default_pg\""
                 ", \"Process Group Ranks\": \"[0, 1, 2, 3, 4, 5, 6, 7]\"";
    deviceOp(kComm, "kernel", shape.kernel, startOnDevice(kComm, thread.now), shape.durationNs,
             correlation);
}

void Machine::replayGraph(HostThread& thread, Stream stream, const std::vector<KernelShape>& nodes,
                          std::int64_t external)
{
    const std::int64_t correlation =
        callApi(thread, "cudaGraphLaunch", 311, external, pick(18000, 30000), 's');
    std::int64_t node = 0;
    for (const KernelShape& shape : nodes) {
        // Inside a graph the next node starts without the host: a few hundred nanoseconds apart.
        const std::int64_t from =
            node == 0 ? startOnDevice(stream, thread.now) : m_freeAt[stream] + pick(280, 520);
        kernelArgs(shape, stream, correlation, external);
        text("graph id", 3);
        text("graph node id", 4294967296 + node);
        deviceOp(stream, "kernel", shape.name, from, shape.durationNs, correlation);
        ++node;
    }
}

void Machine::deviceAnnotation(Stream stream, std::string_view name, std::size_t since,
                               std::int64_t external)
{
    std::int64_t from = INT64_MAX;
    std::int64_t to = 0;
    for (std::size_t i = since; i < m_device.size(); ++i) {
        const KinetoEvent& event = m_device[i].event;
        if (event.tid == kStreamIds[stream] && event.phase == 'X'
            && event.category != "cuda_sync") {
            from = std::min(from, event.ts);
            to = std::max(to, event.ts + event.duration);
        }
    }
    if (to == 0) {
        return; // nothing ran for it
    }
    Record& record = add(
        m_device,
        {'X', "gpu_user_annotation", name, 0, kStreamIds[stream], from - 1, to - from + 2, 0, {}});
    text("External id", external);
    addArgs(record);
}

std::int64_t Machine::deviceEnd() const
{
    return *std::max_element(m_freeAt.begin(), m_freeAt.end());
}

void Machine::flush(KinetoWriter& writer)
{
    for (Records* records : {&m_host, &m_device}) {
        for (Record& record : *records) {
            record.event.args =
                std::string_view(m_args).substr(record.argsFrom, record.argsTo - record.argsFrom);
            writer.event(record.event);
        }
        records->clear();
    }
    m_args.clear();
}

} // namespace longpole::test
