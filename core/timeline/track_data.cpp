// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/track_data.h"

#include "core/base/thread_pool.h"
#include "core/timeline/outliers.h"

#include <algorithm>

namespace longpole::timeline {

namespace {

bool fit(const RowView& row)
{
    std::int64_t previousEnd = -kTimeLimit;
    for (std::size_t i = 0; i < row.size(); ++i) {
        const std::int64_t start = row.start[i].ns;
        const std::int64_t duration = row.duration[i].ns;
        const bool ok = start >= previousEnd && start <= kTimeLimit && duration >= 0
            && duration <= kTimeLimit - start
            && static_cast<std::size_t>(row.cls[i]) < model::kSliceClassCount;
        if (!ok) {
            return false;
        }
        previousEnd = start + duration;
    }
    return true;
}

// Rows as the track promises them, cut to what is there.
std::vector<model::Row> rowsOf(const model::Track& track)
{
    std::vector<model::Row> rows = track.rows;
    for (model::Row& row : rows) {
        row.first = std::min(row.first, track.sliceCount);
        row.count = std::min(row.count, track.sliceCount - row.first);
    }
    return rows;
}

} // namespace

TrackSlices::TrackSlices(const model::Trace& trace, TrackId trackId, Trees trees)
    : m_start(trace.column(model::slice::kStart, trackId))
    , m_duration(trace.column(model::slice::kDuration, trackId))
    , m_name(trace.column(model::slice::kName, trackId))
    , m_cls(trace.column(model::slice::kClass, trackId))
{
    const model::Track& track = trace.track(trackId);
    for (const model::Row& row : rowsOf(track)) {
        m_rows.push_back({m_start.span().subspan(row.first, row.count),
                          m_duration.span().subspan(row.first, row.count),
                          m_name.span().subspan(row.first, row.count),
                          m_cls.span().subspan(row.first, row.count),
                          track.firstSlice + row.first});
    }
    if (!std::all_of(m_rows.begin(), m_rows.end(), fit)) {
        repair(trace, trackId);
    }
    if (trees == Trees::None) {
        return;
    }
    for (const RowView& row : m_rows) {
        m_trees.emplace_back(row);
    }
}

TrackSlices::TrackSlices(std::vector<TimeNs> start, std::vector<DurationNs> duration,
                         model::SliceClass cls)
    : m_ownStart(std::move(start))
    , m_ownDuration(std::move(duration))
    , m_ownCls(m_ownStart.size(), cls)
{
    m_rows.push_back({m_ownStart, m_ownDuration, {}, m_ownCls, SliceId::kNone});
    m_trees.emplace_back(m_rows.back());
}

TrackSlices::TrackSlices(OwnRow row)
    : m_ownStart(std::move(row.start))
    , m_ownDuration(std::move(row.duration))
    , m_ownName(std::move(row.name))
    , m_ownCls(std::move(row.cls))
{
    m_rows.push_back({m_ownStart, m_ownDuration, m_ownName, m_ownCls, SliceId::kNone});
    m_trees.emplace_back(m_rows.back());
}

std::shared_ptr<const TrackState> ownTrack(TrackSlices::OwnRow row, const JobContext& job)
{
    auto slices = std::make_shared<const TrackSlices>(std::move(row));
    auto grids = std::make_shared<std::vector<TimeGrid>>();
    grids->emplace_back(slices->rows().front(), job);
    TrackState state;
    state.slices = std::move(slices);
    state.grids = std::move(grids);
    return std::make_shared<const TrackState>(std::move(state));
}

void TrackSlices::repair(const model::Trace& trace, TrackId trackId)
{
    m_repaired = true;
    m_ownStart.assign(m_start.begin(), m_start.end());
    m_ownDuration.assign(m_duration.begin(), m_duration.end());
    m_ownCls.assign(m_cls.begin(), m_cls.end());
    const std::vector<model::Row> rows = rowsOf(trace.track(trackId));
    for (std::size_t r = 0; r < rows.size(); ++r) {
        std::int64_t previousEnd = -kTimeLimit;
        for (std::size_t i = rows[r].first; i < rows[r].first + rows[r].count; ++i) {
            const std::int64_t start = std::clamp(m_start[i].ns, previousEnd, kTimeLimit);
            const std::int64_t end = std::clamp((m_start[i] + m_duration[i]).ns, start, kTimeLimit);
            m_ownStart[i] = {start};
            m_ownDuration[i] = {end - start};
            previousEnd = end;
            if (static_cast<std::size_t>(m_ownCls[i]) >= model::kSliceClassCount) {
                m_ownCls[i] = model::SliceClass::Other;
            }
        }
        m_rows[r].start = std::span(m_ownStart).subspan(rows[r].first, rows[r].count);
        m_rows[r].duration = std::span(m_ownDuration).subspan(rows[r].first, rows[r].count);
        m_rows[r].cls = std::span(m_ownCls).subspan(rows[r].first, rows[r].count);
    }
}

std::size_t TrackSlices::bytes() const
{
    std::size_t n = m_start.span().size_bytes() + m_duration.span().size_bytes()
        + m_name.span().size_bytes() + m_cls.span().size_bytes()
        + m_ownStart.size() * sizeof(TimeNs) + m_ownDuration.size() * sizeof(DurationNs)
        + m_ownName.size() * sizeof(StringId) + m_ownCls.size() * sizeof(model::SliceClass);
    for (const IndexTree& tree : m_trees) {
        n += tree.bytes();
    }
    return n;
}

TimelineData::TimelineData(std::shared_ptr<const model::Trace> trace)
    : m_trace(std::move(trace))
    , m_states(m_trace->tracks().size(), std::make_shared<const TrackState>())
{ }

std::shared_ptr<const TrackState> TimelineData::state(TrackId track) const
{
    const std::lock_guard lock(m_mutex);
    return m_states[track.value];
}

void TimelineData::publish(TrackId track, TrackState state)
{
    auto shared = std::make_shared<const TrackState>(std::move(state));
    const std::lock_guard lock(m_mutex);
    replace(track, std::move(shared));
}

void TimelineData::replace(TrackId track, std::shared_ptr<const TrackState> state)
{
    const auto bytes = [](const TrackState& of) { return of.slices ? of.slices->bytes() : 0; };
    m_loadedBytes += bytes(*state);
    m_loadedBytes -= bytes(*m_states[track.value]);
    m_states[track.value] = std::move(state);
}

std::size_t TimelineData::loadedBytes() const
{
    const std::lock_guard lock(m_mutex);
    return m_loadedBytes;
}

bool TimelineData::loadStoredGrids(TrackId trackId, TrackState& state) const
{
    const model::Track& track = m_trace->track(trackId);
    const bool device = track.kind == model::TrackKind::Device;
    const std::vector<model::Row> rows = device ? std::vector<model::Row>(1) : rowsOf(track);
    auto grids = std::make_shared<std::vector<TimeGrid>>();
    for (std::size_t r = 0; r < rows.size(); ++r) {
        const model::ColumnBytes bytes = m_trace->lod(trackId, static_cast<std::uint32_t>(r));
        if (bytes.bytes.empty()) {
            return false;
        }
        auto grid = TimeGrid::decode(bytes, device ? TimeGrid::kAnyCount : rows[r].count);
        if (!grid) {
            return false; // damaged: the slices tell, and they are checked themselves
        }
        grids->push_back(std::move(*grid));
    }
    state.grids = std::move(grids);
    state.fromStore = true;
    return true;
}

void TimelineData::loadCoarse(TrackId trackId, const JobContext& job)
{
    TrackState state = *this->state(trackId);
    const model::Track& track = m_trace->track(trackId);
    if (track.sampleCount > 0 && !state.counter) {
        state.counter =
            std::make_shared<const CounterIndex>(m_trace->column(model::counter::kTime, trackId),
                                                 m_trace->column(model::counter::kValue, trackId));
    }
    if (track.instantCount > 0 && !state.instants) {
        const auto times = m_trace->column(model::instant::kTime, trackId);
        auto sorted = std::make_shared<std::vector<TimeNs>>(times.begin(), times.end());
        if (std::is_sorted(sorted->begin(), sorted->end())) {
            state.instantNames = m_trace->column(model::instant::kName, trackId);
        } else { // a damaged store: which name goes with which time is not known
            std::sort(sorted->begin(), sorted->end());
        }
        state.instants = std::move(sorted);
    }
    const bool device = track.kind == model::TrackKind::Device;
    if (!state.grids && (device || track.sliceCount > 0) && !loadStoredGrids(trackId, state)) {
        if (!state.slices) {
            state.slices = device ? deviceBusyTime(*m_trace, trackId, job)
                                  : std::make_shared<const TrackSlices>(*m_trace, trackId);
        }
        state.grids =
            std::make_shared<const std::vector<TimeGrid>>(gridsOf(state.slices->rows(), job));
    }
    addFolded(trackId, state, job);
    if (!job.cancelled()) {
        publish(trackId, std::move(state));
    }
}

namespace {

bool anyPython(const TrackState& state)
{
    return state.grids
        && std::any_of(state.grids->begin(), state.grids->end(), [](const TimeGrid& grid) {
               return grid.summary()
                          .classCounts[static_cast<std::size_t>(model::SliceClass::Python)]
                   > 0;
           });
}

} // namespace

bool TimelineData::hasPython(TrackId track) const
{
    return anyPython(*state(track));
}

void TimelineData::addFolded(TrackId trackId, TrackState& state, const JobContext& job) const
{
    const model::Track& track = m_trace->track(trackId);
    if (state.slices && !state.folded && track.kind == model::TrackKind::Thread
        && anyPython(state)) {
        state.folded = std::make_shared<const FoldedThread>(
            state.slices->rows(), m_trace->column(model::slice::kParent, trackId), track, job);
    }
}

void TimelineData::loadSlices(TrackId trackId, const JobContext& job)
{
    TrackState state = *this->state(trackId);
    const model::Track& track = m_trace->track(trackId);
    const bool device = track.kind == model::TrackKind::Device;
    if (state.slices || (track.sliceCount == 0 && !device)) {
        return;
    }
    state.slices = device ? deviceBusyTime(*m_trace, trackId, job)
                          : std::make_shared<const TrackSlices>(*m_trace, trackId);
    addFolded(trackId, state, job);
    addOutliers(state, job);
    state.dropped = false;
    if (!job.cancelled()) {
        publish(trackId, std::move(state));
    }
}

// A store of an older version knows none.
void TimelineData::addOutliers(TrackState& state, const JobContext& job) const
{
    const bool known = !state.grids || state.grids->size() != state.slices->rows().size()
        || std::all_of(state.grids->begin(), state.grids->end(),
                       [](const TimeGrid& grid) { return grid.outliers() != nullptr; });
    if (known) {
        return;
    }
    auto grids = std::make_shared<std::vector<TimeGrid>>(*state.grids);
    std::vector<std::vector<TimeRange>> outliers = findOutliers(state.slices->rows(), job);
    for (std::size_t r = 0; r < grids->size(); ++r) {
        (*grids)[r].setOutliers(std::move(outliers[r]));
    }
    state.grids = std::move(grids);
}

bool TimelineData::dropSlices(TrackId track)
{
    const std::lock_guard lock(m_mutex);
    const TrackState& now = *m_states[track.value];
    if (!now.slices || !now.grids || m_hold.use_count() > 1) {
        return false;
    }
    TrackState without = now;
    without.slices = nullptr;
    without.dropped = true;
    replace(track, std::make_shared<const TrackState>(std::move(without)));
    return true;
}

std::vector<std::pair<TrackId, std::size_t>> TimelineData::droppable() const
{
    std::vector<std::pair<TrackId, std::size_t>> tracks;
    const std::lock_guard lock(m_mutex);
    for (std::size_t t = 0; t < m_states.size(); ++t) {
        if (m_states[t]->slices && m_states[t]->grids) {
            tracks.emplace_back(static_cast<std::uint32_t>(t), m_states[t]->slices->bytes());
        }
    }
    return tracks;
}

std::shared_ptr<const void> TimelineData::hold()
{
    const std::lock_guard lock(m_mutex);
    return m_hold;
}

void TimelineData::loadAll(const JobContext& job)
{
    const std::vector<TrackId> order = loadOrder();
    parallelFor(order.size(), [&](std::size_t i) {
        if (!job.cancelled()) {
            loadCoarse(order[i], job);
            loadSlices(order[i], job);
        }
    });
}

std::vector<TrackId> TimelineData::loadOrder() const
{
    const auto urgency = [&](TrackId id) {
        switch (m_trace->track(id).kind) {
        case model::TrackKind::Stream:
            return 0;
        case model::TrackKind::Annotation:
            return 1;
        case model::TrackKind::Device:
            return 2;
        case model::TrackKind::Counter:
            return 3;
        default:
            return 4;
        }
    };
    std::vector<TrackId> order;
    for (const model::Track& track : m_trace->tracks()) {
        order.push_back(track.id);
    }
    std::stable_sort(order.begin(), order.end(),
                     [&](TrackId a, TrackId b) { return urgency(a) < urgency(b); });
    return order;
}

} // namespace longpole::timeline
