// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// NVTX as the injected library takes it: with and without CUDA, by NVTX's own header too.
#include "collectors/wire/nvtx_schema.h"
#include "tests/collector/recorded.h"

#include <gtest/gtest.h>

#include <cstring>
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

std::vector<wire::NvtxOp> opsOf(const SpoolContents& s)
{
    std::vector<wire::NvtxOp> ops;
    for (const auto& e : s.events) {
        ops.push_back(e.second.op);
    }
    return ops;
}

// NVIDIA's payload extension, by its own header: descriptions, and structures that events carry.
TEST_F(Nvtx, RealPayloadsReachUs)
{
    recording.program = Recording::doubles("double_real_nvtx");
    if (!std::filesystem::exists(recording.program)) {
        GTEST_SKIP() << "NVTX's headers are not installed";
    }
    const Recorded r = recording.run({"payloads"});
    EXPECT_EQ(r.exitCode, 0) << "it checks the ids and levels that it is told";
    expectOne(r);
    const SpoolContents& s = r.spools[0];
    using wire::NvtxOp;
    ASSERT_EQ(
        opsOf(s),
        (std::vector<NvtxOp>{NvtxOp::NameDomain, NvtxOp::RegisterEnum, NvtxOp::RegisterSchema,
                             NvtxOp::RegisterSchema, NvtxOp::Payload, NvtxOp::Push, NvtxOp::Payload,
                             NvtxOp::Push, NvtxOp::Payload, NvtxOp::Pop, NvtxOp::Pop}));
    const wire::NvtxSchema schema = wire::unpackNvtxSchema(s.texts[2]);
    EXPECT_EQ(schema.type, 1U);
    EXPECT_EQ(schema.size, 24U);
    ASSERT_EQ(schema.entries.size(), 3U);
    EXPECT_EQ(schema.entries[1].name, "Message size [bytes]");
    EXPECT_EQ(schema.entries[1].offset, 8U);
    EXPECT_EQ(schema.entries[2].type, (1U << 24U) + 24U);
    const wire::NvtxEnum operation = wire::unpackNvtxEnum(s.texts[1]);
    ASSERT_EQ(operation.entries.size(), 2U);
    EXPECT_EQ(operation.entries[1].first, 2U);
    EXPECT_EQ(operation.entries[1].second, "Max");
    EXPECT_EQ(s.events[4].second.time, s.events[5].second.time);
    EXPECT_EQ(s.events[4].second.id, (1U << 24U) + 5U);
    ASSERT_EQ(s.texts[4].size(), 24U);
    std::uint64_t words[2] = {};
    std::memcpy(words, s.texts[4].data(), sizeof(words));
    EXPECT_EQ(words[0], 0x1c2f00aaU);
    EXPECT_EQ(words[1], 4096U);
}

// Sizes that no sane program tells are left out, and counted; the program runs on.
TEST_F(Nvtx, HostilePayloadsAreBounded)
{
    const Recorded r = recording.run({"odd", "exit", "3"});
    EXPECT_EQ(r.exitCode, 3);
    expectOne(r);
    const SpoolContents& s = r.spools[0];
    EXPECT_TRUE(s.ended);
    std::vector<std::size_t> sizes;
    std::size_t pushes = 0;
    for (std::size_t i = 0; i < s.events.size(); ++i) {
        if (s.events[i].second.op == wire::NvtxOp::Payload) {
            sizes.push_back(s.texts[i].size());
        }
        pushes += s.events[i].second.op == wire::NvtxOp::Push ? 1U : 0U;
        EXPECT_LE(s.texts[i].size(), wire::NvtxSchemaPacker::kRoom);
    }
    EXPECT_EQ(pushes, 9U) << "their ranges are there, with a payload or without";
    EXPECT_EQ(sizes, (std::vector<std::size_t>{40, 40, 24, 16}));
    EXPECT_EQ(s.stats.at("nvtx_payloads_left_out"), 5U);
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
