// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Two recordings side by side: linking, offset, alignment, ribbons, stepping, swapping, stopping.
#include "tests/gui/compare/compare_fixture.h"
#include "tests/gui/gui_tests.h"
#include "tests/gui/wait.h"
#include "ui/compare/compare_tables.h"
#include "ui/compare/compare_view.h"
#include "ui/compare/ribbon_strip.h"
#include "ui/compare/verdict_card.h"
#include "ui/tables/table_panel.h"
#include "ui/theme/theme.h"

#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QToolTip>

namespace longpole::test {

using namespace compare;

class CompareViewTest : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    TracePtr m_slow;
    TracePtr m_fast;
    TracePtr m_fast2;
    std::unique_ptr<CompareView> m_view;

    PairedTimelines& lines() { return m_view->timelines(); }
    const timeline::Viewport& above() { return lines().view(Side::Before).viewport(); }
    const timeline::Viewport& below() { return lines().view(Side::After).viewport(); }
    const PairIndex& pairs() { return m_view->controller().answer()->pairs; }
    // What place of the common axis is at the left edge, on both sides.
    bool together()
    {
        return below().originNs() - above().originNs() == lines().offsetNs()
            && below().fraction() == above().fraction() && below().nsPerPx() == above().nsPerPx();
    }
    std::uint32_t somePair(Change change)
    {
        const auto& all = pairs().all();
        for (std::uint32_t i = static_cast<std::uint32_t>(all.size()) / 2; i < all.size(); ++i) {
            if (all[i].change == change) {
                return i;
            }
        }
        return kNoPair;
    }
    void compareThem(Sides sides)
    {
        m_view->open(std::move(sides));
        WAIT_VERIFY_FOR(m_view->isSettled(), 30'000);
    }

private slots:
    void initTestCase()
    {
        m_slow = recording(m_folder, QStringLiteral("slow.json"),
                           {{"gemm", 400}, {"relu", 30}, {"extra", 50}});
        m_fast = recording(m_folder, QStringLiteral("fast.json"), {{"gemm", 200}, {"relu", 30}});
        m_fast2 = recording(m_folder, QStringLiteral("fast2.json"), {{"gemm", 190}, {"relu", 31}});
        QVERIFY(m_slow && m_fast && m_fast2);
    }
    void init()
    {
        m_view = std::make_unique<CompareView>();
        m_view->resize(1200, 800);
        m_view->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
        compareThem(sidesOf(m_slow, m_fast));
        QVERIFY(m_view->controller().answer());
    }
    void cleanup() { m_view.reset(); }

    void bothSidesPanAndZoomTogether()
    {
        QVERIFY(lines().linked());
        lines().view(Side::Before).zoom(8);
        QVERIFY(together());
        lines().view(Side::Before).pan(123.4);
        QVERIFY(together());
        lines().view(Side::After).pan(-77.7);
        QVERIFY(together());
        lines().view(Side::After).zoom(1.7, 700);
        QVERIFY(together());
        lines().view(Side::Before).undoZoom();
        QVERIFY(together());
    }
    void unlinkedEachMovesByItselfAndLinkingKeepsWhatIsSeen()
    {
        lines().view(Side::Before).zoom(8);
        lines().setLinked(false);
        const std::int64_t was = above().originNs();
        lines().view(Side::After).pan(200);
        QCOMPARE(above().originNs(), was);
        const std::int64_t shown = below().originNs();
        lines().setLinked(true);
        QCOMPARE(below().originNs(), shown);
        QVERIFY(together());
        lines().view(Side::Before).pan(50);
        QVERIFY(together());
    }
    void theFirstIterationsLieOneOverTheOther()
    {
        const diff::TraceDiff& d = m_view->controller().answer()->diff;
        const auto [a, b] = d.matching.iterations.front();
        const TimeNs first = d.before->iterations.all[a].range.begin;
        const TimeNs second = d.after->iterations.all[b].range.begin;
        QCOMPARE(lines().offsetNs(), (second - first).ns);
        QCOMPARE(above().xOf(first), below().xOf(second));
        // Both rulers call this moment 0.
        QVERIFY(lines().view(Side::Before).timeZero() == first);
        QVERIFY(lines().view(Side::After).timeZero() == second);
    }
    void alignmentLaysStartsOrEndsOneOverTheOther()
    {
        const std::uint32_t number = somePair(Change::Matched);
        const Pair& p = pairs().all()[number];
        lines().session(Side::Before).select(p.before);
        QCOMPARE(lines().session(Side::After).selection(), p.after); // its partner, by itself
        m_view->align(Edge::Start);
        QCOMPARE(above().xOf({p.beforeNs}), below().xOf({p.afterNs}));
        m_view->align(Edge::End);
        QCOMPARE(above().xOf({p.beforeEndNs}), below().xOf({p.afterEndNs}));
        QVERIFY(together());
    }
    void alignmentNeedsBothSides()
    {
        QSignalSpy said(m_view.get(), &CompareView::said);
        const std::int64_t was = lines().offsetNs();
        lines().session(Side::Before).select({});
        lines().session(Side::After).select({});
        m_view->align(Edge::Start);
        QCOMPARE(said.size(), 1);
        QCOMPARE(lines().offsetNs(), was);
    }
    void aSelectionOfAnythingElseLeavesTheOtherSideAlone()
    {
        // Host slices have no partner: what a user selects on each side stays, to be aligned.
        const auto host = [](const TracePtr& trace) {
            for (std::uint32_t i = 1; i < trace->counts().slices; ++i) {
                if (!trace->gpuOpOf(SliceId(i))) {
                    return SliceId(i);
                }
            }
            return SliceId();
        };
        lines().session(Side::Before).select(host(m_slow));
        lines().session(Side::After).select(host(m_fast));
        QVERIFY(lines().session(Side::Before).selection().valid());
        m_view->align(Edge::Start);
        QCOMPARE(above().xOf(m_slow->slice(host(m_slow)).start),
                 below().xOf(m_fast->slice(host(m_fast)).start));
    }

    void stepsGoThroughWhatChangedMost()
    {
        m_view->step(1);
        const std::uint32_t first = lines().selectedPair();
        QVERIFY(first != kNoPair);
        QCOMPARE(pairs().rowOf(first).value(), 0U);
        QCOMPARE(m_view->tables().shownRow(), 0);
        const Pair& p = pairs().all()[first];
        QCOMPARE(lines().session(Side::Before).selection(), p.before);
        // Closely, on both sides, one over the other.
        QCOMPARE(above().xOf({p.beforeNs}), below().xOf({p.afterNs}));
        const double wide = above().xOf({p.beforeEndNs}) - above().xOf({p.beforeNs});
        QVERIFY(wide > above().widthPx() / 8 && wide < above().widthPx());
        m_view->step(1);
        QCOMPARE(m_view->tables().shownRow(), 1);
        m_view->step(-1);
        QCOMPARE(m_view->tables().shownRow(), 0);
        QCOMPARE(lines().selectedPair(), first);
    }
    void whatHasNoPartnerIsShownWhereItWouldBe()
    {
        const std::uint32_t number = somePair(Change::Removed);
        QVERIFY(number != kNoPair);
        lines().showPair(number);
        const Pair& p = pairs().all()[number];
        QCOMPARE(lines().session(Side::Before).selection(), p.before);
        QVERIFY(!lines().session(Side::After).selection().valid());
        QVERIFY(above().xOf({p.beforeNs}) > 0 && above().xOf({p.beforeEndNs}) < above().widthPx());
        QVERIFY(together());
    }
    void tableAndTimelinesHaveOneSelection()
    {
        QTableView* table = m_view->tables().table(QStringLiteral("Operations"))->view();
        table->selectRow(1);
        const std::uint32_t chosen = lines().selectedPair();
        QVERIFY(chosen != kNoPair);
        QCOMPARE(pairs().rowOf(chosen).value(), 1U);
        // And back.
        const Pair& other = pairs().all()[pairs().ofRow(0)];
        lines().session(Side::After).select(other.after);
        QCOMPARE(lines().session(Side::Before).selection(), other.before);
        QCOMPARE(table->currentIndex().row(), 0);
    }

    // Of the selected pair, the line from its middle above to its middle below is not background.
    void aRibbonJoinsTheSelectedPair()
    {
        m_view->step(1);
        WAIT_VERIFY_FOR(m_view->isSettled(), 10'000);
        RibbonStrip& strip = lines().ribbons();
        const Pair& p = pairs().all()[lines().selectedPair()];
        QVERIFY(!strip.scene().dense);
        const QImage image = strip.grab().toImage();
        const int left = lines().view(Side::Before).lanesArea().left();
        const double x0 = 0.5 * (above().xOf({p.beforeNs}) + above().xOf({p.beforeEndNs}));
        const double x1 = 0.5 * (below().xOf({p.afterNs}) + below().xOf({p.afterEndNs}));
        const QColor background = theme::current().window;
        const QColor wanted = theme::current().faster;
        for (int y = 2; y < image.height() - 2; ++y) {
            const double t = (y + 0.5) / image.height();
            const int x = left + static_cast<int>(x0 + (x1 - x0) * ribbonEase(t));
            const QColor seen = image.pixelColor(x, y);
            QVERIFY(seen != background);
            // Half the time: towards the colour of faster, away from slower.
            QVERIFY(std::abs(seen.red() - wanted.red()) < 24
                    && std::abs(seen.blue() - wanted.blue()) < 24);
        }
    }
    void aClickOnARibbonSelectsItsPair()
    {
        m_view->step(1);
        const std::uint32_t first = lines().selectedPair();
        const Pair p = pairs().all()[first];
        lines().session(Side::Before).select({});
        QCOMPARE(lines().selectedPair(), kNoPair);
        RibbonStrip& strip = lines().ribbons();
        const int left = lines().view(Side::Before).lanesArea().left();
        const double x = 0.5 * (above().xOf({p.beforeNs}) + above().xOf({p.beforeEndNs}));
        QTest::mouseClick(&strip, Qt::LeftButton, {}, {left + static_cast<int>(x), 2});
        QCOMPARE(lines().selectedPair(), first);
    }

    void swappedSidesSayTheOpposite()
    {
        QCOMPARE(m_view->card().words().headline, QStringLiteral("Faster"));
        m_view->swap();
        WAIT_VERIFY_FOR(m_view->isSettled(), 30'000);
        QCOMPARE(m_view->card().words().headline, QStringLiteral("Slower"));
        QCOMPARE(lines().session(Side::Before).trace(), m_fast);
        QCOMPARE(m_view->controller().sides().namesBefore.first(), QStringLiteral("after.json"));
    }
    void stoppingKeepsTheTimelines()
    {
        m_view->open(sidesOf(m_slow, m_fast2));
        QVERIFY(m_view->controller().state() == ComparisonController::State::Working);
        m_view->controller().cancel();
        QVERIFY(m_view->controller().state() == ComparisonController::State::Cancelled);
        QCOMPARE(m_view->card().words().headline, QStringLiteral("The comparison was cancelled"));
        QTest::qWait(50);
        QVERIFY(!m_view->controller().answer()); // nothing arrives late
        QCOMPARE(lines().session(Side::After).trace(), m_fast2);
        lines().view(Side::Before).zoom(3);
        QVERIFY(together());
        m_view->controller().repeat();
        WAIT_VERIFY_FOR(m_view->controller().answer(), 30'000);
    }
    void ofSeveralRunsEachCanBeShown()
    {
        Sides sides = sidesOf(m_slow, m_fast);
        sides.after.push_back(m_fast2);
        sides.namesAfter << QStringLiteral("again.json");
        compareThem(std::move(sides));
        const TracePtr compared = m_view->controller().answer()->diff.after->trace;
        QCOMPARE(lines().session(Side::After).trace(), compared);
        auto* box = m_view->findChildren<QComboBox*>().at(1);
        QVERIFY(box->isVisible());
        QCOMPARE(box->count(), 2);
        const int other = compared == m_fast ? 1 : 0;
        box->setCurrentIndex(other);
        emit box->activated(other);
        QCOMPARE(lines().session(Side::After).trace(), other == 1 ? m_fast2 : m_fast);
        QVERIFY(lines().ribbons().scene().ribbons.empty()); // those join the compared runs
    }
    void outputsAreCheckedInTheBackground()
    {
        // Two numbers each in NumPy's format; the second differs.
        const auto write = [&](const QString& name, float second) {
            QByteArray header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }";
            header = header.leftJustified(117, ' ') + '\n';
            const float values[2] = {1.0F, second};
            QFile file(m_folder.filePath(name));
            if (file.open(QIODevice::WriteOnly)) {
                file.write(QByteArray("\x93NUMPY\x01\x00\x76\x00", 10) + header);
                file.write(reinterpret_cast<const char*>(values), sizeof values);
            }
            return file.fileName();
        };
        ComparisonController& controller = m_view->controller();
        controller.checkOutputs(write(QStringLiteral("a.npy"), 2),
                                write(QStringLiteral("b.npy"), 3));
        WAIT_VERIFY(controller.outputs().state != OutputCheck::State::Working);
        QVERIFY2(controller.outputs().found.state == diff::Outputs::State::Disagree,
                 qPrintable(controller.outputs().error));
        QCOMPARE(m_view->card().words().headline,
                 QStringLiteral("Not comparable: the outputs disagree"));
        controller.checkOutputs(write(QStringLiteral("a.npy"), 2),
                                write(QStringLiteral("c.npy"), 2));
        WAIT_VERIFY(controller.outputs().found.state == diff::Outputs::State::Agree);
        QCOMPARE(m_view->card().words().headline, QStringLiteral("Faster"));
    }
    void everythingThatCanBeFocusedHasAName()
    {
        for (const QWidget* widget : m_view->findChildren<QWidget*>()) {
            if (widget->focusPolicy() != Qt::NoFocus && widget->isVisible()
                && !qobject_cast<const QLabel*>(widget) // their text is their name
                && widget->metaObject()->className() != QByteArray("QTableCornerButton")) {
                QVERIFY2(!widget->accessibleName().isEmpty()
                             || widget->parentWidget()->focusPolicy() != Qt::NoFocus,
                         widget->metaObject()->className());
            }
        }
    }
};

std::unique_ptr<QObject> makeCompareViewTest()
{
    return std::make_unique<CompareViewTest>();
}

} // namespace longpole::test

#include "compare_view_test.moc"

#include <cmath>
