// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The critical path of real traces: what must hold for each, and the figures known of some.
#include "core/analysis/analysis.h"
#include "core/analysis/critical_path/critical_path.h"
#include "core/analysis/critical_path/path_state.h"
#include "core/open/export_trace.h"
#include "core/open/open_trace.h"
#include "tests/corpus/corpus.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace {

using namespace longpole;
using namespace longpole::critical_path;

std::shared_ptr<const model::Trace> openFiles(const std::vector<std::string>& paths)
{
    open::OpenOptions options;
    options.useCache = false;
    auto trace = open::openTrace(paths, options, JobContext());
    EXPECT_TRUE(trace) << (trace ? "" : trace.error().text());
    return trace ? *trace : nullptr;
}

std::optional<CriticalPath> pathOf(const std::shared_ptr<const model::Trace>& trace,
                                   const std::string& region = {})
{
    auto path =
        analyse(trace, region.empty() ? RegionSpec{} : RegionSpec::named(region), {}, JobContext());
    EXPECT_TRUE(path) << (path ? "" : path.error().text());
    return path ? std::optional(*path) : std::nullopt;
}

std::int64_t on(const CriticalPath& path, Category category)
{
    return path.categories()[index(category)].ns;
}

std::int64_t gpu(const CriticalPath& path)
{
    return on(path, Category::Kernel) + on(path, Category::Memcpy) + on(path, Category::Memset);
}

// Idle time per device by the other analysis, which knows nothing of paths.
std::vector<std::int64_t> idleByGpuTime(const model::Trace& trace)
{
    const auto report = analysis::findAnalysis("gpu-time")->run(trace, {}, JobContext());
    std::vector<std::int64_t> idle;
    const analysis::Table& table = report->tables.front();
    const auto column = std::find_if(table.columns.begin(), table.columns.end(),
                                     [](const auto& c) { return c.key == "idle_ns"; })
        - table.columns.begin();
    for (const auto& row : table.rows) {
        idle.push_back(std::get<std::int64_t>(row[static_cast<std::size_t>(column)]));
    }
    return idle;
}

void checkSteps(const CriticalPath& path)
{
    TimeNs at = path.region().range.begin;
    for (const Step& s : path.steps()) {
        ASSERT_EQ(s.begin, at);
        ASSERT_LT(s.begin, s.end);
        at = s.end;
    }
    ASSERT_EQ(at, path.region().range.end);
    EXPECT_EQ(path.length().ns, path.makespan().ns);
    std::int64_t sum = 0;
    for (const DurationNs ns : path.categories()) {
        sum += ns.ns;
    }
    EXPECT_EQ(sum, path.makespan().ns);
    for (const OpFigures& op : path.ops()) {
        ASSERT_GE(op.slack.ns, 0);
        ASSERT_GE(op.drag.ns, 0);
        ASSERT_TRUE(op.onPath || op.drag.ns == 0);
    }
    // Nothing changed: nothing changes.
    const auto same = whatIf(path, std::vector<Change>{Change{}}, JobContext());
    ASSERT_TRUE(same);
    EXPECT_EQ(same->low.ns, path.makespan().ns);
    EXPECT_EQ(same->high.ns, path.makespan().ns);
}

void checkIdle(const CriticalPath& path)
{
    const auto stalls = path.stalls(JobContext(), true);
    ASSERT_TRUE(stalls);
    const std::vector<std::int64_t> expected = idleByGpuTime(path.trace());
    for (const IdleTime& d : stalls->devices) {
        EXPECT_EQ(d.idle.ns, expected[d.device]);
    }
    for (const auto* list : {&stalls->devices, &stalls->streams}) {
        for (const IdleTime& d : *list) {
            std::int64_t causes = 0;
            for (const DurationNs ns : d.causes) {
                causes += ns.ns;
            }
            EXPECT_EQ(causes, d.idle.ns);
            for (const Gap& gap : d.gaps) {
                std::int64_t parts = 0;
                for (const DurationNs ns : gap.parts.all()) {
                    parts += ns.ns;
                }
                ASSERT_EQ(parts, gap.duration.ns);
            }
        }
    }
}

class EveryTrace : public testing::TestWithParam<std::string>
{
};

TEST_P(EveryTrace, PathIsAsLongAsTheRunAndIdleTimeIsExplained)
{
    LONGPOLE_NEED_CORPUS(file, GetParam());
    const auto trace = openFiles({file});
    ASSERT_TRUE(trace);
    const auto path = pathOf(trace);
    ASSERT_TRUE(path);
    EXPECT_GE(path->makespan().ns, trace->info().span.duration().ns);
    checkSteps(*path);
    checkIdle(*path);
    test::noteChecked(GetParam());
}

