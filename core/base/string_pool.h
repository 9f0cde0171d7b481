// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// Interned strings. StringInterner collects them from many threads while a trace is read;
// StringPool is the immutable result: StringId → text. Id 0 is always the empty string.
#pragma once

#include "core/base/ids.h"

#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
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

// Thread-safe. Threads that intern much keep a small cache of their own in front of it.
class StringInterner
{
public:
    StringInterner();
    StringId intern(std::string_view text);
    // Only while no other thread interns.
    std::string_view get(StringId id) const { return m_strings[id.value]; }
    std::size_t size() const { return m_strings.size(); }
    StringPool build() const;

private:
    std::mutex m_mutex;
    std::deque<std::string> m_strings; // stable addresses: keys of m_ids point into it
    std::unordered_map<std::string_view, std::uint32_t> m_ids;
};

} // namespace longpole
