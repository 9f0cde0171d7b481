// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// MainWindow: what the actions do.
#include "core/base/version.h"
#include "ui/panels/whatif/whatif_panel.h"
#include "ui/session/critical_path_controller.h"
#include "ui/session/format.h"
#include "ui/theme/theme.h"
#include "ui/window/actions.h"
#include "ui/window/docks.h"
#include "ui/window/key_editor.h"
#include "ui/window/key_sheet.h"
#include "ui/window/main_window.h"
#include "ui/window/message_bar.h"
#include "ui/window/pick_list.h"
#include "ui/window/search_box.h"
#include "ui/window/selection_actions.h"
#include "ui/window/settings.h"
#include "ui/window/start_page.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QFileInfo>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>

#include <algorithm>

namespace longpole::window {

void MainWindow::connectViewActions()
{
    const auto on = [this](const char* id, auto run) { m_actions->on(QLatin1String(id), run); };
    on("zoom-in", [this](bool) { shownTimeline()->zoom(1.5); });
    on("zoom-out", [this](bool) { shownTimeline()->zoom(1 / 1.5); });
    on("pan-left", [this](bool) { pan(-1); });
    on("pan-right", [this](bool) { pan(1); });
    on("fit-selection", [this](bool) { shownTimeline()->fitSelection(); });
    on("fit-all", [this](bool) { shownTimeline()->fitAll(); });
    on("undo-zoom", [this](bool) { shownTimeline()->undoZoom(); });
    on("redo-zoom", [this](bool) { shownTimeline()->redoZoom(); });
    on("pin-lane", [this](bool) {
        const timeline::LaneKey lane = shownTimeline()->currentLane();
        const auto pinned = shownTimeline()->laneState().pinned;
        shownTimeline()->setPinned(lane,
                                   std::find(pinned.begin(), pinned.end(), lane) == pinned.end());
    });
    on("hide-lane",
       [this](bool) { shownTimeline()->setHidden(shownTimeline()->currentLane(), true); });
    on("show-lanes", [this](bool) { shownTimeline()->showAllLanes(); });
    on("fold-all", [this](bool) { shownTimeline()->collapseAll(true); });
    on("unfold-all", [this](bool) { shownTimeline()->collapseAll(false); });
    (*m_actions)[QStringLiteral("lane-headers")]->setChecked(m_timeline->headersVisible());
    on("lane-headers", [this](bool shown) { m_timeline->setHeadersVisible(shown); });
    const auto all = [this](auto change) {
        for (auto* view : findChildren<timeline_ui::TimelineView*>()) {
            change(*view);
        }
    };
    on("wheel-zooms", [all](bool zooms) {
        all([zooms](timeline_ui::TimelineView& view) { view.setWheelZooms(zooms); });
    });
    const auto density = [all](timeline::Density to) {
        return [all, to](bool) {
            all([to](timeline_ui::TimelineView& view) { view.setDensity(to); });
        };
    };
    on("compact", density(timeline::Density::Compact));
    on("normal", density(timeline::Density::Normal));
    on("roomy", density(timeline::Density::Roomy));
    const auto choose = [this](const QString& choice) {
        settings::setThemeChoice(choice);
        setTheme(choice);
    };
    on("theme", [choose](bool) {
        choose(theme::current().mode == theme::Mode::Dark ? QStringLiteral("light")
                                                          : QStringLiteral("dark"));
    });
    on("theme-system", [choose](bool) { choose(QStringLiteral("system")); });
    on("full-screen", [this](bool) { setWindowState(windowState() ^ Qt::WindowFullScreen); });
    on("bottom-panels", [this](bool) { m_docks->setBottomVisible(!m_docks->bottomVisible()); });
    (*m_actions)[QStringLiteral("bottom-panels")]->setCheckable(false);
}

void MainWindow::connectNavigation()
{
    const auto on = [this](const char* id, auto run) { m_actions->on(QLatin1String(id), run); };
    on("copy", [this](bool) { onSelection().copy(); });
    on("copy-link", [this](bool) {
        if (m_session.trace()) {
            QApplication::clipboard()->setText(linkText());
        }
    });
    on("search", [this](bool) {
        m_searchBox->field()->setFocus(Qt::ShortcutFocusReason);
        m_searchBox->field()->selectAll();
    });
    on("next-hit", [this](bool) { m_searchBox->inUse().next(); });
    on("previous-hit", [this](bool) { m_searchBox->inUse().previous(); });
    on("mark", [this](bool) { onSelection().mark(); });
    on("keep-mark", [this](bool) { onSelection().keepMark(); });
    on("remove-mark", [this](bool) {
        session::Session& session = shownSession();
        if (session.range()) {
            session.removeBookmark(*session.range());
            session.setRange(std::nullopt);
        }
    });
    on("clear", [this](bool) { clearStepwise(); });
    on("previous-slice", [this](bool) { shownTimeline()->selectNeighbour(-1); });
    on("next-slice", [this](bool) { shownTimeline()->selectNeighbour(1); });
    on("parent-slice", [this](bool) { shownTimeline()->selectParent(); });
    on("child-slice", [this](bool) { shownTimeline()->selectChild(); });
    on("link-back", [this](bool) { m_timeline->walk(false); });
    on("link-forward", [this](bool) { m_timeline->walk(true); });
    on("critical-path", [this](bool shown) {
        for (session::Session* session : shownSessions()) {
            session->criticalPath().setOverlay(shown);
        }
    });
    on("next-stall", [this](bool) { shownSession().criticalPath().nextStall(1); });
    on("previous-stall", [this](bool) { shownSession().criticalPath().nextStall(-1); });
    on("bookmark", [this](bool) { onSelection().bookmark(); });
    on("find-lane", [this](bool) { openLaneFinder(); });
}

void MainWindow::connectHelp()
{
    m_actions->on(QStringLiteral("keys"), [this](bool) {
        auto* sheet = new KeySheet(*m_actions, this);
        sheet->setAttribute(Qt::WA_DeleteOnClose);
        sheet->open();
    });
    m_actions->on(QStringLiteral("shortcuts"), [this](bool) {
        auto* editor = new KeyEditor(*m_actions, this);
        editor->setAttribute(Qt::WA_DeleteOnClose);
        editor->open();
    });
    connect(m_actions, &Actions::keysChanged, this, &MainWindow::followKeys);
    followKeys();
    m_actions->on(QStringLiteral("palette"), [this](bool) { openPalette(); });
    m_actions->on(QStringLiteral("about"), [this](bool) { showAbout(); });
}

// The letters of the timeline belong to the actions; where they are on a keyboard counts only while
// nobody has chosen others.
void MainWindow::followKeys()
{
    bool usual = true;
    for (const char* id :
         {"zoom-in", "zoom-out", "pan-left", "pan-right", "undo-zoom", "redo-zoom"}) {
        usual = usual && !m_actions->changed(*(*m_actions)[QLatin1String(id)]);
    }
    for (auto* view : findChildren<timeline_ui::TimelineView*>()) { // those of a comparison too
        view->setKeysByPlace(usual);
        view->setOwnKeys(false);
    }
}

void MainWindow::pan(double direction)
{
    // Holding the key speeds up, letting go starts anew.
    m_panRepeats = m_lastPan.isValid() && m_lastPan.elapsed() < 120 ? m_panRepeats + 1 : 0;
    m_lastPan.start();
    const double share = std::min(0.06 * (1 + 0.15 * m_panRepeats), 0.3);
    timeline_ui::TimelineView* view = shownTimeline();
    view->pan(direction * share * view->viewport().widthPx());
}

void MainWindow::showRange(TimeRange range)
{
    timeline_ui::TimelineView* view = shownTimeline();
    if (range.empty()) { // a moment: keep the scale
        const std::int64_t half = view->viewport().visible().duration().ns / 2;
        view->setVisibleRange({range.begin - DurationNs{half}, range.begin + DurationNs{half}});
        return;
    }
    const DurationNs margin{range.duration().ns / 20};
    view->setVisibleRange({range.begin - margin, range.end + margin});
}

void MainWindow::clearStepwise()
{
    session::Session& session = shownSession();
    session::CriticalPathController& path = session.criticalPath();
    if (path.stall() || path.step()) {
        path.selectStall(std::nullopt);
        path.selectStep(std::nullopt);
    } else if (session.range()) {
        session.setRange(std::nullopt);
    } else if (!m_searchBox->inUse().query().text.isEmpty()) {
        m_searchBox->setText(QString());
    } else if (session.selection().valid()) {
        session.select({});
    } else {
        m_messages->dismiss();
    }
}

void MainWindow::goToBookmark(int number)
{
    if (const session::Bookmark* bookmark = shownSession().bookmark(number)) {
        showRange(bookmark->range);
    }
}

void MainWindow::showContextMenu(SliceId slice, timeline::LaneKey lane, QPoint position)
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto add = [&](const char* id) { menu->addAction((*m_actions)[QLatin1String(id)]); };
    if (slice.valid() && m_session.trace()) {
        const auto& chosen = m_session.selected();
        if (std::find(chosen.begin(), chosen.end(), slice) == chosen.end()) {
            m_session.select(slice);
        }
        for (const char* id : {"copy", "copy-link", "fit-selection", "mark"}) {
            add(id);
        }
        menu->addAction(tr("Find all of this name"), this,
                        [this, slice] { m_onSelection->findName(slice); });
        menu->addSeparator();
        add("link-back");
        add("link-forward");
        menu->addSeparator();
    }
    addPathEntries(*menu, slice);
    add("bookmark");
    if (lane.valid()) {
        const auto pinned = m_timeline->laneState().pinned;
        const bool isPinned = std::find(pinned.begin(), pinned.end(), lane) != pinned.end();
        menu->addAction(isPinned ? tr("Unpin this lane") : tr("Pin this lane"), this,
                        [this, lane, isPinned] { m_timeline->setPinned(lane, !isPinned); });
        menu->addAction(tr("Hide this lane"), this,
                        [this, lane] { m_timeline->setHidden(lane, true); });
    }
    add("show-lanes");
    menu->popup(position);
}

