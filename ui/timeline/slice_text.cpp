// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/slice_text.h"

#include "ui/session/format.h"
#include "ui/theme/theme.h"

#include <QCoreApplication>

namespace longpole::timeline_ui {

namespace {

using session::exactDuration;
using session::groupedCount;
using session::humanDuration;
using session::text;
using timeline::Hit;
using timeline::LaneKind;
using timeline::RangeSummary;

constexpr int kNameLength = 96;

QString tr(const char* source)
{
    return QCoreApplication::translate("Timeline", source);
}

QString shortName(std::string_view name)
{
    return session::shortened(text(name), kNameLength);
}

QString durationLine(std::int64_t ns)
{
    return ns < 1000
        ? exactDuration(ns)
        : humanDuration(ns) + QStringLiteral("  (") + exactDuration(ns) + QLatin1Char(')');
}

QStringList sliceText(const Hit& hit, const timeline::LaneScene& lane, const model::Trace& trace)
{
    const timeline::RowView& row = *lane.row.view;
    const std::uint32_t i = hit.index;
    QStringList lines{shortName(trace.string(row.name[i])), durationLine(row.durationNs(i))};
    lines << tr("starts at %1").arg(session::humanTime(row.start[i]));
    lines << theme::className(row.cls[i]);
    return lines;
}

QStringList mergedText(const Hit& hit, const timeline::LaneScene& lane, const model::Trace& trace)
{
    const timeline::RowView& row = *lane.row.view;
    const RangeSummary s = timeline::summarise(row, *lane.row.tree, hit.column);
    const double share =
        static_cast<double>(s.busyNs) / static_cast<double>(hit.column.duration().ns);
    QStringList lines{
        tr("%1 in %2")
            .arg(session::slicesText(groupedCount(static_cast<std::int64_t>(s.count))),
                 humanDuration(hit.column.duration().ns)),
        tr("busy %1, longest pause %2")
            .arg(session::percent(share), humanDuration(s.longestGapNs))};
    if (s.longest.valid()) {
        const std::uint32_t i = s.longestIndex;
        lines << tr("longest %1: %2")
                     .arg(humanDuration(s.longestNs), shortName(trace.string(row.name[i])));
    }
    for (const timeline::NameShare& share3 : s.topNames) {
        lines << QStringLiteral("%1 × %2, %3")
                     .arg(groupedCount(static_cast<std::int64_t>(share3.count)),
                          shortName(trace.string(share3.name)), humanDuration(share3.busyNs));
    }
    return lines;
}

QStringList busyText(const Hit& hit, const timeline::LaneScene& lane)
{
    const RangeSummary s = timeline::summarise(*lane.row.view, *lane.row.tree, hit.column, 0);
    const double share =
        static_cast<double>(s.busyNs) / static_cast<double>(hit.column.duration().ns);
    return {
        tr("busy %1 of %2").arg(session::percent(share), humanDuration(hit.column.duration().ns)),
        tr("longest pause %1").arg(humanDuration(s.longestGapNs))};
}

QString number(double v)
{
    return QString::number(v, 'g', 6);
}

} // namespace

QStringList hitText(const Hit& hit, const timeline::LaneScene& lane, const model::Trace& trace)
{
    switch (hit.kind) {
    case Hit::Kind::None:
        return {};
    case Hit::Kind::Iteration: {
        const model::Iteration& iteration = trace.iterations()[hit.index];
        return {shortName(iteration.name), durationLine(iteration.range.duration().ns)};
    }
    case Hit::Kind::Counter: {
        const QString unit = text(trace.track(lane.lane.key.track).unit);
        const QString space = unit.isEmpty() ? QString() : QString(QChar(0xa0));
        QStringList lines{shortName(lane.lane.title), number(hit.counter->last) + space + unit};
        if (hit.counter->samples > 1) {
            lines << tr("%1 to %2 in %3 samples")
                         .arg(number(hit.counter->min), number(hit.counter->max),
                              groupedCount(static_cast<std::int64_t>(hit.counter->samples)));
        }
        return lines;
    }
    case Hit::Kind::Instant: {
        const auto& names = lane.state->instantNames;
        const std::vector<TimeNs>& times = *lane.state->instants;
        QStringList lines{hit.index < names.size() ? shortName(trace.string(names[hit.index]))
                                                   : tr("instant")};
        lines << tr("instant at %1").arg(session::humanTime(times[hit.index]));
        if (hit.instants > 1) {
            lines << tr("and %1 more within the same pixel").arg(groupedCount(hit.instants - 1));
        }
        return lines;
    }
    case Hit::Kind::Slice:
    case Hit::Kind::Merged:
        break;
    }
    if (!hit.slice.valid()) {
        return busyText(hit, lane);
    }
    return hit.kind == Hit::Kind::Slice ? sliceText(hit, lane, trace)
                                        : mergedText(hit, lane, trace);
}

QString spokenSlice(const model::Slice& slice, const model::Trace& trace)
{
    return QStringLiteral("%1 %2, %3, %4")
        .arg(theme::className(slice.cls), shortName(trace.string(slice.name)),
             humanDuration(slice.duration.ns), text(trace.track(slice.track).name));
}

QString rangeText(TimeRange range, const timeline::LaneScene* lane)
{
    QString out = humanDuration(range.duration().ns);
    if (lane == nullptr || lane->row.view == nullptr) {
        return out;
    }
    const RangeSummary s = timeline::summarise(*lane->row.view, *lane->row.tree, range, 0);
    const double seconds = static_cast<double>(range.duration().ns) * 1e-9;
    const double share = static_cast<double>(s.busyNs) / static_cast<double>(range.duration().ns);
    if (lane->lane.key.kind == LaneKind::Slices || lane->lane.key.kind == LaneKind::Folded) {
        out += QStringLiteral("  ·  ")
            + session::slicesText(groupedCount(static_cast<std::int64_t>(s.count)));
        out += QStringLiteral("  ·  ")
            + tr("%1/s").arg(session::humanCount(static_cast<double>(s.count) / seconds));
    }
    return out + QStringLiteral("  ·  ")
        + tr("busy %1 (%2)").arg(humanDuration(s.busyNs), session::percent(share));
}

} // namespace longpole::timeline_ui
