// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Which kernel of NCCL is which call's: cases worked out by hand.
#include "core/import/spool/nccl_calls.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

namespace longpole::testing {

namespace {

using import::NcclFacts;
using import::NcclKernel;

constexpr std::uint32_t kDomain = 3;
constexpr std::uint32_t kThread = 100;
constexpr const char* kAllReduce = "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgs)";
constexpr const char* kAllGather = "ncclDevKernel_AllGather_RING_LL(ncclDevKernelArgs)";
constexpr const char* kSendRecv = "ncclDevKernel_SendRecv(ncclDevKernelArgs)";

class Calls : public ::testing::Test
{
protected:
    void event(wire::NvtxOp op, std::int64_t time, std::uint64_t id, std::string_view text,
               std::uint32_t domain = kDomain, std::uint32_t thread = kThread)
    {
        wire::NvtxEvent e;
        e.op = op;
        e.time = static_cast<std::uint64_t>(time);
        e.id = id;
        e.domain = domain;
        e.text = text;
        names.add(e);
        calls.add(thread, e);
    }
    void describe()
    {
        event(wire::NvtxOp::NameDomain, 1, kDomain, "NCCL", 0);
        wire::NvtxSchemaPacker s;
        s.begin({1, 0, 16, 0});
        s.add({0, 18, 0, 0}, "NCCL communicator ID");
        s.add({0, 22, 0, 8}, "Message size [bytes]");
        event(wire::NvtxOp::RegisterSchema, 1, 1U << 24U, s.text());
    }
    void payload(std::int64_t time, std::uint64_t communicator, std::uint64_t bytes)
    {
        const std::uint64_t words[2] = {communicator, bytes};
        event(wire::NvtxOp::Payload, time, 1U << 24U,
              {reinterpret_cast<const char*>(words), sizeof(words)});
    }
    // One call, and the launches in it.
    void call(const char* name, std::int64_t from, std::int64_t to, std::uint64_t communicator = 0,
              std::uint64_t bytes = 0)
    {
        if (communicator != 0) {
            payload(from, communicator, bytes);
        }
        event(wire::NvtxOp::Push, from, 0, name);
        event(wire::NvtxOp::Pop, to, 0, "");
    }
    void kernel(const char* name, std::int64_t launched, std::int64_t device = 0)
    {
        times.push_back(launched);
        kernels.push_back({name, static_cast<std::int64_t>(kernels.size()) + 1, device});
    }
    std::vector<NcclFacts> explain()
    {
        calls.prepare();
        for (std::size_t i = 0; i < kernels.size(); ++i) {
            calls.launch(kThread, times[i], kernels[i].correlation);
        }
        return calls.explain(kernels);
    }

