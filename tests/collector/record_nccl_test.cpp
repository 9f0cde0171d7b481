// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Collectives of two recorded ranks: what NCCL's own NVTX payloads tell of them makes them match.
#include "tests/collector/record_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

namespace longpole::test {

namespace {

using ::testing::HasSubstr;

class RecordNccl : public RecordRun
{
};

// Both ranks: an all-reduce of two communicators each, as PyTorch calls NCCL (in a group of one).
TEST_F(RecordNccl, TwoRanksMatchByCommunicator)
{
    const std::string kernel = " kernel 'ncclDevKernel_AllReduce_Sum_f32_RING_LL(int)' 1 ms 1 ";
    const auto grouped = [&](const char* communicator, const char* bytes) {
        return std::string(" nccl GroupStart 0 0 ncclend nccl AllReduce ") + communicator + " "
            + bytes + " ncclend nccl GroupEnd 0 0 ms 1" + kernel + "ncclend ms 1 ";
    };
    const std::string alone =
        " nccl AllReduce 0xfeed00000000beef 4096 ms 1" + kernel + "ncclend ms 1 ";
    const std::string ranks = "for r in 0 1; do RANK=$r WORLD_SIZE=2 LOCAL_RANK=$r " + doubles()
        + "/double_target init communicator 0xfeed00000000beef 2 $r ms 1"
        + grouped("0xfeed00000000beef", "1024") + grouped("0xabc", "2048") + alone
        + "ms 20 exit 0 & done; wait";
    const Outcome o = record({}, {"/bin/sh", "-c", ranks});
    ASSERT_EQ(o.exitCode, 0) << o.err;
    EXPECT_EQ(rows("SELECT collective, process_group, group_size, count(*) FROM gpu_ops GROUP BY "
                   "1, 2, 3 ORDER BY 4"),
              (std::vector<std::string>{R"(["AllReduce","0xabc",null,2])",
                                        R"(["AllReduce","0xfeed00000000beef",2,4])"}));
    const auto argument = [&](const std::string& key, const std::string& name) {
        return rows("SELECT a.value, count(*) FROM args a JOIN slices s ON s.id = a.slice_id "
                    "WHERE a.key = '"
                    + key + "' AND s.name LIKE '" + name + "' GROUP BY 1 ORDER BY 1");
    };
    EXPECT_EQ(argument("Seq", "ncclDev%"), (std::vector<std::string>{"[0,4]", "[1,2]"}));
    EXPECT_EQ(argument("Message size [bytes]", "ncclDev%"),
              (std::vector<std::string>{"[1024,2]", "[2048,2]", "[4096,2]"}));
    EXPECT_EQ(argument("Reduction operation", "ncclDev%"),
              std::vector<std::string>{R"(["Sum",6])"});
    EXPECT_EQ(argument("NCCL communicator ID", "ncclCommInitRank"),
              std::vector<std::string>{R"(["0xfeed00000000beef",2])"});
    EXPECT_EQ(rows("SELECT count(*) FROM links WHERE kind = 'collective'"),
              std::vector<std::string>{"[3]"});
}

// NVIDIA's own NCCL describes its payloads as we take it to.
TEST_F(RecordNccl, TheRealOneIsUnderstood)
{
    const Outcome o = record({}, {doubles() + "/double_real_nccl"});
    if (o.exitCode == 77) {
        GTEST_SKIP() << "there is no NCCL of version 2.28 or later";
    }
    ASSERT_EQ(o.exitCode, 0) << o.err;
    EXPECT_EQ(rows("SELECT s.name, a.key, a.value FROM slices s LEFT JOIN args a ON s.id = "
                   "a.slice_id WHERE s.category = 'nvtx:NCCL' ORDER BY s.ts_ns, a.key"),
              (std::vector<std::string>{R"(["ncclGroupStart",null,null])",
                                        R"(["ncclAllReduce","Message size [bytes]",4000])",
                                        R"(["ncclAllReduce","NCCL communicator ID","0x0"])",
                                        R"(["ncclAllReduce","Reduction operation","Max"])",
                                        R"(["ncclBroadcast","Message size [bytes]",40])",
                                        R"(["ncclBroadcast","NCCL communicator ID","0x0"])",
                                        R"(["ncclBroadcast","Root",3])",
                                        R"(["ncclGroupEnd",null,null])"}));
}

TEST_F(RecordNccl, PayloadsOfAnyKindBecomeArguments)
{
    const Outcome o = record({}, {target(), "init", "odd", "exit", "0"});
    ASSERT_EQ(o.exitCode, 0) << o.err;
    // The whole one, that whose size only its description tells, and the cut one.
    EXPECT_EQ(
        rows("SELECT a.key, group_concat(a.value, ' ') FROM args a JOIN slices s ON s.id = "
             "a.slice_id WHERE s.name = 'message' AND a.key <> 'color' GROUP BY 1 ORDER BY 1"),
        (std::vector<std::string>{R"(["after","2.25 2.25"])", R"(["inner[0].a","-2 -2 -2"])",
                                  R"(["inner[0].b","0.5 0.5 0.5"])", R"(["inner[1].a","3 3 3"])",
                                  R"(["inner[1].b","1.5 1.5 1.5"])",
                                  R"(["text","message message message"])"}));
    const Outcome info = runLongpole({"info", out(), "--json"});
    EXPECT_THAT(info.out, HasSubstr("nvtx-payloads-left-out"));
    EXPECT_THAT(info.out, HasSubstr("nvtx-payload-incomplete"));
}

} // namespace

} // namespace longpole::test
