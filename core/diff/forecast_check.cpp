// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/forecast_check.h"

#include "core/analysis/critical_path/critical_path.h"

#include <algorithm>
#include <optional>

namespace longpole::diff {

namespace {

namespace cp = critical_path;

struct Measured
{
    cp::RegionSpec region;
    std::optional<TrackId> anchor;
    std::string note; // not empty: nothing to measure
};

Measured whereToMeasure(const TraceDiff& diff, const open::Forecast& forecast)
{
    if (forecast.region == "whole trace" || forecast.region.empty()) {
        Measured out;
        out.note = diff.comparability.equalWork && !diff.iterationsBefore.marked()
            ? ""
            : "made for the whole trace, whose length depends on when recording began and ended; "
              "forecast an iteration instead";
        return out;
    }
    for (const auto& [a, b] : diff.matching.iterations) {
        if (diff.before->iterations.all[a].name == forecast.region) {
            const Iteration& n = diff.after->iterations.all[b];
            Measured out;
            out.region = cp::RegionSpec::of(n.range);
            if (n.thread.valid()
                && diff.after->trace->track(n.thread).kind == model::TrackKind::Thread) {
                out.anchor = n.thread;
            }
            return out;
        }
    }
    return {cp::RegionSpec::named(forecast.region), std::nullopt, {}};
}

} // namespace

Result<std::vector<ForecastCheck>> checkForecasts(const TraceDiff& diff,
                                                  const std::vector<open::Forecast>& forecasts,
                                                  const JobContext& job)
{
    std::vector<ForecastCheck> out;
    std::optional<cp::PreparedTrace> prepared;
    for (const open::Forecast& f : forecasts) {
        ForecastCheck check;
        check.forecast = f;
        Measured m = whereToMeasure(diff, f);
        check.note = std::move(m.note);
        if (check.note.empty() && !prepared) {
            auto made = cp::PreparedTrace::make(diff.after->trace, {}, job);
            if (!made) {
                return fail(made.error());
            }
            prepared = std::move(*made);
        }
        if (check.note.empty()) {
            auto path = cp::analyse(*prepared, m.region, m.anchor, job);
            if (!path && path.error().code == Errc::Cancelled) {
                return fail(path.error());
            }
            if (path) {
                const std::int64_t ns = path->makespan().ns;
                check.measuredNs = ns;
                check.errorNs = ns < f.low.ns ? ns - f.low.ns : ns > f.high.ns ? ns - f.high.ns : 0;
            } else {
                check.note =
                    "the region is not in the recording after the change: " + path.error().message;
            }
        }
        out.push_back(std::move(check));
    }
    return out;
}

} // namespace longpole::diff
