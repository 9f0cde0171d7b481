// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What becomes of a spool: clocks, calls, waits, memory, NVTX, losses. The spools are written here,
// record by record; what is expected was worked out by hand.
#include "tests/collector/spool_maker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace longpole::testing {

namespace {

using model::Trace;
using ::testing::HasSubstr;

wire::NvtxEvent python(wire::NvtxOp op, std::uint64_t time, std::uint64_t depth,
                       std::string_view name = {})
{
    wire::NvtxEvent e;
    e.op = op;
    e.time = time;
    e.id = depth;
    e.domain = wire::kPythonDomain;
    e.text = name;
    return e;
}

// Beside NVTX's own ranges, which may cross them. Events that found no room cost their own function
// and no other.
TEST(SpoolImport, PythonFunctionsAreToldByTheirDepth)
{
    using enum wire::NvtxOp;
    SpoolMaker m;
    wire::NvtxEvent pop;
    pop.op = Pop;
    pop.time = 3500;
    wire::NvtxEvent push;
    push.op = Push;
    push.time = 2500;
    push.text = "nvtx range";
    m.nvtx({python(Push, 2000, 1, "main"), push, python(Push, 3000, 2, "step"), pop,
            // The end of step and the beginning of what it was called from again are lost.
            python(Push, 4000, 2, "next"), python(Push, 4500, 3, "inner"),
            python(Pop, 5000, 2), // that of inner was lost
            python(Pop, 5500, 2), // its beginning was lost
            python(Pop, 9000, 1)});
    const auto t = m.trace();
    const auto expect = [&](const char* name, std::int64_t start, std::int64_t duration) {
        const Found f = find(*t, name);
        EXPECT_EQ(f.start - find(*t, "main").start, start - 2000) << name;
        EXPECT_EQ(f.duration, duration) << name;
    };
    expect("main", 2000, 7000);
    expect("step", 3000, 1000);
    expect("next", 4000, 1000);
    expect("inner", 4500, 500);
    expect("nvtx range", 2500, 1000);
    EXPECT_EQ(find(*t, "main").category, "python_function");
    EXPECT_EQ(find(*t, "nvtx range").category, "nvtx");
    EXPECT_EQ(ledger(*t, "python-end-lost"), 2U);
    EXPECT_EQ(ledger(*t, "python-begin-lost"), 1U);
    for (std::uint32_t i = 0; i < t->counts().slices; ++i) {
        const model::Slice slice = t->slice(SliceId(i));
        EXPECT_EQ(slice.cls == model::SliceClass::Python, t->string(slice.name) != "nvtx range");
    }
}

TEST(SpoolImport, NvtxAndCallsShareOneClock)
{
    SpoolMaker m;
    m.call(wire::KindRuntime, 1, 2'000, 3'000, 1);
    m.kernel("_Z4gemmPf", 5'000, 9'000, 1);
    wire::NvtxEvent push;
    push.op = wire::NvtxOp::Push;
    push.time = 1'500;
    push.text = "step";
    wire::NvtxEvent pop;
    pop.op = wire::NvtxOp::Pop;
    pop.time = 3'500;
    m.nvtx({push, pop});
    const auto t = m.trace();
    const Found step = find(*t, "step");
    const Found call = find(*t, "cudaLaunchKernel");
    const Found kernel = find(*t, "gemm(float*)");
    EXPECT_EQ(step.start, 0);
    EXPECT_EQ(step.duration, 2'000);
    EXPECT_EQ(call.start, 500);
    EXPECT_EQ(call.duration, 1'000);
    EXPECT_EQ(kernel.start, 3'500);
    EXPECT_EQ(kernel.duration, 4'000);
    EXPECT_EQ(t->counts().links, 1U);
    EXPECT_EQ(t->info().startUnixNs, 1'700'000'000'000'000'000 + 1'500);
}

// By the common id of CUDA 12, and without it by the last record of the event before the wait.
TEST(SpoolImport, WaitsAreTiedToTheRecordTheyWaitFor)
{
    for (const bool ids : {true, false}) {
        SpoolMaker m;
        for (std::uint32_t i = 1; i <= 3; ++i) { // the event is recorded three times
            m.call(wire::KindRuntime, 2, i * 1'000, i * 1'000 + 100, i);
            MadeRecord e(wire::KindCudaEvent, ids ? 56 : 24);
            e.set(wire::cuda_event::kCorrelation, i)
                .set(wire::cuda_event::kContext, 1)
                .set(wire::cuda_event::kStream, 20 + i)
                .set(wire::cuda_event::kEvent, 5);
            if (ids) {
                e.set(wire::cuda_event::kEventSync, 900 + i);
            }
            m.add(e);
        }
        m.call(wire::KindRuntime, 3, 4'000, 4'100, 9);
        MadeRecord s(wire::KindSync, ids ? 56 : 40);
        s.set(wire::sync::kType, 2)
            .set(wire::sync::kStart, SpoolMaker::at(4'000))
            .set(wire::sync::kEnd, SpoolMaker::at(4'100))
            .set(wire::sync::kCorrelation, 9)
            .set(wire::sync::kContext, 1)
            .set(wire::sync::kStream, 30)
            .set(wire::sync::kEvent, 5);
        if (ids) {
            s.set(wire::sync::kEventSync, 902); // not the last one
        }
        m.add(s);
        const std::string args = find(*m.trace(), "Stream Wait Event").args;
        EXPECT_THAT(args, HasSubstr("\"stream\":30")) << args;
        EXPECT_THAT(args,
                    HasSubstr(ids ? "\"wait_on_cuda_event_record_corr_id\":2"
                                  : "\"wait_on_cuda_event_record_corr_id\":3"));
        EXPECT_THAT(args, HasSubstr(ids ? "\"wait_on_stream\":22" : "\"wait_on_stream\":23"));
    }
}

TEST(SpoolImport, DriverCallsInsideRuntimeCallsLaunchNothingTwice)
{
    SpoolMaker m;
    m.call(wire::KindRuntime, 1, 2'000, 3'000, 1);
    m.call(wire::KindDriver, 9, 2'200, 2'800, 1); // part of it
    m.kernel("a", 5'000, 6'000, 1);
    m.call(wire::KindDriver, 9, 4'000, 4'500, 2); // by a library of its own
    m.kernel("b", 7'000, 8'000, 2);
    const auto t = m.trace();
    EXPECT_EQ(t->counts().apiCalls, 2U);
    EXPECT_EQ(t->counts().links, 2U);
    // Both are shown.
    std::vector<std::int64_t> starts{find(*t, "cuLaunchKernel", 0).start,
                                     find(*t, "cuLaunchKernel", 1).start};
    std::sort(starts.begin(), starts.end());
    EXPECT_EQ(starts, (std::vector<std::int64_t>{200, 2'000}));
}

TEST(SpoolImport, MemoryInUseIsSummedInTheOrderOfTime)
{
    SpoolMaker m;
    const auto memory = [&](int operation, std::uint64_t address, std::uint64_t size,
                            std::int64_t time) {
        MadeRecord r(wire::KindMemory, 128);
        m.add(r.set(wire::memory::kOperation, static_cast<std::uint64_t>(operation))
                  .set(wire::memory::kMemoryKind, 3)
                  .set(wire::memory::kAddress, address)
                  .set(wire::memory::kBytes, size)
                  .set(wire::memory::kTime, SpoolMaker::at(time)));
    };
    memory(2, 0xa, 0, 3'000); // delivered before the allocation it ends
    memory(1, 0xa, 100, 1'000);
    memory(1, 0xb, 50, 2'000);
    memory(2, 0xc, 0, 4'000); // never seen
    const auto t = m.trace();
    ASSERT_EQ(t->counts().counterSamples, 3U);
    for (const model::Track& track : t->tracks()) {
        if (track.sampleCount == 3) {
            const auto values = t->column(model::counter::kValue, track.id);
            EXPECT_EQ(std::vector<double>(values.begin(), values.end()),
                      (std::vector<double>{100, 150, 50}));
            EXPECT_EQ(track.unit, "B");
        }
    }
    EXPECT_EQ(ledger(*t, "memory-freed-unseen"), 1U);
}

TEST(SpoolImport, NothingIsLostWithoutAWord)
{
    SpoolMaker m;
    m.call(wire::KindRuntime, 1, 2'000, 3'000, 1);
    m.kernel("backwards", 5'000, 4'000, 1);
    m.add(madeKernel(0, 0, 2, "never ran"));
    m.add(MadeRecord(60, 48));
    m.stats("dropped_by_cupti=5\nnvtx_dropped=7\nbuffers_refused=0\n");
    wire::NvtxEvent push;
    push.op = wire::NvtxOp::Push;
    push.time = 2'500;
    push.text = "open";
    m.nvtx({push});
    const auto t = m.trace(false);
    EXPECT_EQ(ledger(*t, "records-dropped"), 5U);
    EXPECT_EQ(ledger(*t, "nvtx-dropped"), 7U);
    EXPECT_EQ(ledger(*t, "buffers-refused"), 0U);
    EXPECT_EQ(ledger(*t, "negative-duration"), 1U);
    EXPECT_EQ(ledger(*t, "row-without-time"), 1U);
    EXPECT_EQ(ledger(*t, "records-not-shown"), 1U);
    EXPECT_EQ(ledger(*t, "begin-without-end"), 1U);
    EXPECT_EQ(ledger(*t, "process-killed"), 1U);
    EXPECT_EQ(t->counts().kernels, 1U);
}

TEST(SpoolImport, ADamagedFileIsReadAsFarAsItGoes)
{
    SpoolMaker m;
    for (std::uint32_t i = 1; i <= 20; ++i) {
        m.call(wire::KindRuntime, 1, i * 1'000, i * 1'000 + 500, i);
        (void)m.bytes(false);
    }
    std::string bytes = m.bytes();
    bytes[bytes.size() / 2] ^= 1;
    const auto t = test::importAs("longpole-spool", bytes);
    ASSERT_TRUE(t);
    EXPECT_GE((*t)->counts().apiCalls, 18U);
    EXPECT_LT((*t)->counts().apiCalls, 20U);
    EXPECT_EQ(ledger(**t, "spool-damaged"), 1U);
    EXPECT_FALSE(test::importAs("longpole-spool", "no spool at all"));
}

} // namespace

} // namespace longpole::testing
