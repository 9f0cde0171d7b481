// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/outliers.h"

#include "core/base/thread_pool.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <utility>

namespace longpole::timeline {

namespace {

// Numbers the names of a track from 0 in the order in which they are met: for a few names out of a
// great many. A table of its own, as a node per name would be too slow.
class NameNumbers
{
public:
    std::uint32_t operator()(StringId name)
    {
        const std::uint32_t key = name.value;
        if (key == m_lastKey && m_count != 0) {
            return m_last;
        }
        Entry* entry = find(m_table, key);
        if (entry->number == kFree) {
            if (m_count * 2 >= m_table.size()) {
                grow();
                entry = find(m_table, key);
            }
            *entry = {key, m_count++};
        }
        m_lastKey = key;
        m_last = entry->number;
        return m_last;
    }

private:
    static constexpr std::uint32_t kFree = 0xffffffffU;
    struct Entry
    {
        std::uint32_t key = 0;
        std::uint32_t number = kFree;
    };
    static Entry* find(std::vector<Entry>& table, std::uint32_t key)
    {
        const std::size_t mask = table.size() - 1;
        std::size_t at = (std::uint64_t{key} * 0x9e3779b97f4a7c15ULL >> 32) & mask;
        while (table[at].number != kFree && table[at].key != key) {
            at = (at + 1) & mask;
        }
        return &table[at];
    }
    void grow()
    {
        std::vector<Entry> larger(m_table.size() * 2);
        for (const Entry& entry : m_table) {
            if (entry.number != kFree) {
                *find(larger, entry.key) = entry;
            }
        }
        m_table.swap(larger);
    }

    std::vector<Entry> m_table = std::vector<Entry>(64);
    std::uint32_t m_count = 0;
    std::uint32_t m_lastKey = 0;
    std::uint32_t m_last = 0;
};

constexpr std::uint32_t kSteps = 252; // of durations: four to each power of two
constexpr std::size_t kFactorSteps = 8;
static_assert(kFactor == 1U << (kFactorSteps / 4));

// Exponent and the first two bits of the fraction: rising, and 4 more for twice the duration.
std::size_t stepOf(std::int64_t ns)
{
    const auto bits =
        std::bit_cast<std::uint64_t>(static_cast<double>(std::max<std::int64_t>(1, ns)));
    return static_cast<std::size_t>(bits >> 50U) - (std::size_t{1023} << 2U);
}

// The shortest duration of a step.
std::int64_t beginOf(std::size_t step)
{
    return static_cast<std::int64_t>(std::ceil(
        std::ldexp(1.0 + 0.25 * static_cast<double>(step % 4), static_cast<int>(step / 4))));
}

class Finder
{
public:
    Finder(const std::vector<RowView>& rows, const JobContext& job)
        : m_rows(rows)
        , m_job(job)
    { }

    std::vector<std::vector<TimeRange>> find()
    {
        m_found.resize(m_rows.size());
        std::size_t total = 0;
        std::uint32_t first = std::numeric_limits<std::uint32_t>::max();
        std::uint32_t last = 0;
        each([&](std::size_t, const RowView& row) {
            total += row.size();
            for (const StringId name : row.name) {
                first = std::min(first, name.value);
                last = std::max(last, name.value);
            }
        });
        if (total < kMinCalls) {
            return std::move(m_found);
        }
        // Names of a track were mostly met one after the other: a table of them all is small.
        if (last - first <= 4 * total) {
            run(last - first + 1U, [first](StringId name) { return name.value - first; });
        } else {
            NameNumbers numbers;
            run(total, [&](StringId name) { return numbers(name); });
        }
        return std::move(m_found);
    }

private:
    template <class Visit>
    void each(Visit&& visit) const // rows that have names
    {
        for (std::size_t r = 0; r < m_rows.size() && !m_job.cancelled(); ++r) {
            if (m_rows[r].name.size() == m_rows[r].size()) {
                visit(r, m_rows[r]);
            }
        }
    }

