// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/compare_view.h"

#include "ui/compare/compare_tables.h"
#include "ui/compare/ribbon_strip.h"
#include "ui/compare/verdict_card.h"
#include "ui/session/format.h"
#include "ui/theme/elided_label.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QResizeEvent>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace longpole::compare {

CompareView::CompareView(QWidget* parent)
    : QWidget(parent)
    , m_card(new VerdictCard(m_controller, this))
    , m_timelines(new PairedTimelines(this))
    , m_tables(new CompareTables(m_timelines->session(Side::Before), this))
    , m_splitter(new QSplitter(Qt::Vertical, this))
    , m_bar(new QHBoxLayout)
    , m_runBefore(new QComboBox(this))
    , m_runAfter(new QComboBox(this))
    , m_range(new QLineEdit(this))
    , m_offset(new QLabel(this))
    , m_pair(new theme::ElidedLabel(this, Qt::ElideMiddle))
{
    build();
    connect(&m_controller, &ComparisonController::changed, this, &CompareView::followComparison);
    connect(m_card, &VerdictCard::problemsRequested, this,
            [this] { m_tables->showTab(tr("Comparability")); });
    connect(m_timelines, &PairedTimelines::offsetChanged, this, &CompareView::updateOffset);
    connect(m_timelines, &PairedTimelines::linkedChanged, this, &CompareView::updateOffset);
    connect(m_timelines, &PairedTimelines::pairSelected, this, [this](std::uint32_t pair) {
        m_tables->select(pair);
        const ComparisonPtr& answer = m_controller.answer();
        m_pair->setText(pair == kNoPair || !answer ? QString() : pairWords(*answer, pair));
        m_pair->setToolTip(m_pair->text());
    });
    connect(m_tables, &CompareTables::pairChosen, m_timelines, &PairedTimelines::showPair);
    for (const auto& [box, side] :
         {std::pair(m_runBefore, Side::Before), std::pair(m_runAfter, Side::After)}) {
        const Side which = side;
        connect(box, &QComboBox::activated, this, [this, which](int run) { showRun(which, run); });
    }
}

CompareView::~CompareView()
{
    // What shows the sessions goes before them.
    delete m_tables;
    delete m_timelines;
    disconnect(&m_controller, nullptr, nullptr, nullptr);
}

void CompareView::build()
{
    m_runBefore->setAccessibleName(tr("Run shown before"));
    m_runAfter->setAccessibleName(tr("Run shown after"));
    for (QLabel* label : {m_offset, m_pair}) {
        label->setProperty("role", QStringLiteral("dim"));
        label->setTextFormat(Qt::PlainText);
    }
    auto* bar = new QWidget(this);
    bar->setLayout(m_bar);
    m_bar->setContentsMargins(8, 2, 12, 2);
    m_bar->setSpacing(4);
    buildRange();
    m_bar->addWidget(m_range);
    m_bar->addSpacing(8);
    m_bar->addWidget(m_runBefore);
    m_bar->addWidget(m_runAfter);
    m_bar->addWidget(m_offset);
    m_bar->addSpacing(12);
    m_bar->addWidget(m_pair, 1);
    m_splitter->addWidget(m_timelines);
    m_splitter->addWidget(m_tables);
    m_splitter->setHandleWidth(3);
    m_splitter->setStretchFactor(0, 3);
    m_splitter->setStretchFactor(1, 1);
    connect(m_splitter, &QSplitter::splitterMoved, this, [this] { m_divided = true; });
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_card);
    layout->addWidget(bar);
    layout->addWidget(m_splitter, 1);
}

void CompareView::buildRange()
{
    m_range->setPlaceholderText(tr("Iterations"));
    m_range->setAccessibleName(tr("Iterations"));
    m_range->setToolTip(tr("Regular expression: annotations of these names are the iterations that "
                           "are compared (Enter); empty: as the recordings mark them"));
    m_range->setClearButtonEnabled(true);
    m_range->setMinimumWidth(90);
    m_range->setMaximumWidth(190);
    connect(m_range, &QLineEdit::editingFinished, this, [this] {
        if (showsSomething()) {
            m_controller.setRange(m_range->text().trimmed());
        }
    });
    connect(m_range, &QLineEdit::textChanged, this, [this](const QString& text) {
        if (text.isEmpty() && showsSomething()) { // cleared: there is nothing more to type
            m_controller.setRange(text);
        }
    });
}

