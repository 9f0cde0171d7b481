// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Which launch of a recording a kernel is that was measured in another run.
#include "core/import/kernel_identity.h"
#include "core/import/kernel_occurrences.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace longpole::import {

namespace {

using model::kNull32;

class KernelOccurrences : public ::testing::Test
{
protected:
    KernelProfileRecord measured(const std::string& kernel, std::int64_t stream,
                                 std::uint32_t occurrence, std::uint32_t grid = 1,
                                 std::uint32_t source = 1)
    {
        KernelProfileRecord p;
        p.name = raw.strings.intern(kernel);
        p.stream = stream;
        p.occurrence = occurrence;
        p.source = source;
        for (int i = 0; i < 3; ++i) {
            p.grid[i] = grid;
            p.block[i] = 32;
        }
        return p;
    }
    static LaunchIdentity launched(const std::string& kernel, std::int64_t stream,
                                   std::uint32_t grid = 1, bool ofGraph = false,
                                   std::uint32_t source = 0, std::int64_t device = 0)
    {
        const std::uint32_t g[3] = {grid, grid, grid};
        const std::uint32_t b[3] = {32, 32, 32};
        return {
            comparableKernelName(kernel), launchShapeKey(g, b), device, stream, source, ofGraph};
    }
    std::vector<std::uint32_t> match(const std::vector<KernelProfileRecord>& profiles,
                                     const std::vector<LaunchIdentity>& launches)
    {
        return matchOccurrences(raw, profiles, launches, ledger);
    }

    RawTrace raw;
    model::Ledger ledger;
};

using Found = std::vector<std::uint32_t>;

TEST_F(KernelOccurrences, AreCountedPerNameShapeStreamAndOutsideOfGraphs)
{
    const std::vector<LaunchIdentity> launches{launched("gemm", 7),    launched("gemm", 7, 1, true),
                                               launched("gemm", 8),    launched("copy", 7),
                                               launched("gemm", 7, 2), launched("gemm", 7)};
    EXPECT_EQ(match({measured("gemm", 7, 0), measured("gemm", 7, 1), measured("gemm", 7, 2),
                     measured("gemm", 8, 0), measured("gemm", 7, 0, 2), measured("copy", 7, 0),
                     measured("copy", 9, 0), measured("sort", 7, 0)},
                    launches),
              (Found{0, 5, kNull32, 2, 4, 3, kNull32, kNull32}));
    EXPECT_TRUE(ledger.entries().empty());
}

TEST_F(KernelOccurrences, OfOrdinaryProfilesAreNone)
{
    EXPECT_EQ(match({measured("gemm", 7, kNull32)}, {launched("gemm", 7)}), Found{kNull32});
}

TEST_F(KernelOccurrences, OfSeveralProcessesAreLeftOutAndSaid)
{
    // Two processes in the recording, or two that were measured: either way it is a guess.
    EXPECT_EQ(
        match({measured("gemm", 7, 0)}, {launched("gemm", 7), launched("gemm", 7, 1, false, 2)}),
        Found{kNull32});
    EXPECT_EQ(match({measured("gemm", 7, 0), measured("gemm", 7, 0, 1, 2)}, {launched("gemm", 7)}),
              (Found{kNull32, kNull32}));
    ASSERT_EQ(ledger.entries().size(), 1U);
    EXPECT_EQ(ledger.entries()[0].kind, "kernel-counters-ambiguous");
    EXPECT_EQ(ledger.entries()[0].count, 3U);
    // On devices of their own they are told apart.
    KernelProfileRecord second = measured("gemm", 7, 0, 1, 2);
    second.device = 1;
    EXPECT_EQ(match({measured("gemm", 7, 0), second},
                    {launched("gemm", 7, 1, false, 5, 1), launched("gemm", 7)}),
              (Found{1, 0}));
}

// Brute force over random runs: the n-th of its kind, counted by hand.
TEST_F(KernelOccurrences, AreTheNthOfTheirKind)
{
    std::mt19937 rng(3);
    const char* const names[] = {"a", "b", "c"};
    for (int run = 0; run < 200; ++run) {
        std::vector<LaunchIdentity> launches;
        for (auto i = rng() % 60; i > 0; --i) {
            launches.push_back(
                launched(names[rng() % 3], rng() % 2, 1 + rng() % 2, rng() % 4 == 0));
        }
        std::vector<KernelProfileRecord> profiles;
        Found expected;
        for (auto i = rng() % 20; i > 0; --i) {
            const std::string name = names[rng() % 3];
            const std::int64_t stream = rng() % 2;
            const std::uint32_t grid = 1 + rng() % 2;
            const std::uint32_t occurrence = rng() % 8;
            profiles.push_back(measured(name, stream, occurrence, grid));
            const LaunchIdentity wanted = launched(name, stream, grid);
            std::uint32_t found = kNull32;
            std::uint32_t seen = 0;
            for (std::uint32_t k = 0; k < launches.size() && found == kNull32; ++k) {
                const LaunchIdentity& l = launches[k];
                if (!l.ofGraph && l.name == wanted.name && l.shape == wanted.shape
                    && l.stream == stream && seen++ == occurrence) {
                    found = k;
                }
            }
            expected.push_back(found);
        }
        ASSERT_EQ(match(profiles, launches), expected);
    }
}

} // namespace

} // namespace longpole::import
