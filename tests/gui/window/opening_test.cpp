// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Opening several files, folders, and reports that have to be converted first.
#include "tests/gui/gui_tests.h"
#include "tests/gui/wait.h"
#include "tests/support/random_trace.h"
#include "ui/compare/compare_view.h"
#include "ui/window/actions.h"
#include "ui/window/main_window.h"
#include "ui/window/message_bar.h"

#include <QAction>
#include <QDir>
#include <QDropEvent>
#include <QFile>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QUrl>

#include <mutex>

namespace longpole::test {

using namespace window;

namespace {

// What the window asked for.
class Requests
{
public:
    void add(const open::OpenRequest& request)
    {
        const std::lock_guard lock(m_mutex);
        m_all.push_back(request);
    }
    std::vector<open::OpenRequest> take()
    {
        const std::lock_guard lock(m_mutex);
        return std::exchange(m_all, {});
    }

private:
    std::mutex m_mutex;
    std::vector<open::OpenRequest> m_all;
};

} // namespace

class OpeningTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    QByteArray m_path;
    Requests m_requests;
    std::unique_ptr<MainWindow> m_window;

    // Two files that are to be decided on are two traces.
    Result<open::OpenedTraces> open(const open::OpenRequest& request)
    {
        m_requests.add(request);
        open::OpenedTraces opened(randomTrace());
        if (request.paths.size() == 2 && request.intent == open::Intent::Decide) {
            opened.traces.push_back(randomTrace());
            opened.runsBefore = 1;
            opened.why = "both are rank 0";
        }
        return opened;
    }
    QString file(const QString& name, const QByteArray& text = "{}")
    {
        const QString path = m_folder.filePath(name);
        QFile out(path);
        if (out.open(QIODevice::WriteOnly)) {
            out.write(text);
        }
        return path;
    }
    void putNsysOnThePath()
    {
        QDir(m_folder.path()).mkpath(QStringLiteral("bin"));
        const QString program = file(QStringLiteral("bin/nsys"), "#!/bin/sh\nexit 1\n");
        QFile::setPermissions(program, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        qputenv("PATH",
                (m_folder.filePath(QStringLiteral("bin")) + QLatin1Char(':')).toUtf8() + m_path);
    }
    QMessageBox* question() { return m_window->findChild<QMessageBox*>(); }

private slots:
    void init()
    {
        m_path = qgetenv("PATH");
        m_window = std::make_unique<MainWindow>(
            [this](const open::OpenRequest& request, const JobContext&) { return open(request); },
            session::TraceLoader::Cache());
        m_window->resize(1280, 720);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        m_requests.take();
    }
    void cleanup()
    {
        m_window.reset();
        qputenv("PATH", m_path);
    }

    void twoRecordingsAreCompared()
    {
        m_window->openPaths({file(QStringLiteral("a.json")), file(QStringLiteral("b.json"))});
        WAIT_VERIFY(m_window->comparison());
        QVERIFY(!m_window->session().trace());
        QVERIFY(m_window->windowTitle().contains(QChar(0x2194)));
        QVERIFY2(m_window->messages().text().contains(QStringLiteral("both are rank 0")),
                 qPrintable(m_window->messages().text()));
        QVERIFY(m_window->actions()[QStringLiteral("align-start")]->isEnabled());
        // The start page again, and one trace again.
        m_window->actions()[QStringLiteral("close")]->trigger();
        QVERIFY(m_window->onStartPage());
        QVERIFY(!m_window->actions()[QStringLiteral("align-start")]->isEnabled());
        m_window->openPaths({file(QStringLiteral("a.json"))});
        WAIT_VERIFY(m_window->session().trace());
        QVERIFY(!m_window->comparison());
    }
    void runsOfBothSidesAreAskedFor()
    {
        m_window->openSides({file(QStringLiteral("a1.json")), file(QStringLiteral("a2.json"))},
                            {file(QStringLiteral("b1.json"))});
        WAIT_VERIFY(!m_window->loader().loading());
        const auto asked = m_requests.take();
        QCOMPARE(asked.size(), 1U);
        QCOMPARE(asked[0].paths.size(), 2U);
        QCOMPARE(asked[0].after.size(), 1U);
        QVERIFY(asked[0].intent == open::Intent::Compare);
    }
    void joiningIsWhatWasAskedFor()
    {
        m_window->openPaths({file(QStringLiteral("a.json")), file(QStringLiteral("b.json"))},
                            open::Intent::Join);
        WAIT_VERIFY(m_window->session().trace());
        const auto asked = m_requests.take();
        QCOMPARE(asked.size(), 1U);
        QVERIFY(asked[0].intent == open::Intent::Join);
        QVERIFY(m_window->windowTitle().startsWith(QStringLiteral("a.json + b.json")));
        QVERIFY(!m_window->messages().text().contains(QStringLiteral("two recordings")));
    }
    void aDroppedFolderIsOpened()
    {
        QMimeData mime;
        mime.setUrls({QUrl::fromLocalFile(m_folder.path())});
        QDragEnterEvent enter({20, 20}, Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(m_window.get(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop({20, 20}, Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(m_window.get(), &drop);
        WAIT_VERIFY(m_window->session().trace());
        const auto asked = m_requests.take();
        QCOMPARE(asked.size(), 1U);
        QCOMPARE(asked[0].paths, std::vector<std::string>{m_folder.path().toStdString()});
    }
    void aReportIsConvertedOnlyAfterAsking()
    {
        putNsysOnThePath();
        const QString report = file(QStringLiteral("run.nsys-rep"));
        m_window->openPaths({report});
        WAIT_VERIFY(question() != nullptr);
        QVERIFY(question()->text().startsWith(QStringLiteral("run.nsys-rep is a Nsight Systems")));
        QVERIFY(m_requests.take().empty());
        question()->button(QMessageBox::Cancel)->click();
        WAIT_VERIFY(question() == nullptr);
        QVERIFY(m_requests.take().empty());
        m_window->openPaths({report});
        WAIT_VERIFY(question() != nullptr);
        question()->defaultButton()->click();
        WAIT_VERIFY(m_window->session().trace());
        const auto asked = m_requests.take();
        QCOMPARE(asked.size(), 1U);
        QVERIFY(asked[0].options.convertReports);
    }
    // Without nsys there is nothing to ask: the loader says what to do.
    void withoutNsysNobodyIsAsked()
    {
        qputenv("PATH", "/nonexistent");
        m_window->openPaths({file(QStringLiteral("run.nsys-rep"))});
        WAIT_VERIFY(m_window->session().trace());
        QVERIFY(question() == nullptr);
        QVERIFY(!m_requests.take().at(0).options.convertReports);
    }
};

std::unique_ptr<QObject> makeOpeningTest()
{
    return std::make_unique<OpeningTest>();
}

} // namespace longpole::test

#include "opening_test.moc"
