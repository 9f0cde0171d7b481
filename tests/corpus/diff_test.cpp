// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Comparisons of real recordings: the figures known of four pairs, and nothing between a recording
// and itself.
#include "tests/corpus/corpus.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>

namespace {

using longpole::test::Answer;
using simdjson::dom::element;

std::int64_t sumOfDeltas(element list)
{
    std::int64_t out = 0;
    for (element e : list.get_array()) {
        out += std::int64_t(e["delta_ns"]);
    }
    return out;
}

// Both levels of the waterfall add up to the change of the makespan.
void expectExact(const Answer& diff)
{
    const std::int64_t change = diff.json()["path"]["makespan_delta_ns"];
    EXPECT_EQ(sumOfDeltas(diff.json()["waterfall"]), change);
    std::int64_t byOperation = 0;
    for (element category : diff.json()["waterfall"].get_array()) {
        EXPECT_EQ(sumOfDeltas(category["operations"]), std::int64_t(category["delta_ns"]));
        byOperation += sumOfDeltas(category["operations"]);
    }
    EXPECT_EQ(byOperation, change);
}

TEST(CorpusDiff, MoreLoaderProcessesMakeTheStepsFaster)
{
    LONGPOLE_NEED_CORPUS(before, "kineto/resnet50-workers0.json.gz");
    LONGPOLE_NEED_CORPUS(after, "kineto/resnet50-workers4.json.gz");
    const Answer diff({"diff", before, after, "--json"});
    EXPECT_EQ(diff.mismatch(R"({
        "verdict": "faster",
        "effect": {"ratio": {"$min": 0.7179, "$max": 0.7180}, "low": {"$min": 0.66, "$max": 0.70},
                   "high": {"$min": 0.96, "$max": 0.99}, "n_before": 6, "n_after": 6,
                   "mean_before_ns": 174829333, "mean_after_ns": 139692000,
                   "rank_test": {"p": {"$min": 0.0649, "$max": 0.065}, "exact": true},
                   "rank_test_disagrees": true},
        "iterations": {"after": {"list": [{"state": "odd"}, {"state": "regular"}, {"state": "regular"},
                                          {"state": "regular"}, {"state": "odd"}, {"state": "regular"}]}},
        "totals": {"kernel_ns": {"before": 591532000, "after": 594868000}},
        "matching": {"ops_before": 9096, "ops_after": 9258},
        "sentence": {"$regex": ".*GPU work is unchanged .kernels 591.532 ms → 594.868 ms.*enumerate.DataLoader.*of its 415.791 ms.*of its 8.522 ms.*"},
        "comparability": {"$has": [{"key": "gpu_model", "agreement": "same"},
                                   {"key": "shapes", "agreement": "same"},
                                   {"key": "gpu_ops", "before": "1516", "after": "1543", "blocks": false}]}
    })"),
              "");
    expectExact(diff);
    longpole::test::noteChecked("diff of resnet50-workers0 and -workers4");
}

TEST(CorpusDiff, ASmallerSumOverLessWorkIsNoGain)
{
    LONGPOLE_NEED_CORPUS(before, "nsys/mfu_2gpu_before.sqlite");
    LONGPOLE_NEED_CORPUS(after, "nsys/mfu_2gpu_after.sqlite");
    const Answer diff({"diff", before, after, "--json"});
    EXPECT_EQ(diff.mismatch(R"({
        "verdict": "not comparable", "equal_work": false, "waterfall": [], "totals": {},
        "reason": {"$regex": ".*unequal work.*"},
        "rows": {"$has": [
            {"name": "flash::flash_fwd_kernel", "count_before": 68, "count_after": 60,
             "before_ns": 272317378, "after_ns": 240755667, "mean_before_ns": 4004667, "mean_after_ns": 4012594},
            {"name": "ncclDevKernel_SendRecv", "count_before": 66, "count_after": 62}]}
    })"),
              "");
    std::int64_t kernelsBefore = 0;
    std::int64_t kernelsAfter = 0;
    for (element row : diff.json()["rows"].get_array()) {
        if (std::string_view(row["kind"]) == "kernel") {
            kernelsBefore += std::int64_t(row["before_ns"]);
            kernelsAfter += std::int64_t(row["after_ns"]);
        }
    }
    EXPECT_EQ(kernelsBefore, 535'200'650);
    EXPECT_EQ(kernelsAfter, 488'835'406);
    longpole::test::noteChecked("diff of mfu_2gpu_before and _after");
}

