// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// MainWindow: opening, closing, dropping and exporting.
#include "ui/session/format.h"
#include "ui/window/actions.h"
#include "ui/window/docks.h"
#include "ui/window/exporter.h"
#include "ui/window/main_window.h"
#include "ui/window/message_bar.h"
#include "ui/window/settings.h"
#include "ui/window/sidecar.h"
#include "ui/window/start_page.h"
#include "ui/window/status_bar.h"
#include "ui/window/summary_card.h"

#include <QAction>
#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMimeData>
#include <QStackedWidget>

namespace longpole::window {
namespace {

QStringList fileNames(const QStringList& paths)
{
    QStringList names;
    for (const QString& path : paths) {
        names << QFileInfo(path).fileName();
    }
    return names;
}

QStringList droppedFiles(const QMimeData& mime)
{
    QStringList paths;
    for (const QUrl& url : mime.urls()) {
        if (url.isLocalFile()) {
            paths << url.toLocalFile();
        } else if (url.scheme() == QLatin1String("longpole")) {
            paths << url.toString(QUrl::FullyEncoded);
        }
    }
    return paths;
}

} // namespace

void MainWindow::connectLoader()
{
    using session::TraceLoader;
    connect(&m_loader, &TraceLoader::started, this, [this](const QStringList& paths) {
        m_messages->dismiss();
        m_status->startProgress(fileNames(paths).join(QStringLiteral(", ")));
    });
    connect(&m_loader, &TraceLoader::progressed, m_status, &StatusBar::setProgress);
    connect(&m_loader, &TraceLoader::loaded, this, &MainWindow::showTrace);
    connect(&m_loader, &TraceLoader::failed, this, [this](const QString& message) {
        m_link.reset();
        m_status->stopProgress();
        m_messages->say(message, MessageBar::Tone::Error);
    });
    connect(&m_loader, &TraceLoader::cancelled, this, [this] {
        m_link.reset();
        m_status->stopProgress();
        m_messages->say(m_session.trace()
                            ? tr("Loading was cancelled; the trace before is still open.")
                            : tr("Loading was cancelled."),
                        MessageBar::Tone::Note);
    });
    connect(m_status, &StatusBar::cancelRequested, &m_loader, &TraceLoader::cancel);
}

void MainWindow::openPaths(const QStringList& pathsOrLinks)
{
    QStringList paths;
    m_link.reset();
    for (const QString& one : pathsOrLinks) {
        if (const auto link = parseDeepLink(one)) {
            m_link = link;
            paths << link->paths;
        } else if (one != QLatin1String("-")) {
            paths << QFileInfo(one).absoluteFilePath();
        } else {
            paths << one;
        }
    }
    if (!paths.isEmpty()) {
        m_loader.load(paths);
    }
}

void MainWindow::showTrace(std::shared_ptr<const model::Trace> trace, const QStringList& paths)
{
    saveSidecarOfTrace();
    m_status->stopProgress();
    m_paths = paths;
    for (const QString& path : paths) {
        settings::addRecentFile(path);
    }
    m_centre->setCurrentIndex(1);
    m_session.setTrace(std::move(trace));
    const Sidecar sidecar = loadSidecar(*m_session.trace());
    m_timeline->setLaneState(sidecar.lanes);
    m_session.setBookmarks(sidecar.bookmarks);
    m_summary->setDismissed(sidecar.summaryDismissed);
    if (sidecar.view && !sidecar.view->empty()) {
        m_timeline->setVisibleRange(*sidecar.view);
    }
    if (m_link) {
        if (m_link->view) {
            m_timeline->setVisibleRange(*m_link->view);
        }
        m_session.select(m_link->selection);
        m_link.reset();
    }
    const QString names = fileNames(paths).join(QStringLiteral(" + "));
    setWindowTitle(names + QStringLiteral(" — Longpole"));
    (*m_actions)[QStringLiteral("close")]->setEnabled(true);
    (*m_actions)[QStringLiteral("export")]->setEnabled(true);
    m_docks->setBottomVisible(true);
    m_docks->show(QStringLiteral("details"));
    m_docks->setDefaultSizes();
    m_timeline->setFocus();
    m_status->setVisibleSpan(m_timeline->viewport().visible());
    if (paths.size() > 1) {
        m_messages->say(
            tr("Several files are shown as one trace. Comparing two traces isn't built yet."),
            MessageBar::Tone::Note);
    }
}

void MainWindow::closeTrace()
{
    saveSidecarOfTrace();
    m_paths.clear();
    m_session.setTrace(nullptr);
    m_start->refresh();
    m_centre->setCurrentIndex(0);
    setWindowTitle(QStringLiteral("Longpole"));
    (*m_actions)[QStringLiteral("close")]->setEnabled(false);
    (*m_actions)[QStringLiteral("export")]->setEnabled(false);
    // An empty window needs no empty panels.
    m_docks->setBottomVisible(false);
    m_docks->hide(QStringLiteral("details"));
}

void MainWindow::saveSidecarOfTrace()
{
    if (!m_session.trace()) {
        return;
    }
    Sidecar sidecar;
    sidecar.lanes = m_timeline->laneState();
    sidecar.bookmarks = m_session.bookmarks();
    sidecar.view = m_timeline->viewport().visible();
    sidecar.summaryDismissed = m_summary->dismissed();
    saveSidecar(*m_session.trace(), sidecar);
}

void MainWindow::browse()
{
    const QString folder = m_paths.isEmpty()
        ? QFileInfo(settings::recentFiles().value(0)).absolutePath()
        : QFileInfo(m_paths.first()).absolutePath();
    const QStringList paths =
        QFileDialog::getOpenFileNames(this, tr("Open a trace"), folder,
                                      tr("Traces (*.json *.json.gz *.json.zst *.json.zip *.zip "
                                         "*.gz *.zst *.longpole);;All files (*)"));
    openPaths(paths);
}

void MainWindow::exportView()
{
    if (!m_session.trace()) {
        return;
    }
    const QString base = QFileInfo(m_paths.value(0)).baseName();
    const QString path =
        QFileDialog::getSaveFileName(this, tr("Export"), base + QStringLiteral(".png"),
                                     tr("Picture of the view (*.png);;Vector picture of the view "
                                        "(*.svg);;Slices in view as CSV (*.csv)"));
    if (path.isEmpty()) {
        return;
    }
    exportTo(*m_timeline, m_session, path, this, [this](const QString& sentence, bool fine) {
        m_messages->say(sentence, fine ? MessageBar::Tone::Note : MessageBar::Tone::Error);
    });
}

void MainWindow::connectFileActions()
{
    m_actions->on(QStringLiteral("open"), [this](bool) { browse(); });
    m_actions->on(QStringLiteral("close"), [this](bool) { closeTrace(); });
    m_actions->on(QStringLiteral("export"), [this](bool) { exportView(); });
    m_actions->on(QStringLiteral("quit"), [this](bool) { close(); });
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    saveSidecarOfTrace();
    settings::setWindow(saveGeometry(), saveState(settings::kLayoutVersion));
    QMainWindow::closeEvent(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (!droppedFiles(*event->mimeData()).isEmpty()) {
        event->acceptProposedAction();
        m_start->setDropHighlight(true);
    }
}

void MainWindow::dragLeaveEvent(QDragLeaveEvent*)
{
    m_start->setDropHighlight(false);
}

void MainWindow::dropEvent(QDropEvent* event)
{
    m_start->setDropHighlight(false);
    const QStringList paths = droppedFiles(*event->mimeData());
    if (!paths.isEmpty()) {
        event->acceptProposedAction();
        openPaths(paths);
    }
}

} // namespace longpole::window
