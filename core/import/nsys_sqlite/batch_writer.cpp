// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/nsys_sqlite/batch_writer.h"

namespace longpole::import {

namespace {

using model::Severity;

// No recording lasts 146 years; sums of such times stay within int64.
constexpr std::int64_t kLatest = std::int64_t{1} << 62U;

std::string_view withoutVersion(std::string_view name)
{
    const std::size_t at = name.rfind("_v");
    if (at == std::string_view::npos || at == 0 || at + 2 == name.size()) {
        return name;
    }
    const bool digits = name.find_first_not_of("0123456789", at + 2) == std::string_view::npos;
    return digits ? name.substr(0, at) : name;
}

} // namespace

StringId BatchWriter::name(std::int64_t stringId)
{
    const auto [it, added] = m_names.try_emplace(stringId);
    if (added) {
        it->second = m_batch.intern(m_facts.string(stringId));
    }
    return it->second;
}

StringId BatchWriter::apiName(std::int64_t stringId)
{
    const auto [it, added] = m_apiNames.try_emplace(stringId);
    if (added) {
        it->second = m_batch.intern(withoutVersion(m_facts.string(stringId)));
    }
    return it->second;
}

std::uint32_t BatchWriter::hostThread(std::int64_t globalTid)
{
    if (m_lastThreadTrack == model::kNull32 || globalTid != m_lastThread) {
        TrackKey key;
        key.pid = pidOf(globalTid);
        key.tid = tidOf(globalTid);
        m_lastThread = globalTid;
        m_lastThreadTrack = m_batch.track(key);
    }
    return m_lastThreadTrack;
}

std::uint32_t BatchWriter::stream(model::TrackKind kind, std::int64_t device, std::int64_t stream,
                                  std::int64_t pid)
{
    TrackKey key;
    key.kind = kind;
    key.pid = device;
    key.tid = stream == model::kNull64 ? -1 : stream;
    key.owner = pid;
    if (m_lastStreamTrack == model::kNull32 || key != m_lastStream) {
        m_lastStream = key;
        m_lastStreamTrack = m_batch.track(key);
    }
    return m_lastStreamTrack;
}

void BatchWriter::dropped(std::string_view table)
{
    m_batch.ledger.add("row-without-time", Severity::DataLoss,
                       "rows without a usable time were left out", table);
}

bool BatchWriter::times(const RowBlock& block, std::size_t row, SliceRecord& slice,
                        std::string_view table)
{
    const std::int64_t start = block.integer(row, 0);
    const std::int64_t end = block.integer(row, 1);
    if (start < -kLatest || start > kLatest || end < -kLatest || end > kLatest) {
        dropped(table);
        return false;
    }
    slice.start = start;
    slice.duration = end - start;
    if (end < start) {
        slice.duration = 0;
        slice.flags = model::SliceClamped;
        m_batch.ledger.add("negative-duration", Severity::Repaired,
                           "negative durations were set to 0", table);
    }
    return true;
}

JsonWriter& BatchWriter::args()
{
    return m_json.beginObject();
}

std::uint32_t BatchWriter::keepArgs()
{
    m_json.endObject();
    const bool any = m_json.str().size() > 2;
    const std::uint32_t number = any ? m_batch.keepArgs(m_json.str()) : model::kNull32;
    m_json.clear();
    return number;
}

void BatchWriter::member(std::string_view key, const RowBlock& block, std::size_t row,
                         std::size_t column)
{
    if (block.has(row, column)) {
        m_json.key(key).integer(block.integer(row, column));
    }
}

void BatchWriter::nonZero(std::string_view key, const RowBlock& block, std::size_t row,
                          std::size_t column)
{
    if (block.integer(row, column, 0) != 0) {
        m_json.key(key).integer(block.integer(row, column));
    }
}

} // namespace longpole::import
