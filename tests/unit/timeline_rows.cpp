// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/timeline_rows.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace longpole::timeline::test {

OwnedRow randomRow(std::mt19937_64& rng, std::size_t count)
{
    const auto below = [&](std::uint64_t n) { return static_cast<std::int64_t>(rng() % n); };
    constexpr std::array<std::int64_t, 4> kOrigins{0, -5'000, 1'700'000'000'123'456'789,
                                                   1'000'000'007};
    OwnedRow row;
    std::int64_t at = kOrigins[rng() % kOrigins.size()];
    const std::int64_t scale =
        static_cast<std::int64_t>(std::pow(10.0, static_cast<double>(below(6))));
    bool burst = false;
    for (std::size_t i = 0; i < count; ++i) {
        burst = below(200) == 0 ? !burst : burst;
        std::int64_t duration =
            below(20) == 0 ? 0 : 1 + below(static_cast<std::uint64_t>(burst ? 8 : 10 * scale));
        if (below(500) == 0) {
            duration *= 400;
        }
        std::int64_t gap =
            below(3) == 0 ? 0 : below(static_cast<std::uint64_t>(burst ? 4 : 8 * scale));
        if (below(300) == 0) {
            gap *= 1000;
        }
        at += gap;
        row.start.push_back({at});
        row.duration.push_back({duration});
        row.name.push_back(StringId::of(1 + below(6)));
        row.cls.push_back(static_cast<model::SliceClass>(rng() % model::kSliceClassCount));
        at += duration;
    }
    return row;
}

std::int64_t busyByHand(const RowView& row, std::int64_t begin, std::int64_t end)
{
    std::int64_t busy = 0;
    for (std::size_t i = 0; i < row.size(); ++i) {
        busy += std::max<std::int64_t>(
            0, std::min(end, row.endNs(i)) - std::max(begin, row.startNs(i)));
    }
    return busy;
}

} // namespace longpole::timeline::test
