// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/details/details_query.h"

#include "core/base/thread_pool.h"
#include "core/model/names.h"
#include "ui/session/format.h"
#include "ui/theme/theme.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QStringList>

#include <algorithm>

namespace longpole::panels {

using session::exactDuration;
using session::humanBytes;
using session::humanDuration;
using session::text;

namespace {

QString say(const char* words)
{
    return QCoreApplication::translate("Details", words);
}

struct Facts
{
    std::vector<Fact>& out;

    void add(const char* label, const QString& value, const QString& exact = {}) const
    {
        out.push_back({say(label), value, exact});
    }
    void number(const char* label, std::int64_t value) const
    {
        if (value != model::kNull64) {
            add(label, QString::number(value));
        }
    }
};

template <class T>
T cell(const model::Trace& trace, const model::ColumnSpec<T>& spec, std::uint32_t row)
{
    return trace.column(spec)[row];
}

QString extent(const model::Trace& trace, const model::ColumnSpec<std::uint32_t>& x,
               const model::ColumnSpec<std::uint32_t>& y, const model::ColumnSpec<std::uint32_t>& z,
               std::uint32_t row, std::uint64_t& product)
{
    QStringList parts;
    product = 1;
    for (const auto* spec : {&x, &y, &z}) {
        const std::uint32_t n = cell(trace, *spec, row);
        if (n == model::kNull32) {
            return {};
        }
        product *= n;
        parts << QString::number(n);
    }
    return parts.join(QStringLiteral(" × "));
}

void launchFacts(const model::Trace& trace, std::uint32_t row, const Facts& facts)
{
    namespace op = model::gpu_op;
    std::uint64_t blocks = 0;
    std::uint64_t threads = 0;
    const QString grid = extent(trace, op::kGridX, op::kGridY, op::kGridZ, row, blocks);
    const QString block = extent(trace, op::kBlockX, op::kBlockY, op::kBlockZ, row, threads);
    if (!grid.isEmpty()) {
        facts.add("Grid", grid,
                  say("%1 blocks").arg(session::groupedCount(static_cast<qint64>(blocks))));
    }
    if (!block.isEmpty()) {
        facts.add("Block", block,
                  say("%1 threads").arg(session::groupedCount(static_cast<qint64>(threads))));
    }
    if (const auto registers = cell(trace, op::kRegisters, row); registers != model::kNull32) {
        facts.add("Registers", say("%1 per thread").arg(registers));
    }
    const auto fixed = cell(trace, op::kSharedStatic, row);
    const auto dynamic = cell(trace, op::kSharedDynamic, row);
    if (fixed != model::kNull32 || dynamic != model::kNull32) {
        const double total =
            (fixed == model::kNull32 ? 0.0 : fixed) + (dynamic == model::kNull32 ? 0.0 : dynamic);
        facts.add("Shared memory", say("%1 per block").arg(humanBytes(total)));
    }
    const auto bytes = cell(trace, op::kBytes, row);
    const auto duration = cell(trace, op::kDuration, row);
    if (bytes != model::kNull64) {
        facts.add("Bytes", humanBytes(static_cast<double>(bytes)), session::groupedCount(bytes));
        if (duration.ns > 0) {
            facts.add(
                "Bandwidth",
                humanBytes(static_cast<double>(bytes) * 1e9 / static_cast<double>(duration.ns))
                    + QStringLiteral("/s"));
        }
    }
    facts.number("Stream", cell(trace, op::kStream, row));
    facts.number("Context", cell(trace, op::kContext, row));
    facts.number("Correlation", cell(trace, op::kCorrelation, row));
    facts.number("Graph", cell(trace, op::kGraphId, row));
    facts.number("Graph node", cell(trace, op::kGraphNode, row));
    if (const auto collective = trace.string(cell(trace, op::kCollective, row));
        !collective.empty()) {
        facts.add("Collective", text(collective));
        facts.number("Ranks", cell(trace, op::kGroupSize, row));
        if (const auto group = trace.string(cell(trace, op::kGroup, row)); !group.empty()) {
            facts.add("Process group", text(group));
        }
    }
}

void launchLatency(const model::Trace& trace, std::uint32_t row, const Facts& facts)
{
    const SliceId launch = cell(trace, model::gpu_op::kLaunch, row);
    const TimeNs start = cell(trace, model::gpu_op::kStart, row);
    if (!launch.valid()) {
        facts.add("Launch", say("not in the trace"));
        return;
    }
    const model::Slice call = trace.slice(launch);
    const std::int64_t waited = (start - call.start).ns;
    facts.add("Launch to start", humanDuration(waited), exactDuration(waited));
}

Related related(const model::Trace& trace, const char* role, SliceId id, const QString& note,
                bool inferred = false)
{
    return {say(role), text(trace.string(trace.slice(id).name)), note, id, inferred};
}

QString apart(const model::Slice& from, const model::Slice& to)
{
    const std::int64_t ns = (to.start - from.start).ns;
    return ns >= 0 ? say("%1 later").arg(humanDuration(ns))
                   : say("%1 earlier").arg(humanDuration(-ns));
}

const char* roleOf(model::LinkKind kind, bool outgoing)
{
    switch (kind) {
    case model::LinkKind::Launch:
        return outgoing ? "Launches" : "Launched by";
    case model::LinkKind::ForwardBackward:
        return outgoing ? "Backward" : "Forward";
    case model::LinkKind::EventWait:
        return outgoing ? "Waited for by" : "Waits for";
    case model::LinkKind::Sync:
        return outgoing ? "Ends the wait of" : "Waits for";
    case model::LinkKind::Collective:
        return "Same collective";
    case model::LinkKind::Flow:
        break;
    }
    return outgoing ? "Flows to" : "Flows from";
}

void gatherLinks(const model::Trace& trace, SliceDetails& details)
{
    constexpr std::size_t kShown = 8;
    const auto add = [&](const std::vector<model::Link>& links, bool outgoing) {
        for (const model::Link& link : links) {
            if (details.related.size() >= kShown) {
                ++details.moreRelated;
                continue;
            }
            const SliceId other = outgoing ? link.to : link.from;
            details.related.push_back(related(trace, roleOf(link.kind, outgoing), other,
                                              apart(details.slice, trace.slice(other)),
                                              link.provenance == model::Provenance::Inferred));
        }
    };
    add(trace.linksTo(details.slice.id), false);
    add(trace.linksFrom(details.slice.id), true);
    SliceId parent = details.slice.parent;
    for (int level = 0; parent.valid() && level < 6; ++level) {
        const model::Slice outer = trace.slice(parent);
        details.related.push_back(
            related(trace, "Inside", parent, humanDuration(outer.duration.ns)));
        parent = outer.parent;
    }
}

} // namespace

bool isHostTrack(model::TrackKind kind)
{
    return kind != model::TrackKind::Stream && kind != model::TrackKind::Device
        && kind != model::TrackKind::Annotation;
}

SliceDetails describeSlice(const model::Trace& trace, SliceId id, const JobContext& job)
{
    SliceDetails details;
    details.slice = trace.slice(id);
    const model::Slice& slice = details.slice;
    const model::Track& track = trace.track(slice.track);
    details.host = isHostTrack(track.kind);
    details.name = text(trace.string(slice.name));
    const auto gpuOp = trace.gpuOpOf(id);
    const auto call = trace.apiCallOf(id);
    details.kind = theme::className(slice.cls) + QStringLiteral(" · ") + text(track.name);
    if (track.device >= 0 && static_cast<std::size_t>(track.device) < trace.devices().size()) {
        const model::Device& device = trace.devices()[static_cast<std::size_t>(track.device)];
        details.kind += QStringLiteral(" · ")
            + (device.name.empty() ? say("GPU %1").arg(device.number) : text(device.name));
    }
    const Facts facts{details.facts};
    facts.add("Duration", humanDuration(slice.duration.ns), exactDuration(slice.duration.ns));
    facts.add("Start", session::humanTime(slice.start), exactDuration(slice.start.ns));
    facts.add("Exact", exactDuration(slice.duration.ns));
    if (slice.flags & model::SliceOpenEnded) {
        facts.add("End", say("not in the trace"));
    }
    if (slice.flags & model::SliceClamped) {
        facts.add("Repaired", say("duration was clamped; see the ledger"));
    }
    if (!trace.category(slice.category).empty()) {
        facts.add("Category", text(trace.category(slice.category)));
    }
    if (gpuOp) {
        launchLatency(trace, *gpuOp, facts);
        launchFacts(trace, *gpuOp, facts);
    }
    if (call) {
        facts.number("Correlation", cell(trace, model::api_call::kCorrelation, *call));
        facts.number("Stream", cell(trace, model::api_call::kStream, *call));
        facts.number("Return code", cell(trace, model::api_call::kReturnCode, *call));
    }
    if (!job.cancelled()) {
        gatherLinks(trace, details);
        const std::string args = trace.args(slice.args);
        const QJsonDocument json = QJsonDocument::fromJson(QByteArray::fromStdString(args));
        details.args = json.object();
        if (!json.isObject()) {
            details.rawArgs = text(args);
        }
    }
    return details;
}

std::optional<charts::DurationBins> durationsOf(const model::Trace& trace, StringId name,
                                                const JobContext& job)
{
    const auto& tracks = trace.tracks();
    std::vector<std::vector<std::int64_t>> found(tracks.size());
    parallelFor(tracks.size(), [&](std::size_t t) {
        const model::Track& track = tracks[t];
        if (track.sliceCount == 0 || job.cancelled()) {
            return;
        }
        const auto names = trace.column(model::slice::kName, track.id);
        model::Column<DurationNs> durations; // loaded only where the name occurs
        for (std::uint32_t i = 0; i < track.sliceCount; ++i) {
            if ((i & 0xffffU) == 0 && job.cancelled()) {
                return;
            }
            if (names[i] == name) {
                if (durations.empty()) {
                    durations = trace.column(model::slice::kDuration, track.id);
                }
                found[t].push_back(durations[i].ns);
            }
        }
    });
    if (job.cancelled()) {
        return std::nullopt;
    }
    std::vector<std::int64_t> all;
    for (const auto& part : found) {
        all.insert(all.end(), part.begin(), part.end());
    }
    return charts::binDurations(all);
}

} // namespace longpole::panels
