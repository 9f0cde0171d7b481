// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The critical path and the stalls on the timeline: what is on the screen, where keys and clicks
// lead. On the bundled sample, whose clocks agree: what is drawn is where the path says it is.
#include "core/open/open_trace.h"
#include "tests/gui/timeline/timeline_fixture.h"
#include "ui/session/critical_path_controller.h"
#include "ui/session/path_words.h"
#include "ui/timeline/view_geometry.h"

#include <QSignalSpy>

#include <algorithm>

namespace cp = critical_path;

class PathViewTest : public TimelineFixture
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();
    void thePathHasALaneInTheColoursOfItsKinds();
    void everyStallIsSeenHoweverFarOneIsZoomedOut();
    void outlinesComeAndGoWithTheKey();
    void theCostliestStallIsShownWithWhatIsAroundIt();
    void aStallShowsTheStreamAndTheHostCodeTogetherInASmallWindow();
    void lanesThatDoNotFitAreNamed();
    void theOverviewShowsTheStallsInFullColour();
    void aClickOnThePathChoosesTheStep();
    void bracketsWalkAlongThePathOnlyWhileItIsShown();
    void hoveringAnOperationTellsWhatItCouldGain();
    void anotherTraceHasAnotherPath();
    void picturesShowThePathToo();

private:
    session::CriticalPathController& path() const { return m_session->criticalPath(); }
    QRgb pixel(const QImage& image, QPoint at) const { return image.pixel(at); }
    static constexpr LaneKey kPath{LaneKind::Path, {}, 0};
    LaneKey stallLane() const
    {
        for (const timeline::Lane& lane : m_view->laneLayout().lanes()) {
            if (lane.key.kind == LaneKind::Stalls) {
                return lane.key;
            }
        }
        return {};
    }
    void zoomTo(TimeRange range)
    {
        const DurationNs room{std::max<std::int64_t>(1, range.duration().ns)};
        m_view->setVisibleRange({range.begin - room, range.end + room});
        settle();
    }
};

void PathViewTest::initTestCase()
{
    open::OpenOptions options;
    options.useCache = false;
    auto opened = open::openTrace({LONGPOLE_SOURCE_DIR "/resources/samples/train-before.json.gz"},
                                  options, {});
    QVERIFY(opened.has_value());
    m_trace = *opened;
}

void PathViewTest::init()
{
    m_session = std::make_unique<session::Session>();
    m_view = std::make_unique<timeline_ui::TimelineView>(*m_session);
    m_view->resize(1200, 800);
    m_view->show();
    m_session->setTrace(m_trace);
    settle();
    findLeft();
    QVERIFY(path().answer() != nullptr);
    QVERIFY(m_view->laneLayout().find(kPath) != nullptr);
    QVERIFY(m_view->laneLayout().find(stallLane()) != nullptr);
}

void PathViewTest::cleanup()
{
    m_view.reset();
    m_session.reset();
}

void PathViewTest::thePathHasALaneInTheColoursOfItsKinds()
{
    const auto& steps = path().answer()->path.steps();
    const theme::Theme& colours = theme::current();
    int probed = 0;
    for (std::size_t i = 0; i < steps.size() && probed < 12; i += 7) {
        if (steps[i].duration().ns < 20) {
            continue;
        }
        zoomTo({steps[i].begin, steps[i].end});
        const QImage image = m_view->grab().toImage();
        const QRect lane = laneRect(kPath);
        const int x0 = xOf(steps[i].begin);
        const int x1 = xOf(steps[i].end);
        const int nearEnd = x1 - 4; // beyond any label
        QCOMPARE(pixel(image, {nearEnd, lane.bottom() - 3}), colours.path(steps[i].category));
        QCOMPARE(pixel(image, {(x0 + x1) / 2, lane.top() + 2}), colours.accent.rgb());
        ++probed;
    }
    QVERIFY(probed > 4);
}

