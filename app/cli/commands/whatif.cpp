// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// longpole whatif: how long the region would take after a change, as an interval.
#include "app/cli/command.h"
#include "app/cli/commands/commands.h"
#include "app/cli/commands/region_input.h"
#include "core/open/forecast.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <iostream>
#include <optional>
#include <system_error>

namespace longpole::cli {

namespace {

namespace cp = critical_path;

std::optional<double> parseFactor(std::string_view text)
{
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() && value >= 0
            && std::isfinite(value)
        ? std::optional(value)
        : std::nullopt;
}

std::string factorText(double value)
{
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    return {text.data(), end};
}

// "REGEX=0.5": the factor stands after the last '='.
Result<cp::Change> scaled(const std::string& text)
{
    const std::size_t at = text.find_last_of('=');
    const auto factor =
        at == std::string::npos ? std::nullopt : parseFactor(std::string_view(text).substr(at + 1));
    if (!factor) {
        return fail(Errc::Format, text + " is not REGEX=FACTOR, as in 'gemm=0.5'", "--scale");
    }
    cp::Change change;
    change.kind = cp::ChangeKind::Scale;
    change.select.name = text.substr(0, at);
    change.factor = *factor;
    return change;
}

cp::Change named(cp::ChangeKind kind, const std::string& regex)
{
    cp::Change change;
    change.kind = kind;
    change.select.name = regex;
    return change;
}

cp::Change everything(cp::ChangeKind kind, double factor)
{
    cp::Change change;
    change.kind = kind;
    change.factor = factor;
    return change;
}

Json interval(DurationNs low, DurationNs high)
{
    return {{"low", low.ns}, {"high", high.ns}};
}

std::string range(DurationNs low, DurationNs high)
{
    const std::string from = humanDuration(low.ns);
    const std::string to = humanDuration(high.ns);
    return from == to ? from : from + " to " + to;
}

// "gain 1.2 ms to 1.3 ms, 2.0 %", or by how much the run would be longer.
std::string gainWords(const cp::WhatIf& a)
{
    const DurationNs least = a.makespan - a.high;
    const DurationNs most = a.makespan - a.low;
    if (most.ns < 0) {
        return range(a.low - a.makespan, a.high - a.makespan) + " longer, "
            + percentOf(a.low - a.makespan, a.makespan);
    }
    return "gain " + range(least, most) + ", " + percentOf(least, a.makespan);
}

class WhatIfCommand final : public Command
{
public:
    std::string_view name() const override { return "whatif"; }
    std::string_view summary() const override
    {
        return "how long the run would take if something were faster, gone or merged";
    }
    std::string_view example() const override
    {
        return "longpole whatif trace.json.gz --scale 'gemm=0.5'";
    }
    void addOptions(CLI::App& app) override
    {
        m_input.addOptions(app);
        const auto many = [&](const char* option, std::vector<std::string>& to, const char* help) {
            app.add_option(option, to, help)->allow_extra_args(false)->take_all();
        };
        many("--scale", m_scale,
             "REGEX=FACTOR: matching GPU operations take that much of their time");
        many("--remove", m_remove, "REGEX: matching GPU operations and their calls are gone");
        many("--fuse", m_fuse, "REGEX: each run of matching operations becomes one");
        many("--graph", m_graph, "REGEX: each run of matching launches becomes one graph launch");
        many("--remove-sync", m_removeSync, "REGEX: matching waiting calls don't wait");
        app.add_option("--cpu", m_cpu, "factor for all host work")->check(CLI::NonNegativeNumber);
        app.add_option("--launch", m_launch, "factor for launch calls and launch latency")
            ->check(CLI::NonNegativeNumber);
        app.add_option("--median-rank", m_medianRank,
                       "rank that behaves like the median of all ranks");
        app.add_option("--stream", m_stream, "only operations of this stream (part of its name)");
        app.add_option("--annotation", m_annotation,
                       "only operations launched inside this annotation");
        app.add_option("--save", m_save,
                       "keep the answer as a forecast of this name, to be compared with a later "
                       "recording");
    }
    Result<int> run() override
    {
        auto path = m_input.analyseOne();
        if (!path) {
            return fail(path.error());
        }
        auto changes = this->changes(path->trace());
        if (!changes) {
            return fail(changes.error());
        }
        auto answer = [&] {
            const TerminalJob job;
            return cp::whatIf(*path, *changes, job.context());
        }();
        if (!answer) {
            return fail(answer.error());
        }
        if (!m_save.empty()) {
            auto saved = open::saveForecast(path->trace(),
                                            {m_save, regionName(*path), described(),
                                             answer->makespan, answer->low, answer->high, 0});
            if (!saved) {
                return fail(saved.error());
            }
        }
        m_input.json ? printAsJson(*path, *answer) : print(*path, *answer);
        return kExitFine;
    }

private:
    Result<std::vector<cp::Change>> changes(const model::Trace& trace) const
    {
        std::vector<cp::Change> out;
        for (const std::string& s : m_scale) {
            auto change = scaled(s);
            if (!change) {
                return fail(change.error());
            }
            out.push_back(std::move(*change));
        }
        const auto add = [&](cp::ChangeKind kind, const std::vector<std::string>& regexes) {
            for (const std::string& r : regexes) {
                out.push_back(named(kind, r));
            }
        };
        add(cp::ChangeKind::Remove, m_remove);
        add(cp::ChangeKind::Fuse, m_fuse);
        add(cp::ChangeKind::Graph, m_graph);
        add(cp::ChangeKind::RemoveSync, m_removeSync);
        for (cp::Change& c : out) {
            c.keepCalls = c.kind != cp::ChangeKind::Remove;
            c.select.annotation = m_annotation;
        }
        if (!m_stream.empty()) {
            auto stream = streamOf(trace);
            if (!stream) {
                return fail(stream.error());
            }
            for (cp::Change& c : out) {
                c.select.stream = *stream;
            }
        }
        if (m_cpu != 1.0) {
            out.push_back(everything(cp::ChangeKind::ScaleCpu, m_cpu));
        }
        if (m_launch != 1.0) {
            out.push_back(everything(cp::ChangeKind::ScaleLaunch, m_launch));
        }
        if (m_medianRank >= 0) {
            out.push_back(everything(cp::ChangeKind::MedianRank, 1.0));
            out.back().rank = m_medianRank;
        }
        if (out.empty()) {
            return fail(Errc::Unsupported,
                        "no change is named; see longpole whatif --help for --scale, --remove, "
                        "--cpu …",
                        "whatif");
        }
        return out;
    }

