// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What the records of a rocprofv3 JSON file refer to by number: agents, kernels, operations,
// counters, markers. One set per process of the file.
#pragma once

#include "core/import/trace_builder.h"

#include <simdjson.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace longpole::import {

struct Agent
{
    bool isGpu = false;
    std::int64_t number = 0; // as the GPUs of the machine are counted
    std::string name;
    std::string json;
};

struct KernelSymbol
{
    std::string name; // demangled
    std::uint32_t registers = 0xffffffffU;
};

struct RecordKind
{
    std::string name; // "HIP_RUNTIME_API"
    std::string category; // "hip_runtime_api"
    std::vector<std::string> operations;
};

class SdkTables
{
public:
    // Takes one item of these paths; false if it is no such thing.
    bool take(std::string_view path, std::string_view text, simdjson::dom::element value);

    // Null where the file doesn't have it.
    const Agent* agent(std::uint64_t handle) const;
    const KernelSymbol* kernel(std::uint64_t id) const;
    const RecordKind* kind(std::uint64_t number) const;
    std::string_view counter(std::uint64_t handle) const; // empty if unknown
    std::string_view marker(std::uint64_t key) const; // empty if unknown
    bool hasSymbols() const { return !m_kernels.empty(); }
    bool hasKinds() const { return !m_kinds.empty(); }
    const std::vector<Agent>& agents() const { return m_agents; }

    std::int64_t pid = 0;
    std::string command;
    std::string host;

private:
    bool takeAgent(std::string_view text, simdjson::dom::element value);
    bool takeKernel(simdjson::dom::element value);
    bool takeKind(simdjson::dom::element value);
    void takeMetadata(simdjson::dom::element value);

    std::vector<Agent> m_agents;
    std::unordered_map<std::uint64_t, std::size_t> m_agentByHandle;
    std::unordered_map<std::uint64_t, KernelSymbol> m_kernels;
    std::unordered_map<std::uint64_t, std::string> m_counters;
    std::unordered_map<std::uint64_t, std::string> m_markers;
    std::vector<RecordKind> m_kinds;
};

// Members of records; nullopt where absent, of another type, or out of range.
std::optional<std::int64_t> integerAt(simdjson::dom::element value, std::string_view key);
std::optional<std::uint64_t> handleAt(simdjson::dom::element value, std::string_view key);
std::string_view textAt(simdjson::dom::element value, std::string_view key);

// Names of code objects carry ".kd" (kernel descriptor), clones " [clone .kd]".
std::string_view withoutKernelSuffix(std::string_view name);

} // namespace longpole::import
