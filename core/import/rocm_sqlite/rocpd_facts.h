// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What the rows of one rocpd database refer to. A file holds one or more of them (one a process),
// told apart by the suffix of their tables: "rocpd_region_0007…".
#pragma once

#include "core/import/rocm_sqlite/rocm_rows.h"

namespace longpole::import {

class RocpdFacts
{
public:
    struct Agent
    {
        bool gpu = false;
        std::int64_t number = 0; // GPUs count from 0
        std::string name;
    };
    struct Kernel
    {
        std::string name;
        std::string symbol; // mangled, where it differs
        std::int64_t vgprs = model::kNull64;
        std::int64_t accumVgprs = model::kNull64;
        std::int64_t sgprs = model::kNull64;
    };
    struct Event
    {
        std::int64_t category = model::kNull64; // string
        std::int64_t stack = model::kNull64; // ties an operation to the call that launched it
        std::int64_t correlation = model::kNull64;
        std::string message; // of a marker
    };
    // Where something happened; null where the file doesn't say.
    struct Place
    {
        std::int64_t process = model::kNull64;
        std::int64_t thread = model::kNull64;
        std::int64_t agent = model::kNull64;
        std::int64_t queue = model::kNull64;
        std::int64_t stream = model::kNull64;
        std::int64_t name = model::kNull64; // string
    };

    RocpdFacts(SqliteInput& input, std::string suffix)
        : m_input(input)
        , m_suffix(std::move(suffix))
    { }
    // The only error is Cancelled.
    Result<void> load(TraceBuilder& builder);

    SqliteInput& input() { return m_input; }
    std::string table(std::string_view base) const { return std::string(base) + m_suffix; }
    std::string_view string(std::int64_t id) const { return stringOf(m_strings, id); }
    std::int64_t pid(std::int64_t process) const;
    std::int64_t tid(std::int64_t thread) const;
    const Agent& agent(std::int64_t id) const;
    const Kernel* kernel(std::int64_t id) const;
    const Event& event(std::int64_t id) const;
    const Place& track(std::int64_t id) const;
    std::int64_t time(std::int64_t timestampId) const;
    // Members of the event's args object, without braces; empty if there are none.
    std::string_view args(std::int64_t event) const { return stringOf(m_args, event); }
    std::string_view counters(std::int64_t event) const { return stringOf(m_counters, event); }

private:
    Result<void> metadata(TraceBuilder& builder);
    Result<void> names(TraceBuilder& builder);
    Result<void> agents(TraceBuilder& builder);
    Result<void> symbols();
    Result<void> events();
    Result<void> tracksAndTimes();
    Result<void> argsAndCounters();

    SqliteInput& m_input;
    std::string m_suffix;
    StringsById m_strings;
    std::unordered_map<std::int64_t, std::int64_t> m_pids;
    std::unordered_map<std::int64_t, std::int64_t> m_tids;
    std::unordered_map<std::int64_t, Agent> m_agents;
    std::unordered_map<std::int64_t, Kernel> m_kernels;
    std::unordered_map<std::int64_t, Event> m_events;
    std::unordered_map<std::int64_t, Place> m_tracks;
    std::unordered_map<std::int64_t, std::int64_t> m_times;
    StringsById m_args;
    StringsById m_counters;
};

} // namespace longpole::import
