// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timeline_view.h"

#include "ui/timeline/slice_text.h"
#include "ui/timeline/timeline_accessible.h"
#include "ui/timeline/view_private.h"

#include <QAccessible>

#include <algorithm>
#include <cmath>

namespace longpole::timeline_ui {

TimelineView::Private::Private(TimelineView* view, session::Session& s)
    : q(view)
    , session(s)
    , scrollBar(new QScrollBar(Qt::Vertical, view))
    , selectionQuery(lookUpSelection,
                     [this](const SelectionKey& key, std::optional<SelectionInfo>&& info) {
                         if (key.slice == session.selection()) {
                             selection = std::move(info);
                             onSelection();
                         }
                     })
    , marksQuery(
          makePathMarks,
          [this](const session::PathAnswerPtr& answer, std::shared_ptr<const PathMarks>&& made) {
              if (answer == session.criticalPath().answer()) {
                  setMarks(std::move(made));
              }
          })
    , stallQuery(lookUpStall,
                 [this](const StallKey& key, StallPlace&& place) { showStall(key, place); })
    , revealQuery(lookUpSelection,
                  [this](const SelectionKey& key, std::optional<SelectionInfo>&& info) {
                      if (info && data && key.trace == data->tracePtr()) {
                          showSlice(info->slice);
                      }
                      q->update();
                  })
{
    scrollBar->setAccessibleName(TimelineView::tr("Scroll lanes"));
    scrollBar->setFocusPolicy(Qt::NoFocus);
    QObject::connect(scrollBar, &QScrollBar::valueChanged, q,
                     [this](int value) { setScroll(value); });
}

TimelineView::TimelineView(session::Session& session, QWidget* parent)
    : QWidget(parent)
    , d(std::make_unique<Private>(this, session))
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Timeline"));
    installTimelineAccessibility();
    using session::Session;
    const auto opened = [this] {
        const auto& trace = d->session.trace();
        d->open(trace ? std::make_shared<timeline::TimelineData>(trace) : nullptr, true);
    };
    connect(&session, &Session::traceChanged, this, opened);
    connect(&session, &Session::selectionChanged, this, [this] {
        d->selection.reset();
        d->fitWhenKnown = false;
    });
    connect(&session, &Session::selectedChanged, this, [this] {
        d->fitCount = 0;
        d->headersDirty = true;
        if (const SliceId slice = d->session.selection(); slice.valid()) {
            d->selectionQuery.request({d->session.trace(), slice, d->session.selected()});
        } else {
            d->selectionQuery.cancel();
            d->speak({});
        }
        update();
    });
    connect(&session, &Session::hitsChanged, this, [this] { d->onHits(); });
    for (const auto signal : {&Session::rangeChanged, &Session::bookmarksChanged}) {
        connect(&session, signal, this, qOverload<>(&QWidget::update));
    }
    connect(&session, &Session::revealRequested, this,
            [this](SliceId s) { d->onRevealRequested(s); });
    connect(&session, &Session::showRangeRequested, this, &TimelineView::setVisibleRange);
    using session::CriticalPathController;
    CriticalPathController* path = &session.criticalPath();
    connect(path, &CriticalPathController::changed, this, [this] { d->followPath(); });
    connect(path, &CriticalPathController::stallChanged, this, [this] { d->followStall(); });
    for (const auto signal :
         {&CriticalPathController::stepChanged, &CriticalPathController::changed}) {
        connect(path, signal, this, qOverload<>(&QWidget::update));
    }
    connect(path, &CriticalPathController::overlayChanged, this, qOverload<>(&QWidget::update));
    opened();
}

TimelineView::~TimelineView()
{
    // The loader works on data that the rest of Private holds.
    delete d->loader;
    d->loader = nullptr;
}

