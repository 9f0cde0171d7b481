// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// longpole path: what limits the run, and how much each operation could gain at most.
#include "app/cli/command.h"
#include "app/cli/commands/commands.h"
#include "app/cli/commands/path_summary.h"
#include "app/cli/commands/region_input.h"

#include <algorithm>
#include <iostream>
#include <map>
#include <numeric>

namespace longpole::cli {

namespace {

namespace cp = critical_path;

// Off the path, the operations with the least slack are the next to bind.
constexpr std::size_t kNearMisses = 100;

Json stepJson(const cp::CriticalPath& path, const cp::Step& step)
{
    const model::Trace& trace = path.trace();
    return {
        {"start_ns", step.begin.ns},
        {"dur_ns", step.duration().ns},
        {"category", cp::categoryName(step.category)},
        {"provenance", step.provenance == model::Provenance::Inferred ? "inferred" : "recorded"},
        {"track", step.track.valid() ? Json(trace.track(step.track).name) : Json(nullptr)},
        {"slice", step.slice.valid() ? Json(step.slice.value) : Json(nullptr)},
        {"name",
         step.slice.valid() ? toJson(analysis::Cell(sliceName(trace, step.slice))) : Json(nullptr)},
        {"from", step.from.valid() ? Json(step.from.value) : Json(nullptr)},
        {"clock_shift_ns", step.moved.ns}};
}

Json opJson(const model::Trace& trace, const cp::OpFigures& op)
{
    Json out = sliceJson(trace, op.slice);
    out["dur_ns"] = op.duration.ns;
    out["on_path"] = op.onPath;
    out["slack_ns"] = op.slack.ns;
    out["drag_ns"] = op.drag.ns;
    out["binds_next"] = sliceJson(trace, op.bindsNext);
    return out;
}

// All on the path by drag, then those with the least slack.
std::vector<cp::OpFigures> shownOps(const cp::CriticalPath& path, bool all)
{
    std::vector<cp::OpFigures> on;
    std::vector<cp::OpFigures> off;
    for (const cp::OpFigures& op : path.ops()) {
        (op.onPath ? on : off).push_back(op);
    }
    std::stable_sort(on.begin(), on.end(),
                     [](const auto& a, const auto& b) { return a.drag > b.drag; });
    std::stable_sort(off.begin(), off.end(),
                     [](const auto& a, const auto& b) { return a.slack < b.slack; });
    if (!all && off.size() > kNearMisses) {
        off.resize(kNearMisses);
    }
    on.insert(on.end(), off.begin(), off.end());
    return on;
}

Json pathJson(const cp::CriticalPath& path, const cp::Bounds& bounds, bool allOps)
{
    const model::Trace& trace = path.trace();
    Json out = {{"region", regionName(path)},
                {"start_ns", path.region().range.begin.ns},
                {"end_ns", path.region().range.end.ns},
                {"anchor",
                 path.region().anchor.valid() ? Json(trace.track(path.region().anchor).name)
                                              : Json(nullptr)},
                {"makespan_ns", path.makespan().ns},
                {"path_ns", path.length().ns},
                {"residual_ns", path.residual().ns},
                {"categories", categoriesJson(path.categories())},
                {"confidence", confidenceJson(path)}};
    out["most_to_gain_ns"] = {{"gpu", bounds.gpu.ns}, {"host", bounds.host.ns}};
    out["host_code"] = Json::array();
    for (const HostCode& code : hostCodeOnPath(path)) {
        out["host_code"].push_back({{"name", toJson(analysis::Cell(code.name))},
                                    {"count", code.count},
                                    {"on_path_ns", code.ns}});
    }
    out["steps"] = Json::array();
    for (const cp::Step& s : path.steps()) {
        out["steps"].push_back(stepJson(path, s));
    }
    out["ops"] = Json::array();
    for (const cp::OpFigures& op : shownOps(path, allOps)) {
        out["ops"].push_back(opJson(trace, op));
    }
    return out;
}

void printCategories(const cp::CriticalPath& path)
{
    analysis::Table table;
    table.title = "Critical path of " + regionName(path) + ": " + humanDuration(path.makespan().ns);
    table.columns = {{"category", "Category", analysis::Unit::None, analysis::Role::Name},
                     {"ns", "Time", analysis::Unit::Nanoseconds, analysis::Role::Value},
                     {"share", "Share", analysis::Unit::None, analysis::Role::Value}};
    std::vector<std::size_t> order(path.categories().size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return path.categories()[a] > path.categories()[b];
    });
    for (const std::size_t i : order) {
        const DurationNs d = path.categories()[i];
        if (d.ns > 0) {
            std::string name(cp::categoryName(static_cast<cp::Category>(i)));
            std::replace(name.begin(), name.end(), '_', ' ');
            table.rows.push_back({std::move(name), d.ns, percentOf(d, path.makespan())});
        }
    }
    printTitled(table);
}

// By name: what it takes on the path, and the most that any one launch of it could gain.
void printOperations(const cp::CriticalPath& path)
{
    struct Sum
    {
        std::int64_t count = 0;
        std::int64_t onPath = 0;
        std::int64_t drag = 0;
        SliceId next;
    };
    const auto onPath = gpuTimeOnPath(path);
    std::map<std::string, Sum> byName;
    for (const cp::OpFigures& op : path.ops()) {
        if (op.onPath) {
            Sum& s = byName[sliceName(path.trace(), op.slice)];
            ++s.count;
            const auto time = onPath.find(op.slice.value);
            s.onPath += time == onPath.end() ? 0 : time->second;
            if (op.drag.ns > s.drag) {
                s.drag = op.drag.ns;
                s.next = op.bindsNext;
            }
        }
    }
    std::vector<std::pair<std::string, Sum>> sorted(byName.begin(), byName.end());
    std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
        return a.second.onPath > b.second.onPath;
    });
    constexpr std::size_t kShown = 15;
    analysis::Table table;
    table.title = "GPU operations on the path";
    table.columns = {
        {"name", "Name", analysis::Unit::None, analysis::Role::Name},
        {"count", "Count", analysis::Unit::Count, analysis::Role::Value},
        {"ns", "Time on it", analysis::Unit::Nanoseconds, analysis::Role::Value},
        {"drag", "Largest gain of one", analysis::Unit::Nanoseconds, analysis::Role::Value},
        {"next", "Then limits", analysis::Unit::None, analysis::Role::Name}};
    for (std::size_t i = 0; i < std::min(kShown, sorted.size()); ++i) {
        const Sum& s = sorted[i].second;
        table.rows.push_back(
            {sorted[i].first, s.count, s.onPath, s.drag, sliceName(path.trace(), s.next)});
    }
    if (!table.rows.empty()) {
        std::cout << '\n';
        printTitled(table);
    }
    if (sorted.size() > kShown) {
        std::cout << "… and " << sorted.size() - kShown << " more names (--json lists all)\n";
    }
}

