// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// A stable sort for data that is nearly in order, as recorded events are: it merges the ascending
// runs it finds, pairwise. n elements in r runs take about n · log2(r) comparisons, so what is in
// order costs one pass, and what is in no order no more than a merge sort.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>
#include <vector>

namespace longpole {

// less(a, b): a comes strictly before b. Needs room for a second copy unless the data is in order.
template <class T, class Less>
void sortRuns(std::vector<T>& values, Less less)
{
    constexpr std::size_t kShortRun = 24; // shorter ones are lengthened by insertion
    const std::size_t n = values.size();
    std::vector<std::size_t> ends;
    for (std::size_t first = 0; first < n;) {
        std::size_t last = first + 1;
        while (last < n && !less(values[last], values[last - 1])) {
            ++last;
        }
        for (; last < n && last - first < kShortRun; ++last) {
            T value = std::move(values[last]);
            std::size_t at = last;
            for (; at > first && less(value, values[at - 1]); --at) {
                values[at] = std::move(values[at - 1]);
            }
            values[at] = std::move(value);
        }
        ends.push_back(last);
        first = last;
    }
    std::vector<T> merged;
    while (ends.size() > 1) {
        merged.clear();
        merged.reserve(n);
        std::vector<std::size_t> fewer;
        std::size_t first = 0;
        for (std::size_t run = 0; run < ends.size(); run += 2) {
            const bool pair = run + 1 < ends.size();
            const auto at = [&](std::size_t i) {
                return std::make_move_iterator(values.begin() + static_cast<std::ptrdiff_t>(i));
            };
            const std::size_t last = pair ? ends[run + 1] : ends[run];
            std::merge(at(first), at(ends[run]), at(ends[run]), at(last),
                       std::back_inserter(merged), less);
            fewer.push_back(last);
            first = last;
        }
        values.swap(merged);
        ends = std::move(fewer);
    }
}

template <class T>
void sortRuns(std::vector<T>& values)
{
    sortRuns(values, [](const T& a, const T& b) { return a < b; });
}

} // namespace longpole
