// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// ROCm's databases, written after the published schemas. Expected values are read off the SQL.
#include "tests/support/make_database.h"
#include "tests/unit/database_import.h"

#include <gmock/gmock.h>

namespace {

using namespace longpole;
using test::named;
using testing::HasSubstr;

TEST(RocpdImport, TimesInTheRows)
{
    const auto trace = test::importSql("rocpd_inline");
    ASSERT_NE(trace, nullptr);
    EXPECT_EQ(trace->info().format, "rocpd");
    const model::TraceCounts& c = trace->counts();
    EXPECT_EQ(c.kernels, 1U); // copies and fills run as kernels of fixed names
    EXPECT_EQ(c.memcpys, 2U);
    EXPECT_EQ(c.memsets, 1U);
    EXPECT_EQ(c.apiCalls, 2U);
    ASSERT_EQ(trace->devices().size(), 1U);
    EXPECT_EQ(trace->devices()[0].name, "AMD Instinct MI300X");
    EXPECT_THAT(trace->devices()[0].properties, HasSubstr("\"numSms\":304"));
    const auto kernel = named(*trace, "jacobi(float*)");
    ASSERT_EQ(kernel.size(), 1U);
    EXPECT_EQ(kernel[0].start, 600); // from the earliest event, at 900
    EXPECT_EQ(kernel[0].duration, 200);
    EXPECT_EQ(kernel[0].track, "stream 3");
    EXPECT_EQ(kernel[0].launch, "hipLaunchKernel on main (4001)");
    // 1000 work-items in groups of 256 are 4 blocks.
    EXPECT_THAT(kernel[0].args, HasSubstr(R"("grid":[4,2,1],"block":[256,1,1])"));
    EXPECT_THAT(kernel[0].args, HasSubstr(R"("registers per thread":24)"));
    EXPECT_THAT(kernel[0].args, HasSubstr(R"("counters":{"SQ_WAVES":512.5})"));
    const auto copy = named(*trace, "MEMORY_COPY_HOST_TO_DEVICE");
    ASSERT_EQ(copy.size(), 1U);
    EXPECT_EQ(copy[0].launch, "hipMemcpyAsync on main (4001)");
    EXPECT_EQ(named(*trace, "hipMemcpyAsync")[0].args, R"({"sizeBytes":"64","name":"a \"b\""})");
    const auto marker = named(*trace, "step \"1\"");
    ASSERT_EQ(marker.size(), 1U);
    EXPECT_EQ(marker[0].cls, model::SliceClass::Annotation);
    EXPECT_EQ(named(*trace, "hipLaunchKernel")[0].parent, "step \"1\"");
    EXPECT_EQ(test::counterOf(*trace, "memory in use"), "20:1000 1060:0 B");
}

TEST(RocpdImport, TimesAndPlacesInTablesOfTheirOwn)
{
    const auto trace = test::importSql("rocpd_tracks");
    ASSERT_NE(trace, nullptr);
    const auto kernel = named(*trace, "k(int)");
    ASSERT_EQ(kernel.size(), 1U);
    EXPECT_EQ(kernel[0].start, 100);
    EXPECT_EQ(kernel[0].duration, 60);
    EXPECT_EQ(kernel[0].track, "stream 4"); // the queue, where no stream is recorded
    // The second database of the file has a call with the same stack id.
    EXPECT_EQ(kernel[0].launch, "hipLaunchKernel on thread 72");
    EXPECT_EQ(named(*trace, "hipDeviceSynchronize")[0].track, "thread 82");
}

TEST(RpdImport, OperationsAndTheirCalls)
{
    std::string id;
    const test::Folder folder;
    test::makeDatabase(folder / "a.rpd", test::databaseSql("rpd"));
    const auto read = test::importDatabase(folder / "a.rpd", &id);
    ASSERT_TRUE(read) << read.error().text();
    EXPECT_EQ(id, "rpd");
    const model::Trace& trace = **read;
    EXPECT_EQ(trace.counts().kernels, 1U);
    EXPECT_EQ(trace.counts().memcpys, 1U);
    EXPECT_EQ(trace.counts().memsets, 1U);
    EXPECT_EQ(trace.counts().apiCalls, 2U);
    const auto kernel = named(trace, "void axpy<float>(int)");
    ASSERT_EQ(kernel.size(), 1U);
    EXPECT_EQ(kernel[0].start, 50); // from the marker, at 990
    EXPECT_EQ(kernel[0].launch, "hipLaunchKernel on thread 51");
    EXPECT_THAT(kernel[0].args, HasSubstr(R"("grid":[26656,1,1],"block":[128,1,1])"));
    const auto copy = named(trace, "CopyHostToDevice");
    ASSERT_EQ(copy.size(), 1U);
    EXPECT_THAT(copy[0].args, HasSubstr("\"bytes\":64"));
    EXPECT_EQ(named(trace, "iteration 3")[0].cls, model::SliceClass::Annotation);
    EXPECT_EQ(named(trace, "Barrier")[0].cls, model::SliceClass::Sync);
    EXPECT_EQ(test::counterOf(trace, "sclk"), "10:144 100:2100 MHz");
}

} // namespace
