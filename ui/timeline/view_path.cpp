// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// TimelineView: the critical path and the stalls.
#include "ui/session/format.h"
#include "ui/session/path_words.h"
#include "ui/timeline/scroll_choice.h"
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
    overviewDirty = true;
    invalidate();
}

timeline::LaneKey TimelineView::Private::stallLane(std::uint32_t device) const
{
    if (marks) {
        const cp::IdleTime* idle = &marks->answer->stalls.devices[device];
        for (const auto& [lane, of] : marks->idle) {
            if (of == idle) {
                return lane;
            }
        }
    }
    return {};
}

StallPlace lookUpStall(const StallKey& key, const JobContext& job)
{
    const cp::Gap& gap = key.answer->gap(key.stall);
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
    const model::Trace& trace = *key.answer->trace;
    if (gap.blame.valid() && !job.cancelled()) {
        const model::Slice blame = trace.slice(gap.blame);
        include(blame.start);
        include(blame.end());
    }
    if (gap.before.valid() && !job.cancelled()) {
        include(trace.slice(gap.before).end());
    }
    if (gap.after.valid() && !job.cancelled()) {
        include(trace.slice(gap.after).start);
    }
    return {shown};
}

void TimelineView::Private::followStall()
{
    const session::CriticalPathController& path = session.criticalPath();
    if (!data || !path.stall() || path.answer()->trace != data->tracePtr()) {
        stallQuery.cancel();
    } else {
        stallQuery.request({path.answer(), *path.stall()});
    }
    q->update();
}

// The gap, something of the operations around it, and the host code to blame.
void TimelineView::Private::showStall(const StallKey& key, const StallPlace& place)
{
    const session::CriticalPathController& path = session.criticalPath();
    if (!data || key.answer != path.answer() || path.stall() != key.stall) {
        return;
    }
    const cp::Gap& gap = key.answer->gap(key.stall);
    q->setVisibleRange(place.shown);
    // If not all lanes fit: the code to blame, then what waits for it.
    showTogether({gap.blame, gap.after, gap.before}, stallLane(key.stall.device));
    session.select(gap.blame.valid() ? gap.blame : gap.after);
    q->update();
}

void TimelineView::Private::showTogether(const std::vector<SliceId>& slices, timeline::LaneKey also)
{
    for (const SliceId slice : slices) {
        if (slice.valid()) {
            layout.uncover(slice);
        }
    }
    updateGeometry();
    std::vector<LaneSpan> wanted;
    const auto want = [&](const Lane* lane) {
        if (lane != nullptr && !lane->pinned) {
            wanted.push_back({lane->top, lane->top + lane->height});
        }
    };
    for (const SliceId slice : slices) {
        want(slice.valid() ? layout.shownLaneOf(slice) : nullptr);
    }
    want(layout.find(also));
    setScroll(scrollToShow(wanted, geometry.scrollY, geometry.scrolled().height()));
    emit q->layoutChanged();
}

// Lanes of the stall that is looked at which no scrolling brings into view together: named at the
// edge behind which they are.
void TimelineView::Private::paintBeyond(Overlays& overlays) const
{
    const session::CriticalPathController& path = session.criticalPath();
    if (!marks || !path.stall()) {
        return;
    }
    const cp::Gap& gap = marks->answer->gap(*path.stall());
    const QRect shown = geometry.scrolled();
    QStringList above;
    QStringList below;
    const auto tell = [&](SliceId slice, const QString& what) {
        const Lane* lane = slice.valid() ? layout.shownLaneOf(slice) : nullptr;
        if (lane == nullptr || lane->pinned) {
            return;
        }
        const int middle = geometry.laneTop(*lane) + lane->height / 2;
        if (middle < shown.top() || middle > shown.bottom()) {
            const model::Track& track = data->trace().track(data->trace().trackOf(slice));
            const QString where = session::text(track.name);
            (middle < shown.top() ? above : below)
                << (where.isEmpty() ? what : TimelineView::tr("%1, on %2").arg(what, where));
        }
    };
    if (gap.before.valid() && gap.after.valid()
        && layout.shownLaneOf(gap.before) == layout.shownLaneOf(gap.after)) {
        tell(gap.after, TimelineView::tr("operations around the gap"));
    } else {
        tell(gap.before, TimelineView::tr("operation before the gap"));
        tell(gap.after, TimelineView::tr("operation after the gap"));
    }
    tell(gap.blame, TimelineView::tr("host code to blame"));
    overlays.beyond(above, below);
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
