// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// A small model of one process with two host threads and one GPU with four streams: launches,
// copies, events, waits, collectives and graph replays take time and order each other as CUDA does.
// What happens is kept as Kineto events until it is written.
#pragma once

#include "tests/support/kineto_writer.h"

#include <array>
#include <cstdint>
#include <deque>
#include <random>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace longpole::test {

constexpr std::int64_t kProcessId = 48213;

struct HostThread
{
    std::int64_t tid = 0;
    std::int64_t now = 0; // ns
};

enum Stream : std::size_t
{
    kCompute,
    kComm,
    kCopy,
    kSide,
    kStreamCount
};
constexpr std::array<std::int64_t, kStreamCount> kStreamIds = {7, 20, 24, 28};

struct KernelShape
{
    std::string_view name;
    std::int64_t durationNs = 0;
    int gridX = 1;
    int gridY = 1;
    int blockX = 128;
    int registers = 32;
    int sharedBytes = 0;
};

struct CollectiveShape
{
    std::string_view name; // as in the args: allreduce, _allgather_base …
    std::string_view kernel;
    std::int64_t elements = 0;
    std::int64_t durationNs = 0;
};

struct EventMark
{
    std::int64_t eventId = 0;
    std::int64_t correlation = 0;
    Stream stream = kCompute;
    std::int64_t reachedAt = 0; // when the device gets there
};

class Machine
{
public:
    Machine(std::uint64_t seed, std::int64_t startNs);

    HostThread& mainThread() { return m_main; }
    const HostThread& mainThread() const { return m_main; }
    HostThread& autogradThread() { return m_autograd; }

    // A host slice from the thread's now on; close() ends it at the thread's now.
    std::size_t open(HostThread& thread, std::string_view category, std::string_view name,
                     std::string_view args = {});
    void close(HostThread& thread, std::size_t slice);
    std::int64_t externalId(std::size_t slice) const { return m_host[slice].external; }
    std::int64_t startOf(std::size_t slice) const { return m_host[slice].ts; }
    // A forward/backward flow end at the slice's start ('s' or 'f').
    void flowAt(std::size_t slice, char phase, std::int64_t id);
    void memory(HostThread& thread, std::int64_t bytes);

    void launch(HostThread& thread, Stream stream, const KernelShape& shape, std::int64_t external);
    void memset(HostThread& thread, Stream stream, std::int64_t bytes, std::int64_t external);
    // name: "Memcpy HtoD (Pinned -> Device)" …; a blocking copy holds the thread until it is done.
    void copy(HostThread& thread, Stream stream, std::string_view name, std::int64_t bytes,
              bool blocking, std::int64_t external);
    EventMark record(HostThread& thread, Stream stream, std::int64_t external);
    void waitFor(HostThread& thread, Stream stream, const EventMark& mark, std::int64_t external);
    void synchronizeStream(HostThread& thread, Stream stream, std::int64_t external);
    void synchronizeDevice(HostThread& thread);
    void collective(HostThread& thread, const CollectiveShape& shape, std::int64_t external);
    void replayGraph(HostThread& thread, Stream stream, const std::vector<KernelShape>& nodes,
                     std::int64_t external);
    // A user annotation as the GPU saw it: around the operations queued since deviceMark() gave
    // `since`. No flush between the two.
    std::size_t deviceMark() const { return m_device.size(); }
    void deviceAnnotation(Stream stream, std::string_view name, std::size_t since,
                          std::int64_t external);
    // One sample a millisecond: how busy the compute stream was, and the memory in use.
    void sampleCounters(std::int64_t until);

    std::int64_t freeAt(Stream stream) const { return m_freeAt[stream]; }
    std::int64_t deviceEnd() const;
    // Uniform in [low, high], the same on every standard library.
    std::int64_t pick(std::int64_t low, std::int64_t high);
    std::string_view keep(std::string text); // lives as long as the machine

    // Writes and forgets what was kept.
    void flush(KinetoWriter& writer);

private:
    struct Record
    {
        KinetoEvent event;
        std::int64_t ts = 0;
        std::int64_t external = 0;
        std::size_t argsFrom = 0;
        std::size_t argsTo = 0;
    };
    using Records = std::vector<Record>;

    Record& add(Records& records, KinetoEvent event);
    void addArgs(Record& record);
    std::int64_t callApi(HostThread& thread, std::string_view name, int cbid, std::int64_t external,
                         std::int64_t durationNs, char flow);
    std::int64_t startOnDevice(Stream stream, std::int64_t launchedAt);
    void deviceOp(Stream stream, std::string_view category, std::string_view name,
                  std::int64_t from, std::int64_t durationNs, std::int64_t correlation);
    void kernelArgs(const KernelShape& shape, Stream stream, std::int64_t correlation,
                    std::int64_t external);
    void syncRow(std::string_view kind, std::int64_t stream, const EventMark* mark,
                 std::int64_t correlation, std::int64_t from, std::int64_t to);
    void text(std::string_view key, std::int64_t value);

    std::mt19937_64 m_random;
    HostThread m_main;
    HostThread m_autograd;
    std::array<std::int64_t, kStreamCount> m_freeAt = {};
    std::int64_t m_external = 0;
    std::int64_t m_correlation = 1000;
    std::int64_t m_eventId = 0;
    std::int64_t m_eventIndex = 0;
    std::int64_t m_allocated = 9'400'000'000;
    std::int64_t m_sampledTo = 0;
    std::string m_args; // of the records kept, one after the other
    std::string m_scratch;
    Records m_host; // in order of start, a parent before its children
    Records m_device;
    std::vector<std::pair<std::int64_t, std::int64_t>> m_busy; // of the compute stream, unsampled
    std::unordered_set<std::string_view> m_known;
    std::deque<std::string> m_names;
};

} // namespace longpole::test
