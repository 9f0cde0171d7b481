// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// MainWindow: two recordings side by side.
#include "ui/compare/compare_tables.h"
#include "ui/compare/compare_view.h"
#include "ui/compare/verdict_card.h"
#include "ui/session/critical_path_controller.h"
#include "ui/session/format.h"
#include "ui/window/actions.h"
#include "ui/window/docks.h"
#include "ui/window/main_window.h"
#include "ui/window/message_bar.h"
#include "ui/window/pair_sidecar.h"
#include "ui/window/search_box.h"
#include "ui/window/selection_actions.h"
#include "ui/window/settings.h"
#include "ui/window/sidecar.h"
#include "ui/window/status_bar.h"

#include <QAction>
#include <QFileDialog>
#include <QFileInfo>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace longpole::window {

namespace {

const char* const kCompareActions[] = {"previous-difference",
                                       "next-difference",
                                       "align-start",
                                       "align-end",
                                       "align-iterations",
                                       "link",
                                       "swap",
                                       "side-by-side",
                                       "panel-details"};
const char* const kOnlyComparing[] = {"compare-back", "compare-forward", "check-outputs"};

// A run by its file, several files by their folder.
QString runName(const model::Trace& trace, bool withFolder)
{
    const auto& sources = trace.info().sources;
    if (sources.empty()) {
        return MainWindow::tr("a trace");
    }
    const QFileInfo file(QString::fromStdString(sources.front()));
    const QString folder = QFileInfo(file.path()).fileName();
    return sources.size() > 1 ? folder
        : withFolder          ? folder + QLatin1Char('/') + file.fileName()
                              : file.fileName();
}

// Files of one name in different folders are told apart by these.
QStringList runNames(const std::vector<compare::TracePtr>& traces)
{
    for (const bool withFolder : {false, true}) {
        QStringList names;
        for (const compare::TracePtr& trace : traces) {
            names << runName(*trace, withFolder);
        }
        QStringList unique = names;
        if (unique.removeDuplicates() == 0 || withFolder) {
            return names;
        }
    }
    return {};
}

} // namespace

compare::CompareView* MainWindow::comparison() const
{
    return m_centre->currentWidget() == m_comparePage ? m_compare : nullptr;
}

timeline_ui::TimelineView* MainWindow::shownTimeline() const
{
    compare::CompareView* shown = comparison();
    return shown != nullptr ? &shown->timelines().focusedView() : m_timeline;
}

session::Session& MainWindow::shownSession()
{
    compare::CompareView* shown = comparison();
    return shown == nullptr ? m_session
                            : shown->timelines().session(shown->timelines().focusedSide());
}

std::vector<session::Session*> MainWindow::shownSessions()
{
    compare::CompareView* shown = comparison();
    if (shown == nullptr) {
        return {&m_session};
    }
    return {&shown->timelines().session(compare::Side::Before),
            &shown->timelines().session(compare::Side::After)};
}

SelectionActions& MainWindow::onSelection()
{
    compare::CompareView* shown = comparison();
    return shown == nullptr                                        ? *m_onSelection
        : shown->timelines().focusedSide() == compare::Side::After ? *m_onAfter
                                                                   : *m_onBefore;
}

void MainWindow::openSides(const QStringList& before, const QStringList& after)
{
    open::OpenRequest request = session::TraceLoader::request(before);
    request.after = session::TraceLoader::request(after).paths;
    request.intent = open::Intent::Compare;
    load(request);
}

void MainWindow::compareWith()
{
    const QString filter = tr("Traces (*.json *.gz *.zst *.zip *.longpole *.sqlite *.nsys-rep "
                              "*.csv *.pb *.pftrace *.perfetto-trace *.db *.rpd);;All files (*)");
    QStringList before = m_paths;
    if (before.isEmpty()) {
        before =
            QFileDialog::getOpenFileNames(this, tr("Runs before the change"), lastFolder(), filter);
    }
    const QStringList after = before.isEmpty()
        ? QStringList()
        : QFileDialog::getOpenFileNames(this, tr("Runs after the change"), lastFolder(), filter);
    if (!after.isEmpty()) {
        openSides(before, after);
    }
}

