// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/compare/compare_fixture.h"
#include "tests/gui/gui_tests.h"
#include "tests/gui/wait.h"
#include "tests/support/random_trace.h"
#include "ui/session/critical_path_controller.h"
#include "ui/session/path_words.h"
#include "ui/session/session.h"

#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <optional>

namespace longpole::test {

using namespace session;
namespace cp = critical_path;
using State = CriticalPathController::State;

class CriticalPathTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<Session> m_session;
    CriticalPathController& path() const { return m_session->criticalPath(); }
    void open(const std::shared_ptr<const model::Trace>& trace)
    {
        m_session->setTrace(trace);
        WAIT_VERIFY_FOR(!path().working(), 20'000);
    }

private slots:
    void init() { m_session = std::make_unique<Session>(); }
    void cleanup() { m_session.reset(); }

    void anOpenedTraceIsAnsweredByItself()
    {
        QCOMPARE(path().state(), State::Nothing);
        const auto trace = randomTrace();
        open(trace);
        QCOMPARE(path().state(), State::Ready);
        const PathAnswerPtr answer = path().answer();
        QVERIFY(answer != nullptr);
        QVERIFY(answer->path.region().whole);
        // As if asked for directly.
        const auto direct = cp::analyse(trace, {}, {}, {});
        QVERIFY(direct.has_value());
        QCOMPARE(answer->path.makespan().ns, direct->makespan().ns);
        QCOMPARE(answer->path.steps().size(), direct->steps().size());
        QCOMPARE(answer->hostCode.size(), direct->steps().size());
        std::size_t gaps = 0;
        for (const cp::IdleTime& device : answer->stalls.devices) {
            gaps += device.gaps.size();
        }
        QCOMPARE(answer->ranked.size(), gaps);
        for (std::size_t i = 1; i < answer->ranked.size(); ++i) {
            QVERIFY(answer->gap(answer->ranked[i]).duration
                    <= answer->gap(answer->ranked[i - 1]).duration);
        }
        m_session->setTrace(nullptr);
        QCOMPARE(path().state(), State::Nothing);
        QVERIFY(path().answer() == nullptr);
    }

    void whatCouldBeGainedFollowsTheAnswer()
    {
        const QTemporaryDir folder;
        const auto trace = recording(folder, QStringLiteral("a.json"), {{"gemm", 400}});
        QSignalSpy bounded(&path(), &CriticalPathController::boundsChanged);
        QString first;
        connect(&path(), &CriticalPathController::changed, this, [this, &first] {
            if (path().answer() && first.isNull()) {
                QVERIFY(!path().bounds()); // the answer doesn't wait for them
                first = limitsWords(path().answer()->path, path().bounds());
            }
        });
        open(trace);
        QVERIFY(first.startsWith(QStringLiteral("Limited by ")));
        QVERIFY(!first.contains(QStringLiteral("To gain")));
        WAIT_COMPARE_FOR(bounded.count(), 1, 20'000);
        const auto direct = cp::boundsOf(path().answer()->path, {});
        QVERIFY(direct && path().bounds());
        QCOMPARE(path().bounds()->gpu.ns, direct->gpu.ns);
        QCOMPARE(path().bounds()->host.ns, direct->host.ns);
        QVERIFY(limitsWords(path().answer()->path, path().bounds())
                    .startsWith(first + QStringLiteral(" To gain at most: ")));
        // Those of an answer that is gone are never told of another one.
        cp::RegionSpec iteration;
        iteration.kind = cp::RegionSpec::Kind::Iteration;
        for (std::uint32_t i = 0; i < 3; ++i) {
            iteration.iteration = i;
            path().ask({iteration, {}});
            WAIT_VERIFY(!path().working());
        }
        WAIT_VERIFY_FOR(path().bounds(), 20'000);
        const auto third = cp::boundsOf(path().answer()->path, {});
        QVERIFY(third);
        QCOMPARE(path().bounds()->gpu.ns, third->gpu.ns);
        QCOMPARE(path().bounds()->host.ns, third->host.ns);
        const auto told = bounded.count();
        path().ask({});
        WAIT_VERIFY(!path().working());
        m_session->setTrace(nullptr);
        QVERIFY(!path().bounds());
        QTest::qWait(200);
        QCOMPARE(bounded.count(), told); // no trace, no gain
    }

    void aStepIsFoundByWhatItIsAbout()
    {
        open(randomTrace());
        const PathAnswerPtr answer = path().answer();
        const auto& steps = answer->path.steps();
        for (std::size_t i = 0; i < steps.size(); ++i) {
            const SliceId subject = answer->subject(i);
            std::size_t first = 0;
            while (answer->subject(first) != subject) {
                ++first;
            }
            QCOMPARE(answer->stepOf(subject),
                     subject.valid() ? std::optional(first) : std::nullopt);
        }
        QVERIFY(!answer->stepOf(SliceId(0xfffffff0U)));
    }

    void aRegionThatIsNotThereSaysSoAndKeepsTheAnswerBefore()
    {
        open(randomTrace());
        const PathAnswerPtr before = path().answer();
        path().ask({cp::RegionSpec::named("no such annotation"), {}});
        WAIT_VERIFY(!path().working());
        QCOMPARE(path().state(), State::Failed);
        QVERIFY(path().error().contains(QStringLiteral("no such annotation")));
        QCOMPARE(path().answer(), before);
        path().ask({});
        WAIT_COMPARE(path().state(), State::Ready);
        QVERIFY(path().error().isEmpty());
    }

    void aStretchOfTimeAndAnIterationAreRegions()
    {
        const auto trace = randomTrace();
        open(trace);
        const TimeRange span = trace->info().span;
        const TimeRange range{span.begin + DurationNs{span.duration().ns / 4},
                              span.begin + DurationNs{span.duration().ns / 2}};
        QSignalSpy shown(m_session.get(), &Session::showRangeRequested);
        path().ask({cp::RegionSpec::of(range), {}});
        WAIT_VERIFY(!path().working());
        QCOMPARE(shown.count(), 1);
        QCOMPARE(path().state(), State::Ready);
        QVERIFY(!path().answer()->path.region().whole);
        QCOMPARE(path().answer()->path.region().range.begin.ns, range.begin.ns);
        cp::RegionSpec iteration;
        iteration.kind = cp::RegionSpec::Kind::Iteration;
        iteration.iteration = 1;
        path().ask({iteration, {}});
        WAIT_VERIFY(!path().working());
        QCOMPARE(path().answer()->path.region().range.begin.ns,
                 trace->iterations()[1].range.begin.ns);
    }

    void theNewestQuestionWinsAndCancellingAnswersNothing()
    {
        open(randomTrace());
        QSignalSpy changed(&path(), &CriticalPathController::changed);
        cp::RegionSpec iteration;
        iteration.kind = cp::RegionSpec::Kind::Iteration;
        for (std::uint32_t i = 0; i < 4; ++i) {
            iteration.iteration = i;
            path().ask({iteration, {}});
        }
        WAIT_VERIFY(!path().working());
        QCOMPARE(path().answer()->question.region.iteration, 3U);
        const PathAnswerPtr before = path().answer();
        path().ask({});
        path().cancel();
        QCOMPARE(path().state(), State::Cancelled);
        QTest::qWait(100);
        QCOMPARE(path().answer(), before);
    }

    void walkingGoesOnlyForwardAlongThePathAndBackTheSameWay()
    {
        open(randomTrace());
        const auto& steps = path().answer()->path.steps();
        QVERIFY(steps.size() > 10);
        std::vector<std::size_t> there;
        path().walk(true, steps.front().begin);
        for (int i = 0; i < 12 && path().step(); ++i) {
            there.push_back(*path().step());
            const SliceId subject = path().answer()->subject(*path().step());
            QCOMPARE(m_session->selection(), subject);
            path().walk(true, {});
        }
        QVERIFY(there.size() > 3);
        QVERIFY(std::is_sorted(there.begin(), there.end()));
        const std::size_t last = *path().step();
        path().walk(false, {});
        QVERIFY(*path().step() < last);
    }

    void stallsAreWalkedByCost()
    {
        open(randomTrace());
        const auto& ranked = path().answer()->ranked;
        QVERIFY(ranked.size() > 2);
        path().nextStall(1);
        QVERIFY(path().stall() == ranked[0]);
        path().nextStall(1);
        QVERIFY(path().stall() == ranked[1]);
        path().nextStall(-1);
        path().nextStall(-1); // round to the cheapest
        QVERIFY(path().stall() == ranked.back());
        path().selectStall(StallRef{77, 0}); // there is none
        QVERIFY(path().stall() == ranked.back());
    }

    void everyOperationHasWordsThatAgreeWithItsFigures()
    {
        open(randomTrace());
        const cp::CriticalPath& answer = path().answer()->path;
        int on = 0;
        for (const cp::OpFigures& op : answer.ops()) {
            const QString words = gainWords(answer, op.slice);
            QVERIFY(!words.isEmpty());
            QCOMPARE(words.startsWith(QStringLiteral("on the critical path")), op.onPath);
            on += op.onPath ? 1 : 0;
        }
        QVERIFY(on > 0);
        QVERIFY(gainWords(answer, SliceId()).isEmpty());
        for (std::size_t i = 0; i < cp::kCategoryCount; ++i) {
            QVERIFY(!categoryWords(static_cast<cp::Category>(i)).isEmpty());
        }
        for (std::size_t i = 0; i < cp::kCauseCount; ++i) {
            QVERIFY(!causeWords(static_cast<cp::Cause>(i)).isEmpty());
        }
    }

    void theCauseOfAStallIsToldByItsParts()
    {
        open(randomTrace());
        for (const StallRef ref : path().answer()->ranked) {
            const cp::Gap& gap = path().answer()->gap(ref);
            std::int64_t sum = 0;
            for (std::size_t i = 0; i < gap.parts.size(); ++i) {
                sum += gap.parts[i].ns;
                QVERIFY(gap.parts[i] <= gap.parts[cp::index(gap.cause)]);
            }
            QCOMPARE(sum, gap.duration.ns);
        }
    }

    void aTraceWithoutAGpuCannotTell()
    {
        RandomTraceOptions options;
        options.streams = 0;
        open(randomTrace(options));
        QCOMPARE(path().state(), State::Ready);
        const PathVerdict verdict = verdictOf(path().answer()->path);
        QVERIFY(!verdict.tells);
        QVERIFY(verdict.sentence.contains(QStringLiteral("Record")));
        QVERIFY(path().answer()->ranked.empty());
    }
};

std::unique_ptr<QObject> makeCriticalPathTest()
{
    return std::make_unique<CriticalPathTest>();
}

} // namespace longpole::test

#include "critical_path_test.moc"