    import::NvtxNames names;
    import::NcclCalls calls{names};
    std::vector<NcclKernel> kernels;
    std::vector<std::int64_t> times;
};

TEST_F(Calls, ACallLaunchesItsKernel)
{
    // The names come last: another thread may have told them.
    call("ncclAllReduce", 100, 200, 0xabc, 4096);
    call("ncclAllGather", 300, 400, 0xdef, 64);
    call("ncclAllReduce_impl", 500, 600, 0xabc, 8192);
    kernel(kAllReduce, 150);
    kernel(kAllGather, 350);
    kernel(kAllReduce, 550);
    kernel(kAllReduce, 700); // of a CUDA graph
    describe();
    const auto f = explain();
    EXPECT_EQ(f[0].collective, "AllReduce");
    EXPECT_EQ(f[0].communicator, "0xabc");
    EXPECT_EQ(f[0].bytes, 4096);
    EXPECT_EQ(f[0].sequence, 0);
    EXPECT_TRUE(f[0].counted);
    EXPECT_FALSE(f[0].byGroup);
    EXPECT_EQ(f[1].communicator, "0xdef");
    EXPECT_EQ(f[1].sequence, 0) << "each communicator counts for itself";
    EXPECT_EQ(f[2].collective, "AllReduce");
    EXPECT_EQ(f[2].sequence, 1);
    EXPECT_EQ(f[3].collective, "");
}

TEST_F(Calls, AGroupLaunchesAtItsEnd)
{
    describe();
    call("ncclGroupStart", 100, 110);
    call("ncclGroupStart", 111, 112); // nested: ends launch nothing
    call("ncclAllReduce", 120, 130, 0xabc, 100);
    call("ncclGroupEnd", 131, 132);
    call("ncclAllReduce", 140, 150, 0xabc, 28);
    call("ncclGroupEnd", 160, 200);
    call("ncclAllReduce", 300, 400, 0xabc, 7);
    kernel(kAllReduce, 180); // both at once
    kernel(kAllReduce, 350);
    const auto f = explain();
    EXPECT_EQ(f[0].communicator, "0xabc");
    EXPECT_EQ(f[0].bytes, 128);
    EXPECT_EQ(f[0].calls, 2U);
    EXPECT_EQ(f[0].sequence, 0);
    EXPECT_TRUE(f[0].byGroup);
    EXPECT_EQ(f[1].sequence, 2) << "the kernel before was two calls";
    EXPECT_EQ(f[1].bytes, 7);
}

TEST_F(Calls, AGroupsKernelsAreToldApartByKindOrOrderOrNotAtAll)
{
    describe();
    call("ncclGroupStart", 100, 110);
    call("ncclAllGather", 120, 130, 0xdef, 1);
    call("ncclAllReduce", 140, 150, 0xabc, 2);
    call("ncclAllReduce", 151, 152, 0xabc, 3);
    call("ncclSend", 153, 154, 0x111, 5);
    call("ncclRecv", 155, 156, 0x222, 6);
    call("ncclGroupEnd", 160, 200);
    kernel(kAllReduce, 170);
    kernel(kAllGather, 171);
    kernel(kAllReduce, 172);
    kernel(kSendRecv, 173);
    const auto f = explain();
    EXPECT_EQ(f[0].bytes, 2);
    EXPECT_EQ(f[0].sequence, 0);
    EXPECT_EQ(f[2].bytes, 3);
    EXPECT_EQ(f[2].sequence, 1);
    EXPECT_EQ(f[1].communicator, "0xdef");
    EXPECT_EQ(f[3].collective, "SendRecv");
    EXPECT_EQ(f[3].communicator, "") << "one kernel, two communicators: cannot tell";
    EXPECT_FALSE(f[3].bytes.has_value());
}

TEST_F(Calls, ThreeKernelsForTwoCallsTellTheCommunicatorOnly)
{
    describe();
    call("ncclGroupStart", 100, 110);
    call("ncclAllReduce", 120, 130, 0xabc, 2);
    call("ncclAllReduce", 140, 150, 0xabc, 3);
    call("ncclGroupEnd", 160, 200);
    call("ncclAllReduce", 300, 400, 0xabc, 9);
    for (const std::int64_t t : {170, 171, 172, 350}) {
        kernel(kAllReduce, t);
    }
    const auto f = explain();
    for (const std::size_t i : {0U, 1U, 2U}) {
        EXPECT_EQ(f[i].communicator, "0xabc");
        EXPECT_FALSE(f[i].bytes.has_value());
        EXPECT_FALSE(f[i].sequence.has_value());
    }
    EXPECT_EQ(f[3].sequence, 2);
}

// One process, two devices, one communicator: each device is a rank and counts for itself.
TEST_F(Calls, DevicesOfOneProcessAreRanks)
{
    describe();
    for (const std::int64_t t : {100, 300}) {
        call("ncclGroupStart", t, t + 1);
        call("ncclAllReduce", t + 10, t + 20, 0xabc, 4);
        call("ncclAllReduce", t + 30, t + 40, 0xabc, 4);
        call("ncclGroupEnd", t + 50, t + 90);
        kernel(kAllReduce, t + 60, 0);
        kernel(kAllReduce, t + 70, 1);
    }
    const auto f = explain();
    EXPECT_EQ(f[0].sequence, 0);
    EXPECT_EQ(f[1].sequence, 0);
    EXPECT_EQ(f[2].sequence, 1);
    EXPECT_EQ(f[3].sequence, 1);
}

// What a collective is made of is inside its range.
TEST_F(Calls, TheOuterCallNamesTheKernel)
{
    describe();
    payload(100, 0xabc, 640);
    event(wire::NvtxOp::Push, 100, 0, "ncclAlltoAll");
    call("ncclGroupStart", 101, 102);
    call("ncclSend", 103, 104, 0xabc, 80);
    call("ncclRecv", 105, 106, 0xabc, 80);
    call("ncclGroupEnd", 110, 150);
    event(wire::NvtxOp::Pop, 160, 0, "");
    kernel(kSendRecv, 120);
    const auto f = explain();
    EXPECT_EQ(f[0].collective, "AlltoAll");
    EXPECT_EQ(f[0].bytes, 640);
}

TEST_F(Calls, OtherDomainsAndForeignPayloadsSayNothing)
{
    describe();
    event(wire::NvtxOp::NameDomain, 1, 9, "mine", 0);
    event(wire::NvtxOp::Push, 100, 0, "ncclAllReduce", 9);
    event(wire::NvtxOp::Pop, 200, 0, "", 9);
    payload(299, 0xabc, 4); // its event was lost
    call("ncclAllReduce", 300, 400);
    kernel(kAllReduce, 150);
    kernel(kAllReduce, 350);
    const auto f = explain();
    EXPECT_EQ(f[0].collective, "");
    EXPECT_EQ(f[1].collective, "AllReduce");
    EXPECT_EQ(f[1].communicator, "");
    EXPECT_FALSE(f[1].sequence.has_value());
}

} // namespace

} // namespace longpole::testing