void TimelineView::Private::open(std::shared_ptr<timeline::TimelineData> newData, bool load)
{
    delete loader;
    loader = nullptr;
    data = std::move(newData);
    layout = data ? timeline::LaneLayout(data->tracePtr()) : timeline::LaneLayout();
    viewport =
        timeline::Viewport(data ? data->trace().info().extent : TimeRange{}, geometry.lanesWidth());
    history.clear();
    lanes.forgetTrace();
    overview = {};
    selection.reset();
    marks.reset();
    clearHover();
    geometry.scrollY = 0;
    wasSettled = false;
    updateGeometry();
    if (data && load) {
        loader = new TrackLoader(data, q);
        QObject::connect(loader, &TrackLoader::progressed, q, [this] { onLoaded(); });
    }
    followPath();
    emit q->zoomHistoryChanged();
    emit q->layoutChanged();
    emit q->visibleRangeChanged(viewport.visible());
}

void TimelineView::Private::onLoaded()
{
    applyShapes();
    overviewDirty = true;
    invalidate();
}

// Folding and busy shares follow from what is loaded; rebuilt only if something is new.
void TimelineView::Private::applyShapes()
{
    const double span =
        static_cast<double>(std::max<std::int64_t>(1, data->trace().info().span.duration().ns));
    // The profiler's own span may be longer than the trace's: it is busy all of it, not more.
    const auto share = [span](const timeline::RowSummary& s) {
        return std::min(1.0, static_cast<double>(s.busyNs) / span);
    };
    for (const model::Track& track : data->trace().tracks()) {
        const auto state = data->state(track.id);
        if (!state->grids) {
            continue;
        }
        if (track.kind == model::TrackKind::Device) {
            layout.setGroupBusy(track.id, share(state->grids->front().summary()));
            continue;
        }
        std::vector<timeline::RowShape> shapes;
        for (const timeline::TimeGrid& grid : *state->grids) {
            const timeline::RowSummary& s = grid.summary();
            const auto python = static_cast<std::size_t>(model::SliceClass::Python);
            shapes.push_back({s.classCounts[python] > 0, share(s)});
        }
        layout.setShapes(track.id, std::move(shapes));
        if (state->folded) {
            std::vector<timeline::RowShape> folded;
            for (const timeline::TimeGrid& grid : state->folded->grids()) {
                folded.push_back({false, share(grid.summary())});
            }
            layout.setFolded(track.id, state->folded->rowOf(), std::move(folded));
        }
    }
    layout.rebuild();
    updateGeometry();
}

bool TimelineView::Private::settled() const
{
    const bool answering = session.criticalPath().working() || marksQuery.busy()
        || selectionQuery.busy() || stallQuery.busy() || revealQuery.busy();
    return !data
        || (!answering && (loader == nullptr || loader->idle()) && !frameDirty
            && !lanes.scene().coarse());
}

void TimelineView::Private::wantVisible()
{
    if (loader == nullptr) {
        return;
    }
    std::vector<TrackId> wanted;
    std::vector<TrackId> used;
    const auto add = [](std::vector<TrackId>& to, TrackId track) {
        if (track.valid() && (to.empty() || to.back() != track)) {
            to.push_back(track);
        }
    };
    const timeline::Scene& scene = lanes.scene();
    for (std::size_t i = 0; i < scene.used; ++i) {
        const timeline::LaneScene& lane = scene.lanes[i];
        add(used, lane.lane.key.track);
        if (lane.coarse) {
            add(wanted, lane.lane.key.track);
        }
    }
    for (const timeline::Lane& lane : layout.pinned()) {
        add(used, lane.key.track);
    }
    const std::vector<SliceId>& selected = session.selected();
    const std::size_t outlined = std::min(selected.size(), SelectionInfo::kMaxOthers);
    for (std::size_t i = selected.size() - outlined; i < selected.size(); ++i) {
        add(used, data->trace().trackOf(selected[i]));
    }
    loader->want(std::move(wanted), std::move(used));
}

void TimelineView::Private::setViewport(const timeline::Viewport& next, Undo undo)
{
    if (next == viewport) {
        return;
    }
    if (undo != Undo::No) {
        history.remember(viewport, undo == Undo::Merge);
        emit q->zoomHistoryChanged();
    }
    viewport = next;
    fitCount = 0;
    invalidate();
    emit q->visibleRangeChanged(viewport.visible());
    if (pointerInside && drag == Drag::None) {
        tip.clear(); // what it told is no longer under the pointer
    }
}

