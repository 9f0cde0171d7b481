// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Encodes protobuf messages field by field, without the library that the importers use.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace longpole::test {

class ProtoWriter
{
public:
    ProtoWriter& number(std::uint32_t field, std::int64_t value)
    {
        return natural(field, static_cast<std::uint64_t>(value));
    }
    ProtoWriter& natural(std::uint32_t field, std::uint64_t value)
    {
        varint(std::uint64_t{field} << 3U);
        varint(value);
        return *this;
    }
    ProtoWriter& text(std::uint32_t field, std::string_view bytes)
    {
        varint((std::uint64_t{field} << 3U) | 2U);
        varint(bytes.size());
        m_out += bytes;
        return *this;
    }
    ProtoWriter& message(std::uint32_t field, const ProtoWriter& inner)
    {
        return text(field, inner.m_out);
    }
    ProtoWriter& real(std::uint32_t field, double value)
    {
        std::uint64_t bits = 0;
        std::memcpy(&bits, &value, sizeof bits);
        return fixed64(field, bits);
    }
    ProtoWriter& fixed64(std::uint32_t field, std::uint64_t value)
    {
        varint((std::uint64_t{field} << 3U) | 1U);
        for (unsigned i = 0; i < 8; ++i) {
            m_out += static_cast<char>(value >> (8 * i) & 0xffU);
        }
        return *this;
    }
    // Further fields of the same message.
    ProtoWriter& append(const ProtoWriter& more)
    {
        m_out += more.m_out;
        return *this;
    }
    const std::string& str() const { return m_out; }

private:
    void varint(std::uint64_t v)
    {
        while (v >= 0x80) {
            m_out += static_cast<char>((v & 0x7fU) | 0x80U);
            v >>= 7U;
        }
        m_out += static_cast<char>(v);
    }

    std::string m_out;
};

// The bytes as zlib stores them: one block, not compressed.
std::string zlibPacked(const std::string& bytes);

} // namespace longpole::test