void PathViewTest::everyStallIsSeenHoweverFarOneIsZoomedOut()
{
    m_view->fitAll();
    settle();
    const QImage image = m_view->grab().toImage();
    const QRect lane = laneRect(stallLane());
    const QRgb back = theme::current().lane.rgb();
    const auto& device = path().answer()->stalls.devices.front();
    QVERIFY(device.gaps.size() > 10);
    for (const cp::Gap& gap : device.gaps) {
        const int x = xOf(gap.begin);
        // In its pixel or, where rounding moved it, right beside it.
        const auto drawn = [&](int at) { return pixel(image, {at, lane.bottom() - 2}) != back; };
        QVERIFY(drawn(x) || drawn(x + 1) || drawn(x - 1));
    }
}

void PathViewTest::outlinesComeAndGoWithTheKey()
{
    const auto ops = path().answer()->path.ops();
    const auto on = std::find_if(ops.begin(), ops.end(), [](const cp::OpFigures& op) {
        return op.onPath && op.duration.ns > 100;
    });
    QVERIFY(on != ops.end());
    const model::Slice slice = m_trace->slice(on->slice);
    zoomTo({slice.start, slice.end()});
    const LaneKey key{LaneKind::Slices, slice.track, slice.row};
    m_view->showLane(key);
    settle();
    const QRect lane = laneRect(key);
    const QPoint edge((xOf(slice.start) + xOf(slice.end())) / 2, lane.top() + 1);
    const QRgb amber = theme::current().accent.rgb();
    QVERIFY(pixel(m_view->grab().toImage(), edge) != amber);
    QTest::keyClick(m_view.get(), Qt::Key_C);
    QVERIFY(path().overlay());
    QCOMPARE(pixel(m_view->grab().toImage(), edge), amber);
    QTest::keyClick(m_view.get(), Qt::Key_C);
    QVERIFY(pixel(m_view->grab().toImage(), edge) != amber);
    // What is off the path has no outline.
    const auto off = std::find_if(ops.begin(), ops.end(), [](const cp::OpFigures& op) {
        return !op.onPath && op.duration.ns > 100;
    });
    if (off != ops.end()) {
        const model::Slice other = m_trace->slice(off->slice);
        zoomTo({other.start, other.end()});
        const LaneKey otherKey{LaneKind::Slices, other.track, other.row};
        m_view->showLane(otherKey);
        path().setOverlay(true);
        settle();
        const QPoint top((xOf(other.start) + xOf(other.end())) / 2, laneRect(otherKey).top() + 1);
        QVERIFY(pixel(m_view->grab().toImage(), top) != amber);
    }
}

void PathViewTest::theCostliestStallIsShownWithWhatIsAroundIt()
{
    QTest::keyClick(m_view.get(), Qt::Key_G);
    QVERIFY(path().stall().has_value());
    settle();
    const cp::Gap& gap = path().answer()->gap(*path().stall());
    const TimeRange visible = m_view->viewport().visible();
    QVERIFY(visible.begin < gap.begin && gap.range().end < visible.end);
    QVERIFY(gap.duration.ns * 5 >= visible.duration().ns); // large enough to be looked at
    for (const SliceId around : {gap.before, gap.after, gap.blame}) {
        if (!around.valid()) {
            continue;
        }
        const model::Slice slice = m_trace->slice(around);
        QVERIFY(slice.start < visible.end && visible.begin < slice.end());
        QVERIFY(m_view->laneLayout().shownLaneOf(around) != nullptr);
    }
    const QImage image = m_view->grab().toImage();
    const QRect lane = laneRect(stallLane());
    const QRgb plain = theme::current().stall(gap.cause);
    int hatched = 0;
    int quiet = 0;
    for (int x = xOf(gap.begin) + 3; x < xOf(gap.range().end) - 3; ++x) {
        const QRgb p = pixel(image, {x, lane.center().y()});
        quiet += p == plain ? 1 : 0;
        hatched += p != plain ? 1 : 0;
    }
    QVERIFY(quiet > 10);
    QVERIFY(hatched > 10);
    QTest::keyClick(m_view.get(), Qt::Key_G, Qt::ShiftModifier);
    QVERIFY(path().stall() == path().answer()->ranked.back());
}

