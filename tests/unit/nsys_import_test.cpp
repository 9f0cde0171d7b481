// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// A Nsight Systems export with a row of everything (tests/support/sqlite/nsys_all.sql), and the
// habits of older exporters. Expected values are read off the SQL.
#include "tests/support/make_database.h"
#include "tests/unit/database_import.h"

#include <gmock/gmock.h>

namespace {

using namespace longpole;
using test::counted;
using test::named;
using test::Seen;
using testing::HasSubstr;
using testing::Not;

class NsysImport : public testing::Test
{
protected:
    static void SetUpTestSuite() { trace() = test::importSql("nsys_all"); }
    static void TearDownTestSuite() { trace() = nullptr; }
    void SetUp() override { ASSERT_NE(trace(), nullptr); }
    static std::shared_ptr<const model::Trace>& trace()
    {
        static std::shared_ptr<const model::Trace> t;
        return t;
    }
    static Seen only(const std::string& name)
    {
        const std::vector<Seen> all = named(*trace(), name);
        EXPECT_EQ(all.size(), 1U) << name;
        return all.empty() ? Seen{} : all.front();
    }
};

TEST_F(NsysImport, CountsEveryKindOfRow)
{
    const model::TraceCounts& c = trace()->counts();
    EXPECT_EQ(c.kernels, 5U);
    EXPECT_EQ(c.memcpys, 1U);
    EXPECT_EQ(c.memsets, 1U);
    EXPECT_EQ(c.graphReplays, 1U);
    EXPECT_EQ(c.apiCalls, 9U);
    EXPECT_EQ(c.instants, 2U);
    EXPECT_EQ(c.counterSamples, 7U);
    EXPECT_EQ(counted(*trace(), "api-backtrace-rows"), 1U);
    EXPECT_EQ(counted(*trace(), "table-not-shown"), 1U); // COMPOSITE_EVENTS
}

TEST_F(NsysImport, TimesCountFromTheCapturesStart)
{
    EXPECT_EQ(trace()->info().extent.begin.ns, -100);
    EXPECT_EQ(trace()->info().startUnixNs, 1'700'000'000'000'000'000);
}

TEST_F(NsysImport, LaunchesAreFoundWithinTheirProcess)
{
    for (const Seen& s : named(*trace(), "void gemm<float>(float*)")) {
        if (s.start == 500) {
            const bool first = s.duration == 100;
            EXPECT_EQ(s.launch,
                      first ? "cudaLaunchKernel on python3 (11)"
                            : "cudaLaunchKernel on named by NVTX (21)");
        } else if (s.start == 800) {
            EXPECT_EQ(s.launch, ""); // its call isn't in the file
        } else {
            EXPECT_EQ(s.launch, "cudaGraphLaunch on named by NVTX (21)");
            EXPECT_THAT(s.args, HasSubstr("\"graph node id\":7"));
        }
    }
    EXPECT_EQ(only("CUDA graph 12").launch, "cudaGraphLaunch on python3 (11)");
    EXPECT_EQ(only("Memcpy HtoD (Pinned -> Device)").launch, "cudaMemcpyAsync on python3 (11)");
    EXPECT_EQ(only("Memset (Device)").launch, ""); // correlation 0 is none
}

TEST_F(NsysImport, KernelsKeepTheirLaunchParameters)
{
    const auto grid = trace()->column(model::gpu_op::kGridZ);
    const auto start = trace()->column(model::gpu_op::kStart);
    const auto duration = trace()->column(model::gpu_op::kDuration);
    const auto shared = trace()->column(model::gpu_op::kSharedDynamic);
    for (std::size_t i = 0; i < grid.size(); ++i) {
        if (start[i].ns == 500 && duration[i].ns == 100) {
            EXPECT_EQ(grid[i], 30U);
            EXPECT_EQ(shared[i], 1024U);
        }
    }
    EXPECT_THAT(named(*trace(), "void gemm<float>(float*)").front().args,
                HasSubstr(R"("short name":"gemm","grid":[10,20,30],"block":[128,2,1])"));
}

TEST_F(NsysImport, SynchronisationIsNamedByItsCall)
{
    EXPECT_EQ(only("Stream Sync").start, 215);
    EXPECT_EQ(only("Stream Wait Event").start, 381);
    const std::vector<Seen> device = named(*trace(), "Context Sync");
    ASSERT_EQ(device.size(), 2U); // one by its call, one by the documented type
    EXPECT_THAT(device[0].track, HasSubstr("sync"));
    EXPECT_EQ(device[0].cls, model::SliceClass::Sync);
}

TEST_F(NsysImport, RecordAndWaitOfAnEventCanBeBound)
{
    EXPECT_THAT(only("cudaEventRecord").args,
                HasSubstr(R"("event":55,"stream":7,"event sync id":1234)"));
    EXPECT_THAT(only("cudaStreamWaitEvent").args,
                HasSubstr(R"("event":55,"stream":9,"event sync id":1234)"));
    EXPECT_THAT(only("Stream Wait Event").args, HasSubstr(R"("event sync id":1234)"));
    EXPECT_THAT(only("Stream Sync").args, Not(HasSubstr("event")));
}

TEST_F(NsysImport, NvtxRangesNestOnTheirThread)
{
    const Seen inner = only("registered range");
    EXPECT_EQ(inner.parent, "outer");
    EXPECT_EQ(inner.category, "nvtx:My Domain");
    EXPECT_EQ(inner.cls, model::SliceClass::Annotation);
    EXPECT_EQ(inner.args,
              R"_({"category":"loading","color":"#ff0000","payload (json)":{"size":3}})_");
    EXPECT_EQ(only("outer").args, R"({"payload":-7})");
    EXPECT_EQ(only("read").parent, "registered range");
    const Seen torch = only("aten::mm");
    EXPECT_THAT(torch.args, HasSubstr(R"("seq":12,"op_id":345)"));
    EXPECT_EQ(torch.cls, model::SliceClass::MatMul);
}

TEST_F(NsysImport, NvtxRangesThatCrossThreadsLieSideBySide)
{
    const std::vector<Seen> both = named(*trace(), "crossing");
    ASSERT_EQ(both.size(), 2U);
    EXPECT_NE(both[0].row, both[1].row);
    EXPECT_EQ(both[0].track, "ranges · nvtx");
    EXPECT_EQ(both[0].args,
              R"_({"range id":5,"thread":11,"end thread":12,"payload (json)":"not {json"})_");
}

TEST_F(NsysImport, ARangeThatNeverClosesLastsToTheEnd)
{
    const Seen s = only("never closed");
    EXPECT_EQ(s.start, 600);
    EXPECT_EQ(s.start + s.duration, 1000); // the end of "outer"
    EXPECT_NE(s.flags & model::SliceOpenEnded, 0);
}

TEST_F(NsysImport, CountersHaveUnits)
{
    EXPECT_EQ(test::counterOf(*trace(), "SMs Active"), "-10:5 10:95 %");
    EXPECT_EQ(test::counterOf(*trace(), "GPC Clock Frequency"), "10:1980 MHz");
    EXPECT_EQ(test::counterOf(*trace(), "device memory in use"), "1:1000 2:1500 3:500 B");
    EXPECT_EQ(counted(*trace(), "memory-freed-unseen"), 1U);
}

TEST_F(NsysImport, ThreadsOnCpusHaveTheirOwnLane)
{
    const std::vector<Seen> runs = named(*trace(), "python3 11");
    ASSERT_EQ(runs.size(), 2U);
    EXPECT_EQ(runs[0].track, "threads on CPUs");
    EXPECT_EQ(runs[0].start, 10);
    EXPECT_EQ(runs[0].duration, 50);
    EXPECT_EQ(runs[0].args, R"({"cpu":3})");
    EXPECT_NE(runs[1].flags & model::SliceOpenEnded, 0);
}

TEST_F(NsysImport, TheRestIsThereToo)
{
    EXPECT_EQ(only("module loading").cls, model::SliceClass::Overhead);
    EXPECT_EQ(only("CUPTI Buffer flush").track, "profiler overhead");
    EXPECT_EQ(only("MPI_Allreduce").category, "mpi");
    EXPECT_EQ(only("cudaGraphAddKernelNode_v10000").category, "cuda_graph");
    EXPECT_THAT(only("GPU page faults").args, HasSubstr(R"("page faults":17,"access":"write")"));
    EXPECT_EQ(counted(*trace(), "profiler-warning"), 1U);
    EXPECT_EQ(counted(*trace(), "profiler-error"), 1U);
    EXPECT_EQ(counted(*trace(), "profiler-lost-events"), 1U);
}

TEST_F(NsysImport, DevicesAreThoseThatCudaCounts)
{
    ASSERT_EQ(trace()->devices().size(), 2U);
    EXPECT_EQ(trace()->devices()[0].number, 0);
    EXPECT_EQ(trace()->devices()[0].name, "NVIDIA H100"); // the profiler's GPU 5
    EXPECT_THAT(trace()->devices()[0].properties, HasSubstr(R"("numSms":132)"));
    EXPECT_THAT(trace()->devices()[0].properties,
                HasSubstr(R"("maxThreadsPerMultiprocessor":2048)"));
}

TEST_F(NsysImport, TheEnvironmentOfTheProgramIsNotTakenOver)
{
    for (const auto& [key, value] : trace()->info().properties) {
        EXPECT_THAT(value, Not(HasSubstr("SECRET"))) << key;
    }
    EXPECT_EQ(trace()->info().producer, "NVIDIA Nsight Systems 2026.2.1.210");
}

TEST(NsysHabits, OldSchemasOpen)
{
    const auto trace = test::importSql("nsys_2_9");
    ASSERT_NE(trace, nullptr);
    EXPECT_EQ(trace->counts().apiCalls, 2U);
    EXPECT_EQ(trace->counts().kernels, 1U);
    EXPECT_EQ(trace->counts().links, 1U);
    EXPECT_EQ(trace->info().producer, "NVIDIA Nsight Systems 2022.2.1");
    EXPECT_EQ(trace->ledger().worst(), model::Severity::Info);
}

TEST(NsysHabits, WithoutKernelsOrCallsThereIsStillATrace)
{
    const auto trace = test::importSql(
        "nsys_2_9",
        "DROP TABLE CUPTI_ACTIVITY_KIND_KERNEL; DROP TABLE CUPTI_ACTIVITY_KIND_RUNTIME;"
        "INSERT INTO NVTX_EVENTS VALUES (1,5,59,'only me',281475144482827,NULL);");
    ASSERT_NE(trace, nullptr);
    EXPECT_EQ(trace->counts().slices, 1U);
}

TEST(NsysHabits, DevicesThatProcessesCountDifferentlyAreToldApart)
{
    const auto trace = test::importSql(
        "nsys_all",
        "UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET deviceId=0;"
        "CREATE TABLE TARGET_INFO_CUDA_DEVICE (gpuId INTEGER, cudaId INTEGER, pid INTEGER);"
        "INSERT INTO TARGET_INFO_CUDA_DEVICE VALUES (5,0,10),(4,0,20);");
    ASSERT_NE(trace, nullptr);
    ASSERT_EQ(trace->devices().size(), 2U);
    EXPECT_EQ(trace->devices()[0].number, 4);
    EXPECT_EQ(trace->devices()[0].name, "NVIDIA A100");
    EXPECT_EQ(trace->devices()[1].number, 5);
    EXPECT_EQ(counted(*trace, "devices-renumbered"), 1U);
}

// The null stream of both processes is one entry; an unknown flag (0) is none.
TEST_F(NsysImport, KeepsHowStreamsWereMade)
{
    std::vector<std::pair<std::string, std::string>> streams;
    for (const auto& property : trace()->info().properties) {
        if (property.first.starts_with("cuda_stream/")) {
            streams.push_back(property);
        }
    }
    using testing::Pair;
    EXPECT_THAT(streams,
                testing::ElementsAre(Pair("cuda_stream/1/12", "default"),
                                     Pair("cuda_stream/1/7", "null"),
                                     Pair("cuda_stream/1/9", "non-blocking, priority -5")));
}

} // namespace
