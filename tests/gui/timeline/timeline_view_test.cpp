// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline by mouse, wheel and keys, and what is then on the screen.
#include "tests/gui/timeline/timeline_fixture.h"
#include "ui/session/format.h"

#include <QAccessible>
#include <QBuffer>
#include <QSignalSpy>

class TimelineViewTest : public TimelineFixture
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void ctrlWheelKeepsTheTimeUnderThePointer();
    void panningThereAndBackEndsAtTheSamePlace();
    void undoBringsBackWhatWasInViewAndRedoTakesItAgain();
    void dragSelectsARangeAndEscapeDropsIt();
    void ctrlDragZoomsToTheRange();
    void clickSelectsTheSliceThatIsThere();
    void ctrlClickAddsToTheSelection();
    void screenReadersHearTheSelectedSlice();
    void zoomKeysStayWhereTheyAreOnOtherKeyboards();
    void aSelectedSliceIsOutlinedAndRevealed();
    void keysMoveAlongTheRowAndTheLinks();
    void foldingKeepsTheLaneUnderThePointer();
    void pinnedLanesStayWhenScrolled();
    void theOverviewWindowMovesTheView();
    void slicesAreDrawnInTheirColourAndGapsAreEmpty();
    void picturesHaveTheSizeThatWasAsked();
    void anEmptyViewSaysSo();
    void laneStateSurvivesARoundTrip();
};

void TimelineViewTest::init()
{
    m_session = std::make_unique<session::Session>();
    m_view = std::make_unique<timeline_ui::TimelineView>(*m_session);
    m_view->resize(1200, 800);
    m_view->show();
    m_trace = test::randomTrace({});
    m_session->setTrace(m_trace);
    settle();
    findLeft();
    QVERIFY(m_session->cursor().has_value());
}

void TimelineViewTest::cleanup()
{
    m_view.reset();
    m_session.reset();
}

void TimelineViewTest::ctrlWheelKeepsTheTimeUnderThePointer()
{
    const QPoint at(m_left + 433, 300);
    const TimeNs before = timeAt(at.x());
    for (int i = 0; i < 40; ++i) {
        wheel(at, 1, Qt::ControlModifier);
        QVERIFY(std::abs((timeAt(at.x()) - before).ns) <= 1);
    }
    QVERIFY(m_view->viewport().nsPerPx() < 10.0);
    for (int i = 0; i < 20; ++i) {
        wheel(at, -1, Qt::ControlModifier);
        QVERIFY(std::abs((timeAt(at.x()) - before).ns)
                <= static_cast<std::int64_t>(1 + m_view->viewport().nsPerPx()));
    }
}

void TimelineViewTest::panningThereAndBackEndsAtTheSamePlace()
{
    wheel({m_left + 400, 300}, 12, Qt::ControlModifier);
    const timeline::Viewport before = m_view->viewport();
    for (int i = 0; i < 30; ++i) {
        wheel({m_left + 400, 300}, 1, Qt::ShiftModifier);
    }
    QVERIFY(m_view->viewport().originNs() < before.originNs());
    for (int i = 0; i < 30; ++i) {
        wheel({m_left + 400, 300}, -1, Qt::ShiftModifier);
    }
    QVERIFY(std::abs(m_view->viewport().originNs() - before.originNs()) <= 1);
    QTest::mousePress(m_view.get(), Qt::RightButton, {}, {m_left + 500, 300});
    for (const int x : {520, 560, 610, 500}) {
        QTest::mouseMove(m_view.get(), {m_left + x, 300});
    }
    QTest::mouseRelease(m_view.get(), Qt::RightButton, {}, {m_left + 500, 300});
    QVERIFY(std::abs(m_view->viewport().originNs() - before.originNs()) <= 1);
}

