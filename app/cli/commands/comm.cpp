// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// longpole comm: the collectives that ranks share: who came late, how long the transfer took, and
// how much of it held up the run.
#include "app/cli/command.h"
#include "app/cli/commands/commands.h"
#include "app/cli/commands/path_summary.h"
#include "app/cli/commands/region_input.h"

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <map>
#include <string>

namespace longpole::cli {

namespace {

namespace cp = critical_path;

struct RankSum
{
    std::int64_t collectives = 0;
    std::int64_t total = 0;
    std::int64_t skew = 0;
    std::int64_t transfer = 0;
    std::int64_t blocking = 0; // on the critical path
    std::int64_t late = 0; // how often it was the last to arrive
    std::int64_t madeWait = 0; // what the others waited for it, summed
};

std::map<std::uint32_t, RankSum> byDevice(const cp::CriticalPath& path,
                                          const std::vector<cp::Collective>& collectives)
{
    const auto onPath = gpuTimeOnPath(path);
    std::map<std::uint32_t, RankSum> out;
    for (const cp::Collective& c : collectives) {
        std::int64_t waited = 0;
        for (const cp::CollectivePart& p : c.parts) {
            RankSum& s = out[p.device];
            ++s.collectives;
            s.total += (p.end - p.begin).ns;
            s.skew += p.skew.ns;
            s.transfer += p.transfer.ns;
            const auto time = onPath.find(p.slice.value);
            s.blocking += time == onPath.end() ? 0 : time->second;
            waited += p.skew.ns;
        }
        if (c.last < c.parts.size()) {
            RankSum& last = out[c.parts[c.last].device];
            ++last.late;
            last.madeWait += waited;
        }
    }
    return out;
}

Json collectiveJson(const model::Trace& trace, const cp::Collective& c)
{
    Json out = {
        {"name", toJson(analysis::Cell(std::string(c.name)))},
        {"kind", std::string(c.kind)},
        {"group", std::string(c.group)},
        {"last_rank", c.last < c.parts.size() ? Json(c.parts[c.last].rank) : Json(nullptr)}};
    out["parts"] = Json::array();
    for (const cp::CollectivePart& p : c.parts) {
        out["parts"].push_back({{"rank", p.rank < 0 ? Json(nullptr) : Json(p.rank)},
                                {"device", trace.devices()[p.device].number},
                                {"slice", p.slice.value},
                                {"start_ns", p.begin.ns},
                                {"dur_ns", (p.end - p.begin).ns},
                                {"skew_ns", p.skew.ns},
                                {"transfer_ns", p.transfer.ns},
                                {"on_path", p.onPath}});
    }
    return out;
}

Json commJson(const cp::CriticalPath& path, const std::vector<cp::Collective>& collectives)
{
    const model::Trace& trace = path.trace();
    Json out = {{"region", regionName(path)}};
    out["collectives"] = Json::array();
    for (const cp::Collective& c : collectives) {
        out["collectives"].push_back(collectiveJson(trace, c));
    }
    out["ranks"] = Json::array();
    for (const auto& [device, s] : byDevice(path, collectives)) {
        const model::Device& d = trace.devices()[device];
        out["ranks"].push_back({{"rank", d.rank < 0 ? Json(nullptr) : Json(d.rank)},
                                {"device", d.number},
                                {"collectives", s.collectives},
                                {"comm_ns", s.total},
                                {"skew_ns", s.skew},
                                {"transfer_ns", s.transfer},
                                {"blocking_ns", s.blocking},
                                {"last_to_arrive", s.late},
                                {"made_others_wait_ns", s.madeWait}});
    }
    out["confidence"] = confidenceJson(path);
    return out;
}

// Who held up the others most, and what that means for the run.
std::string stragglerWords(const cp::CriticalPath& path,
                           const std::vector<cp::Collective>& collectives)
{
    const auto sums = byDevice(path, collectives);
    const auto worst = std::max_element(sums.begin(), sums.end(), [](const auto& a, const auto& b) {
        return a.second.madeWait < b.second.madeWait;
    });
    if (worst == sums.end() || worst->second.madeWait == 0) {
        return "No rank made others wait.";
    }
    std::int64_t blocking = 0;
    for (const auto& [device, s] : sums) {
        blocking += s.blocking;
    }
    const std::int32_t rank = path.trace().devices()[worst->first].rank;
    return (rank < 0 ? "One GPU" : "Rank " + std::to_string(rank))
        + " held up the others most: last " + std::to_string(worst->second.late) + " times of "
        + std::to_string(collectives.size()) + ", " + humanDuration(worst->second.madeWait)
        + " of waiting in all ranks together. "
        + (blocking == 0 ? std::string("No collective is on the critical path.")
                         : "Collectives are on the critical path for " + humanDuration(blocking)
                   + " of " + humanDuration(path.makespan().ns) + ".");
}

void print(const cp::CriticalPath& path, const std::vector<cp::Collective>& collectives)
{
    if (collectives.empty()) {
        std::cout << "No collective of several ranks is in the trace: open the files of all ranks "
                     "together (longpole comm rank0.json rank1.json …). What one rank's "
                     "communication costs: longpole gpu-time.\n";
        return;
    }
    const auto ns = [](const char* key, const char* title) {
        return analysis::TableColumn{key, title, analysis::Unit::Nanoseconds,
                                     analysis::Role::Value};
    };
    analysis::Table table;
    table.title = std::to_string(collectives.size()) + " collectives of " + regionName(path);
    table.columns = {{"rank", "Rank", analysis::Unit::Count, analysis::Role::Name},
                     {"collectives", "Collectives", analysis::Unit::Count, analysis::Role::Value},
                     ns("comm_ns", "In kernels"),
                     ns("skew_ns", "Waited for others"),
                     ns("transfer_ns", "Transfer"),
                     ns("blocking_ns", "On critical path"),
                     {"last", "Last to arrive", analysis::Unit::Count, analysis::Role::Value},
                     ns("made_wait_ns", "Made others wait")};
    for (const auto& [device, s] : byDevice(path, collectives)) {
        table.rows.push_back({std::int64_t{path.trace().devices()[device].rank}, s.collectives,
                              s.total, s.skew, s.transfer, s.blocking, s.late, s.madeWait});
    }
    printTitled(table);
    std::cout << '\n' << stragglerWords(path, collectives) << '\n';
    printConfidence(path);
}

class CommCommand final : public Command
{
public:
    std::string_view name() const override { return "comm"; }
    std::string_view summary() const override
    {
        return "collectives across ranks: who came late, and what held up the run";
    }
    std::string_view example() const override { return "longpole comm rank*.json.gz"; }
    void addOptions(CLI::App& app) override { m_input.addOptions(app); }
    Result<int> run() override
    {
        auto path = m_input.analyseOne();
        if (!path) {
            return fail(path.error());
        }
        const std::vector<cp::Collective> collectives = path->collectives();
        if (m_input.json) {
            printJson(commJson(*path, collectives));
        } else {
            print(*path, collectives);
        }
        return kExitFine;
    }

private:
    RegionInput m_input;
};

} // namespace

std::unique_ptr<Command> makeCommCommand()
{
    return std::make_unique<CommCommand>();
}

} // namespace longpole::cli