void MainWindow::makeCompareView()
{
    using compare::CompareView;
    m_compare = new CompareView(m_comparePage);
    m_comparePage->layout()->addWidget(m_compare);
    QList<QAction*> shown;
    for (const char* id : kCompareActions) {
        shown << (*m_actions)[QLatin1String(id)];
    }
    m_compare->addActionsToBar(shown);
    connect(m_compare, &CompareView::said, this,
            [this](const QString& sentence) { m_messages->say(sentence, MessageBar::Tone::Note); });
    connect(&m_compare->timelines(), &compare::PairedTimelines::linkedChanged, this,
            [this](bool linked) { (*m_actions)[QStringLiteral("link")]->setChecked(linked); });
    for (const compare::Side side : {compare::Side::Before, compare::Side::After}) {
        timeline_ui::TimelineView* view = &m_compare->timelines().view(side);
        connect(view, &timeline_ui::TimelineView::visibleRangeChanged, m_status,
                &StatusBar::setVisibleSpan);
        connect(view, &timeline_ui::TimelineView::hoverTextChanged, m_status,
                &StatusBar::setHoverText);
        m_actions->addTimeline(*view);
        followPath(m_compare->timelines().session(side));
        SelectionActions*& own = side == compare::Side::Before ? m_onBefore : m_onAfter;
        own = new SelectionActions(m_compare->timelines().session(side), *view, view);
    }
    followKeys();
}

// The bookmarks of a trace are in its own sidecar, whether it is shown alone or compared.
void MainWindow::saveBookmarks(session::Session& session) const
{
    if (session.trace()) {
        Sidecar sidecar = loadSidecar(*session.trace());
        if (sidecar.bookmarks != session.bookmarks()) {
            sidecar.bookmarks = session.bookmarks();
            saveSidecar(*session.trace(), sidecar);
        }
    }
}

void MainWindow::savePair()
{
    if (m_compare == nullptr || !m_compare->showsSomething()) {
        return;
    }
    const compare::Sides& sides = m_compare->controller().sides();
    savePairSidecar(sides.before, sides.after, {m_compare->state(), sides.range});
    for (const compare::Side side : {compare::Side::Before, compare::Side::After}) {
        saveBookmarks(m_compare->timelines().session(side));
    }
}

void MainWindow::showCompared(compare::Sides sides)
{
    const auto kept = loadPairSidecar(sides.before, sides.after);
    sides.range = kept ? kept->range : QString();
    m_compare->timelines().setLinked(true); // whatever the pair before was left at
    m_compare->open(std::move(sides));
    if (kept) {
        m_compare->restore(kept->view);
    }
    compare::PairedTimelines& lines = m_compare->timelines();
    for (const compare::Side side : {compare::Side::Before, compare::Side::After}) {
        session::Session& session = lines.session(side);
        session.setBookmarks(loadSidecar(*session.trace()).bookmarks);
    }
    m_docks->setCompared(&lines.session(compare::Side::Before),
                         &lines.session(compare::Side::After));
    m_searchBox->setCompared(&lines.search(compare::Side::Before),
                             &lines.search(compare::Side::After),
                             [&lines] { return lines.focusedSide() == compare::Side::After; });
    (*m_actions)[QStringLiteral("link")]->setChecked(lines.linked());
    (*m_actions)[QStringLiteral("side-by-side")]->setChecked(lines.sideBySide());
}

