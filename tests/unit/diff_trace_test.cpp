// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Whole comparisons of recordings whose answer is known.
#include "core/diff/op_rows.h"
#include "core/diff/sentence.h"
#include "core/diff/trace_diff.h"
#include "core/open/open_trace.h"
#include "tests/unit/diff_fixture.h"

#include <gmock/gmock.h>

#include <cmath>
#include <map>
#include <random>

namespace longpole::test {

namespace {

using namespace diff;
using testing::HasSubstr;

TraceDiff compared(const StepRecording& a, const StepRecording& b, const std::string& range = {})
{
    DiffInput input;
    input.before = {opened(a)};
    input.after = {opened(b)};
    input.range = range;
    auto out = diffTraces(input, JobContext());
    EXPECT_TRUE(out) << (out ? "" : out.error().text());
    return out ? std::move(*out) : TraceDiff();
}

const Comparison& check(const TraceDiff& d, const std::string& key)
{
    static const Comparison none;
    for (const Comparison& c : d.comparability.checks) {
        if (c.key == key) {
            return c;
        }
    }
    ADD_FAILURE() << key;
    return none;
}

// n steps of a gemm that takes about gemmUs (it varies by 1 us from step to step).
StepRecording steps(int n, double gemmUs, double hostUs = 0, bool fused = false)
{
    StepRecording out;
    for (int i = 0; i < n; ++i) {
        std::vector<StepOp> ops{{"gemm", gemmUs + i % 3}};
        if (fused) {
            ops.push_back({"fused_mul_add_relu", 12});
        } else {
            ops.insert(ops.end(), {{"mul", 8}, {"add", 8}, {"relu", 8}});
        }
        out.step(ops, hostUs);
    }
    return out;
}

void expectExact(const TraceDiff& d)
{
    ASSERT_TRUE(d.waterfall.known);
    for (const auto* list : {&d.waterfall.categories, &d.waterfall.operations}) {
        std::int64_t before = 0;
        std::int64_t after = 0;
        for (const Stretch& s : *list) {
            before += s.beforeNs;
            after += s.afterNs;
        }
        EXPECT_EQ(before, d.waterfall.before.makespanNs);
        EXPECT_EQ(after, d.waterfall.after.makespanNs);
    }
}

TEST(DiffTraces, ARecordingDiffersFromItselfInNothing)
{
    for (const char* stem : {"ProfilerStep#", ""}) {
        StepRecording marked;
        marked.stem = stem;
        for (int i = 0; i < 6; ++i) {
            marked.step({{"gemm", 100}, {"add", 8}, {"copy", 5, 20}}, 40);
        }
        const TraceDiff d = compared(marked, marked);
        EXPECT_EQ(d.verdict, Verdict::NoDifference);
        EXPECT_EQ(d.effect.ratio.ratio, 1);
        EXPECT_EQ(d.effect.means.difference, 0);
        expectExact(d);
        for (const Stretch& s : d.waterfall.operations) {
            EXPECT_EQ(s.deltaNs(), 0);
        }
        for (const auto& row : d.rows.rows) {
            EXPECT_EQ(std::get<std::string>(row[1]), "same");
            EXPECT_EQ(std::get<std::int64_t>(row[2]), 0);
        }
        EXPECT_TRUE(d.groups.rows.empty());
        for (const auto& row : d.shapes.rows) {
            EXPECT_EQ(std::get<std::int64_t>(row.back()), 0);
        }
        for (const Figure& f : d.totals) {
            EXPECT_EQ(f.before, f.after);
        }
        for (const CpuName& n : d.cpu.names) {
            EXPECT_EQ(n.calls.before, n.calls.after);
            EXPECT_EQ(n.calls.totalBeforeNs, n.calls.totalAfterNs);
            EXPECT_EQ(n.calls.selfBeforeNs, n.calls.selfAfterNs);
        }
        for (const Comparison& c : d.comparability.checks) {
            EXPECT_NE(c.agreement, Agreement::Differs) << c.key;
        }
    }
}

TEST(DiffTraces, AFasterKernelIsFasterAndTheRowsAddUp)
{
    const TraceDiff d = compared(steps(8, 100), steps(8, 60));
    EXPECT_EQ(d.verdict, Verdict::Faster);
    EXPECT_TRUE(d.comparability.equalWork);
    expectExact(d);
    std::int64_t sum = 0;
    for (const auto& row : d.rows.rows) {
        sum += std::get<std::int64_t>(row[2]);
    }
    EXPECT_EQ(sum, d.totalsAfter.kernelNs - d.totalsBefore.kernelNs);
    EXPECT_EQ(sum, -8 * 40'000);
    const auto& first = d.rows.rows.front();
    EXPECT_EQ(std::get<std::string>(first[0]), "gemm");
    EXPECT_EQ(std::get<std::string>(first[1]), "faster");
    EXPECT_THAT(d.sentence, HasSubstr("GPU time fell by 320.000 µs"));
    EXPECT_THAT(d.sentence, HasSubstr("kernels (gemm)"));
    const TraceDiff back = compared(steps(8, 60), steps(8, 100));
    EXPECT_EQ(back.verdict, Verdict::Slower);
    EXPECT_TRUE(slowdownBeyond(back, 0.05));
    EXPECT_FALSE(slowdownBeyond(back, 2));
    EXPECT_FALSE(slowdownBeyond(d, 0));
}

TEST(DiffTraces, AGainThatHostCodeHidesIsSaidToBeHidden)
{
    StepRecording a;
    StepRecording b;
    for (int i = 0; i < 6; ++i) {
        a.step({{"gemm", 100}}, 1000, 1200);
        b.step({{"gemm", 20}}, 1000, 1200);
    }
    const TraceDiff d = compared(a, b);
    EXPECT_EQ(d.verdict, Verdict::NoDifference);
    expectExact(d);
    EXPECT_THAT(d.sentence, HasSubstr("GPU time fell by 480.000 µs"));
    EXPECT_THAT(d.sentence, HasSubstr("the path runs through host code (load) before and after"));
}

TEST(DiffTraces, FusionIsNamedAndIsNoOtherWork)
{
    const TraceDiff d = compared(steps(6, 100), steps(6, 100, 0, true));
    EXPECT_EQ(d.verdict, Verdict::Faster);
    EXPECT_EQ(check(d, "gpu_ops").agreement, Agreement::Differs);
    ASSERT_EQ(d.groups.rows.size(), 1U);
    EXPECT_EQ(std::get<std::string>(d.groups.rows[0][0]), "fused");
    EXPECT_EQ(std::get<std::string>(d.groups.rows[0][1]), "mul + add + relu");
    EXPECT_EQ(std::get<std::string>(d.groups.rows[0][2]), "fused_mul_add_relu");
    EXPECT_EQ(std::get<std::int64_t>(d.groups.rows[0][5]), 6);
    EXPECT_EQ(std::get<std::int64_t>(d.groups.rows[0][8]), -6 * 12'000);
    for (const auto& row : d.rows.rows) {
        EXPECT_EQ(std::get<std::string>(row[1]),
                  std::get<std::string>(row[0]) == "gemm" ? "same" : "fused");
    }
}

TEST(DiffTraces, FewStepsGiveFiguresButNoVerdict)
{
    const TraceDiff d = compared(steps(4, 100), steps(4, 60));
    EXPECT_EQ(d.verdict, Verdict::None);
    EXPECT_THAT(d.reason, HasSubstr("too few"));
    EXPECT_LT(d.effect.ratio.ratio, 1);
    EXPECT_EQ(std::get<std::string>(d.rows.rows[0][1]), "untested");
}

TEST(DiffTraces, AnotherGpuIsNotComparable)
{
    StepRecording b = steps(6, 60);
    b.gpu = "Other GPU";
    const TraceDiff d = compared(steps(6, 100), b);
    EXPECT_EQ(d.verdict, Verdict::NotComparable);
    EXPECT_TRUE(check(d, "gpu_model").blocks);
    EXPECT_THAT(d.reason, HasSubstr("same GPU model"));
}

TEST(DiffTraces, OtherInputsAreNotComparable)
{
    StepRecording a;
    StepRecording b;
    for (int i = 0; i < 6; ++i) {
        a.step({{"gemm", 100, 7, 1, "", false, "[[64, 64]]"}});
        b.step({{"gemm", 60, 7, 1, "", false, "[[32, 64]]"}});
    }
    const TraceDiff d = compared(a, b);
    EXPECT_EQ(d.verdict, Verdict::NotComparable);
    EXPECT_TRUE(check(d, "shapes").blocks);
    EXPECT_FALSE(d.waterfall.known);
    EXPECT_TRUE(d.totals.empty());
    EXPECT_EQ(compared(a, a).verdict, Verdict::NoDifference);
}

TEST(DiffTraces, AWindowWithoutMarksMustHoldTheSameWork)
{
    StepRecording unmarkedA;
    StepRecording unmarkedB;
    StepRecording unmarkedSame;
    unmarkedA.stem = unmarkedB.stem = unmarkedSame.stem = "";
    for (int i = 0; i < 8; ++i) {
        unmarkedA.step({{"gemm", 100.0 + i % 3}, {"add", 8}, {"mul", 9}});
        unmarkedSame.step({{"gemm", 60.0 + i % 3}, {"add", 8}, {"mul", 9}});
        if (i < 6) {
            unmarkedB.step({{"gemm", 90.0 + i % 3}, {"add", 8}, {"mul", 9}});
        }
    }
    const TraceDiff unequal = compared(unmarkedA, unmarkedB);
    EXPECT_EQ(unequal.verdict, Verdict::NotComparable);
    EXPECT_THAT(unequal.sentence, HasSubstr("unequal work"));
    EXPECT_TRUE(unequal.totals.empty());
    const TraceDiff equal = compared(unmarkedA, unmarkedSame);
    EXPECT_EQ(equal.iterationsBefore.source, IterationSource::Inferred);
    EXPECT_THAT(equal.iterationsBefore.rule, HasSubstr("inferred"));
    EXPECT_EQ(equal.effect.before.size(), 8U);
    EXPECT_EQ(equal.verdict, Verdict::Faster);
}

TEST(DiffTraces, RangesAreChosenByAnExpression)
{
    StepRecording a = steps(6, 100);
    StepRecording b = steps(6, 60);
    const TraceDiff d = compared(a, b, "ProfilerStep#[23]$");
    EXPECT_EQ(d.effect.before.size(), 2U);
    EXPECT_EQ(d.iterationsBefore.source, IterationSource::Pattern);
    DiffInput input;
    input.before = input.after = {opened(a)};
    input.range = "no such range";
    EXPECT_FALSE(diffTraces(input, JobContext()));
    input.range = "(";
    const auto bad = diffTraces(input, JobContext());
    ASSERT_FALSE(bad);
    EXPECT_THAT(bad.error().message, HasSubstr("no regular expression"));
}

TEST(DiffTraces, WarmUpIsLeftOutAndOddStepsAreNamed)
{
    const auto recording = [](double us) {
        StepRecording out;
        out.step({{"tune", 300}, {"tune", 300}, {"gemm", us}, {"add", 8}});
        for (int i = 0; i < 7; ++i) {
            out.step({{"gemm", us + i % 3}, {"add", 8}}, 0, i == 4 ? 600 : 0);
        }
        return out;
    };
    const TraceDiff d = compared(recording(100), recording(60));
    EXPECT_EQ(d.iterationsBefore.all[0].state, IterationState::WarmUp);
    EXPECT_EQ(d.iterationsBefore.all[5].state, IterationState::Odd);
    EXPECT_EQ(d.effect.before.size(), 7U);
    ASSERT_TRUE(d.withoutOdd);
    EXPECT_EQ(d.withoutOdd->before.size(), 6U);
    EXPECT_THAT(d.cautions, testing::Contains(HasSubstr("left out as warm-up: ProfilerStep#0")));
    EXPECT_THAT(d.cautions, testing::Contains(HasSubstr("odd, but counted: ProfilerStep#5")));
}

TEST(DiffTraces, OfSeveralRunsTheRunIsTheObservation)
{
    DiffInput input;
    for (int i = 0; i < 5; ++i) {
        input.before.push_back(opened(steps(3, 100 + i)));
        input.after.push_back(opened(steps(3, 60 + i)));
    }
    const auto d = diffTraces(input, JobContext());
    ASSERT_TRUE(d);
    EXPECT_EQ(d->unit, "run");
    EXPECT_EQ(d->effect.before.size(), 5U);
    EXPECT_EQ(d->verdict, Verdict::Faster);
}

TEST(DiffTraces, AForecastIsSetAgainstWhatWasMeasured)
{
    DiffInput input;
    input.before = {opened(steps(6, 100))};
    input.after = {opened(steps(6, 60))};
    const auto plain = diffTraces(input, JobContext());
    ASSERT_TRUE(plain);
    open::Forecast f;
    f.name = "halve";
    f.region = "ProfilerStep#2";
    f.low = DurationNs{1'000};
    f.high = DurationNs{2'000};
    input.forecasts = {f, f};
    input.forecasts[1].region = "whole trace";
    const auto d = diffTraces(input, JobContext());
    ASSERT_TRUE(d);
    ASSERT_EQ(d->forecasts.size(), 2U);
    ASSERT_TRUE(d->forecasts[0].measuredNs);
    EXPECT_GT(*d->forecasts[0].measuredNs, 60'000);
    EXPECT_EQ(d->forecasts[0].errorNs, *d->forecasts[0].measuredNs - 2'000);
    EXPECT_FALSE(d->forecasts[1].measuredNs);
    EXPECT_THAT(d->forecasts[1].note, HasSubstr("forecast an iteration"));
}

TEST(DiffTraces, ADifferenceWithinTheCostOfRecordingIsNone)
{
    StepRecording b = steps(8, 95);
    b.properties = "\"recording.overhead.ratio\": 1.5, ";
    const TraceDiff d = compared(steps(8, 100), b);
    EXPECT_EQ(d.perturbation, 1.5);
    EXPECT_EQ(d.verdict, Verdict::NoDifference);
    EXPECT_THAT(d.reason, HasSubstr("recording itself costs"));
}

TEST(DiffTraces, TheWaterfallAddsUpOnRandomRecordings)
{
    std::mt19937 random(7);
    const auto recording = [&] {
        StepRecording out;
        for (int step = 0; step < 5; ++step) {
            std::vector<StepOp> ops;
            for (std::uint32_t i = 0; i < 1 + random() % 10; ++i) {
                ops.push_back({"k" + std::to_string(random() % 5), 1.0 + double(random() % 90),
                               random() % 2 == 0 ? 7 : 20});
            }
            out.step(ops, double(random() % 100));
        }
        return out;
    };
    for (int i = 0; i < 15; ++i) {
        const TraceDiff d = compared(recording(), recording());
        expectExact(d);
        std::int64_t sum = 0;
        for (const auto& row : d.rows.rows) {
            sum += std::get<std::int64_t>(row[2]);
        }
        EXPECT_EQ(sum, d.totalsAfter.kernelNs - d.totalsBefore.kernelNs);
    }
}

// What a new user compares first must have an answer.
TEST(DiffTraces, TheBundledPairIsComparableAndFaster)
{
    const auto sample = [](const std::string& name) {
        auto trace =
            open::openTrace({LONGPOLE_SOURCE_DIR "/resources/samples/train-" + name + ".json.gz"},
                            {}, JobContext());
        EXPECT_TRUE(trace) << name;
        return trace ? *trace : nullptr;
    };
    DiffInput input;
    input.before = {sample("before")};
    input.after = {sample("after")};
    const auto d = diffTraces(input, JobContext());
    ASSERT_TRUE(d);
    EXPECT_EQ(d->verdict, Verdict::Faster) << d->reason;
    EXPECT_EQ(check(*d, "shapes").agreement, Agreement::Same);
    EXPECT_THAT(d->sentence, HasSubstr("enumerate(DataLoader)"));
}

TEST(DiffTraces, DurationsAreWrittenInFull)
{
    EXPECT_EQ(exactDuration(591'532'000), "591.532 ms");
    EXPECT_EQ(exactDuration(999), "999 ns");
    EXPECT_EQ(exactDuration(1'131'743'000), "1.131743 s");
    EXPECT_EQ(hostStem("Optimizer.step#SGD.step"), "Optimizer.step");
    EXPECT_EQ(inputDims(R"({"a": 1, "Input Dims": [[8, 4], []], "b": [1]})"), "[[8, 4], []]");
    EXPECT_EQ(inputDims(R"({"Input Dims": [[8)"), "");
}

} // namespace

} // namespace longpole::test
