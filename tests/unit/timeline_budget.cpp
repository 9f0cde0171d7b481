// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What loaded slices may take while one scrolls through a trace of many tracks.
#include "core/timeline/scene.h"
#include "core/timeline/slice_budget.h"
#include "tests/support/random_trace.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace longpole::timeline {

namespace {

std::size_t summedBytes(const TimelineData& data)
{
    std::size_t bytes = 0;
    for (const auto& [track, size] : data.droppable()) {
        bytes += size;
    }
    return bytes;
}

class ScrollTest : public ::testing::Test
{
protected:
    ScrollTest()
        : m_trace(longpole::test::randomTrace(
            {.threads = 40, .slicesPerThread = 3'000, .streams = 40, .opsPerStream = 2'000}))
        , m_data(m_trace)
    {
        for (const TrackId track : m_data.loadOrder()) {
            m_data.loadCoarse(track, {});
        }
        for (const auto& [track, bytes] : m_data.droppable()) {
            m_tracks.push_back(track);
        }
    }
    // As a view does: draws the lanes of these tracks, loads what is coarse, and draws them again.
    std::vector<LaneScene> look(SliceBudget& budget, const std::vector<TrackId>& tracks)
    {
        std::vector<Lane> lanes;
        for (const TrackId track : tracks) {
            Lane lane;
            lane.key = {LaneKind::Slices, track, 0};
            lanes.push_back(lane);
        }
        std::vector<const Lane*> shown;
        for (const Lane& lane : lanes) {
            shown.push_back(&lane);
        }
        const SceneBuilder builder([](std::size_t n, const std::function<void(std::size_t)>& body) {
            for (std::size_t i = 0; i < n; ++i) {
                body(i);
            }
        });
        Viewport viewport(m_trace->info().extent, 600);
        viewport.zoomAt(200, 8.0);
        Scene scene;
        builder.build(scene, viewport, shown, m_data);
        budget.use(tracks);
        for (std::size_t i = 0; i < scene.used; ++i) {
            if (scene.lanes[i].coarse) {
                m_data.loadSlices(scene.lanes[i].lane.key.track, {});
                budget.trim();
            }
        }
        builder.build(scene, viewport, shown, m_data);
        EXPECT_FALSE(scene.coarse());
        scene.lanes.resize(scene.used);
        return scene.lanes;
    }

    std::shared_ptr<const model::Trace> m_trace;
    TimelineData m_data;
    std::vector<TrackId> m_tracks;
};

TEST_F(ScrollTest, StaysWithinItsBudgetAndShowsTheSameWhenItComesBack)
{
    const std::size_t all = summedBytes(m_data);
    const std::size_t bound = all / 5;
    SliceBudget budget(m_data, bound);
    budget.trim();
    EXPECT_LE(summedBytes(m_data), bound);
    std::map<std::uint32_t, std::vector<ColumnCell>> seen;
    constexpr std::size_t kVisible = 6;
    std::size_t compared = 0;
    for (int round = 0; round < 3; ++round) {
        for (std::size_t first = 0; first + kVisible <= m_tracks.size(); first += 3) {
            const auto begin = m_tracks.begin() + static_cast<std::ptrdiff_t>(first);
            for (const LaneScene& lane : look(budget, {begin, begin + kVisible})) {
                const auto [it, isNew] = seen.emplace(lane.lane.key.track.value, lane.columns);
                ASSERT_EQ(it->second.size(), lane.columns.size());
                for (std::size_t x = 0; x < lane.columns.size(); ++x) {
                    ASSERT_EQ(it->second[x].coverage, lane.columns[x].coverage);
                    ASSERT_EQ(it->second[x].cls, lane.columns[x].cls);
                    ASSERT_EQ(it->second[x].flags, lane.columns[x].flags);
                }
                compared += isNew ? 0 : 1;
            }
            ASSERT_LE(summedBytes(m_data), bound);
            ASSERT_EQ(summedBytes(m_data), m_data.loadedBytes());
        }
    }
    EXPECT_GT(compared, m_tracks.size());
    EXPECT_EQ(seen.size(), m_tracks.size());
}

TEST_F(ScrollTest, WhatIsInUseStaysHoweverMuchItTakes)
{
    SliceBudget budget(m_data, 1);
    const std::vector<TrackId> used(m_tracks.begin(), m_tracks.begin() + 8);
    budget.trim();
    EXPECT_TRUE(m_data.droppable().empty()); // none is in use yet
    look(budget, used);
    look(budget, used);
    const auto left = m_data.droppable();
    ASSERT_EQ(left.size(), used.size());
    for (const auto& [track, bytes] : left) {
        EXPECT_NE(std::find(used.begin(), used.end(), track), used.end());
    }
    // What was in view before the last ones is the next to go.
    look(budget, {m_tracks.end() - 2, m_tracks.end()});
    EXPECT_EQ(m_data.droppable().size(), 2U);
}

TEST_F(ScrollTest, NothingGoesWhileAPictureIsPainted)
{
    SliceBudget budget(m_data, 1);
    auto held = m_data.hold();
    budget.trim();
    EXPECT_EQ(m_data.droppable().size(), m_tracks.size());
    held.reset();
    budget.trim();
    EXPECT_TRUE(m_data.droppable().empty());
}

} // namespace

} // namespace longpole::timeline
