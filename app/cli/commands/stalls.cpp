// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// longpole stalls: why the GPUs were idle, gap by gap.
#include "app/cli/command.h"
#include "app/cli/commands/commands.h"
#include "app/cli/commands/region_input.h"

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace longpole::cli {

namespace {

namespace cp = critical_path;

struct RegionStalls
{
    std::string name;
    cp::CriticalPath path;
    cp::Stalls stalls;
};

Json gapJson(const cp::CriticalPath& path, const cp::Gap& gap)
{
    const model::Trace& trace = path.trace();
    return {{"start_ns", gap.recorded().begin.ns},
            {"dur_ns", gap.duration.ns},
            {"clock_shift_ns", gap.moved.ns},
            {"stream", gap.stream.valid() ? Json(trace.track(gap.stream).name) : Json(nullptr)},
            {"cause", cp::causeName(gap.cause)},
            {"causes", causesJson(gap.parts.all())},
            {"blame", sliceJson(trace, gap.blame)},
            {"before", sliceJson(trace, gap.before)},
            {"after", sliceJson(trace, gap.after)}};
}

Json idleJson(const cp::CriticalPath& path, const cp::IdleTime& idle)
{
    const model::Trace& trace = path.trace();
    const model::Device& device = trace.devices()[idle.device];
    Json out = {{"device", device.number},
                {"name", device.name},
                {"rank", device.rank < 0 ? Json(nullptr) : Json(device.rank)}};
    if (idle.stream.valid()) {
        out["stream"] = trace.track(idle.stream).name;
    }
    out["idle_ns"] = idle.idle.ns;
    out["causes"] = causesJson(idle.causes);
    out["gaps"] = Json::array();
    for (const cp::Gap& gap : idle.gaps) {
        out["gaps"].push_back(gapJson(path, gap));
    }
    return out;
}

// Devices, or streams, of several regions, summed.
std::vector<cp::IdleTime> summed(const std::vector<RegionStalls>& all,
                                 std::vector<cp::IdleTime> cp::Stalls::*which)
{
    std::map<std::pair<std::uint32_t, std::uint32_t>, cp::IdleTime> sums; // device, stream
    for (const RegionStalls& r : all) {
        for (const cp::IdleTime& one : r.stalls.*which) {
            cp::IdleTime& sum = sums[{one.device, one.stream.value}];
            sum.device = one.device;
            sum.stream = one.stream;
            sum.idle = sum.idle + one.idle;
            for (std::size_t i = 0; i < one.causes.size(); ++i) {
                sum.causes[i] = sum.causes[i] + one.causes[i];
            }
            sum.gaps.insert(sum.gaps.end(), one.gaps.begin(), one.gaps.end());
        }
    }
    std::vector<cp::IdleTime> out;
    out.reserve(sums.size());
    for (auto& [key, sum] : sums) {
        out.push_back(std::move(sum));
    }
    return out;
}

Json stallsJson(const std::vector<RegionStalls>& all)
{
    Json out = Json::object();
    out["devices"] = Json::array();
    out["streams"] = Json::array();
    if (all.empty()) {
        return out;
    }
    const model::Trace& trace = all.front().path.trace();
    for (const cp::IdleTime& d : summed(all, &cp::Stalls::devices)) {
        out["devices"].push_back(idleJson(all.front().path, d));
    }
    for (const cp::IdleTime& s : summed(all, &cp::Stalls::streams)) {
        out["streams"].push_back(idleJson(all.front().path, s));
    }
    out["regions"] = Json::array();
    for (const RegionStalls& r : all) {
        Json region = {{"region", r.name}, {"makespan_ns", r.path.makespan().ns}};
        region["devices"] = Json::array();
        for (const cp::IdleTime& d : r.stalls.devices) {
            region["devices"].push_back({{"device", trace.devices()[d.device].number},
                                         {"idle_ns", d.idle.ns},
                                         {"causes", causesJson(d.causes)}});
        }
        region["confidence"] = confidenceJson(r.path);
        out["regions"].push_back(std::move(region));
    }
    return out;
}

std::string causeWords(cp::Cause cause)
{
    std::string name(cp::causeName(cause));
    std::replace(name.begin(), name.end(), '_', ' ');
    return name;
}

std::string deviceWords(const model::Device& device)
{
    return "GPU " + std::to_string(device.number)
        + (device.rank < 0 ? "" : " of rank " + std::to_string(device.rank));
}

// A stream may be idle while others of its device work: that is no loss by itself.
void printStreams(const cp::CriticalPath& path, const std::vector<cp::IdleTime>& streams)
{
    const model::Trace& trace = path.trace();
    analysis::Table table;
    table.title = "Idle time of each stream (others may have worked meanwhile)";
    table.columns = {{"device", "GPU", analysis::Unit::None, analysis::Role::Name},
                     {"stream", "Stream", analysis::Unit::None, analysis::Role::Name},
                     {"ns", "Idle for", analysis::Unit::Nanoseconds, analysis::Role::Value},
                     {"gaps", "Gaps", analysis::Unit::Count, analysis::Role::Value},
                     {"cause", "Mostly", analysis::Unit::None, analysis::Role::Name},
                     {"share", "Share", analysis::Unit::None, analysis::Role::Value}};
    for (const cp::IdleTime& s : streams) {
        const auto most = std::max_element(s.causes.begin(), s.causes.end());
        table.rows.push_back({deviceWords(trace.devices()[s.device]), trace.track(s.stream).name,
                              s.idle.ns, static_cast<std::int64_t>(s.gaps.size()),
                              s.idle.ns == 0
                                  ? std::string()
                                  : causeWords(static_cast<cp::Cause>(most - s.causes.begin())),
                              s.idle.ns == 0 ? std::string() : percentOf(*most, s.idle)});
    }
    printTitled(table);
}

void printDevice(const cp::CriticalPath& path, const cp::IdleTime& idle)
{
    const model::Trace& trace = path.trace();
    const model::Device& device = trace.devices()[idle.device];
    analysis::Table causes;
    causes.title = deviceWords(device) + ": idle for " + humanDuration(idle.idle.ns);
    causes.columns = {{"cause", "Cause", analysis::Unit::None, analysis::Role::Name},
                      {"ns", "Time", analysis::Unit::Nanoseconds, analysis::Role::Value},
                      {"share", "Share", analysis::Unit::None, analysis::Role::Value}};
    std::vector<std::pair<std::int64_t, std::size_t>> order;
    for (std::size_t i = 0; i < idle.causes.size(); ++i) {
        order.emplace_back(-idle.causes[i].ns, i);
    }
    std::sort(order.begin(), order.end());
    for (const auto& [ns, i] : order) {
        if (ns < 0) {
            causes.rows.push_back(
                {causeWords(static_cast<cp::Cause>(i)), -ns, percentOf(idle.causes[i], idle.idle)});
        }
    }
    printTitled(causes);
    constexpr std::size_t kShown = 10;
    std::vector<cp::Gap> gaps = idle.gaps;
    std::stable_sort(gaps.begin(), gaps.end(),
                     [](const cp::Gap& a, const cp::Gap& b) { return a.duration > b.duration; });
    gaps.resize(std::min(kShown, gaps.size()));
    analysis::Table longest;
    longest.title = "Longest gaps";
    longest.columns = {{"at", "At", analysis::Unit::Nanoseconds, analysis::Role::Value},
                       {"ns", "Length", analysis::Unit::Nanoseconds, analysis::Role::Value},
                       {"cause", "Cause", analysis::Unit::None, analysis::Role::Name},
                       {"blame", "To blame", analysis::Unit::None, analysis::Role::Name},
                       {"after", "Ended by", analysis::Unit::None, analysis::Role::Name}};
    for (const cp::Gap& g : gaps) {
        const bool unseen = !g.blame.valid() && g.cause == cp::Cause::HostUntracked;
        longest.rows.push_back(
            {g.recorded().begin.ns, g.duration.ns, causeWords(g.cause),
             unseen ? std::string("(the host shows nothing)") : sliceName(trace, g.blame),
             sliceName(trace, g.after)});
    }
    if (!longest.rows.empty()) {
        std::cout << '\n';
        printTitled(longest);
    }
}

class StallsCommand final : public Command
{
public:
    std::string_view name() const override { return "stalls"; }
    std::string_view summary() const override { return "why the GPUs were idle, gap by gap"; }
    std::string_view example() const override { return "longpole stalls trace.json.gz"; }
    void addOptions(CLI::App& app) override { m_input.addOptions(app); }
    Result<int> run() override
    {
        auto paths = m_input.analyseAll();
        if (!paths) {
            return fail(paths.error());
        }
        std::vector<RegionStalls> all;
        for (RegionInput::Named& region : *paths) {
            const TerminalJob job;
            auto stalls = region.path.stalls(job.context());
            if (!stalls) {
                return fail(stalls.error());
            }
            all.push_back({std::move(region.name), std::move(region.path), std::move(*stalls)});
        }
        if (m_input.json) {
            printJson(stallsJson(all));
            return kExitFine;
        }
        print(all);
        return kExitFine;
    }

private:
    static void print(const std::vector<RegionStalls>& all)
    {
        const std::vector<cp::IdleTime> devices = summed(all, &cp::Stalls::devices);
        if (devices.empty()) {
            std::cout << "The trace holds no GPU operations, so no idle time can be told; record "
                         "with GPU activities enabled.\n";
            return;
        }
        if (all.size() > 1) {
            std::cout << all.size() << " regions together\n";
        }
        for (const cp::IdleTime& d : devices) {
            printDevice(all.front().path, d);
            std::cout << '\n';
        }
        const std::vector<cp::IdleTime> streams = summed(all, &cp::Stalls::streams);
        if (streams.size() > devices.size()) { // else they are the same
            printStreams(all.front().path, streams);
            std::cout << '\n';
        }
        printConfidence(all.front().path);
    }

    RegionInput m_input;
};

} // namespace

std::unique_ptr<Command> makeStallsCommand()
{
    return std::make_unique<StallsCommand>();
}

} // namespace longpole::cli