void TimelineViewTest::undoBringsBackWhatWasInViewAndRedoTakesItAgain()
{
    QSignalSpy history(m_view.get(), &timeline_ui::TimelineView::zoomHistoryChanged);
    const timeline::Viewport first = m_view->viewport();
    QVERIFY(!m_view->canUndoZoom());
    for (int i = 0; i < 5; ++i) {
        wheel({m_left + 300, 300}, 1, Qt::ControlModifier); // quick notches are one step
    }
    const timeline::Viewport second = m_view->viewport();
    m_view->setVisibleRange({timeAt(m_left + 100), timeAt(m_left + 200)});
    const timeline::Viewport third = m_view->viewport();
    QVERIFY(history.count() > 0);
    QTest::keyClick(m_view.get(), Qt::Key_Z);
    QVERIFY(m_view->viewport() == second);
    QTest::keyClick(m_view.get(), Qt::Key_Z);
    QVERIFY(m_view->viewport() == first);
    QVERIFY(!m_view->canUndoZoom());
    QTest::keyClick(m_view.get(), Qt::Key_Z, Qt::ShiftModifier);
    QTest::keyClick(m_view.get(), Qt::Key_Z, Qt::ShiftModifier);
    QVERIFY(m_view->viewport() == third);
    QVERIFY(!m_view->canRedoZoom());
}

void TimelineViewTest::dragSelectsARangeAndEscapeDropsIt()
{
    // On the ruler: there is nothing that attracts the ends of the range.
    QTest::mousePress(m_view.get(), Qt::LeftButton, {}, {m_left + 200, 60});
    QTest::mouseMove(m_view.get(), {m_left + 300, 60});
    QTest::mouseMove(m_view.get(), {m_left + 400, 60});
    QTest::mouseRelease(m_view.get(), Qt::LeftButton, {}, {m_left + 400, 60});
    QVERIFY(m_session->range().has_value());
    QCOMPARE(m_session->range()->begin.ns, timeAt(m_left + 200).ns);
    QCOMPARE(m_session->range()->end.ns, timeAt(m_left + 400).ns);
    QTest::keyClick(m_view.get(), Qt::Key_Escape);
    QVERIFY(!m_session->range().has_value());
}

void TimelineViewTest::ctrlDragZoomsToTheRange()
{
    const TimeNs a = timeAt(m_left + 250);
    const TimeNs b = timeAt(m_left + 350);
    QTest::mousePress(m_view.get(), Qt::LeftButton, Qt::ControlModifier, {m_left + 250, 300});
    QTest::mouseMove(m_view.get(), {m_left + 300, 300});
    QTest::mouseRelease(m_view.get(), Qt::LeftButton, Qt::ControlModifier, {m_left + 350, 300});
    const TimeRange shown = m_view->viewport().visible();
    QVERIFY(std::abs((shown.begin - a).ns) <= 1);
    QVERIFY(std::abs((shown.end - b).ns) <= 2);
    QVERIFY(!m_session->range().has_value());
}

void TimelineViewTest::clickSelectsTheSliceThatIsThere()
{
    const SliceId wanted = sliceOf(model::TrackKind::Stream, 7);
    const model::Slice slice = m_trace->slice(wanted);
    m_view->setVisibleRange({slice.start - slice.duration, slice.end() + slice.duration});
    settle();
    const QRect lane = laneRect(m_view->laneLayout().laneOfSlice(wanted));
    QVERIFY(lane.isValid());
    const QPoint middle((xOf(slice.start) + xOf(slice.end())) / 2, lane.center().y());
    QTest::mouseMove(m_view.get(), middle);
    QCOMPARE(m_session->hover().value, wanted.value);
    QTest::mouseClick(m_view.get(), Qt::LeftButton, {}, middle);
    QCOMPARE(m_session->selection().value, wanted.value);
    QTest::mouseClick(m_view.get(), Qt::LeftButton, {},
                      {m_left + 100, 60}); // the ruler: nothing there
    QVERIFY(!m_session->selection().valid());
}

