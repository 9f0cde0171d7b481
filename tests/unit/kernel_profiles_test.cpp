// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Kernel profiles joined to the kernels of another file.
#include "core/import/kernel_identity.h"
#include "core/import/trace_builder.h"

#include <gtest/gtest.h>
#include <simdjson.h>

#include <map>

namespace {

using namespace longpole;
using namespace longpole::import;

struct Shape
{
    std::uint32_t grid = 0; // 0: not known
    std::uint32_t block = 0;
};

void addKernel(EventBatch& batch, std::string_view name, Shape shape, std::int64_t start,
               std::string_view args = "{\"stream\": 7}")
{
    GpuFacts facts;
    if (shape.grid > 0) {
        facts.grid[0] = shape.grid;
        facts.block[0] = shape.block;
        facts.grid[1] = facts.grid[2] = facts.block[1] = facts.block[2] = 1;
    }
    SliceRecord s;
    s.start = start;
    s.duration = 10;
    s.name = batch.intern(name);
    s.role = SliceRole::GpuOp;
    s.facts = static_cast<std::uint32_t>(batch.gpu.size());
    s.args = args.empty() ? model::kNull32 : batch.keepArgs(args);
    TrackKey k;
    k.kind = model::TrackKind::Stream;
    k.tid = 7;
    s.track = batch.track(k);
    batch.gpu.push_back(facts);
    batch.slices.push_back(s);
    ++batch.events;
}

void addProfile(EventBatch& batch, std::string_view name, Shape shape, int mark)
{
    KernelProfileRecord p;
    p.name = batch.intern(name);
    if (shape.grid > 0) {
        p.grid[0] = shape.grid;
        p.block[0] = shape.block;
        p.grid[1] = p.grid[2] = p.block[1] = p.block[2] = 1;
    }
    p.order = static_cast<std::uint32_t>(batch.profiles.size());
    p.durationNs = 100 + mark;
    p.args = batch.keepArgs("{\"metrics\":{\"mark\":" + std::to_string(mark) + "}}");
    batch.profiles.push_back(p);
    ++batch.events;
}

class Joined
{
public:
    Joined(EventBatch&& kernels, EventBatch&& profiles)
    {
        kernels.seal();
        profiles.seal();
        TraceBuilder builder;
        builder.append(std::move(kernels));
        builder.append(std::move(profiles));
        trace = builder.finish(JobContext()).value();
    }

    // Per kernel in order of time: the mark it carries, or -1.
    std::vector<std::int64_t> marks() const
    {
        std::map<std::int64_t, std::int64_t> byTime;
        simdjson::dom::parser parser;
        for (std::uint32_t i = 0; i < trace->counts().slices; ++i) {
            const model::Slice s = trace->slice(SliceId(i));
            const simdjson::dom::element args = parser.parse(trace->args(s.args)).value();
            std::int64_t mark = 0;
            const bool found = args.at_pointer("/ncu/metrics/mark").get(mark) == simdjson::SUCCESS;
            byTime[s.start.ns] = found ? mark : -1;
        }
        std::vector<std::int64_t> out;
        for (const auto& [time, mark] : byTime) {
            out.push_back(mark);
        }
        return out;
    }
    std::string ledger(std::string_view kind) const
    {
        const model::Ledger all = trace->ledger();
        for (const model::LedgerEntry& e : all.entries()) {
            if (e.kind == kind) {
                return e.meaning;
            }
        }
        return {};
    }

