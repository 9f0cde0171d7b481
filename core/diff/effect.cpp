// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/effect.h"

#include <array>
#include <cstdio>

namespace longpole::diff {

namespace {

constexpr double kSignificant = 0.05;

void addDrift(std::vector<std::string>& out, const Drift& drift, const char* side)
{
    std::array<char, 240> text{};
    if (drift.trend) {
        std::snprintf(text.data(), text.size(),
                      "%s, durations drift by %+.2f %% per iteration (Kendall's p = %.3f): the "
                      "interval is narrower than it should be",
                      side, 100 * drift.perStep, drift.trendP);
        out.emplace_back(text.data());
    }
    if (drift.correlated) {
        std::snprintf(text.data(), text.size(),
                      "%s, neighbouring iterations are alike (autocorrelation %.2f): the interval "
                      "is narrower than it should be",
                      side, drift.autocorrelation);
        out.emplace_back(text.data());
    }
}

} // namespace

std::string_view verdictName(Verdict verdict)
{
    constexpr std::array<std::string_view, 5> kNames{"faster", "slower", "no difference seen",
                                                     "not comparable", "no verdict"};
    return kNames[static_cast<std::size_t>(verdict)];
}

Verdict Effect::verdict() const
{
    return !enough()     ? Verdict::None
        : ratio.high < 1 ? Verdict::Faster
        : ratio.low > 1  ? Verdict::Slower
                         : Verdict::NoDifference;
}

bool Effect::rankTestDisagrees() const
{
    const Verdict v = verdict();
    const bool changed = v == Verdict::Faster || v == Verdict::Slower;
    return v != Verdict::None && changed != (ranks.p < kSignificant);
}

Effect effectOf(std::vector<double> before, std::vector<double> after)
{
    Effect out;
    out.ratio = bootstrapMedianRatio(before, after);
    out.means = welch(before, after);
    out.ranks = mannWhitney(before, after);
    out.detectable = detectableChange(out.ratio);
    out.driftBefore = driftOf(before);
    out.driftAfter = driftOf(after);
    out.before = std::move(before);
    out.after = std::move(after);
    return out;
}

std::vector<std::string> cautions(const Effect& effect)
{
    std::vector<std::string> out;
    if (effect.rankTestDisagrees()) {
        std::array<char, 200> text{};
        std::snprintf(text.data(), text.size(),
                      "the rank test disagrees (Mann-Whitney %sp = %.3f): the interval of the "
                      "medians decides, more iterations would settle it",
                      effect.ranks.exact ? "exact " : "", effect.ranks.p);
        out.emplace_back(text.data());
    }
    addDrift(out, effect.driftBefore, "before");
    addDrift(out, effect.driftAfter, "after");
    return out;
}

} // namespace longpole::diff
