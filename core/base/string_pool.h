// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// Interned strings. StringInterner collects them while a trace is read; StringPool is the immutable
// result: StringId → text. Id 0 is always the empty string.
#pragma once

#include "core/base/ids.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace longpole {

class StringPool
{
public:
    StringPool();
    // offsets has size()+1 entries into text.
    StringPool(std::string text, std::vector<std::uint64_t> offsets);

    std::size_t size() const { return m_offsets.size() - 1; }
    // The empty string for an invalid or unknown id.
    std::string_view get(StringId id) const
    {
        return id.value < size() ? std::string_view(m_text).substr(
                   m_offsets[id.value], m_offsets[id.value + 1] - m_offsets[id.value])
                                 : std::string_view();
    }
    // Linear search (for small or one-off look-ups); none if absent.
    StringId find(std::string_view text) const;

    const std::string& text() const { return m_text; }
    const std::vector<std::uint64_t>& offsets() const { return m_offsets; }

private:
    std::string m_text;
    std::vector<std::uint64_t> m_offsets;
};

// Collects strings, each once, numbered as they first appear. One thread at a time.
class StringInterner
{
public:
    StringInterner();
    StringId intern(std::string_view text) { return intern(text, hashOf(text)); }
    // For who knows the hash already, from another interner say.
    StringId intern(std::string_view text, std::uint64_t hash);
    // The text stays where it is as long as the interner lives, also when that is moved.
    std::string_view get(StringId id) const { return m_strings[id.value].text; }
    std::uint64_t hash(StringId id) const { return m_strings[id.value].hash; }
    std::size_t size() const { return m_strings.size(); }
    StringPool build() const;

    // XXH3, 64 bits.
    static std::uint64_t hashOf(std::string_view text);

private:
    struct Entry
    {
        std::string_view text; // in m_blocks
        std::uint64_t hash;
    };
    // Where a string may lie, found by its hash: free ones have no id.
    struct Slot
    {
        StringId id;
        std::uint32_t hash = 0; // upper half: tells most strings apart without looking at them
    };

    std::string_view keep(std::string_view text);
    void grow();

    std::vector<Entry> m_strings;
    std::vector<Slot> m_slots; // a power of two, at most half of them taken
    std::vector<std::unique_ptr<char[]>> m_blocks;
    std::size_t m_used = 0; // of the last block
    std::size_t m_room = 0;
};

} // namespace longpole
