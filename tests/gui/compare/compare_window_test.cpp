// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The window around a comparison: panels and search of both sides, chosen iterations, several runs,
// a user's own keys, and what is found again when the pair is opened again.
#include "core/open/open_traces.h"
#include "tests/gui/compare/compare_fixture.h"
#include "tests/gui/gui_tests.h"
#include "tests/gui/wait.h"
#include "ui/compare/compare_view.h"
#include "ui/compare/verdict_card.h"
#include "ui/panels/details/details_panel.h"
#include "ui/session/critical_path_controller.h"
#include "ui/window/actions.h"
#include "ui/window/docks.h"
#include "ui/window/main_window.h"
#include "ui/window/pair_sidecar.h"
#include "ui/window/search_box.h"

#include <QAction>
#include <QComboBox>
#include <QFile>
#include <QJsonDocument>
#include <QLabel>
#include <QLineEdit>
#include <QTest>

namespace longpole::test {

using namespace compare;
using namespace window;

class CompareWindowTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    QString m_slow;
    QString m_fast;
    QString m_kept; // where what was done to this pair is kept
    std::unique_ptr<MainWindow> m_window;

    CompareView& view() { return *m_window->comparison(); }
    session::Session& side(Side which) { return view().timelines().session(which); }
    QString write(const char* name, const std::vector<StepOp>& ops, double jitterUs = 1)
    {
        recording(m_folder, QLatin1String(name), ops, "Test GPU", jitterUs);
        return m_folder.filePath(QLatin1String(name));
    }
    void open(const QStringList& before, const QStringList& after)
    {
        m_window->openSides(before, after);
        WAIT_VERIFY_FOR(!m_window->loader().loading() && m_window->comparison(), 30'000);
        WAIT_VERIFY_FOR(view().isSettled(), 30'000);
        QVERIFY(view().controller().answer());
    }
    QLineEdit* range()
    {
        for (QLineEdit* field : view().findChildren<QLineEdit*>()) {
            if (field->accessibleName() == QLatin1String("Iterations")) {
                return field;
            }
        }
        return nullptr;
    }
    void choose(const QString& expression)
    {
        range()->setFocus();
        range()->setText(expression);
        QTest::keyClick(range(), Qt::Key_Return);
        WAIT_VERIFY_FOR(view().isSettled(), 30'000);
    }

private slots:
    void initTestCase()
    {
        m_slow = write("slow.json", {{"gemm", 400}, {"relu", 30}, {"extra", 50}});
        m_fast = write("fast.json", {{"gemm", 200}, {"relu", 30}});
        const auto trace = [](const QString& path) {
            auto opened = open::openTrace({path.toStdString()}, {}, JobContext());
            return opened ? *opened : nullptr;
        };
        m_kept = pairSidecarPath({trace(m_slow)}, {trace(m_fast)});
        QVERIFY(!m_kept.isEmpty());
    }
    void init()
    {
        QFile::remove(m_kept);
        m_window = std::make_unique<MainWindow>(&open::openTraces, session::TraceLoader::Cache());
        m_window->resize(1400, 900);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        open({m_slow}, {m_fast});
    }
    void cleanup() { m_window.reset(); }
    void cleanupTestCase() { QFile::remove(m_kept); }

    void detailsAreOfBothSides()
    {
        m_window->actions()[QStringLiteral("panel-details")]->trigger();
        auto* before = qobject_cast<panels::DetailsPanel*>(
            m_window->docks().widget(QStringLiteral("details"), false));
        auto* after = qobject_cast<panels::DetailsPanel*>(
            m_window->docks().widget(QStringLiteral("details"), true));
        QVERIFY(before && after);
        // The first gemm: 400 us before, 200 us after (the first step has no jitter).
        const diff::TraceDiff& d = view().controller().answer()->diff;
        const auto slice = d.before->trace->column(model::gpu_op::kSlice)[0];
        side(Side::Before).select(slice);
        WAIT_VERIFY2(before->asText().contains(QStringLiteral("400")),
                     qPrintable(before->asText()));
        WAIT_VERIFY2(after->asText().contains(QStringLiteral("200")), qPrintable(after->asText()));
        // Panels of one trace have nothing to show; they come back with one trace.
        QVERIFY(!m_window->actions()[QStringLiteral("panel-path")]->isEnabled());
        QVERIFY(!m_window->docks().show(QStringLiteral("path")));
        m_window->openPaths({m_slow});
        WAIT_VERIFY(m_window->session().trace());
        QVERIFY(m_window->actions()[QStringLiteral("panel-path")]->isEnabled());
        QVERIFY(qobject_cast<panels::DetailsPanel*>(
            m_window->docks().widget(QStringLiteral("details"))));
    }
    void searchCoversBothSidesAndSaysWhich()
    {
        SearchBox& box = m_window->searchBox();
        QVERIFY(box.isEnabled());
        box.setText(QStringLiteral("extra"));
        const auto* count = box.findChild<QLabel*>();
        // Seven kernels and the seven operators that launch them.
        WAIT_COMPARE(count->text(), QStringLiteral("before 14 hits · after no hits"));
        box.setText(QStringLiteral("gemm"));
        WAIT_COMPARE(count->text(), QStringLiteral("before 14 hits · after 14 hits"));
        QCOMPARE(side(Side::After).hits()->size(), std::size_t{14});
        view().timelines().view(Side::After).setFocus();
        m_window->actions()[QStringLiteral("next-hit")]->trigger();
        WAIT_VERIFY(side(Side::After).selection().valid());
        WAIT_VERIFY2(count->text().contains(QStringLiteral("after 1 of 14")),
                     qPrintable(count->text()));
    }
    void bookmarksAreOfTheSideInUseAndStayWithItsTrace()
    {
        view().timelines().view(Side::After).setFocus();
        m_window->actions()[QStringLiteral("bookmark")]->trigger();
        WAIT_COMPARE(side(Side::After).bookmarks().size(), std::size_t{1});
        QVERIFY(side(Side::Before).bookmarks().empty());
        m_window->actions()[QStringLiteral("close")]->trigger();
        open({m_slow}, {m_fast});
        QCOMPARE(side(Side::After).bookmarks().size(), std::size_t{1});
        side(Side::After).setBookmarks({});
    }
    void thePathAndTheStallsAreShownOnTheSideInUse()
    {
        QAction* outline = m_window->actions()[QStringLiteral("critical-path")];
        QAction* stall = m_window->actions()[QStringLiteral("next-stall")];
        WAIT_VERIFY(stall->isEnabled());
        outline->trigger();
        for (const Side which : {Side::Before, Side::After}) {
            QVERIFY(side(which).criticalPath().overlay());
        }
        view().timelines().view(Side::After).setFocus();
        WAIT_VERIFY(side(Side::After).criticalPath().answer());
        stall->trigger();
        QVERIFY(side(Side::After).criticalPath().stall());
        QVERIFY(!side(Side::Before).criticalPath().stall());
        m_window->openPaths({m_slow});
        WAIT_VERIFY(m_window->session().trace());
        QVERIFY(!outline->isChecked()); // of the one trace
        outline->trigger();
        QVERIFY(m_window->session().criticalPath().overlay());
    }
    void otherIterationsAreComparedAtOnce()
    {
        const auto observed = [this] {
            return view().controller().answer()->diff.effect.before.size();
        };
        QCOMPARE(observed(), std::size_t{7});
        choose(QStringLiteral("ProfilerStep#[1-3]$"));
        QVERIFY(view().controller().answer());
        QCOMPARE(observed(), std::size_t{3});
        QVERIFY(view().card().words().headline == QLatin1String("No verdict"));
        choose(QStringLiteral("("));
        QVERIFY(!view().controller().answer());
        QVERIFY2(view().card().words().effect.contains(QStringLiteral("regular expression")),
                 qPrintable(view().card().words().effect));
        range()->clear();
        WAIT_VERIFY_FOR(view().isSettled(), 30'000);
        QCOMPARE(observed(), std::size_t{7});
    }
    void aPairIsFoundAsItWasLeft()
    {
        PairedTimelines& lines = view().timelines();
        choose(QStringLiteral("ProfilerStep#[0-4]$"));
        lines.view(Side::Before).setDensity(timeline::Density::Roomy);
        lines.view(Side::After).collapseAll(true);
        lines.setSideBySide(true);
        QCoreApplication::processEvents();
        lines.setOffset(lines.offsetNs() + 12'345);
        lines.view(Side::Before).zoom(6);
        lines.setLinked(false);
        lines.view(Side::After).pan(70);
        const ViewState left = view().state();
        m_window->actions()[QStringLiteral("close")]->trigger();
        QVERIFY(m_window->onStartPage());
        open({m_slow}, {m_fast});
        QCoreApplication::processEvents();
        const ViewState found = view().state();
        QVERIFY(found.before == left.before);
        QVERIFY(found.after == left.after);
        QCOMPARE(found.offsetNs, left.offsetNs);
        QVERIFY(!found.linked);
        QVERIFY(found.sideBySide);
        QVERIFY(m_window->actions()[QStringLiteral("side-by-side")]->isChecked());
        QCOMPARE(found.view->begin.ns, left.view->begin.ns);
        QCOMPARE(found.viewAfter->begin.ns, left.viewAfter->begin.ns);
        QCOMPARE(range()->text(), QStringLiteral("ProfilerStep#[0-4]$"));
        QCOMPARE(view().controller().answer()->diff.effect.before.size(), std::size_t{5});
        // The other way round it is another pair.
        open({m_fast}, {m_slow});
        QVERIFY(view().timelines().linked());
        QVERIFY(range()->text().isEmpty());
        open({m_slow}, {m_fast});
        QCOMPARE(range()->text(), QStringLiteral("ProfilerStep#[0-4]$"));
    }
    void whatIsKeptIsReadBackTheSame()
    {
        PairSidecar kept;
        kept.view.before.density = timeline::Density::Compact;
        kept.view.runsBefore.resize(3);
        kept.view.runsBefore[1].density = timeline::Density::Roomy;
        kept.view.runsBefore[2].heights.emplace_back(timeline::LaneKey(), 40);
        kept.view.view = TimeRange{{-5}, {4'000'000'000'000'000'001}};
        kept.view.viewAfter = TimeRange{{7}, {9}};
        kept.view.offsetNs = -4'000'000'000'000'000'003;
        kept.view.linked = false;
        kept.view.sideBySide = true;
        kept.view.timelines = QByteArray("\0\xff\x10", 3);
        kept.range = QStringLiteral("step \"ü\" [0-9]+");
        const QByteArray text = QJsonDocument(toJson(kept)).toJson();
        QVERIFY(pairSidecarFromJson(QJsonDocument::fromJson(text).object()) == kept);
        QVERIFY(!pairSidecarFromJson({}));
    }
    void severalRunsASideCanBeLookedAt()
    {
        QStringList before;
        QStringList after;
        for (int i = 0; i < 5; ++i) {
            const QByteArray number = QByteArray::number(i);
            before << write("a" + number + ".json", {{"gemm", 400.0 + 10 * i}, {"relu", 30}}, 0);
            after << write("b" + number + ".json", {{"gemm", 200.0 + 10 * i}, {"relu", 30}}, 0);
        }
        open(before, after);
        const diff::TraceDiff& d = view().controller().answer()->diff;
        QCOMPARE(d.effect.before.size(), std::size_t{5});
        QVERIFY2(view().card().words().effect.contains(QStringLiteral("median run")),
                 qPrintable(view().card().words().effect));
        // The runs in the middle are compared, and shown first.
        const auto boxes = view().findChildren<QComboBox*>();
        QCOMPARE(boxes.size(), 2);
        for (const QComboBox* box : boxes) {
            QVERIFY(box->isVisible());
            QCOMPARE(box->count(), 5);
            QCOMPARE(box->currentIndex(), 2);
        }
        QVERIFY(side(Side::Before).trace() == d.before->trace);
        // Each run keeps its lanes, while others are shown and the next time.
        PairedTimelines& lines = view().timelines();
        const auto pick = [box = boxes[0]](int run) {
            box->setCurrentIndex(run);
            emit box->activated(run); // as a user's choice
        };
        lines.view(Side::Before).setDensity(timeline::Density::Roomy);
        lines.view(Side::After).collapseAll(true);
        const timeline::LaneState roomy = lines.view(Side::Before).laneState();
        pick(4);
        lines.view(Side::Before).setDensity(timeline::Density::Compact);
        pick(2);
        QVERIFY(lines.view(Side::Before).laneState() == roomy);
        const ViewState left = view().state();
        QCOMPARE(left.runsBefore.size(), std::size_t{5});
        QCOMPARE(left.runsBefore[4].density, timeline::Density::Compact);
        m_window->actions()[QStringLiteral("close")]->trigger();
        open(before, after);
        QCOMPARE(boxes[0]->currentIndex(), 2);
        const ViewState found = view().state();
        QVERIFY(found.before == left.before && found.after == left.after);
        QVERIFY(found.runsBefore == left.runsBefore && found.runsAfter == left.runsAfter);
        pick(4);
        QCOMPARE(lines.view(Side::Before).laneState().density, timeline::Density::Compact);
    }
    void aUsersKeysHoldInBothTimelines()
    {
        Actions& actions = m_window->actions();
        const auto scale = [this] {
            return view().timelines().view(Side::After).viewport().nsPerPx();
        };
        view().timelines().view(Side::After).setFocus();
        const double was = scale();
        QTest::keyClick(&view().timelines().view(Side::After), Qt::Key_W);
        QVERIFY(scale() < was);
        actions.setKeys(QStringLiteral("zoom-in"), {QKeySequence(QStringLiteral("J"))});
        const double before = scale();
        QTest::keyClick(&view().timelines().view(Side::After), Qt::Key_W);
        QCOMPARE(scale(), before);
        QTest::keyClick(&view().timelines().view(Side::After), Qt::Key_J);
        QVERIFY(scale() < before);
        // A key of the comparison is taken from it.
        QCOMPARE(
            actions.taking(QStringLiteral("zoom-in"), QKeySequence(QStringLiteral("X"))).size(), 1);
        actions.resetKeys();
    }
};

std::unique_ptr<QObject> makeCompareWindowTest()
{
    return std::make_unique<CompareWindowTest>();
}

} // namespace longpole::test

#include "compare_window_test.moc"
