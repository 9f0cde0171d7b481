// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Walks protobuf messages field by field, where libprotobuf would want a whole message (and its
// 2 GiB limit). Bad bytes never cost more memory than the file has.
#pragma once

#include "core/base/result.h"
#include "core/io/byte_source.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace longpole::import {

enum class WireType : std::uint8_t
{
    Varint = 0,
    Fixed64 = 1,
    Length = 2,
    Fixed32 = 5
};

struct ProtoField
{
    std::uint32_t number = 0;
    WireType wire = WireType::Varint;
    std::uint64_t value = 0; // the number; of Length: how many bytes follow
    std::uint64_t offset = 0; // of the field's tag in the file or text
};

enum class ProtoEnd : std::uint8_t
{
    Complete, // at the end of the message
    Truncated, // the bytes end within a field
    Malformed, // this is no protobuf
    Unreadable // the source failed, see error()
};

// Fields of a message in memory; of Length fields also the bytes.
class ProtoSpan
{
public:
    explicit ProtoSpan(std::string_view bytes)
        : m_bytes(bytes)
    { }
    // The next field. Nothing at the end of the bytes, or where they make no sense: see end().
    std::optional<ProtoField> next();
    // Bytes of the Length field that next() gave last; those that are there if it was truncated.
    std::string_view payload() const { return m_payload; }
    ProtoEnd end() const { return m_end; }

private:
    std::string_view m_bytes;
    std::string_view m_payload;
    std::size_t m_pos = 0;
    ProtoEnd m_end = ProtoEnd::Complete;
};

// Fields of a message that comes from a source. The caller reads or skips the bytes of each Length
// field before it asks for the next one.
class ProtoStream
{
public:
    explicit ProtoStream(io::ByteSource& source);
    // The next field of the message that ends at this offset. Nothing at its end or where nothing
    // more can be read: see end().
    std::optional<ProtoField> next(std::uint64_t endOffset = ~std::uint64_t{0});
    // Reads a Length field's bytes into out; false if there are fewer (out has those).
    bool read(std::uint64_t size, std::string& out);
    bool skip(std::uint64_t size);
    std::uint64_t offset() const { return m_offset + m_pos; }
    ProtoEnd end() const { return m_end; }
    const Error& error() const { return m_error; }

private:
    bool fill();
    std::optional<std::uint64_t> varint(bool atStart);
    std::optional<std::uint64_t> fixed(unsigned bytes);

    io::ByteSource& m_source;
    std::string m_buffer;
    std::size_t m_pos = 0;
    std::uint64_t m_offset = 0; // of the buffer's first byte
    ProtoEnd m_end = ProtoEnd::Complete;
    Error m_error;
};

} // namespace longpole::import
