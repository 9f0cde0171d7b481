// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// MainWindow: opening, closing, dropping and exporting.
#include "core/open/nsys_report.h"
#include "ui/compare/compare_view.h"
#include "ui/session/format.h"
#include "ui/window/actions.h"
#include "ui/window/docks.h"
#include "ui/window/exporter.h"
#include "ui/window/main_window.h"
#include "ui/window/message_bar.h"
#include "ui/window/record_dialog.h"
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
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QStackedWidget>
#include <QTimer>

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
    connect(&m_loader, &TraceLoader::loaded, this, &MainWindow::showOpened);
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

void MainWindow::openPaths(const QStringList& pathsOrLinks, open::Intent intent)
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
    if (paths.isEmpty()) {
        return;
    }
    open::OpenRequest request = session::TraceLoader::request(paths);
    request.intent = intent;
    load(request);
}

void MainWindow::load(const open::OpenRequest& request)
{
    std::vector<std::string> reports = open::reportsToConvert(request.paths);
    if (reports.empty()) {
        reports = open::reportsToConvert(request.after);
    }
    if (!reports.empty() && open::nsysProgram()) {
        askToConvert(request, QString::fromStdString(reports.front()));
    } else {
        m_loader.load(request);
    }
}

void MainWindow::askToConvert(const open::OpenRequest& request, const QString& report)
{
    auto* box =
        new QMessageBox(QMessageBox::Question, tr("Convert the report?"),
                        tr("%1 is a Nsight Systems report. Longpole reads what nsys exports "
                           "from it: a temporary file, removed afterwards.")
                            .arg(QFileInfo(report).fileName()),
                        QMessageBox::Cancel, this);
    box->setInformativeText(tr("Run %1?").arg(QString::fromStdString(*open::nsysProgram())));
    QPushButton* const convert = box->addButton(tr("Convert"), QMessageBox::AcceptRole);
    box->setDefaultButton(convert);
    box->setAttribute(Qt::WA_DeleteOnClose);
    connect(box, &QMessageBox::finished, this, [this, box, convert, request] {
        if (box->clickedButton() == convert) {
            open::OpenRequest agreed = request;
            agreed.options.convertReports = true;
            m_loader.load(agreed);
        }
    });
    box->open();
}

void MainWindow::showOpened(const open::OpenedTraces& opened, const QStringList& paths)
{
    if (opened.runsBefore > 0) {
        showComparison(opened, paths);
        if (!opened.why.empty()) { // it wasn't asked for
            m_messages->say(
                tr("The two are compared, not joined: %1.").arg(QString::fromStdString(opened.why)),
                MessageBar::Tone::Note);
        }
        return;
    }
    showTrace(opened.traces.front(), paths);
    const QString why = QString::fromStdString(opened.why);
    const std::size_t files = opened.traces.front()->info().sources.size();
    // One file that was made of several, such as a recording of several processes, is no news.
    if (files > 1 && (paths.size() > 1 || !QFileInfo(paths.value(0)).isFile())) {
        m_messages->say(why.isEmpty()
                            ? tr("%1 files are shown as one trace.").arg(files)
                            : tr("%1 files are shown as one trace: %2.").arg(files).arg(why),
                        MessageBar::Tone::Note);
    }
}

void MainWindow::showTrace(std::shared_ptr<const model::Trace> trace, const QStringList& paths)
{
    saveSidecarOfTrace();
    m_status->stopProgress();
    m_paths = paths;
    constexpr int kPaintedMs = 50; // writes a file: after the first picture
    QTimer::singleShot(kPaintedMs, this, [paths] {
        for (const QString& path : paths) {
            settings::addRecentFile(path);
        }
    });
    leaveComparison();
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
}

void MainWindow::closeTrace()
{
    saveSidecarOfTrace();
    m_paths.clear();
    m_session.setTrace(nullptr);
    m_start->refresh();
    m_centre->setCurrentIndex(0);
    setWindowTitle(QStringLiteral("Longpole"));
    leaveComparison();
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

QString MainWindow::lastFolder() const
{
    const QString last = m_paths.isEmpty() ? settings::recentFiles().value(0) : m_paths.first();
    return QFileInfo(last).absolutePath();
}

void MainWindow::browse()
{
    openPaths(QFileDialog::getOpenFileNames(
        this, tr("Open traces"), lastFolder(),
        tr("Traces (*.json *.gz *.zst *.zip *.longpole *.sqlite *.nsys-rep *.ncu-rep *.ncu-repz "
           "*.csv *.pb *.pftrace *.perfetto-trace *.db *.rpd);;All files (*)")));
}

void MainWindow::browseFolder()
{
    const QString folder =
        QFileDialog::getExistingDirectory(this, tr("Open a folder of traces"), lastFolder());
    if (!folder.isEmpty()) {
        openPaths({folder});
    }
}

RecordDialog& MainWindow::recordDialog()
{
    if (m_record == nullptr) {
        m_record = new RecordDialog(this);
        connect(m_record, &RecordDialog::recorded, this,
                [this](const QString& path) { openPaths({path}); });
        connect(&m_record->recorder(), &Recorder::finished, this, [this] {
            const RecordStatus& s = m_record->recorder().status();
            if (s.state == RecordStatus::State::Failed && !m_record->isVisible()) {
                m_messages->say(tr("Nothing was recorded: %1").arg(s.problem),
                                MessageBar::Tone::Error);
            }
        });
    }
    return *m_record;
}

void MainWindow::record()
{
    recordDialog().show();
    m_record->raise();
    m_record->activateWindow();
}

void MainWindow::exportView()
{
    if (comparison() != nullptr) {
        exportComparison();
        return;
    }
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
    m_actions->on(QStringLiteral("open-folder"), [this](bool) { browseFolder(); });
    m_actions->on(QStringLiteral("record"), [this](bool) { record(); });
    m_actions->on(QStringLiteral("close"), [this](bool) { closeTrace(); });
    m_actions->on(QStringLiteral("export"), [this](bool) { exportView(); });
    m_actions->on(QStringLiteral("quit"), [this](bool) { close(); });
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (m_record != nullptr && !m_record->mayEnd()) {
        event->ignore();
        return;
    }
    saveSidecarOfTrace();
    savePair();
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
