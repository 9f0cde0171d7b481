// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/trace_diff.h"

#include "core/base/thread_pool.h"
#include "core/diff/forecast_check.h"
#include "core/diff/input_shapes.h"
#include "core/diff/judge.h"
#include "core/diff/op_rows.h"
#include "core/diff/sentence.h"

#include <algorithm>

namespace longpole::diff {

namespace {

using TracePtr = std::shared_ptr<const model::Trace>;

struct Run
{
    TracePtr trace;
    Iterations iterations;
};

std::vector<double> durations(const Iterations& iterations, bool withOdd)
{
    std::vector<double> out;
    for (const Iteration& n : iterations.all) {
        if (n.counts() && (withOdd || n.state != IterationState::Odd)) {
            out.push_back(static_cast<double>(n.range.duration().ns));
        }
    }
    return out;
}

// One observation per iteration, or per run.
std::vector<double> observations(const std::vector<Run>& runs, bool perRun, bool withOdd)
{
    if (!perRun) {
        return durations(runs.front().iterations, withOdd);
    }
    std::vector<double> out;
    for (const Run& r : runs) {
        const auto d = durations(r.iterations, withOdd);
        if (!d.empty()) {
            out.push_back(median(d));
        }
    }
    return out;
}

// The run whose observation is the (lower) median.
std::size_t typical(const std::vector<Run>& runs)
{
    std::vector<std::pair<double, std::size_t>> sorted;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        sorted.emplace_back(median(durations(runs[i].iterations, true)), i);
    }
    std::sort(sorted.begin(), sorted.end());
    return sorted[(sorted.size() - 1) / 2].second;
}

// All runs of both sides, on as many threads as there are.
Result<std::vector<Run>> runsOf(const std::vector<TracePtr>& traces, const std::string& range,
                                const JobContext& job)
{
    std::vector<Result<Iterations>> found(traces.size());
    parallelFor(traces.size(),
                [&](std::size_t i) { found[i] = findIterations(*traces[i], range, job); });
    std::vector<Run> out;
    for (std::size_t i = 0; i < traces.size(); ++i) {
        if (!found[i]) {
            return fail(found[i].error());
        }
        out.push_back({traces[i], std::move(*found[i])});
    }
    return out;
}

class Differ
{
public:
    Differ(const DiffInput& input, const JobContext& job)
        : m_input(input)
        , m_job(job)
    { }

    Result<TraceDiff> run()
    {
        for (auto step : {&Differ::readRuns, &Differ::match, &Differ::compare, &Differ::conclude}) {
            auto done = (this->*step)();
            if (!done) {
                return fail(done.error());
            }
        }
        judge(m_out, identical(), m_before.size() > 1 || m_after.size() > 1);
        m_out.sentence = sentenceOf(m_out);
        return std::move(m_out);
    }

private:
    Result<void> readRuns()
    {
        std::vector<TracePtr> traces = m_input.before;
        traces.insert(traces.end(), m_input.after.begin(), m_input.after.end());
        auto runs = runsOf(traces, m_input.range, m_job);
        if (!runs) {
            return fail(runs.error());
        }
        const auto middle = static_cast<std::ptrdiff_t>(m_input.before.size());
        m_before.assign(runs->begin(), runs->begin() + middle);
        m_after.assign(runs->begin() + middle, runs->end());
        onOneFooting();
        m_out.unit = m_before.size() > 1 || m_after.size() > 1 ? "run"
            : m_before.front().iterations.source == IterationSource::Window
                && m_after.front().iterations.source == IterationSource::Window
            ? "window"
            : "iteration";
        const bool perRun = m_out.unit == "run";
        auto left = observations(m_before, perRun, true);
        auto right = observations(m_after, perRun, true);
        if (left.empty() || right.empty()) {
            return fail(Errc::Format, "every iteration of one side was cut off by the recording");
        }
        m_out.effect = effectOf(std::move(left), std::move(right));
        left = observations(m_before, perRun, false);
        right = observations(m_after, perRun, false);
        if (left.size() + right.size() < m_out.effect.before.size() + m_out.effect.after.size()
            && !left.empty() && !right.empty()) {
            m_out.withoutOdd = effectOf(std::move(left), std::move(right));
        }
        return {};
    }

    // Blocks that only some recordings repeat are nothing to compare durations of.
    void onOneFooting()
    {
        const auto is = [](IterationSource source) {
            return [source](const Run& r) { return r.iterations.source == source; };
        };
        const auto any = [&](IterationSource source) {
            return std::any_of(m_before.begin(), m_before.end(), is(source))
                || std::any_of(m_after.begin(), m_after.end(), is(source));
        };
        if (!any(IterationSource::Inferred) || !any(IterationSource::Window)) {
            return;
        }
        for (auto* side : {&m_before, &m_after}) {
            for (Run& r : *side) {
                if (!r.iterations.marked()) {
                    r.iterations = wholeWindow(*r.trace);
                }
            }
        }
    }

