// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Choosing keys: what is free holds at once, what is taken is named first.
#include "tests/gui/gui_tests.h"
#include "tests/gui/wait.h"
#include "tests/support/random_trace.h"
#include "ui/timeline/timeline_view.h"
#include "ui/window/actions.h"
#include "ui/window/key_chips.h"
#include "ui/window/key_editor.h"
#include "ui/window/key_model.h"
#include "ui/window/key_sheet.h"
#include "ui/window/main_window.h"
#include "ui/window/settings.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QToolButton>

#include <algorithm>

namespace longpole::test {

using namespace window;

class KeyEditorTest : public QObject
{
    Q_OBJECT

    struct Scopes
    {
        QWidget window;
        QWidget timeline{&window};
        QWidget compare{&window};
    };
    std::unique_ptr<Scopes> m_scopes;
    Actions* m_actions = nullptr; // the window's
    std::unique_ptr<KeyEditor> m_editor;

    static QKeySequence key(const char* text) { return QKeySequence(QLatin1String(text)); }
    QList<QKeySequence> keysOf(const char* id) const
    {
        return (*m_actions)[QLatin1String(id)]->shortcuts();
    }
    QModelIndex cellOf(const char* id) const
    {
        const QAbstractItemModel* rows = m_editor->table()->model();
        const QString text = (*m_actions)[QLatin1String(id)]->text().remove(QChar(0x2026));
        for (int row = 0; row < rows->rowCount(); ++row) {
            if (rows->index(row, KeyModel::Name).data().toString() == text) {
                return rows->index(row, KeyModel::Key);
            }
        }
        return {};
    }
    QPushButton* button(const QString& text) const
    {
        for (QPushButton* b : m_editor->findChildren<QPushButton*>()) {
            if (b->text() == text) {
                return b;
            }
        }
        return nullptr;
    }

private slots:
    void init()
    {
        m_scopes = std::make_unique<Scopes>();
        m_actions = new Actions(m_scopes->window, m_scopes->timeline, m_scopes->compare);
        m_actions->resetKeys();
        m_editor = std::make_unique<KeyEditor>(*m_actions, nullptr);
        m_editor->show();
    }
    void cleanup()
    {
        m_actions->resetKeys();
        m_editor.reset();
        m_scopes.reset();
    }