void CompareView::addActionsToBar(const QList<QAction*>& actions)
{
    int at = 0;
    for (QAction* action : actions) {
        auto* button = new QToolButton(this);
        button->setDefaultAction(action);
        // Pictures where there are some: the selected pair needs the room.
        button->setToolButtonStyle(action->icon().isNull() ? Qt::ToolButtonTextOnly
                                                           : Qt::ToolButtonIconOnly);
        button->setAccessibleName(action->text());
        button->setFocusPolicy(Qt::NoFocus);
        m_bar->insertWidget(at++, button);
    }
    m_bar->insertSpacing(at, 8);
}

void CompareView::open(Sides sides)
{
    m_lanes = {};
    m_tables->setComparison(nullptr);
    m_timelines->setTraces(sides.before.front(), sides.after.front());
    m_controller.compare(std::move(sides));
    m_range->setText(m_controller.sides().range);
    fillRuns();
    showTitles();
    emit opened();
}

void CompareView::clear()
{
    m_tables->setComparison(nullptr);
    m_timelines->setTraces(nullptr, nullptr);
    m_controller.clear();
}

void CompareView::swap()
{
    if (showsSomething()) {
        open(m_controller.sides().swapped());
    }
}

void CompareView::fillRuns()
{
    const Sides& sides = m_controller.sides();
    for (const auto& [box, names] :
         {std::pair(m_runBefore, sides.namesBefore), std::pair(m_runAfter, sides.namesAfter)}) {
        box->clear();
        box->addItems(names);
        box->setVisible(names.size() > 1);
    }
}

void CompareView::showTitles()
{
    const Sides& sides = m_controller.sides();
    const auto nameOf = [](const std::vector<TracePtr>& runs, const QStringList& names,
                           const TracePtr& shown) {
        const auto it = std::find(runs.begin(), runs.end(), shown);
        return names.value(static_cast<int>(it - runs.begin()));
    };
    m_timelines->setTitle(Side::Before,
                          tr("Before: %1")
                              .arg(nameOf(sides.before, sides.namesBefore,
                                          m_timelines->session(Side::Before).trace())));
    m_timelines->setTitle(
        Side::After,
        tr("After: %1")
            .arg(nameOf(sides.after, sides.namesAfter, m_timelines->session(Side::After).trace())));
}

void CompareView::showRun(Side side, int run)
{
    const std::vector<TracePtr>& all = runs(side);
    if (run >= 0 && static_cast<std::size_t>(run) < all.size()) {
        putTrace(side, all[static_cast<std::size_t>(run)]);
        m_timelines->setComparison(m_controller.answer());
        showTitles();
    }
}

// The runs that operations are compared between are shown first.
void CompareView::followComparison()
{
    const ComparisonPtr& answer = m_controller.answer();
    if (answer) {
        const Sides& sides = m_controller.sides();
        const auto show = [&](Side side, const std::vector<TracePtr>& runs, QComboBox* box,
                              const TracePtr& compared) {
            const auto at = std::find(runs.begin(), runs.end(), compared);
            box->setCurrentIndex(static_cast<int>(at - runs.begin()));
            putTrace(side, compared);
        };
        show(Side::Before, sides.before, m_runBefore, answer->diff.before->trace);
        show(Side::After, sides.after, m_runAfter, answer->diff.after->trace);
        showTitles();
    }
    m_timelines->setComparison(answer);
    m_tables->setComparison(answer);
    m_pair->clear();
    updateOffset();
}

const std::vector<TracePtr>& CompareView::runs(Side side) const
{
    return side == Side::Before ? m_controller.sides().before : m_controller.sides().after;
}

// Each run keeps its own lanes while others are looked at.
void CompareView::putTrace(Side side, const TracePtr& trace)
{
    if (m_timelines->session(side).trace() == trace) {
        return;
    }
    rememberLanes(side);
    m_timelines->setTrace(side, trace);
    const auto& known = m_lanes[static_cast<std::size_t>(side)];
    if (const auto it = known.find(trace.get()); it != known.end()) {
        m_timelines->view(side).setLaneState(it->second);
    }
}

