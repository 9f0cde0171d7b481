// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/hit_test.h"
#include "core/timeline/lane_layout.h"
#include "tests/support/random_trace.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace longpole::timeline {

namespace {

using model::TrackKind;

int placeOf(const LaneLayout& layout, LaneKind kind, const model::Trace& trace, TrackKind track)
{
    for (std::size_t i = 0; i < layout.lanes().size(); ++i) {
        const LaneKey key = layout.lanes()[i].key;
        if (key.kind == kind && (!key.track.valid() || trace.track(key.track).kind == track)) {
            return static_cast<int>(i);
        }
    }
    return -1;
}

TEST(LaneLayout, PutsTheGpuFirst)
{
    const auto trace = longpole::test::randomTrace({});
    const LaneLayout layout(trace);
    const int summary = placeOf(layout, LaneKind::Summary, *trace, TrackKind::Other);
    const int device = placeOf(layout, LaneKind::Group, *trace, TrackKind::Device);
    const int busy = placeOf(layout, LaneKind::Utilisation, *trace, TrackKind::Device);
    const int stream = placeOf(layout, LaneKind::Slices, *trace, TrackKind::Stream);
    const int counter = placeOf(layout, LaneKind::Counter, *trace, TrackKind::Counter);
    const int process = placeOf(layout, LaneKind::Group, *trace, TrackKind::Process);
    const int thread = placeOf(layout, LaneKind::Slices, *trace, TrackKind::Thread);
    EXPECT_EQ(summary, 0);
    EXPECT_LT(summary, device);
    EXPECT_LT(device, busy);
    EXPECT_LT(busy, stream);
    EXPECT_LT(stream, counter);
    EXPECT_LT(counter, process);
    EXPECT_LT(process, thread);
}

TEST(LaneLayout, LanesStackWithoutGapsAndAreFoundByPosition)
{
    LaneLayout layout(longpole::test::randomTrace({}));
    int y = 0;
    for (const Lane& lane : layout.lanes()) {
        EXPECT_EQ(lane.top, y);
        EXPECT_EQ(layout.laneAt(y), &lane);
        EXPECT_EQ(layout.laneAt(y + lane.height - 1), &lane);
        EXPECT_EQ(layout.find(lane.key), &lane);
        y += lane.height;
    }
    EXPECT_EQ(layout.contentHeight(), y);
    EXPECT_EQ(layout.laneAt(y), nullptr);
    EXPECT_EQ(layout.laneAt(-1), nullptr);
    const auto [first, last] = layout.lanesIn(50, 100);
    for (std::size_t i = 0; i < layout.lanes().size(); ++i) {
        const Lane& lane = layout.lanes()[i];
        EXPECT_EQ(i >= first && i < last, lane.top < 100 && lane.top + lane.height > 50);
    }
}

TEST(LaneLayout, FoldingHidesAndUncoveringShows)
{
    const auto trace = longpole::test::randomTrace({});
    LaneLayout layout(trace);
    const SliceId deep(trace->track(TrackId(1)).firstSlice
                       + trace->track(TrackId(1)).rows.back().first);
    const LaneKey own = layout.laneOfSlice(deep);
    ASSERT_NE(layout.find(own), nullptr);
    layout.setCollapsed({LaneKind::Slices, own.track, 0}, true);
    EXPECT_EQ(layout.find(own), nullptr);
    EXPECT_EQ(layout.shownLaneOf(deep)->key, (LaneKey{LaneKind::Slices, own.track, 0}));
    layout.collapseAll(true);
    EXPECT_EQ(layout.shownLaneOf(deep)->key.kind, LaneKind::Group);
    layout.uncover(deep);
    EXPECT_NE(layout.find(own), nullptr);
    layout.setHidden(own, true);
    EXPECT_EQ(layout.find(own), nullptr);
    EXPECT_TRUE(layout.anyHidden());
    layout.showAll();
    EXPECT_NE(layout.find(own), nullptr);
}

TEST(LaneLayout, PythonFramesAreFoldedOnceTheyAreKnown)
{
    const auto trace = longpole::test::randomTrace({});
    LaneLayout layout(trace);
    const TrackId thread(1);
    const model::Track& track = trace->track(thread);
    const std::size_t before = layout.lanes().size();
    std::vector<RowShape> shapes(track.rows.size());
    ASSERT_GE(shapes.size(), 3U);
    shapes[0].python = true;
    // All of row 0 is Python, the rest moves up by one.
    auto rowOf = std::make_shared<std::vector<std::uint16_t>>(track.sliceCount);
    for (std::uint32_t i = 0; i < track.sliceCount; ++i) {
        const std::uint32_t row = trace->rowOf(SliceId(track.firstSlice + i));
        (*rowOf)[i] = row == 0 ? LaneLayout::kPythonRow : static_cast<std::uint16_t>(row - 1);
    }
    layout.setShapes(thread, shapes);
    layout.setFolded(thread, rowOf, std::vector<RowShape>(shapes.size() - 1));
    layout.rebuild();
    EXPECT_EQ(layout.lanes().size(), before); // one row less, one fold more
    EXPECT_EQ(layout.find({LaneKind::Slices, thread, 0}), nullptr);
    const SliceId python(track.firstSlice);
    const SliceId work(track.firstSlice + track.rows[1].first);
    EXPECT_EQ(layout.shownLaneOf(python)->key.kind, LaneKind::PythonFold);
    EXPECT_FALSE(layout.isShown(python));
    EXPECT_EQ(layout.shownLaneOf(work)->key, (LaneKey{LaneKind::Folded, thread, 0}));
    EXPECT_TRUE(layout.isShown(work));
    layout.uncover(python);
    EXPECT_TRUE(layout.isShown(python));
    EXPECT_EQ(layout.shownLaneOf(work)->key, (LaneKey{LaneKind::Slices, thread, 1}));
    layout.setHidden({LaneKind::PythonFold, thread, 0}, true);
    EXPECT_EQ(layout.shownLaneOf(work)->key.kind, LaneKind::Group);
}

TEST(LaneLayout, AThreadOfPythonAloneIsOpen)
{
    const auto trace = longpole::test::randomTrace({});
    LaneLayout layout(trace);
    const TrackId thread(1);
    const model::Track& track = trace->track(thread);
    layout.setShapes(thread, std::vector<RowShape>(track.rows.size(), {true, -1.0}));
    layout.setFolded(
        thread,
        std::make_shared<std::vector<std::uint16_t>>(track.sliceCount, LaneLayout::kPythonRow), {});
    layout.rebuild();
    const LaneKey fold{LaneKind::PythonFold, thread, 0};
    const SliceId python(track.firstSlice);
    EXPECT_TRUE(layout.isShown(python));
    ASSERT_NE(layout.find(fold), nullptr);
    EXPECT_FALSE(layout.find(fold)->collapsed);
    layout.setCollapsed(fold, true); // as anywhere else
    EXPECT_FALSE(layout.isShown(python));
}

TEST(LaneLayout, AnswersStandBelowTheIterations)
{
    const auto trace = longpole::test::randomTrace({});
    LaneLayout layout(trace);
    const int before = layout.contentHeight();
    const std::size_t lanes = layout.lanes().size();
    Lane path;
    path.key = {LaneKind::Path, {}, 0};
    Lane stalls;
    stalls.key = {LaneKind::Stalls, TrackId(0), 0};
    stalls.foldable = true;
    Lane ofStream;
    ofStream.key = {LaneKind::Stalls, TrackId(1), 0};
    ofStream.indent = 2;
    layout.setAnswers({path, stalls, ofStream});
    layout.rebuild();
    ASSERT_EQ(layout.lanes().size(), lanes + 2); // those of streams are folded by default
    EXPECT_EQ(layout.lanes()[0].key.kind, LaneKind::Summary);
    EXPECT_EQ(layout.lanes()[1].key, path.key);
    EXPECT_EQ(layout.lanes()[2].key, stalls.key);
    EXPECT_TRUE(layout.lanes()[2].collapsed);
    EXPECT_EQ(layout.lanes()[3].key.kind, LaneKind::Group);
    EXPECT_EQ(layout.lanes()[3].top, layout.lanes()[2].top + layout.lanes()[2].height);
    layout.setCollapsed(stalls.key, false);
    EXPECT_NE(layout.find(ofStream.key), nullptr);
    layout.setHidden(path.key, true);
    EXPECT_EQ(layout.find(path.key), nullptr);
    layout.setPinned(stalls.key, true);
    EXPECT_TRUE(layout.find(stalls.key)->pinned);
    layout.setState({});
    layout.setAnswers({});
    layout.rebuild();
    EXPECT_EQ(layout.contentHeight(), before);
}

TEST(LaneLayout, PinnedLanesLeaveTheScrolledPart)
{
    const auto trace = longpole::test::randomTrace({});
    LaneLayout layout(trace);
    const LaneKey key{LaneKind::Slices, TrackId(2), 0};
    const int height = layout.contentHeight();
    layout.setPinned(key, true);
    ASSERT_FALSE(layout.pinned().empty());
    EXPECT_TRUE(layout.find(key)->pinned);
    EXPECT_EQ(layout.contentHeight() + layout.pinnedHeight(), height);
    EXPECT_EQ(layout.pinnedAt(0)->key, key);
    layout.setPinned(key, false);
    EXPECT_TRUE(layout.pinned().empty());
}

TEST(LaneLayout, ALaneMayHaveAHeightOfItsOwn)
{
    LaneLayout layout(longpole::test::randomTrace({}));
    const auto of = [](LaneKind kind) {
        return [kind](const Lane& l) { return l.key.kind == kind; };
    };
    const auto row =
        std::find_if(layout.lanes().begin(), layout.lanes().end(), of(LaneKind::Slices));
    ASSERT_NE(row, layout.lanes().end());
    const Lane before = *row;
    const int all = layout.contentHeight();
    layout.setHeight(before.key, 77);
    EXPECT_EQ(layout.find(before.key)->height, 77);
    EXPECT_EQ(layout.find(before.key)->top, before.top);
    EXPECT_EQ(layout.contentHeight(), all + 77 - before.height);
    layout.setDensity(Density::Roomy);
    EXPECT_EQ(layout.find(before.key)->height, 77);
    layout.setDensity(Density::Normal);
    layout.setHeight(before.key, 1);
    EXPECT_EQ(layout.find(before.key)->height, LaneLayout::kMinHeight);
    layout.setHeight(before.key, 100'000);
    EXPECT_EQ(layout.find(before.key)->height, LaneLayout::kMaxHeight);
    ASSERT_EQ(layout.state().heights.size(), 1U);
    layout.setHeight(before.key, std::nullopt);
    EXPECT_EQ(layout.find(before.key)->height, before.height);
    EXPECT_EQ(layout.contentHeight(), all);
    EXPECT_TRUE(layout.state().heights.empty());
    const auto group =
        std::find_if(layout.lanes().begin(), layout.lanes().end(), of(LaneKind::Group));
    const LaneKey title = group->key;
    const int usual = group->height;
    layout.setHeight(title, 99);
    EXPECT_EQ(layout.find(title)->height, usual);
}

TEST(LaneLayout, StateSurvivesARoundTripAndForeignTracks)
{
    const auto trace = longpole::test::randomTrace({});
    LaneLayout layout(trace);
    layout.setDensity(Density::Compact);
    layout.setHidden({LaneKind::Slices, TrackId(2), 0}, true);
    layout.setCollapsed({LaneKind::Slices, TrackId(1), 0}, true);
    layout.move({LaneKind::Slices, TrackId(3), 0}, {LaneKind::Slices, TrackId(1), 0});
    layout.setHeight({LaneKind::Slices, TrackId(3), 0}, 60);
    LaneLayout again(trace);
    again.setState(layout.state());
    ASSERT_EQ(again.lanes().size(), layout.lanes().size());
    for (std::size_t i = 0; i < layout.lanes().size(); ++i) {
        EXPECT_EQ(again.lanes()[i].key, layout.lanes()[i].key);
        EXPECT_EQ(again.lanes()[i].height, layout.lanes()[i].height);
    }
    LaneState foreign = layout.state();
    foreign.hidden.push_back({LaneKind::Slices, TrackId(99'999), 0});
    foreign.heights.emplace_back(LaneKey{LaneKind::Slices, TrackId(99'999), 0}, 50);
    again.setState(foreign);
    EXPECT_EQ(again.lanes().size(), layout.lanes().size());
    EXPECT_EQ(again.state().heights, layout.state().heights);
}

TEST(CounterIndex, EqualsAScan)
{
    const auto trace = longpole::test::randomTrace({.counters = 1, .samplesPerCounter = 3'000});
    for (const model::Track& t : trace->tracks()) {
        if (t.sampleCount == 0) {
            continue;
        }
        const CounterIndex index(trace->column(model::counter::kTime, t.id),
                                 trace->column(model::counter::kValue, t.id));
        std::mt19937 rng(1);
        for (int q = 0; q < 500; ++q) {
            std::size_t first = rng() % (index.size() + 1);
            std::size_t last = rng() % (index.size() + 1);
            if (first > last) {
                std::swap(first, last);
            }
            const auto range = index.range(first, last);
            if (last == 0) {
                EXPECT_FALSE(range.has_value());
                continue;
            }
            const std::size_t from = first > 0 ? first - 1 : 0;
            const auto [low, high] =
                std::minmax_element(index.values().begin() + from, index.values().begin() + last);
            ASSERT_TRUE(range.has_value());
            EXPECT_EQ(range->min, *low);
            EXPECT_EQ(range->max, *high);
            EXPECT_EQ(range->last, index.values()[last - 1]);
            EXPECT_EQ(range->samples, last - first);
            const TimeNs time = index.times()[rng() % index.size()];
            const auto at = std::lower_bound(index.times().begin(), index.times().end(), time)
                - index.times().begin();
            EXPECT_EQ(index.firstAt(time, rng() % index.size()), static_cast<std::size_t>(at));
        }
    }
}

} // namespace

} // namespace longpole::timeline
