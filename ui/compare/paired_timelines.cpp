// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/paired_timelines.h"

#include "ui/compare/ribbon_strip.h"

#include <QEvent>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace longpole::compare {

using timeline_ui::TimelineView;

PairedTimelines::PairedTimelines(QWidget* parent)
    : QWidget(parent)
    , m_top(new TimelineView(m_before, this))
    , m_bottom(new TimelineView(m_after, this))
    , m_ribbons(new RibbonStrip(this))
    , m_splitter(new QSplitter(Qt::Vertical, this))
    , m_focused(m_top)
{
    m_top->setAccessibleName(tr("Timeline before"));
    m_bottom->setAccessibleName(tr("Timeline after"));
    for (TimelineView* view : {m_top, m_bottom}) {
        view->setOverviewVisible(false);
        view->setMinimumHeight(90);
        view->installEventFilter(this);
    }
    m_splitter->addWidget(m_top);
    m_splitter->addWidget(m_ribbons);
    m_splitter->addWidget(m_bottom);
    m_splitter->setHandleWidth(3);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setStretchFactor(1, 0);
    m_splitter->setStretchFactor(2, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_splitter);
    connectSide(Side::Before);
    connectSide(Side::After);
    connect(m_ribbons, &RibbonStrip::chosen, this, [this](std::uint32_t pair) {
        const Pair& p = m_comparison->pairs.all()[pair];
        p.hasBefore() ? m_before.select(p.before) : m_after.select(p.after);
    });
}

PairedTimelines::~PairedTimelines()
{
    // The views let go of the sessions before these go.
    for (session::Session* session : {&m_before, &m_after}) {
        disconnect(session, nullptr, nullptr, nullptr);
    }
    delete m_splitter;
}

void PairedTimelines::connectSide(Side side)
{
    TimelineView* own = &view(side);
    connect(own, &TimelineView::visibleRangeChanged, this, [this, side] { follow(side); });
    TimelineView* other = side == Side::Before ? m_bottom : m_top;
    connect(own, &TimelineView::headerWidthChanged, this, [this, other](int px) {
        other->setHeaderWidth(px);
        updateRibbons();
    });
    connect(&session(side), &session::Session::selectionChanged, this,
            [this, side] { followSelection(side); });
}

void PairedTimelines::setTraces(TracePtr before, TracePtr after)
{
    m_comparison.reset();
    m_ribbons->setComparison(nullptr);
    m_moved = false;
    m_following = true;
    m_before.setTrace(std::move(before));
    m_after.setTrace(std::move(after));
    m_following = false;
    if (m_before.trace() && m_after.trace()) {
        m_top->setTimeZero(m_before.trace()->info().extent.begin);
        m_naturalOffsetNs =
            (m_after.trace()->info().extent.begin - m_before.trace()->info().extent.begin).ns;
        setOffset(m_naturalOffsetNs);
        m_top->fitAll();
    }
    m_moved = false;
}

void PairedTimelines::setTrace(Side side, TracePtr trace)
{
    if (session(side).trace() == trace) {
        return;
    }
    m_following = true;
    session(side).setTrace(std::move(trace));
    m_following = false;
    updateLimits();
    setOffset(m_offsetNs);
}

void PairedTimelines::setTitle(Side side, const QString& title)
{
    view(side).setTitle(title);
}

// The ribbons are of the compared runs only.
bool PairedTimelines::comparesShown() const
{
    return m_comparison && m_comparison->diff.before->trace == m_before.trace()
        && m_comparison->diff.after->trace == m_after.trace();
}

void PairedTimelines::setComparison(ComparisonPtr comparison)
{
    m_comparison = std::move(comparison);
    m_selected = kNoPair;
    const bool joined = comparesShown();
    m_ribbons->setComparison(joined ? m_comparison : nullptr);
    m_ribbons->setNote(m_comparison && !joined
                           ? tr("Ribbons join the compared runs; another run is shown")
                           : QString());
    if (joined && !m_moved) {
        alignIterations();
    } else if (joined) {
        lookForNaturalOffset();
        m_bottom->setTimeZero({saturatingAdd(m_top->timeZero().ns, m_offsetNs)});
    }
    updateRibbons();
}

