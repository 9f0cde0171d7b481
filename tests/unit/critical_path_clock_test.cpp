// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// A device whose clock is off: its operations are moved for the path, and everything says so.
#include "core/analysis/critical_path/critical_path.h"
#include "core/open/open_trace.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

namespace longpole::test {

namespace {

using namespace critical_path;

// 60 rounds of 100 us: call at 0, kernel 6-66, wait 10-68; the device's clock is `off` us late.
std::shared_ptr<const model::Trace> rounds(int off)
{
    std::string events;
    const auto add = [&](const std::string& category, const std::string& name, int pid, int tid,
                         int begin, int end, const std::string& args) {
        events += (events.empty() ? "" : ",\n");
        events += R"({"ph": "X", "cat": ")" + category + R"(", "name": ")" + name + R"(", "pid": )"
            + std::to_string(pid) + R"(, "tid": )" + std::to_string(tid) + R"(, "ts": )"
            + std::to_string(begin + 10'000) + R"(, "dur": )" + std::to_string(end - begin)
            + R"(, "args": {)" + args + "}}";
    };
    for (int i = 0; i < 60; ++i) {
        const int t = i * 100;
        const std::string launch = R"("correlation": )" + std::to_string(2 * i + 1);
        const std::string sync = R"("correlation": )" + std::to_string(2 * i + 2);
        const std::string gpu = R"("device": 0, "context": 1, "stream": 7, )";
        add("cuda_runtime", "cudaLaunchKernel", 1, 1, t, t + 2, launch);
        add("kernel", "k", 0, 7, t + 6 - off, t + 66 - off, gpu + launch);
        add("cuda_runtime", "cudaStreamSynchronize", 1, 1, t + 10, t + 68, sync);
        add("cuda_sync", "Stream Sync", 0, 7, t + 10, t + 68, gpu + sync);
    }
    const auto path = std::filesystem::temp_directory_path()
        / ("longpole-clock-" + std::to_string(::getpid()) + ".json");
    std::ofstream(path) << R"({"schemaVersion": 1, "traceEvents": [)" << events << "]}";
    open::OpenOptions options;
    options.useCache = false;
    auto trace = open::openTrace({path.string()}, options, JobContext());
    std::filesystem::remove(path);
    EXPECT_TRUE(trace) << (trace ? "" : trace.error().text());
    return trace ? *trace : nullptr;
}

TEST(CriticalPathClock, WhatWasMovedSaysBy)
{
    const auto path = analyse(rounds(400), {}, {}, JobContext());
    ASSERT_TRUE(path);
    const model::Trace& trace = path->trace();
    const DurationNs moved{394'000}; // calls and kernels begin together then
    EXPECT_EQ(path->confidence().clockShift.ns, moved.ns);
    EXPECT_THAT(path->confidence().words,
                ::testing::Contains(::testing::HasSubstr("up to 394.0 µs behind its host's")));
    std::size_t kernels = 0;
    for (const Step& s : path->steps()) {
        const bool gpu = s.track.valid() && trace.track(s.track).kind == model::TrackKind::Stream;
        EXPECT_EQ(s.moved.ns, gpu ? moved.ns : 0);
        if (s.category == Category::Kernel) {
            // The step and the slice it is about are the same stretch, on two clocks.
            const model::Slice slice = trace.slice(s.slice);
            EXPECT_EQ((s.begin - s.moved).ns, slice.start.ns);
            EXPECT_EQ((s.end - s.moved).ns, slice.end().ns);
            ++kernels;
        }
    }
    EXPECT_EQ(kernels, 60U);
}

TEST(CriticalPathClock, StallsStandBetweenTheOperationsAsRecorded)
{
    const auto path = analyse(rounds(400), {}, {}, JobContext());
    ASSERT_TRUE(path);
    const model::Trace& trace = path->trace();
    const auto stalls = path->stalls(JobContext());
    ASSERT_TRUE(stalls);
    for (const auto* all : {&stalls->devices, &stalls->streams}) {
        ASSERT_EQ(all->size(), 1U);
        ASSERT_EQ(all->front().gaps.size(), 59U);
        EXPECT_EQ(all->front().idle.ns, 59 * 40'000);
        for (const Gap& gap : all->front().gaps) {
            EXPECT_EQ(gap.recorded().begin.ns, trace.slice(gap.before).end().ns);
            EXPECT_EQ(gap.recorded().end.ns, trace.slice(gap.after).start.ns);
            EXPECT_EQ(gap.cause, Cause::HostUntracked);
        }
    }
}

TEST(CriticalPathClock, NothingIsSaidWhereNothingWasMoved)
{
    const auto path = analyse(rounds(0), {}, {}, JobContext());
    ASSERT_TRUE(path);
    EXPECT_EQ(path->confidence().clockShift.ns, 0);
    for (const Step& s : path->steps()) {
        EXPECT_EQ(s.moved.ns, 0);
    }
    for (const std::string& words : path->confidence().words) {
        EXPECT_THAT(words, ::testing::Not(::testing::HasSubstr("clock")));
    }
}

} // namespace

} // namespace longpole::test
