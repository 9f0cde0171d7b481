// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/rocprof/sdk_tables.h"

#include <algorithm>

namespace longpole::import {

namespace {

namespace dom = simdjson::dom;

std::string lowerCase(std::string_view text)
{
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return out;
}

constexpr std::int64_t kGpuAgent = 2;

} // namespace

std::optional<std::int64_t> integerAt(dom::element value, std::string_view key)
{
    std::int64_t n = 0;
    return value[key].get(n) == simdjson::SUCCESS ? std::optional(n) : std::nullopt;
}

std::optional<std::uint64_t> handleAt(dom::element value, std::string_view key)
{
    dom::element member;
    if (value[key].get(member) != simdjson::SUCCESS) {
        return std::nullopt;
    }
    std::uint64_t n = 0;
    if (member.get(n) == simdjson::SUCCESS || member["handle"].get(n) == simdjson::SUCCESS) {
        return n;
    }
    return std::nullopt;
}

std::string_view textAt(dom::element value, std::string_view key)
{
    std::string_view text;
    return value[key].get(text) == simdjson::SUCCESS ? text : std::string_view();
}

std::string_view withoutKernelSuffix(std::string_view name)
{
    for (const std::string_view suffix : {" [clone .kd]", ".kd"}) {
        if (name.ends_with(suffix)) {
            name.remove_suffix(suffix.size());
        }
    }
    return name;
}

bool SdkTables::take(std::string_view path, std::string_view text, dom::element value)
{
    if (path == "metadata") {
        takeMetadata(value);
        return true;
    }
    if (path == "agents") {
        return takeAgent(text, value);
    }
    if (path == "kernel_symbols") {
        return takeKernel(value);
    }
    if (path == "strings/buffer_records") {
        return takeKind(value);
    }
    if (path == "counters") {
        const auto id = handleAt(value, "id");
        return id && m_counters.emplace(*id, textAt(value, "name")).second;
    }
    if (path == "strings/marker_api") {
        const auto key = handleAt(value, "key");
        return key && m_markers.emplace(*key, textAt(value, "value")).second;
    }
    return false;
}

void SdkTables::takeMetadata(dom::element value)
{
    pid = integerAt(value, "pid").value_or(0);
    dom::element node;
    if (value["node"].get(node) == simdjson::SUCCESS) {
        host = textAt(node, "hostname");
    }
    dom::array words;
    if (value["command"].get(words) == simdjson::SUCCESS) {
        for (const dom::element word : words) {
            std::string_view text;
            if (word.get(text) == simdjson::SUCCESS) {
                command += (command.empty() ? "" : " ") + std::string(text);
            }
        }
    }
}

bool SdkTables::takeAgent(std::string_view text, dom::element value)
{
    const auto handle = handleAt(value, "id");
    if (!handle) {
        return false;
    }
    Agent a;
    a.isGpu = integerAt(value, "type").value_or(0) == kGpuAgent;
    const auto sameType = std::count_if(m_agents.begin(), m_agents.end(),
                                        [&](const Agent& other) { return other.isGpu == a.isGpu; });
    const std::int64_t index = integerAt(value, "gpu_index").value_or(-1);
    a.number = index >= 0
        ? index
        : integerAt(value, "logical_node_type_id").value_or(static_cast<std::int64_t>(sameType));
    a.name = textAt(value, "product_name");
    if (a.name.empty()) {
        a.name = textAt(value, "name");
    }
    a.json = text;
    m_agentByHandle.emplace(*handle, m_agents.size());
    m_agents.push_back(std::move(a));
    return true;
}

bool SdkTables::takeKernel(dom::element value)
{
    const auto id = handleAt(value, "kernel_id");
    if (!id) {
        return false;
    }
    KernelSymbol k;
    for (const std::string_view key : {"formatted_kernel_name", "demangled_kernel_name",
                                       "truncated_kernel_name", "kernel_name"}) {
        k.name = withoutKernelSuffix(textAt(value, key));
        if (!k.name.empty()) {
            break;
        }
    }
    const auto registers = integerAt(value, "arch_vgpr_count");
    if (registers && *registers >= 0 && *registers < 0xffffffff) {
        k.registers = static_cast<std::uint32_t>(*registers);
    }
    m_kernels.emplace(*id, std::move(k));
    return true;
}

bool SdkTables::takeKind(dom::element value)
{
    RecordKind kind;
    kind.name = textAt(value, "kind");
    kind.category = lowerCase(kind.name);
    dom::array operations;
    if (value["operations"].get(operations) == simdjson::SUCCESS) {
        for (const dom::element o : operations) {
            std::string_view text;
            kind.operations.emplace_back(o.get(text) == simdjson::SUCCESS ? text
                                                                          : std::string_view());
        }
    }
    m_kinds.push_back(std::move(kind));
    return true;
}

const Agent* SdkTables::agent(std::uint64_t handle) const
{
    const auto it = m_agentByHandle.find(handle);
    return it == m_agentByHandle.end() ? nullptr : &m_agents[it->second];
}

const KernelSymbol* SdkTables::kernel(std::uint64_t id) const
{
    const auto it = m_kernels.find(id);
    return it == m_kernels.end() ? nullptr : &it->second;
}

const RecordKind* SdkTables::kind(std::uint64_t number) const
{
    return number < m_kinds.size() ? &m_kinds[number] : nullptr;
}

std::string_view SdkTables::counter(std::uint64_t handle) const
{
    const auto it = m_counters.find(handle);
    return it == m_counters.end() ? std::string_view() : std::string_view(it->second);
}

std::string_view SdkTables::marker(std::uint64_t key) const
{
    const auto it = m_markers.find(key);
    return it == m_markers.end() ? std::string_view() : std::string_view(it->second);
}

} // namespace longpole::import
