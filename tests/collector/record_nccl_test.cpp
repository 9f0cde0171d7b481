// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Collectives of two recorded ranks: what NCCL's own NVTX payloads tell of them makes them match.
#include "tests/golden/run_program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <simdjson.h>

#include <cstdlib>
#include <string>
#include <vector>

namespace longpole::test {

namespace {

using ::testing::HasSubstr;

const std::string kDoubles = LONGPOLE_DOUBLES;

class RecordNccl : public ::testing::Test
{
protected:
    RecordNccl() { ::setenv("LD_LIBRARY_PATH", kDoubles.c_str(), 1); }
    ~RecordNccl() override { ::unsetenv("LD_LIBRARY_PATH"); }

    std::string out() const { return folder.file("run.longpole"); }
    Outcome record(const std::vector<std::string>& command) const
    {
        std::vector<std::string> all{"record", "-o", out(), "--cupti", kDoubles + "/libcupti.so.13",
                                     "--"};
        all.insert(all.end(), command.begin(), command.end());
        return runLongpole(all);
    }
    // Rows of a query, each as JSON.
    std::vector<std::string> query(const std::string& sql) const
    {
        const Outcome o = runLongpole({"query", out(), sql, "--json"});
        EXPECT_EQ(o.exitCode, 0) << o.err;
        std::vector<std::string> rows;
        simdjson::dom::parser parser;
        for (const auto row : parser.parse(o.out)["rows"].get_array()) {
            rows.push_back(simdjson::minify(row));
        }
        return rows;
    }

    TempFolder folder;
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
    const std::string ranks = "for r in 0 1; do RANK=$r WORLD_SIZE=2 LOCAL_RANK=$r " + kDoubles
        + "/double_target init communicator 0xfeed00000000beef 2 $r ms 1"
        + grouped("0xfeed00000000beef", "1024") + grouped("0xabc", "2048") + alone
        + "ms 20 exit 0 & done; wait";
    const Outcome o = record({"/bin/sh", "-c", ranks});
    ASSERT_EQ(o.exitCode, 0) << o.err;
    EXPECT_EQ(query("SELECT collective, process_group, group_size, count(*) FROM gpu_ops GROUP BY "
                    "1, 2, 3 ORDER BY 4"),
              (std::vector<std::string>{R"(["AllReduce","0xabc",null,2])",
                                        R"(["AllReduce","0xfeed00000000beef",2,4])"}));
    EXPECT_EQ(query("SELECT json_extract(args, '$.Seq'), json_extract(args, '$.\"Message size "
                    "[bytes]\"'), json_extract(args, '$.\"Reduction operation\"'), count(*) FROM "
                    "slices WHERE name LIKE 'ncclDev%' GROUP BY 1, 2, 3 ORDER BY 2"),
              (std::vector<std::string>{R"([0,1024,"Sum",2])", R"([0,2048,"Sum",2])",
                                        R"([1,4096,"Sum",2])"}));
    EXPECT_EQ(query("SELECT count(*) FROM links WHERE kind = 'collective'"),
              std::vector<std::string>{"[3]"});
    EXPECT_EQ(query("SELECT DISTINCT json_extract(args, '$.\"NCCL communicator ID\"') FROM slices "
                    "WHERE name = 'ncclCommInitRank'"),
              std::vector<std::string>{R"(["0xfeed00000000beef"])"});
}

TEST_F(RecordNccl, PayloadsOfAnyKindBecomeArguments)
{
    const Outcome o = record({kDoubles + "/double_target", "init", "odd", "exit", "0"});
    ASSERT_EQ(o.exitCode, 0) << o.err;
    const auto rows =
        query("SELECT args FROM slices WHERE name = 'message' ORDER BY ts_ns LIMIT 1");
    ASSERT_EQ(rows.size(), 1U);
    for (const char* part :
         {R"(\"inner[0].a\":-2)", R"(\"inner[1].b\":1.5)", R"(\"after\":2.25)"}) {
        EXPECT_THAT(rows[0], HasSubstr(part));
    }
    EXPECT_THAT(rows[0], ::testing::Not(HasSubstr("strange")));
    const Outcome info = runLongpole({"info", out(), "--json"});
    EXPECT_THAT(info.out, HasSubstr("nvtx-payloads-left-out"));
    EXPECT_THAT(info.out, HasSubstr("nvtx-payload-incomplete"));
}

} // namespace

} // namespace longpole::test
