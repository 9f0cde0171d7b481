// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/region_input.h"

#include <cstdio>
#include <iostream>
#include <optional>

namespace longpole::cli {

namespace {

namespace cp = critical_path;

// A host thread by track id, thread number or part of its name.
Result<TrackId> threadOf(const model::Trace& trace, const std::string& text)
{
    TrackId found;
    std::size_t matches = 0;
    for (const model::Track& t : trace.tracks()) {
        if (t.kind != model::TrackKind::Thread) {
            continue;
        }
        if (std::to_string(t.tid) == text || t.name == text || t.thread == text) {
            return t.id;
        }
        if (t.name.find(text) != std::string::npos) {
            found = t.id;
            ++matches;
        }
    }
    if (matches == 1) {
        return found;
    }
    return fail(Errc::Format,
                (matches == 0 ? "no host thread is called " : "several host threads are called ")
                    + text + "; longpole info lists them",
                "--thread");
}

} // namespace

void RegionInput::addOptions(CLI::App& app)
{
    m_input.addOptions(app);
    app.add_flag("--json", json, "print one JSON object");
    app.add_option("--region", m_region,
                   "annotation or iteration (NAME, NAME#N, A..B) or START:END with units; "
                   "default: the whole trace");
    app.add_option("--thread", m_thread,
                   "host thread the region is measured on (name or number); default: the "
                   "annotation's own, else the one with the most launches");
}

Result<cp::Options> RegionInput::options(const model::Trace& trace) const
{
    cp::Options out;
    if (!m_thread.empty()) {
        auto thread = threadOf(trace, m_thread);
        if (!thread) {
            return fail(thread.error());
        }
        out.anchor = *thread;
    }
    return out;
}

Result<cp::CriticalPath> RegionInput::analyseOne() const
{
    auto trace = m_input.open();
    if (!trace) {
        return fail(trace.error());
    }
    auto chosen = options(**trace);
    if (!chosen) {
        return fail(chosen.error());
    }
    const TerminalJob job;
    return cp::analyse(*trace,
                       m_region.empty() ? cp::RegionSpec() : cp::RegionSpec::named(m_region),
                       *chosen, job.context());
}

Result<std::vector<RegionInput::Named>> RegionInput::analyseAll() const
{
    auto trace = m_input.open();
    if (!trace) {
        return fail(trace.error());
    }
    auto chosen = options(**trace);
    if (!chosen) {
        return fail(chosen.error());
    }
    std::vector<cp::Region> regions{{"whole trace", {}, {}, true}};
    if (!m_region.empty()) {
        auto named = cp::resolveRegions(**trace, m_region);
        if (!named) {
            return fail(named.error());
        }
        regions = std::move(*named);
    }
    const TerminalJob job;
    auto prepared = cp::PreparedTrace::make(*trace, *chosen, job.context());
    if (!prepared) {
        return fail(prepared.error());
    }
    std::vector<Named> out;
    for (const cp::Region& r : regions) {
        const std::optional<TrackId> own =
            !chosen->anchor && r.anchor.valid() ? std::optional(r.anchor) : std::nullopt;
        auto path = cp::analyse(*prepared, r.whole ? cp::RegionSpec() : cp::RegionSpec::of(r.range),
                                own, job.context());
        if (!path) {
            return fail(path.error());
        }
        out.push_back({r.name, std::move(*path)});
    }
    return out;
}

std::string sliceName(const model::Trace& trace, SliceId slice)
{
    return slice.valid() ? std::string(trace.string(trace.slice(slice).name)) : std::string();
}

Json sliceJson(const model::Trace& trace, SliceId slice)
{
    if (!slice.valid()) {
        return nullptr;
    }
    const model::Slice s = trace.slice(slice);
    return {{"slice", slice.value},
            {"name", toJson(analysis::Cell(std::string(trace.string(s.name))))},
            {"track", trace.track(s.track).name}};
}

std::string regionName(const cp::CriticalPath& path)
{
    return path.region().name.empty() ? "whole trace" : path.region().name;
}

Json confidenceJson(const cp::CriticalPath& path)
{
    const cp::Confidence& c = path.confidence();
    return {{"residual_share", c.residualShare},     {"inferred_share", c.inferredShare},
            {"unresolved_waits", c.unresolvedWaits}, {"inferred_edges", c.inferredEdges},
            {"dropped_edges", c.droppedEdges},       {"repaired_points", c.repairedPoints},
            {"clock_shift_ns", c.clockShift.ns},     {"words", c.words}};
}

std::string percentOf(DurationNs part, DurationNs whole)
{
    std::array<char, 32> text{};
    const double share =
        whole.ns == 0 ? 0.0 : 100.0 * static_cast<double>(part.ns) / static_cast<double>(whole.ns);
    std::snprintf(text.data(), text.size(), "%.1f %%", share);
    return text.data();
}

void printConfidence(const cp::CriticalPath& path)
{
    const cp::Confidence& c = path.confidence();
    std::cout << "Confidence: " << percentOf(path.residual(), path.makespan())
              << " of the path is unexplained, "
              << percentOf(DurationNs{static_cast<std::int64_t>(
                               c.inferredShare * static_cast<double>(path.makespan().ns))},
                           path.makespan())
              << " rests on inferred dependencies; " << c.unresolvedWaits << " unresolved waits, "
              << c.inferredEdges << " inferred and " << c.droppedEdges << " dropped dependencies";
    if (c.clockShift.ns != 0) {
        std::cout << ", clock shifted by " << humanDuration(c.clockShift.ns);
    }
    std::cout << '\n';
    for (const std::string& w : c.words) {
        std::cout << "  " << w << '\n';
    }
}

Json categoriesJson(const std::array<DurationNs, cp::kCategoryCount>& categories)
{
    Json out = Json::object();
    for (std::size_t i = 0; i < categories.size(); ++i) {
        out[std::string(cp::categoryName(static_cast<cp::Category>(i)))] = categories[i].ns;
    }
    return out;
}

Json causesJson(const std::array<DurationNs, cp::kCauseCount>& causes)
{
    Json out = Json::object();
    for (std::size_t i = 0; i < causes.size(); ++i) {
        out[std::string(cp::causeName(static_cast<cp::Cause>(i)))] = causes[i].ns;
    }
    return out;
}

} // namespace longpole::cli