    // Marked iterations are what operations are compared in; otherwise the whole windows are.
    Result<void> match()
    {
        Run& a = m_before[typical(m_before)];
        Run& b = m_after[typical(m_after)];
        const auto withoutOps = [](Iterations iterations) {
            iterations
                .ofOp = {}; // the sides keep these, and with millions of operations they are large
            return iterations;
        };
        m_out.iterationsBefore = withoutOps(a.iterations);
        m_out.iterationsAfter = withoutOps(b.iterations);
        const bool marked = a.iterations.marked() && b.iterations.marked();
        const auto side = [&](const Run& run) {
            auto out = std::make_shared<Side>();
            out->trace = run.trace;
            out->iterations = marked ? run.iterations : wholeWindow(*run.trace);
            m_job.report({"identifying", -1, 0, 0});
            out->keys = opKeys(*run.trace, out->iterations, m_table);
            return out;
        };
        m_out.before = side(a);
        m_out.after = side(b);
        auto matching = matchOps(*m_out.before, *m_out.after, m_table, {}, m_job);
        if (!matching) {
            return fail(matching.error());
        }
        m_out.matching = std::move(*matching);
        for (auto* runs : {&m_before, &m_after}) {
            for (Run& r : *runs) {
                r.iterations.ofOp = {};
            }
        }
        return {};
    }

    Result<void> compare()
    {
        const Side& a = *m_out.before;
        const Side& b = *m_out.after;
        const Matching& m = m_out.matching;
        m_job.report({"comparing", -1, 0, 0});
        const InputShapes left = inputShapes(a, pairedOps(a, m, true), m_table, m_job);
        const InputShapes right = inputShapes(b, pairedOps(b, m, false), m_table, m_job);
        const Sources sources{m_out.iterationsBefore.source, m_out.iterationsAfter.source,
                              m_out.effect.before.size(), m_out.effect.after.size()};
        m_out.comparability = compareRuns(a, b, m, sources, left, right, m_table);
        Result<void> cpu;
        Result<void> paths;
        parallelFor(3, [&](std::size_t part) {
            if (part == 0) {
                paths = follow();
            } else if (part == 1) {
                compareOperations(left, right);
            } else {
                cpu = compareHost();
            }
        });
        return cpu ? paths : cpu;
    }

    Result<void> compareHost()
    {
        auto cpu = compareCpu(*m_out.before, *m_out.after, m_out.matching.iterations, m_job);
        if (!cpu) {
            return fail(cpu.error());
        }
        m_out.cpu = std::move(*cpu);
        return {};
    }

    void compareOperations(const InputShapes& left, const InputShapes& right)
    {
        const Side& a = *m_out.before;
        const Side& b = *m_out.after;
        const Matching& m = m_out.matching;
        const bool tested = a.iterations.marked() && m_before.size() == 1 && m_after.size() == 1
            && m_out.effect.enough();
        m_out.rows = opRows(a, b, m, m_table, {tested});
        m_out.groups = groupRows(a, b, m, m_table);
        m_out.shapes = shapeRows(a, b, m, left, right, m_table);
        m_out.shapeDependent = shapeDependent(m_out.shapes);
        m_out.totalsBefore = gpuTotals(a, m, true);
        m_out.totalsAfter = gpuTotals(b, m, false);
    }

    Result<void> follow()
    {
        if (!m_out.comparability.equalWork) {
            m_out.waterfall.note =
                "the recordings hold unequal work: their critical paths are not set against each "
                "other";
            return {};
        }
        auto waterfall = comparePaths(*m_out.before, *m_out.after, m_out.matching, m_job);
        if (!waterfall) {
            return fail(waterfall.error());
        }
        m_out.waterfall = std::move(*waterfall);
        return {};
    }

    Result<void> conclude()
    {
        if (m_out.comparability.equalWork) {
            m_out.totals = totalFigures(m_out.totalsBefore, m_out.totalsAfter);
            m_out.communication =
                communicationFigures(m_out.totalsBefore, m_out.totalsAfter, m_out.waterfall);
        }
        auto forecasts = checkForecasts(m_out, m_input.forecasts, m_job);
        if (!forecasts) {
            return fail(forecasts.error());
        }
        m_out.forecasts = std::move(*forecasts);
        return {};
    }

    // The recordings themselves, compared with themselves.
    bool identical() const
    {
        return m_before.size() == 1 && m_after.size() == 1
            && !m_before.front().trace->info().hash.empty()
            && m_before.front().trace->info().hash == m_after.front().trace->info().hash;
    }

    const DiffInput& m_input;
    const JobContext& m_job;
    IdentityTable m_table;
    std::vector<Run> m_before;
    std::vector<Run> m_after;
    TraceDiff m_out;
};

} // namespace

Result<TraceDiff> diffTraces(const DiffInput& input, const JobContext& job)
{
    if (input.before.empty() || input.after.empty()) {
        return fail(Errc::Internal, "a comparison needs a recording on each side");
    }
    return Differ(input, job).run();
}

bool slowdownBeyond(const TraceDiff& diff, double bound)
{
    return diff.verdict == Verdict::Slower && diff.effect.ratio.low > 1 + bound;
}

} // namespace longpole::diff
