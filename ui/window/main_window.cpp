// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/main_window.h"

#include "ui/session/critical_path_controller.h"
#include "ui/session/format.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/window/actions.h"
#include "ui/window/docks.h"
#include "ui/window/message_bar.h"
#include "ui/window/pick_list.h"
#include "ui/window/search_box.h"
#include "ui/window/selection_actions.h"
#include "ui/window/settings.h"
#include "ui/window/start_page.h"
#include "ui/window/status_bar.h"
#include "ui/window/summary_card.h"

#include <QAction>
#include <QApplication>
#include <QLineEdit>
#include <QMenuBar>
#include <QStackedWidget>
#include <QToolBar>
#include <QVBoxLayout>

#include <algorithm>

namespace longpole::window {

MainWindow::MainWindow(session::TraceLoader::Open open, session::TraceLoader::Cache cache,
                       QWidget* parent)
    : QMainWindow(parent)
    , m_loader(std::move(open), std::move(cache))
    , m_search(m_session)
    , m_timeline(new timeline_ui::TimelineView(m_session, this))
    , m_centre(new QStackedWidget(this))
    , m_comparePage(new QWidget(this))
    , m_start(new StartPage(this))
    , m_messages(new MessageBar(this))
    , m_summary(new SummaryCard(m_session, this))
    , m_status(new StatusBar(m_session, this))
    , m_searchBox(new SearchBox(m_search, this))
    , m_pick(new PickList(this))
    , m_actions(new Actions(*this, *m_timeline, *m_comparePage))
    , m_onSelection(new SelectionActions(m_session, *m_timeline, this))
{
    setWindowIcon(theme::applicationIcon());
    setWindowTitle(QStringLiteral("Longpole"));
    setAcceptDrops(true);
    setContextMenuPolicy(Qt::NoContextMenu);
    resize(1280, 800);
    buildCentre();
    buildToolBar();
    setStatusBar(m_status);
    m_docks = new Docks(*this, m_session, *m_actions);
    addBookmarkActions();
    m_actions->fillMenus(*menuBar());
    addRecentMenu();
    connectSession();
    connectLoader();
    connectFileActions();
    connectViewActions();
    connectNavigation();
    connectHelp();
    connectCompare();
    closeTrace();
}

MainWindow::~MainWindow()
{
    // Panels let go of the session before it goes: they are children, destroyed after members.
    m_docks->setCompared(nullptr, nullptr);
    disconnect(&m_session, nullptr, nullptr, nullptr);
    delete takeCentralWidget();
    for (QWidget* dock : findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
        delete dock;
    }
}

void MainWindow::buildCentre()
{
    auto* page = new QWidget(this);
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_summary);
    layout->addWidget(m_timeline, 1);
    m_timeline->setFocusPolicy(Qt::StrongFocus);
    m_timeline->installEventFilter(this);
    if (m_timeline->accessibleName().isEmpty()) {
        m_timeline->setAccessibleName(tr("Timeline"));
    }
    m_centre->addWidget(m_start);
    m_centre->addWidget(page);
    auto* compareLayout = new QVBoxLayout(m_comparePage);
    compareLayout->setContentsMargins(0, 0, 0, 0);
    m_centre->addWidget(m_comparePage);
    auto* centre = new QWidget(this);
    auto* outer = new QVBoxLayout(centre);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->setSpacing(0);
    outer->addWidget(m_messages);
    outer->addWidget(m_centre, 1);
    setCentralWidget(centre);
}

void MainWindow::buildToolBar()
{
    auto* bar = new QToolBar(tr("Tools"), this);
    bar->setObjectName(QStringLiteral("tools"));
    bar->setMovable(false);
    bar->setIconSize({16, 16});
    bar->setToolButtonStyle(Qt::ToolButtonIconOnly);
    for (const char* id : {"open", "compare", "", "zoom-in", "zoom-out", "fit-all", "", "undo-zoom",
                           "redo-zoom", "", "critical-path", "next-stall", "", "bookmark"}) {
        if (*id == '\0') {
            bar->addSeparator();
        } else {
            bar->addAction((*m_actions)[QLatin1String(id)]);
        }
    }
    bar->addWidget(m_searchBox);
    m_searchBox->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    for (const char* id : {"export", "palette", "theme", "keys"}) {
        bar->addAction((*m_actions)[QLatin1String(id)]);
    }
    for (QAction* action : bar->actions()) {
        if (QWidget* button = bar->widgetForAction(action); button && button != m_searchBox) {
            button->setAccessibleName(action->text());
        }
    }
    addToolBar(bar);
}

