// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Columns of a fresh import: what an importer leaves behind. Small ones rest in memory; once
// kInMemory is used up, further ones rest in a temporary file and are read at each load, so that
// an import's memory doesn't grow with the trace's columns.
// Thread-safe.
#pragma once

#include "core/model/column.h"
#include "core/model/spill_file.h"

#include <mutex>
#include <unordered_map>
#include <vector>

namespace longpole::model {

class MemoryColumns final : public ColumnSource
{
public:
    template <class T>
    void put(const ColumnSpec<T>& spec, std::uint32_t part, std::vector<T>&& values)
    {
        put(ColumnKey{spec.table, spec.index, part}, std::move(values));
    }
    // Replaces the column.
    template <class T>
    void put(const ColumnKey& key, std::vector<T>&& values)
    {
        auto owner = std::make_shared<const std::vector<T>>(std::move(values));
        const auto bytes = std::as_bytes(std::span(*owner));
        const std::lock_guard lock(m_mutex);
        std::vector<Piece>& pieces = m_columns[hash(key)];
        pieces.clear();
        pieces.push_back(keep({std::move(owner), bytes}));
    }
    // Adds to the end of the column.
    template <class T>
    void append(const ColumnSpec<T>& spec, std::uint32_t part, std::vector<T>&& values)
    {
        auto owner = std::make_shared<const std::vector<T>>(std::move(values));
        const auto bytes = std::as_bytes(std::span(*owner));
        const std::lock_guard lock(m_mutex);
        m_columns[hash({spec.table, spec.index, part})].push_back(keep({std::move(owner), bytes}));
    }
    // Bytes zstd-compressed at rest and decompressed at each load (args blocks). Beyond
    // kCompressedInMemory in all they rest in a temporary file.
    void putCompressed(const ColumnKey& key, std::vector<std::byte>&& zstdFrame);

    Result<ColumnBytes> load(const ColumnKey& key) const override;
    std::vector<std::byte> loadPacked(const ColumnKey& key) const override;

private:
    static constexpr std::size_t kCompressedInMemory = std::size_t{16} << 20U;
    static constexpr std::size_t kInMemory = std::size_t{32} << 20U;

    struct Piece
    {
        ColumnBytes memory;
        SpillFile::Place place; // used if memory has no owner
    };
    struct Packed
    {
        std::vector<std::byte> frame; // empty: in the spill file
        SpillFile::Place place;
    };

    static std::uint64_t hash(const ColumnKey& key)
    {
        return (static_cast<std::uint64_t>(key.table) << 60)
            | (static_cast<std::uint64_t>(key.column & 0xfffffff) << 32) | key.part;
    }
    Piece keep(ColumnBytes bytes); // with m_mutex held
    std::vector<Piece> pieces(const ColumnKey& key) const;
    bool fetch(const Piece& piece, std::byte* to) const;

    mutable std::mutex m_mutex;
    std::unordered_map<std::uint64_t, std::vector<Piece>> m_columns;
    std::size_t m_bytes = 0; // of columns, in memory
    std::unordered_map<std::uint64_t, Packed> m_compressed;
    std::size_t m_compressedBytes = 0;
    SpillFile m_spill;
};

} // namespace longpole::model
