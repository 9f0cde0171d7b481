// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Several files of one run as one trace: ranks, clocks, collectives, ids that must not mix.
#include "core/import/clock_alignment.h"
#include "core/import/collectives.h"
#include "core/import/trace_builder.h"
#include "core/import/trace_sources.h"
#include "core/model/schema.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace longpole::import {
namespace {

constexpr std::int64_t kEpoch = 1'700'000'000'000'000'000;

struct Kernel
{
    std::string name;
    std::int64_t start;
    std::int64_t end;
};

// A rank's file: each kernel with the call that launched it, 1 us before.
EventBatch rankBatch(const std::vector<Kernel>& kernels, std::int64_t device, std::int64_t pid)
{
    EventBatch batch;
    const auto trackOf = [&](model::TrackKind kind, std::int64_t of, std::int64_t number) {
        TrackKey key;
        key.kind = kind;
        key.pid = of;
        key.tid = number;
        return batch.track(key);
    };
    const std::uint32_t stream = trackOf(model::TrackKind::Stream, device, 7);
    const std::uint32_t thread = trackOf(model::TrackKind::Thread, pid, pid);
    std::int64_t correlation = 1;
    for (const Kernel& k : kernels) {
        SliceRecord call;
        call.start = k.start - 1000;
        call.duration = 500;
        call.name = batch.intern("cudaLaunchKernel");
        call.track = thread;
        call.role = SliceRole::Api;
        call.facts = static_cast<std::uint32_t>(batch.api.size());
        batch.api.emplace_back().correlation = correlation;
        batch.slices.push_back(call);
        SliceRecord op;
        op.start = k.start;
        op.duration = k.end - k.start;
        op.name = batch.intern(k.name);
        op.track = stream;
        op.role = SliceRole::GpuOp;
        op.facts = static_cast<std::uint32_t>(batch.gpu.size());
        GpuFacts& facts = batch.gpu.emplace_back();
        facts.stream = 7;
        facts.correlation = correlation;
        batch.slices.push_back(op);
        batch.events += 2;
        ++correlation;
    }
    batch.seal();
    return batch;
}

std::uint64_t countOf(const model::Ledger& ledger, std::string_view kind)
{
    for (const model::LedgerEntry& e : ledger.entries()) {
        if (e.kind == kind) {
            return e.count;
        }
    }
    return 0;
}

std::shared_ptr<const model::Trace> join(const std::vector<std::vector<Kernel>>& ranks)
{
    TraceBuilder builder;
    for (std::size_t r = 0; r < ranks.size(); ++r) {
        builder.beginSource("run/rank" + std::to_string(r) + ".json");
        builder.append(rankBatch(ranks[r], 0, static_cast<std::int64_t>(100 + r)));
    }
    auto trace = builder.finish(JobContext());
    EXPECT_TRUE(trace.has_value());
    return trace ? *trace : nullptr;
}

// n all-reduces, each begun by the ranks at random times and ended together.
std::vector<std::vector<Kernel>> allReduces(std::mt19937_64& rng, std::size_t ranks, int n)
{
    std::vector<std::vector<Kernel>> out(ranks);
    std::int64_t t = kEpoch;
    for (int i = 0; i < n; ++i) {
        const std::int64_t end = t + 400'000;
        for (auto& rank : out) {
            const auto late = static_cast<std::int64_t>(rng() % 300'000);
            rank.push_back({"ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgs)", t + late,
                            end + static_cast<std::int64_t>(rng() % 3000)});
            rank.push_back({"gemm", end + 10'000, end + 90'000});
        }
        t += 1'000'000;
    }
    return out;
}

TEST(Join, FindsTheShiftOfAClockThatIsWrong)
{
    std::mt19937_64 rng(7);
    for (const std::int64_t wrong : {-5'000'000, -60'000, 250'000, 40'000'000}) {
        auto ranks = allReduces(rng, 3, 20);
        std::vector<std::int64_t> truth;
        for (Kernel& k : ranks[2]) {
            truth.push_back(k.start);
            k.start += wrong;
            k.end += wrong;
        }
        const auto trace = join(ranks);
        ASSERT_NE(trace, nullptr);
        EXPECT_EQ(countOf(trace->ledger(), "collectives-matched"), 20U);
        EXPECT_EQ(countOf(trace->ledger(), "clock-shifted"), 1U) << wrong;
        EXPECT_EQ(countOf(trace->ledger(), "clocks-agree"), 2U);
        EXPECT_EQ(countOf(trace->ledger(), "clock-contradiction"), 0U);
        std::size_t seen = 0;
        const auto rank = trace->column(model::gpu_op::kDevice);
        const auto start = trace->column(model::gpu_op::kStart);
        for (std::size_t i = 0; i < start.size(); ++i) {
            if (trace->devices()[rank[i]].rank == 2) {
                EXPECT_NEAR(
                    static_cast<double>(start[i].ns + *trace->info().startUnixNs - truth[seen]),
                    0.0, 3000.0);
                ++seen;
            }
        }
        EXPECT_EQ(seen, truth.size());
    }
}

TEST(Join, LeavesClocksThatAgreeAlone)
{
    std::mt19937_64 rng(3);
    const auto ranks = allReduces(rng, 4, 12);
    const auto trace = join(ranks);
    ASSERT_NE(trace, nullptr);
    EXPECT_EQ(countOf(trace->ledger(), "clocks-agree"), 4U);
    EXPECT_EQ(countOf(trace->ledger(), "clock-shifted"), 0U);
    std::int64_t first = ranks[0][0].start;
    for (const auto& r : ranks) {
        first = std::min(first, r[0].start);
    }
    EXPECT_EQ(trace->info().startUnixNs, first - 1000);
}

TEST(Join, KeepsCorrelationIdsOfTheFilesApart)
{
    std::mt19937_64 rng(5);
    const auto trace = join(allReduces(rng, 3, 10));
    ASSERT_NE(trace, nullptr);
    const auto launch = trace->column(model::gpu_op::kLaunch);
    const auto slice = trace->column(model::gpu_op::kSlice);
    ASSERT_EQ(launch.size(), 60U);
    for (std::size_t i = 0; i < launch.size(); ++i) {
        ASSERT_TRUE(launch[i].valid());
        const model::Track& op = trace->track(trace->trackOf(slice[i]));
        const model::Track& call = trace->track(trace->trackOf(launch[i]));
        EXPECT_EQ(op.rank, call.rank);
        EXPECT_EQ(trace->slice(slice[i]).start - trace->slice(launch[i]).start, DurationNs{1000});
    }
}

TEST(Join, LinksACollectiveFromWhoCameLast)
{
    const char* const name = "ncclKernel_AllGather_RING_LL_Sum_int8_t(ncclDevComm*)";
    const auto trace = join({{{name, kEpoch, kEpoch + 100'000}},
                             {{name, kEpoch + 70'000, kEpoch + 100'100}},
                             {{name, kEpoch + 20'000, kEpoch + 100'200}}});
    ASSERT_NE(trace, nullptr);
    std::size_t links = 0;
    const auto kind = trace->column(model::link::kKind);
    const auto from = trace->column(model::link::kFrom);
    for (std::size_t i = 0; i < kind.size(); ++i) {
        if (kind[i] == model::LinkKind::Collective) {
            ++links;
            EXPECT_EQ(trace->track(trace->trackOf(from[i])).rank, 1);
        }
    }
    EXPECT_EQ(links, 2U);
}

TEST(Join, MatchesFromTheEndWhereRecordingBeganLate)
{
    std::mt19937_64 rng(11);
    auto ranks = allReduces(rng, 2, 10);
    ranks[1].erase(ranks[1].begin(), ranks[1].begin() + 4); // two rounds are missing
    const auto trace = join(ranks);
    ASSERT_NE(trace, nullptr);
    EXPECT_EQ(countOf(trace->ledger(), "collectives-matched"), 8U);
    EXPECT_EQ(countOf(trace->ledger(), "collectives-unmatched"), 2U);
    EXPECT_EQ(countOf(trace->ledger(), "clocks-agree"), 2U);
}

TEST(Join, TellsTheGroupsOfRanksApart)
{
    std::mt19937_64 rng(2);
    const auto trace = join(allReduces(rng, 2, 3));
    ASSERT_NE(trace, nullptr);
    ASSERT_EQ(trace->devices().size(), 2U);
    EXPECT_EQ(trace->devices()[0].rank, 0);
    EXPECT_EQ(trace->devices()[1].rank, 1);
    std::vector<std::string> groups;
    for (const model::Track& t : trace->tracks()) {
        if (!t.parent.valid()) {
            groups.push_back(t.name);
        }
    }
    EXPECT_EQ(groups,
              (std::vector<std::string>{"rank 0 · GPU 0", "rank 1 · GPU 0", "rank 0 · process 100",
                                        "rank 1 · process 101"}));
}

TEST(Join, OneFileIsAsBefore)
{
    TraceBuilder builder;
    builder.beginSource("run/rank5.json");
    builder.append(rankBatch({{"gemm", kEpoch, kEpoch + 10}}, 0, 1));
    const auto trace = builder.finish(JobContext());
    ASSERT_TRUE(trace.has_value());
    EXPECT_EQ((*trace)->tracks().front().name, "GPU 0");
    EXPECT_TRUE((*trace)->ledger().entries().empty());
}

TEST(Join, ReadsRanksFromFileNames)
{
    EXPECT_EQ(rankOfFileName("a/rank3.pt.trace.json.gz"), 3);
    EXPECT_EQ(rankOfFileName("run_RANK-12.sqlite"), 12);
    EXPECT_EQ(rankOfFileName("rank1/trace.json"), -1);
    EXPECT_EQ(rankOfFileName("frank3.json"), -1);
    EXPECT_EQ(rankOfFileName("rankings.json"), -1);
    EXPECT_EQ(rankOfFileName("x.rank=07.json"), 7);
}

TEST(Join, NamesKindsOfCollectives)
{
    EXPECT_EQ(collectiveKind("ncclDevKernel_AllReduce_Sum_f32_RING_LL(x)"), "AllReduce");
    EXPECT_EQ(collectiveKind("ncclDevKernel_Generic(ncclDevKernelArgsStorage<4096ul>)"), "Generic");
    EXPECT_EQ(collectiveKind("ncclKernel_SendRecv_RING_SIMPLE_Sum_int8_t(ncclWorkElem)"),
              "SendRecv");
    EXPECT_EQ(collectiveKind("void multimem_all_reduce_kernel<float>(int)"),
              "void multimem_all_reduce_kernel");
}

} // namespace
} // namespace longpole::import