INSTANTIATE_TEST_SUITE_P(
    Corpus, EveryTrace,
    testing::Values("kineto/event-sync-3-streams.json.gz", "kineto/alexnet-forward.json.gz",
                    "kineto/simple-add.json.gz", "kineto/cuda-graphs-orphans.json.gz",
                    "kineto/ns-resolution.json.gz", "kineto/diff-control.json.gz",
                    "kineto/diff-test.json.gz", "kineto/compare-base.json.gz",
                    "kineto/compare-test.json.gz", "kineto/resnet50-workers0.json.gz",
                    "kineto/resnet50-workers4.json.gz", "kineto/h100-bert-small.json.gz",
                    "kineto/mi300-vllm-decode-graph.json.gz",
                    "kineto/mi300-resnet-checkpoint.json.gz", "kineto/b200-eager.json.gz",
                    "kineto/mi300-xdit-sd35.json.gz", "nsys/mfu_2gpu_before.sqlite",
                    "nsys/mfu_2gpu_after.sqlite", "nsys/power-iteration.sqlite",
                    "nsys/cloverleaf.sqlite", "nsys/healthy_1pct.sqlite",
                    "rocm/mi350-rocprofv3.json.gz", "rocm/rocprofv3-kernel_trace.csv",
                    "xla/jax-conv.xplane.pb"),
    [](const auto& one) {
        std::string name = one.param;
        std::replace_if(
            name.begin(), name.end(),
            [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
        return name;
    });

TEST(CriticalPathOfCorpus, AlexNetForward)
{
    LONGPOLE_NEED_CORPUS(file, "kineto/alexnet-forward.json.gz");
    const auto trace = openFiles({file});
    const auto path = pathOf(trace, "[param|pytorch.model.alex_net|0|0|0|measure|forward]#1");
    ASSERT_TRUE(path);
    EXPECT_EQ(path->makespan().ns, 36'356'000);
    EXPECT_EQ(gpu(*path), 3'712'000);
    std::int64_t drag = 0;
    int found = 0;
    for (const OpFigures& op : path->ops()) {
        const model::Slice s = trace->slice(op.slice);
        if (op.duration.ns == 323'000
            && trace->string(s.name).find("gcgemm") != std::string_view::npos) {
            drag = op.drag.ns;
            ++found;
            EXPECT_TRUE(op.onPath);
            EXPECT_TRUE(op.bindsNext.valid());
        }
    }
    EXPECT_EQ(found, 1);
    EXPECT_NEAR(static_cast<double>(drag), 68'000, 1'000);
}

TEST(CriticalPathOfCorpus, SimpleAdd)
{
    LONGPOLE_NEED_CORPUS(file, "kineto/simple-add.json.gz");
    const auto trace = openFiles({file});
    std::string name;
    for (std::uint32_t i = 0; i < trace->strings().size() && name.empty(); ++i) {
        const std::string_view text = trace->strings().get(StringId(i));
        if (text.starts_with("[param|") && text.find("measure|forward") != std::string_view::npos) {
            name = text;
        }
    }
    const auto path = pathOf(trace, name + "#1");
    ASSERT_TRUE(path);
    EXPECT_EQ(path->makespan().ns, 243'351'000);
}

TEST(CriticalPathOfCorpus, EventSyncAccountsForTheWholeRun)
{
    LONGPOLE_NEED_CORPUS(file, "kineto/event-sync-3-streams.json.gz");
    const auto path = pathOf(openFiles({file}));
    ASSERT_TRUE(path);
    EXPECT_EQ(path->makespan().ns, 19'930'000);
    EXPECT_EQ(path->length().ns, 19'930'000);
}

TEST(CriticalPathOfCorpus, FiveStepsAreGpuWork)
{
    LONGPOLE_NEED_CORPUS(file, "kineto/ns-resolution.json.gz");
    const auto path = pathOf(openFiles({file}), "ProfilerStep#101..ProfilerStep#105");
    ASSERT_TRUE(path);
    EXPECT_EQ(path->makespan().ns, 483'517'602);
    EXPECT_GE(static_cast<double>(gpu(*path)), 0.975 * 483'517'602);
}

// The last events of this file are a watchdog's, long after the work: they are no reason why the
// run lasts, so faster kernels shorten it. (They once capped every gain at the 3.69 us of the last
// one.)
TEST(CriticalPathOfCorpus, AWatchdogHoldsNothingUp)
{
    LONGPOLE_NEED_CORPUS(file, "kineto/ns-resolution.json.gz");
    const auto path = pathOf(openFiles({file}));
    ASSERT_TRUE(path);
    const auto faster =
        whatIf(*path, std::vector{Change{ChangeKind::Scale, {}, 0.5}}, JobContext());
    ASSERT_TRUE(faster);
    EXPECT_GT((faster->makespan - faster->high).ns, gpu(*path) / 4);
}

TEST(CriticalPathOfCorpus, OrphansAreNoGroundForCertainty)
{
    LONGPOLE_NEED_CORPUS(file, "kineto/cuda-graphs-orphans.json.gz");
    const auto path = pathOf(openFiles({file}));
    ASSERT_TRUE(path);
    const Confidence& c = path->confidence();
    EXPECT_GT(c.residualShare + c.inferredShare, 0.5);
    EXPECT_GE(c.unresolvedWaits, 425U);
    EXPECT_FALSE(c.words.empty());
}

// How streams were made is in exports of Nsight Systems (TARGET_INFO_CUDA_STREAM). All work of this
// one is on the null stream, 7; the seven non-blocking streams made beside it never had any.
TEST(CriticalPathOfCorpus, StreamsAreWhatTheRecordingSays)
{
    LONGPOLE_NEED_CORPUS(file, "nsys/cloverleaf.sqlite");
    const auto path = pathOf(openFiles({file}));
    ASSERT_TRUE(path);
    std::size_t nonBlocking = 0;
    for (const auto& [name, value] : path->trace().info().properties) {
        nonBlocking += name.starts_with("cuda_stream/") && value.starts_with("non-blocking");
    }
    EXPECT_EQ(nonBlocking, 7U);
    const auto& streams = path->state().model->input().streams;
    ASSERT_EQ(streams.size(), 1U);
    EXPECT_TRUE(streams[0].flagsKnown);
    EXPECT_TRUE(streams[0].legacyDefault);
    EXPECT_FALSE(streams[0].blocking);
}

// One run in two formats: the same path, up to how finely each tells time.
TEST(CriticalPathOfCorpus, DoesNotDependOnTheFormat)
{
    for (const char* name : {"nsys/power-iteration.sqlite", "nsys/mfu_2gpu_after.sqlite"}) {
        LONGPOLE_NEED_CORPUS(file, name);
        const auto trace = openFiles({file});
        const auto path = pathOf(trace);
        const auto json = std::filesystem::temp_directory_path() / "longpole-same-run.json";
        ASSERT_TRUE(open::exportTrace(*trace, "chrome-json", json.string(), JobContext()));
        const auto again = pathOf(openFiles({json.string()}));
        std::filesystem::remove(json);
        ASSERT_TRUE(path && again);
        EXPECT_EQ(again->makespan().ns, path->makespan().ns);
        EXPECT_EQ(again->ops().size(), path->ops().size());
        EXPECT_EQ(again->confidence().unresolvedWaits, path->confidence().unresolvedWaits);
        for (std::size_t i = 0; i < kCategoryCount; ++i) {
            EXPECT_EQ(again->categories()[i].ns, path->categories()[i].ns)
                << name << ": " << categoryName(Category(i));
        }
    }
}

TEST(CriticalPathOfCorpus, EightRanksMeetInTheirCollectives)
{
    LONGPOLE_NEED_CORPUS(first, "kineto/dlrm-8-ranks/rank0.pt.trace.json.gz");
    std::vector<std::string> files;
    for (const auto& entry :
         std::filesystem::directory_iterator(std::filesystem::path(first).parent_path())) {
        files.push_back(entry.path().string());
    }
    std::sort(files.begin(), files.end());
    const auto path = pathOf(openFiles(files));
    ASSERT_TRUE(path);
    checkSteps(*path);
    checkIdle(*path);
    const auto collectives = path->collectives();
    ASSERT_FALSE(collectives.empty());
    for (const Collective& c : collectives) {
        ASSERT_GE(c.parts.size(), 2U);
        for (const CollectivePart& part : c.parts) {
            EXPECT_GE(part.skew.ns, 0);
            EXPECT_EQ(part.skew.ns + part.transfer.ns, (part.end - part.begin).ns);
        }
        EXPECT_EQ(c.parts[c.last].skew.ns, 0);
    }
    const auto calm = whatIf(
        *path, std::vector<Change>{{.kind = ChangeKind::MedianRank, .rank = 3}}, JobContext());
    ASSERT_TRUE(calm);
    EXPECT_GT(calm->changed, 0U);
    test::noteChecked("kineto/dlrm-8-ranks");
}

} // namespace
