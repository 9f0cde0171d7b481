// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
#include "core/base/string_pool.h"

#include <cassert>

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
{
    intern({});
}

StringId StringInterner::intern(std::string_view text)
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_ids.find(text);
    if (found != m_ids.end()) {
        return StringId(found->second);
    }
    const auto id = static_cast<std::uint32_t>(m_strings.size());
    m_strings.emplace_back(text);
    m_ids.emplace(m_strings.back(), id);
    return StringId(id);
}

StringPool StringInterner::build() const
{
    std::size_t total = 0;
    for (const std::string& s : m_strings) {
        total += s.size();
    }
    std::string text;
    text.reserve(total);
    std::vector<std::uint64_t> offsets{0};
    offsets.reserve(m_strings.size() + 1);
    for (const std::string& s : m_strings) {
        text += s;
        offsets.push_back(text.size());
    }
    return {std::move(text), std::move(offsets)};
}

} // namespace longpole
