// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/gui_tests.h"
#include "tests/gui/wait.h"
#include "tests/support/random_trace.h"
#include "ui/session/format.h"
#include "ui/window/actions.h"
#include "ui/window/docks.h"
#include "ui/window/exporter.h"
#include "ui/window/key_sheet.h"
#include "ui/window/main_window.h"
#include "ui/window/message_bar.h"
#include "ui/window/pick_list.h"
#include "ui/window/search_box.h"
#include "ui/window/status_bar.h"
#include "ui/window/summary_card.h"

#include <QAbstractScrollArea>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QDropEvent>
#include <QElapsedTimer>
#include <QFile>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QScrollBar>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <atomic>
#include <chrono>
#include <thread>

namespace longpole::test {

using namespace window;

class MainWindowTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    QString m_good;
    std::unique_ptr<MainWindow> m_window;

    // Files called "slow…" load until cancelled, "bad…" are refused, others are a random trace.
    static Result<open::OpenedTraces> open(const open::OpenRequest& request, const JobContext& job)
    {
        const std::vector<std::string>& paths = request.paths;
        if (paths.front().find("/bad") != std::string::npos) {
            return fail(Errc::Format, "this is a picture, not a trace", paths.front());
        }
        if (paths.front().find("/slow") != std::string::npos) {
            while (!job.cancelled()) {
                job.report({"reading", 250, 1'000'000, 1000});
                std::this_thread::sleep_for(std::chrono::milliseconds(2));
            }
            return fail(Errc::Cancelled, "cancelled");
        }
        return open::OpenedTraces(randomTrace());
    }
    QString file(const QString& name)
    {
        const QString path = m_folder.filePath(name);
        QFile out(path);
        if (out.open(QIODevice::WriteOnly)) {
            out.write("{}");
        }
        return path;
    }
    void openGood()
    {
        m_window->openPaths({m_good});
        WAIT_VERIFY(m_window->session().trace() && !m_window->loader().loading());
    }
    static void key(QWidget& widget, int code, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QTest::keyClick(&widget, static_cast<Qt::Key>(code), modifiers);
    }

private slots:
    // What this run keeps of a trace is none of the next run's business, nor of the user's.
    void initTestCase()
    {
        QVERIFY(QStandardPaths::isTestModeEnabled());
        QDir(QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation)
             + QStringLiteral("/longpole/traces"))
            .removeRecursively();
    }
    void init()
    {
        m_good = file(QStringLiteral("good.json"));
        m_window =
            std::make_unique<MainWindow>(&MainWindowTest::open, session::TraceLoader::Cache());
        m_window->resize(1280, 720);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }
    void cleanup() { m_window.reset(); }

    void itStartsOnTheStartPageAndShowsATrace()
    {
        QVERIFY(m_window->onStartPage());
        QCOMPARE(m_window->status().trustText(), QStringLiteral("no trace"));
        openGood();
        QVERIFY(!m_window->onStartPage());
        QVERIFY(m_window->windowTitle().startsWith(QStringLiteral("good.json")));
        QVERIFY(m_window->status().trustText() != QStringLiteral("no trace"));
        WAIT_VERIFY(m_window->summaryCard().isVisible());
        m_window->actions()[QStringLiteral("close")]->trigger();
        QVERIFY(m_window->onStartPage());
        QVERIFY(!m_window->session().trace());
    }
    void cancellingKeepsTheTraceBefore()
    {
        openGood();
        const auto before = m_window->session().trace();
        m_window->openPaths({file(QStringLiteral("slow.json"))});
        QTest::qWait(30);
        emit m_window->status().cancelRequested();
        QVERIFY(!m_window->loader().loading());
        QCOMPARE(m_window->session().trace(), before);
        QVERIFY(!m_window->messages().text().isEmpty());
    }
    void aFailureIsSaidInTheWindowAndKeepsTheTrace()
    {
        openGood();
        const auto before = m_window->session().trace();
        m_window->openPaths({file(QStringLiteral("bad.png"))});
        WAIT_VERIFY(
            m_window->messages().text().contains(QStringLiteral("this is a picture, not a trace")));
        QCOMPARE(m_window->session().trace(), before);
        QVERIFY(!QApplication::activeModalWidget());
    }
    void aDroppedFileOpens()
    {
        QMimeData mime;
        mime.setUrls({QUrl::fromLocalFile(m_good)});
        QDragEnterEvent enter({20, 20}, Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(m_window.get(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop({20, 20}, Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(m_window.get(), &drop);
        WAIT_VERIFY(m_window->session().trace());
    }
    void theEventLoopTurnsWhileAFileLoads()
    {
        openGood();
        m_window->openPaths({file(QStringLiteral("slow.json"))});
        int ticks = 0;
        QTimer timer;
        connect(&timer, &QTimer::timeout, this, [&] {
            ++ticks;
            m_window->timeline().pan(1);
            m_window->timeline().update();
        });
        timer.start(5);
        QTest::qWait(400);
        QVERIFY(m_window->loader().loading());
        QVERIFY2(ticks > 10, qPrintable(QString::number(ticks)));
        m_window->loader().cancel();
    }
    void theKeyboardAloneSuffices()
    {
        openGood();
        MainWindow& w = *m_window;
        QWidget& view = w.timeline();
        view.setFocus();
        const auto visible = [&] { return w.timeline().viewport().visible().duration().ns; };
        const auto whole = visible();
        key(view, Qt::Key_W);
        key(view, Qt::Key_W);
        QVERIFY(visible() < whole);
        key(view, Qt::Key_0);
        QCOMPARE(visible(), whole);
        key(view, Qt::Key_Z);
        QVERIFY(visible() < whole);
        key(view, Qt::Key_Slash);
        QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(w.searchBox().field()));
        QTest::keyClicks(w.searchBox().field(), QStringLiteral("e"));
        WAIT_VERIFY(!w.session().hits()->empty());
        key(*w.searchBox().field(), Qt::Key_Return);
        WAIT_VERIFY(w.session().selection().valid());
        key(*w.searchBox().field(), Qt::Key_Escape);
        QCOMPARE(QApplication::focusWidget(), &view);
        const SliceId hit = w.session().selection();
        key(view, Qt::Key_Return);
        WAIT_VERIFY(w.session().selection() != hit); // its place is looked up on a worker
        key(view, Qt::Key_M);
        WAIT_VERIFY(w.session().range().has_value()
                    || w.session().trace()->slice(w.session().selection()).duration.ns == 0);
        key(view, Qt::Key_B);
        WAIT_COMPARE(w.session().bookmarks().size(), std::size_t(1));
        key(view, Qt::Key_0);
        key(view, Qt::Key_1);
        QVERIFY(visible() < whole);
        for (int i = 0; i < 3; ++i) {
            key(view, Qt::Key_Escape);
        }
        QVERIFY(!w.session().range());
        QVERIFY(w.session().hits()->empty());
        QVERIFY(!w.session().selection().valid());
    }
    void commandsAndLanesAreFoundByName()
    {
        openGood();
        MainWindow& w = *m_window;
        w.actions()[QStringLiteral("palette")]->trigger();
        QVERIFY(w.pickList().isVisible());
        QTest::keyClicks(w.pickList().field(), QStringLiteral("roomy"));
        QCOMPARE(w.pickList().shown(), 1);
        key(*w.pickList().field(), Qt::Key_Return);
        QVERIFY(!w.pickList().isVisible());
        QCOMPARE(w.timeline().laneState().density, timeline::Density::Roomy);
        w.actions()[QStringLiteral("find-lane")]->trigger();
        QVERIFY(w.pickList().shown() > 3);
        key(*w.pickList().field(), Qt::Key_Escape);
        QVERIFY(!w.pickList().isVisible());
    }
    void theSelectionIsCopiedAsTextAndTsvAndLinked()
    {
        openGood();
        MainWindow& w = *m_window;
        w.session().select(SliceId(5));
        w.timeline().setFocus();
        w.actions()[QStringLiteral("copy")]->trigger();
        WAIT_VERIFY(QApplication::clipboard()->text().contains(QStringLiteral("duration")));
        QVERIFY(QApplication::clipboard()
                    ->mimeData()
                    ->data(QStringLiteral("text/tab-separated-values"))
                    .startsWith("name\tstart_ns"));
        const QString link = w.linkText();
        w.session().select({});
        w.timeline().fitAll();
        w.openPaths({link});
        WAIT_VERIFY(!w.loader().loading());
        QCOMPARE(w.session().selection(), SliceId(5));
    }
    void recentFilesAreInTheFileMenu()
    {
        openGood();
        auto* recent = m_window->findChild<QMenu*>(QStringLiteral("recent"));
        QVERIFY(recent != nullptr);
        emit recent->aboutToShow();
        QVERIFY(!recent->actions().isEmpty());
        const QString path = recent->actions().first()->toolTip();
        QVERIFY(QFileInfo::exists(path));
        const auto before = m_window->session().trace();
        recent->actions().first()->trigger();
        WAIT_VERIFY(m_window->session().trace() != before && !m_window->loader().loading());
    }
    void severalSelectedSlicesAreSummedUp()
    {
        openGood();
        session::Session& s = m_window->session();
        s.select(SliceId(5));
        s.toggleSelected(SliceId(9));
        s.toggleSelected(SliceId(2));
        QCOMPARE(s.selection(), SliceId(2));
        DurationNs sum;
        for (const SliceId id : s.selected()) {
            sum = DurationNs{sum.ns + s.trace()->slice(id).duration.ns};
        }
        WAIT_VERIFY(m_window->status().selectionText().startsWith(QStringLiteral("3 slices")));
        QVERIFY(m_window->status().selectionText().contains(session::humanDuration(sum.ns)));
        m_window->timeline().setFocus();
        m_window->actions()[QStringLiteral("copy")]->trigger();
        WAIT_COMPARE(QApplication::clipboard()->text().count(QLatin1Char('\n')), 4);
        s.toggleSelected(SliceId(2)); // out again
        QCOMPARE(s.selection(), SliceId(9));
        WAIT_VERIFY(m_window->status().selectionText().startsWith(QStringLiteral("2 slices")));
        s.select(SliceId(5));
        QCOMPARE(s.selected(), std::vector{SliceId(5)});
    }
    void aPictureIsWrittenWhileTheWindowStaysAlive()
    {
        openGood();
        for (const char* name : {"view.png", "view.svg", "view.csv"}) {
            const QString path = m_folder.filePath(QLatin1String(name));
            QString words;
            exportTo(m_window->timeline(), m_window->session(), path, m_window.get(),
                     [&](const QString& said, bool fine) { words = fine ? said : QString(); });
            QVERIFY(words.isEmpty()); // not done yet, and not here
            WAIT_VERIFY_FOR(words.contains(path), 10'000);
            QVERIFY(QFileInfo(path).size() > 1000);
        }
    }
    void whatWasDoneToATraceComesBack()
    {
        openGood();
        m_window->session().addBookmark({0, {{1}, {2}}, QStringLiteral("mine")});
        m_window->summaryCard().setDismissed(true);
        m_window->close();
        m_window =
            std::make_unique<MainWindow>(&MainWindowTest::open, session::TraceLoader::Cache());
        m_window->show();
        openGood();
        QCOMPARE(m_window->session().bookmarks().size(), std::size_t(1));
        QVERIFY(m_window->summaryCard().dismissed());
    }
    void everythingThatTakesTheFocusHasAName()
    {
        openGood();
        for (const panels::Panel& panel : m_window->docks().panels()) {
            QVERIFY(m_window->docks().show(panel.id) != nullptr);
            QTest::qWait(20);
        }
        KeySheet keys(m_window->actions(), m_window.get());
        keys.show();
        QStringList nameless;
        for (const QWidget* root : std::initializer_list<QWidget*>{m_window.get(), &keys}) {
            for (const QWidget* widget : root->findChildren<QWidget*>()) {
                const bool internal = qobject_cast<const QScrollBar*>(widget)
                    || widget->objectName().startsWith(QLatin1String("qt_"))
                    || widget->inherits("QTabBar") || widget->inherits("QMenuBar")
                    || widget->inherits("QMenu") || widget->inherits("QToolBarExtension")
                    || (widget->parentWidget() && widget->parentWidget()->inherits("QLineEdit"))
                    || widget->inherits("QTableCornerButton") || widget->inherits("QHeaderView");
                if (widget->focusPolicy() != Qt::NoFocus && !internal
                    && widget->accessibleName().isEmpty()) {
                    nameless << QString::fromLatin1(widget->metaObject()->className())
                            + QLatin1Char(' ') + widget->objectName();
                }
            }
        }
        QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(QStringLiteral(", "))));
    }
    void everyActionDoesSomethingWithAndWithoutATrace()
    {
        for (const bool loaded : {false, true}) {
            if (loaded) {
                openGood();
            }
            for (QAction* action : m_window->actions().all()) {
                const QString id = action->objectName();
                const bool dialog = id.startsWith(QLatin1String("open"))
                    || id == QLatin1String("export") || id == QLatin1String("about")
                    || id == QLatin1String("quit") || id == QLatin1String("close")
                    || id == QLatin1String("keys") || id == QLatin1String("compare");
                if (!dialog) {
                    action->trigger();
                }
            }
            QTest::qWait(20);
        }
        m_window->setTheme(QStringLiteral("dark"));
    }
};

std::unique_ptr<QObject> makeMainWindowTest()
{
    return std::make_unique<MainWindowTest>();
}

} // namespace longpole::test

#include "main_window_test.moc"
