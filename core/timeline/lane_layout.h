// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// LaneLayout: which lanes there are, in which order, how high, and what is folded. Heights are
// logical pixels. The order: summary · per GPU (utilisation, streams with their sub-rows,
// annotations, sync, counters) · per process (threads, async, counters) · overhead · the rest.
#pragma once

#include "core/model/trace.h"
#include "core/timeline/lane_folds.h"

#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace longpole::timeline {

enum class Density : std::uint8_t
{
    Compact,
    Normal,
    Roomy
};

enum class LaneKind : std::uint8_t
{
    Summary, // iteration marks
    Group, // title of a device, a process, the rest, or (row > 0) a fold within one of them; folded
           // it shows how busy it is
    Utilisation, // how busy a device is: the union of its streams
    Slices, // one row of a track
    Counter,
    PythonFold, // stands for the folded Python frames of a thread
    Folded, // one row of a thread without its Python frames
    Path, // the critical path: what it is made of, over time
    Stalls // gaps of a device or stream and their causes
};

// Which lane, stable over layouts and sessions of the same trace.
struct LaneKey
{
    LaneKind kind = LaneKind::Slices;
    TrackId track; // of a group: its group track; none for the synthetic groups
    std::uint32_t row = 0; // Slices, Folded: the row; Group: number of the fold or, without a
                           // track, of the group

    bool valid() const
    {
        return track.valid() || kind == LaneKind::Summary || kind == LaneKind::Group
            || kind == LaneKind::Path || kind == LaneKind::Stalls;
    }
    // The lane that stands for all lanes of a track: what is pinned, hidden and moved.
    LaneKey head() const
    {
        const bool ofTrack =
            kind == LaneKind::Slices || kind == LaneKind::Folded || kind == LaneKind::PythonFold;
        return ofTrack ? LaneKey{LaneKind::Slices, track, 0} : *this;
    }
    friend bool operator==(const LaneKey&, const LaneKey&) = default;
};

struct LaneKeyHash
{
    std::size_t operator()(const LaneKey& k) const noexcept
    {
        return (std::size_t(k.kind) << 60) ^ (std::size_t(k.row) << 32) ^ k.track.value;
    }
};

// What a user did to the lanes; kept per trace. Only differences to the default.
struct LaneState
{
    Density density = Density::Normal;
    std::vector<std::pair<LaneKey, bool>> collapsed; // fold → folded
    std::vector<LaneKey> pinned; // in order
    std::vector<LaneKey> hidden;
    std::vector<LaneKey> order; // groups and first rows that were moved, in order
    std::vector<std::pair<LaneKey, int>> heights; // of lanes that were made higher or lower
    friend bool operator==(const LaneState&, const LaneState&) = default;
};

struct TrackState;

struct Lane
{
    LaneKey key;
    TrackId owner; // track whose fold this lane obeys and belongs to; none for Summary
    std::string title; // "stream 7"; empty for further rows of a track
    std::string detail; // "Tesla V100", thread name …; may be empty
    std::uint8_t indent = 0; // 0 group, 1 track, 2 further rows
    bool host = false; // drawn in the host's paler hues
    bool foldable = false; // has an arrow
    bool collapsed = false;
    bool pinned = false;
    bool firstOfTrack = false;
    bool chevrons = false; // the track's instants are drawn here
    std::shared_ptr<const std::vector<TrackId>> members; // of a fold: whose slices it shows
    float busy = -1.0F; // share of the trace's span, -1 unknown
    std::shared_ptr<const TrackState> own; // Path, Stalls: what is drawn, not of the trace; or null
    int top = 0; // from the top of the scrolled content, or of the pinned area
    int height = 0;
};

// What of a row decides on folding and is written beside it.
struct RowShape
{
    bool python = false; // has Python frames
    double busyShare = -1.0; // of the trace's span, -1 unknown
};

class LaneLayout
{
public:
    static constexpr std::uint16_t kPythonRow = 0xffff; // as FoldedThread::kPython

    LaneLayout() = default;
    explicit LaneLayout(std::shared_ptr<const model::Trace> trace);

    const std::vector<Lane>& lanes() const { return m_lanes; } // scrolled, top to bottom
    const std::vector<Lane>& pinned() const { return m_pinned; } // fixed above them
    int contentHeight() const { return m_contentHeight; }
    int pinnedHeight() const { return m_pinnedHeight; }
    Density density() const { return m_state.density; }

