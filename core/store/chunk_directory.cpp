// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/chunk_directory.h"

#include "core/store/codec.h"

namespace longpole::store {

namespace {

using namespace model;

// Args blocks and level-of-detail rows: bytes, one chunk each.
constexpr std::int64_t kMaxBlobBytes = 1LL << 29;

bool plausible(std::int64_t table, std::int64_t part, std::int64_t column, std::int64_t rows)
{
    if (table < 0 || table > static_cast<std::int64_t>(Table::Lod) || part < 0 || part >= kNull32
        || column < 0 || column > 0xfffffff || rows <= 0) {
        return false;
    }
    const bool blob = table == static_cast<std::int64_t>(Table::Args)
        || table == static_cast<std::int64_t>(Table::Lod);
    return rows <= (blob ? kMaxBlobBytes : static_cast<std::int64_t>(kMaxChunkRows));
}

} // namespace

Result<ChunkDirectory> ChunkDirectory::read(Database& db)
{
    auto query = db.prepare(
        "SELECT tbl, part, col, seq, rows, id FROM chunk ORDER BY tbl, part, col, seq, rows");
    if (!query) {
        return fail(query.error());
    }
    ChunkDirectory directory;
    for (;;) {
        auto more = query->step();
        if (!more) {
            return fail(more.error());
        }
        if (!*more) {
            return directory;
        }
        const std::int64_t rows = query->integer(4);
        if (!plausible(query->integer(0), query->integer(1), query->integer(2), rows)) {
            return fail(Errc::Format, "is damaged: its table chunk does not add up");
        }
        const ColumnKey key{static_cast<Table>(query->integer(0)),
                            static_cast<std::uint32_t>(query->integer(2)),
                            static_cast<std::uint32_t>(query->integer(1))};
        Run& run = directory.m_runs.try_emplace(hash(key), Run{directory.m_chunks.size(), 0, 0})
                       .first->second;
        const bool next = query->integer(3) == static_cast<std::int64_t>(run.count)
            && run.first + run.count == directory.m_chunks.size();
        if (!next) {
            return fail(Errc::Format, "is damaged: its table chunk has gaps");
        }
        ++run.count;
        run.rows += static_cast<std::uint64_t>(rows);
        directory.m_chunks.push_back({query->integer(5), static_cast<std::uint64_t>(rows)});
    }
}

std::span<const ChunkRef> ChunkDirectory::chunks(const ColumnKey& key) const
{
    const auto it = m_runs.find(hash(key));
    return it == m_runs.end() ? std::span<const ChunkRef>()
                              : std::span(m_chunks).subspan(it->second.first, it->second.count);
}

Result<void> ChunkDirectory::check(const Trace& trace) const
{
    const auto tracks = static_cast<std::uint32_t>(trace.tracks().size());
    for (const ColumnInfo& info : allColumns()) {
        const bool perTrack = info.table == Table::Slices || info.table == Table::Instants
            || info.table == Table::Counters;
        for (std::uint32_t part = 0; part < (perTrack ? tracks : 1); ++part) {
            const ColumnKey key{info.table, info.index, part};
            const auto it = m_runs.find(hash(key));
            // A column that is missing altogether is shown as missing, like a damaged one.
            if (it != m_runs.end() && it->second.rows != trace.rowCount(key)) {
                return fail(Errc::Format,
                            std::string("is damaged: column ") + info.name
                                + " has the wrong length");
            }
        }
    }
    return {};
}

} // namespace longpole::store
