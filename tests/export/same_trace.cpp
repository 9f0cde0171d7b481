// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/export/same_trace.h"

#include "core/model/names.h"

#include <algorithm>
#include <cstdio>
#include <vector>

namespace longpole::test {

namespace {

using namespace model;
using Lines = std::vector<std::string>;

std::string num(std::int64_t v)
{
    return v == kNull64 ? "-" : std::to_string(v);
}

std::string num32(std::uint32_t v)
{
    return v == kNull32 ? "-" : std::to_string(v);
}

// A line of words; what is compared.
class Line
{
public:
    Line& operator<<(std::string_view word)
    {
        m_text += word;
        m_text += '|';
        return *this;
    }
    std::string take() { return std::move(m_text); }

private:
    std::string m_text;
};

// One trace as sorted lines.
class Picture
{
public:
    Picture(const Trace& trace, const Allowances& allowed)
        : m_trace(trace)
        , m_allowed(allowed)
    { }

    Lines slices() const
    {
        Lines out;
        for (const Track& t : m_trace.tracks()) {
            const auto depth = m_trace.column(slice::kDepth, t.id);
            for (std::uint32_t i = 0; i < t.sliceCount; ++i) {
                out.push_back((Line() << end(SliceId(t.firstSlice + i)) << num(depth[i])).take());
            }
        }
        return out;
    }
    Lines ops() const;
    Lines calls() const;
    Lines links() const
    {
        Lines out;
        const auto from = m_trace.column(link::kFrom);
        const auto to = m_trace.column(link::kTo);
        const auto kind = m_trace.column(link::kKind);
        const auto provenance = m_trace.column(link::kProvenance);
        for (std::size_t i = 0; i < from.size(); ++i) {
            out.push_back((Line() << linkKindName(kind[i]) << provenanceName(provenance[i])
                                  << end(from[i]) << end(to[i]))
                              .take());
        }
        return out;
    }
    Lines instants() const
    {
        Lines out;
        for (const Track& t : m_trace.tracks()) {
            const auto time = m_trace.column(instant::kTime, t.id);
            const auto name = m_trace.column(instant::kName, t.id);
            const auto category = m_trace.column(instant::kCategory, t.id);
            const auto scope = m_trace.column(instant::kScope, t.id);
            for (std::uint32_t i = 0; i < t.instantCount; ++i) {
                out.push_back((Line()
                               << t.name << m_trace.string(name[i]) << m_trace.category(category[i])
                               << num(time[i].ns) << num(static_cast<int>(scope[i])))
                                  .take());
            }
        }
        return out;
    }
    Lines samples() const
    {
        Lines out;
        for (const Track& t : m_trace.tracks()) {
            const auto time = m_trace.column(counter::kTime, t.id);
            const auto value = m_trace.column(counter::kValue, t.id);
            for (std::uint32_t i = 0; i < t.sampleCount; ++i) {
                char text[40];
                std::snprintf(text, sizeof text, "%a", value[i]);
                out.push_back((Line() << t.name << t.unit << (m_allowed.ranks ? "" : group(t))
                                      << num(time[i].ns) << text)
                                  .take());
            }
        }
        return out;
    }
    Lines devices() const
    {
        Lines out;
        for (const Device& d : m_trace.devices()) {
            out.push_back(m_allowed.ranks
                              ? "device"
                              : (Line() << num(d.number) << num(d.rank) << d.name).take());
        }
        return out;
    }
    // Groups and tracks, and what the trace says of itself.
    Lines facts() const
    {
        Lines out;
        for (const Track& t : m_trace.tracks()) {
            const bool isGroup = t.kind == TrackKind::Process || t.kind == TrackKind::Device;
            out.push_back((Line() << trackKindName(t.kind)
                                  << (m_allowed.ranks && isGroup ? "" : t.name)
                                  << num(t.sliceCount))
                              .take());
        }
        const TraceInfo& info = m_trace.info();
        out.push_back((Line() << "info" << num(info.startUnixNs.value_or(kNull64))
                              << num(info.extent.begin.ns) << num(info.extent.end.ns))
                          .take());
        return out;
    }

private:
    std::string group(const Track& t) const
    {
        return t.parent.valid() ? m_trace.track(t.parent).name : "";
    }
    template <class T>
    T at(const ColumnSpec<T>& spec, TrackId track, std::uint32_t row) const
    {
        return m_trace.column(spec, track)[row];
    }
    // A slice by what it is. Columns of the track asked for last are kept.
    std::string end(SliceId id) const
    {
        if (!id.valid()) {
            return "none";
        }
        const TrackId track = m_trace.trackOf(id);
        if (track != m_track) {
            m_track = track;
            m_start = m_trace.column(slice::kStart, track);
            m_duration = m_trace.column(slice::kDuration, track);
            m_name = m_trace.column(slice::kName, track);
        }
        const std::uint32_t row = id.value - m_trace.track(track).firstSlice;
        return (Line() << m_trace.track(track).name << m_trace.string(m_name[row])
                       << num(m_start[row].ns) << num(m_duration[row].ns))
            .take();
    }

