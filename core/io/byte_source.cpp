// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/byte_source.h"

#include <algorithm>
#include <cstring>

namespace longpole::io {

Result<std::size_t> ByteSource::read(std::span<char> buffer)
{
    if (m_aheadPos < m_ahead.size()) {
        const std::size_t n = std::min(buffer.size(), m_ahead.size() - m_aheadPos);
        std::memcpy(buffer.data(), m_ahead.data() + m_aheadPos, n);
        m_aheadPos += n;
        if (m_aheadPos == m_ahead.size()) {
            m_ahead.clear();
            m_aheadPos = 0;
        }
        return n;
    }
    return readSome(buffer);
}

Result<std::string_view> ByteSource::peek(std::size_t count)
{
    count = std::min<std::size_t>(count, 1U << 20U);
    m_ahead.erase(0, m_aheadPos);
    m_aheadPos = 0;
    while (m_ahead.size() < count) {
        const std::size_t old = m_ahead.size();
        m_ahead.resize(count);
        auto n = readSome(std::span(m_ahead).subspan(old));
        m_ahead.resize(old + (n ? *n : 0));
        if (!n) {
            return fail(n.error());
        }
        if (*n == 0) {
            break;
        }
    }
    return std::string_view(m_ahead).substr(0, count);
}

} // namespace longpole::io