void TimelineView::Private::zoomAt(double lanePx, double factor, Undo undo)
{
    timeline::Viewport next = viewport;
    next.zoomAt(lanePx, factor);
    setViewport(next, undo);
}

void TimelineView::Private::setScroll(int y)
{
    const int most = std::max(0, layout.contentHeight() - geometry.scrolled().height());
    const int next = std::clamp(y, 0, most);
    if (next != geometry.scrollY) {
        geometry.scrollY = next;
        invalidate();
    }
    scrollBar->setValue(next);
}

void TimelineView::Private::updateGeometry()
{
    geometry.size = q->size();
    geometry.scrollBarWidth = scrollBar->sizeHint().width();
    const int most = std::max(ViewGeometry::kMinHeaderWidth, q->width() / 2);
    geometry.headerWidth =
        showHeaders ? std::clamp(wantedHeaderWidth, ViewGeometry::kMinHeaderWidth, most) : 0;
    geometry.pinnedHeight = std::min(layout.pinnedHeight(), geometry.lanes().height() * 2 / 3);
    const QRect bar = geometry.scrollBar();
    scrollBar->setGeometry(bar);
    scrollBar->setRange(0, std::max(0, layout.contentHeight() - geometry.scrolled().height()));
    scrollBar->setPageStep(std::max(1, geometry.scrolled().height()));
    scrollBar->setSingleStep(20);
    scrollBar->setVisible(scrollBar->maximum() > 0);
    setScroll(geometry.scrollY);
    if (viewport.widthPx() != geometry.lanesWidth()) {
        viewport.resize(geometry.lanesWidth());
        overviewDirty = true;
    }
    invalidate();
}

void TimelineView::Private::layoutEdited(const timeline::Lane* anchor, int anchorTop)
{
    const int shift =
        anchor == nullptr || anchor->pinned || anchorTop < 0 ? 0 : anchor->top - anchorTop;
    geometry.scrollY += shift; // the lane that was used stays under the pointer
    updateGeometry();
    emit q->layoutChanged();
}

void TimelineView::Private::invalidate()
{
    frameDirty = true;
    headersDirty = true;
    q->update();
}

const timeline::Viewport& TimelineView::viewport() const
{
    return d->viewport;
}

void TimelineView::setVisibleRange(TimeRange range)
{
    timeline::Viewport next = d->viewport;
    next.setVisible(range);
    d->setViewport(next, Private::Undo::Step);
}

void TimelineView::fitAll()
{
    timeline::Viewport next = d->viewport;
    next.fitAll();
    d->setViewport(next, Private::Undo::Step);
}

void TimelineView::zoom(double factor)
{
    const bool over = d->pointerInside && d->geometry.lanes().contains(d->pointer);
    d->zoomAt(over ? d->laneX(d->pointer.x()) : d->viewport.widthPx() / 2.0, factor,
              Private::Undo::Step);
}

void TimelineView::zoom(double factor, double atPx)
{
    d->zoomAt(d->laneX(atPx), factor, Private::Undo::Step);
}

void TimelineView::pan(double px)
{
    timeline::Viewport next = d->viewport;
    next.pan(px);
    d->setViewport(next, Private::Undo::No);
}

void TimelineView::undoZoom()
{
    if (auto before = d->history.undo(d->viewport)) {
        before->resize(d->geometry.lanesWidth());
        d->setViewport(*before, Private::Undo::No);
        emit zoomHistoryChanged();
    }
}

void TimelineView::redoZoom()
{
    if (auto after = d->history.redo(d->viewport)) {
        after->resize(d->geometry.lanesWidth());
        d->setViewport(*after, Private::Undo::No);
        emit zoomHistoryChanged();
    }
}

bool TimelineView::canUndoZoom() const
{
    return d->history.canUndo();
}
bool TimelineView::canRedoZoom() const
{
    return d->history.canRedo();
}
bool TimelineView::isSettled() const
{
    return d->settled();
}
QSize TimelineView::sizeHint() const
{
    return {1000, 600};
}
QSize TimelineView::minimumSizeHint() const
{
    return {360, 200};
}

} // namespace longpole::timeline_ui
