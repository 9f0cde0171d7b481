// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// MainWindow: puts the session, the timeline and the panels together. Holds no data of its own.
#pragma once

#include "ui/session/search_controller.h"
#include "ui/session/session.h"
#include "ui/session/trace_loader.h"
#include "ui/timeline/timeline_view.h"
#include "ui/window/deep_link.h"

#include <QElapsedTimer>
#include <QMainWindow>

#include <vector>

class QMenu;
class QStackedWidget;

namespace longpole::compare {
class CompareView;
struct Sides;
} // namespace longpole::compare

namespace longpole::window {

class Actions;
class Docks;
class MessageBar;
class PickList;
class RecordDialog;
class SearchBox;
class SelectionActions;
class StartPage;
class StatusBar;
class SummaryCard;

class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    MainWindow(session::TraceLoader::Open open, session::TraceLoader::Cache cache,
               QWidget* parent = nullptr);
    ~MainWindow() override;

    // Opens files or deep links; the trace on screen stays until the new one is there.
    // Folders stand for the files in them. Asks before a report of Nsight Systems is converted.
    void openPaths(const QStringList& pathsOrLinks, open::Intent intent = open::Intent::Decide);
    // Compares the files of two sides: runs, or the ranks of one.
    void openSides(const QStringList& before, const QStringList& after);
    void restoreLayout(); // geometry and docks of the last run

    session::Session& session() { return m_session; }
    session::TraceLoader& loader() { return m_loader; }
    session::SearchController& search() { return m_search; }
    timeline_ui::TimelineView& timeline() { return *m_timeline; }
    Actions& actions() { return *m_actions; }
    Docks& docks() { return *m_docks; }
    SummaryCard& summaryCard() { return *m_summary; }
    MessageBar& messages() { return *m_messages; }
    StatusBar& status() { return *m_status; }
    SearchBox& searchBox() { return *m_searchBox; }
    StartPage& startPage() { return *m_start; }
    PickList& pickList() { return *m_pick; }
    // Made on first use; shown by the action "record".
    RecordDialog& recordDialog();
    bool onStartPage() const;
    // The comparison on screen; null if there is none.
    compare::CompareView* comparison() const;
    QString linkText() const;

    void setTheme(const QString& choice);

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildCentre();
    void buildToolBar();
    void connectSession();
    void connectLoader();
    void connectFileActions();
    void connectViewActions();
    void connectNavigation();
    void connectHelp();
    void followKeys();
    void connectCompare();
    void addBookmarkActions();
    void addRecentMenu();

    void askToConvert(const open::OpenRequest& request, const QString& report);
    void showOpened(const open::OpenedTraces& opened, const QStringList& paths);
    void showTrace(std::shared_ptr<const model::Trace> trace, const QStringList& paths);
    void showComparison(const open::OpenedTraces& opened, const QStringList& paths);
    void makeCompareView();
    void showCompared(compare::Sides sides); // with what was kept of this pair
    void leaveComparison();
    void showTrust(); // how far what is on screen can be trusted
    void enableCompareActions(bool enabled);
    void compareWith();
    void load(const open::OpenRequest& request); // asks first where something is to be converted
    // Of a comparison those of the side used last.
    timeline_ui::TimelineView* shownTimeline() const;
    session::Session& shownSession();
    std::vector<session::Session*> shownSessions(); // of a comparison those of both sides
    void followPath(session::Session& session);
    void updatePathActions();
    SelectionActions& onSelection();
    void savePair();
    void saveBookmarks(session::Session& session) const;
    void closeTrace();
    void saveSidecarOfTrace();
    void browse();
    void browseFolder();
    QString lastFolder() const;
    void record();
    void exportView();
    void exportComparison();
    void clearStepwise();
    void goToBookmark(int number);
    void showRange(TimeRange range);
    void pan(double direction);
    void showContextMenu(SliceId slice, timeline::LaneKey lane, QPoint position);
    void addPathEntries(QMenu& menu, SliceId slice);
    void openPalette();
    void openLaneFinder();
    void showAbout();

    session::Session m_session;
    session::TraceLoader m_loader;
    session::SearchController m_search;
    QStringList m_paths; // of the trace on screen
    std::optional<DeepLink> m_link; // to apply when its trace is there
    QElapsedTimer m_lastPan;
    int m_panRepeats = 0;
    timeline_ui::TimelineView* m_timeline;
    QStackedWidget* m_centre;
    QWidget* m_comparePage;
    compare::CompareView* m_compare = nullptr; // made for the first comparison
    StartPage* m_start;
    MessageBar* m_messages;
    SummaryCard* m_summary;
    StatusBar* m_status;
    SearchBox* m_searchBox;
    PickList* m_pick;
    Actions* m_actions;
    SelectionActions* m_onSelection;
    SelectionActions* m_onBefore = nullptr; // of a comparison, with it
    SelectionActions* m_onAfter = nullptr;
    Docks* m_docks;
    RecordDialog* m_record = nullptr;
};

} // namespace longpole::window