    Result<TrackId> streamOf(const model::Trace& trace) const
    {
        TrackId found;
        for (const model::Track& t : trace.tracks()) {
            if (t.kind != model::TrackKind::Stream) {
                continue;
            }
            if (t.name == m_stream || std::to_string(t.stream) == m_stream) {
                if (found.valid()) {
                    return fail(Errc::Format, "several streams are called " + m_stream, "--stream");
                }
                found = t.id;
            }
        }
        if (!found.valid()) {
            return fail(Errc::Format, "no stream is called " + m_stream, "--stream");
        }
        return found;
    }

    // The command line's changes in words, for the forecast.
    std::string described() const
    {
        std::string out;
        const auto add = [&](const char* option, const std::string& value) {
            out += (out.empty() ? "" : " ") + std::string(option) + " " + value;
        };
        const auto all = [&](const char* option, const std::vector<std::string>& values) {
            for (const std::string& v : values) {
                add(option, v);
            }
        };
        all("--scale", m_scale);
        all("--remove", m_remove);
        all("--fuse", m_fuse);
        all("--graph", m_graph);
        all("--remove-sync", m_removeSync);
        if (m_cpu != 1.0) {
            add("--cpu", factorText(m_cpu));
        }
        if (m_launch != 1.0) {
            add("--launch", factorText(m_launch));
        }
        if (m_medianRank >= 0) {
            add("--median-rank", std::to_string(m_medianRank));
        }
        if (!m_stream.empty()) {
            add("--stream", m_stream);
        }
        if (!m_annotation.empty()) {
            add("--annotation", m_annotation);
        }
        return out;
    }

    static std::string bindsNext(const cp::CriticalPath& path, const cp::WhatIf& answer)
    {
        const std::string name = sliceName(path.trace(), answer.bindsNextSlice);
        return std::string(cp::categoryName(answer.bindsNext)) + (name.empty() ? "" : ": " + name);
    }

    static void printAsJson(const cp::CriticalPath& path, const cp::WhatIf& a)
    {
        printJson({{"region", regionName(path)},
                   {"makespan_ns", a.makespan.ns},
                   {"new_makespan_ns", interval(a.low, a.high)},
                   {"gain_ns", interval(a.makespan - a.high, a.makespan - a.low)},
                   {"changed", a.changed},
                   {"categories", categoriesJson(a.categories)},
                   {"binds_next", bindsNext(path, a)},
                   {"assumptions", a.assumptions},
                   {"confidence", confidenceJson(path)}});
    }

    static void print(const cp::CriticalPath& path, const cp::WhatIf& a)
    {
        std::cout << regionName(path) << ": " << humanDuration(a.makespan.ns) << " -> "
                  << range(a.low, a.high) << " (" << gainWords(a) << ")\n";
        if (a.changed == 0) {
            std::cout << "Nothing in the region matches the change.\n";
        }
        const std::string name =
            humanCell(sliceName(path.trace(), a.bindsNextSlice), analysis::Unit::None, 72);
        std::string kind(cp::categoryName(a.bindsNext));
        std::replace(kind.begin(), kind.end(), '_', ' ');
        std::cout << "Then limits: " << kind << (name.empty() ? "" : ": " + name) << '\n';
        for (const std::string& s : a.assumptions) {
            std::cout << "  assumes: " << s << '\n';
        }
        printConfidence(path);
    }

    RegionInput m_input;
    std::vector<std::string> m_scale;
    std::vector<std::string> m_remove;
    std::vector<std::string> m_fuse;
    std::vector<std::string> m_graph;
    std::vector<std::string> m_removeSync;
    double m_cpu = 1.0;
    double m_launch = 1.0;
    std::int32_t m_medianRank = -1;
    std::string m_stream;
    std::string m_annotation;
    std::string m_save;
};

} // namespace

std::unique_ptr<Command> makeWhatIfCommand()
{
    return std::make_unique<WhatIfCommand>();
}

} // namespace longpole::cli