void TimelineViewTest::ctrlClickAddsToTheSelection()
{
    const model::Slice a = m_trace->slice(sliceOf(model::TrackKind::Stream, 7));
    const model::Slice b = m_trace->slice(sliceOf(model::TrackKind::Stream, 8));
    m_view->setVisibleRange({a.start - a.duration, b.end() + b.duration});
    settle();
    const auto middle = [&](const model::Slice& slice) {
        return QPoint((xOf(slice.start) + xOf(slice.end())) / 2,
                      laneRect(m_view->laneLayout().laneOfSlice(slice.id)).center().y());
    };
    QTest::mouseClick(m_view.get(), Qt::LeftButton, {}, middle(a));
    QTest::mouseClick(m_view.get(), Qt::LeftButton, Qt::ControlModifier, middle(b));
    QCOMPARE(m_session->selected(), (std::vector{a.id, b.id}));
    QTest::mouseClick(m_view.get(), Qt::LeftButton, Qt::ControlModifier, middle(a));
    QCOMPARE(m_session->selected(), std::vector{b.id});
    QTest::mouseClick(m_view.get(), Qt::LeftButton, Qt::ControlModifier, {m_left + 100, 60});
    QCOMPARE(m_session->selected(), std::vector{b.id});
}

// QAccessible is never active on the offscreen platform; the signal goes with its event.
void TimelineViewTest::screenReadersHearTheSelectedSlice()
{
    QSignalSpy heard(m_view.get(), &timeline_ui::TimelineView::spokenSelectionChanged);
    QAccessibleInterface* chart = QAccessible::queryAccessibleInterface(m_view.get());
    QVERIFY(chart != nullptr);
    QCOMPARE(chart->role(), QAccessible::Chart);
    QCOMPARE(chart->text(QAccessible::Value), QString());
    const SliceId wanted = sliceOf(model::TrackKind::Stream, 7);
    const model::Slice slice = m_trace->slice(wanted);
    m_session->select(wanted);
    WAIT_COMPARE(heard.count(), 1);
    const QString value = chart->text(QAccessible::Value);
    QCOMPARE(heard.last().first().toString(), value);
    QVERIFY(value.contains(session::humanDuration(slice.duration.ns)));
    QVERIFY(value.contains(session::text(m_trace->track(slice.track).name)));
    m_session->select({});
    QCOMPARE(heard.count(), 2);
    QCOMPARE(chart->text(QAccessible::Value), QString());
}

void TimelineViewTest::zoomKeysStayWhereTheyAreOnOtherKeyboards()
{
    // On an AZERTY keyboard the key left of X, where W is elsewhere, is Z.
    constexpr quint32 kPlaceOfW = 25;
    const auto press = [&](Qt::Key key, quint32 scanCode) { // whether it overrides shortcuts
        QKeyEvent wants(QEvent::ShortcutOverride, key, {}, scanCode, 0, 0);
        wants.setAccepted(false);
        QApplication::sendEvent(m_view.get(), &wants);
        QKeyEvent event(QEvent::KeyPress, key, {}, scanCode, 0, 0);
        QApplication::sendEvent(m_view.get(), &event);
        return wants.isAccepted();
    };
    const double whole = m_view->viewport().spanNs();
    // Taken before a shortcut of the window; on a QWERTY keyboard left to the shortcuts.
    QVERIFY(press(Qt::Key_Z, kPlaceOfW) && m_view->viewport().spanNs() < whole);
    m_view->fitAll();
    QVERIFY(!press(Qt::Key_W, kPlaceOfW) && m_view->viewport().spanNs() < whole);
    m_view->fitAll();
    QVERIFY(!press(Qt::Key_W, 0) && m_view->viewport().spanNs() < whole); // no scan code
}

