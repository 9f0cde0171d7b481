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
    const std::vector<std::byte> frame = loadPacked(key);
    if (frame.empty()) {
        return ColumnBytes{};
    }
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
    return ColumnBytes{std::move(out), bytes};
}

std::vector<std::byte> MemoryColumns::loadPacked(const ColumnKey& key) const
{
    const auto packed = m_compressed.find(hash(key));
    if (packed == m_compressed.end()) {
        return {};
    }
    return packed->second.frame.empty() ? m_spill.read(packed->second.place) : packed->second.frame;
}

} // namespace longpole::model