void PathViewTest::aStallShowsTheStreamAndTheHostCodeTogetherInASmallWindow()
{
    m_view->resize(900, 330); // what panels leave of a small window
    settle();
    const QRect area = m_view->lanesArea();
    int together = 0;
    for (std::size_t i = 0; i < std::min<std::size_t>(60, path().answer()->ranked.size()); ++i) {
        wheel(area.center(), i % 2 == 0 ? 50 : -50, {}); // from the top, from the bottom
        path().selectStall(path().answer()->ranked[i]);
        settle();
        const cp::Gap& gap = path().answer()->gap(path().answer()->ranked[i]);
        if (!gap.blame.valid() || !gap.after.valid()) {
            continue;
        }
        const timeline::Lane* host = m_view->laneLayout().shownLaneOf(gap.blame);
        const timeline::Lane* stream = m_view->laneLayout().shownLaneOf(gap.after);
        QVERIFY(host != nullptr && stream != nullptr);
        const QRect hostRect = laneRect(host->key);
        QVERIFY(hostRect.isValid() && hostRect.bottom() <= area.bottom());
        const int span = std::max(host->top + host->height, stream->top + stream->height)
            - std::min(host->top, stream->top);
        const QRect streamRect = laneRect(stream->key);
        if (span <= area.height()) {
            QVERIFY(streamRect.isValid() && streamRect.top() >= area.top()
                    && streamRect.bottom() <= area.bottom());
            ++together;
        }
    }
    QVERIFY2(together > 3, qPrintable(QString::number(together)));
}

void PathViewTest::lanesThatDoNotFitAreNamed()
{
    m_view->resize(900, 160);
    settle();
    const QRect area = m_view->lanesArea();
    const auto named = [&](int row) { // the edge of a label, in the colour of alarm
        const QImage image = m_view->grab().toImage();
        int run = 0;
        int longest = 0;
        for (int x = area.left(); x < area.right(); ++x) {
            run = pixel(image, {x, row}) == theme::current().alarm.rgb() ? run + 1 : 0;
            longest = std::max(longest, run);
        }
        return longest > 60;
    };
    const int above = area.top() + 4;
    QVERIFY(!named(above));
    const auto& ranked = path().answer()->ranked;
    const auto far = std::find_if(ranked.begin(), ranked.end(), [&](session::StallRef stall) {
        const cp::Gap& gap = path().answer()->gap(stall);
        return gap.blame.valid() && gap.after.valid();
    });
    QVERIFY(far != ranked.end());
    path().selectStall(*far);
    settle();
    QVERIFY(named(above)); // the stream is above the host
    path().selectStall(std::nullopt);
    settle();
    QVERIFY(!named(above));
}

void PathViewTest::theOverviewShowsTheStallsInFullColour()
{
    const auto& gaps = path().answer()->stalls.devices.front().gaps;
    std::vector<QRgb> colours;
    for (std::size_t c = 0; c < cp::kCauseCount; ++c) {
        colours.push_back(theme::current().stall(static_cast<cp::Cause>(c)));
    }
    m_view->fitAll();
    settle();
    std::vector<int> places; // the overview is the whole trace, as the lanes are now
    for (const cp::Gap& gap : gaps) {
        places.push_back(xOf(gap.begin));
    }
    const int row = timeline_ui::ViewGeometry::kOverviewHeight - 2;
    const auto shown = [&] {
        const QImage image = m_view->grab().toImage();
        return std::count_if(places.begin(), places.end(), [&](int x) {
            for (int at = x - 1; at <= x + 1; ++at) {
                if (std::find(colours.begin(), colours.end(), pixel(image, {at, row}))
                    != colours.end()) {
                    return true;
                }
            }
            return false;
        });
    };
    QCOMPARE(shown(), static_cast<std::ptrdiff_t>(places.size()));
    m_view->zoom(30.0, 700.0); // most of them are outside the window now: none fades
    settle();
    QVERIFY(shown() >= static_cast<std::ptrdiff_t>(places.size()) - 8); // edges of the window
}

