// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// From a file to the answers: regions, synchronisation records, changes by name.
#include "core/analysis/critical_path/limits.h"
#include "core/open/open_trace.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <stop_token>
#include <string>

namespace longpole::test {

namespace {

using namespace critical_path;

// Writes what PyTorch's profiler would. Times in us.
class Recording
{
public:
    Recording& host(const std::string& category, const std::string& name, double begin, double end,
                    const std::string& args = "{}", int tid = 1)
    {
        event(category, name, 1, std::to_string(tid), begin, end, args);
        return *this;
    }
    Recording& annotation(const std::string& name, double begin, double end)
    {
        return host("user_annotation", name, begin, end);
    }
    Recording& api(const std::string& name, double begin, double end, int correlation)
    {
        return host("cuda_runtime", name, begin, end,
                    R"({"correlation": )" + std::to_string(correlation) + "}");
    }
    Recording& kernel(const std::string& name, int stream, double begin, double end,
                      int correlation)
    {
        event("kernel", name, 0, std::to_string(stream), begin, end, gpuArgs(stream, correlation));
        return *this;
    }
    Recording& launch(const std::string& name, int stream, double begin, double end, double call,
                      int correlation)
    {
        return api("cudaLaunchKernel", call, call + 1, correlation)
            .kernel(name, stream, begin, end, correlation);
    }
    Recording& streamSync(int stream, double begin, double end, int correlation)
    {
        api("cudaStreamSynchronize", begin, end, correlation);
        event("cuda_sync", "Stream Sync", 0, std::to_string(stream), begin, end,
              gpuArgs(stream, correlation));
        return *this;
    }
    Recording& waitEvent(int stream, int recordStream, int recordCorrelation, double begin,
                         double end, int correlation)
    {
        api("cudaStreamWaitEvent", begin, end, correlation);
        event("cuda_sync", "Stream Wait Event", 0, std::to_string(stream), begin, end,
              R"({"wait_on_stream": )" + std::to_string(recordStream)
                  + R"(, "wait_on_cuda_event_record_corr_id": )" + std::to_string(recordCorrelation)
                  + R"(, "wait_on_cuda_event_id": 3, "stream": )" + std::to_string(stream)
                  + R"(, "correlation": )" + std::to_string(correlation)
                  + R"(, "device": 0, "context": 1})");
        return *this;
    }

    std::shared_ptr<const model::Trace> open() const
    {
        const auto path = std::filesystem::temp_directory_path()
            / ("longpole-critical-path-" + std::to_string(::getpid()) + ".json");
        std::ofstream(path) << R"({"schemaVersion": 1, "traceEvents": [)" << m_events << "]}";
        open::OpenOptions options;
        options.useCache = false;
        auto trace = open::openTrace({path.string()}, options, JobContext());
        std::filesystem::remove(path);
        EXPECT_TRUE(trace) << (trace ? "" : trace.error().text());
        return trace ? *trace : nullptr;
    }

private:
    static std::string gpuArgs(int stream, int correlation)
    {
        return R"({"device": 0, "context": 1, "stream": )" + std::to_string(stream)
            + R"(, "correlation": )" + std::to_string(correlation) + "}";
    }
    void event(const std::string& category, const std::string& name, int pid,
               const std::string& tid, double begin, double end, const std::string& args)
    {
        m_events += m_events.empty() ? "" : ",\n";
        m_events += R"({"ph": "X", "cat": ")" + category + R"(", "name": ")" + name
            + R"(", "pid": )" + std::to_string(pid) + R"(, "tid": )" + tid + R"(, "ts": )"
            + std::to_string(begin + 1000) + R"(, "dur": )" + std::to_string(end - begin)
            + R"(, "args": )" + args + "}";
    }
    std::string m_events;
};

// Two streams, the second waits for the first; then a host gap and a third kernel.
Recording twoStreams()
{
    Recording r;
    r.annotation("step", 0, 120).annotation("step", 120, 260).annotation("step#x: a", 130, 250);
    r.host("cpu_op", "aten::mm", 0, 4).host("cpu_op", "aten::add", 6, 12);
    r.launch("gemm_one", 7, 5, 55, 0, 11);
    r.api("cudaEventRecord", 2, 3, 12);
    r.waitEvent(20, 7, 12, 6, 7, 13);
    r.launch("gemm_two", 20, 56, 96, 8, 14);
    r.launch("small", 7, 56, 76, 10, 15);
    r.streamSync(20, 16, 98, 16);
    r.launch("gemm_three", 7, 205, 225, 200, 17);
    r.streamSync(7, 202, 227, 18);
    return r;
}

