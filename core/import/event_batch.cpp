// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/event_batch.h"

#include <zstd.h>

#include <algorithm>
#include <cstring>
#include <memory>

namespace longpole::import {

namespace {

struct FreeContext
{
    void operator()(ZSTD_CCtx* c) const { ZSTD_freeCCtx(c); }
};

using Context = std::unique_ptr<ZSTD_CCtx, FreeContext>;

// Args are short objects with long keys that come again and again: matches of seven bytes and more
// are all there is to find, and a table for them that fits in the first-level cache finds them
// faster, and no fewer, than what zstd takes for texts of this size.
Context argsContext()
{
    Context context(ZSTD_createCCtx());
    constexpr int kLevel = 1;
    constexpr int kHashLog = 13;
    constexpr int kMinMatch = 7;
    ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, kLevel);
    ZSTD_CCtx_setParameter(context.get(), ZSTD_c_hashLog, kHashLog);
    ZSTD_CCtx_setParameter(context.get(), ZSTD_c_minMatch, kMinMatch);
    return context;
}

std::vector<std::byte> compress(const std::vector<std::byte>& raw)
{
    thread_local const Context context = argsContext();
    thread_local std::vector<std::byte> room;
    room.resize(std::max(room.size(), ZSTD_compressBound(raw.size())));
    const std::size_t n =
        ZSTD_compress2(context.get(), room.data(), room.size(), raw.data(), raw.size());
    return {room.begin(),
            room.begin() + static_cast<std::ptrdiff_t>(ZSTD_isError(n) != 0U ? 0 : n)};
}

// Length, first and last eight bytes: enough to tell the names of one piece of a file apart.
std::size_t cheapHash(std::string_view text)
{
    std::uint64_t first = 0;
    std::uint64_t last = 0;
    const std::size_t n = std::min(text.size(), sizeof first);
    if (n > 0) {
        std::memcpy(&first, text.data(), n);
        std::memcpy(&last, text.data() + text.size() - n, n);
    }
    const std::uint64_t mixed =
        (first ^ (last << 17U | last >> 47U) ^ text.size() * 0x9e3779b9U) * 0x9e3779b97f4a7c15ULL;
    return static_cast<std::size_t>(mixed >> 40U);
}

} // namespace

std::size_t TrackKeyHash::operator()(const TrackKey& k) const noexcept
{
    std::uint64_t h = static_cast<std::uint64_t>(k.pid) * 0x9e3779b97f4a7c15ULL;
    h ^= static_cast<std::uint64_t>(k.tid) + 0x7f4a7c15ULL + (h << 6U) + (h >> 2U);
    h ^= (std::uint64_t{k.name.value} << 8U) + static_cast<std::uint64_t>(k.kind) * 31U + (h << 6U);
    h ^= static_cast<std::uint64_t>(k.owner) * 0xc2b2ae3d27d4eb4fULL
        + (std::uint64_t{k.source} << 20U) + (k.onDevice ? 1U : 0U);
    return h ^ (h >> 32U);
}

EventBatch::EventBatch()
{
    m_categories.emplace_back();
}

StringId EventBatch::intern(std::string_view text)
{
    StringId& recent = m_recentStrings[cheapHash(text) % m_recentStrings.size()];
    if (!recent.valid() || m_strings.get(recent) != text) {
        recent = m_strings.intern(text);
    }
    return recent;
}

std::uint16_t EventBatch::category(std::string_view text)
{
    // A handful per file: a linear search beats hashing.
    const auto it = std::find(m_categories.begin(), m_categories.end(), text);
    if (it != m_categories.end()) {
        return static_cast<std::uint16_t>(it - m_categories.begin());
    }
    if (m_categories.size() >= 0xffff) {
        return 0;
    }
    m_categories.emplace_back(text);
    return static_cast<std::uint16_t>(m_categories.size() - 1);
}

std::uint32_t EventBatch::track(const TrackKey& key)
{
    if (m_recentTrack < m_tracks.size() && m_tracks[m_recentTrack] == key) {
        return m_recentTrack;
    }
    const auto [it, added] =
        m_trackIds.try_emplace(key, static_cast<std::uint32_t>(m_tracks.size()));
    if (added) {
        m_tracks.push_back(key);
    }
    m_recentTrack = it->second;
    return it->second;
}

std::uint32_t EventBatch::keepArgs(std::string_view json)
{
    if (m_argsBlock.full()) {
        closeArgsBlock();
    }
    if (m_argsBlock.count() == 0) {
        m_argsFirst.push_back(m_argsCount);
    }
    m_argsBlock.add(json);
    return m_argsCount++;
}

void EventBatch::closeArgsBlock()
{
    if (m_argsBlock.count() > 0) {
        m_argsBlocks.push_back(compress(m_argsBlock.take()));
    }
}

void EventBatch::seal()
{
    closeArgsBlock();
}

} // namespace longpole::import
