// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// NVTX as the injected library takes it: with and without CUDA, by NVTX's own header too.
#include "tests/collector/recorded.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

namespace longpole::testing {

namespace {

class Nvtx : public ::testing::Test
{
protected:
    static void expectOne(const Recorded& r)
    {
        ASSERT_EQ(r.spools.size(), 1U) << r.errors;
        EXPECT_EQ(r.damage[0].skippedBytes + r.damage[0].missingChunks, 0U);
    }
    Recording recording;
};

TEST_F(Nvtx, NeedsNoCuda)
{
    const Recorded r = recording.run({"nvtx", "100", "exit", "1"});
    EXPECT_EQ(r.exitCode, 1);
    expectOne(r);
    const SpoolContents& s = r.spools[0];
    EXPECT_TRUE(s.ended);
    ASSERT_EQ(s.events.size(), 400U + 7U);
    using wire::NvtxOp;
    EXPECT_EQ(s.events[0].second.op, NvtxOp::Push);
    EXPECT_EQ(s.texts[0], "outer");
    EXPECT_EQ(s.texts[1], "inn\xc3\xa9r");
    EXPECT_EQ(s.events[2].second.op, NvtxOp::Pop);
    for (std::size_t i = 1; i < s.events.size(); ++i) {
        ASSERT_GE(s.events[i].second.time, s.events[i - 1].second.time);
    }
    const auto& domain = s.events[400].second;
    const auto& text = s.events[401].second;
    const auto& push = s.events[402].second;
    EXPECT_EQ(domain.op, NvtxOp::NameDomain);
    EXPECT_EQ(s.texts[400], "Library");
    EXPECT_EQ(text.op, NvtxOp::RegisterString);
    EXPECT_EQ(push.domain, domain.id);
    EXPECT_EQ(push.textId, text.id);
    EXPECT_EQ(push.category, 3U);
    EXPECT_EQ(push.color, 0xff00ff00U);
    EXPECT_EQ(push.payload, 42U);
    EXPECT_EQ(s.events[406].second.op, NvtxOp::End);
    EXPECT_EQ(s.events[406].second.id, s.events[403].second.id);
}

// With NVIDIA's own header, where it is installed.
TEST_F(Nvtx, RealNvtxReachesUs)
{
    recording.program = Recording::doubles("double_real_nvtx");
    if (!std::filesystem::exists(recording.program)) {
        GTEST_SKIP() << "NVTX's headers are not installed";
    }
    const Recorded r = recording.run({});
    EXPECT_EQ(r.exitCode, 0) << "it checks the nesting levels that it is told";
    expectOne(r);
    using wire::NvtxOp;
    const SpoolContents& s = r.spools[0];
    std::vector<NvtxOp> ops;
    for (const auto& e : s.events) {
        ops.push_back(e.second.op);
    }
    EXPECT_EQ(ops,
              (std::vector<NvtxOp>{NvtxOp::Push, NvtxOp::NameDomain, NvtxOp::RegisterString,
                                   NvtxOp::NameCategory, NvtxOp::Push, NvtxOp::Mark, NvtxOp::Start,
                                   NvtxOp::End, NvtxOp::Pop, NvtxOp::NameThread, NvtxOp::Pop}));
    ASSERT_EQ(s.events.size(), 11U);
    EXPECT_EQ(s.events[4].second.domain, s.events[1].second.id);
    EXPECT_EQ(s.events[4].second.textId, s.events[2].second.id);
    EXPECT_EQ(s.events[4].second.color, 0xff112233U);
    EXPECT_EQ(s.events[4].second.payloadType, 2);
    EXPECT_EQ(static_cast<std::int64_t>(s.events[4].second.payload), -5);
    EXPECT_EQ(s.texts[6], "wide");
    EXPECT_EQ(s.events[9].second.id, 1234U);
}

TEST_F(Nvtx, CanBeSwitchedOff)
{
    const Recorded r = recording.run({"nvtx", "5", "exit", "1"}, {{"LONGPOLE_NVTX", "off"}});
    EXPECT_EQ(r.exitCode, 1);
    EXPECT_TRUE(r.spools.empty());
}

TEST_F(Nvtx, ManyNvtxEventsAreAllThereOrCounted)
{
    const Recorded r = recording.run({"nvtx", "100000"});
    expectOne(r);
    EXPECT_EQ(r.spools[0].events.size() + r.spools[0].stats.at("nvtx_dropped"), 400007U);
}

} // namespace

} // namespace longpole::testing
