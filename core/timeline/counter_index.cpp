// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/counter_index.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace longpole::timeline {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

} // namespace

CounterIndex::CounterIndex(model::Column<TimeNs> time, model::Column<double> value)
    : m_time(std::move(time))
    , m_value(std::move(value))
{
    std::vector<Extremes> level;
    for (std::size_t i = 0; i < m_value.size(); i += kBranch) {
        Extremes e{kInfinity, -kInfinity};
        for (std::size_t k = i; k < std::min(m_value.size(), i + kBranch); ++k) {
            if (std::isfinite(m_value[k])) {
                e.min = std::min(e.min, m_value[k]);
                e.max = std::max(e.max, m_value[k]);
            }
        }
        level.push_back(e);
    }
    while (!level.empty()) {
        std::vector<Extremes> above;
        for (std::size_t i = 0; level.size() > kBranch && i < level.size(); i += kBranch) {
            Extremes e{kInfinity, -kInfinity};
            for (std::size_t k = i; k < std::min(level.size(), i + kBranch); ++k) {
                e.min = std::min(e.min, level[k].min);
                e.max = std::max(e.max, level[k].max);
            }
            above.push_back(e);
        }
        m_levels.push_back(std::move(level));
        level = std::move(above);
    }
    Extremes all{kInfinity, -kInfinity};
    add(all, 0, size());
    if (all.min <= all.max) {
        m_min = all.min;
        m_max = all.max;
    }
}

std::size_t CounterIndex::firstAt(TimeNs time, std::size_t hint) const
{
    const auto less = [](TimeNs a, TimeNs b) { return a < b; };
    std::size_t low = std::min(hint, size());
    if (low > 0 && m_time[low - 1] >= time) {
        low = 0;
    }
    // Gallop: neighbours are asked for one after the other.
    std::size_t step = 1;
    std::size_t high = low;
    while (high < size() && m_time[high] < time) {
        low = high + 1;
        high = std::min(size(), high + step);
        step *= 2;
    }
    const auto* it = std::lower_bound(m_time.begin() + low, m_time.begin() + high, time, less);
    return static_cast<std::size_t>(it - m_time.begin());
}

void CounterIndex::add(Extremes& to, std::size_t first, std::size_t last) const
{
    while (first < last) {
        std::size_t nodeSize = 1;
        std::size_t level = 0;
        while (level < m_levels.size() && first % (nodeSize * kBranch) == 0
               && first + nodeSize * kBranch <= last) {
            nodeSize *= kBranch;
            ++level;
        }
        if (level > 0) {
            to.min = std::min(to.min, m_levels[level - 1][first / nodeSize].min);
            to.max = std::max(to.max, m_levels[level - 1][first / nodeSize].max);
        } else if (std::isfinite(m_value[first])) {
            to.min = std::min(to.min, m_value[first]);
            to.max = std::max(to.max, m_value[first]);
        }
        first += nodeSize;
    }
}

std::optional<CounterRange> CounterIndex::range(std::size_t first, std::size_t last) const
{
    if (last == 0 || first > last || last > size()) {
        return std::nullopt;
    }
    Extremes e{kInfinity, -kInfinity};
    add(e, first > 0 ? first - 1 : 0, last);
    if (e.min > e.max) {
        return std::nullopt;
    }
    const double value = m_value[last - 1];
    return CounterRange{e.min, e.max, std::isfinite(value) ? value : e.max, last - first};
}

} // namespace longpole::timeline