    // Index range of lanes that touch [top, bottom).
    std::pair<std::size_t, std::size_t> lanesIn(int top, int bottom) const;
    const Lane* laneAt(int y) const; // scrolled content
    const Lane* pinnedAt(int y) const;
    const Lane* find(LaneKey key) const; // shown lanes only, pinned first
    LaneKey laneOfSlice(SliceId slice) const; // whether shown or not
    // Its lane among the rows without Python frames, if there is one.
    LaneKey foldedLaneOf(SliceId slice) const;
    bool isShown(SliceId slice) const; // on a lane of its own row
    // Where a slice is shown: its own lane, else the fold that hides it, else null.
    const Lane* shownLaneOf(SliceId slice) const;

    void setDensity(Density density); // lanes with a height of their own keep it
    // Logical pixels, bounded; none: as the density says. Titles of groups have no other.
    static constexpr int kMinHeight = 12;
    static constexpr int kMaxHeight = 240;
    void setHeight(LaneKey key, std::optional<int> height);
    std::optional<int> ownHeight(LaneKey key) const; // none: as the density says
    static bool resizable(const Lane& lane);
    void setCollapsed(LaneKey key, bool collapsed);
    void collapseAll(bool collapsed);
    void setPinned(LaneKey key, bool pinned);
    void setHidden(LaneKey key, bool hidden);
    void showAll();
    void move(LaneKey key, LaneKey before); // groups among groups, tracks within their group
    bool anyHidden() const { return !m_state.hidden.empty(); }
    // Opens every fold above a slice and unhides its lane.
    void uncover(SliceId slice);
    // Shapes of the rows of a track, once known; may change which rows are folded by default.
    void setShapes(TrackId track, std::vector<RowShape> rows);
    // A thread with Python frames: its rows without them, and which of them each slice is on
    // (FoldedThread::rowOf).
    void setFolded(TrackId track, std::shared_ptr<const std::vector<std::uint16_t>> rowOf,
                   std::vector<RowShape> rows);
    void setGroupBusy(TrackId group, double share);
    // Lanes that hold an answer about the trace (Path, Stalls), shown below the iterations. Those
    // with indent 2 belong to the foldable one before them, folded by default.
    void setAnswers(std::vector<Lane> lanes);
    void rebuild(); // after setShapes, setGroupBusy and setAnswers

    LaneState state() const { return m_state; }
    void setState(const LaneState& state);

private:
    struct Group
    {
        LaneKey key;
        std::string title;
        std::string detail;
        std::vector<TrackId> tracks; // in order, without counters
        std::vector<TrackId> counters;
        bool device = false;
        bool host = false;
        bool collapsedByDefault = false;
        std::vector<TrackFold> folds;
    };
    void makeGroups();
    void sortGroups();
    void makeFolds();
    LaneKey foldOf(TrackId track) const; // no valid key: in none
    void applyOrder();
    bool isCollapsed(LaneKey key, bool byDefault) const;
    bool isHidden(LaneKey key) const;
    bool isPinned(LaneKey key) const;
    void addAnswers();
    void addGroup(const Group& group);
    bool addFold(const Group& group, std::uint32_t number);
    void addTrack(const Group& group, TrackId track);
    std::vector<Lane> lanesOfTrack(const Group& group, const model::Track& track) const;
    void add(Lane lane);
    int heightOf(const Lane& lane) const;
    int usualHeight(const Lane& lane) const;

    std::shared_ptr<const model::Trace> m_trace;
    std::vector<Group> m_groups;
    std::vector<std::uint32_t> m_groupOf; // by track: number of its group
    std::vector<std::uint32_t> m_foldOf; // by track: number of its fold within the group, 0 none
    std::unordered_map<std::uint32_t, std::vector<RowShape>> m_shapes;
    struct FoldedRows
    {
        std::shared_ptr<const std::vector<std::uint16_t>> rowOf;
        std::vector<RowShape> shapes;
    };
    std::unordered_map<std::uint32_t, FoldedRows> m_folded;
    std::unordered_map<std::uint32_t, double> m_groupBusy;
    std::vector<Lane> m_answers;
    LaneState m_state;
    std::vector<Lane> m_lanes;
    std::vector<Lane> m_pinned;
    std::unordered_map<LaneKey, std::size_t, LaneKeyHash> m_index; // into m_lanes
    int m_contentHeight = 0;
    int m_pinnedHeight = 0;
};

} // namespace longpole::timeline
