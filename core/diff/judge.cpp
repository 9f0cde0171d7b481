// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/judge.h"

#include "core/diff/sentence.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <optional>
#include <string>

namespace longpole::diff {

namespace {

std::optional<double> perturbationOf(const model::Trace& trace)
{
    for (const auto& [key, value] : trace.info().properties) {
        double ratio = 0;
        if (key == "recording.overhead.ratio"
            && std::from_chars(value.data(), value.data() + value.size(), ratio).ec == std::errc()
            && ratio > 0) {
            return ratio;
        }
    }
    return std::nullopt;
}

std::string percent(double share)
{
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.3g %%", 100 * share);
    return text.data();
}

// A difference smaller than what recording itself costs is none.
void perturb(TraceDiff& diff)
{
    const auto a = perturbationOf(*diff.before->trace);
    const auto b = perturbationOf(*diff.after->trace);
    if (!a && !b) {
        return;
    }
    diff.perturbation = std::max(a.value_or(1), b.value_or(1));
    const double cost = std::fabs(*diff.perturbation - 1);
    const bool changed = diff.verdict == Verdict::Faster || diff.verdict == Verdict::Slower;
    if (changed && std::fabs(diff.effect.ratio.ratio - 1) < cost) {
        diff.verdict = Verdict::NoDifference;
        diff.reason =
            "the difference is smaller than what recording itself costs (" + percent(cost) + ")";
    }
}

void addStates(TraceDiff& diff, const Iterations& iterations, const char* side)
{
    for (const IterationState state :
         {IterationState::WarmUp, IterationState::Incomplete, IterationState::Odd}) {
        std::string names;
        for (const Iteration& n : iterations.all) {
            if (n.state == state) {
                names += (names.empty() ? "" : ", ") + n.name + " ("
                    + exactDuration(n.range.duration().ns) + ")";
            }
        }
        if (!names.empty()) {
            diff.cautions.push_back(std::string(side) + ", "
                                    + (state == IterationState::WarmUp ? "left out as warm-up: "
                                           : state == IterationState::Incomplete
                                           ? "left out as cut off: "
                                           : "odd, but counted: ")
                                    + names);
        }
    }
}

void caution(TraceDiff& diff, bool severalRuns)
{
    diff.cautions = cautions(diff.effect);
    addStates(diff, diff.iterationsBefore, "before");
    addStates(diff, diff.iterationsAfter, "after");
    if (diff.withoutOdd && diff.verdict != Verdict::NotComparable) {
        const Effect& w = *diff.withoutOdd;
        std::array<char, 96> text{};
        std::snprintf(text.data(), text.size(), "%.3f [%.3f, %.3f]", w.ratio.ratio, w.ratio.low,
                      w.ratio.high);
        const std::string verdict(verdictName(w.verdict()));
        diff.cautions.push_back(
            "without the odd iterations the ratio is " + std::string(text.data())
            + (w.verdict() == diff.effect.verdict() ? ", " + verdict + " as well"
                   : w.verdict() == Verdict::None
                   ? ", of too few to give a verdict"
                   : ", " + verdict + ": another verdict than with them"));
    }
    if (diff.matching.fallbacks > 0) {
        diff.cautions.push_back(
            "the sequences differ so much that " + std::to_string(diff.matching.fallbacks)
            + " stretches were aligned by occurrence, which may miss some matches");
    }
    if (severalRuns) {
        diff.cautions.emplace_back(
            "operations are compared between one run of each side, the one with the median "
            "duration");
    }
    const Matching& m = diff.matching;
    if (m.inGraphBefore != m.inGraphAfter) {
        diff.cautions.push_back(
            std::string(m.inGraphAfter > m.inGraphBefore ? "now in a graph: "
                                                         : "no longer in a graph: ")
            + std::to_string(m.inGraphAfter) + " of " + std::to_string(m.opsAfter)
            + " GPU operations are launched by graphs after, " + std::to_string(m.inGraphBefore)
            + " of " + std::to_string(m.opsBefore) + " before");
    }
    if (!diff.shapeDependent.empty()) {
        diff.cautions.push_back(
            withoutAnonymousScopes(diff.shapeDependent.front())
            + (diff.shapeDependent.size() > 1
                   ? " and " + std::to_string(diff.shapeDependent.size() - 1) + " more"
                   : "")
            + " became faster with some shapes only: see the change by shape");
    }
}

} // namespace

void judge(TraceDiff& diff, bool identical, bool severalRuns)
{
    const Effect& e = diff.effect;
    diff.verdict = e.verdict();
    const Comparison* const why = diff.comparability.blocking();
    if (why != nullptr) {
        diff.verdict = Verdict::NotComparable;
        diff.reason = why->title + ": " + why->consequence;
    } else if (identical) {
        diff.verdict = Verdict::NoDifference;
        diff.reason = "the two are the same recording";
    } else if (diff.verdict == Verdict::None) {
        diff.reason = std::to_string(e.before.size()) + " and " + std::to_string(e.after.size())
            + " observations are too few for a verdict; record at least " + std::to_string(kFewest)
            + " " + (diff.unit == "run" ? "runs" : "iterations") + " a side";
    } else if (diff.verdict == Verdict::NoDifference) {
        diff.reason = "the interval holds 1; a change of " + percent(e.detectable)
            + " would have been seen in 80 % of such recordings";
    } else {
        diff.reason = "the whole interval of 95 % lies "
            + std::string(diff.verdict == Verdict::Faster ? "below" : "above") + " 1";
    }
    perturb(diff);
    caution(diff, severalRuns);
}

} // namespace longpole::diff
