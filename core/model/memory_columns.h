// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Columns in memory: what an import leaves behind.
#pragma once

#include "core/model/column.h"
#include "core/model/spill_file.h"

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
    template <class T>
    void put(const ColumnKey& key, std::vector<T>&& values)
    {
        auto owner = std::make_shared<const std::vector<T>>(std::move(values));
        const auto bytes = std::as_bytes(std::span(*owner));
        m_columns[hash(key)] = {std::move(owner), bytes};
    }
    // Bytes zstd-compressed at rest and decompressed at each load (args blocks). Beyond
    // kCompressedInMemory in all they rest in a temporary file.
    void putCompressed(const ColumnKey& key, std::vector<std::byte>&& zstdFrame);

    Result<ColumnBytes> load(const ColumnKey& key) const override;
    std::vector<std::byte> loadPacked(const ColumnKey& key) const override;

private:
    static constexpr std::size_t kCompressedInMemory = std::size_t{16} << 20U;

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
    std::unordered_map<std::uint64_t, ColumnBytes> m_columns;
    std::unordered_map<std::uint64_t, Packed> m_compressed;
    std::size_t m_compressedBytes = 0;
    SpillFile m_spill;
};

} // namespace longpole::model