void MainWindow::connectSession()
{
    using session::Session;
    // The window adds margins and knows what to do with a moment.
    disconnect(&m_session, &Session::showRangeRequested, m_timeline, nullptr);
    connect(&m_session, &Session::showRangeRequested, this, &MainWindow::showRange);
    connect(m_timeline, &timeline_ui::TimelineView::visibleRangeChanged, m_status,
            &StatusBar::setVisibleSpan);
    connect(m_timeline, &timeline_ui::TimelineView::hoverTextChanged, m_status,
            &StatusBar::setHoverText);
    connect(m_timeline, &timeline_ui::TimelineView::contextMenuRequested, this,
            &MainWindow::showContextMenu);
    const auto updateHistory = [this] {
        (*m_actions)[QStringLiteral("undo-zoom")]->setEnabled(m_timeline->canUndoZoom());
        (*m_actions)[QStringLiteral("redo-zoom")]->setEnabled(m_timeline->canRedoZoom());
    };
    connect(m_timeline, &timeline_ui::TimelineView::zoomHistoryChanged, this, updateHistory);
    connect(&m_session, &Session::traceChanged, this, updateHistory);
    followPath(m_session);
    updatePathActions();
    connect(m_status, &StatusBar::ledgerRequested, this, &MainWindow::showTrust);
    connect(m_summary, &SummaryCard::ledgerRequested, this,
            [this] { m_docks->show(QStringLiteral("ledger")); });
    connect(m_summary, &SummaryCard::pathRequested, this,
            [this] { m_docks->show(QStringLiteral("path")); });
    connect(m_summary, &SummaryCard::stallsRequested, this,
            [this] { m_docks->show(QStringLiteral("stalls")); });
    connect(m_onSelection, &SelectionActions::nameWanted, m_searchBox, &SearchBox::setText);
    connect(m_searchBox, &SearchBox::left, this, [this] { shownTimeline()->setFocus(); });
    connect(m_start, &StartPage::openRequested, this,
            [this](const QStringList& paths) { openPaths(paths); });
    connect(m_start, &StartPage::compareRequested, this,
            [this](const QStringList& paths) { openPaths(paths, open::Intent::Compare); });
    connect(m_start, &StartPage::browseRequested, this, &MainWindow::browse);
    connect(m_start, &StartPage::recordRequested, this, &MainWindow::record);
}

void MainWindow::followPath(session::Session& session)
{
    using session::CriticalPathController;
    const CriticalPathController* path = &session.criticalPath();
    connect(path, &CriticalPathController::overlayChanged, this, &MainWindow::updatePathActions);
    connect(path, &CriticalPathController::changed, this, &MainWindow::updatePathActions);
}

void MainWindow::updatePathActions()
{
    bool trace = false;
    bool outlined = false;
    bool stalls = false;
    for (session::Session* session : shownSessions()) {
        const auto& answer = session->criticalPath().answer();
        trace = trace || session->trace() != nullptr;
        outlined = outlined || session->criticalPath().overlay();
        stalls = stalls || (answer && !answer->ranked.empty());
    }
    QAction* path = (*m_actions)[QStringLiteral("critical-path")];
    path->setEnabled(trace);
    path->setChecked(outlined);
    for (const char* id : {"next-stall", "previous-stall"}) {
        (*m_actions)[QLatin1String(id)]->setEnabled(stalls);
    }
}

bool MainWindow::eventFilter(QObject* watched, QEvent* event)
{
    // A wider view shows more time; the view only tells of zooms and pans.
    if (watched == m_timeline && event->type() == QEvent::Resize && m_session.trace()) {
        QMetaObject::invokeMethod(
            this, [this] { m_status->setVisibleSpan(m_timeline->viewport().visible()); },
            Qt::QueuedConnection);
    }
    return QMainWindow::eventFilter(watched, event);
}

bool MainWindow::onStartPage() const
{
    return m_centre->currentWidget() == m_start;
}

void MainWindow::setTheme(const QString& choice)
{
    theme::apply(*static_cast<QApplication*>(QCoreApplication::instance()), choice);
    m_actions->retint();
    m_searchBox->retint();
    m_start->refresh();
    m_status->updateTrust();
}

void MainWindow::restoreLayout()
{
    if (const QByteArray geometry = settings::windowGeometry(); !geometry.isEmpty()) {
        restoreGeometry(geometry);
    }
    if (const QByteArray layout = settings::windowLayout(); !layout.isEmpty()) {
        restoreState(layout, settings::kLayoutVersion);
    }
}

void MainWindow::addBookmarkActions()
{
    for (int number = 1; number <= 9; ++number) {
        QAction* action =
            m_actions->add(QStringLiteral("bookmark-%1").arg(number), QString(),
                           tr("Go to bookmark %1").arg(number), QString::number(number),
                           tr("Show bookmark %1").arg(number), *m_timeline);
        action->setProperty("scope", static_cast<int>(Scope::Timelines));
        connect(action, &QAction::triggered, this, [this, number] { goToBookmark(number); });
    }
}

QString MainWindow::linkText() const
{
    if (!m_session.trace()) {
        return {};
    }
    return toText({m_paths, m_timeline->viewport().visible(), m_session.selection()});
}

} // namespace longpole::window
