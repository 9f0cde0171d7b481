// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Several runs a side, worked by hand; what outputs that disagree do to a verdict.
#include "core/diff/outputs.h"
#include "core/diff/trace_diff.h"
#include "tests/unit/diff_fixture.h"

#include <gmock/gmock.h>

#include <map>
#include <string>
#include <variant>
#include <vector>

namespace longpole::test {

namespace {

using namespace diff;
using testing::ElementsAre;
using testing::HasSubstr;

// A step per duration, of a gemm and a relu of 10 us on one stream. It begins 7 us before the gemm,
// the relu follows after 1 us, and it ends 2 us after that: gemm + 20 us.
StepRecording run(const std::vector<double>& gemmUs)
{
    StepRecording out;
    for (const double us : gemmUs) {
        out.step({{"gemm", us}, {"relu", 10}});
    }
    return out;
}

TraceDiff compared(const std::vector<std::vector<double>>& before,
                   const std::vector<std::vector<double>>& after)
{
    DiffInput input;
    for (const auto& r : before) {
        input.before.push_back(opened(run(r)));
    }
    for (const auto& r : after) {
        input.after.push_back(opened(run(r)));
    }
    auto out = diffTraces(input, JobContext());
    EXPECT_TRUE(out) << (out ? "" : out.error().text());
    return out ? std::move(*out) : TraceDiff();
}

// A whole number of a row, by the key of its column.
std::int64_t number(const analysis::Table& table, const std::string& name, const std::string& key)
{
    for (const auto& row : table.rows) {
        for (std::size_t c = 0; c < table.columns.size(); ++c) {
            if (std::get<std::string>(row[0]) == name && table.columns[c].key == key) {
                return std::get<std::int64_t>(row[c]);
            }
        }
    }
    ADD_FAILURE() << name << ' ' << key;
    return 0;
}

// Medians of the steps: 130, 115, 170 us before; 90, 71, 110 us after.
const std::vector<std::vector<double>> kBefore{{100, 110, 130}, {90, 95, 99}, {140, 150, 160}};
const std::vector<std::vector<double>> kAfter{{60, 70, 80}, {50, 51, 52}, {90, 90, 90}};

TEST(DiffRuns, TheMediansOfTheRunsAreTheObservations)
{
    const TraceDiff d = compared(kBefore, kAfter);
    EXPECT_EQ(d.unit, "run");
    EXPECT_THAT(d.effect.before, ElementsAre(130'000, 115'000, 170'000));
    EXPECT_THAT(d.effect.after, ElementsAre(90'000, 71'000, 110'000));
    EXPECT_DOUBLE_EQ(d.effect.ratio.ratio, 90.0 / 130);
    EXPECT_NEAR(d.effect.means.difference, (90 + 71 + 110 - 130 - 115 - 170) * 1000.0 / 3, 1e-6);
    EXPECT_EQ(d.effect.ranks.u, 9); // each before is longer than each after
    EXPECT_NEAR(d.effect.ranks.p, 2.0 / 20, 1e-12); // of the ways to choose 3 of 6
    EXPECT_EQ(d.verdict, Verdict::None);
    EXPECT_THAT(d.reason, HasSubstr("record at least 5 runs a side"));
}

TEST(DiffRuns, RowsAreOfTheRunsWithTheMedianDuration)
{
    const TraceDiff d = compared(kBefore, kAfter);
    EXPECT_EQ(d.before->iterations.all[2].range.duration().ns, 150'000); // of 100, 110, 130
    EXPECT_THAT(d.cautions, testing::Contains(HasSubstr("one run of each side")));
    ASSERT_EQ(d.rows.rows.size(), 2U);
    EXPECT_EQ(std::get<std::string>(d.rows.rows[0][0]), "gemm"); // the larger change first
    EXPECT_EQ(number(d.rows, "gemm", "count_before"), 3);
    EXPECT_EQ(number(d.rows, "gemm", "count_after"), 3);
    EXPECT_EQ(number(d.rows, "gemm", "before_ns"), 340'000);
    EXPECT_EQ(number(d.rows, "gemm", "after_ns"), 210'000);
    EXPECT_EQ(number(d.rows, "gemm", "delta_ns"), -130'000);
    EXPECT_EQ(number(d.rows, "gemm", "mean_after_ns"), 70'000);
    EXPECT_EQ(number(d.rows, "relu", "before_ns"), 30'000);
    EXPECT_EQ(number(d.rows, "relu", "delta_ns"), 0);
    EXPECT_EQ(d.totalsBefore.kernelNs, 370'000);
    EXPECT_EQ(d.totalsAfter.kernelNs, 240'000);
}

TEST(DiffRuns, OfTwoRunsTheFasterIsCompared)
{
    const TraceDiff d = compared({kBefore[2], kBefore[0]}, {kAfter[2]});
    EXPECT_EQ(number(d.rows, "gemm", "before_ns"), 340'000);
    EXPECT_EQ(number(d.rows, "gemm", "after_ns"), 270'000);
    EXPECT_EQ(d.effect.ratio.ratio, 110.0 / 150); // the mean of 130 and 170
}

TEST(DiffRuns, FiveASideHaveAVerdict)
{
    const TraceDiff d =
        compared({{100}, {101}, {104}, {102}, {103}}, {{60}, {64}, {61}, {63}, {62}});
    EXPECT_EQ(d.verdict, Verdict::Faster) << d.reason;
    EXPECT_DOUBLE_EQ(d.effect.ratio.ratio, 82.0 / 122);
    EXPECT_EQ(number(d.rows, "gemm", "delta_ns"), -40'000); // 102 → 62
}

TEST(DiffOutputs, OnlyAnImprovementIsTakenBackWhereTheyDisagree)
{
    TraceDiff d;
    d.reason = "as measured";
    const Outputs same{Outputs::State::Agree, 2, 0, {}};
    const Outputs other{Outputs::State::Disagree, 2, 1, "logits"};
    for (const Verdict v : {Verdict::Faster, Verdict::Slower, Verdict::NoDifference,
                            Verdict::NotComparable, Verdict::None}) {
        d.verdict = v;
        const Judgement measured{v, "as measured"};
        EXPECT_EQ(judged(d, {}), measured);
        EXPECT_EQ(judged(d, same), measured);
        if (v != Verdict::Faster) {
            EXPECT_EQ(judged(d, other), measured);
        }
    }
    d.verdict = Verdict::Faster;
    EXPECT_EQ(judged(d, other).verdict, Verdict::NotComparable);
    EXPECT_THAT(judged(d, other).reason, HasSubstr("the outputs disagree"));
}

TEST(DiffOutputs, AReportIsCountedAndItsFirstDisagreementNamed)
{
    agreement::Report report;
    report.tensors.resize(3);
    report.tensors[0].name = "a";
    report.tensors[1].name = "b";
    report.tensors[2].name = "c";
    EXPECT_EQ(outputsOf(report).word(), "agrees");
    EXPECT_EQ(outputsOf(report).sentence(), "the outputs agree: 3 tensors within tolerance");
    report.tensors[1].outside = 4;
    report.tensors[2].problem = "missing after";
    const Outputs outputs = outputsOf(report);
    EXPECT_EQ(outputs.word(), "disagrees");
    EXPECT_EQ(outputs.disagreeing, 2U);
    EXPECT_EQ(outputs.first, "b");
    EXPECT_EQ(Outputs().word(), "not checked");
}

TEST(DiffNames, AnonymousScopesAreLeftOutOfTheSentence)
{
    StepRecording a;
    StepRecording b;
    const std::string name = "void at::native::(anonymous namespace)::scan<float>(float*)";
    for (int i = 0; i < 6; ++i) {
        a.step({{name, 100}});
        b.step({{name, 50}});
    }
    DiffInput input;
    input.before = {opened(a)};
    input.after = {opened(b)};
    const auto d = diffTraces(input, JobContext());
    ASSERT_TRUE(d);
    EXPECT_THAT(d->sentence, HasSubstr("kernels (at::native::scan)"));
}

} // namespace

} // namespace longpole::test