// What can be asked about the thing under the pointer.
void MainWindow::addPathEntries(QMenu& menu, SliceId slice)
{
    session::CriticalPathController& path = m_session.criticalPath();
    const auto ask = [this, &path](critical_path::RegionSpec region) {
        path.ask({std::move(region), path.question().anchor});
        m_docks->show(QStringLiteral("path"));
    };
    const bool known = slice.valid() && m_session.trace();
    bool any = false;
    // Its class alone: the whole slice would read all columns of its track.
    const auto isAnnotation = [slice](const model::Trace& trace) {
        const TrackId track = trace.trackOf(slice);
        return trace.column(model::slice::kClass,
                            track)[slice.value - trace.track(track).firstSlice]
            == model::SliceClass::Annotation;
    };
    if (known && isAnnotation(*m_session.trace())) {
        menu.addAction(tr("Critical path of this annotation"), this,
                       [ask, slice] { ask(critical_path::RegionSpec::of(slice)); });
        any = true;
    }
    if (const auto range = m_session.range()) {
        menu.addAction(tr("Critical path of the selected time"), this,
                       [ask, range] { ask(critical_path::RegionSpec::of(*range)); });
        any = true;
    }
    if (known && path.answer() && path.answer()->path.op(slice) != nullptr) {
        menu.addAction(tr("What if this were faster…"), this, [this] {
            QWidget* shown = m_docks->show(QStringLiteral("whatif"));
            if (auto* panel = qobject_cast<panels::WhatIfPanel*>(shown)) {
                panel->askAboutSelection();
            }
        });
        any = true;
    }
    if (any) {
        menu.addSeparator();
    }
}

