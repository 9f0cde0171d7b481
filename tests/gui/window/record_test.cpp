// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// File → Record… with the real `longpole record` and the doubles in place of a GPU.
#include "core/open/open_trace.h"
#include "tests/gui/gui_tests.h"
#include "tests/gui/wait.h"
#include "tests/support/random_trace.h"
#include "ui/window/actions.h"
#include "ui/window/main_window.h"
#include "ui/window/message_bar.h"
#include "ui/window/record_dialog.h"
#include "ui/window/start_page.h"
#include "ui/window/summary.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <mutex>

namespace longpole::test {

using namespace window;

namespace {

const QString kDoubles = QStringLiteral(LONGPOLE_DOUBLES);
constexpr int kLongMs = 60'000; // on a busy machine
const QString kEndless =
    QStringLiteral("init") + QStringLiteral(" launch 50 ms 100").repeated(1000);

} // namespace

class RecordTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<MainWindow> m_window;
    QLineEdit* m_more = nullptr;
    std::mutex m_mutex;
    QStringList m_opened;

    RecordDialog& dialog() { return m_window->recordDialog(); }
    template <class W>
    W* named(const QString& name)
    {
        for (W* w : dialog().findChildren<W*>()) {
            if (w->accessibleName() == name) {
                return w;
            }
        }
        return nullptr;
    }
    QPushButton* button(const QString& words)
    {
        for (auto* b : dialog().findChildren<QPushButton*>()) {
            if (b->text() == words) {
                return b;
            }
        }
        return nullptr;
    }
    QString status() { return named<QLabel>(QStringLiteral("Status"))->text(); }
    void target(const QString& what)
    {
        dialog().setCommand(kDoubles + QStringLiteral("/double_target ") + what, m_folder->path());
        for (auto* edit : dialog().findChildren<QLineEdit*>()) {
            if (edit->placeholderText().startsWith(QLatin1String("--capture"))) {
                m_more = edit;
                edit->setText(
                    QStringLiteral("--flush-ms 50 --cupti %1/libcupti.so.13").arg(kDoubles));
            }
        }
    }
    // The first bytes only say what process it is; what follows is of its work.
    bool workIsRecorded()
    {
        const auto bytes = [&] { return dialog().recorder().status().bytes; };
        qint64 first = 0;
        return QTest::qWaitFor([&] { return (first = bytes()) > 0; }, kLongMs)
            && QTest::qWaitFor([&] { return bytes() > first; }, kLongMs);
    }
    QStringList opened()
    {
        const std::lock_guard lock(m_mutex);
        return m_opened;
    }

private slots:
    void init()
    {
        qputenv("LD_LIBRARY_PATH", kDoubles.toUtf8());
        m_folder = std::make_unique<QTemporaryDir>();
        m_opened.clear();
        m_window = std::make_unique<MainWindow>(
            [this](const open::OpenRequest& request,
                   const JobContext&) -> Result<open::OpenedTraces> {
                const std::lock_guard lock(m_mutex);
                for (const std::string& path : request.paths) {
                    m_opened << QString::fromStdString(path);
                }
                return open::OpenedTraces(randomTrace());
            },
            session::TraceLoader::Cache());
        m_window->show();
        m_window->actions()[QStringLiteral("record")]->trigger();
        QVERIFY(dialog().isVisible());
        dialog().recorder().setProgram(QStringLiteral(LONGPOLE_CLI));
    }
    void cleanup()
    {
        m_window.reset();
        qunsetenv("LD_LIBRARY_PATH");
    }

    void aShellRunsWhatOnlyAShellCan()
    {
        QCOMPARE(recordedCommand(QStringLiteral("python  train.py \"a b\"")),
                 QStringList({QStringLiteral("python"), QStringLiteral("train.py"),
                              QStringLiteral("a b")}));
        for (const char* command :
             {"X=1 python train.py", "a | b", "a && b", "echo $HOME", "ls *"}) {
            const QString words = QLatin1String(command);
            QCOMPARE(recordedCommand(words),
                     QStringList({QStringLiteral("/bin/sh"), QStringLiteral("-c"), words}));
        }
        QVERIFY(recordedCommand(QString()).isEmpty());
    }

