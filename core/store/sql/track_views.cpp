// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// slices and counters: per track.
#include "core/store/sql/views.h"

#include <algorithm>
#include <array>

namespace longpole::store {

namespace {

using namespace model;

// Narrows [begin, end) of ascending times to those within the bounds.
void narrow(Walker::Segment& s, const Column<TimeNs>& times, const RowFilter::Bounds& bounds)
{
    const auto* first = times.begin() + s.begin;
    const auto* last = times.begin() + s.end;
    const auto* low = std::lower_bound(first, last, TimeNs{bounds.min});
    const auto* high = std::upper_bound(low, last, TimeNs{bounds.max});
    s.begin = static_cast<std::size_t>(low - times.begin());
    s.end = static_cast<std::size_t>(high - times.begin());
}

class SlicesWalker final : public Walker
{
public:
    explicit SlicesWalker(const Trace& trace)
        : m_trace(trace)
    {
        for (const Track& t : trace.tracks()) {
            for (std::uint32_t r = 0; r < t.rows.size(); ++r) {
                m_lanes.push_back({t.id.value, r});
            }
        }
    }
    std::size_t segmentCount() const override { return m_lanes.size(); }
    Segment enter(std::size_t segment, const RowFilter& filter) override;
    SqlValue value(std::size_t row, std::size_t part, int column) override;
    std::int64_t rowid(std::size_t row, std::size_t /*part*/) const override
    {
        return std::int64_t{m_track->firstSlice} + static_cast<std::int64_t>(row);
    }

private:
    struct Lane
    {
        std::uint32_t track;
        std::uint32_t row;
    };
    const Trace& m_trace;
    std::vector<Lane> m_lanes;
    const Track* m_track = nullptr;
    std::uint32_t m_row = 0;
    LazyColumn<TimeNs> m_start{slice::kStart};
    LazyColumn<DurationNs> m_duration{slice::kDuration};
    LazyColumn<StringId> m_name{slice::kName};
    LazyColumn<std::uint16_t> m_category{slice::kCategory};
    LazyColumn<std::uint16_t> m_depth{slice::kDepth};
    LazyColumn<SliceId> m_parent{slice::kParent};
};

Walker::Segment SlicesWalker::enter(std::size_t segment, const RowFilter& filter)
{
    const Lane lane = m_lanes[segment];
    m_track = &m_trace.tracks()[lane.track];
    m_row = lane.row;
    const Row& row = m_track->rows[lane.row];
    const std::int64_t base = m_track->firstSlice;
    const std::int64_t first =
        std::max<std::int64_t>(row.first, filter.id.min > base ? filter.id.min - base : 0);
    const std::int64_t last = std::min<std::int64_t>(
        std::int64_t{row.first} + row.count - 1, filter.id.max < base ? -1 : filter.id.max - base);
    if (!filter.track.contains(lane.track) || first > last) {
        return {};
    }
    m_start.enter(lane.track);
    m_duration.enter(lane.track);
    m_name.enter(lane.track);
    m_category.enter(lane.track);
    m_depth.enter(lane.track);
    m_parent.enter(lane.track);
    Segment s{static_cast<std::size_t>(first), static_cast<std::size_t>(last) + 1, nullptr,
              nullptr};
    if (!filter.time.open()) {
        narrow(s, m_start.get(m_trace), filter.time);
    }
    if (filter.names != nullptr && s.begin < s.end) {
        s.names = m_name.get(m_trace).begin();
    }
    return s;
}

constexpr std::array kSliceColumns{ViewColumn{"id", "INTEGER", ColumnRole::Id},
                                   ViewColumn{"track_id", "INTEGER", ColumnRole::Track},
                                   ViewColumn{"name", "TEXT", ColumnRole::Name},
                                   ViewColumn{"category", "TEXT"},
                                   ViewColumn{"ts_ns", "INTEGER", ColumnRole::Time},
                                   ViewColumn{"dur_ns", "INTEGER"},
                                   ViewColumn{"depth", "INTEGER"},
                                   ViewColumn{"row", "INTEGER"},
                                   ViewColumn{"parent_id", "INTEGER"}};

SqlValue SlicesWalker::value(std::size_t row, std::size_t part, int column)
{
    switch (column) {
    case 0:
        return SqlValue::of(rowid(row, part));
    case 1:
        return SqlValue::of(m_track->id.value);
    case 2:
        return SqlValue::traceText(m_trace.string(m_name.get(m_trace)[row]));
    case 3:
        return SqlValue::traceText(m_trace.category(m_category.get(m_trace)[row]));
    case 4:
        return SqlValue::of(m_start.get(m_trace)[row].ns);
    case 5:
        return SqlValue::of(m_duration.get(m_trace)[row].ns);
    case 6:
        return SqlValue::of(m_depth.get(m_trace)[row]);
    case 7:
        return SqlValue::of(m_row);
    case 8:
        return SqlValue::orNull(m_parent.get(m_trace)[row]);
    default:
        return SqlValue::null();
    }
}

class CountersWalker final : public Walker
{
public:
    explicit CountersWalker(const Trace& trace)
        : m_trace(trace)
    {
        std::int64_t base = 0;
        for (const Track& t : trace.tracks()) {
            if (t.sampleCount > 0) {
                m_tracks.push_back({&t, base});
                base += t.sampleCount;
            }
        }
    }
    std::size_t segmentCount() const override { return m_tracks.size(); }
    Segment enter(std::size_t segment, const RowFilter& filter) override
    {
        m_current = m_tracks[segment];
        const std::uint32_t track = m_current.track->id.value;
        if (!filter.track.contains(track)) {
            return {};
        }
        m_time.enter(track);
        m_value.enter(track);
        Segment s{0, m_current.track->sampleCount, nullptr, nullptr};
        if (!filter.time.open()) {
            narrow(s, m_time.get(m_trace), filter.time);
        }
        return s;
    }
    SqlValue value(std::size_t row, std::size_t /*part*/, int column) override
    {
        switch (column) {
        case 0:
            return SqlValue::of(m_current.track->id.value);
        case 1:
            return SqlValue::traceText(m_current.track->name);
        case 2:
            return SqlValue::of(m_time.get(m_trace)[row].ns);
        case 3:
            return SqlValue::ofReal(m_value.get(m_trace)[row]);
        default:
            return SqlValue::null();
        }
    }
    std::int64_t rowid(std::size_t row, std::size_t /*part*/) const override
    {
        return m_current.base + static_cast<std::int64_t>(row);
    }

private:
    struct Part
    {
        const Track* track = nullptr;
        std::int64_t base = 0;
    };
    const Trace& m_trace;
    std::vector<Part> m_tracks;
    Part m_current;
    LazyColumn<TimeNs> m_time{counter::kTime};
    LazyColumn<double> m_value{counter::kValue};
};

constexpr std::array kCounterColumns{
    ViewColumn{"track_id", "INTEGER", ColumnRole::Track}, ViewColumn{"name", "TEXT"},
    ViewColumn{"ts_ns", "INTEGER", ColumnRole::Time}, ViewColumn{"value", "REAL"}};

} // namespace

const View kSlicesView{
    "slices", kSliceColumns, [](const Trace& t) { return t.counts().slices; },
    [](const Trace& t) -> std::unique_ptr<Walker> { return std::make_unique<SlicesWalker>(t); }};

const View kCountersView{
    "counters", kCounterColumns, [](const Trace& t) { return t.counts().counterSamples; },
    [](const Trace& t) -> std::unique_ptr<Walker> { return std::make_unique<CountersWalker>(t); }};

} // namespace longpole::store