void MainWindow::openPalette()
{
    std::vector<Choice> choices;
    for (QAction* action : m_actions->all()) {
        if (action->isEnabled() && action->objectName() != QLatin1String("palette")) {
            choices.push_back({action->text().remove(QChar(0x2026)),
                               action->shortcut().toString(QKeySequence::NativeText),
                               [this, action] {
                                   shownTimeline()->setFocus();
                                   action->trigger();
                               }});
        }
    }
    m_pick->open(tr("Run a command"), std::move(choices));
}

void MainWindow::openLaneFinder()
{
    std::vector<Choice> choices;
    for (const timeline::Lane& lane : m_timeline->laneLayout().lanes()) {
        if (lane.title.empty()) {
            continue;
        }
        choices.push_back(
            {session::text(lane.title), session::text(lane.detail), [this, key = lane.key] {
                 m_timeline->showLane(key);
                 m_timeline->setFocus();
             }});
    }
    m_pick->open(tr("Go to a lane"), std::move(choices));
}

// Filled when it opens: another window may have opened files.
void MainWindow::addRecentMenu()
{
    auto* file = menuBar()->findChild<QMenu*>(QStringLiteral("File"));
    if (file == nullptr) {
        return;
    }
    auto* recent = new QMenu(tr("Open recent"), file);
    recent->setObjectName(QStringLiteral("recent"));
    recent->setToolTipsVisible(true);
    file->insertMenu((*m_actions)[QStringLiteral("close")], recent);
    connect(recent, &QMenu::aboutToShow, this, [this, recent] {
        recent->clear();
        const QStringList paths = settings::recentFiles();
        for (const QString& path : paths) {
            QAction* open = recent->addAction(
                QFileInfo(path).fileName().replace(QLatin1Char('&'), QStringLiteral("&&")), this,
                [this, path] { openPaths({path}); });
            open->setToolTip(path);
        }
        if (paths.isEmpty()) {
            recent->addAction(tr("No files yet"))->setEnabled(false);
            return;
        }
        recent->addSeparator();
        recent->addAction(tr("Forget these"), this, [this] {
            settings::forgetRecentFiles();
            m_start->refresh();
        });
    });
}

void MainWindow::showAbout()
{
    QMessageBox::about(this, tr("About Longpole"),
                       tr("<b>Longpole %1</b><br>Where the time of a GPU program goes.<br><br>"
                          "Free software under the GNU General Public License, version 3 or later.")
                           .arg(QString::fromLatin1(version())));
}

} // namespace longpole::window
