// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Level of detail and frames over 10 M slices in 64 lanes, 600 s, epoch-sized times. Frames are
// measured in process CPU time, all threads together: wall time would measure the neighbours.
// With path: a critical path of 1.25 M steps through eight of the lanes, outlined and linked, and
// 0.6 M stalls, on lanes of their own.
#include "core/timeline/lod.h"
#include "core/timeline/track_data.h"
#include "tests/bench/dense_trace.h"
#include "ui/theme/theme.h"
#include "ui/timeline/frame_pool.h"
#include "ui/timeline/lane_painter.h"
#include "ui/timeline/path_overlay.h"

#include <QApplication>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace {

using namespace longpole;

using bench::cpuMs;
using bench::kEpoch;
using bench::kSlices;
using bench::kSpan;

const std::shared_ptr<const model::Trace>& trace()
{
    static const auto made = bench::denseTrace();
    return made;
}

void BM_BuildLod(benchmark::State& state)
{
    trace();
    for (auto _ : state) {
        const double before = cpuMs();
        auto blobs = timeline::buildLod(*trace(), {});
        state.counters["cpu_ms"] = cpuMs() - before;
        std::size_t bytes = 0;
        for (const timeline::LodBlob& blob : *blobs) {
            bytes += blob.bytes.size();
        }
        state.counters["bytes_per_slice"] = static_cast<double>(bytes) / kSlices;
    }
}

timeline::TimelineData& data()
{
    static timeline::TimelineData loaded(trace());
    static bool done = [] {
        loaded.loadAll({});
        return true;
    }();
    benchmark::DoNotOptimize(done);
    return loaded;
}

enum Sweep
{
    PanFull,
    PanMid,
    PanDeep,
    Zoom
};

// One step of a sweep, 0 … 1.
timeline::Viewport viewAt(Sweep sweep, double at, int width)
{
    timeline::Viewport view(trace()->info().extent, width);
    const double seconds = sweep == PanFull ? 600.0
        : sweep == PanMid                   ? 6.0
        : sweep == PanDeep                  ? 0.02
                                            : 600.0 * std::pow(10.0, -9.78 * at);
    const auto length = static_cast<std::int64_t>(seconds * 1e9);
    const std::int64_t begin = kEpoch
        + static_cast<std::int64_t>((sweep == Zoom ? 0.37 : at * 0.9)
                                    * static_cast<double>(kSpan - length));
    view.setVisible({{begin}, {begin + std::max<std::int64_t>(1, length)}});
    return view;
}

timeline::Lane ownLane(timeline::LaneKey key, timeline::TrackSlices::OwnRow row)
{
    timeline::Lane lane;
    lane.key = key;
    lane.firstOfTrack = true;
    lane.own = timeline::ownTrack(std::move(row), {});
    return lane;
}

// The path takes eight slices in turn from each of eight streams; every gap between two of them is
// a step of another kind, and a stall.
const timeline_ui::PathMarks& marks()
{
    static const timeline_ui::PathMarks made = [] {
        timeline_ui::PathMarks out;
        timeline::TrackSlices::OwnRow path;
        timeline::TrackSlices::OwnRow stalls;
        const auto add = [](timeline::TrackSlices::OwnRow& row, std::int64_t begin,
                            std::int64_t end, int cls) {
            row.start.push_back({begin});
            row.duration.push_back({end - begin});
            row.name.push_back(StringId());
            row.cls.push_back(static_cast<model::SliceClass>(cls));
        };
        constexpr std::uint32_t kStreams = 8;
        std::array<std::size_t, kStreams> next{};
        std::int64_t at = kEpoch;
        SliceId before;
        for (std::uint32_t turn = 0;; ++turn) {
            const std::uint32_t s = turn / 8 % kStreams;
            const timeline::RowView& row = data().state(TrackId(s))->slices->rows()[0];
            next[s] = std::max(next[s], row.firstStartingAt(at));
            if (next[s] >= row.size()) {
                break;
            }
            const std::size_t i = next[s];
            if (row.startNs(i) > at) {
                add(path, at, row.startNs(i), 2);
                add(stalls, at, row.startNs(i), static_cast<int>(i % 12));
            }
            add(path, row.startNs(i), row.endNs(i), 3);
            out.rows[timeline_ui::PathMarks::key(TrackId(s), 0)].push_back(
                {row.start[i], {row.endNs(i)}, row.idAt(i)});
            if (turn % 8 == 0 && before.valid()) {
                out.crossings.push_back({{at}, row.start[i], before, row.idAt(i), turn % 3 == 0});
                out.longestCrossing =
                    std::max(out.longestCrossing, DurationNs{row.startNs(i) - at});
            }
            before = row.idAt(i);
            at = row.endNs(i);
        }
        out.lanes.push_back(ownLane({timeline::LaneKind::Path, {}, 0}, std::move(path)));
        out.lanes.push_back(
            ownLane({timeline::LaneKind::Stalls, TrackId(0), 0}, std::move(stalls)));
        return out;
    }();
    return made;
}