void PathViewTest::aClickOnThePathChoosesTheStep()
{
    const auto& steps = path().answer()->path.steps();
    const auto longest =
        std::max_element(steps.begin(), steps.end(), [](const cp::Step& a, const cp::Step& b) {
            return a.duration() < b.duration();
        });
    zoomTo({longest->begin, longest->end});
    const QRect lane = laneRect(kPath);
    const int x = (xOf(longest->begin) + xOf(longest->end)) / 2;
    QTest::mouseClick(m_view.get(), Qt::LeftButton, {}, {x, lane.center().y()});
    QCOMPARE(path().step(), std::optional(static_cast<std::size_t>(longest - steps.begin())));
    QCOMPARE(m_session->selection(), path().answer()->subject(*path().step()));
}

void PathViewTest::bracketsWalkAlongThePathOnlyWhileItIsShown()
{
    QTest::keyClick(m_view.get(), Qt::Key_BracketRight);
    QVERIFY(!path().step().has_value());
    path().setOverlay(true);
    QTest::keyClick(m_view.get(), Qt::Key_BracketRight);
    QVERIFY(path().step().has_value());
    const std::size_t first = *path().step();
    QTest::keyClick(m_view.get(), Qt::Key_BracketRight);
    QVERIFY(*path().step() > first);
    QTest::keyClick(m_view.get(), Qt::Key_BracketLeft);
    QVERIFY(*path().step() <= first + 1);
}

void PathViewTest::hoveringAnOperationTellsWhatItCouldGain()
{
    QSignalSpy said(m_view.get(), &timeline_ui::TimelineView::hoverTextChanged);
    const auto ops = path().answer()->path.ops();
    int looked = 0;
    for (std::size_t i = 0; i < ops.size() && looked < 6; i += 11) {
        const model::Slice slice = m_trace->slice(ops[i].slice);
        if (slice.duration.ns < 50) {
            continue;
        }
        zoomTo({slice.start, slice.end()});
        const LaneKey key{LaneKind::Slices, slice.track, slice.row};
        m_view->showLane(key);
        settle();
        const QPoint at((xOf(slice.start) + xOf(slice.end())) / 2, laneRect(key).center().y());
        QMouseEvent move(QEvent::MouseMove, QPointF(at), m_view->mapToGlobal(QPointF(at)),
                         Qt::NoButton, Qt::NoButton, Qt::NoModifier);
        QApplication::sendEvent(m_view.get(), &move);
        QVERIFY(said.last().first().toString().endsWith(
            session::gainWords(path().answer()->path, slice.id)));
        ++looked;
    }
    QVERIFY(looked > 2);
}

void PathViewTest::anotherTraceHasAnotherPath()
{
    test::RandomTraceOptions options;
    options.streams = 0;
    m_session->setTrace(test::randomTrace(options));
    settle();
    QVERIFY(m_view->laneLayout().find(kPath) != nullptr); // host time alone
    QVERIFY(m_view->laneLayout().find(stallLane()) == nullptr);
    m_session->setTrace(nullptr);
    QVERIFY(m_view->laneLayout().find(kPath) == nullptr);
    m_view->grab();
}

void PathViewTest::picturesShowThePathToo()
{
    path().setOverlay(true);
    const auto amberIn = [](const QImage& image) {
        int count = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                count += image.pixel(x, y) == theme::current().accent.rgb() ? 1 : 0;
            }
        }
        return count;
    };
    const int with = amberIn(m_view->picture({900, 600}, std::nullopt, 1.0)());
    path().setOverlay(false);
    const int without = amberIn(m_view->picture({900, 600}, std::nullopt, 1.0)());
    QVERIFY(without > 300); // the lane's own edge
    QVERIFY(with > without);
}

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    theme::apply(application, QStringLiteral("dark"));
    PathViewTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "path_view_test.moc"
