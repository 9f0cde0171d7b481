// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/nsys_sqlite/nsys_facts.h"

#include "core/import/nsys_sqlite/target_info.h"

#include <algorithm>
#include <set>

namespace longpole::import {

namespace {

using model::Severity;

// "…_V3" → 3; the plain name counts as 1, other names as 0.
unsigned variantOf(std::string_view table, std::string_view base)
{
    if (!table.starts_with(base)) {
        return 0;
    }
    std::string_view rest = table.substr(base.size());
    if (rest.empty()) {
        return 1;
    }
    if (!rest.starts_with("_V") || rest.size() < 3 || rest.size() > 5) {
        return 0;
    }
    unsigned number = 0;
    for (const char c : rest.substr(2)) {
        if (c < '0' || c > '9') {
            return 0;
        }
        number = number * 10 + static_cast<unsigned>(c - '0');
    }
    return number;
}

} // namespace

std::string NsysFacts::table(std::string_view base) const
{
    std::string best;
    unsigned bestVariant = 0;
    for (const std::string& table : m_input.tables()) {
        if (const unsigned variant = variantOf(table, base); variant > bestVariant) {
            bestVariant = variant;
            best = table;
        }
    }
    return best;
}

Result<void> NsysFacts::load(TraceBuilder& builder)
{
    if (auto done = loadStrings(); !done) {
        return done;
    }
    if (auto done = TargetInfo(*this, builder).load(); !done) {
        return done;
    }
    if (auto done = loadEvents(); !done) {
        return done;
    }
    return loadDefaultScope();
}

Result<void> NsysFacts::loadStrings()
{
    static constexpr ColumnWish kColumns[] = {{"id"}, {"value", CellType::Text}};
    return each("StringIds", kColumns, [&](const RowBlock& block, std::size_t row) {
        m_strings.emplace(block.integer(row, 0), block.text(row, 1));
    });
}

std::string_view NsysFacts::string(std::int64_t id) const
{
    const auto it = m_strings.find(id);
    return it == m_strings.end() ? std::string_view() : std::string_view(it->second);
}

std::string_view NsysFacts::threadName(std::int64_t globalTid) const
{
    const auto it = m_threadNames.find(globalTid);
    return it == m_threadNames.end() ? std::string_view() : string(it->second);
}

std::int64_t NsysFacts::deviceOf(std::int64_t pid, std::int64_t cudaId) const
{
    if (m_useGpuIds) {
        const auto it = m_gpuOf.find({pid, cudaId});
        return it == m_gpuOf.end() ? cudaId : it->second;
    }
    return cudaId == model::kNull64 ? 0 : cudaId;
}

std::int64_t NsysFacts::deviceOfGpu(std::int64_t gpuId) const
{
    const auto it = m_deviceOfGpu.find(gpuId);
    return it == m_deviceOfGpu.end() ? gpuId : it->second;
}

Result<void> NsysFacts::loadEvents()
{
    static constexpr ColumnWish kColumns[] = {{"correlationId"}, {"globalPid"},   {"eventId"},
                                              {"streamId"},      {"eventSyncId"}, {"timestamp"}};
    for (const bool waits : {false, true}) {
        auto done =
            each(waits ? "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION" : "CUPTI_ACTIVITY_KIND_CUDA_EVENT",
                 kColumns, [&](const RowBlock& block, std::size_t row) {
                     EventUse use;
                     use.correlation = block.integer(row, 0, 0);
                     use.scope = scopeOf(block.integer(row, 1));
                     use.waits = waits;
                     use.event = idOrNull(block.integer(row, 2));
                     use.stream = idOrNull(block.integer(row, 3));
                     // Schemas before 3.25 hold 0 or 0xffffffff where the id isn't recorded.
                     use.syncId = idOrNull(block.integer(row, 4));
                     use.syncId = use.syncId == 0 ? model::kNull64 : use.syncId;
                     use.timestamp = waits ? model::kNull64 : block.integer(row, 5);
                     if (use.correlation != 0) {
                         m_events.push_back(use);
                     }
                 });
        if (!done) {
            return done;
        }
    }
    std::stable_sort(m_events.begin(), m_events.end());
    return {};
}

EventUse* NsysFacts::eventUse(std::uint32_t scope, std::int64_t correlation)
{
    EventUse key;
    key.scope = scope;
    key.correlation = correlation;
    const auto it = std::lower_bound(m_events.begin(), m_events.end(), key);
    return it != m_events.end() && it->scope == scope && it->correlation == correlation ? &*it
                                                                                        : nullptr;
}

Result<void> NsysFacts::loadDefaultScope()
{
    const std::string kernels = table("CUPTI_ACTIVITY_KIND_KERNEL");
    if (kernels.empty()) {
        return {};
    }
    const std::vector<std::string>& columns = m_input.columns(kernels);
    if (std::find(columns.begin(), columns.end(), "globalPid") != columns.end()) {
        return {};
    }
    static constexpr ColumnWish kColumns[] = {{"globalTid"}};
    std::set<std::uint32_t> scopes;
    auto done =
        each("CUPTI_ACTIVITY_KIND_RUNTIME", kColumns, [&](const RowBlock& block, std::size_t row) {
            scopes.insert(scopeOf(block.integer(row, 0)));
        });
    if (scopes.size() == 1) {
        m_defaultScope = *scopes.begin();
    } else if (scopes.size() > 1) {
        m_input.ledger().add("gpu-rows-without-process", Severity::Info,
                             "GPU rows name no process and there are several: they could not be "
                             "tied to the calls that launch them");
    }
    return done;
}

} // namespace longpole::import
