// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Which operation is which, on recordings whose answer is known.
#include "tests/unit/diff_fixture.h"

#include <map>
#include <random>
#include <set>

namespace longpole::test {

namespace {

using namespace diff;

StepRecording times(int n, const std::vector<StepOp>& ops)
{
    StepRecording out;
    for (int i = 0; i < n; ++i) {
        out.step(ops);
    }
    return out;
}

TEST(DiffMatch, ARecordingMatchesItselfWithNothingLeft)
{
    const auto r = times(3, {{"gemm"}, {"add"}, {"gemm"}, {"copy", 5, 20}});
    const Matched m(r, r);
    EXPECT_EQ(m.matching.iterations.size(), 3U);
    EXPECT_EQ(m.count(PairKind::Matched, 0), 12U);
    EXPECT_EQ(m.matching.pairs.size(), 12U);
    EXPECT_TRUE(m.matching.groups.empty());
    EXPECT_EQ(m.matching.identicalShare(), 1.0);
    for (const OpPair& p : m.matching.pairs) {
        EXPECT_EQ(p.before, p.after);
    }
}

TEST(DiffMatch, ThreeKernelsThatBecomeOneAreFused)
{
    const Matched m(times(2, {{"gemm"}, {"mul"}, {"add"}, {"relu"}, {"loss"}}),
                    times(2, {{"gemm"}, {"triton_poi_fused_mul_add_relu_0"}, {"loss"}}));
    EXPECT_EQ(m.count(PairKind::Matched, 0), 4U);
    EXPECT_EQ(m.matching.pairs.size(), 4U);
    ASSERT_EQ(m.matching.groups.size(), 2U);
    for (const OpGroup& g : m.matching.groups) {
        EXPECT_TRUE(g.fused());
        ASSERT_EQ(g.before.size(), 3U);
        ASSERT_EQ(g.after.size(), 1U);
        EXPECT_EQ(m.nameBefore(g.before[0]), "mul");
        EXPECT_EQ(m.nameBefore(g.before[2]), "relu");
        EXPECT_EQ(m.nameAfter(g.after[0]), "triton_poi_fused_mul_add_relu");
    }
}

TEST(DiffMatch, OneKernelThatBecomesTwoIsSplit)
{
    const Matched m(times(2, {{"gemm"}, {"attention"}, {"loss"}}),
                    times(2, {{"gemm"}, {"splitkv"}, {"combine"}, {"loss"}}));
    EXPECT_EQ(m.count(PairKind::Matched, 0), 4U);
    ASSERT_EQ(m.matching.groups.size(), 2U);
    EXPECT_FALSE(m.matching.groups[0].fused());
    EXPECT_EQ(m.matching.groups[0].before.size(), 1U);
    EXPECT_EQ(m.matching.groups[0].after.size(), 2U);
}

TEST(DiffMatch, AReorderedStreamIsNotRemovedAndAdded)
{
    const Matched m(times(2, {{"a"}, {"b"}, {"c"}, {"d"}, {"e"}}),
                    times(2, {{"c"}, {"a"}, {"b"}, {"e"}, {"d"}}));
    EXPECT_EQ(m.count(PairKind::Matched), 10U);
    EXPECT_EQ(m.matching.pairs.size(), 10U);
    EXPECT_EQ(m.count(PairKind::Matched, Reordered), 4U);
    EXPECT_TRUE(m.matching.groups.empty());
}

TEST(DiffMatch, SeesAnotherStreamShapeKernelAndGraph)
{
    const Matched m(
        times(1, {{"gemm"}, {"copy"}, {"norm", 5, 7, 4}, {"old"}, {"loss"}, {"gone"}}),
        times(
            1,
            {{"gemm"}, {"copy", 5, 20}, {"norm", 5, 7, 8}, {"new"}, {"loss", 5, 7, 1, "", true}}));
    EXPECT_EQ(m.count(PairKind::Matched, MovedStream), 1U);
    EXPECT_EQ(m.count(PairKind::Matched, ChangedShape), 1U);
    EXPECT_EQ(m.count(PairKind::Matched, NowInGraph), 1U);
    EXPECT_EQ(m.count(PairKind::Replaced), 1U);
    EXPECT_EQ(m.count(PairKind::Removed), 1U);
    EXPECT_EQ(m.count(PairKind::Added), 0U);
}

TEST(DiffMatch, RangesKeepEqualKernelsApart)
{
    // Two layers of equal kernels; the second one loses its norm.
    const Matched m(times(1,
                          {{"gemm", 9, 7, 1, "layer1"},
                           {"norm", 9, 7, 1, "layer1"},
                           {"gemm", 9, 7, 1, "layer2"},
                           {"norm", 9, 7, 1, "layer2"}}),
                    times(1,
                          {{"gemm", 9, 7, 1, "layer1"},
                           {"gemm", 9, 7, 1, "layer2"},
                           {"norm", 9, 7, 1, "layer2"}}));
    EXPECT_EQ(m.count(PairKind::Matched, 0), 3U);
    ASSERT_EQ(m.count(PairKind::Removed), 1U);
    for (const OpPair& p : m.matching.pairs) {
        if (p.kind == PairKind::Removed) {
            EXPECT_EQ(m.table.text(m.before.keys.name[p.before]), "norm");
            EXPECT_NE(m.before.keys.path[p.before],
                      m.before.keys.path[m.matching.pairs[0].before + 3]);
        }
    }
}

TEST(DiffMatch, FoldsWhatVariesFromBuildToBuild)
{
    EXPECT_EQ(foldedKernelName("triton_poi_fused_add_12"), "triton_poi_fused_add");
    EXPECT_EQ(foldedKernelName("matmul_kernel_0d1d2d3de4c"), "matmul_kernel");
    EXPECT_EQ(foldedKernelName("fused_nn_dense_3a9f00c1de"), "fused_nn_dense");
    EXPECT_EQ(foldedKernelName("run(0x7ffe12ab)"), "run(0x#)");
    EXPECT_EQ(foldedKernelName("ampere_sgemm_128x64_nn"), "ampere_sgemm_128x64_nn");
    EXPECT_EQ(foldedKernelName("kernel_12"), "kernel_12");
    EXPECT_EQ(foldedRangeName("ProfilerStep#12"), "ProfilerStep#");
    EXPECT_EQ(foldedRangeName("aten::mm, op_id = 7, seq = 12"), "aten::mm, op_id = , seq = ");
    EXPECT_EQ(foldedRangeName("layer1"), "layer1");
}

// Whatever is done to a recording, each operation of the paired iterations is accounted for once.
TEST(DiffMatch, EveryOperationIsSomewhereExactlyOnce)
{
    std::mt19937 random(1);
    for (int round = 0; round < 40; ++round) {
        StepRecording a;
        StepRecording b;
        for (int step = 0; step < 3; ++step) {
            std::vector<StepOp> ops;
            for (std::uint32_t i = 0; i < random() % 20; ++i) {
                ops.push_back({"k" + std::to_string(random() % 6), 3, 7 + int(random() % 2) * 13,
                               1 + int(random() % 2), random() % 3 == 0 ? "part" : ""});
            }
            a.step(ops);
            for (std::uint32_t i = 0; i < random() % 5; ++i) {
                if (!ops.empty() && random() % 2 == 0) {
                    ops.erase(ops.begin() + static_cast<std::ptrdiff_t>(random() % ops.size()));
                } else {
                    ops.insert(ops.begin()
                                   + static_cast<std::ptrdiff_t>(random() % (ops.size() + 1)),
                               {"n" + std::to_string(random() % 3)});
                }
            }
            b.step(ops);
        }
        const Matched m(a, b);
        std::map<std::uint32_t, int> left;
        std::map<std::uint32_t, int> right;
        for (const OpPair& p : m.matching.pairs) {
            left[p.before] += p.before != model::kNull32 ? 1 : 0;
            right[p.after] += p.after != model::kNull32 ? 1 : 0;
        }
        for (const OpGroup& g : m.matching.groups) {
            EXPECT_NE(g.before.size(), g.after.size());
            for (const std::uint32_t row : g.before) {
                ++left[row];
            }
            for (const std::uint32_t row : g.after) {
                ++right[row];
            }
        }
        left.erase(model::kNull32);
        right.erase(model::kNull32);
        ASSERT_EQ(left.size(), m.before.keys.name.size());
        ASSERT_EQ(right.size(), m.after.keys.name.size());
        ASSERT_EQ(left.size(), m.matching.opsBefore);
        for (const auto& [row, n] : left) {
            ASSERT_EQ(n, 1);
        }
        for (const auto& [row, n] : right) {
            ASSERT_EQ(n, 1);
        }
    }
}

} // namespace

} // namespace longpole::test
