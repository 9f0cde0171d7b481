// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What becomes of a spool: clocks, calls, waits, memory, NVTX, losses. The spools are written here,
// record by record; what is expected was worked out by hand.
#include "collectors/wire/record_encoder.h"
#include "core/import/spool/spool_clock.h"
#include "tests/collector/wire_records.h"
#include "tests/fuzz/import_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace longpole::testing {

namespace {

namespace fs = std::filesystem;
using model::Trace;
using ::testing::HasSubstr;

// CUPTI's clock is this far ahead of CLOCK_MONOTONIC in the spools below.
constexpr std::int64_t kAhead = 1'000'000'000'000;

class SpoolMaker
{
public:
    SpoolMaker()
    {
        m_path = (fs::temp_directory_path()
                  / ("longpole-import-" + std::to_string(::getpid()) + ".lpspool"))
                     .string();
        fs::remove(m_path);
        m_file.create(m_path, 1U << 24U);
        info("pid", "77");
        info("name.2.1", "cudaLaunchKernel_v7000");
        info("name.2.2", "cudaEventRecord_v3020");
        info("name.2.3", "cudaStreamWaitEvent_v3020");
        info("name.1.9", "cuLaunchKernel");
        clock(1000, 1000 + kAhead);
    }
    ~SpoolMaker() { fs::remove(m_path); }
    SpoolMaker(const SpoolMaker&) = delete;
    SpoolMaker& operator=(const SpoolMaker&) = delete;

