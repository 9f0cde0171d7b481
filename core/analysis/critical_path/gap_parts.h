// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// How a gap's time is shared among its causes. A trace has millions of gaps, nearly all of them
// short and with up to three causes: those need 24 bytes, the others a table of their own.
#pragma once

#include "core/analysis/critical_path/categories.h"
#include "core/base/time.h"

#include <array>
#include <cstdint>
#include <limits>
#include <memory>

namespace longpole::critical_path {

class GapParts
{
public:
    using Table = std::array<DurationNs, kCauseCount>; // by index(Cause)

    GapParts() = default;
    GapParts(const GapParts& other) { *this = other; }
    GapParts& operator=(const GapParts& other)
    {
        if (this != &other) {
            m_table = other.m_table ? std::make_unique<Table>(*other.m_table) : nullptr;
            m_lengthNs = other.m_lengthNs;
            m_cause = other.m_cause;
            m_count = other.m_count;
        }
        return *this;
    }
    GapParts(GapParts&&) noexcept = default;
    GapParts& operator=(GapParts&&) noexcept = default;
    ~GapParts() = default;

    static constexpr std::size_t size() { return kCauseCount; }
    DurationNs operator[](std::size_t cause) const
    {
        if (m_table) {
            return (*m_table)[cause];
        }
        for (std::size_t i = 0; i < m_count; ++i) {
            if (index(m_cause[i]) == cause) {
                return DurationNs{m_lengthNs[i]};
            }
        }
        return {};
    }
    Table all() const
    {
        if (m_table) {
            return *m_table;
        }
        Table out{};
        for (std::size_t i = 0; i < m_count; ++i) {
            out[index(m_cause[i])] = DurationNs{m_lengthNs[i]};
        }
        return out;
    }
    // length: not negative.
    void add(Cause cause, DurationNs length)
    {
        if (!m_table) {
            std::size_t i = 0;
            while (i < m_count && m_cause[i] != cause) {
                ++i;
            }
            const std::int64_t sum = length.ns + (i < m_count ? m_lengthNs[i] : 0);
            if (i < kShort && sum <= std::numeric_limits<std::uint32_t>::max()) {
                m_cause[i] = cause;
                m_lengthNs[i] = static_cast<std::uint32_t>(sum);
                m_count = static_cast<std::uint8_t>(i < m_count ? m_count : i + 1);
                return;
            }
            m_table = std::make_unique<Table>(all());
        }
        DurationNs& sum = (*m_table)[index(cause)];
        sum = sum + length;
    }

private:
    static constexpr std::size_t kShort = 3;

    std::unique_ptr<Table> m_table; // null: the following say it
    std::array<std::uint32_t, kShort> m_lengthNs{};
    std::array<Cause, kShort> m_cause{};
    std::uint8_t m_count = 0;
};

} // namespace longpole::critical_path
