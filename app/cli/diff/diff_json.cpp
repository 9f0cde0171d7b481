// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/diff/diff_json.h"

#include "core/diff/diff_tables.h"

#include <algorithm>
#include <cmath>

namespace longpole::cli {

namespace {

Json number(double value)
{
    return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json verdictJson(diff::Verdict verdict)
{
    return verdict == diff::Verdict::None ? Json(nullptr)
                                          : Json(std::string(diff::verdictName(verdict)));
}

Json driftJson(const diff::Drift& d)
{
    return {{"trend", d.trend},
            {"p", number(d.trendP)},
            {"per_iteration", number(d.perStep)},
            {"autocorrelation", number(d.autocorrelation)},
            {"correlated", d.correlated}};
}

Json wholeNs(const std::vector<double>& values)
{
    Json out = Json::array();
    for (const double v : values) {
        out.push_back(std::llround(v));
    }
    return out;
}

Json effectJson(const diff::Effect& e, const std::string& unit)
{
    return {{"ratio", number(e.ratio.ratio)},
            {"low", number(e.ratio.low)},
            {"high", number(e.ratio.high)},
            {"unit", unit},
            {"method", "bootstrap of the ratio of medians, 95 %, exact over all resamples"},
            {"n_before", e.before.size()},
            {"n_after", e.after.size()},
            {"median_before_ns", std::llround(diff::median(e.before))},
            {"median_after_ns", std::llround(diff::median(e.after))},
            {"mean_before_ns", std::llround(diff::mean(e.before))},
            {"mean_after_ns", std::llround(diff::mean(e.after))},
            {"mean_difference_ns",
             {{"value", std::llround(e.means.difference)},
              {"low", e.means.known ? Json(std::llround(e.means.low)) : Json(nullptr)},
              {"high", e.means.known ? Json(std::llround(e.means.high)) : Json(nullptr)}}},
            {"rank_test",
             {{"u", number(e.ranks.u)}, {"p", number(e.ranks.p)}, {"exact", e.ranks.exact}}},
            {"rank_test_disagrees", e.rankTestDisagrees()},
            {"before_ns", wholeNs(e.before)},
            {"after_ns", wholeNs(e.after)},
            {"drift_before", driftJson(e.driftBefore)},
            {"drift_after", driftJson(e.driftAfter)}};
}

Json iterationsJson(const diff::Iterations& iterations)
{
    Json out = {{"source", std::string(diff::iterationSourceName(iterations.source))},
                {"rule", iterations.rule},
                {"gpu_ops_outside", iterations.opsOutside}};
    out["list"] = Json::array();
    for (const diff::Iteration& n : iterations.all) {
        out["list"].push_back({{"name", n.name},
                               {"start_ns", n.range.begin.ns},
                               {"dur_ns", n.range.duration().ns},
                               {"gpu_ops", n.gpuOps},
                               {"state", std::string(diff::iterationStateName(n.state))}});
    }
    return out;
}

Json comparabilityJson(const diff::Comparability& comparability)
{
    Json out = Json::array();
    for (const diff::Comparison& c : comparability.checks) {
        out.push_back({{"key", c.key},
                       {"title", c.title},
                       {"before", c.before.empty() ? Json(nullptr) : Json(c.before)},
                       {"after", c.after.empty() ? Json(nullptr) : Json(c.after)},
                       {"agreement", std::string(diff::agreementName(c.agreement))},
                       {"blocks", c.blocks},
                       {"consequence", c.consequence}});
    }
    return out;
}

Json stretchJson(const diff::Stretch& s)
{
    return {{"before_ns", s.beforeNs}, {"after_ns", s.afterNs}, {"delta_ns", s.deltaNs()}};
}

Json waterfallJson(const diff::Waterfall& w)
{
    Json out = Json::array();
    for (const diff::Stretch& c : w.categories) {
        Json category = {{"category", std::string(critical_path::categoryName(c.category))}};
        category.update(stretchJson(c));
        category["operations"] = Json::array();
        for (const diff::Stretch& o : w.operations) {
            if (o.category == c.category) {
                Json operation = {
                    {"name", o.operation.empty() ? Json(nullptr) : Json(o.operation)}};
                operation.update(stretchJson(o));
                category["operations"].push_back(std::move(operation));
            }
        }
        out.push_back(std::move(category));
    }
    return out;
}

Json pathJson(const diff::Waterfall& w)
{
    if (!w.known) {
        return {{"known", false}, {"note", w.note}};
    }
    return {{"known", true},
            {"note", w.note},
            {"region_before", w.before.region},
            {"region_after", w.after.region},
            {"makespan_before_ns", w.before.makespanNs},
            {"makespan_after_ns", w.after.makespanNs},
            {"makespan_delta_ns", w.after.makespanNs - w.before.makespanNs},
            {"confidence_before", w.before.words},
            {"confidence_after", w.after.words}};
}

Json figuresJson(const std::vector<diff::Figure>& figures)
{
    Json out = Json::object();
    for (const diff::Figure& f : figures) {
        out[f.key] = {{"before", f.before}, {"after", f.after}, {"delta", f.after - f.before}};
    }
    return out;
}

// The names of host operations by what became of their number.
Json cpuChangesJson(const diff::CpuDiff& cpu)
{
    Json out = Json::object();
    for (const auto change :
         {diff::CountChange::Equal, diff::CountChange::Added, diff::CountChange::Removed,
          diff::CountChange::Increased, diff::CountChange::Decreased}) {
        out[std::string(diff::countChangeName(change))] = Json::array();
    }
    for (const diff::CpuName& n : cpu.names) {
        out[std::string(diff::countChangeName(diff::countChange(n.calls.before, n.calls.after)))]
            .push_back(n.name);
    }
    return out;
}

Json forecastsJson(const std::vector<diff::ForecastCheck>& forecasts)
{
    Json out = Json::array();
    for (const diff::ForecastCheck& c : forecasts) {
        out.push_back({{"name", c.forecast.name},
                       {"region", c.forecast.region},
                       {"change", c.forecast.change},
                       {"made_unix_ns", c.forecast.madeUnixNs},
                       {"makespan_ns", c.forecast.makespan.ns},
                       {"predicted_ns", {{"low", c.forecast.low.ns}, {"high", c.forecast.high.ns}}},
                       {"measured_ns", c.measuredNs ? Json(*c.measuredNs) : Json(nullptr)},
                       {"error_ns", c.measuredNs ? Json(c.errorNs) : Json(nullptr)},
                       {"note", c.note}});
    }
    return out;
}

} // namespace

Json diffJson(const diff::TraceDiff& d, const diff::Outputs& outputs)
{
    Json effect = effectJson(d.effect, d.unit);
    if (d.unit == "window" && !d.comparability.equalWork) {
        // Lengths of recordings of other work: there is no ratio of these.
        effect["ratio"] = effect["low"] = effect["high"] = nullptr;
    }
    Json out = {
        {"verdict", verdictJson(d.verdict)},
        {"reason", d.reason},
        {"sentence", d.sentence},
        {"effect", effect},
        {"effect_without_odd", d.withoutOdd ? effectJson(*d.withoutOdd, d.unit) : Json(nullptr)},
        {"detectable", number(d.effect.detectable)},
        {"cautions", d.cautions},
        {"agreement", std::string(outputs.word())},
        {"perturbation", d.perturbation ? number(*d.perturbation) : Json(nullptr)},
        {"comparability", comparabilityJson(d.comparability)},
        {"equal_work", d.comparability.equalWork},
        {"iterations",
         {{"before", iterationsJson(d.iterationsBefore)},
          {"after", iterationsJson(d.iterationsAfter)},
          {"paired", d.matching.iterations.size()}}},
        {"matching",
         {{"ops_before", d.matching.opsBefore},
          {"ops_after", d.matching.opsAfter},
          {"graph_ops_before", d.matching.inGraphBefore},
          {"graph_ops_after", d.matching.inGraphAfter},
          {"identical", d.matching.identical},
          {"identical_share", number(d.matching.identicalShare())},
          {"fallbacks", d.matching.fallbacks}}},
        {"path", pathJson(d.waterfall)},
        {"waterfall", waterfallJson(d.waterfall)},
        {"totals", figuresJson(d.totals)},
        {"communication", figuresJson(d.communication)}};
    analysis::Report report;
    report.tables = {d.rows, d.groups, d.shapes, cpuNamesTable(d), cpuPathsTable(d)};
    Json tables = toJson(report);
    tables.erase("notes");
    out.update(tables);
    out["shape_dependent"] = d.shapeDependent;
    out["cpu_changes"] = cpuChangesJson(d.cpu);
    out["forecasts"] = forecastsJson(d.forecasts);
    return out;
}

} // namespace longpole::cli