    void everyActionHasARow()
    {
        QAbstractItemModelTester tester(m_editor->table()->model());
        QCOMPARE(m_editor->table()->model()->rowCount(), static_cast<int>(m_actions->all().size()));
        m_editor->search()->setText(QStringLiteral("stall"));
        QCOMPARE(m_editor->table()->model()->rowCount(), 2);
        m_editor->search()->setText(QStringLiteral("ctrl+o"));
        QVERIFY(m_editor->table()->model()->rowCount() >= 1);
        QVERIFY(cellOf("open").isValid());
    }
    void aFreeKeyIsTakenByPressingItInTheRow()
    {
        m_editor->table()->setCurrentIndex(cellOf("zoom-in"));
        m_editor->table()->edit(cellOf("zoom-in"));
        auto* edit = m_editor->table()->findChild<QKeySequenceEdit*>();
        QVERIFY(edit != nullptr);
        edit->setFocus();
        QVERIFY(QTest::qWaitForWindowActive(m_editor.get()));
        WAIT_VERIFY(edit->hasFocus());
        QTest::keyClick(edit, Qt::Key_J, Qt::ControlModifier);
        QCOMPARE(keysOf("zoom-in").value(0), key("Ctrl+J")); // at once
        QVERIFY(keysOf("zoom-in").contains(key("Ctrl++"))); // its other keys stay
        QVERIFY(!keysOf("zoom-in").contains(key("W")));
        QVERIFY(m_editor->question().isEmpty());
        QCOMPARE(cellOf("zoom-in").data().toString(),
                 key("Ctrl+J").toString(QKeySequence::NativeText));
    }
    void keysHoldAtOnceEverywhereAndTheNextTime()
    {
        m_editor->propose(QStringLiteral("zoom-in"), {key("Ctrl+J")});
        const QString shown = key("Ctrl+J").toString(QKeySequence::NativeText);
        QVERIFY((*m_actions)[QStringLiteral("zoom-in")]->toolTip().contains(shown));
        const KeySheet sheet(*m_actions, nullptr);
        const auto labels = sheet.findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(),
                            [&](const QLabel* label) { return label->text() == shown; }));
        Scopes others;
        const auto* next = new Actions(others.window, others.timeline, others.compare);
        QCOMPARE((*next)[QStringLiteral("zoom-in")]->shortcuts(), QList{key("Ctrl+J")});
    }
    void aTakenKeyIsNamedBeforeItIsTakenOver()
    {
        m_editor->propose(QStringLiteral("zoom-in"), {key("Ctrl+O")});
        const QString question = m_editor->question();
        QVERIFY2(question.contains(QLatin1String("Open")), qPrintable(question));
        QVERIFY2(question.contains(QLatin1String("whole window")), qPrintable(question));
        QCOMPARE(keysOf("zoom-in").value(0), key("W")); // nothing happened yet
        button(QStringLiteral("Leave as it was"))->click();
        QVERIFY(m_editor->question().isEmpty());
        QCOMPARE(keysOf("open"), QList{key("Ctrl+O")});
        m_editor->propose(QStringLiteral("zoom-in"), {key("Ctrl+O")});
        m_editor->takeOver()->click();
        QCOMPARE(keysOf("zoom-in"), QList{key("Ctrl+O")});
        QVERIFY(keysOf("open").isEmpty());
        QCOMPARE(settings::keysOf(QStringLiteral("open")), std::optional(QString()));
    }
    void keysOfTheTimelineAndOfAComparisonDoNotMeet()
    {
        m_editor->propose(QStringLiteral("swap"), {key("[")}); // of the comparison
        QVERIFY(m_editor->question().contains(QLatin1String("Previous difference")));
        QVERIFY(!m_editor->question().contains(QLatin1String("Back along path")));
        m_editor->takeOver()->click();
        QCOMPARE(keysOf("swap"), QList{key("[")});
        QCOMPARE(keysOf("link-back"), QList{key("[")});
        m_editor->propose(QStringLiteral("about"), {key("[")}); // of the window: meets both
        QVERIFY(m_editor->question().contains(QLatin1String("Back along path")));
        QVERIFY(m_editor->question().contains(QLatin1String("Swap sides")));
        // Zooming works in the timelines of a comparison too.
        m_editor->propose(QStringLiteral("swap"), {key("W")});
        QVERIFY(m_editor->question().contains(QLatin1String("Zoom in")));
    }
    void oneOrAllAreReset()
    {
        m_editor->propose(QStringLiteral("zoom-in"), {key("Ctrl+J")});
        m_editor->propose(QStringLiteral("zoom-out"), {key("W")}); // free now
        QVERIFY(m_editor->question().isEmpty());
        m_editor->table()->setCurrentIndex(cellOf("zoom-in"));
        button(QStringLiteral("Reset"))->click();
        QVERIFY(m_editor->question().contains(QLatin1String("Zoom out"))); // has its W
        m_editor->takeOver()->click();
        QCOMPARE(keysOf("zoom-in"), (QList{key("W"), key("Ctrl++"), key("Ctrl+=")}));
        QVERIFY(!keysOf("zoom-out").contains(key("W")));
        QVERIFY(!settings::keysOf(QStringLiteral("zoom-in")));
        m_editor->table()->setCurrentIndex(cellOf("fit-all"));
        button(QStringLiteral("Remove keys"))->click();
        QVERIFY(keysOf("fit-all").isEmpty());
        button(QStringLiteral("Reset all"))->click();
        for (const QAction* action : m_actions->all()) {
            QVERIFY(!m_actions->changed(*action));
            QVERIFY(!settings::keysOf(action->objectName()));
        }
    }
    void everyKeyOfAnActionIsChangedRemovedAndAdded()
    {
        m_editor->table()->setCurrentIndex(cellOf("zoom-in"));
        const auto press = [this](qsizetype at, Qt::Key pressed) {
            m_editor->chips()->capture(at);
            QVERIFY(m_editor->chips()->waiting() != nullptr);
            QTest::keyClick(m_editor->chips()->waiting(), pressed, Qt::ControlModifier);
        };
        press(1, Qt::Key_J); // in place of the second
        QCOMPARE(keysOf("zoom-in"), (QList{key("W"), key("Ctrl+J"), key("Ctrl+=")}));
        press(3, Qt::Key_K); // one more
        QCOMPARE(keysOf("zoom-in"), (QList{key("W"), key("Ctrl+J"), key("Ctrl+="), key("Ctrl+K")}));
        press(3, Qt::Key_J); // has it already
        QCOMPARE(keysOf("zoom-in").size(), 4);
        m_editor->chips()->findChild<QToolButton*>()->click(); // of the first
        QCOMPARE(keysOf("zoom-in"), (QList{key("Ctrl+J"), key("Ctrl+="), key("Ctrl+K")}));
        Scopes others; // the next start
        const auto* next = new Actions(others.window, others.timeline, others.compare);
        QCOMPARE((*next)[QStringLiteral("zoom-in")]->shortcuts(), keysOf("zoom-in"));
        button(QStringLiteral("Reset"))->click();
        QCOMPARE(keysOf("zoom-in"), (QList{key("W"), key("Ctrl++"), key("Ctrl+=")}));
    }
    void aFurtherKeyThatIsTakenIsNamedToo()
    {
        m_editor->table()->setCurrentIndex(cellOf("zoom-in"));
        m_editor->chips()->capture(1);
        QTest::keyClick(m_editor->chips()->waiting(), Qt::Key_O, Qt::ControlModifier);
        QVERIFY2(m_editor->question().contains(QLatin1String("Open")),
                 qPrintable(m_editor->question()));
        QCOMPARE(keysOf("zoom-in").value(1), key("Ctrl++"));
        m_editor->takeOver()->click();
        QCOMPARE(keysOf("zoom-in").value(1), key("Ctrl+O"));
        QVERIFY(keysOf("open").isEmpty());
        m_editor->table()->setCurrentIndex(cellOf("open"));
        m_editor->chips()->capture(0); // an action without any gets one
        QTest::keyClick(m_editor->chips()->waiting(), Qt::Key_J, Qt::ControlModifier);
        QCOMPARE(keysOf("open"), QList{key("Ctrl+J")});
    }
    void theTimelineObeysTheNewKeyAndForgetsTheOld()
    {
        MainWindow window(
            [](const open::OpenRequest&, const JobContext&) -> Result<open::OpenedTraces> {
                return open::OpenedTraces(randomTrace());
            },
            session::TraceLoader::Cache());
        window.resize(1200, 800);
        window.show();
        window.openPaths({QStringLiteral("/nowhere/a.json")});
        WAIT_VERIFY(window.session().trace() && !window.loader().loading());
        auto* view = window.findChild<timeline_ui::TimelineView*>();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        view->setFocus();
        const double before = view->viewport().nsPerPx();
        QTest::keyClick(view, Qt::Key_W);
        const double zoomed = view->viewport().nsPerPx();
        QVERIFY(zoomed < before);
        auto* actions = window.findChild<Actions*>();
        actions->setKeys(QStringLiteral("zoom-in"), {key("I")});
        QTest::keyClick(view, Qt::Key_W);
        QCOMPARE(view->viewport().nsPerPx(), zoomed);
        QTest::keyClick(view, Qt::Key_I);
        QVERIFY(view->viewport().nsPerPx() < zoomed);
        window.close();
    }
};

std::unique_ptr<QObject> makeKeyEditorTest()
{
    return std::make_unique<KeyEditorTest>();
}

} // namespace longpole::test

#include "key_editor_test.moc"
