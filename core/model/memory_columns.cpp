// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/memory_columns.h"

#include <zstd.h>

#include <algorithm>

namespace longpole::model {

void MemoryColumns::putCompressed(const ColumnKey& key, std::vector<std::byte>&& zstdFrame)
{
    const std::lock_guard lock(m_mutex);
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

MemoryColumns::Piece MemoryColumns::keep(ColumnBytes bytes)
{
    constexpr std::size_t kWorthSpilling = 4096;
    if (bytes.bytes.size() >= kWorthSpilling && m_bytes + bytes.bytes.size() > kInMemory) {
        if (const auto place = m_spill.append(bytes.bytes)) {
            return {{}, *place};
        }
    }
    m_bytes += bytes.bytes.size();
    return {std::move(bytes), {}};
}

bool MemoryColumns::fetch(const Piece& piece, std::byte* to) const
{
    if (piece.memory.owner != nullptr) {
        std::copy(piece.memory.bytes.begin(), piece.memory.bytes.end(), to);
        return true;
    }
    return m_spill.read(piece.place, to);
}

std::vector<MemoryColumns::Piece> MemoryColumns::pieces(const ColumnKey& key) const
{
    const std::lock_guard lock(m_mutex);
    const auto it = m_columns.find(hash(key));
    return it == m_columns.end() ? std::vector<Piece>() : it->second;
}

Result<ColumnBytes> MemoryColumns::load(const ColumnKey& key) const
{
    if (const std::vector<Piece> pieces = this->pieces(key); !pieces.empty()) {
        if (pieces.size() == 1 && pieces.front().memory.owner != nullptr) {
            return pieces.front().memory;
        }
        std::size_t size = 0;
        for (const Piece& p : pieces) {
            size += p.memory.owner != nullptr ? p.memory.bytes.size() : p.place.size;
        }
        const std::shared_ptr<std::byte[]> whole(new std::byte[size]);
        std::size_t at = 0;
        for (const Piece& p : pieces) {
            if (!fetch(p, whole.get() + at)) {
                return fail(Errc::Io, "the temporary file with the trace's columns cannot be read");
            }
            at += p.memory.owner != nullptr ? p.memory.bytes.size() : p.place.size;
        }
        return ColumnBytes{whole, {whole.get(), size}};
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
    std::unique_lock lock(m_mutex);
    const auto packed = m_compressed.find(hash(key));
    if (packed == m_compressed.end()) {
        return {};
    }
    if (!packed->second.frame.empty()) {
        return packed->second.frame;
    }
    const SpillFile::Place place = packed->second.place;
    lock.unlock();
    std::vector<std::byte> out(place.size);
    return m_spill.read(place, out.data()) ? out : std::vector<std::byte>();
}

} // namespace longpole::model