void CompareView::rememberLanes(Side side)
{
    if (const TracePtr& shown = m_timelines->session(side).trace()) {
        m_lanes[static_cast<std::size_t>(side)][shown.get()] = m_timelines->view(side).laneState();
    }
}

std::vector<timeline::LaneState> CompareView::lanesOfRuns(Side side)
{
    rememberLanes(side);
    std::vector<timeline::LaneState> out;
    if (runs(side).size() > 1) {
        for (const TracePtr& run : runs(side)) {
            out.push_back(m_lanes[static_cast<std::size_t>(side)][run.get()]);
        }
    }
    return out;
}

void CompareView::takeLanes(Side side, const timeline::LaneState& one,
                            const std::vector<timeline::LaneState>& all)
{
    if (runs(side).size() == 1) {
        m_timelines->view(side).setLaneState(one);
    } else if (runs(side).size() == all.size()) {
        auto& known = m_lanes[static_cast<std::size_t>(side)];
        for (std::size_t i = 0; i < all.size(); ++i) {
            known[runs(side)[i].get()] = all[i];
        }
        m_timelines->view(side).setLaneState(known[m_timelines->session(side).trace().get()]);
    }
}

ViewState CompareView::state()
{
    ViewState out;
    out.runsBefore = lanesOfRuns(Side::Before);
    out.runsAfter = lanesOfRuns(Side::After);
    out.before = m_timelines->view(Side::Before).laneState();
    out.after = m_timelines->view(Side::After).laneState();
    out.view = m_timelines->view(Side::Before).viewport().visible();
    out.linked = m_timelines->linked();
    if (!out.linked) {
        out.viewAfter = m_timelines->view(Side::After).viewport().visible();
    }
    out.offsetNs = m_timelines->offsetNs();
    out.sideBySide = m_timelines->sideBySide();
    out.timelines = m_timelines->splitterState();
    out.tables = m_divided ? m_splitter->saveState() : QByteArray();
    return out;
}

void CompareView::restore(const ViewState& state)
{
    takeLanes(Side::Before, state.before, state.runsBefore);
    takeLanes(Side::After, state.after, state.runsAfter);
    m_timelines->setOffset(state.offsetNs);
    if (state.view && !state.view->empty()) {
        m_timelines->view(Side::Before).setVisibleRange(*state.view);
    }
    m_timelines->setLinked(state.linked);
    if (!state.linked && state.viewAfter && !state.viewAfter->empty()) {
        m_timelines->view(Side::After).setVisibleRange(*state.viewAfter);
    }
    if (state.sideBySide != m_timelines->sideBySide()) {
        m_timelines->setSideBySide(state.sideBySide);
    }
    m_timelines->restoreSplitter(state.timelines);
    m_divided = !state.tables.isEmpty() && m_splitter->restoreState(state.tables);
    updateOffset();
}

QString CompareView::linkWords() const
{
    if (!m_timelines->linked()) {
        return tr("not linked: each side moves by itself");
    }
    // From where the first compared iterations (else the traces) lie one over the other.
    const std::int64_t shift = m_timelines->shiftNs();
    return shift == 0 ? tr("aligned at the first iteration")
                      : tr("after is moved by %1").arg(session::humanDuration(-shift));
}

void CompareView::updateOffset()
{
    m_offset->setText(linkWords());
}

void CompareView::align(Edge edge)
{
    if (!m_timelines->align(edge)) {
        emit said(tr("Select an operation on both sides to align them: its partner is selected by "
                     "itself, anything else by hand."));
    }
}

void CompareView::step(int by)
{
    if (m_controller.answer()) {
        m_tables->step(by);
    }
}

bool CompareView::isSettled() const
{
    return m_controller.state() != ComparisonController::State::Working
        && m_timelines->view(Side::Before).isSettled()
        && m_timelines->view(Side::After).isSettled();
}

void CompareView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (!m_divided && event->oldSize().height() != height()) {
        const int tables = std::clamp(height() / 4, 165, 320);
        m_splitter->setSizes({height() - tables, tables});
    }
}

} // namespace longpole::compare
