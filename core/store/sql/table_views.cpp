// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// gpu_ops, api_calls and links: one segment each, ordered by slice.
#include "core/store/sql/views.h"

#include <algorithm>
#include <array>

namespace longpole::store {

namespace {

using namespace model;

// Rows whose slice lies within the bounds; slices ascend.
Walker::Segment bySlice(const Column<SliceId>& slices, const RowFilter::Bounds& bounds)
{
    if (bounds.max < 0 || bounds.min > std::int64_t{kNull32}) {
        return {};
    }
    const SliceId low(static_cast<std::uint32_t>(std::max<std::int64_t>(0, bounds.min)));
    const SliceId high(static_cast<std::uint32_t>(std::min<std::int64_t>(kNull32, bounds.max)));
    const auto* first = std::lower_bound(slices.begin(), slices.end(), low);
    const auto* last = std::upper_bound(first, slices.end(), high);
    return {static_cast<std::size_t>(first - slices.begin()),
            static_cast<std::size_t>(last - slices.begin()), nullptr, nullptr};
}

const char* gpuOpKindName(GpuOpKind kind)
{
    static constexpr std::array kNames{"kernel", "memcpy", "memset", "graph"};
    return static_cast<std::size_t>(kind) < kNames.size() ? kNames[static_cast<std::size_t>(kind)]
                                                          : "kernel";
}

const char* apiKindName(ApiKind kind)
{
    static constexpr std::array kNames{
        "other",        "kernel_launch",     "graph_launch", "memcpy",
        "memset",       "stream_sync",       "device_sync",  "event_sync",
        "event_record", "stream_wait_event", "event_query",  "alloc"};
    return static_cast<std::size_t>(kind) < kNames.size() ? kNames[static_cast<std::size_t>(kind)]
                                                          : "other";
}

const char* linkKindName(LinkKind kind)
{
    static constexpr std::array kNames{"launch",     "flow", "forward_backward",
                                       "event_wait", "sync", "collective"};
    return static_cast<std::size_t>(kind) < kNames.size() ? kNames[static_cast<std::size_t>(kind)]
                                                          : "flow";
}

// A table with one part and a column of ascending slices.
class OneTableWalker : public Walker
{
public:
    std::size_t segmentCount() const override { return 1; }
    std::int64_t rowid(std::size_t row, std::size_t /*part*/) const override
    {
        return static_cast<std::int64_t>(row);
    }

protected:
    explicit OneTableWalker(const Trace& trace)
        : m_trace(trace)
    { }
    template <class T>
    const T& at(LazyColumn<T>& column, std::size_t row)
    {
        return column.get(m_trace)[row];
    }
    SqlValue text(StringId id) const { return SqlValue::traceText(m_trace.string(id)); }
    SqlValue textOrNull(StringId id) const
    {
        const std::string_view t = m_trace.string(id);
        return t.empty() ? SqlValue::null() : SqlValue::traceText(t);
    }

    const Trace& m_trace;
};

class GpuOpsWalker final : public OneTableWalker
{
public:
    explicit GpuOpsWalker(const Trace& trace)
        : OneTableWalker(trace)
    { }
    Segment enter(std::size_t /*segment*/, const RowFilter& filter) override
    {
        if (m_trace.counts().gpuOps == 0) {
            return {};
        }
        Segment s{0, m_trace.counts().gpuOps, nullptr, nullptr};
        if (!filter.id.open()) {
            s = bySlice(m_slice.get(m_trace), filter.id);
        }
        s.times = filter.time.open() ? nullptr : m_start.get(m_trace).begin();
        s.names = filter.names == nullptr ? nullptr : m_name.get(m_trace).begin();
        return s;
    }
    SqlValue value(std::size_t row, std::size_t part, int column) override;

private:
    SqlValue device(std::size_t row)
    {
        const std::uint32_t index = at(m_device, row);
        return index < m_trace.devices().size() ? SqlValue::of(m_trace.devices()[index].number)
                                                : SqlValue::null();
    }