void BM_Frame(benchmark::State& state)
{
    const int width = static_cast<int>(state.range(0));
    const int height = static_cast<int>(state.range(1));
    const auto sweep = static_cast<Sweep>(state.range(2));
    timeline::TimelineData& loaded = data();
    timeline_ui::FramePool pool;
    const timeline::SceneBuilder builder(
        [&](std::size_t count, const std::function<void(std::size_t)>& body) {
            pool.run(count, body);
        });
    const timeline_ui::LanePalette palette(theme::theme(theme::Mode::Dark));
    const timeline_ui::LanePainter painter(palette, 1.0);
    timeline_ui::TextMasks masks;
    masks.setFont(QApplication::font(), 1.0);
    const bool path = state.range(3) != 0;
    timeline::LaneLayout layout(trace());
    if (path) {
        layout.setAnswers(marks().lanes);
        layout.rebuild();
    }
    std::vector<const timeline::Lane*> lanes;
    for (const timeline::Lane& lane : layout.lanes()) {
        lanes.push_back(&lane);
    }
    const int laneHeight = height / static_cast<int>(lanes.size());
    QImage image(width, height, QImage::Format_RGB32);
    timeline::Scene scene;
    timeline_ui::ViewGeometry geometry;
    geometry.size = {width + geometry.scrollBarWidth, height};
    geometry.headerWidth = 0;
    std::vector<double> times;
    for (auto _ : state) {
        constexpr int kSteps = 200;
        for (int i = 0; i < kSteps; ++i) {
            const double before = cpuMs();
            masks.nextFrame();
            builder.build(scene, viewAt(sweep, static_cast<double>(i) / kSteps, width), lanes,
                          loaded);
            const timeline_ui::Canvas canvas(image);
            pool.run(scene.used, [&](std::size_t k) {
                painter.paint(canvas, scene.lanes[k], static_cast<int>(k) * laneHeight, laneHeight);
            });
            for (std::size_t k = 0; k < scene.used; ++k) {
                painter.paintLabels(canvas, scene.lanes[k], static_cast<int>(k) * laneHeight,
                                    laneHeight, *trace(), masks);
            }
            if (path) {
                QPainter over(&image);
                const timeline::Viewport view =
                    viewAt(sweep, static_cast<double>(i) / kSteps, width);
                timeline_ui::PathOverlay(over, geometry, layout, view,
                                         theme::theme(theme::Mode::Dark))
                    .path(marks(), lanes);
            }
            times.push_back(cpuMs() - before);
        }
    }
    std::sort(times.begin(), times.end());
    state.counters["p50_ms"] = times[times.size() / 2];
    state.counters["p99_ms"] = times[times.size() * 99 / 100];
    state.counters["max_ms"] = times.back();
}

} // namespace

BENCHMARK(BM_BuildLod)->Unit(benchmark::kMillisecond)->Iterations(3);
BENCHMARK(BM_Frame)
    ->ArgNames({"w", "h", "sweep", "path"})
    ->ArgsProduct({{1920}, {1080}, {PanFull, PanMid, PanDeep, Zoom}, {0, 1}})
    ->ArgsProduct({{3840}, {2160}, {PanFull, PanMid, PanDeep, Zoom}, {0, 1}})
    ->Unit(benchmark::kMillisecond)
    ->Iterations(2);

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
