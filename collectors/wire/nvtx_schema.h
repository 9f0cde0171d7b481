// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// How programs describe the payloads of their NVTX events, as it is kept in a spool: the text of
// RegisterSchema and RegisterEnum events (see nvtx_events.h).
//   schema  varint type (NVTX's), varint flags, varint size of the payload (0: not told), varint
//           alignment of packed structures (0: natural), then per entry: varint flags, varint type
//           (NVTX's, or the id of a schema or an enum), varint length of an array or a text, varint
//           offset (0: not told), text name
//   enum    varint size of a value in bytes, then per entry: varint value, text name
// Entries go to the end of the text; those that found no room were left out.
#pragma once

#include "collectors/wire/packing.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace longpole::wire {

struct NvtxEntry
{
    std::uint64_t flags = 0;
    std::uint64_t type = 0;
    std::uint64_t length = 0;
    std::uint64_t offset = 0;
    std::string name;
};

struct NvtxSchema
{
    std::uint64_t type = 0;
    std::uint64_t flags = 0;
    std::uint64_t size = 0;
    std::uint64_t packAlign = 0;
    std::vector<NvtxEntry> entries;
};

struct NvtxEnum
{
    std::uint64_t size = 0;
    std::vector<std::pair<std::uint64_t, std::string>> entries;
};

// Packs into room that is there already: it may run on the program's threads, which must not be
// made to take memory.
class NvtxSchemaPacker
{
public:
    static constexpr std::size_t kRoom = 16U << 10U;
    static constexpr std::size_t kLongestName = 256;

    // All numbers and the name, or nothing: false if there is no room.
    template <std::size_t N>
    bool add(const std::uint64_t (&numbers)[N], const char* name)
    {
        const std::string_view text = name == nullptr
            ? std::string_view("") // not a null pointer, which memcpy doesn't take
            : std::string_view(name, ::strnlen(name, kLongestName));
        if (m_used + (N + 1) * kMaxVarint + text.size() > kRoom) {
            return false;
        }
        putNumbers(numbers);
        m_used = static_cast<std::size_t>(putVarint(m_room + m_used, text.size()) - m_room);
        std::memcpy(m_room + m_used, text.data(), text.size());
        m_used += text.size();
        return true;
    }
    // What comes first; there is always room.
    template <std::size_t N>
    void begin(const std::uint64_t (&numbers)[N])
    {
        static_assert(N <= 8);
        m_used = 0;
        putNumbers(numbers);
    }
    std::string_view text() const { return {reinterpret_cast<const char*>(m_room), m_used}; }

private:
    template <std::size_t N>
    void putNumbers(const std::uint64_t (&numbers)[N])
    {
        for (const std::uint64_t n : numbers) {
            m_used = static_cast<std::size_t>(putVarint(m_room + m_used, n) - m_room);
        }
    }

    std::size_t m_used = 0;
    std::byte m_room[kRoom];
};

// Both take what is whole of a damaged text.
inline NvtxSchema unpackNvtxSchema(std::string_view text)
{
    Unpacker in(std::as_bytes(std::span(text)));
    NvtxSchema s;
    s.type = in.varint();
    s.flags = in.varint();
    s.size = in.varint();
    s.packAlign = in.varint();
    while (!in.atEnd()) {
        NvtxEntry e;
        e.flags = in.varint();
        e.type = in.varint();
        e.length = in.varint();
        e.offset = in.varint();
        e.name = in.text();
        if (in.failed()) {
            break;
        }
        s.entries.push_back(std::move(e));
    }
    return s;
}

inline NvtxEnum unpackNvtxEnum(std::string_view text)
{
    Unpacker in(std::as_bytes(std::span(text)));
    NvtxEnum e;
    e.size = in.varint();
    while (!in.atEnd()) {
        const std::uint64_t value = in.varint();
        std::string name(in.text());
        if (in.failed()) {
            break;
        }
        e.entries.emplace_back(value, std::move(name));
    }
    return e;
}

} // namespace longpole::wire