    // numberOf: of a name, below `names`.
    template <class Number>
    void run(std::size_t names, Number numberOf)
    {
        std::vector<std::uint32_t> calls(names);
        each([&](std::size_t, const RowView& row) {
            for (const StringId name : row.name) {
                ++calls[numberOf(name)];
            }
        });
        // Those with too few calls share the histogram at 0, which nobody reads.
        std::vector<std::uint32_t> histogramOf(names);
        std::uint32_t size = kSteps;
        for (std::size_t n = 0; n < names; ++n) {
            if (calls[n] >= kMinCalls) {
                histogramOf[n] = size;
                size += kSteps;
            }
        }
        if (size == kSteps) {
            return;
        }
        std::vector<std::uint32_t> histograms(size);
        each([&](std::size_t, const RowView& row) {
            for (std::size_t i = 0; i < row.size(); ++i) {
                ++histograms[histogramOf[numberOf(row.name[i])] + stepOf(row.durationNs(i))];
            }
        });
        bool any = false;
        std::vector<std::int64_t> limitOf(names, std::numeric_limits<std::int64_t>::max());
        for (std::size_t n = 0; n < names; ++n) {
            if (histogramOf[n] != 0) {
                limitOf[n] = limit(histograms.data() + histogramOf[n], calls[n]);
                any = any || limitOf[n] != std::numeric_limits<std::int64_t>::max();
            }
        }
        if (any && !m_job.cancelled()) {
            collect(limitOf, numberOf);
        }
    }

    // From which duration on a name's slices are outliers; the largest number if none is.
    static std::int64_t limit(const std::uint32_t* histogram, std::uint32_t calls)
    {
        const std::uint64_t rank = (std::uint64_t{calls} * 99 + 99) / 100;
        std::uint64_t below = 0;
        std::size_t step = 0;
        for (; step < kSteps; ++step) {
            below += histogram[step];
            if (below >= rank) {
                break;
            }
        }
        // One step more than the factor: wherever within its step the percentile lies.
        const std::size_t from = step + kFactorSteps + 1;
        for (std::size_t above = from; above < kSteps; ++above) {
            if (histogram[above] != 0) {
                return std::max(kMinDurationNs, beginOf(from));
            }
        }
        return std::numeric_limits<std::int64_t>::max();
    }

    template <class Number>
    void collect(const std::vector<std::int64_t>& limitOf, Number& numberOf)
    {
        each([&](std::size_t r, const RowView& row) {
            for (std::size_t i = 0; i < row.size(); ++i) {
                if (row.durationNs(i) >= limitOf[numberOf(row.name[i])]) {
                    m_found[r].push_back({row.start[i], TimeNs{row.endNs(i)}});
                }
            }
        });
    }

    const std::vector<RowView>& m_rows;
    const JobContext& m_job;
    std::vector<std::vector<TimeRange>> m_found;
};

} // namespace

std::vector<std::vector<TimeRange>> findOutliers(const std::vector<RowView>& rows,
                                                 const JobContext& job)
{
    return Finder(rows, job).find();
}

std::vector<TimeGrid> gridsOf(const std::vector<RowView>& rows, const JobContext& job)
{
    std::vector<TimeGrid> grids(rows.size());
    std::vector<std::vector<TimeRange>> outliers;
    const auto build = [&](std::size_t i) { // 0: the outliers, which look at all rows
        if (i == 0) {
            outliers = findOutliers(rows, job);
        } else {
            grids[i - 1] = TimeGrid(rows[i - 1], job);
        }
    };
    // Side by side where it is worth a thread: often one track has most of a trace's slices.
    constexpr std::size_t kManySlices = 100'000;
    const std::size_t slices =
        std::accumulate(rows.begin(), rows.end(), std::size_t{0},
                        [](std::size_t n, const RowView& row) { return n + row.size(); });
    if (slices >= kManySlices) {
        parallelFor(rows.size() + 1, build);
    } else {
        for (std::size_t i = 0; i <= rows.size(); ++i) {
            build(i);
        }
    }
    for (std::size_t r = 0; r < rows.size(); ++r) {
        grids[r].setOutliers(std::move(outliers[r]));
    }
    return grids;
}

} // namespace longpole::timeline
