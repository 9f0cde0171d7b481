// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output.h"
#include "app/cli/report/diff_report.h"
#include "app/cli/report/svg_charts.h"
#include "core/analysis/critical_path/categories.h"
#include "core/diff/slice_lookup.h"
#include "core/diff/statistics.h"
#include "core/model/names.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <vector>

namespace longpole::cli {

namespace {

using critical_path::Category;
using model::SliceClass;

constexpr int kWidth = 1080;
constexpr int kLabel = 190;
constexpr int kColumns = kWidth - kLabel - 20; // one per pixel
constexpr std::size_t kMostStreams = 6;
constexpr double kLane = 22;

// What covers each pixel's time, by class; the largest is drawn.
class Lane
{
public:
    Lane(std::string name, TimeNs zero, double nsPerPixel)
        : m_name(std::move(name))
        , m_zero(zero)
        , m_nsPerPixel(nsPerPixel)
        , m_cover(kColumns)
    { }
    void add(TimeRange r, SliceClass cls)
    {
        const double from =
            std::max(0.0, static_cast<double>((r.begin - m_zero).ns) / m_nsPerPixel);
        const double to =
            std::min<double>(kColumns, static_cast<double>((r.end - m_zero).ns) / m_nsPerPixel);
        for (auto c = static_cast<std::size_t>(from); static_cast<double>(c) < to; ++c) {
            const double left = std::max(from, static_cast<double>(c));
            const double right = std::min(to, static_cast<double>(c + 1));
            m_cover[c][static_cast<std::size_t>(cls)] += static_cast<float>(right - left);
        }
    }
    std::string svg(double y) const
    {
        std::string out = "<text x=\"10\" y=\"" + std::to_string(std::lround(y + 14)) + "\">"
            + htmlEscaped(m_name) + "</text>\n";
        for (std::size_t c = 0; c < m_cover.size();) {
            const std::size_t cls = classAt(c);
            std::size_t end = c + 1;
            while (end < m_cover.size() && classAt(end) == cls) {
                ++end;
            }
            if (cls < model::kSliceClassCount) {
                out += "<rect x=\"" + std::to_string(kLabel + c) + "\" y=\""
                    + std::to_string(std::lround(y + 2)) + "\" width=\"" + std::to_string(end - c)
                    + "\" height=\"" + std::to_string(std::lround(kLane - 6))
                    + "\" style=\"fill:var(--"
                    + std::string(model::sliceClassName(static_cast<SliceClass>(cls))) + ")\"/>\n";
            }
            c = end;
        }
        return out;
    }

private:
    // kSliceClassCount for what is mostly empty.
    std::size_t classAt(std::size_t column) const
    {
        const auto& cover = m_cover[column];
        const auto* const most = std::max_element(cover.begin(), cover.end());
        return *most < 0.02F ? model::kSliceClassCount
                             : static_cast<std::size_t>(most - cover.begin());
    }

