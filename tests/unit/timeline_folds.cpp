// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Lanes that begin folded: quiet streams, synchronisation, the ranks of a joined trace.
#include "core/model/memory_columns.h"
#include "core/timeline/lane_layout.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace longpole::timeline {

namespace {

using model::TrackKind;

// Only what a layout looks at: tracks and how many slices they have, one row each.
class Tracks
{
public:
    TrackId group(TrackKind kind, std::int32_t rank)
    {
        model::Track& t = add(kind, {}, 0);
        t.rank = rank;
        t.name = kind == TrackKind::Device ? "GPU" : "process";
        return t.id;
    }
    TrackId track(TrackKind kind, TrackId parent, std::uint32_t slices)
    {
        return add(kind, parent, slices).id;
    }
    std::shared_ptr<const model::Trace> trace()
    {
        return std::make_shared<const model::Trace>(std::move(m_parts),
                                                    std::make_shared<model::MemoryColumns>());
    }

private:
    model::Track& add(TrackKind kind, TrackId parent, std::uint32_t slices)
    {
        model::Track t;
        t.id = TrackId(static_cast<std::uint32_t>(m_parts.tracks.size()));
        t.kind = kind;
        t.parent = parent;
        t.name = "track " + std::to_string(t.id.value);
        t.firstSlice = m_slices;
        t.sliceCount = slices;
        if (slices > 0) {
            t.rows.push_back({0, slices});
        }
        m_slices += slices;
        m_parts.tracks.push_back(t);
        return m_parts.tracks.back();
    }
    model::TraceParts m_parts;
    std::uint32_t m_slices = 0;
};

std::vector<TrackId> shownTracks(const LaneLayout& layout)
{
    std::vector<TrackId> out;
    for (const Lane& lane : layout.lanes()) {
        if (lane.key.kind == LaneKind::Slices) {
            out.push_back(lane.key.track);
        }
    }
    return out;
}

struct OneDevice
{
    OneDevice()
    {
        device = tracks.group(TrackKind::Device, -1);
        for (int i = 0; i < 10; ++i) { // between them, as in a file
            quiet.push_back(tracks.track(TrackKind::Stream, device, 1));
        }
        busy = tracks.track(TrackKind::Stream, device, 5000);
        for (int i = 0; i < 10; ++i) {
            quiet.push_back(tracks.track(TrackKind::Stream, device, 2));
        }
        few = tracks.track(TrackKind::Stream, device, kQuietOps + 1);
        for (int i = 0; i < 5; ++i) {
            syncs.push_back(tracks.track(TrackKind::Sync, device, 40));
        }
        trace = tracks.trace();
    }
    Tracks tracks;
    TrackId device;
    TrackId busy;
    TrackId few;
    std::vector<TrackId> quiet;
    std::vector<TrackId> syncs;
    std::shared_ptr<const model::Trace> trace;
};

TEST(LaneFolds, QuietStreamsAndSynchronisationShareALineThatSaysHowManyTheyAre)
{
    const OneDevice d;
    const LaneLayout layout(d.trace);
    EXPECT_EQ(shownTracks(layout), (std::vector<TrackId>{d.busy, d.few}));
    const Lane* const quiet = layout.find({LaneKind::Group, d.device, 1});
    ASSERT_NE(quiet, nullptr);
    EXPECT_EQ(quiet->title, "20 quiet streams");
    EXPECT_EQ(quiet->detail, "30 ops");
    EXPECT_TRUE(quiet->collapsed);
    ASSERT_NE(quiet->members, nullptr);
    EXPECT_EQ(*quiet->members, d.quiet);
    const Lane* const syncs = layout.find({LaneKind::Group, d.device, 2});
    ASSERT_NE(syncs, nullptr);
    EXPECT_EQ(syncs->title, "5 synchronisation lanes");
    EXPECT_EQ(syncs->detail, "200 records");
}

TEST(LaneFolds, OpenAndCloseLikeGroups)
{
    const OneDevice d;
    LaneLayout layout(d.trace);
    layout.setCollapsed({LaneKind::Group, d.device, 1}, false);
    std::vector<TrackId> expected{d.busy, d.few};
    expected.insert(expected.end(), d.quiet.begin(), d.quiet.end());
    EXPECT_EQ(shownTracks(layout), expected);
    layout.setCollapsed({LaneKind::Group, d.device, 0}, true);
    EXPECT_TRUE(shownTracks(layout).empty());
    EXPECT_EQ(layout.find({LaneKind::Group, d.device, 1}), nullptr);
}

TEST(LaneFolds, ASliceInAFoldIsShownByItAndUncovered)
{
    const OneDevice d;
    LaneLayout layout(d.trace);
    const SliceId slice(d.trace->track(d.quiet[12]).firstSlice + 1);
    ASSERT_NE(layout.shownLaneOf(slice), nullptr);
    EXPECT_EQ(layout.shownLaneOf(slice)->key, (LaneKey{LaneKind::Group, d.device, 1}));
    EXPECT_FALSE(layout.isShown(slice));
    layout.uncover(slice);
    EXPECT_TRUE(layout.isShown(slice));
    EXPECT_NE(layout.find({LaneKind::Group, d.device, 2}), nullptr); // the other stays folded
    EXPECT_TRUE(layout.find({LaneKind::Group, d.device, 2})->collapsed);
}

TEST(LaneFolds, APinnedStreamStaysOutOfItsFold)
{
    const OneDevice d;
    LaneLayout layout(d.trace);
    layout.setPinned({LaneKind::Slices, d.quiet[3], 0}, true);
    ASSERT_EQ(layout.pinned().size(), 1U);
    EXPECT_EQ(layout.pinned()[0].key.track, d.quiet[3]);
}

TEST(LaneFolds, FewStreamsAreLeftAlone)
{
    Tracks tracks;
    const TrackId device = tracks.group(TrackKind::Device, -1);
    tracks.track(TrackKind::Stream, device, 5000);
    for (std::size_t i = 0; i + 1 < kWorthFolding; ++i) {
        tracks.track(TrackKind::Stream, device, 1);
        tracks.track(TrackKind::Sync, device, 1);
    }
    const LaneLayout layout(tracks.trace());
    EXPECT_EQ(shownTracks(layout).size(), 2 * kWorthFolding - 1);
}

// Where no stream does much, none is quiet beside the others.
TEST(LaneFolds, AFewOperationsAreAllThereIs)
{
    Tracks tracks;
    const TrackId device = tracks.group(TrackKind::Device, -1);
    for (int i = 0; i < 30; ++i) {
        tracks.track(TrackKind::Stream, device, 3);
    }
    EXPECT_EQ(shownTracks(LaneLayout(tracks.trace())).size(), 30U);
}

TEST(LaneFolds, RanksBeginFoldedAndCanBePinned)
{
    Tracks tracks;
    std::vector<TrackId> devices;
    for (const std::int32_t rank : {0, 1}) {
        devices.push_back(tracks.group(TrackKind::Device, rank));
        tracks.track(TrackKind::Stream, devices.back(), 100);
        const TrackId process = tracks.group(TrackKind::Process, rank);
        tracks.track(TrackKind::Thread, process, 100);
    }
    LaneLayout layout(tracks.trace());
    EXPECT_TRUE(shownTracks(layout).empty());
    EXPECT_EQ(layout.lanes().size(), 4U);
    for (const Lane& lane : layout.lanes()) {
        EXPECT_TRUE(lane.collapsed);
    }
    layout.setPinned({LaneKind::Group, devices[1], 0}, true);
    ASSERT_EQ(layout.pinned().size(), 1U);
    EXPECT_EQ(layout.pinned()[0].key.track, devices[1]);
    layout.setCollapsed({LaneKind::Group, devices[1], 0}, false);
    EXPECT_EQ(shownTracks(layout).size(), 1U);
    EXPECT_EQ(layout.pinned().size(), 1U);
}

TEST(LaneFolds, OneRankBeginsOpen)
{
    Tracks tracks;
    tracks.track(TrackKind::Stream, tracks.group(TrackKind::Device, 3), 100);
    tracks.track(TrackKind::Thread, tracks.group(TrackKind::Process, 3), 100);
    EXPECT_EQ(shownTracks(LaneLayout(tracks.trace())).size(), 2U);
}

} // namespace

} // namespace longpole::timeline
