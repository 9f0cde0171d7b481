// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What the readers of ROCm's databases have in common.
#pragma once

#include "core/import/sqlite_rows.h"
#include "core/import/trace_builder.h"
#include "core/model/names.h"

#include <unordered_map>

namespace longpole::import {

using StringsById = std::unordered_map<std::int64_t, std::string>;

inline std::string_view stringOf(const StringsById& strings, std::int64_t id)
{
    const auto it = strings.find(id);
    return it == strings.end() ? std::string_view() : std::string_view(it->second);
}

// Hands batches to the builder as they fill.
class BatchFlow
{
public:
    explicit BatchFlow(TraceBuilder& builder)
        : m_builder(builder)
    { }
    EventBatch& batch() { return *m_batch; }
    void counted()
    {
        if (++m_batch->events >= kBatchRows) {
            flush();
        }
    }
    void flush()
    {
        m_batch->seal();
        m_builder.append(std::move(*m_batch));
        m_batch = std::make_unique<EventBatch>();
    }

private:
    static constexpr std::uint64_t kBatchRows = 16'384;
    TraceBuilder& m_builder;
    std::unique_ptr<EventBatch> m_batch = std::make_unique<EventBatch>();
};

// Start and end → start and duration; false (and counted) where no trace can hold them.
inline bool setTimes(std::int64_t start, std::int64_t end, SliceRecord& slice, EventBatch& batch,
                     std::string_view table)
{
    constexpr std::int64_t kFar = std::int64_t{1} << 62U;
    if (start < -kFar || start > kFar || end < -kFar || end > kFar) {
        batch.ledger.add("row-without-time", model::Severity::DataLoss,
                         "rows without a usable time were left out", table);
        return false;
    }
    slice.start = start;
    slice.duration = end - start;
    if (end < start) {
        slice.duration = 0;
        slice.flags = model::SliceClamped;
        batch.ledger.add("negative-duration", model::Severity::Repaired,
                         "negative durations were set to 0", table);
    }
    return true;
}

// ROCm counts work-items; a grid in blocks is that divided by the size of a work-group.
inline std::uint32_t blocksOf(std::int64_t items, std::int64_t group)
{
    if (items < 0 || items > 0xffffffffLL || group <= 0) {
        return model::kNull32;
    }
    const std::int64_t blocks = items / group + (items % group != 0 ? 1 : 0);
    return blocks < 0xffffffffLL ? static_cast<std::uint32_t>(blocks) : model::kNull32;
}

inline std::uint32_t smallOrNull(std::int64_t v)
{
    return v >= 0 && v < std::int64_t{model::kNull32} ? static_cast<std::uint32_t>(v)
                                                      : model::kNull32;
}

} // namespace longpole::import
