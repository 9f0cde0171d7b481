// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The hand-worked cases have their answers, and every mutation of the model makes one of them fail.
#include "critical_path_cases.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace longpole::test {

namespace {

using namespace critical_path;

std::vector<std::string> failures(const Mutations& mutations)
{
    std::vector<std::string> out;
    std::vector<Case> all = designCases();
    std::vector<Case> further = furtherCases();
    for (Case& one : further) {
        all.push_back(std::move(one));
    }
    for (const Case& one : all) {
        Checks checks(mutations);
        one.check(checks);
        for (const std::string& f : checks.failed()) {
            out.push_back(one.name + ": " + f);
        }
    }
    return out;
}

TEST(CriticalPathScenarios, HaveTheirAnswers)
{
    EXPECT_THAT(failures({}), ::testing::IsEmpty());
}

// A device clock that is off, either way, is moved and said, never clamped.
TEST(CriticalPathClocks, AreRepairedBothWays)
{
    for (const std::int64_t offsetUs : {-400, 0, 4}) {
        Scenario s;
        s.options.lags.reset();
        const auto d = static_cast<double>(offsetUs);
        for (int i = 0; i < 60; ++i) {
            const double t = i * 100;
            s.kernel("k" + std::to_string(i), 0, {t + 6 + d, t + 66 + d}, t);
            s.streamSync(0, {t + 10, t + 68});
        }
        const PathModel& m = s.model();
        const std::int64_t shift = m.prepared->clockShift.at(0);
        EXPECT_EQ(m.graph.dropped, 0U);
        if (offsetUs < 0) {
            EXPECT_EQ(shift, 394'000); // the first launch call and its kernel begin together
        } else {
            // 4 us ahead: the work would end 2 us after the wait for it.
            EXPECT_EQ(shift, offsetUs == 0 ? 0 : -2'000);
        }
        EXPECT_EQ(m.makespan(), 5'968'000);
        EXPECT_EQ(m.categories[index(Category::Kernel)], 60 * 60'000);
    }
}

class CriticalPathMutation
    : public ::testing::TestWithParam<std::pair<std::string, bool Mutations::*>>
{
};

TEST_P(CriticalPathMutation, IsNoticed)
{
    Mutations m;
    m.*(GetParam().second) = true;
    ASSERT_THAT(failures({}), ::testing::IsEmpty());
    const auto failed = failures(m);
    RecordProperty("failing_checks", static_cast<int>(failed.size()));
    EXPECT_FALSE(failed.empty()) << GetParam().first;
}

INSTANTIATE_TEST_SUITE_P(
    All, CriticalPathMutation,
    ::testing::Values(std::pair{"dropEventWaits", &Mutations::dropEventWaits},
                      std::pair{"onlyLastWait", &Mutations::onlyLastWait},
                      std::pair{"syncAsWork", &Mutations::syncAsWork},
                      std::pair{"zeroLaunchLag", &Mutations::zeroLaunchLag},
                      std::pair{"noFifo", &Mutations::noFifo},
                      std::pair{"ignoreLegacyStream", &Mutations::ignoreLegacyStream},
                      std::pair{"noBackPressure", &Mutations::noBackPressure},
                      std::pair{"noCollectiveJoin", &Mutations::noCollectiveJoin},
                      std::pair{"dropResidualInReplay", &Mutations::dropResidualInReplay},
                      std::pair{"noTieRepair", &Mutations::noTieRepair},
                      std::pair{"sinkIsLastEvent", &Mutations::sinkIsLastEvent},
                      std::pair{"swapGapAndLaunch", &Mutations::swapGapAndLaunch},
                      std::pair{"launchFromCallEnd", &Mutations::launchFromCallEnd}),
    [](const auto& one) { return one.param.first; });

} // namespace

} // namespace longpole::test