    // Kineto writes 0 for "not known": no operation can say that it was queued just at time 0.
    static std::string time(std::int64_t v) { return v == 0 ? "-" : num(v); }

    const Trace& m_trace;
    Allowances m_allowed;
    mutable TrackId m_track;
    mutable Column<TimeNs> m_start;
    mutable Column<DurationNs> m_duration;
    mutable Column<StringId> m_name;
};

Lines Picture::ops() const
{
    const auto c = [&](const auto& spec) { return m_trace.column(spec); };
    const auto slices = c(gpu_op::kSlice);
    const auto launch = c(gpu_op::kLaunch);
    const auto kind = c(gpu_op::kKind);
    const auto cls = c(gpu_op::kClass);
    const auto device = c(gpu_op::kDevice);
    const auto correlation = c(gpu_op::kCorrelation);
    const auto collective = c(gpu_op::kCollective);
    const auto processGroup = c(gpu_op::kGroup);
    const auto queued = c(gpu_op::kQueued);
    const auto submitted = c(gpu_op::kSubmitted);
    const Column<std::int64_t> wide[] = {c(gpu_op::kContext),   c(gpu_op::kStream),
                                         c(gpu_op::kBytes),     c(gpu_op::kGraphId),
                                         c(gpu_op::kGraphNode), c(gpu_op::kGroupSize)};
    const Column<std::uint32_t> narrow[] = {
        c(gpu_op::kGridX),     c(gpu_op::kGridY),        c(gpu_op::kGridZ),
        c(gpu_op::kBlockX),    c(gpu_op::kBlockY),       c(gpu_op::kBlockZ),
        c(gpu_op::kRegisters), c(gpu_op::kSharedStatic), c(gpu_op::kSharedDynamic)};
    Lines out;
    for (std::size_t i = 0; i < slices.size(); ++i) {
        Line line;
        line << end(slices[i]) << gpuOpKindName(kind[i]) << sliceClassName(cls[i])
             << (m_allowed.ranks ? ""
                     : device[i] < m_trace.devices().size()
                     ? num(m_trace.devices()[device[i]].number)
                     : "none");
        line << (m_allowed.correlations ? "" : num(correlation[i]));
        for (const auto& column : wide) {
            line << num(column[i]);
        }
        for (const auto& column : narrow) {
            line << num32(column[i]);
        }
        line << time(queued[i]) << time(submitted[i]) << m_trace.string(collective[i])
             << m_trace.string(processGroup[i]) << end(launch[i]);
        out.push_back(line.take());
    }
    return out;
}

Lines Picture::calls() const
{
    const auto slices = m_trace.column(api_call::kSlice);
    const auto kind = m_trace.column(api_call::kKind);
    const auto correlation = m_trace.column(api_call::kCorrelation);
    const auto stream = m_trace.column(api_call::kStream);
    const auto code = m_trace.column(api_call::kReturnCode);
    Lines out;
    for (std::size_t i = 0; i < slices.size(); ++i) {
        out.push_back((Line() << end(slices[i]) << apiKindName(kind[i])
                              << (m_allowed.correlations ? "" : num(correlation[i]))
                              << num(stream[i]) << num(code[i]))
                          .take());
    }
    return out;
}

void compare(std::string_view what, Lines a, Lines b, std::string& out, std::uint64_t mayBeLost = 0)
{
    std::sort(a.begin(), a.end());
    std::sort(b.begin(), b.end());
    Lines lost;
    Lines gained;
    std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(lost));
    std::set_difference(b.begin(), b.end(), a.begin(), a.end(), std::back_inserter(gained));
    if (lost.size() == mayBeLost && gained.empty()) {
        return;
    }
    out += std::string(what) + ": " + std::to_string(lost.size()) + " of "
        + std::to_string(a.size()) + " gone, " + std::to_string(gained.size()) + " new\n";
    constexpr std::size_t kShown = 3;
    for (std::size_t i = 0; i < std::min(kShown, lost.size()); ++i) {
        out += "  - " + lost[i].substr(0, 600) + "\n";
    }
    for (std::size_t i = 0; i < std::min(kShown, gained.size()); ++i) {
        out += "  + " + gained[i].substr(0, 600) + "\n";
    }
}

} // namespace

std::string differences(const Trace& a, const Trace& b, const Allowances& allowed)
{
    const Picture x(a, allowed);
    const Picture y(b, allowed);
    std::string out;
    compare("tracks and facts", x.facts(), y.facts(), out);
    compare("slices", x.slices(), y.slices(), out);
    compare("GPU operations", x.ops(), y.ops(), out);
    compare("API calls", x.calls(), y.calls(), out);
    compare("links", x.links(), y.links(), out, allowed.lostLinks);
    compare("instants", x.instants(), y.instants(), out);
    compare("samples", x.samples(), y.samples(), out);
    compare("devices", x.devices(), y.devices(), out);
    return out;
}

} // namespace longpole::test