    LazyColumn<SliceId> m_slice{gpu_op::kSlice};
    LazyColumn<TrackId> m_track{gpu_op::kTrack};
    LazyColumn<StringId> m_name{gpu_op::kName};
    LazyColumn<GpuOpKind> m_kind{gpu_op::kKind};
    LazyColumn<TimeNs> m_start{gpu_op::kStart};
    LazyColumn<DurationNs> m_duration{gpu_op::kDuration};
    LazyColumn<std::uint32_t> m_device{gpu_op::kDevice};
    LazyColumn<std::int64_t> m_context{gpu_op::kContext};
    LazyColumn<std::int64_t> m_stream{gpu_op::kStream};
    LazyColumn<std::int64_t> m_correlation{gpu_op::kCorrelation};
    std::array<LazyColumn<std::uint32_t>, 9> m_launchConfig{
        LazyColumn(gpu_op::kGridX),        LazyColumn(gpu_op::kGridY),
        LazyColumn(gpu_op::kGridZ),        LazyColumn(gpu_op::kBlockX),
        LazyColumn(gpu_op::kBlockY),       LazyColumn(gpu_op::kBlockZ),
        LazyColumn(gpu_op::kRegisters),    LazyColumn(gpu_op::kSharedStatic),
        LazyColumn(gpu_op::kSharedDynamic)};
    LazyColumn<std::int64_t> m_bytes{gpu_op::kBytes};
    LazyColumn<std::int64_t> m_graphId{gpu_op::kGraphId};
    LazyColumn<std::int64_t> m_graphNode{gpu_op::kGraphNode};
    LazyColumn<std::int64_t> m_queued{gpu_op::kQueued};
    LazyColumn<std::int64_t> m_submitted{gpu_op::kSubmitted};
    LazyColumn<SliceId> m_launch{gpu_op::kLaunch};
    LazyColumn<StringId> m_collective{gpu_op::kCollective};
    LazyColumn<StringId> m_group{gpu_op::kGroup};
    LazyColumn<std::int64_t> m_groupSize{gpu_op::kGroupSize};
};

constexpr std::array kGpuOpColumns{ViewColumn{"slice_id", "INTEGER", ColumnRole::Id},
                                   ViewColumn{"name", "TEXT", ColumnRole::Name},
                                   ViewColumn{"kind", "TEXT"},
                                   ViewColumn{"ts_ns", "INTEGER", ColumnRole::Time},
                                   ViewColumn{"dur_ns", "INTEGER"},
                                   ViewColumn{"device", "INTEGER"},
                                   ViewColumn{"context", "INTEGER"},
                                   ViewColumn{"stream", "INTEGER"},
                                   ViewColumn{"correlation", "INTEGER"},
                                   ViewColumn{"grid_x", "INTEGER"},
                                   ViewColumn{"grid_y", "INTEGER"},
                                   ViewColumn{"grid_z", "INTEGER"},
                                   ViewColumn{"block_x", "INTEGER"},
                                   ViewColumn{"block_y", "INTEGER"},
                                   ViewColumn{"block_z", "INTEGER"},
                                   ViewColumn{"registers", "INTEGER"},
                                   ViewColumn{"shared_static", "INTEGER"},
                                   ViewColumn{"shared_dynamic", "INTEGER"},
                                   ViewColumn{"bytes", "INTEGER"},
                                   ViewColumn{"graph_id", "INTEGER"},
                                   ViewColumn{"graph_node", "INTEGER"},
                                   ViewColumn{"queued_ns", "INTEGER"},
                                   ViewColumn{"submitted_ns", "INTEGER"},
                                   ViewColumn{"launch_slice_id", "INTEGER"},
                                   ViewColumn{"track_id", "INTEGER"},
                                   ViewColumn{"collective", "TEXT"},
                                   ViewColumn{"process_group", "TEXT"},
                                   ViewColumn{"group_size", "INTEGER"}};

SqlValue GpuOpsWalker::value(std::size_t row, std::size_t /*part*/, int column)
{
    constexpr int kFirstOfLaunchConfig = 9;
    if (column >= kFirstOfLaunchConfig && column < kFirstOfLaunchConfig + 9) {
        return SqlValue::orNull(
            at(m_launchConfig[static_cast<std::size_t>(column - kFirstOfLaunchConfig)], row));
    }
    switch (column) {
    case 0:
        return SqlValue::orNull(at(m_slice, row));
    case 1:
        return text(at(m_name, row));
    case 2:
        return SqlValue::traceText(gpuOpKindName(at(m_kind, row)));
    case 3:
        return SqlValue::of(at(m_start, row).ns);
    case 4:
        return SqlValue::of(at(m_duration, row).ns);
    case 5:
        return device(row);
    case 6:
        return SqlValue::orNull(at(m_context, row));
    case 7:
        return SqlValue::orNull(at(m_stream, row));
    case 8:
        return SqlValue::orNull(at(m_correlation, row));
    case 18:
        return SqlValue::orNull(at(m_bytes, row));
    case 19:
        return SqlValue::orNull(at(m_graphId, row));
    case 20:
        return SqlValue::orNull(at(m_graphNode, row));
    case 21:
        return SqlValue::orNull(at(m_queued, row));
    case 22:
        return SqlValue::orNull(at(m_submitted, row));
    case 23:
        return SqlValue::orNull(at(m_launch, row));
    case 24:
        return SqlValue::orNull(at(m_track, row));
    case 25:
        return textOrNull(at(m_collective, row));
    case 26:
        return textOrNull(at(m_group, row));
    case 27:
        return SqlValue::orNull(at(m_groupSize, row));
    default:
        return SqlValue::null();
    }
}

class ApiCallsWalker final : public OneTableWalker
{
public:
    explicit ApiCallsWalker(const Trace& trace)
        : OneTableWalker(trace)
    { }
    Segment enter(std::size_t /*segment*/, const RowFilter& filter) override
    {
        if (m_trace.counts().apiCalls == 0) {
            return {};
        }
        Segment s{0, m_trace.counts().apiCalls, nullptr, nullptr};
        if (!filter.id.open()) {
            s = bySlice(m_slice.get(m_trace), filter.id);
        }
        s.times = filter.time.open() ? nullptr : m_start.get(m_trace).begin();
        s.names = filter.names == nullptr ? nullptr : m_name.get(m_trace).begin();
        return s;
    }
    SqlValue value(std::size_t row, std::size_t /*part*/, int column) override
    {
        switch (column) {
        case 0:
            return SqlValue::orNull(at(m_slice, row));
        case 1:
            return text(at(m_name, row));
        case 2:
            return SqlValue::of(at(m_start, row).ns);
        case 3:
            return SqlValue::of(at(m_duration, row).ns);
        case 4:
            return SqlValue::orNull(at(m_track, row));
        case 5:
            return SqlValue::traceText(apiKindName(at(m_kind, row)));
        case 6:
            return SqlValue::orNull(at(m_correlation, row));
        case 7:
            return SqlValue::orNull(at(m_stream, row));
        case 8:
            return SqlValue::orNull(at(m_returnCode, row));
        default:
            return SqlValue::null();
        }
    }

private:
    LazyColumn<SliceId> m_slice{api_call::kSlice};
    LazyColumn<TrackId> m_track{api_call::kTrack};
    LazyColumn<StringId> m_name{api_call::kName};
    LazyColumn<TimeNs> m_start{api_call::kStart};
    LazyColumn<DurationNs> m_duration{api_call::kDuration};
    LazyColumn<ApiKind> m_kind{api_call::kKind};
    LazyColumn<std::int64_t> m_correlation{api_call::kCorrelation};
    LazyColumn<std::int64_t> m_stream{api_call::kStream};
    LazyColumn<std::int64_t> m_returnCode{api_call::kReturnCode};
};

constexpr std::array kApiCallColumns{ViewColumn{"slice_id", "INTEGER", ColumnRole::Id},
                                     ViewColumn{"name", "TEXT", ColumnRole::Name},
                                     ViewColumn{"ts_ns", "INTEGER", ColumnRole::Time},
                                     ViewColumn{"dur_ns", "INTEGER"},
                                     ViewColumn{"track_id", "INTEGER"},
                                     ViewColumn{"kind", "TEXT"},
                                     ViewColumn{"correlation", "INTEGER"},
                                     ViewColumn{"stream", "INTEGER"},
                                     ViewColumn{"return_code", "INTEGER"}};

class LinksWalker final : public OneTableWalker
{
public:
    explicit LinksWalker(const Trace& trace)
        : OneTableWalker(trace)
    { }
    Segment enter(std::size_t /*segment*/, const RowFilter& filter) override
    {
        m_byTo = filter.id.open() && !filter.to.open();
        if (m_trace.counts().links == 0) {
            return {};
        }
        if (!m_byTo) {
            return bySlice(m_from.get(m_trace), filter.id);
        }
        const Column<std::uint32_t>& order = m_order.get(m_trace);
        const Column<SliceId>& to = m_to.get(m_trace);
        const auto* low =
            std::lower_bound(order.begin(), order.end(), filter.to.min,
                             [&](std::uint32_t i, std::int64_t v) { return to[i].value < v; });
        const auto* high =
            std::upper_bound(low, order.end(), filter.to.max,
                             [&](std::int64_t v, std::uint32_t i) { return v < to[i].value; });
        return {static_cast<std::size_t>(low - order.begin()),
                static_cast<std::size_t>(high - order.begin()), nullptr, nullptr};
    }
    SqlValue value(std::size_t index, std::size_t /*part*/, int column) override
    {
        const std::size_t row = m_byTo ? at(m_order, index) : index;
        switch (column) {
        case 0:
            return SqlValue::orNull(at(m_from, row));
        case 1:
            return SqlValue::orNull(at(m_to, row));
        case 2:
            return SqlValue::traceText(linkKindName(at(m_kind, row)));
        case 3:
            return SqlValue::traceText(at(m_provenance, row) == Provenance::Recorded ? "recorded"
                                                                                     : "inferred");
        default:
            return SqlValue::null();
        }
    }
    std::int64_t rowid(std::size_t index, std::size_t part) const override
    {
        return m_byTo ? std::int64_t{m_trace.column(link::kOrderByTo)[index]}
                      : OneTableWalker::rowid(index, part);
    }

private:
    bool m_byTo = false;
    LazyColumn<SliceId> m_from{link::kFrom};
    LazyColumn<SliceId> m_to{link::kTo};
    LazyColumn<LinkKind> m_kind{link::kKind};
    LazyColumn<Provenance> m_provenance{link::kProvenance};
    LazyColumn<std::uint32_t> m_order{link::kOrderByTo};
};

constexpr std::array kLinkColumns{ViewColumn{"from_slice", "INTEGER", ColumnRole::Id},
                                  ViewColumn{"to_slice", "INTEGER", ColumnRole::To},
                                  ViewColumn{"kind", "TEXT"}, ViewColumn{"provenance", "TEXT"}};

} // namespace

const View kGpuOpsView{
    "gpu_ops", kGpuOpColumns, [](const Trace& t) { return t.counts().gpuOps; },
    [](const Trace& t) -> std::unique_ptr<Walker> { return std::make_unique<GpuOpsWalker>(t); }};

const View kApiCallsView{
    "api_calls", kApiCallColumns, [](const Trace& t) { return t.counts().apiCalls; },
    [](const Trace& t) -> std::unique_ptr<Walker> { return std::make_unique<ApiCallsWalker>(t); }};

const View kLinksView{
    "links", kLinkColumns, [](const Trace& t) { return t.counts().links; },
    [](const Trace& t) -> std::unique_ptr<Walker> { return std::make_unique<LinksWalker>(t); }};

} // namespace longpole::store