    std::shared_ptr<const model::Trace> trace;
};

using Marks = std::vector<std::int64_t>;

TEST(KernelProfiles, AreTheTraceWhereThereAreNoKernels)
{
    EventBatch profiles;
    addProfile(profiles, "add(int)", {4, 32}, 1);
    addProfile(profiles, "mul(int)", {4, 32}, 2);
    const Joined j(EventBatch{}, std::move(profiles));
    EXPECT_EQ(j.trace->counts().kernels, 2U);
    EXPECT_EQ(j.marks(), (Marks{1, 2}));
    EXPECT_EQ(j.trace->slice(SliceId(1)).start.ns, 101);
    EXPECT_NE(j.ledger("profiles-laid-out"), "");
}

TEST(KernelProfiles, MatchInOrderWhereThereAreAsManyAsLaunches)
{
    EventBatch kernels;
    addKernel(kernels, "void add<int>(int)", {4, 32}, 30);
    addKernel(kernels, "void add<int>(int)", {4, 32}, 10);
    addKernel(kernels, "void add<int>(int)", {8, 32}, 20);
    addKernel(kernels, "other", {4, 32}, 40);
    EventBatch profiles;
    addProfile(profiles, "add<int>(int)", {4, 32}, 1);
    addProfile(profiles, "add<int>(int)", {8, 32}, 2);
    addProfile(profiles, "add<int>(int)", {4, 32}, 3);
    addProfile(profiles, "absent()", {4, 32}, 4);
    const Joined j(std::move(kernels), std::move(profiles));
    EXPECT_EQ(j.marks(), (Marks{1, 2, 3, -1}));
    EXPECT_EQ(j.trace->counts().kernels, 4U);
    EXPECT_EQ(j.ledger("kernel-metrics-joined"),
              "3 of 4 kernels carry Nsight Compute metrics, from 3 of 4 profiles; 1 profile "
              "matched nothing");
    EXPECT_EQ(j.ledger("kernel-metrics-shared"), "");
}

TEST(KernelProfiles, OneProfileServesAllLaunchesOfItsShape)
{
    EventBatch kernels;
    for (int i = 0; i < 5; ++i) {
        addKernel(kernels, "k", {4, i == 2 ? 64U : 32U}, i * 20);
    }
    EventBatch profiles;
    addProfile(profiles, "k", {4, 32}, 9);
    const Joined j(std::move(kernels), std::move(profiles));
    EXPECT_EQ(j.marks(), (Marks{9, 9, -1, 9, 9}));
    EXPECT_NE(j.ledger("kernel-metrics-shared"), "");
}

TEST(KernelProfiles, FewerOrMoreProfilesThanLaunches)
{
    EventBatch kernels;
    for (int i = 0; i < 4; ++i) {
        addKernel(kernels, "few", {4, 32}, i * 20);
    }
    addKernel(kernels, "many", {4, 32}, 200);
    EventBatch profiles;
    for (int i = 0; i < 2; ++i) {
        addProfile(profiles, "few", {4, 32}, i);
    }
    for (int i = 10; i < 13; ++i) {
        addProfile(profiles, "many", {4, 32}, i);
    }
    const Joined j(std::move(kernels), std::move(profiles));
    EXPECT_EQ(j.marks(), (Marks{0, 1, 1, 1, 10}));
    EXPECT_EQ(j.ledger("kernel-metrics-joined"),
              "5 of 5 kernels carry Nsight Compute metrics, from 3 of 5 profiles; 2 profiles "
              "matched nothing");
}

TEST(KernelProfiles, FullNamesWinOverNamesWithoutTemplates)
{
    EventBatch kernels;
    addKernel(kernels, "void f<float>(int)", {4, 32}, 0);
    addKernel(kernels, "_Z1fIdEvi", {4, 32}, 20); // void f<double>(int)
    addKernel(kernels, "void g<(anonymous namespace)::T>(int)", {4, 32}, 40);
    addKernel(kernels, "h", {}, 60);
    EventBatch profiles;
    addProfile(profiles, "void f<double>(int)", {4, 32}, 1);
    addProfile(profiles, "void f<float>(int)", {4, 32}, 2);
    addProfile(profiles, "g", {4, 32}, 3);
    addProfile(profiles, "h", {1, 1}, 4);
    const Joined j(std::move(kernels), std::move(profiles));
    EXPECT_EQ(j.marks(), (Marks{2, 1, 3, 4}));
}

TEST(KernelProfiles, OtherMembersStayAsTheyAre)
{
    EventBatch kernels;
    addKernel(kernels, "k", {4, 32}, 0, "{\"a\": 1.50, \"b\": [ 1 ] }");
    addKernel(kernels, "k", {4, 32}, 20, "{ }");
    addKernel(kernels, "k", {4, 32}, 40, "");
    addKernel(kernels, "k", {4, 32}, 60, "[1]");
    EventBatch profiles;
    addProfile(profiles, "k", {4, 32}, 5);
    const Joined j(std::move(kernels), std::move(profiles));
    const std::string ncu =
        "\"ncu\":{\"match\":\"name and launch shape\",\"metrics\":{\"mark\":5}}}";
    const std::string expected[] = {"{\"a\": 1.50, \"b\": [ 1 ]," + ncu, "{" + ncu, "{" + ncu,
                                    "{\"args\":[1]," + ncu};
    for (std::uint32_t i = 0; i < 4; ++i) {
        EXPECT_EQ(j.trace->args(j.trace->slice(SliceId(i)).args), expected[i]);
    }
}

TEST(KernelIdentity, NamesOfDifferentToolsAreEqual)
{
    EXPECT_EQ(comparableKernelName("void at::f<(int)4, (bool)1, Op<float>>(int, Op<float>)"),
              comparableKernelName("at::f<4, 1, Op<float> >(int, Op<float>)"));
    EXPECT_EQ(comparableKernelName("_Z4sum_Pf"), "sum_(float*)");
    EXPECT_EQ(comparableKernelName("Cijk_Ailk.kd"), "Cijk_Ailk");
    EXPECT_EQ(comparableKernelName("f(int)"), "f(int)");
    EXPECT_NE(comparableKernelName("f<1>()"), comparableKernelName("f<2>()"));
}

} // namespace