void TimelineViewTest::aSelectedSliceIsOutlinedAndRevealed()
{
    const SliceId wanted = sliceOf(model::TrackKind::Thread, 60);
    m_view->collapseAll(true);
    selectAndWait(wanted);
    m_view->revealSelection();
    settle();
    QVERIFY(m_view->laneLayout().isShown(wanted));
    const model::Slice slice = m_trace->slice(wanted);
    QVERIFY(m_view->viewport().xOf(slice.start) >= 0.0);
    QVERIFY(m_view->viewport().xOf(slice.end()) <= m_view->viewport().widthPx());
    const QRect lane = laneRect(m_view->laneLayout().laneOfSlice(wanted));
    const QImage image = m_view->grab().toImage();
    const QRgb outline = theme::current().selectionOutline.rgb();
    int found = 0;
    for (int x = xOf(slice.start) - 3; x < xOf(slice.end()) + 4; ++x) {
        for (int y = lane.top() - 2; y < lane.bottom() + 2; ++y) {
            found += image.rect().contains(x, y) && image.pixel(x, y) == outline ? 1 : 0;
        }
    }
    QVERIFY(found >= 10);
}

void TimelineViewTest::keysMoveAlongTheRowAndTheLinks()
{
    const SliceId first = sliceOf(model::TrackKind::Stream, 3);
    selectAndWait(first);
    QTest::keyClick(m_view.get(), Qt::Key_Period);
    QCOMPARE(m_session->selection().value, first.value + 1);
    QTest::keyClick(m_view.get(), Qt::Key_Comma);
    QCOMPARE(m_session->selection().value, first.value);
    // A kernel that was launched: back to its call, and forth to it again.
    const auto launches = m_trace->column(model::gpu_op::kLaunch);
    const auto slices = m_trace->column(model::gpu_op::kSlice);
    for (std::size_t i = 0; i < launches.size(); ++i) {
        if (launches[i].valid() && m_trace->linksFrom(launches[i]).size() == 1) {
            selectAndWait(slices[i]);
            QTest::keyClick(m_view.get(), Qt::Key_BracketLeft);
            WAIT_COMPARE(m_session->selection().value, launches[i].value);
            QTest::keyClick(m_view.get(), Qt::Key_BracketRight);
            WAIT_COMPARE(m_session->selection().value, slices[i].value);
            return;
        }
    }
    QFAIL("no launched kernel in the trace");
}

void TimelineViewTest::foldingKeepsTheLaneUnderThePointer()
{
    const auto& lanes = m_view->laneLayout().lanes();
    const auto group = std::find_if(lanes.begin(), lanes.end(), [](const timeline::Lane& lane) {
        return lane.key.kind == LaneKind::Group && lane.host;
    });
    QVERIFY(group != lanes.end());
    const LaneKey key = group->key;
    const QRect before = laneRect(key);
    QTest::mouseClick(m_view.get(), Qt::LeftButton, {}, {20, before.center().y()});
    QVERIFY(m_view->laneLayout().find(key)->collapsed);
    QTest::mouseClick(m_view.get(), Qt::LeftButton, {}, {20, laneRect(key).center().y()});
    QVERIFY(!m_view->laneLayout().find(key)->collapsed);
    QCOMPARE(laneRect(key).top(), before.top());
}

void TimelineViewTest::pinnedLanesStayWhenScrolled()
{
    m_view->resize(1200, 300);
    const LaneKey key = m_view->laneLayout().laneOfSlice(sliceOf(model::TrackKind::Stream, 0));
    m_view->setPinned(key, true);
    settle();
    const QRect before = laneRect(key);
    QVERIFY(before.isValid());
    wheel({m_left + 100, 250}, -5, {});
    settle();
    QCOMPARE(laneRect(key), before);
    QTest::keyClick(m_view.get(), Qt::Key_0);
}

void TimelineViewTest::theOverviewWindowMovesTheView()
{
    m_view->setVisibleRange({timeAt(m_left + 100), timeAt(m_left + 300)});
    const timeline::Viewport before = m_view->viewport();
    QTest::mousePress(m_view.get(), Qt::LeftButton, {}, {m_left + 200, 20});
    QTest::mouseMove(m_view.get(), {m_left + 300, 20});
    QTest::mouseMove(m_view.get(), {m_left + 400, 20});
    QTest::mouseRelease(m_view.get(), Qt::LeftButton, {}, {m_left + 400, 20});
    QCOMPARE(m_view->viewport().nsPerPx(), before.nsPerPx());
    const double moved = static_cast<double>(m_view->viewport().originNs() - before.originNs());
    const double span = static_cast<double>(m_trace->info().extent.duration().ns) * 1.02;
    const double expected = span * 200.0 / m_view->viewport().widthPx();
    QVERIFY2(std::abs(moved - expected) < expected * 0.02,
             qPrintable(QString::number(moved / expected)));
}

