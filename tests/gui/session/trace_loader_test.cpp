// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/gui_tests.h"
#include "tests/gui/wait.h"
#include "tests/support/random_trace.h"
#include "ui/session/trace_loader.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

#include <atomic>
#include <chrono>

namespace longpole::test {

using namespace session;

namespace {

// "slow" runs until it is cancelled, "bad" fails, anything else is a trace.
Result<open::OpenedTraces> openByName(const open::OpenRequest& request, const JobContext& job)
{
    const std::vector<std::string>& paths = request.paths;
    if (paths.front() == "bad") {
        return fail(Errc::Format, "not a trace; export it as JSON", "bad");
    }
    if (paths.front() == "slow") {
        std::uint64_t events = 0;
        while (!job.cancelled()) {
            job.report({"reading", 500, 1'000'000, ++events});
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
        return fail(Errc::Cancelled, "cancelled");
    }
    return open::OpenedTraces(randomTrace());
}

} // namespace

class TraceLoaderTest : public QObject
{
    Q_OBJECT

private slots:
    void aLoadedTraceArrivesAndIsCachedAfterwards()
    {
        std::atomic<int> cached = 0;
        TraceLoader loader(openByName, [&](const model::Trace&, const JobContext&) { ++cached; });
        QSignalSpy loaded(&loader, &TraceLoader::loaded);
        loader.load({QStringLiteral("good")});
        QVERIFY(loader.loading());
        WAIT_COMPARE(loaded.count(), 1);
        QVERIFY(!loader.loading());
        WAIT_COMPARE(cached.load(), 1);
    }
    void aFailureSaysItsOneSentence()
    {
        TraceLoader loader(openByName, {});
        QSignalSpy failed(&loader, &TraceLoader::failed);
        loader.load({QStringLiteral("bad")});
        WAIT_COMPARE(failed.count(), 1);
        QCOMPARE(failed.first().first().toString(),
                 QStringLiteral("bad: not a trace; export it as JSON"));
    }
    void progressArrivesWhileTheEventLoopRuns()
    {
        TraceLoader loader(openByName, {});
        QSignalSpy progressed(&loader, &TraceLoader::progressed);
        loader.load({QStringLiteral("slow")});
        WAIT_VERIFY(progressed.count() > 3);
        loader.cancel();
    }
    void cancelIsImmediateAndFinalAndTheThreadEndsWithin100Ms()
    {
        QElapsedTimer clock;
        {
            TraceLoader loader(openByName, {});
            QSignalSpy cancelled(&loader, &TraceLoader::cancelled);
            QSignalSpy failed(&loader, &TraceLoader::failed);
            loader.load({QStringLiteral("slow")});
            QTest::qWait(20);
            loader.cancel();
            QVERIFY(!loader.loading());
            QCOMPARE(cancelled.count(), 1);
            QTest::qWait(30);
            QCOMPARE(failed.count(), 0);
            loader.load({QStringLiteral("slow")});
            QTest::qWait(5);
            clock.start();
        } // the destructor joins the thread
        QVERIFY2(clock.elapsed() < 100, qPrintable(QString::number(clock.elapsed())));
    }
    void theNewestRequestWins()
    {
        TraceLoader loader(openByName, {});
        QSignalSpy loaded(&loader, &TraceLoader::loaded);
        loader.load({QStringLiteral("slow")});
        loader.load({QStringLiteral("first")});
        loader.load({QStringLiteral("second")});
        WAIT_COMPARE(loaded.count(), 1);
        QTest::qWait(50);
        QCOMPARE(loaded.count(), 1);
        QCOMPARE(loader.paths(), QStringList{QStringLiteral("second")});
    }
};

std::unique_ptr<QObject> makeTraceLoaderTest()
{
    return std::make_unique<TraceLoaderTest>();
}

} // namespace longpole::test

#include "trace_loader_test.moc"
