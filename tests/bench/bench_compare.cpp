// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Two timelines of 10 M slices each and the ribbons between them, panned and zoomed together in a
// window of 1920 × 1080: what one step of it costs in CPU time of the process, painting included.
// Budget: p99 of at most 16 ms.
#include "tests/bench/dense_trace.h"
#include "ui/compare/paired_timelines.h"
#include "ui/compare/ribbon_strip.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QElapsedTimer>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

using namespace longpole;
using namespace longpole::bench;

namespace {

enum Sweep
{
    PanWhole,
    PanNear,
    PanClose,
    Zoom
};

// Every slice of one lane of 64 with itself, a little later and a tenth faster; one in twenty is
// gone, one in twenty new.
std::vector<compare::Pair> madePairs(const model::Trace& trace)
{
    std::vector<compare::Pair> pairs;
    const model::Track& track = trace.tracks().front();
    for (std::uint32_t i = 0; i < track.sliceCount; ++i) {
        const model::Slice slice = trace.slice(SliceId(track.firstSlice + i));
        compare::Pair p;
        p.change = i % 20 == 7 ? compare::Change::Removed
            : i % 20 == 13     ? compare::Change::Added
                               : compare::Change::Matched;
        if (p.change != compare::Change::Added) {
            p.before = slice.id;
            p.beforeNs = slice.start.ns;
            p.beforeEndNs = slice.end().ns;
            p.costBeforeNs = slice.duration.ns;
        }
        if (p.change != compare::Change::Removed) {
            p.after = slice.id;
            p.afterNs = slice.start.ns + 2'000'000;
            p.afterEndNs = slice.end().ns + 2'000'000;
            p.deltaNs = -slice.duration.ns / 10;
        }
        pairs.push_back(p);
    }
    return pairs;
}

compare::PairedTimelines& window()
{
    static auto* made = [] {
        auto* out = new compare::PairedTimelines;
        out->resize(1920, 1080);
        out->show();
        const auto trace = denseTrace();
        auto comparison = std::make_shared<compare::Comparison>();
        comparison->pairs = compare::PairIndex(madePairs(*trace));
        auto side = std::make_shared<diff::Side>();
        side->trace = trace;
        comparison->diff.before = side;
        comparison->diff.after = side;
        out->setTraces(trace, trace);
        out->setComparison(comparison);
        QElapsedTimer clock;
        clock.start();
        do {
            QApplication::processEvents(QEventLoop::AllEvents, 20);
        } while ((!out->view(compare::Side::Before).isSettled()
                  || !out->view(compare::Side::After).isSettled())
                 && clock.elapsed() < 120'000);
        return out;
    }();
    return *made;
}

void BM_LinkedFrame(benchmark::State& state)
{
    compare::PairedTimelines& both = window();
    timeline_ui::TimelineView& view = both.view(compare::Side::Before);
    const auto sweep = static_cast<Sweep>(state.range(0));
    constexpr int kSteps = 200;
    std::vector<double> times;
    for (auto _ : state) {
        for (int i = 0; i < kSteps; ++i) {
            const double at = static_cast<double>(i) / kSteps;
            const double seconds = sweep == PanWhole ? 500.0
                : sweep == PanNear                   ? 6.0
                : sweep == PanClose                  ? 0.02
                                                     : 600.0 * std::pow(10.0, -7.0 * at);
            const auto length = static_cast<std::int64_t>(seconds * 1e9);
            const std::int64_t begin = kEpoch
                + static_cast<std::int64_t>((sweep == Zoom ? 0.37 : at * 0.9)
                                            * static_cast<double>(kSpan - length));
            const double before = cpuMs();
            view.setVisibleRange({{begin}, {begin + length}});
            both.repaint();
            QApplication::sendPostedEvents();
            QApplication::processEvents();
            times.push_back(cpuMs() - before);
        }
    }
    std::sort(times.begin(), times.end());
    state.counters["p50_ms"] = times[times.size() / 2];
    state.counters["p99_ms"] = times[times.size() * 99 / 100];
    state.counters["max_ms"] = times.back();
    state.counters["ribbons"] = static_cast<double>(both.ribbons().scene().ribbons.size());
}

} // namespace

BENCHMARK(BM_LinkedFrame)
    ->ArgName("sweep")
    ->DenseRange(PanWhole, Zoom)
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1);

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    theme::apply(application, QStringLiteral("dark"));
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
