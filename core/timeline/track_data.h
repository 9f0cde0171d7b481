// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What the timeline has loaded of each track: its level of detail first, its slices when asked.
#pragma once

#include "core/model/trace.h"
#include "core/timeline/counter_index.h"
#include "core/timeline/folded_thread.h"
#include "core/timeline/index_tree.h"
#include "core/timeline/time_grid.h"

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace longpole::timeline {

// The slices of one track, row by row, fit for use: RowView's promises are checked while loading,
// and times that break them (a damaged store) are moved as little as needed. Slice numbers stay.
class TrackSlices
{
public:
    // Without trees the rows can be walked but not asked.
    enum class Trees : std::uint8_t
    {
        Build,
        None
    };
    TrackSlices(const model::Trace& trace, TrackId track, Trees trees = Trees::Build);
    // One row of its own making, as of a device's busy time. It keeps RowView's promises.
    TrackSlices(std::vector<TimeNs> start, std::vector<DurationNs> duration, model::SliceClass cls);
    // Likewise, with names and a number from 0 to kSliceClassCount - 1 that is drawn as its maker
    // wishes.
    struct OwnRow
    {
        std::vector<TimeNs> start;
        std::vector<DurationNs> duration;
        std::vector<StringId> name;
        std::vector<model::SliceClass> cls;
    };
    explicit TrackSlices(OwnRow row);
    TrackSlices(const TrackSlices&) = delete;
    TrackSlices& operator=(const TrackSlices&) = delete;

    const std::vector<RowView>& rows() const { return m_rows; }
    const std::vector<IndexTree>& trees() const { return m_trees; }
    bool repaired() const { return m_repaired; }
    std::size_t bytes() const; // of columns, trees and repairs

private:
    void repair(const model::Trace& trace, TrackId track);

    model::Column<TimeNs> m_start;
    model::Column<DurationNs> m_duration;
    model::Column<StringId> m_name;
    model::Column<model::SliceClass> m_cls;
    std::vector<TimeNs> m_ownStart;
    std::vector<DurationNs> m_ownDuration;
    std::vector<StringId> m_ownName;
    std::vector<model::SliceClass> m_ownCls;
    std::vector<RowView> m_rows;
    std::vector<IndexTree> m_trees;
    bool m_repaired = false;
};

// Immutable; replaced as a whole when more of a track is loaded.
struct TrackState
{
    std::shared_ptr<const std::vector<TimeGrid>> grids; // one per row; null: not yet
    std::shared_ptr<const TrackSlices> slices; // null: not loaded
    std::shared_ptr<const FoldedThread> folded; // of a thread with Python frames, with slices
    std::shared_ptr<const CounterIndex> counter; // of a counter track
    std::shared_ptr<const std::vector<TimeNs>> instants; // sorted
    model::Column<StringId> instantNames; // as many, if the times were sorted to begin with
    bool fromStore = false; // grids were read, not built
    bool dropped = false; // its slices were there and were given back
};

// A row that is no track of the trace, with its level of detail.
std::shared_ptr<const TrackState> ownTrack(TrackSlices::OwnRow row, const JobContext& job);

// Thread-safe. Loading is for worker threads, reading for any.
class TimelineData
{
public:
    explicit TimelineData(std::shared_ptr<const model::Trace> trace);

    const model::Trace& trace() const { return *m_trace; }
    const std::shared_ptr<const model::Trace>& tracePtr() const { return m_trace; }
    std::shared_ptr<const TrackState> state(TrackId track) const;

    // Level of detail (stored, or built from the slices), counters and instants of a track. For a
    // device: the union of its streams.
    void loadCoarse(TrackId track, const JobContext& job);
    // Its slices as well. Does nothing if they are there.
    void loadSlices(TrackId track, const JobContext& job);
    // Everything of every track.
    void loadAll(const JobContext& job);

    // Gives the slices of a track back to where its columns come from; whoever uses them keeps them
    // as long. Only once the level of detail is there, and while nobody holds; else false. Rows of
    // a thread without its Python frames stay, as the lanes are laid out by them.
    bool dropSlices(TrackId track);
    std::size_t loadedBytes() const; // of the slices of all tracks
    // Tracks whose slices dropSlices() could give back, with what they take.
    std::vector<std::pair<TrackId, std::size_t>> droppable() const;
    // As long as it lives nothing is given back.
    std::shared_ptr<const void> hold();

    // Whether a track has Python frames; known once its level of detail is.
    bool hasPython(TrackId track) const;
    // Tracks in the order in which they are best loaded: devices and streams first.
    std::vector<TrackId> loadOrder() const;

private:
    void publish(TrackId track, TrackState state);
    void replace(TrackId track, std::shared_ptr<const TrackState> state); // with m_mutex held
    void addFolded(TrackId track, TrackState& state, const JobContext& job) const;
    void addOutliers(TrackState& state, const JobContext& job) const;
    bool loadStoredGrids(TrackId track, TrackState& state) const;

    std::shared_ptr<const model::Trace> m_trace;
    mutable std::mutex m_mutex;
    std::vector<std::shared_ptr<const TrackState>> m_states;
    std::size_t m_loadedBytes = 0;
    std::shared_ptr<const int> m_hold = std::make_shared<const int>(0); // copies: who holds
};

// The union of a device's streams, as one row.
std::shared_ptr<const TrackSlices> deviceBusyTime(const model::Trace& trace, TrackId device,
                                                  const JobContext& job);

// The times at which at least one of the rows is busy, as sorted runs that do not touch.
void unionOfRows(const std::vector<RowView>& rows, std::vector<TimeNs>& start,
                 std::vector<DurationNs>& duration);

} // namespace longpole::timeline