    std::string m_name;
    TimeNs m_zero;
    double m_nsPerPixel;
    std::vector<std::array<float, model::kSliceClassCount>> m_cover;
};

SliceClass classOf(Category c)
{
    switch (c) {
    case Category::Cpu:
    case Category::HandOff:
        return SliceClass::Operator;
    case Category::Launch:
    case Category::QueueFull:
        return SliceClass::Api;
    case Category::SyncReturn:
    case Category::EventWait:
        return SliceClass::Sync;
    case Category::Kernel:
        return SliceClass::OtherKernel;
    case Category::Memcpy:
        return SliceClass::Copy;
    case Category::Memset:
        return SliceClass::Memset;
    case Category::CollectiveSkew:
    case Category::CollectiveTransfer:
        return SliceClass::Communication;
    case Category::HostUntracked:
    case Category::KernelGap:
    case Category::Unexplained:
        break;
    }
    return SliceClass::Other;
}

// The paired iteration nearest to the side's median.
std::uint32_t typicalIteration(const diff::TraceDiff& d, bool before)
{
    const diff::Side& side = before ? *d.before : *d.after;
    std::vector<double> durations;
    for (const auto& [a, b] : d.matching.iterations) {
        durations.push_back(
            static_cast<double>(side.iterations.all[before ? a : b].range.duration().ns));
    }
    const double middle = diff::median(durations);
    const auto nearest =
        std::min_element(durations.begin(), durations.end(), [&](double x, double y) {
            return std::fabs(x - middle) < std::fabs(y - middle);
        });
    const auto& pair = d.matching.iterations[static_cast<std::size_t>(nearest - durations.begin())];
    return before ? pair.first : pair.second;
}

// What the colours mean.
std::string legend(double y)
{
    constexpr std::array kShown{SliceClass::MatMul,        SliceClass::Attention,
                                SliceClass::Elementwise,   SliceClass::Reduction,
                                SliceClass::Communication, SliceClass::Copy,
                                SliceClass::OtherKernel,   SliceClass::Operator,
                                SliceClass::Api,           SliceClass::Other};
    std::string out;
    long x = kLabel;
    for (const SliceClass cls : kShown) {
        const std::string name(model::sliceClassName(cls));
        out += "<rect x=\"" + std::to_string(x) + "\" y=\"" + std::to_string(std::lround(y + 4))
            + "\" width=\"10\" height=\"10\" style=\"fill:var(--" + name + ")\"/>"
            + "<text class=\"dim\" x=\"" + std::to_string(x + 14) + "\" y=\""
            + std::to_string(std::lround(y + 14)) + "\">" + name + "</text>\n";
        x += 30 + static_cast<long>(7 * name.size());
    }
    return out;
}

// The outermost slices of a host thread below the iteration's mark.
void addHost(Lane& lane, const diff::Side& side, TrackId thread, const diff::Iteration& iteration)
{
    const model::Trace& trace = *side.trace;
    const auto start = trace.column(model::slice::kStart, thread);
    const auto duration = trace.column(model::slice::kDuration, thread);
    const auto cls = trace.column(model::slice::kClass, thread);
    const auto parent = trace.column(model::slice::kParent, thread);
    for (std::uint32_t i = 0; i < start.size(); ++i) {
        const bool outer = !parent[i].valid() || parent[i] == iteration.slice;
        const SliceId id(trace.track(thread).firstSlice + i);
        if (outer && id != iteration.slice && start[i] < iteration.range.end
            && iteration.range.begin < start[i] + duration[i]) {
            lane.add({start[i], start[i] + duration[i]}, cls[i]);
        }
    }
}

std::vector<Lane> lanesOf(const diff::TraceDiff& d, bool before, double nsPerPixel)
{
    const diff::Side& side = before ? *d.before : *d.after;
    const model::Trace& trace = *side.trace;
    const std::uint32_t number = typicalIteration(d, before);
    const diff::Iteration& n = side.iterations.all[number];
    std::vector<Lane> out;
    const diff::PathOfSide& path = before ? d.waterfall.before : d.waterfall.after;
    if (d.waterfall.known) {
        out.emplace_back("critical path", n.range.begin, nsPerPixel);
        for (const critical_path::Step& s : path.steps) {
            if (s.begin < n.range.end && n.range.begin < s.end) {
                out.back().add({s.begin, s.end}, classOf(s.category));
            }
        }
    }
    if (n.thread.valid() && trace.track(n.thread).kind == model::TrackKind::Thread) {
        out.emplace_back("host thread", n.range.begin, nsPerPixel);
        addHost(out.back(), side, n.thread, n);
    }
    const auto track = trace.column(model::gpu_op::kTrack);
    const auto start = trace.column(model::gpu_op::kStart);
    const auto duration = trace.column(model::gpu_op::kDuration);
    const auto cls = trace.column(model::gpu_op::kClass);
    std::map<TrackId, std::size_t> counts;
    for (std::size_t i = 0; i < track.size(); ++i) {
        counts[track[i]] += side.iterations.ofOp[i] == number ? 1 : 0;
    }
    std::vector<std::pair<std::size_t, TrackId>> streams;
    for (const auto& [id, c] : counts) {
        if (c > 0) {
            streams.emplace_back(c, id);
        }
    }
    std::sort(streams.rbegin(), streams.rend());
    streams.resize(std::min(streams.size(), kMostStreams));
    std::map<TrackId, std::size_t> laneOf;
    for (const auto& [c, id] : streams) {
        laneOf[id] = out.size();
        out.emplace_back(trace.track(id).name, n.range.begin, nsPerPixel);
    }
    for (std::size_t i = 0; i < track.size(); ++i) {
        const auto lane = laneOf.find(track[i]);
        if (lane != laneOf.end()) {
            out[lane->second].add({start[i], start[i] + duration[i]}, cls[i]);
        }
    }
    return out;
}

} // namespace

std::string timelinesSvg(const diff::TraceDiff& d)
{
    if (d.matching.iterations.empty()) {
        return {};
    }
    const auto lengthOf = [&](bool before) {
        const diff::Side& side = before ? *d.before : *d.after;
        return side.iterations.all[typicalIteration(d, before)].range.duration().ns;
    };
    const std::int64_t longest = std::max<std::int64_t>({lengthOf(true), lengthOf(false), 1});
    const double nsPerPixel = static_cast<double>(longest) * 1.02 / kColumns;
    double y = 6;
    std::string inside;
    for (const bool before : {true, false}) {
        const diff::Side& side = before ? *d.before : *d.after;
        const diff::Iteration& n = side.iterations.all[typicalIteration(d, before)];
        inside += "<text class=\"dim\" x=\"10\" y=\"" + std::to_string(std::lround(y + 14)) + "\">"
            + htmlEscaped(std::string(before ? "before: " : "after: ") + n.name + ", "
                          + humanDuration(n.range.duration().ns))
            + "</text>\n";
        y += kLane;
        const double top = y;
        for (const Lane& lane : lanesOf(d, before, nsPerPixel)) {
            inside += lane.svg(y);
            y += kLane;
        }
        const std::string end = std::to_string(
            kLabel + std::lround(static_cast<double>(n.range.duration().ns) / nsPerPixel));
        inside += "<line class=\"median\" x1=\"" + end + "\" x2=\"" + end + "\" y1=\""
            + std::to_string(std::lround(top)) + "\" y2=\"" + std::to_string(std::lround(y))
            + "\"/>\n";
        y += 10;
    }
    inside += legend(y);
    y += kLane;
    return "<svg viewBox=\"0 0 " + std::to_string(kWidth) + " " + std::to_string(std::lround(y))
        + "\" role=\"img\" aria-label=\"One typical iteration of each side\">\n" + inside
        + "</svg>\n";
}

} // namespace longpole::cli
