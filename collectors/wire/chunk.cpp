// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
#include "collectors/wire/chunk.h"

#include <cstddef>

// Inlined, so that what is injected into other programs needs no further library.
#define XXH_INLINE_ALL
#include <xxhash.h>

namespace longpole::wire {

std::uint64_t checksumOf(const ChunkHeader& header, std::span<const std::byte> payload)
{
    const XXH64_hash_t seed = XXH3_64bits(&header, offsetof(ChunkHeader, checksum));
    return XXH3_64bits_withSeed(payload.data(), payload.size(), seed);
}

} // namespace longpole::wire
