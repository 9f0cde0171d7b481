// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Making a lane higher or lower by the lower edge of its name, and where to scroll for several.
#include "tests/gui/timeline/timeline_fixture.h"
#include "ui/timeline/scroll_choice.h"

#include <QSignalSpy>

#include <algorithm>
#include <random>

class LaneHeightTest : public TimelineFixture
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void draggingTheLowerEdgeMakesTheLaneHigher();
    void heightsAreBounded();
    void aDoubleClickOnTheEdgeResetsIt();
    void escapePutsBackWhatItWas();
    void titlesOfGroupsStayAsTheyAre();
    void scrollingShowsAsMuchAsFits();

private:
    LaneKey stream() const
    {
        return m_view->laneLayout().laneOfSlice(sliceOf(model::TrackKind::Stream, 0));
    }
    QPoint edgeOf(LaneKey key) const { return {100, laneRect(key).bottom()}; }
    void drag(QPoint from, int by)
    {
        QTest::mousePress(m_view.get(), Qt::LeftButton, {}, from);
        for (const int part : {by / 3, by / 2, by}) {
            QMouseEvent move(QEvent::MouseMove, from + QPoint(0, part),
                             m_view->mapToGlobal(from + QPoint(0, part)), Qt::NoButton,
                             Qt::LeftButton, Qt::NoModifier);
            QApplication::sendEvent(m_view.get(), &move);
        }
    }
    void release(QPoint at) { QTest::mouseRelease(m_view.get(), Qt::LeftButton, {}, at); }
};

void LaneHeightTest::init()
{
    m_session = std::make_unique<session::Session>();
    m_view = std::make_unique<timeline_ui::TimelineView>(*m_session);
    m_view->resize(1200, 500);
    m_view->show();
    m_trace = test::randomTrace({});
    m_session->setTrace(m_trace);
    settle();
    findLeft();
}

void LaneHeightTest::cleanup()
{
    m_view.reset();
    m_session.reset();
}

void LaneHeightTest::draggingTheLowerEdgeMakesTheLaneHigher()
{
    const QRect before = laneRect(stream());
    const int all = m_view->laneLayout().contentHeight();
    QSignalSpy changed(m_view.get(), &timeline_ui::TimelineView::layoutChanged);
    const QPoint edge = edgeOf(stream());
    drag(edge, 30);
    QCOMPARE(laneRect(stream()).height(), before.height() + 30); // while it is dragged
    QCOMPARE(changed.count(), 0);
    release(edge + QPoint(0, 30));
    QCOMPARE(laneRect(stream()).height(), before.height() + 30);
    QCOMPARE(laneRect(stream()).top(), before.top());
    QCOMPARE(m_view->laneLayout().contentHeight(), all + 30);
    QCOMPARE(changed.count(), 1); // one edit
    QVERIFY(!m_view->canUndoZoom()); // and no step of the view
    // Its slices fill it.
    settle();
    const QImage image = m_view->grab().toImage();
    const QRect now = laneRect(stream());
    int filled = 0;
    for (int x = now.left(); x < now.right(); ++x) {
        filled += image.pixel(x, now.top() + before.height() + 20) != theme::current().lane.rgb();
    }
    QVERIFY(filled > 20);
    // A view of the same trace that is given the state looks the same.
    const timeline::LaneState state = m_view->laneState();
    QCOMPARE(state.heights.size(), std::size_t(1));
    m_view->setLaneState({});
    QCOMPARE(laneRect(stream()).height(), before.height());
    m_view->setLaneState(state);
    QCOMPARE(laneRect(stream()).height(), before.height() + 30);
}

void LaneHeightTest::heightsAreBounded()
{
    const QPoint edge = edgeOf(stream());
    drag(edge, -300);
    release(edge - QPoint(0, 300));
    QCOMPARE(laneRect(stream()).height(), timeline::LaneLayout::kMinHeight);
    const QPoint low = edgeOf(stream());
    drag(low, 3'000);
    release(low + QPoint(0, 3'000));
    QCOMPARE(m_view->laneLayout().find(stream())->height, timeline::LaneLayout::kMaxHeight);
}

void LaneHeightTest::aDoubleClickOnTheEdgeResetsIt()
{
    const int usual = laneRect(stream()).height();
    drag(edgeOf(stream()), 40);
    release(edgeOf(stream()));
    QVERIFY(laneRect(stream()).height() > usual);
    const QPoint edge = edgeOf(stream());
    QTest::mouseDClick(m_view.get(), Qt::LeftButton, {}, edge);
    QCOMPARE(laneRect(stream()).height(), usual);
    QVERIFY(m_view->laneState().heights.empty());
}

void LaneHeightTest::escapePutsBackWhatItWas()
{
    const int usual = laneRect(stream()).height();
    const QPoint edge = edgeOf(stream());
    drag(edge, 40);
    QTest::keyClick(m_view.get(), Qt::Key_Escape);
    QCOMPARE(laneRect(stream()).height(), usual);
    release(edge + QPoint(0, 40));
    QCOMPARE(laneRect(stream()).height(), usual);
    QVERIFY(m_view->laneState().heights.empty());
}

void LaneHeightTest::titlesOfGroupsStayAsTheyAre()
{
    const auto& lanes = m_view->laneLayout().lanes();
    const auto group = std::find_if(lanes.begin(), lanes.end(), [](const timeline::Lane& lane) {
        return lane.key.kind == LaneKind::Group;
    });
    const LaneKey key = group->key;
    const QRect before = laneRect(key);
    drag({200, before.bottom()}, 25);
    QTest::keyClick(m_view.get(), Qt::Key_Escape);
    release({200, before.bottom()});
    QVERIFY(m_view->laneState().heights.empty());
}

void LaneHeightTest::scrollingShowsAsMuchAsFits()
{
    using timeline_ui::LaneSpan;
    std::mt19937 rng(5);
    const auto inView = [](const LaneSpan& lane, int at, int height) {
        return lane.top >= at && lane.bottom <= at + height;
    };
    for (int round = 0; round < 3'000; ++round) {
        std::vector<LaneSpan> wanted(1 + rng() % 4);
        int top = 100'000;
        int bottom = 0;
        for (LaneSpan& lane : wanted) {
            lane.top = static_cast<int>(rng() % 1'000);
            lane.bottom = lane.top + 20;
            top = std::min(top, lane.top);
            bottom = std::max(bottom, lane.bottom);
        }
        const int height = 60 + static_cast<int>(rng() % 900);
        const int now = static_cast<int>(rng() % 1'000);
        const int at = timeline_ui::scrollToShow(wanted, now, height);
        QVERIFY(inView(wanted.front(), at, height));
        const bool before = std::all_of(wanted.begin(), wanted.end(), [&](const LaneSpan& lane) {
            return inView(lane, now, height);
        });
        QVERIFY(!before || at == now);
        if (bottom - top <= height) {
            for (const LaneSpan& lane : wanted) {
                QVERIFY(inView(lane, at, height));
            }
        }
    }
}

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    theme::apply(application, QStringLiteral("dark"));
    LaneHeightTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "lane_height_test.moc"
