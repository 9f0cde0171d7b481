// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Cuts a trace file into chunks of whole events, without parsing it.
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/io/byte_source.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace longpole::import {

// Part of the event list. The buffer is '[' + text + ']' + padding.
struct Chunk
{
    std::vector<char> buffer;
    std::size_t size = 0; // of the text
    std::uint64_t offset = 0; // of the text in the unpacked file
    bool last = false; // the file ends here

    std::string_view text() const
    {
        return size == 0 ? std::string_view() : std::string_view(buffer.data() + 1, size);
    }
    std::string_view asArray() const { return {buffer.data(), size + 2}; }
};

class ChunkReader
{
public:
    explicit ChunkReader(io::ByteSource& source)
        : m_source(source)
    { }
    // Reads up to the first event. Afterwards head() is the JSON text before the event list.
    Result<void> readHead(const JobContext& job);
    const std::string& head() const { return m_head; }
    // Fills the next chunk, reusing its buffer. False when there is none. Cuts are guessed at
    // "}, {": whoever parses a chunk must check that it is whole.
    Result<bool> next(Chunk& chunk);

private:
    // Reads until into is full or the file ends (m_atEnd); the number of bytes read.
    Result<std::size_t> fill(std::span<char> into);
    static std::size_t findCut(std::string_view text, std::string_view indent);

    io::ByteSource& m_source;
    std::string m_head;
    std::string m_carry; // read, but not handed out yet
    std::string m_indent; // what stands before each event on its line
    std::uint64_t m_offset = 0; // of m_carry in the file
    bool m_atEnd = false;
};

} // namespace longpole::import
