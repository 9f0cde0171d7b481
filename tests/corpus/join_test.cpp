// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Eight ranks of one DLRM step as one trace, against the figures of HolisticTraceAnalysis.
#include "tests/corpus/corpus.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace {

using longpole::test::Answer;

// Microseconds. HTA's window: all GPU operations of the rank, first start to last end; compute:
// kernels that aren't NCCL's, memsets left out; non-compute: the rest of the busy time.
struct Breakdown
{
    int rank;
    std::int64_t idle;
    std::int64_t compute;
    std::int64_t nonCompute;
    std::int64_t total;
};

constexpr Breakdown kHta[] = {
    {0, 6'419, 1'034, 5'556, 13'009}, {1, 6'428, 1'246, 11'075, 18'749},
    {2, 7'046, 1'068, 3'236, 11'350}, {3, 8'145, 1'240, 9'468, 18'853},
    {4, 8'887, 1'126, 6'576, 16'589}, {5, 9'121, 1'041, 6'230, 16'392},
    {6, 7'051, 1'051, 3'308, 11'410}, {7, 8'308, 1'059, 1'600, 10'967},
};

// The union of a device's kernels by SQL alone: nothing of Longpole's interval code.
std::int64_t computeNs(const std::string& folder, int device)
{
    const std::string sql =
        "SELECT sum(e - s) FROM (SELECT min(t) AS s, max(u) AS e FROM (SELECT t, u, sum(fresh) "
        "OVER (ORDER BY t, u) AS g FROM (SELECT ts_ns AS t, ts_ns + dur_ns AS u, CASE WHEN ts_ns "
        "> max(ts_ns + dur_ns) OVER (ORDER BY ts_ns, dur_ns ROWS BETWEEN UNBOUNDED PRECEDING AND 1 "
        "PRECEDING) THEN 1 ELSE 0 END AS fresh FROM gpu_ops WHERE kind = 'kernel' AND name NOT "
        "LIKE '%nccl%' AND device = "
        + std::to_string(device) + ")) GROUP BY g)";
    const Answer answer({"query", folder, sql, "--json"});
    return answer.json()["rows"].at(0).at(0).get_int64().value();
}

TEST(Join, EightRanksKeepTheirOwnFigures)
{
    LONGPOLE_NEED_CORPUS(first, "kineto/dlrm-8-ranks/rank0.pt.trace.json.gz");
    const std::string folder = first.substr(0, first.find_last_of('/'));
    const Answer answer({"gpu-time", folder, "--json"});
    const auto devices = answer.json()["devices"].get_array().value();
    ASSERT_EQ(devices.size(), std::size(kHta));
    for (const Breakdown& hta : kHta) {
        const auto d = devices.at(static_cast<std::size_t>(hta.rank));
        EXPECT_EQ(d["rank"].get_int64().value(), hta.rank);
        EXPECT_EQ(d["idle_ns"].get_int64().value(), hta.idle * 1000);
        EXPECT_EQ(d["span_ns"].get_int64().value(), hta.total * 1000);
        const std::int64_t compute = computeNs(folder, hta.rank);
        EXPECT_EQ(compute, hta.compute * 1000) << "rank " << hta.rank;
        EXPECT_EQ(d["busy_ns"].get_int64().value() - compute, hta.nonCompute * 1000);
    }
    longpole::test::noteChecked("kineto/dlrm-8-ranks");
}

TEST(Join, AllCollectivesOfEightRanksMatch)
{
    LONGPOLE_NEED_CORPUS(first, "kineto/dlrm-8-ranks/rank0.pt.trace.json.gz");
    const std::string folder = first.substr(0, first.find_last_of('/'));
    const Answer info({"info", folder, "--json"});
    EXPECT_EQ(info.mismatch(R"({"world_size": 8, "ledger": {"$has": [
        {"kind": "collectives-matched", "count": 8}, {"kind": "clocks-agree", "count": 8}]}})"),
              "");
    EXPECT_EQ(info.mismatch(R"({"ledger": {"$none": {"kind": "collectives-unmatched"}}})"), "");
    const Answer links(
        {"query", folder, "SELECT count(*) FROM links WHERE kind = 'collective'", "--json"});
    EXPECT_EQ(links.json()["rows"].at(0).at(0).get_int64().value(), 8 * 7);
}

} // namespace
