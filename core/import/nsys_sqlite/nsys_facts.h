// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What the rows of an export refer to: strings, processes, devices, CUDA events.
#pragma once

#include "core/import/sqlite_rows.h"
#include "core/import/trace_builder.h"

#include <map>
#include <unordered_map>

namespace longpole::import {

// globalTid = hardware (8 bit), virtual machine (8), process (24), thread (24); a globalPid has no
// thread. Null ids give 0.
inline std::int64_t pidOf(std::int64_t global)
{
    return global == model::kNull64 ? 0 : (global >> 24) & 0xffffff;
}
inline std::int64_t tidOf(std::int64_t global)
{
    return global == model::kNull64 ? 0 : global & 0xffffff;
}
// Correlation ids are unique within one process only.
inline std::uint32_t scopeOf(std::int64_t global)
{
    if (global == model::kNull64) {
        return 0;
    }
    const auto process = static_cast<std::uint64_t>(global) >> 24U;
    return static_cast<std::uint32_t>(process ^ ((process >> 32U) * 0x9e3779b1U));
}
// 0xffffffff stands for "none" in ids that CUPTI counts in 32 bits.
inline std::int64_t idOrNull(std::int64_t id)
{
    return id == 0xffffffff || id == -1 ? model::kNull64 : id;
}

// What the file's CUDA event and synchronisation records say of an API call.
struct EventUse
{
    std::uint32_t scope = 0;
    bool waits = false; // else records
    std::int64_t correlation = 0;
    std::int64_t event = model::kNull64;
    std::int64_t stream = model::kNull64;
    std::int64_t syncId = model::kNull64; // the same for a record and the waits for it
    std::int64_t timestamp = model::kNull64;
    model::ApiKind kind = model::ApiKind::Other; // of the call, once its row was read

    friend bool operator<(const EventUse& a, const EventUse& b)
    {
        return a.scope != b.scope ? a.scope < b.scope : a.correlation < b.correlation;
    }
};

class NsysFacts
{
public:
    explicit NsysFacts(SqliteInput& input)
        : m_input(input)
    { }
    // Reads what rows refer to. The only error is Cancelled.
    Result<void> load(TraceBuilder& builder);

    SqliteInput& input() { return m_input; }
    // The table of that name, or its newest variant ("…_V3"); empty if there is none.
    std::string table(std::string_view base) const;
    std::string_view string(std::int64_t id) const;
    // The number to show for a CUDA ordinal of a process.
    std::int64_t deviceOf(std::int64_t pid, std::int64_t cudaId) const;
    // The number to show for the profiler's own numbering of GPUs.
    std::int64_t deviceOfGpu(std::int64_t gpuId) const;
    // As the operating system names it; may be empty.
    std::string_view threadName(std::int64_t globalTid) const;
    // Scope for GPU rows that name no process: that of the only process, else none.
    std::uint32_t defaultScope() const { return m_defaultScope; }
    EventUse* eventUse(std::uint32_t scope, std::int64_t correlation);

    // Runs body over all blocks of a table, if it exists.
    template <class Body>
    Result<void> each(std::string_view base, std::span<const ColumnWish> wishes, Body body)
    {
        return eachRow(m_input, table(base), wishes, body);
    }

private:
    Result<void> loadStrings();
    Result<void> loadEvents();
    Result<void> loadDefaultScope();

    SqliteInput& m_input;
    std::unordered_map<std::int64_t, std::string> m_strings;
    std::vector<EventUse> m_events; // sorted
    std::unordered_map<std::int64_t, std::int64_t> m_threadNames; // globalTid → string
    std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> m_gpuOf; // (pid, CUDA id)
    std::map<std::int64_t, std::int64_t> m_deviceOfGpu;
    bool m_useGpuIds = false; // processes number their devices differently
    std::uint32_t m_defaultScope = 0;

    friend class TargetInfo;
};

} // namespace longpole::import
