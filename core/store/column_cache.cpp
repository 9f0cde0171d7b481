// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/column_cache.h"

namespace longpole::store {

std::optional<model::ColumnBytes> ColumnCache::find(std::uint64_t key)
{
    const std::lock_guard lock(m_mutex);
    const auto it = m_entries.find(key);
    if (it == m_entries.end()) {
        return std::nullopt;
    }
    m_recent.splice(m_recent.begin(), m_recent, it->second);
    return it->second->column;
}

model::ColumnBytes ColumnCache::insert(std::uint64_t key, model::ColumnBytes column)
{
    const std::lock_guard lock(m_mutex);
    if (const auto it = m_entries.find(key); it != m_entries.end()) {
        return it->second->column;
    }
    m_recent.push_front({key, column});
    m_entries[key] = m_recent.begin();
    m_bytes += column.bytes.size();
    while (m_bytes > m_budget && m_recent.size() > 1) {
        m_bytes -= m_recent.back().column.bytes.size();
        m_entries.erase(m_recent.back().key);
        m_recent.pop_back();
    }
    return column;
}

std::size_t ColumnCache::bytes() const
{
    const std::lock_guard lock(m_mutex);
    return m_bytes;
}

} // namespace longpole::store