    void info(const char* name, const char* value)
    {
        std::string lines;
        wire::addLine(lines, name, value);
        m_file.append(wire::ChunkType::Info, lines);
    }
    void clock(std::int64_t monotonic, std::int64_t cupti)
    {
        const std::int64_t row[4] = {monotonic, 1'700'000'000'000'000'000 + monotonic, cupti, 90};
        m_file.append(wire::ChunkType::Clock, std::as_bytes(std::span(row)), 1);
    }
    void add(const MadeRecord& r)
    {
        m_encoder.add(r.kind, r.bytes.data(), static_cast<std::uint32_t>(r.bytes.size()));
    }
    // Times on CLOCK_MONOTONIC.
    void call(std::uint16_t kind, std::uint32_t cbid, std::int64_t start, std::int64_t end,
              std::uint32_t correlation)
    {
        add(madeCall(kind, at(start), at(end), correlation, cbid, 100));
    }
    void kernel(const char* name, std::int64_t start, std::int64_t end, std::uint32_t correlation,
                std::uint32_t stream = 7)
    {
        auto k = madeKernel(at(start), at(end), correlation, name);
        add(k.set(wire::kernel::kStream, stream));
    }
    static std::uint64_t at(std::int64_t monotonic)
    {
        return static_cast<std::uint64_t>(monotonic + kAhead);
    }
    // On device 0; reasons: x, y.
    void stalls(const std::vector<wire::FunctionStalls>& functions)
    {
        const wire::CounterName reasons[] = {{"stalled_x", "samples"}, {"stalled_y", "samples"}};
        wire::Bytes out;
        wire::packCounterNames(out, reasons);
        wire::packSampledDevice(out, 0);
        for (const wire::FunctionStalls& f : functions) {
            wire::packFunctionStalls(out, f);
        }
        m_file.append(wire::ChunkType::StallSamples, out,
                      static_cast<std::uint32_t>(functions.size()));
    }
    void measured(const wire::KernelCounters& kernel)
    {
        const wire::CounterName names[] = {{"gpu__time_duration.sum", "ns"}};
        wire::Bytes out;
        wire::packCounterNames(out, names);
        wire::packKernelCounters(out, kernel);
        m_file.append(wire::ChunkType::KernelCounters, out, 1);
    }
    void stats(const char* lines) { m_file.append(wire::ChunkType::Stats, lines); }
    void nvtx(const std::vector<wire::NvtxEvent>& events)
    {
        wire::Bytes out;
        wire::addVarint(out, 100);
        std::uint64_t before = 0;
        for (const wire::NvtxEvent& e : events) {
            wire::packNvtx(out, e, before);
        }
        m_file.append(wire::ChunkType::Nvtx, out, static_cast<std::uint32_t>(events.size()));
    }
    std::string bytes(bool end = true)
    {
        m_encoder.flush();
        if (end) {
            m_file.last(wire::ChunkType::End, "complete=1\n");
        }
        std::ifstream in(m_path, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    std::shared_ptr<const Trace> trace(bool end = true)
    {
        auto t = test::importAs("longpole-spool", bytes(end));
        EXPECT_TRUE(t) << t.error().text();
        EXPECT_EQ(test::brokenPromise(**t), "");
        return *t;
    }

private:
    std::string m_path;
    wire::SpoolFile m_file;
    wire::RecordEncoder m_encoder{m_file};
};

struct Found
{
    std::int64_t start = -1;
    std::int64_t duration = -1;
    std::string args;
    std::string category;
};

Found find(const Trace& t, const std::string& name, int which = 0)
{
    for (std::uint32_t i = 0; i < t.counts().slices; ++i) {
        const model::Slice s = t.slice(SliceId(i));
        if (t.string(s.name) == name && which-- == 0) {
            return {s.start.ns, s.duration.ns, t.args(s.args), std::string(t.category(s.category))};
        }
    }
    ADD_FAILURE() << "no slice " << name;
    return {};
}

std::uint64_t ledger(const Trace& t, const std::string& kind)
{
    const model::Ledger all = t.ledger();
    for (const model::LedgerEntry& e : all.entries()) {
        if (e.kind == kind) {
            return e.count;
        }
    }
    return 0;
}

TEST(SpoolClock, InterpolatesBetweenReadings)
{
    import::SpoolClock c;
    c.add({1'000, 0, 5'000, 90});
    c.add({2'000, 0, 6'100, 90}); // 100 ns faster over 1,100 of its own
    c.prepare();
    EXPECT_EQ(c.monotonic(5'000), 1'000);
    EXPECT_EQ(c.monotonic(6'100), 2'000);
    EXPECT_EQ(c.monotonic(5'550), 1'500); // half way: 50 of the 100
    EXPECT_EQ(c.monotonic(4'000), 0);
    EXPECT_EQ(c.monotonic(7'100), 3'000);
    EXPECT_EQ(c.steps(), 0U);
}

TEST(SpoolClock, CountsStepsOfTheWallClock)
{
    import::SpoolClock c;
    c.add({1'000'000'000, 0, 5'000'000'000, 90});
    c.add({2'000'000'000, 0, 7'000'000'000, 90});
    c.prepare();
    EXPECT_EQ(c.steps(), 1U);
}

TEST(SpoolClock, WithoutReadingsOfCuptiTheWallClockStandsIn)
{
    import::SpoolClock c;
    c.add({1'000, 9'000, 0, 90});
    c.prepare();
    EXPECT_EQ(c.monotonic(9'500), 1'500);
    EXPECT_EQ(c.unixOfZero(), 8'000);
}

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

// Chunks and cubins of a function are added up, by hand: x 10 + 5 + 1, y 4.
TEST(SpoolImport, StallsAreOfEveryKernelOfTheirFunctionOnTheirDevice)
{
    SpoolMaker m;
    m.kernel("_Z4gemmPf", 2'000, 3'000, 1);
    auto other = madeKernel(SpoolMaker::at(4'000), SpoolMaker::at(5'000), 2, "_Z4gemmPf");
    m.add(other.set(wire::kernel::kDevice, 1));
    m.stalls({{"_Z4gemmPf", 0, 0xabc, {{0, 10}, {1, 4}}}, {"gone", 0, 1, {{0, 1}}}});
    m.stalls({{"_Z4gemmPf", 0, 0xabc, {{0, 5}}}, {"_Z4gemmPf", 0, 0xdef, {{0, 1}}}});
    const auto t = m.trace();
    const std::string args = find(*t, "gemm(float*)").args;
    EXPECT_THAT(args, HasSubstr(R"("metrics":{"stalled_x":16,"stalled_x.pct":80)"));
    EXPECT_THAT(args, HasSubstr(R"("stalled_y":4,"stalled_y.pct":20)"));
    EXPECT_THAT(args, HasSubstr(R"("samples":20,"cubins":["0xabc","0xdef"])"));
    EXPECT_THAT(args, HasSubstr(R"("counters":{"match":"function and device)"));
    EXPECT_EQ(find(*t, "gemm(float*)", 1).args.find("stalled"), std::string::npos);
    EXPECT_EQ(ledger(*t, "stalls-joined"), 1U);
    EXPECT_EQ(ledger(*t, "stalls-without-kernel"), 1U) << "gone";
}

TEST(SpoolImport, StallsLeaveCountersAsTheyAre)
{
    SpoolMaker m;
    m.kernel("gemm", 2'000, 3'000, 1);
    m.measured({"gemm", 0, 7, 0, {}, {}, {900}});
    m.stalls({{"gemm", 0, 1, {{1, 3}}}});
    const std::string args = find(*m.trace(), "gemm").args;
    EXPECT_THAT(args, HasSubstr(R"("metrics":{"gpu__time_duration.sum":900)"));
    EXPECT_THAT(args, HasSubstr(R"("stalls":{"match":)"));
    EXPECT_THAT(args, HasSubstr(R"("stalled_y":3)"));
}

} // namespace

} // namespace longpole::testing
