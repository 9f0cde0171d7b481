// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// DenseColumn: gathers what falls into one pixel column after the other, in whole ns. For rows with
// several slices per pixel, where most slices lie within one column: those cost a few additions.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

namespace longpole::timeline {

template <class Put> // put(column, class, busy share)
class DenseColumn
{
public:
    // bounds: first ns of each column and the end of the last, rising.
    DenseColumn(const std::vector<std::int64_t>& bounds, Put put)
        : m_put(std::move(put))
        , m_bounds(bounds.data())
        , m_width(static_cast<std::int32_t>(bounds.size()) - 1)
        , m_begin(m_bounds[0])
        , m_end(m_bounds[1])
    { }

    bool holds(std::int64_t begin, std::int64_t end) const
    {
        return begin >= m_begin && begin < m_end && end <= m_end;
    }
    void add(std::uint8_t cls, std::int64_t ns)
    {
        m_any = true;
        m_times[cls] += ns;
        m_classes |= 1U << cls;
    }
    // A stretch of a slice, not before the last one, over as many columns as it takes.
    void spread(std::uint8_t cls, std::int64_t begin, std::int64_t end)
    {
        begin = std::max(begin, m_bounds[0]);
        if (begin >= m_bounds[m_width] || end < begin) {
            return;
        }
        moveTo(begin);
        add(cls, std::min(end, m_end) - begin);
        while (end > m_end && m_x + 1 < m_width) {
            open(m_x + 1);
            add(cls, std::min(end, m_end) - m_begin);
        }
    }
    void flush()
    {
        if (!m_any) {
            return;
        }
        std::int64_t busy = 0;
        std::int64_t most = -1;
        std::uint8_t top = 0;
        for (; m_classes != 0; m_classes &= m_classes - 1) {
            const auto c = static_cast<std::size_t>(std::countr_zero(m_classes));
            const std::int64_t ns = m_times[c];
            m_times[c] = 0;
            busy += ns;
            top = ns > most ? static_cast<std::uint8_t>(c) : top;
            most = std::max(most, ns);
        }
        m_put(m_x, top, static_cast<float>(busy) / static_cast<float>(m_end - m_begin));
        m_any = false;
    }

private:
    void moveTo(std::int64_t ns)
    {
        if (ns < m_end) {
            return; // starts are sorted: never back
        }
        if (m_x + 2 < m_width && ns < m_bounds[m_x + 2]) {
            open(m_x + 1);
            return;
        }
        const std::int64_t* next = std::upper_bound(m_bounds + m_x, m_bounds + m_width, ns);
        open(static_cast<std::int32_t>(next - m_bounds) - 1);
    }
    void open(std::int32_t x)
    {
        flush();
        m_x = x;
        m_begin = m_bounds[x];
        m_end = m_bounds[x + 1];
    }

    Put m_put;
    const std::int64_t* m_bounds;
    std::int32_t m_width;
    std::int32_t m_x = 0;
    std::int64_t m_begin;
    std::int64_t m_end;
    std::array<std::int64_t, 16> m_times{};
    std::uint32_t m_classes = 0;
    bool m_any = false;
};

} // namespace longpole::timeline