TEST(CorpusDiff, NamesOfHostOperationsInOneStep)
{
    LONGPOLE_NEED_CORPUS(before, "kineto/compare-base.json.gz");
    LONGPOLE_NEED_CORPUS(after, "kineto/compare-test.json.gz");
    const Answer diff({"diff", before, after, "--range", "ProfilerStep#1010", "--json"});
    EXPECT_EQ(diff.mismatch(R"({"verdict": null, "cpu_changes": {
        "equal": ["ProfilerStep#1010", "aten::as_strided", "aten::empty", "cudaEventQuery", "cudaLaunchKernel"],
        "added": ["AddmmBackward0", "All2All_Pooled_Req", "CatBackward0"],
        "removed": ["nccl:all_reduce"], "increased": [], "decreased": []}})"),
              "");
    expectExact(diff);
    longpole::test::noteChecked("diff of compare-base and compare-test");
}

TEST(CorpusDiff, OtherGpusAndGraphsAreSeen)
{
    LONGPOLE_NEED_CORPUS(before, "kineto/diff-control.json.gz");
    LONGPOLE_NEED_CORPUS(after, "kineto/diff-test.json.gz");
    const Answer diff({"diff", before, after, "--json"});
    EXPECT_EQ(diff.mismatch(R"({
        "verdict": "not comparable",
        "comparability": {"$has": [
            {"key": "gpu_model", "before": "NVIDIA A100-PG509-200", "after": "Tesla V100-SXM2-16GB",
             "agreement": "differs", "blocks": true},
            {"key": "world_size", "before": "8", "after": "2"}]},
        "matching": {"graph_ops_before": 0, "graph_ops_after": 5046},
        "rows": {"$has": [{"change": "now in a graph"}]},
        "cautions": {"$has": [{"$regex": "now in a graph: 5046 of 15632.*"}]}
    })"),
              "");
    longpole::test::noteChecked("diff of diff-control and diff-test");
}

class CorpusDiffWithItself : public testing::TestWithParam<const char*>
{
};

TEST_P(CorpusDiffWithItself, IsZeroEverywhere)
{
    LONGPOLE_NEED_CORPUS(file, GetParam());
    const Answer diff({"diff", file, file, "--json"});
    EXPECT_EQ(diff.mismatch(R"({
        "verdict": "no difference seen", "equal_work": true, "groups": [], "effect": {"ratio": 1.0},
        "path": {"makespan_delta_ns": 0}, "matching": {"identical_share": 1.0, "fallbacks": 0},
        "cpu_changes": {"added": [], "removed": [], "increased": [], "decreased": []},
        "comparability": {"$none": {"agreement": "differs"}},
        "rows": {"$none": {"delta_ns": {"$min": 1}}}, "cpu_names": {"$none": {"delta_ns": {"$min": 1}}}
    })"),
              "");
    for (const char* list : {"waterfall", "rows", "shapes", "cpu_names", "cpu_paths"}) {
        for (element e : diff.json()[list].get_array()) {
            ASSERT_EQ(std::int64_t(e["delta_ns"]), 0) << list;
        }
    }
    for (element e : diff.json()["rows"].get_array()) {
        ASSERT_EQ(std::string_view(e["change"]), "same");
    }
    longpole::test::noteChecked(std::string("diff with itself: ") + GetParam());
}

INSTANTIATE_TEST_SUITE_P(Files, CorpusDiffWithItself,
                         testing::Values("kineto/resnet50-workers4.json.gz",
                                         "kineto/diff-test.json.gz", "kineto/b200-eager.json.gz",
                                         "kineto/cuda-graphs-orphans.json.gz",
                                         "nsys/mfu_2gpu_after.sqlite",
                                         "nsys/power-iteration.sqlite",
                                         "rocm/rocprofv3-kernel_trace.csv", "kineto/dlrm-8-ranks"));

} // namespace
