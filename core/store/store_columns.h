// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The columns of a store, unpacked when somebody asks for them.
#pragma once

#include "core/model/trace.h"
#include "core/store/chunk_directory.h"
#include "core/store/column_cache.h"
#include "core/store/column_check.h"
#include "core/store/sqlite_db.h"

#include <memory>
#include <mutex>
#include <string>

namespace longpole::store {

inline constexpr std::size_t kColumnBudgetBytes = std::size_t{1} << 30U;

class StoreColumns final : public model::ColumnSource
{
public:
    StoreColumns(Database db, Statement byId, ChunkDirectory directory, ColumnLimits limits,
                 std::string path, std::size_t budgetBytes);

    Result<model::ColumnBytes> load(const model::ColumnKey& key) const override;
    std::size_t cachedBytes() const { return m_cache.bytes(); }

private:
    struct PackedChunk;
    Result<PackedChunk> fetch(const ChunkRef& ref) const;
    Result<model::ColumnBytes> loadColumn(const model::ColumnKey& key,
                                          std::span<const ChunkRef> chunks, unsigned width) const;
    Result<model::ColumnBytes> loadBlob(const ChunkRef& chunk) const;

    mutable std::mutex m_mutex; // around the two below
    mutable Database m_db;
    mutable Statement m_byId;
    ChunkDirectory m_directory;
    std::string m_path;
    ColumnLimits m_limits;
    mutable ColumnCache m_cache;
};

} // namespace longpole::store
