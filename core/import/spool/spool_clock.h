// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// From CUPTI's clock to the one that all processes of a machine share.
#pragma once

#include "collectors/wire/spool_reader.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace longpole::import {

class SpoolClock
{
public:
    // In the order of the file.
    void add(const wire::ClockRow& row) { m_rows.push_back(row); }
    // Call once, after the last add().
    void prepare();

    // CLOCK_MONOTONIC of a time of CUPTI's clock: linear between readings, which are a second
    // apart; before the first and after the last with their difference.
    std::int64_t monotonic(std::int64_t cupti) const;
    // Wall clock of CLOCK_MONOTONIC 0.
    std::optional<std::int64_t> unixOfZero() const;
    // How often the two clocks moved against each other by more than 100 us between readings.
    std::uint64_t steps() const { return m_steps; }
    // The widest reading that was used, ns: how exact the conversion can be.
    std::int64_t widestNs() const { return m_widest; }

private:
    struct Point
    {
        std::int64_t cupti;
        std::int64_t ahead; // CUPTI's clock minus CLOCK_MONOTONIC
    };

    std::vector<wire::ClockRow> m_rows;
    std::vector<Point> m_points; // by cupti
    mutable std::size_t m_recent = 0; // times come nearly in order
    std::uint64_t m_steps = 0;
    std::int64_t m_widest = 0;
};

} // namespace longpole::import
