// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Did the change help, where, how sure is that, and were the runs comparable: everything the
// command line and the viewer show of two recordings.
//
//     auto diff = diffTraces({{before}, {after}, {}, {}}, job);
//     diff->verdict; diff->sentence; diff->rows;
//
// Each side is one run or several. With one, the unit of observation is the iteration; with several
// it is the run (the median of its iterations), and operations are compared between the runs whose
// observation is the median of their side.
// Immutable once made; keeps the traces alive.
#pragma once

#include "core/analysis/table.h"
#include "core/base/job.h"
#include "core/base/result.h"
#include "core/diff/comparability.h"
#include "core/diff/cpu_ops.h"
#include "core/diff/effect.h"
#include "core/diff/gpu_totals.h"
#include "core/diff/match.h"
#include "core/diff/waterfall.h"
#include "core/open/forecast.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace longpole::diff {

struct DiffInput
{
    std::vector<std::shared_ptr<const model::Trace>> before; // at least one each
    std::vector<std::shared_ptr<const model::Trace>> after;
    std::string range; // regular expression for the iterations' ranges; empty: as marked
    std::vector<open::Forecast> forecasts; // of the first trace before
};

// A forecast made before the change, set against what was measured after it.
struct ForecastCheck
{
    open::Forecast forecast;
    std::optional<std::int64_t> measuredNs;
    std::int64_t errorNs = 0; // measured minus the nearer bound; 0 within the bounds
    std::string note; // why nothing was measured
};

struct TraceDiff
{
    Verdict verdict = Verdict::None;
    std::string reason; // one sentence: why this verdict
    std::string unit; // of observation: "iteration", "run", "window"
    Effect effect;
    std::optional<Effect> withoutOdd; // without the odd iterations, where there are some
    std::vector<std::string> cautions; // sentences
    std::optional<double> perturbation; // profiled ÷ unprofiled, if a recording says
    Comparability comparability;
    std::string sentence; // what happened, in one sentence

    // Of the compared runs: what iterations they have, and how operations match.
    Iterations iterationsBefore; // without Iterations::ofOp: the sides have it
    Iterations iterationsAfter;
    std::shared_ptr<const Side> before;
    std::shared_ptr<const Side> after;
    Matching matching;

    Waterfall waterfall;
    GpuTotals totalsBefore;
    GpuTotals totalsAfter;
    std::vector<Figure> totals; // empty where the work is unequal
    std::vector<Figure> communication;
    analysis::Table rows;
    analysis::Table groups;
    analysis::Table shapes;
    std::vector<std::string> shapeDependent;
    CpuDiff cpu;
    std::vector<ForecastCheck> forecasts;
};

// Errors: Format for a bad range, Cancelled, Limit.
Result<TraceDiff> diffTraces(const DiffInput& input, const JobContext& job);

// Whether a slowdown larger than the bound (0.05: 5 %) is supported: the verdict is "slower" and
// the whole interval lies above 1 + bound.
bool slowdownBeyond(const TraceDiff& diff, double bound);

} // namespace longpole::diff
