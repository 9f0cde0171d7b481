// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Codecs of the store: fixed-width columns in chunks, and plain bytes. A chunk is encoded by what
// its values look like: all equal, ascending (differences), or close together (offsets from the
// smallest); what remains is cut into byte planes and compressed with zstd level 1.
// Decoding takes hostile bytes: every length is checked before memory is taken or touched.
#pragma once

#include "core/base/result.h"
#include "core/model/schema.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace longpole::store {

inline constexpr std::size_t kMaxChunkRows = 65536;

// Stored in files: append only.
enum class Codec : std::uint8_t
{
    Raw, // bytes as they are
    Zstd, // bytes, one zstd frame
    Const, // column: one value for all rows
    Frame, // column: u64 base, u8 planes, zstd(planes of value - base)
    Delta, // column: u64 first, u64 smallest step, u8 planes, zstd(planes of step - smallest)
    ZigZag, // column: as Delta for steps of both signs, zigzag-coded; smallest step is 0
    Words // bytes, one zstd frame: the 8 bytes of each word apart, as differences to the last word
};

struct EncodedChunk
{
    Codec codec = Codec::Raw;
    std::vector<std::byte> bytes;
};

// values: 1..kMaxChunkRows rows of `width` bytes (1, 2, 4 or 8), aligned to `width`.
EncodedChunk encodeColumn(std::span<const std::byte> values, unsigned width,
                          model::ColumnShape shape);
// Fills `out` (whole rows of `width` bytes, at most kMaxChunkRows, aligned to `width`) or fails.
Result<void> decodeColumn(Codec codec, std::span<const std::byte> in, unsigned width,
                          std::span<std::byte> out);

// Raw where zstd gains nothing.
EncodedChunk encodeBytes(std::span<const std::byte> bytes);
// For records of 8 bytes that change little from one to the next (level-of-detail cells).
EncodedChunk encodeWords(std::span<const std::byte> bytes);
// The result has `size` bytes exactly; anything else is an error.
Result<void> decodeBytes(Codec codec, std::span<const std::byte> in, std::span<std::byte> out);

// Whether bytes of this codec can unpack to `size`: asked before taking `size` bytes of memory.
bool plausibleSize(Codec codec, std::span<const std::byte> in, std::uint64_t size);

// What a zstd frame of our own unpacks to.
std::uint64_t unpackedSize(std::span<const std::byte> zstdFrame);

std::uint64_t chunkHash(std::span<const std::byte> bytes);

} // namespace longpole::store
