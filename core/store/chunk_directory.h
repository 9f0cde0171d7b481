// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Where the chunks of each column lie: read once when a store is opened, from the index alone.
#pragma once

#include "core/base/result.h"
#include "core/model/trace.h"
#include "core/store/sqlite_db.h"

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace longpole::store {

struct ChunkRef
{
    std::int64_t id = 0; // rowid in table chunk
    std::uint64_t rows = 0; // bytes for args and lod
};

class ChunkDirectory
{
public:
    static Result<ChunkDirectory> read(Database& db);

    // In order; empty for a column that is not in the file.
    std::span<const ChunkRef> chunks(const model::ColumnKey& key) const;
    // Whether each column that is there has the rows the trace promises.
    Result<void> check(const model::Trace& trace) const;

    // One number per column, unique.
    static std::uint64_t hash(const model::ColumnKey& key)
    {
        return (static_cast<std::uint64_t>(key.table) << 60U)
            | (static_cast<std::uint64_t>(key.column & 0xfffffffU) << 32U) | key.part;
    }

private:
    struct Run
    {
        std::size_t first = 0;
        std::size_t count = 0;
        std::uint64_t rows = 0;
    };
    std::vector<ChunkRef> m_chunks;
    std::unordered_map<std::uint64_t, Run> m_runs;
};

} // namespace longpole::store