void MainWindow::showComparison(const open::OpenedTraces& opened, const QStringList& paths)
{
    saveSidecarOfTrace();
    savePair();
    m_status->stopProgress();
    m_session.setTrace(nullptr);
    m_paths.clear();
    for (const QString& path : paths) {
        settings::addRecentFile(path);
    }
    if (m_compare == nullptr) {
        makeCompareView();
    }
    const auto middle = static_cast<std::ptrdiff_t>(opened.runsBefore);
    const QStringList names = runNames(opened.traces);
    compare::Sides sides;
    sides.before.assign(opened.traces.begin(), opened.traces.begin() + middle);
    sides.after.assign(opened.traces.begin() + middle, opened.traces.end());
    sides.namesBefore = names.mid(0, middle);
    sides.namesAfter = names.mid(middle);
    m_docks->setBottomVisible(false);
    for (const panels::Panel& panel : m_docks->panels()) {
        if (panel.area == panels::Area::Right) {
            m_docks->hide(panel.id);
        }
    }
    m_centre->setCurrentWidget(m_comparePage);
    m_status->setCompared(sides.before.front(), sides.after.front());
    showCompared(std::move(sides));
    setWindowTitle(tr("%1 ↔ %2 — Longpole").arg(names.value(0), names.value(middle)));
    enableCompareActions(true);
    updatePathActions();
    (*m_actions)[QStringLiteral("close")]->setEnabled(true);
    (*m_actions)[QStringLiteral("export")]->setEnabled(true);
    m_compare->timelines().view(compare::Side::Before).setFocus();
}

void MainWindow::enableCompareActions(bool enabled)
{
    for (const char* id : kCompareActions) {
        const QLatin1String name(id);
        (*m_actions)[name]->setEnabled(enabled || name.startsWith(QLatin1String("panel-")));
    }
    for (const char* id : kOnlyComparing) {
        (*m_actions)[QLatin1String(id)]->setEnabled(enabled);
    }
}

void MainWindow::leaveComparison()
{
    savePair();
    m_docks->setCompared(nullptr, nullptr);
    m_searchBox->setCompared(nullptr, nullptr, {});
    if (m_compare != nullptr) {
        m_compare->clear();
    }
    m_status->setCompared(nullptr, nullptr);
    enableCompareActions(false);
    updatePathActions();
}

void MainWindow::showTrust()
{
    if (compare::CompareView* shown = comparison()) {
        shown->tables().showTab(tr("Comparability"));
    } else {
        m_docks->show(QStringLiteral("ledger"));
    }
}

void MainWindow::connectCompare()
{
    const auto on = [this](const char* id, auto run) {
        m_actions->on(QLatin1String(id), [this, run](bool checked) {
            if (compare::CompareView* shown = comparison()) {
                run(*shown, checked);
            }
        });
    };
    using compare::CompareView;
    using compare::Edge;
    m_actions->on(QStringLiteral("compare"), [this](bool) { compareWith(); });
    on("next-difference", [](CompareView& view, bool) { view.step(1); });
    on("previous-difference", [](CompareView& view, bool) { view.step(-1); });
    on("align-start", [](CompareView& view, bool) { view.align(Edge::Start); });
    on("align-end", [](CompareView& view, bool) { view.align(Edge::End); });
    on("align-iterations", [](CompareView& view, bool) { view.timelines().alignIterations(); });
    on("link", [](CompareView& view, bool linked) { view.timelines().setLinked(linked); });
    on("swap", [this](CompareView& view, bool) {
        savePair();
        view.swap();
        const compare::Sides& sides = view.controller().sides();
        setWindowTitle(
            tr("%1 ↔ %2 — Longpole").arg(sides.namesBefore.value(0), sides.namesAfter.value(0)));
    });
    on("side-by-side", [](CompareView& view, bool side) { view.timelines().setSideBySide(side); });
    on("compare-back", [](CompareView& view, bool) { view.timelines().focusedView().walk(false); });
    on("compare-forward",
       [](CompareView& view, bool) { view.timelines().focusedView().walk(true); });
    on("check-outputs", [](CompareView& view, bool) { view.card().chooseOutputs(false); });
    (*m_actions)[QStringLiteral("link")]->setChecked(true);
}

void MainWindow::exportComparison()
{
    const QString path = QFileDialog::getSaveFileName(this, tr("Export"), tr("comparison.png"),
                                                      tr("Picture of the comparison (*.png)"));
    if (path.isEmpty()) {
        return;
    }
    const bool written = m_compare->grab().save(path);
    m_messages->say(written ? tr("Written to %1").arg(path)
                            : tr("%1 can't be written; choose another folder").arg(path),
                    written ? MessageBar::Tone::Note : MessageBar::Tone::Error);
}

} // namespace longpole::window
