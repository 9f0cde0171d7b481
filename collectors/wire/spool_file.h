// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// SpoolFile: appends chunks. Used by one thread.
#pragma once

#include "collectors/wire/chunk.h"
#include "collectors/wire/packing.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace longpole::wire {

// "name=value\n" with \n and \\ escaped; name must have neither.
void addLine(std::string& lines, std::string_view name, std::string_view value);

class SpoolFile
{
public:
    SpoolFile() = default;
    ~SpoolFile();
    SpoolFile(const SpoolFile&) = delete;
    SpoolFile& operator=(const SpoolFile&) = delete;

    // Creates a file that doesn't exist yet; false and errno otherwise.
    bool create(const std::string& path, std::uint64_t maxBytes);
    bool isOpen() const { return m_fd >= 0; }
    int descriptor() const { return m_fd; }
    // One chunk, one write. False once the disk is full or maxBytes is reached: from then on
    // nothing is written any more (a half-written chunk is cut off), except by last().
    bool append(ChunkType type, std::span<const std::byte> payload, std::uint32_t count = 0,
                std::uint16_t kind = 0, std::uint32_t stride = 0);
    bool append(ChunkType type, std::string_view text);
    // The same, but beyond maxBytes too: for what ends a spool.
    bool last(ChunkType type, std::string_view text);
    void close();

    std::uint64_t bytes() const { return m_bytes; }
    // 0, or why nothing is written any more: an errno value; EFBIG for maxBytes.
    int stopped() const { return m_stopped; }

private:
    bool write(ChunkHeader header, std::span<const std::byte> payload);

    int m_fd = -1;
    int m_stopped = 0;
    std::uint32_t m_sequence = 0;
    std::uint64_t m_bytes = 0;
    std::uint64_t m_maxBytes = 0;
    Bytes m_room; // header and payload together, for one write
};

} // namespace longpole::wire
