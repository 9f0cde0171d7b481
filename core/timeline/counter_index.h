// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// CounterIndex: smallest, largest and last value of any stretch of a counter's samples. Values that
// are no number (NaN, infinite) are left out of smallest and largest.
#pragma once

#include "core/model/schema.h"

#include <optional>
#include <vector>

namespace longpole::timeline {

struct CounterRange
{
    double min = 0.0;
    double max = 0.0;
    double last = 0.0;
    std::size_t samples = 0; // within the stretch; 0: the value of an earlier one holds
};

class CounterIndex
{
public:
    CounterIndex() = default;
    CounterIndex(model::Column<TimeNs> time, model::Column<double> value);

    std::size_t size() const { return m_time.size(); }
    const model::Column<TimeNs>& times() const { return m_time; }
    const model::Column<double>& values() const { return m_value; }
    // Index of the first sample at or after `time`, looked for from `hint` on.
    std::size_t firstAt(TimeNs time, std::size_t hint = 0) const;
    // Over samples [first, last), with the value that holds when the stretch begins. None if there
    // is no value yet.
    std::optional<CounterRange> range(std::size_t first, std::size_t last) const;
    // Over all samples.
    double min() const { return m_min; }
    double max() const { return m_max; }

private:
    struct Extremes
    {
        double min;
        double max;
    };
    static constexpr std::size_t kBranch = 16;
    void add(Extremes& to, std::size_t first, std::size_t last) const;

    model::Column<TimeNs> m_time;
    model::Column<double> m_value;
    std::vector<std::vector<Extremes>> m_levels;
    double m_min = 0.0;
    double m_max = 0.0;
};

} // namespace longpole::timeline