void printHostCode(const cp::CriticalPath& path)
{
    constexpr std::size_t kShown = 10;
    const std::vector<HostCode> all = hostCodeOnPath(path);
    analysis::Table table;
    table.title = "Host code on the path";
    table.columns = {{"name", "Name", analysis::Unit::None, analysis::Role::Name},
                     {"count", "Count", analysis::Unit::Count, analysis::Role::Value},
                     {"ns", "Time", analysis::Unit::Nanoseconds, analysis::Role::Value},
                     {"share", "Share", analysis::Unit::None, analysis::Role::Value}};
    for (std::size_t i = 0; i < std::min(kShown, all.size()); ++i) {
        table.rows.push_back({all[i].name, all[i].count, all[i].ns,
                              percentOf(DurationNs{all[i].ns}, path.makespan())});
    }
    if (!table.rows.empty()) {
        std::cout << '\n';
        printTitled(table);
    }
    if (all.size() > kShown) {
        std::cout << "… and " << all.size() - kShown << " more names (--json lists all)\n";
    }
}

class PathCommand final : public Command
{
public:
    std::string_view name() const override { return "path"; }
    std::string_view summary() const override
    {
        return "the critical path: what limits the run, and what each operation could gain";
    }
    std::string_view example() const override
    {
        return "longpole path trace.json.gz --region 'ProfilerStep#3'";
    }
    void addOptions(CLI::App& app) override
    {
        m_input.addOptions(app);
        app.add_flag("--all-ops", m_allOps,
                     "with --json: every operation, not only those on the path and the 100 with "
                     "the least slack");
    }
    Result<int> run() override
    {
        auto path = m_input.analyseOne();
        if (!path) {
            return fail(path.error());
        }
        const auto bounds = [&] {
            const TerminalJob job;
            return cp::boundsOf(*path, job.context());
        }();
        if (!bounds) {
            return fail(bounds.error());
        }
        if (m_input.json) {
            printJson(pathJson(*path, *bounds, m_allOps));
            return kExitFine;
        }
        const bool tells = !path->confidence().laidOut;
        if (tells) {
            printCategories(*path);
            std::cout << '\n';
        }
        for (const std::string& line : summaryOf(*path, *bounds)) {
            std::cout << line << '\n';
        }
        if (tells) {
            printOperations(*path);
            printHostCode(*path);
        }
        std::cout << '\n';
        printConfidence(*path);
        return kExitFine;
    }

private:
    RegionInput m_input;
    bool m_allOps = false;
};

} // namespace

std::unique_ptr<Command> makePathCommand()
{
    return std::make_unique<PathCommand>();
}

} // namespace longpole::cli
