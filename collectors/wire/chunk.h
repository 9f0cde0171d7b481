// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// The spool: the file a traced process writes while it runs. Little endian. One file per process.
//
// A spool is a run of chunks and nothing else; it is only ever appended to, each chunk with one
// write(2), so whatever kills the process leaves all chunks before the last one whole. A chunk is a
// ChunkHeader and `length` bytes. Its checksum covers both, so a damaged chunk is noticed and
// skipped (a reader searches for the next magic), and the missing sequence number tells the loss.
//
// Chunk types and payloads ("varint" is LEB128, "text" a varint length and bytes):
//   Info       lines "name=value\n"; \n and \\ escaped. Facts of the process and the recording. A
//              later value of a name replaces an earlier one. "name.DOMAIN.CBID" are API names,
//              "thread.TID" thread names.
//   Note       one line for people: what failed, and what is missing because of it.
//   Layout     kind, stride: how records of that kind and size are packed. varint count, then per
//              field u16 offset, u8 width, u8 FieldMode, u8 reference (index of another field).
//   Strings    varint first id, then `count` texts. Ids count from 1.
//   Templates  kind, stride: varint first id, then `count` times `stride` bytes: records whose
//              changing fields are 0 and whose text pointers are string ids (u64). Ids from 1.
//   Records    kind, stride, count. Per record: varint template id (0: the template's bytes follow
//              in place), then per changing field a varint, as FieldMode says. Differences restart
//              at 0 in every chunk.
//   Nvtx       events of one thread: see nvtx_events.h.
//   Clock      `count` times 4 int64: CLOCK_MONOTONIC, CLOCK_REALTIME and CUPTI's clock (0: not
//              known) read together, ns, and the width of the reading.
//   Stats      lines "name=number\n": totals so far.
//   KernelCounters, DeviceSamples, StallSamples: see counter_chunks.h.
//   End        lines as Info: the process ended in order.
// Together the Layout, Strings, Templates and Records chunks give every byte that CUPTI wrote, of
// kinds and versions that this program has never heard of too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace longpole::wire {

inline constexpr std::uint32_t kChunkMagic = 0x3173504c; // "LPs1"
inline constexpr std::uint32_t kMaxPayload = 32U << 20U;
inline constexpr int kFormatVersion = 1;
inline constexpr const char* kSpoolSuffix = ".lpspool";

enum class ChunkType : std::uint16_t
{
    Info = 1,
    Note,
    Layout,
    Strings,
    Templates,
    Records,
    Nvtx,
    Clock,
    Stats,
    End,
    KernelCounters,
    DeviceSamples,
    StallSamples
};

struct ChunkHeader
{
    std::uint32_t magic = kChunkMagic;
    ChunkType type = ChunkType::Info;
    std::uint16_t kind = 0; // activity kind, where it applies
    std::uint32_t length = 0; // of the payload, bytes
    std::uint32_t count = 0; // records, strings …
    std::uint32_t sequence = 0; // 0, 1, 2 …
    std::uint32_t stride = 0; // bytes of a record, where it applies
    std::uint64_t checksum = 0;
};
static_assert(sizeof(ChunkHeader) == 32);

// Over the header (its own field taken as absent) and the payload.
std::uint64_t checksumOf(const ChunkHeader& header, std::span<const std::byte> payload);

} // namespace longpole::wire
