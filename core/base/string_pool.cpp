// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
#include "core/base/string_pool.h"

#include <xxhash.h>

#include <algorithm>
#include <cassert>
#include <utility>

namespace longpole {

StringPool::StringPool()
    : m_offsets{0, 0}
{ }

StringPool::StringPool(std::string text, std::vector<std::uint64_t> offsets)
    : m_text(std::move(text))
    , m_offsets(std::move(offsets))
{
    assert(!m_offsets.empty() && m_offsets.back() <= m_text.size());
}

StringId StringPool::find(std::string_view text) const
{
    for (std::uint32_t i = 0; i < size(); ++i) {
        if (get(StringId(i)) == text) {
            return StringId(i);
        }
    }
    return {};
}

StringInterner::StringInterner()
    : m_slots(256)
{
    intern({});
}

std::uint64_t StringInterner::hashOf(std::string_view text)
{
    return XXH3_64bits(text.data(), text.size());
}

StringId StringInterner::intern(std::string_view text, std::uint64_t hash)
{
    const auto upper = static_cast<std::uint32_t>(hash >> 32U);
    std::size_t at = hash & (m_slots.size() - 1);
    for (; m_slots[at].id.valid(); at = (at + 1) & (m_slots.size() - 1)) {
        if (m_slots[at].hash == upper && get(m_slots[at].id) == text) {
            return m_slots[at].id;
        }
    }
    const StringId id = StringId::of(m_strings.size());
    m_strings.push_back({keep(text), hash});
    m_slots[at] = {id, upper};
    if (m_strings.size() * 2 > m_slots.size()) {
        grow();
    }
    return id;
}

std::string_view StringInterner::keep(std::string_view text)
{
    constexpr std::size_t kBlockBytes = 64 * 1024;
    if (text.size() > m_room - m_used) {
        m_room = std::max(text.size(), kBlockBytes);
        m_used = 0;
        m_blocks.push_back(std::make_unique_for_overwrite<char[]>(m_room));
    }
    char* const to = m_blocks.empty() ? nullptr : m_blocks.back().get() + m_used;
    std::copy(text.begin(), text.end(), to);
    m_used += text.size();
    return {to, text.size()};
}

void StringInterner::grow()
{
    std::vector<Slot> bigger(m_slots.size() * 2);
    for (std::size_t i = 0; i < m_strings.size(); ++i) {
        const std::uint64_t hash = m_strings[i].hash;
        std::size_t at = hash & (bigger.size() - 1);
        while (bigger[at].id.valid()) {
            at = (at + 1) & (bigger.size() - 1);
        }
        bigger[at] = {StringId::of(i), static_cast<std::uint32_t>(hash >> 32U)};
    }
    m_slots = std::move(bigger);
}

StringPool StringInterner::build() const
{
    std::size_t total = 0;
    for (const Entry& s : m_strings) {
        total += s.text.size();
    }
    std::string text;
    text.reserve(total);
    std::vector<std::uint64_t> offsets{0};
    offsets.reserve(m_strings.size() + 1);
    for (const Entry& s : m_strings) {
        text += s.text;
        offsets.push_back(text.size());
    }
    return {std::move(text), std::move(offsets)};
}

} // namespace longpole
