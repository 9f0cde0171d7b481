// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Columns in memory, the least recently used dropped first once they take more than a budget.
// A dropped column lives on while somebody still holds it. Thread-safe.
#pragma once

#include "core/model/column.h"

#include <cstddef>
#include <cstdint>
#include <list>
#include <mutex>
#include <optional>
#include <unordered_map>

namespace longpole::store {

class ColumnCache
{
public:
    explicit ColumnCache(std::size_t budgetBytes)
        : m_budget(budgetBytes)
    { }
    std::optional<model::ColumnBytes> find(std::uint64_t key);
    // Keeps `column` unless another thread was first; returns what is kept.
    model::ColumnBytes insert(std::uint64_t key, model::ColumnBytes column);
    std::size_t bytes() const;

private:
    struct Entry
    {
        std::uint64_t key = 0;
        model::ColumnBytes column;
    };
    std::size_t m_budget;
    mutable std::mutex m_mutex;
    std::size_t m_bytes = 0;
    std::list<Entry> m_recent; // most recently used first
    std::unordered_map<std::uint64_t, std::list<Entry>::iterator> m_entries;
};

} // namespace longpole::store
