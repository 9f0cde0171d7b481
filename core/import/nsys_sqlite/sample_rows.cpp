// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What is sampled or changes over time: GPU metrics, memory in use, page faults, threads on CPUs.
#include "core/import/nsys_sqlite/batch_writer.h"

#include <algorithm>
#include <array>

namespace longpole::import {

namespace {

using model::kNull64;
using model::Severity;
using model::TrackKind;

constexpr std::int64_t kFar = std::int64_t{1} << 62U;

bool usable(std::int64_t time, BatchWriter& out, std::string_view table)
{
    if (time < -kFar || time > kFar) {
        out.dropped(table);
        return false;
    }
    return true;
}

std::string hex(std::int64_t address)
{
    static constexpr char kHex[] = "0123456789abcdef";
    std::string out;
    for (auto rest = static_cast<std::uint64_t>(address); rest != 0 || out.empty(); rest >>= 4U) {
        out.insert(out.begin(), kHex[rest & 15U]);
    }
    return "0x" + out;
}

// A counter of a device, or of a process where device is null.
std::uint32_t counterTrack(BatchWriter& out, std::string_view name, std::string_view unit,
                           std::int64_t device, std::int64_t pid)
{
    EventBatch& batch = out.batch();
    TrackKey key;
    key.kind = TrackKind::Counter;
    key.onDevice = device != kNull64;
    key.pid = key.onDevice ? device : pid;
    key.owner = key.onDevice ? pid : 0;
    key.name = batch.intern(name);
    const std::uint32_t track = batch.track(key);
    if (batch.counters.empty() || batch.counters.back().track != track) {
        NamingRecord n;
        n.kind = NamingRecord::Kind::CounterUnit;
        n.thread = key;
        n.text = batch.intern(unit);
        batch.namings.push_back(n);
    }
    return track;
}

constexpr ColumnWish kMetricColumns[] = {
    {"timestamp"}, {"end"}, {"typeId"}, {"metricId"}, {"value", CellType::Real}};

void gpuMetrics(const RowBlock& block, BatchWriter& out)
{
    std::map<std::pair<std::int64_t, std::int64_t>, std::uint32_t> tracks;
    for (std::size_t row = 0; row < block.rowCount(); ++row) {
        const std::int64_t time = block.integer(row, 0);
        if (!usable(time, out, "GPU metrics") || !block.has(row, 4)) {
            continue;
        }
        const std::pair id(block.integer(row, 2, 0), block.integer(row, 3, 0));
        const auto [it, added] = tracks.try_emplace(id, 0U);
        if (added) {
            const auto& known = out.state().metrics;
            auto metric = known.find(id);
            if (metric == known.end()) {
                metric = known.find({kNull64, id.second}); // files that name no type
            }
            const std::int64_t device = out.facts().deviceOfGpu(id.first & 0xff);
            it->second = metric == known.end()
                ? counterTrack(out, "metric " + std::to_string(id.second), "", device, 0)
                : counterTrack(out, metric->second.name, metric->second.unit, device, 0);
        }
        out.batch().counters.push_back({time, block.real(row, 4), it->second});
    }
}

enum Memory : std::uint8_t
{
    MemoryStart,
    MemoryEnd,
    MemoryProcess,
    MemoryDevice,
    MemoryAddress,
    MemoryBytes,
    MemoryKind,
    MemoryOperation
};
constexpr ColumnWish kMemoryColumns[] = {
    {"start"},   {"end"},   {"globalPid"}, {"deviceId"},
    {"address"}, {"bytes"}, {"memKind"},   {"memoryOperationType"}};

void memoryUsage(const RowBlock& block, BatchWriter& out)
{
    constexpr std::array<std::string_view, 8> kKinds{
        "pageable memory in use",       "pinned memory in use",  "device memory in use",
        "array memory in use",          "managed memory in use", "static device memory in use",
        "static managed memory in use", "other memory in use"};
    NsysState& state = out.state();
    for (std::size_t row = 0; row < block.rowCount(); ++row) {
        const std::int64_t time = block.integer(row, MemoryStart);
        const std::int64_t bytes = block.integer(row, MemoryBytes, 0);
        if (!usable(time, out, "memory usage") || bytes < 0 || bytes > kFar) {
            continue;
        }
        const std::int64_t pid = pidOf(block.integer(row, MemoryProcess));
        const std::int64_t device = out.facts().deviceOf(pid, block.integer(row, MemoryDevice, 0));
        const std::int64_t kind = block.integer(row, MemoryKind, 7);
        const bool known = kind >= 0 && kind < static_cast<std::int64_t>(kKinds.size());
        const NsysState::MemoryKey key{pid, device, known ? kind : 7};
        const std::uint64_t address =
            static_cast<std::uint64_t>(block.integer(row, MemoryAddress, 0)) * 1'000'003U
            + static_cast<std::uint64_t>(pid);
        std::int64_t& total = state.allocated[key];
        if (block.integer(row, MemoryOperation, 0) == 0) {
            state.allocations[address] = bytes;
            total = total > kFar - bytes ? kFar : total + bytes;
        } else if (const auto it = state.allocations.find(address); it != state.allocations.end()) {
            total -= it->second;
            state.allocations.erase(it);
        } else {
            out.batch().ledger.add("memory-freed-unseen", Severity::Info,
                                   "memory was freed whose allocation the file doesn't hold; the "
                                   "memory counters leave it out");
            continue;
        }
        const bool host = key.kind < 2;
        const std::uint32_t track = counterTrack(out, kKinds[static_cast<std::size_t>(key.kind)],
                                                 "B", host ? kNull64 : device, pid);
        out.batch().counters.push_back({time, static_cast<double>(total), track});
    }
}

constexpr ColumnWish kPoolColumns[] = {{"start"},
                                       {"end"},
                                       {"globalPid"},
                                       {"deviceId"},
                                       {"address"},
                                       {"localMemoryPoolSize"},
                                       {"localMemoryPoolUtilizedSize"}};

void memoryPools(const RowBlock& block, BatchWriter& out)
{
    for (std::size_t row = 0; row < block.rowCount(); ++row) {
        const std::int64_t time = block.integer(row, 0);
        if (!usable(time, out, "memory pools")) {
            continue;
        }
        const std::int64_t pid = pidOf(block.integer(row, 2));
        const std::int64_t device = out.facts().deviceOf(pid, block.integer(row, 3, 0));
        const std::string pool = "memory pool " + hex(block.integer(row, 4, 0));
        for (const std::size_t column : {5U, 6U}) {
            if (block.has(row, column)) {
                const std::uint32_t track =
                    counterTrack(out, pool + (column == 5 ? " size" : " in use"), "B", device, pid);
                out.batch().counters.push_back(
                    {time, static_cast<double>(block.integer(row, column)), track});
            }
        }
    }
}

constexpr ColumnWish kFaultColumns[] = {{"start"},          {"end"},     {"globalPid"},
                                        {"deviceId"},       {"address"}, {"numberOfPageFaults"},
                                        {"faultAccessType"}};

std::uint32_t faultArgs(const RowBlock& block, std::size_t row, BatchWriter& out)
{
    constexpr std::array<std::string_view, 5> kAccess{"unknown", "read", "write", "atomic",
                                                      "prefetch"};
    JsonWriter& json = out.args();
    json.key("address").text(hex(block.integer(row, 4, 0)));
    out.member("device", block, row, 3);
    out.member("page faults", block, row, 5);
    const std::int64_t access = block.integer(row, 6, -1);
    if (access >= 0 && access < static_cast<std::int64_t>(kAccess.size())) {
        json.key("access").text(kAccess[static_cast<std::size_t>(access)]);
    }
    return out.keepArgs();
}

std::uint32_t faultTrack(const RowBlock& block, std::size_t row, BatchWriter& out)
{
    TrackKey key;
    key.kind = TrackKind::Async;
    key.pid = pidOf(block.integer(row, 2));
    key.name = out.batch().intern("unified memory");
    return out.batch().track(key);
}

void cpuPageFaults(const RowBlock& block, BatchWriter& out)
{
    for (std::size_t row = 0; row < block.rowCount(); ++row) {
        InstantRecord i;
        i.time = block.integer(row, 0);
        if (usable(i.time, out, "CPU page faults")) {
            i.name = out.batch().intern("CPU page fault");
            i.category = out.batch().category("unified_memory");
            i.args = faultArgs(block, row, out);
            i.track = faultTrack(block, row, out);
            out.batch().instants.push_back(i);
        }
    }
}

void gpuPageFaults(const RowBlock& block, BatchWriter& out)
{
    for (std::size_t row = 0; row < block.rowCount(); ++row) {
        SliceRecord s;
        if (out.times(block, row, s, "GPU page faults")) {
            s.name = out.batch().intern("GPU page faults");
            s.category = out.batch().category("unified_memory");
            s.args = faultArgs(block, row, out);
            s.track = faultTrack(block, row, out);
            s.facts = out.state().asyncGroups++;
            out.batch().slices.push_back(s);
        }
    }
}

enum Sched : std::uint8_t
{
    SchedStart,
    SchedEnd,
    SchedCpu,
    SchedIn,
    SchedThread
};
constexpr ColumnWish kSchedColumns[] = {{"start"}, {"end"}, {"cpu"}, {"isSchedIn"}, {"globalTid"}};

// A slice of the lane "threads on CPUs" of the process; every thread has a row there.
void onCpu(std::int64_t thread, const NsysState::Running& run, std::int64_t until,
           std::uint8_t flags, BatchWriter& out)
{
    NsysState& state = out.state();
    EventBatch& batch = out.batch();
    const auto [group, added] = state.schedGroups.try_emplace(thread, state.asyncGroups);
    state.asyncGroups += added ? 1U : 0U;
    SliceRecord s;
    s.start = run.since;
    s.duration = std::max(until, run.since) - run.since;
    s.flags = flags;
    const std::string_view name = out.facts().threadName(thread);
    s.name = batch.intern((name.empty() ? "thread" : std::string(name)) + " "
                          + std::to_string(tidOf(thread)));
    s.category = batch.category("sched");
    s.facts = group->second;
    TrackKey key;
    key.kind = TrackKind::Async;
    key.pid = pidOf(thread);
    key.name = batch.intern("threads on CPUs");
    s.track = batch.track(key);
    out.args().key("cpu").integer(run.cpu);
    s.args = out.keepArgs();
    batch.slices.push_back(s);
}

void scheduling(const RowBlock& block, BatchWriter& out)
{
    auto& running = out.state().running;
    for (std::size_t row = 0; row < block.rowCount(); ++row) {
        const std::int64_t time = block.integer(row, SchedStart);
        if (!usable(time, out, "scheduling")) {
            continue;
        }
        const std::int64_t thread = block.integer(row, SchedThread, 0);
        const auto it = running.find(thread);
        if (it != running.end()) {
            onCpu(thread, it->second, time, 0, out);
            running.erase(it);
        }
        if (block.integer(row, SchedIn, 0) != 0) {
            running[thread] = {time, block.integer(row, SchedCpu, -1)};
        }
    }
}

} // namespace

std::span<const NsysTable> sampleTables()
{
    static constexpr NsysTable kTables[] = {
        {"SCHED_EVENTS", kSchedColumns, scheduling},
        {"GPU_METRICS", kMetricColumns, gpuMetrics},
        {"CUDA_GPU_MEMORY_USAGE_EVENTS", kMemoryColumns, memoryUsage},
        {"CUDA_GPU_MEMORY_POOL_EVENTS", kPoolColumns, memoryPools},
        {"CUDA_UM_CPU_PAGE_FAULT_EVENTS", kFaultColumns, cpuPageFaults},
        {"CUDA_UM_GPU_PAGE_FAULT_EVENTS", kFaultColumns, gpuPageFaults},
    };
    return kTables;
}

void writeRunningThreads(BatchWriter& out)
{
    std::vector<std::pair<std::int64_t, NsysState::Running>> left(out.state().running.begin(),
                                                                  out.state().running.end());
    std::sort(left.begin(), left.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [thread, run] : left) {
        onCpu(thread, run, out.state().lastTime, model::SliceOpenEnded, out);
    }
}

Result<void> loadMetricNames(NsysFacts& facts, NsysState& state)
{
    static constexpr ColumnWish kColumns[] = {
        {"typeId"}, {"metricId"}, {"metricName", CellType::Text}};
    return facts.each("TARGET_INFO_GPU_METRICS", kColumns,
                      [&](const RowBlock& block, std::size_t row) {
                          // "SMs Active [Throughput %]"
                          std::string_view name = block.text(row, 2);
                          std::string_view unit;
                          const std::size_t bracket = name.rfind(" [");
                          if (bracket != std::string_view::npos && name.ends_with("]")) {
                              unit = name.substr(bracket + 2, name.size() - bracket - 3);
                              name = name.substr(0, bracket);
                              unit = unit.ends_with("%") ? "%" : unit;
                          }
                          state.metrics[{block.integer(row, 0), block.integer(row, 1, 0)}] = {
                              std::string(name), std::string(unit)};
                      });
}

} // namespace longpole::import
