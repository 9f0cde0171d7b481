// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/memory_columns.h"

#include <zstd.h>

namespace longpole::model {

void MemoryColumns::putCompressed(const ColumnKey& key, std::vector<std::byte>&& zstdFrame)
{
    Packed& packed = m_compressed[hash(key)];
    if (m_compressedBytes + zstdFrame.size() > kCompressedInMemory) {
        if (const auto place = m_spill.append(zstdFrame)) {
            packed.place = *place;
            return;
        }
    }
    m_compressedBytes += zstdFrame.size();
    packed.frame = std::move(zstdFrame);
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
    std::vector<std::byte> fetched;
    if (packed->second.frame.empty()) {
        fetched = m_spill.read(packed->second.place);
    }
    const std::vector<std::byte>& frame = fetched.empty() ? packed->second.frame : fetched;
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
