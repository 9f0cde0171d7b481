// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// Packing of numbers, for writer and reader.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

namespace longpole::wire {

using Bytes = std::vector<std::byte>;
inline constexpr std::size_t kMaxVarint = 10;

// Writes at `to`, which has kMaxVarint bytes of room; returns the byte after.
inline std::byte* putVarint(std::byte* to, std::uint64_t value)
{
    while (value >= 0x80U) {
        *to++ = static_cast<std::byte>(value | 0x80U);
        value >>= 7U;
    }
    *to++ = static_cast<std::byte>(value);
    return to;
}

inline void addVarint(Bytes& out, std::uint64_t value)
{
    std::byte room[kMaxVarint];
    out.insert(out.end(), room, putVarint(room, value));
}

inline void addText(Bytes& out, std::string_view text)
{
    addVarint(out, text.size());
    const auto* const from = reinterpret_cast<const std::byte*>(text.data());
    out.insert(out.end(), from, from + text.size());
}

template <class T>
void addRaw(Bytes& out, T value)
{
    std::byte room[sizeof(T)];
    std::memcpy(room, &value, sizeof(T));
    out.insert(out.end(), room, room + sizeof(T));
}

// Small differences of either sign become small numbers.
inline std::uint64_t zigzag(std::uint64_t difference)
{
    return (difference << 1U) ^ (std::uint64_t{0} - (difference >> 63U));
}
inline std::uint64_t unzigzag(std::uint64_t packed)
{
    return (packed >> 1U) ^ (std::uint64_t{0} - (packed & 1U));
}

// An unsigned number of 1, 2, 4 or 8 bytes.
inline std::uint64_t loadNumber(const std::byte* from, unsigned width)
{
    // Fixed sizes, which compile to one instruction each.
    if (width == 8) {
        std::uint64_t value = 0;
        std::memcpy(&value, from, 8);
        return value;
    }
    if (width == 4) {
        std::uint32_t value = 0;
        std::memcpy(&value, from, 4);
        return value;
    }
    std::uint64_t value = 0;
    std::memcpy(&value, from, width);
    return value;
}
inline void storeNumber(std::byte* to, unsigned width, std::uint64_t value)
{
    if (width == 8) {
        std::memcpy(to, &value, 8);
    } else if (width == 4) {
        std::memcpy(to, &value, 4);
    } else {
        std::memcpy(to, &value, width);
    }
}

// Reads from a payload that may be damaged: past the end everything is 0 and failed() is true.
class Unpacker
{
public:
    explicit Unpacker(std::span<const std::byte> bytes)
        : m_bytes(bytes)
    { }
    std::uint64_t varint()
    {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 64; shift += 7) {
            if (m_at >= m_bytes.size()) {
                m_failed = true;
                return 0;
            }
            const auto b = static_cast<std::uint8_t>(m_bytes[m_at++]);
            value |= static_cast<std::uint64_t>(b & 0x7fU) << shift;
            if (b < 0x80U) {
                return value;
            }
        }
        m_failed = true;
        return 0;
    }
    std::span<const std::byte> bytes(std::uint64_t count)
    {
        if (count > m_bytes.size() - m_at) {
            m_failed = true;
            m_at = m_bytes.size();
            return {};
        }
        const auto out = m_bytes.subspan(m_at, static_cast<std::size_t>(count));
        m_at += out.size();
        return out;
    }
    std::string_view text()
    {
        const auto b = bytes(varint());
        return {reinterpret_cast<const char*>(b.data()), b.size()};
    }
    template <class T>
    T raw()
    {
        T value{};
        if (const auto b = bytes(sizeof(T)); !b.empty()) {
            std::memcpy(&value, b.data(), sizeof(T));
        }
        return value;
    }
    bool atEnd() const { return m_at == m_bytes.size(); }
    bool failed() const { return m_failed; }

private:
    std::span<const std::byte> m_bytes;
    std::size_t m_at = 0;
    bool m_failed = false;
};

} // namespace longpole::wire