// Where the first compared iterations, else the traces, lie one over the other.
void PairedTimelines::lookForNaturalOffset()
{
    TimeNs first = m_before.trace()->info().extent.begin;
    TimeNs second = m_after.trace()->info().extent.begin;
    if (comparesShown() && !m_comparison->diff.matching.iterations.empty()) {
        const auto [a, b] = m_comparison->diff.matching.iterations.front();
        first = m_comparison->diff.before->iterations.all[a].range.begin;
        second = m_comparison->diff.after->iterations.all[b].range.begin;
    }
    m_top->setTimeZero(first);
    m_naturalOffsetNs = (second - first).ns;
}

void PairedTimelines::alignIterations()
{
    if (!m_before.trace() || !m_after.trace()) {
        return;
    }
    lookForNaturalOffset();
    setOffset(m_naturalOffsetNs);
    m_moved = false;
    m_top->fitAll();
}

void PairedTimelines::setOffset(std::int64_t ns)
{
    m_offsetNs = ns;
    m_moved = true;
    updateLimits();
    m_bottom->setTimeZero({saturatingAdd(m_top->timeZero().ns, ns)});
    m_following = true;
    m_bottom->setViewport(m_top->viewport().shifted(m_offsetNs));
    m_following = false;
    updateRibbons();
    emit offsetChanged();
}

// Both sides can show all that either has.
void PairedTimelines::updateLimits()
{
    if (!m_before.trace() || !m_after.trace()) {
        return;
    }
    const TimeRange a = m_before.trace()->info().extent;
    const TimeRange b = m_after.trace()->info().extent;
    const TimeRange whole{std::min(a.begin, b.begin - DurationNs{m_offsetNs}),
                          std::max(a.end, b.end - DurationNs{m_offsetNs})};
    m_following = true;
    m_top->setLimits(whole);
    m_bottom->setLimits(
        TimeRange{whole.begin + DurationNs{m_offsetNs}, whole.end + DurationNs{m_offsetNs}});
    m_following = false;
}

void PairedTimelines::setLinked(bool linked)
{
    if (linked == m_linked) {
        return;
    }
    m_linked = linked;
    if (linked) {
        setOffset(m_bottom->viewport().originNs() - m_top->viewport().originNs());
    }
    emit linkedChanged(linked);
}

void PairedTimelines::follow(Side moved)
{
    if (m_following) {
        return;
    }
    if (m_linked && m_before.trace() && m_after.trace()) {
        m_following = true;
        if (moved == Side::Before) {
            m_bottom->setViewport(m_top->viewport().shifted(m_offsetNs));
        } else {
            m_top->setViewport(m_bottom->viewport().shifted(-m_offsetNs));
        }
        m_following = false;
    }
    updateRibbons();
}

void PairedTimelines::updateRibbons()
{
    m_ribbons->setView(m_top->viewport(), m_bottom->viewport(), m_top->lanesArea().left());
}

bool PairedTimelines::align(Edge edge)
{
    const SliceId a = m_before.selection();
    const SliceId b = m_after.selection();
    if (!a.valid() || !b.valid()) {
        return false;
    }
    const model::Slice first = m_before.trace()->slice(a);
    const model::Slice second = m_after.trace()->slice(b);
    const TimeNs left = edge == Edge::Start ? first.start : first.end();
    const TimeNs right = edge == Edge::Start ? second.start : second.end();
    setOffset((right - left).ns);
    return true;
}

void PairedTimelines::followSelection(Side side)
{
    if (m_selecting) {
        return;
    }
    const SliceId slice = session(side).selection();
    std::uint32_t pair = kNoPair;
    if (comparesShown() && slice.valid()) {
        pair = side == Side::Before ? m_comparison->pairs.ofBefore(slice)
                                    : m_comparison->pairs.ofAfter(slice);
    }
    m_selecting = true;
    session::Session& other = session(side == Side::Before ? Side::After : Side::Before);
    if (pair != kNoPair) {
        const Pair& p = m_comparison->pairs.all()[pair];
        other.select(side == Side::Before ? p.after : p.before);
    } else if (m_selected != kNoPair) {
        other.select({}); // the partner of what was selected; others stay, to be aligned by hand
    }
    m_selecting = false;
    m_selected = pair;
    m_ribbons->setSelected(pair);
    emit pairSelected(pair);
}

