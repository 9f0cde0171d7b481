// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// TimelineView: the critical path and the stalls.
#include "ui/session/format.h"
#include "ui/session/path_words.h"
#include "ui/timeline/view_private.h"

#include <algorithm>

namespace longpole::timeline_ui {

namespace cp = critical_path;
using timeline::Hit;
using timeline::Lane;
using timeline::LaneKind;

void TimelineView::Private::followPath()
{
    const session::PathAnswerPtr& answer = session.criticalPath().answer();
    if (!data || !answer || answer->trace != data->tracePtr()) {
        marksQuery.cancel();
        if (marks) {
            setMarks(nullptr);
        }
    } else if (!marks || marks->answer != answer) {
        marksQuery.request(answer);
    }
}

void TimelineView::Private::setMarks(std::shared_ptr<const PathMarks> next)
{
    marks = std::move(next);
    edit(hitLane, [&] {
        layout.setAnswers(marks ? marks->lanes : std::vector<Lane>());
        layout.rebuild();
    });
    invalidate();
}

// The gap, something of the operations around it, and the host code to blame.
void TimelineView::Private::showStall()
{
    const session::CriticalPathController& path = session.criticalPath();
    if (!data || !path.stall() || path.answer()->trace != data->tracePtr()) {
        q->update();
        return;
    }
    const cp::Gap& gap = path.answer()->gap(*path.stall());
    const TimeRange range = gap.recorded();
    const std::int64_t length = std::max<std::int64_t>(1, gap.duration.ns);
    const std::int64_t room = std::max<std::int64_t>(1, length * 3 / 10);
    TimeRange shown{range.begin - DurationNs{room}, range.end + DurationNs{room}};
    // What is farther away is shown as far as it doesn't make the gap small. The operations around
    // it are drawn beside it unless their clock had to be corrected.
    const auto include = [&](TimeNs time) {
        const DurationNs far{saturatingAdd(length, length)};
        shown.begin = std::min(shown.begin, std::max(range.begin - far, time));
        shown.end = std::max(shown.end, std::min(range.end + far, time));
    };
    if (gap.blame.valid()) {
        const model::Slice blame = data->trace().slice(gap.blame);
        include(blame.start);
        include(blame.end());
    }
    if (gap.before.valid()) {
        include(data->trace().slice(gap.before).end());
    }
    if (gap.after.valid()) {
        include(data->trace().slice(gap.after).start);
    }
    q->setVisibleRange(shown);
    showTogether({gap.before, gap.after, gap.blame});
    session.select(gap.blame.valid() ? gap.blame : gap.after);
    q->update();
}

void TimelineView::Private::showTogether(const std::vector<SliceId>& slices)
{
    for (const SliceId slice : slices) {
        if (slice.valid()) {
            layout.uncover(slice);
        }
    }
    updateGeometry();
    int top = layout.contentHeight();
    int bottom = 0;
    for (const SliceId slice : slices) {
        const Lane* lane = slice.valid() ? layout.shownLaneOf(slice) : nullptr;
        if (lane != nullptr && !lane->pinned) {
            top = std::min(top, lane->top);
            bottom = std::max(bottom, lane->top + lane->height);
        }
    }
    const int height = geometry.scrolled().height();
    const int at = geometry.scrollY;
    if (bottom > 0 && (top < at || bottom > at + height)) {
        // From the top if all is in view then; else as little as needed, the last one at the edge.
        setScroll(bottom <= height                         ? 0
                      : top < at && bottom - top <= height ? top
                                                           : bottom - height);
    }
    emit q->layoutChanged();
}

namespace {

// What a step of the path says beyond its kind and length.
void addStep(const session::PathAnswer& answer, std::size_t step, QStringList& lines)
{
    const cp::Step& s = answer.path.steps()[step];
    if (s.provenance == model::Provenance::Inferred) {
        lines << TimelineView::tr("guessed from the times, not recorded");
    }
    const QString gain = session::gainWords(answer.path, s.slice);
    if (!gain.isEmpty() && s.category != cp::Category::Cpu) {
        lines << gain;
    }
}

// All causes of a gap, where there are several.
void addParts(const cp::Gap& gap, QStringList& lines)
{
    QStringList parts;
    for (std::size_t i = 0; i < gap.parts.size(); ++i) {
        const DurationNs part = gap.parts[i];
        if (part.ns > 0 && part != gap.duration) {
            parts << session::causeWords(static_cast<cp::Cause>(i)) + QLatin1Char(' ')
                    + session::humanDuration(part.ns);
        }
    }
    if (!parts.isEmpty()) {
        lines << parts.join(QStringLiteral(" · "));
    }
}

// Of a pixel with several: how many.
void addCount(const Hit& hit, const timeline::LaneScene& lane, QStringList& lines)
{
    const timeline::RangeSummary s =
        timeline::summarise(*lane.row.view, *lane.row.tree, hit.column, 0);
    const QString count = session::groupedCount(static_cast<qint64>(s.count));
    const QString in = session::humanDuration(hit.column.duration().ns);
    lines << (lane.lane.key.kind == LaneKind::Path
                  ? TimelineView::tr("%1 steps of the critical path in %2").arg(count, in)
                  : TimelineView::tr("%1 stalls in %2, idle for %3")
                        .arg(count, in, session::humanDuration(s.busyNs)));
    lines << TimelineView::tr("the longest:");
}

} // namespace

QStringList TimelineView::Private::answerTip(const timeline::LaneScene& lane) const
{
    if (!marks || (hit.kind != Hit::Kind::Slice && hit.kind != Hit::Kind::Merged)) {
        return {};
    }
    const timeline::RowView& row = *lane.row.view;
    const auto cls = static_cast<std::size_t>(row.cls[hit.index]);
    const bool path = lane.lane.key.kind == LaneKind::Path;
    QStringList lines;
    if (hit.kind == Hit::Kind::Merged) {
        addCount(hit, lane, lines);
    }
    const QString kind = path ? session::categoryWords(static_cast<cp::Category>(cls))
                              : session::causeWords(static_cast<cp::Cause>(cls));
    lines << (path ? TimelineView::tr("critical path: %1").arg(kind)
                   : TimelineView::tr("stall: %1").arg(kind));
    lines << session::humanDuration(row.durationNs(hit.index)) + QStringLiteral("  (")
            + session::exactDuration(row.durationNs(hit.index)) + QLatin1Char(')');
    if (const StringId id = row.name[hit.index]; id.valid()) {
        const QString name = session::shortened(session::text(data->trace().string(id)), 96);
        lines << (path ? name : TimelineView::tr("to blame: %1").arg(name));
    }
    if (path) {
        addStep(*marks->answer, hit.index, lines);
    } else if (const cp::IdleTime* idle = marks->idleOf(lane.lane.key)) {
        addParts(idle->gaps[hit.index], lines);
    }
    return lines;
}

// On a lane of an answer a click chooses what is under it.
bool TimelineView::Private::clickAnswer()
{
    const timeline::LaneScene* lane = overLane ? sceneOf(hitLane) : nullptr;
    const bool found = hit.kind == Hit::Kind::Slice || hit.kind == Hit::Kind::Merged;
    if (!marks || lane == nullptr || !lane->lane.own || !found) {
        return false;
    }
    session::CriticalPathController& path = session.criticalPath();
    if (hitLane.kind == LaneKind::Path) {
        path.selectStep(hit.index);
        return true;
    }
    const cp::IdleTime* idle = marks->idleOf(hitLane);
    const auto& devices = marks->answer->stalls.devices;
    for (std::uint32_t d = 0; d < devices.size(); ++d) {
        if (&devices[d] == idle) {
            path.selectStall(session::StallRef{d, hit.index});
            return true;
        }
    }
    if (idle != nullptr) { // of a stream alone
        const cp::Gap& gap = idle->gaps[hit.index];
        path.selectStall(std::nullopt);
        session.select(gap.blame.valid() ? gap.blame : gap.after);
        session.setRange(gap.recorded());
    }
    return true;
}

void TimelineView::walk(bool forward)
{
    session::CriticalPathController& path = d->session.criticalPath();
    if (path.overlay() && path.answer()) {
        path.walk(forward, d->viewport.timeAt(d->viewport.widthPx() / 2.0));
    } else {
        followLink(forward);
    }
}

} // namespace longpole::timeline_ui
