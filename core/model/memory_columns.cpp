// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/memory_columns.h"

#include <zstd.h>

namespace longpole::model {

void MemoryColumns::putCompressed(const ColumnKey& key, std::vector<std::byte>&& zstdFrame)
{
    m_compressed[hash(key)] = std::move(zstdFrame);
}

Result<ColumnBytes> MemoryColumns::load(const ColumnKey& key) const
{
    if (const auto it = m_columns.find(hash(key)); it != m_columns.end()) {
        return it->second;
    }
    const auto packed = m_compressed.find(hash(key));
    if (packed == m_compressed.end()) {
        return ColumnBytes {};
    }
    const std::vector<std::byte>& frame = packed->second;
    const unsigned long long size = ZSTD_getFrameContentSize(frame.data(), frame.size());
    if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN) {
        return fail(Errc::Internal, "compressed block without a size");
    }
    auto out = std::make_shared<std::vector<std::byte>>(size);
    const std::size_t n = ZSTD_decompress(out->data(), out->size(), frame.data(), frame.size());
    if (ZSTD_isError(n) != 0U || n != size) {
        return fail(Errc::Internal, "compressed block does not decompress");
    }
    const std::span<const std::byte> bytes(*out);
    return ColumnBytes {std::move(out), bytes};
}

} // namespace longpole::model