// Where something has no partner, its neighbour's says where it would be.
std::int64_t PairedTimelines::offsetNear(std::uint32_t pair) const
{
    constexpr std::uint32_t kFarthest = 2000;
    const PairIndex& pairs = m_comparison->pairs;
    const auto both = [](const Pair& p) { return p.hasBefore() && p.hasAfter(); };
    if (pairs.all()[pair].hasBefore()) {
        for (std::uint32_t i = 0; i <= std::min(pair, kFarthest); ++i) {
            if (const Pair& p = pairs.all()[pair - i]; both(p)) {
                return p.afterNs - p.beforeNs;
            }
        }
        return m_offsetNs;
    }
    const auto& order = pairs.byAfter();
    const std::int64_t begin = pairs.all()[pair].afterNs;
    auto it =
        std::lower_bound(order.begin(), order.end(), begin, [&](std::uint32_t i, std::int64_t t) {
            return pairs.all()[i].afterNs < t;
        });
    for (std::uint32_t i = 0; i < kFarthest && it != order.begin(); ++i) {
        if (const Pair& p = pairs.all()[*--it]; both(p)) {
            return p.afterNs - p.beforeNs;
        }
    }
    return m_offsetNs;
}

// In times before.
TimeRange PairedTimelines::placeOf(const Pair& p) const
{
    const TimeRange before{{p.beforeNs}, {p.beforeEndNs}};
    const TimeRange after{{p.afterNs - m_offsetNs}, {p.afterEndNs - m_offsetNs}};
    if (!p.hasBefore() || !p.hasAfter()) {
        return p.hasBefore() ? before : after;
    }
    return {std::min(before.begin, after.begin), std::max(before.end, after.end)};
}

void PairedTimelines::showPair(std::uint32_t number)
{
    if (!comparesShown() || number >= m_comparison->pairs.all().size()) {
        return;
    }
    const Pair& p = m_comparison->pairs.all()[number];
    if (m_linked) {
        setOffset(p.hasBefore() && p.hasAfter() ? p.afterNs - p.beforeNs : offsetNear(number));
    }
    const TimeRange place = placeOf(p);
    const DurationNs room{std::max<std::int64_t>(1, place.duration().ns) * 2};
    m_top->setVisibleRange({place.begin - room, place.end + room});
    if (!m_linked) {
        const TimeRange own{{p.hasAfter() ? p.afterNs : place.begin.ns + m_offsetNs},
                            {p.hasAfter() ? p.afterEndNs : place.end.ns + m_offsetNs}};
        m_bottom->setVisibleRange({own.begin - room, own.end + room});
    }
    p.hasBefore() ? m_before.select(p.before) : m_after.select(p.after);
    for (const Side side : {Side::Before, Side::After}) {
        if (session(side).selection().valid()) {
            session(side).reveal(session(side).selection());
        }
    }
}

TimelineView& PairedTimelines::focusedView()
{
    return *m_focused;
}

void PairedTimelines::setSideBySide(bool sideBySide)
{
    const TimeRange shown = m_top->viewport().visible();
    m_splitter->setOrientation(sideBySide ? Qt::Horizontal : Qt::Vertical);
    m_ribbons->setVisible(!sideBySide);
    // Once the views have their new widths: the same time, not the same scale.
    QMetaObject::invokeMethod(
        this, [this, shown] { m_top->setVisibleRange(shown); }, Qt::QueuedConnection);
}

bool PairedTimelines::sideBySide() const
{
    return m_splitter->orientation() == Qt::Horizontal;
}

QByteArray PairedTimelines::splitterState() const
{
    return m_splitter->saveState();
}

void PairedTimelines::restoreSplitter(const QByteArray& state)
{
    const Qt::Orientation layout = m_splitter->orientation();
    m_splitter->restoreState(state);
    m_splitter->setOrientation(layout);
}

bool PairedTimelines::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::MouseButtonPress) {
        m_focused = watched == m_bottom ? m_bottom : m_top;
    } else if (event->type() == QEvent::Resize) {
        // The view takes its new width first.
        QMetaObject::invokeMethod(
            this, [this] { updateRibbons(); }, Qt::QueuedConnection);
    }
    return QWidget::eventFilter(watched, event);
}

void PairedTimelines::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    updateRibbons();
}

} // namespace longpole::compare