std::optional<CriticalPath> pathOf(const std::shared_ptr<const model::Trace>& trace,
                                   const RegionSpec& region = {})
{
    Options options;
    options.lags = Lags{5'000, 1'000, 1'000, 2'000, 1'000};
    auto path = analyse(trace, region, options, JobContext());
    EXPECT_TRUE(path) << (path ? "" : path.error().text());
    return path ? std::optional(*path) : std::nullopt;
}

std::int64_t us(DurationNs ns)
{
    return ns.ns / 1000;
}

TEST(CriticalPathTrace, SynchronisationRecordsTellWhatWasAwaited)
{
    const auto trace = twoStreams().open();
    const auto path = pathOf(trace);
    ASSERT_TRUE(path);
    EXPECT_EQ(us(path->makespan()), 260);
    EXPECT_EQ(us(path->categories()[index(Category::Kernel)]), 110);
    EXPECT_EQ(us(path->categories()[index(Category::EventWait)]), 1);
    EXPECT_EQ(path->confidence().unresolvedWaits, 0U);
    EXPECT_EQ(path->confidence().inferredEdges, 0U);
    EXPECT_EQ(us(path->residual()), 0);
    ASSERT_EQ(path->ops().size(), 4U);
    for (const OpFigures& op : path->ops()) {
        const bool small = trace->string(trace->slice(op.slice).name) == "small";
        EXPECT_EQ(op.onPath, !small);
        EXPECT_EQ(path->onPath(op.slice), !small);
        EXPECT_EQ(us(op.drag) > 0, !small);
    }
}

TEST(CriticalPathTrace, RegionsByName)
{
    const auto trace = twoStreams().open();
    const auto first = resolveRegion(*trace, RegionSpec::named("step"));
    ASSERT_TRUE(first);
    EXPECT_EQ(first->range, (TimeRange{TimeNs{0}, TimeNs{120'000}}));
    EXPECT_EQ(trace->track(first->anchor).kind, model::TrackKind::Thread);
    EXPECT_EQ(resolveRegions(*trace, "step")->size(), 2U);
    EXPECT_EQ(resolveRegion(*trace, RegionSpec::named("step#1"))->range.begin.ns, 120'000);
    // An exact name wins over everything its characters might mean.
    EXPECT_EQ(resolveRegion(*trace, RegionSpec::named("step#x: a"))->range.begin.ns, 130'000);
    EXPECT_EQ(resolveRegion(*trace, RegionSpec::named("step#0..step#1"))->range,
              (TimeRange{TimeNs{0}, TimeNs{260'000}}));
    EXPECT_EQ(resolveRegion(*trace, RegionSpec::named("1.5us:0.25ms"))->range,
              (TimeRange{TimeNs{1'500}, TimeNs{250'000}}));
    EXPECT_EQ(resolveRegion(*trace, RegionSpec::named("-3000:40"))->range.begin.ns, -3'000);
    for (const char* bad :
         {"", "stepp", "step#2", "step#", "9us:3us", "1:2:3", "aten::mm", "a..b"}) {
        const auto none = resolveRegion(*trace, RegionSpec::named(bad));
        ASSERT_FALSE(none) << bad;
        EXPECT_EQ(none.error().code, Errc::Format);
    }
}

TEST(CriticalPathTrace, ARegionIsItsOwnRun)
{
    const auto trace = twoStreams().open();
    const auto second = pathOf(trace, RegionSpec::named("step#1"));
    ASSERT_TRUE(second);
    EXPECT_EQ(us(second->makespan()), 140);
    EXPECT_EQ(second->ops().size(), 1U);
    const auto stalls = second->stalls(JobContext());
    ASSERT_TRUE(stalls);
    ASSERT_EQ(stalls->devices.size(), 1U);
    EXPECT_EQ(us(stalls->devices[0].idle), 120); // from source to sink
    // Work launched inside counts to its end.
    const auto range = pathOf(trace, RegionSpec::of(TimeRange{TimeNs{0}, TimeNs{9'000}}));
    ASSERT_TRUE(range);
    EXPECT_EQ(us(range->makespan()), 96);
}

// What one thread computes before its first call is its own, even if another is the anchor.
TEST(CriticalPathTrace, HostCodeBeforeTheFirstCallBelongsToTheThreadThatMakesIt)
{
    Recording run;
    run.host("cpu_op", "load the batch", 0, 90, "{}", 1).launch("a", 7, 105, 205, 100, 1);
    for (int i = 0; i < 3; ++i) { // most launches: thread 2
        const double at = 110 + i;
        run.host("cuda_runtime", "cudaLaunchKernel", at, at + 1,
                 R"({"correlation": )" + std::to_string(10 + i) + "}", 2);
        run.kernel("b", 7, 206 + 11 * i, 216 + 11 * i, 10 + i);
    }
    const auto path = pathOf(run.open());
    ASSERT_TRUE(path);
    ASSERT_EQ(path->trace().track(path->region().anchor).tid, 2);
    const Step& first = path->steps().front();
    EXPECT_EQ(first.category, Category::Cpu);
    EXPECT_EQ(us(first.end - first.begin), 90);
    EXPECT_EQ(path->trace().track(first.track).tid, 1);
    EXPECT_EQ(us(path->categories()[index(Category::HostUntracked)]), 10); // 90 to 100
}

TEST(CriticalPathTrace, StallsNameTheirCause)
{
    const auto trace = twoStreams().open();
    const auto path = pathOf(trace);
    const auto stalls = path->stalls(JobContext(), true);
    ASSERT_TRUE(stalls);
    const IdleTime& device = stalls->devices.at(0);
    ASSERT_EQ(device.gaps.size(), 2U); // 55-56 and 96-205
    EXPECT_EQ(device.gaps[0].cause, Cause::EventWait);
    EXPECT_EQ(device.gaps[1].cause, Cause::HostUntracked);
    EXPECT_EQ(us(device.gaps[1].parts[index(Cause::Launch)]), 5);
    EXPECT_EQ(us(device.gaps[1].parts[index(Cause::SyncWait)]), 2);
    EXPECT_EQ(us(device.idle), 110);
    EXPECT_EQ(stalls->streams.size(), 2U);
}

// The GPU starves from 105 to 405 while one thread waits, then works, then launches.
TEST(CriticalPathTrace, HostWorkIsToBlameNotTheCallBeforeIt)
{
    Recording r;
    r.launch("a", 7, 5, 105, 0, 1).streamSync(7, 10, 106, 2);
    r.host("cpu_op", "load", 110, 330).host("cpu_op", "decode", 120, 300);
    r.host("cpu_op", "pad", 335, 395).launch("b", 7, 405, 500, 400, 3).streamSync(7, 402, 501, 4);
    const auto path = pathOf(r.open());
    const auto stalls = path->stalls(JobContext());
    ASSERT_TRUE(stalls);
    ASSERT_EQ(stalls->devices.at(0).gaps.size(), 1U);
    const Gap& gap = stalls->devices[0].gaps[0];
    EXPECT_EQ(us(gap.duration), 300);
    EXPECT_EQ(gap.cause, Cause::Cpu);
    ASSERT_TRUE(gap.blame.valid());
    EXPECT_EQ(path->trace().string(path->trace().slice(gap.blame).name), "decode");
    // Step by step the same, found the slow way.
    const std::vector<SliceId> named = hostCodeOfSteps(*path, JobContext());
    ASSERT_EQ(named.size(), path->steps().size());
    for (std::size_t i = 0; i < named.size(); ++i) {
        const Step& step = path->steps()[i];
        SliceId longest;
        DurationNs most;
        if (step.category == Category::Cpu) {
            for (const HostPiece& p :
                 hostPieces(path->trace(), step.track, {step.begin, step.end})) {
                const bool waits =
                    p.slice.valid() && path->trace().slice(p.slice).cls == model::SliceClass::Sync;
                if (p.slice.valid() && !waits && most < p.end - p.begin) {
                    most = p.end - p.begin;
                    longest = p.slice;
                }
            }
        }
        EXPECT_EQ(named[i], longest) << i;
    }
}

TEST(CriticalPathTrace, ChangesByName)
{
    const auto path = pathOf(twoStreams().open());
    const auto result = [&](const Change& change) {
        auto r = whatIf(*path, std::vector{change}, JobContext());
        EXPECT_TRUE(r) << (r ? "" : r.error().text());
        EXPECT_LE(r->low.ns, r->high.ns);
        EXPECT_FALSE(r->assumptions.empty());
        std::int64_t sum = 0;
        for (const Step& s : r->steps) {
            sum += s.duration().ns;
        }
        EXPECT_EQ(sum, r->high.ns);
        return *r;
    };
    EXPECT_EQ(us(result({ChangeKind::Scale, {.name = "gemm_one"}, 0.5}).high), 235);
    EXPECT_EQ(us(result({ChangeKind::Scale, {.name = "gemm_(one|three)"}, 0.5}).high), 225);
    EXPECT_EQ(result({ChangeKind::Scale, {.name = "gemm_"}, 0.5}).changed, 3U);
    EXPECT_EQ(us(result({ChangeKind::Remove, {.name = "gemm_two"}}).high), 220);
    EXPECT_EQ(us(result({ChangeKind::Scale, {.annotation = "step#1"}, 0}).high), 240);
    EXPECT_EQ(result({ChangeKind::Scale, {.name = "nothing"}, 0.5}).changed, 0U);
    // Without the first wait the host goes on at once.
    const WhatIf noWait = result({ChangeKind::RemoveSync, {.annotation = "step#0"}});
    EXPECT_EQ(noWait.changed, 1U);
    EXPECT_LT(noWait.high.ns, path->makespan().ns);
    EXPECT_LT(result({ChangeKind::ScaleCpu, {}, 0.5}).high.ns, path->makespan().ns);
    // Two ways from a launch call to its operation are on the path, 5 us each.
    EXPECT_EQ(us(result({ChangeKind::ScaleLaunch, {}, 0}).high), 250);
    // gemm_two waits for gemm_one alone, so that isn't fused; a graph ends where the host waits.
    const WhatIf apart = result({ChangeKind::Fuse, {.name = "gemm_one|small"}});
    EXPECT_EQ(apart.changed, 0U);
    EXPECT_THAT(apart.assumptions, ::testing::Contains(::testing::HasSubstr("nothing was joined")));
    EXPECT_EQ(result({ChangeKind::Graph, {.name = "."}}).changed, 2U); // gemm_one, small
}

// The path of twoStreams(): launch 5, gemm_one 50, event 1, gemm_two 40, return 2, host 102, launch
// 5, gemm_three 20, return 2, host 33.
TEST(CriticalPathTrace, WhatLimitsItAndTheMostToGain)
{
    const auto path = pathOf(twoStreams().open());
    ASSERT_TRUE(path);
    const auto limits = limitsOf(*path);
    EXPECT_EQ(limits[0].limit, Limit::HostWork);
    EXPECT_EQ(us(limits[0].duration), 135);
    EXPECT_EQ(limits[1].limit, Limit::GpuWork);
    EXPECT_EQ(us(limits[1].duration), 110);
    EXPECT_EQ(limits[2].limit, Limit::LaunchesAndGaps);
    EXPECT_EQ(us(limits[2].duration), 15);
    EXPECT_EQ(us(limits[3].duration), 0);
    const auto bounds = boundsOf(*path, JobContext());
    ASSERT_TRUE(bounds);
    // Without GPU work the first wait ends a us after it began (17 instead of 98), and the second
    // two after gemm_three's start (7 after its launch instead of 27).
    EXPECT_EQ(us(bounds->gpu), 81 + 20);
    EXPECT_EQ(us(bounds->host), 135);
}

TEST(CriticalPathTrace, BadChangesAreRefused)
{
    const auto path = pathOf(twoStreams().open());
    for (const Change& change :
         {Change{ChangeKind::Scale, {.name = "("}, 0.5}, Change{ChangeKind::Scale, {}, -1},
          Change{ChangeKind::Scale, {.annotation = "nowhere"}, 0.5},
          Change{.kind = ChangeKind::MedianRank, .rank = 5}}) {
        const auto refused = whatIf(*path, std::vector{change}, JobContext());
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.error().code, Errc::Format);
        EXPECT_FALSE(refused.error().message.empty());
    }
}

TEST(CriticalPathTrace, StopsWhenAsked)
{
    const auto trace = twoStreams().open();
    std::stop_source stop;
    stop.request_stop();
    const auto cancelled = analyse(trace, {}, {}, JobContext(stop.get_token(), {}));
    ASSERT_FALSE(cancelled);
    EXPECT_EQ(cancelled.error().code, Errc::Cancelled);
}

TEST(CriticalPathTrace, HostTimeIsSplitByItsInnermostSlices)
{
    Recording r;
    r.annotation("outer", 0, 100).host("cpu_op", "a", 10, 50).host("cpu_op", "b", 20, 30);
    r.host("cpu_op", "c", 60, 70);
    const auto trace = r.open();
    TrackId thread;
    for (const model::Track& t : trace->tracks()) {
        thread = t.kind == model::TrackKind::Thread ? t.id : thread;
    }
    std::string said;
    for (const HostPiece& p : hostPieces(*trace, thread, {TimeNs{5'000}, TimeNs{65'000}})) {
        said += std::to_string(p.begin.ns / 1000) + "-" + std::to_string(p.end.ns / 1000) + ":"
            + (p.slice.valid() ? std::string(trace->string(trace->slice(p.slice).name)) : "") + " ";
    }
    EXPECT_EQ(said, "5-10: 10-20:a 20-30:b 30-50:a 50-60: 60-65:c ");
    const auto path = pathOf(trace);
    EXPECT_EQ(us(path->makespan()), 100);
    EXPECT_FALSE(path->confidence().words.empty());
}

} // namespace

} // namespace longpole::test