void TimelineViewTest::slicesAreDrawnInTheirColourAndGapsAreEmpty()
{
    const SliceId wanted = sliceOf(model::TrackKind::Stream, 5);
    const model::Slice slice = m_trace->slice(wanted);
    m_view->setVisibleRange({slice.start - slice.duration, slice.end() + slice.duration});
    settle();
    const QRect lane = laneRect(m_view->laneLayout().laneOfSlice(wanted));
    const QImage image = m_view->grab().toImage();
    const int parting =
        m_left + static_cast<int>(std::lround(m_view->viewport().xOf(slice.end()))) - 1;
    const int right = parting - 6;
    // Right of the name, where nothing else is drawn.
    QCOMPARE(QColor(image.pixel(right, lane.top() + 4)),
             QColor(theme::current().slice(slice.cls, false)));
    for (int y = lane.top() + 3; y < lane.bottom() - 3; ++y) {
        // The parting line.
        QVERIFY(image.pixel(parting, y) != theme::current().slice(slice.cls, false));
    }
}

void TimelineViewTest::picturesHaveTheSizeThatWasAsked()
{
    const TimeRange range{timeAt(m_left + 100), timeAt(m_left + 200)};
    const QImage image = m_view->picture({800, 500}, range, 2.0)();
    QCOMPARE(image.size(), QSize(1600, 1000));
    QSet<QRgb> colours;
    for (int y = 200; y < image.height(); y += 7) {
        for (int x = 500; x < image.width(); x += 3) {
            colours.insert(image.pixel(x, y));
        }
    }
    QVERIFY(colours.size() > 5);
    QBuffer buffer;
    QVERIFY(buffer.open(QIODevice::WriteOnly));
    m_view->vectorPicture()(buffer);
    QVERIFY(buffer.data().startsWith("<?xml"));
    QVERIFY(buffer.data().contains("<rect"));
}

void TimelineViewTest::anEmptyViewSaysSo()
{
    m_session->setTrace(nullptr);
    const QImage none = m_view->grab().toImage();
    model::TraceParts parts;
    auto empty = std::make_shared<const model::Trace>(std::move(parts), m_trace->source());
    m_session->setTrace(empty);
    settle();
    const QImage nothing = m_view->grab().toImage();
    for (const QImage& image : {none, nothing}) {
        int written = 0;
        for (int x = 300; x < 1000; ++x) {
            for (int y = 300; y < 600; ++y) {
                written += image.pixel(x, y) != theme::current().lane.rgb() ? 1 : 0;
            }
        }
        QVERIFY(written > 100);
    }
    wheel({600, 300}, 1, Qt::ControlModifier);
    QTest::keyClick(m_view.get(), Qt::Key_F);
    QTest::mouseClick(m_view.get(), Qt::LeftButton, {}, {600, 300});
}

void TimelineViewTest::laneStateSurvivesARoundTrip()
{
    QSignalSpy changed(m_view.get(), &timeline_ui::TimelineView::layoutChanged);
    m_view->setDensity(timeline::Density::Roomy);
    m_view->setHidden(m_view->laneLayout().laneOfSlice(sliceOf(model::TrackKind::Stream, 0)), true);
    QVERIFY(changed.count() >= 2);
    timeline_ui::TimelineView other(*m_session);
    other.setLaneState(m_view->laneState());
    QVERIFY(other.laneState() == m_view->laneState());
    m_view->showAllLanes();
    QVERIFY(!(other.laneState() == m_view->laneState()));
}

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    theme::apply(application, QStringLiteral("dark"));
    TimelineViewTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "timeline_view_test.moc"

#include <algorithm>