    void theRecordingOpensWhenTheProgramHasEnded()
    {
        target(QStringLiteral("init launch 50 ms 1200"));
        QSignalSpy recorded(&dialog(), &RecordDialog::recorded);
        bool running = false;
        bool reading = false;
        connect(&dialog().recorder(), &Recorder::changed, this, [&] {
            const RecordStatus& s = dialog().recorder().status();
            running = running
                || (s.state == RecordStatus::State::Running && s.processes == 1 && s.bytes > 0
                    && status().contains(QLatin1String("1 process,")));
            reading = reading || s.state == RecordStatus::State::Ingesting;
        });
        button(QStringLiteral("Record"))->click();
        QVERIFY(!button(QStringLiteral("Record"))->isEnabled());
        QVERIFY(button(QStringLiteral("Stop"))->isEnabled());
        WAIT_COMPARE_FOR(recorded.count(), 1, kLongMs);
        QVERIFY2(running, "the status was live");
        QVERIFY(reading);
        const QString path = recorded.at(0).at(0).toString();
        QVERIFY(QFileInfo::exists(path));
        QCOMPARE(QFileInfo(path).absolutePath(), QFileInfo(m_folder->path()).canonicalFilePath());
        QVERIFY(!dialog().isVisible());
        WAIT_COMPARE(opened(), QStringList{path});
    }

    void whatRecordingCostIsOnTheSummary()
    {
        target(QStringLiteral("init launch 5 ms 20"));
        m_more->setText(m_more->text() + QStringLiteral(" --overhead 3"));
        QSignalSpy recorded(&dialog(), &RecordDialog::recorded);
        button(QStringLiteral("Record"))->click();
        WAIT_COMPARE_FOR(recorded.count(), 1, kLongMs);
        const auto trace = open::openTrace({recorded.at(0).at(0).toString().toStdString()}, {}, {});
        QVERIFY(trace);
        model::TraceParts parts = (*trace)->parts();
        const auto costWith = [&](const char* low, const char* high) {
            for (auto& [key, value] : parts.info.properties) {
                value = key == "recording.overhead.pairs"    ? "5"
                    : key == "recording.overhead.ratio"      ? "1.1"
                    : key == "recording.overhead.ratio_low"  ? low
                    : key == "recording.overhead.ratio_high" ? high
                                                             : value;
            }
            return summarise(model::Trace(model::TraceParts(parts), (*trace)->source()), {}).cost;
        };
        QVERIFY(summarise(**trace, {}).cost.contains(QLatin1String("2 pairs: too few to tell")));
        QCOMPARE(costWith("1.05", "1.2"),
                 QStringLiteral("Recorded runs took 1.10 times as long (95 %: 1.05 to 1.20)"));
        QVERIFY(costWith("0.95", "1.2").contains(QLatin1String("slowed nothing")));
        std::erase_if(parts.info.properties,
                      [](const auto& p) { return p.first.starts_with("recording.overhead"); });
        QCOMPARE(costWith("", ""), QString()); // no overhead records either
    }

    void stoppingKeepsWhatWasRecorded()
    {
        target(kEndless);
        QSignalSpy recorded(&dialog(), &RecordDialog::recorded);
        button(QStringLiteral("Record"))->click();
        QVERIFY(workIsRecorded());
        button(QStringLiteral("Stop"))->click();
        WAIT_VERIFY_FOR(!dialog().recorder().isRunning(), kLongMs);
        QVERIFY2(recorded.count() == 1, qPrintable(dialog().recorder().status().problem));
        QVERIFY(QFileInfo::exists(recorded.at(0).at(0).toString()));
    }

    void stoppedBeforeItBeganThereIsNothing()
    {
        dialog().setCommand(QStringLiteral("exec sleep 120 >&2"), m_folder->path());
        QSignalSpy finished(&dialog().recorder(), &Recorder::finished);
        bool running = false; // the program has begun
        connect(&dialog().recorder(), &Recorder::changed, this,
                [&] { running = dialog().recorder().status().seconds > 0; });
        button(QStringLiteral("Record"))->click();
        WAIT_VERIFY_FOR(running, kLongMs);
        button(QStringLiteral("Stop"))->click();
        WAIT_COMPARE_FOR(finished.count(), 1, kLongMs);
        QVERIFY2(status().contains(QLatin1String("was stopped before")), qPrintable(status()));
    }

