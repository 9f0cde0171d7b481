// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/critical_path/gap_parts.h"

#include <gtest/gtest.h>

#include <random>

namespace longpole::critical_path {
namespace {

TEST(GapParts, SumLikeAPlainTable)
{
    std::mt19937_64 rng(7);
    for (int round = 0; round < 2'000; ++round) {
        GapParts::Table expected{};
        GapParts parts;
        const std::uint64_t causes = rng() % kCauseCount + 1;
        for (std::uint64_t n = rng() % 8; n > 0; --n) {
            const std::size_t cause = rng() % causes;
            // some beyond what 32 bits hold, alone or in sum
            const auto length = static_cast<std::int64_t>(rng() >> (24 + rng() % 40));
            parts.add(Cause(cause), DurationNs{length});
            expected[cause] = expected[cause] + DurationNs{length};
        }
        const GapParts copy = parts;
        const GapParts moved = std::move(parts);
        ASSERT_EQ(copy.all(), expected);
        ASSERT_EQ(moved.all(), expected);
        for (std::size_t cause = 0; cause < kCauseCount; ++cause) {
            ASSERT_EQ(copy[cause], expected[cause]);
        }
    }
}

} // namespace
} // namespace longpole::critical_path