    void closingTheWindowAsksFirst()
    {
        QString asked;
        const auto answer = [&](const QString& words) {
            QTimer::singleShot(0, this, [&asked, words] {
                auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
                QVERIFY(box != nullptr);
                asked = box->text();
                for (auto* b : box->buttons()) {
                    if (b->text() == words) {
                        b->click();
                    }
                }
            });
        };
        target(kEndless);
        button(QStringLiteral("Record"))->click();
        QVERIFY(workIsRecorded());
        answer(QStringLiteral("Keep Recording"));
        QVERIFY(!m_window->close());
        QVERIFY(asked.contains(QLatin1String("ends the program")));
        QVERIFY(dialog().recorder().isRunning());
        answer(QStringLiteral("End It and Close"));
        QVERIFY(m_window->close());
        m_window.reset();
        QVERIFY2(!QDir(m_folder->path()).isEmpty(), "what was recorded is kept");
    }

    void whatGoesWrongIsSaidInWords()
    {
        dialog().setCommand(QString(), m_folder->path());
        QVERIFY(!button(QStringLiteral("Record"))->isEnabled());
        const auto sayFor = [&](const QString& command) {
            QSignalSpy finished(&dialog().recorder(), &Recorder::finished);
            dialog().setCommand(command, m_folder->path());
            button(QStringLiteral("Record"))->click();
            return QTest::qWaitFor([&] { return finished.count() == 1; }, kLongMs) ? status()
                                                                                   : QString();
        };
        QVERIFY(sayFor(QStringLiteral("/nonexistent/program"))
                    .contains(QLatin1String("/nonexistent/program: cannot be started")));
        QVERIFY(
            sayFor(QStringLiteral("/bin/true")).contains(QLatin1String("neither CUDA nor NVTX")));
        QVERIFY(sayFor(QStringLiteral("echo no such file >&2; exit 3"))
                    .contains(QLatin1String("ended with code 3")));
        QVERIFY(named<QPlainTextEdit>(QStringLiteral("What the program prints"))
                    ->toPlainText()
                    .contains(QLatin1String("no such file")));
        QVERIFY(button(QStringLiteral("Record"))->isEnabled());
        QVERIFY(dialog().isVisible());
        dialog().recorder().setProgram(QStringLiteral("/nonexistent/longpole"));
        QVERIFY(
            sayFor(QStringLiteral("/bin/true")).contains(QLatin1String("could not be started")));
        dialog().setCommand(QStringLiteral("true"), QStringLiteral("/nonexistent"));
        button(QStringLiteral("Record"))->click();
        QVERIFY(status().contains(QLatin1String("does not exist")));
        QVERIFY(opened().isEmpty());
    }

    void theFormIsWhatIsAskedFor()
    {
        dialog().setCommand(QStringLiteral("a"), m_folder->path());
        auto boxes = dialog().findChildren<QComboBox*>();
        QCOMPARE(boxes.size(), 3); // counters, graphs, cost
        QCOMPARE(dialog().request().options,
                 QStringList({QStringLiteral("--graph"), QStringLiteral("node")}));
        boxes[2]->setCurrentIndex(1);
        QCOMPARE(dialog().request().options.value(2), QStringLiteral("--overhead"));
        boxes[0]->setCurrentIndex(2); // counters have a cost of their own
        boxes[1]->setCurrentIndex(1);
        QCOMPARE(dialog().request().options,
                 QStringList({QStringLiteral("--counters"), QStringLiteral("occupancy"),
                              QStringLiteral("--graph"), QStringLiteral("graph")}));
    }

    void theStartPageOffersIt()
    {
        dialog().hide();
        emit m_window->startPage().recordRequested();
        QVERIFY(dialog().isVisible());
    }
};

std::unique_ptr<QObject> makeRecordTest()
{
    return std::make_unique<RecordTest>();
}

} // namespace longpole::test

#include "record_test.moc"
