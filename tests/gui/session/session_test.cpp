// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/gui_tests.h"
#include "tests/gui/wait.h"
#include "tests/support/random_trace.h"
#include "ui/session/query_slot.h"
#include "ui/session/session.h"
#include "ui/session/trust.h"

#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <atomic>
#include <chrono>

namespace longpole::test {

using namespace session;

class SessionTest : public QObject
{
    Q_OBJECT

private slots:
    void aSliceOutsideTheTraceCountsAsNone()
    {
        Session s;
        s.select(SliceId(3));
        QVERIFY(!s.selection().valid());
        const auto trace = randomTrace();
        s.setTrace(trace);
        s.select(SliceId(3));
        QCOMPARE(s.selection().value, 3U);
        s.select(SliceId(static_cast<std::uint32_t>(trace->counts().slices)));
        QVERIFY(!s.selection().valid());
    }
    void aNewTraceStartsWithAClearState()
    {
        Session s;
        s.setTrace(randomTrace());
        s.select(SliceId(1));
        s.setRange(TimeRange{{1}, {5}});
        s.setHits(std::make_shared<const std::vector<SliceId>>(1, SliceId(1)));
        s.addBookmark({0, {{1}, {5}}, QStringLiteral("x")});
        s.setTrace(nullptr);
        QVERIFY(!s.selection().valid());
        QVERIFY(!s.range());
        QVERIFY(s.hits()->empty());
        QVERIFY(s.bookmarks().empty());
    }
    void settingTheSameValueAgainIsSilent()
    {
        Session s;
        s.setTrace(randomTrace());
        QSignalSpy selected(&s, &Session::selectionChanged);
        QSignalSpy ranged(&s, &Session::rangeChanged);
        s.select(SliceId(2));
        s.select(SliceId(2));
        s.setRange(TimeRange{{1}, {2}});
        s.setRange(TimeRange{{1}, {2}});
        s.setRange(TimeRange{{2}, {2}}); // empty: none
        QCOMPARE(selected.count(), 1);
        QCOMPARE(ranged.count(), 2);
        QVERIFY(!s.range());
    }
    void bookmarksTakeTheLowestFreeNumberAndStaySorted()
    {
        Session s;
        for (std::int64_t i = 12; i > 0; --i) {
            s.addBookmark({0, {{i * 10}, {i * 10 + 5}}, QString()});
        }
        QCOMPARE(s.bookmarks().size(), std::size_t(12));
        QCOMPARE(s.bookmark(1)->range.begin.ns, std::int64_t(120));
        QCOMPARE(std::count_if(s.bookmarks().begin(), s.bookmarks().end(),
                               [](const Bookmark& b) { return b.number == 0; }),
                 3);
        QVERIFY(std::is_sorted(
            s.bookmarks().begin(), s.bookmarks().end(),
            [](const Bookmark& a, const Bookmark& b) { return a.range.begin < b.range.begin; }));
        s.removeBookmark({{120}, {125}});
        QVERIFY(!s.bookmark(1));
        s.addBookmark({0, {{1}, {1}}, QString()});
        QCOMPARE(s.bookmark(1)->range.begin.ns, std::int64_t(1));
    }
    void onlyTheNewestKeyIsAnswered()
    {
        std::vector<int> answers;
        std::atomic<int> started = 0;
        QuerySlot<int, int> slot(
            [&](const int& key, const JobContext& job) {
                ++started;
                while (key == 1 && !job.cancelled()) { // would never end by itself
                    std::this_thread::sleep_for(std::chrono::milliseconds(1));
                }
                return key * 10;
            },
            [&](const int&, int&& value) { answers.push_back(value); });
        slot.request(1);
        WAIT_COMPARE(started.load(), 1);
        for (int key = 2; key <= 5; ++key) {
            slot.request(key);
        }
        WAIT_COMPARE(answers, std::vector<int>{50});
        QCOMPARE(started.load(), 2); // 2, 3 and 4 never ran
        slot.request(6);
        slot.cancel();
        QTest::qWait(30);
        QCOMPARE(answers, std::vector<int>{50});
    }
    void trustFollowsTheWorstEntry()
    {
        model::Ledger ledger;
        QCOMPARE(trustOf(ledger).words, QStringLiteral("complete"));
        ledger.add("a", model::Severity::Info, "x");
        QCOMPARE(trustOf(ledger).words, QStringLiteral("complete"));
        ledger.add("b", model::Severity::Repaired, "x", {}, 12);
        QCOMPARE(trustOf(ledger).words, QStringLiteral("12 repaired"));
        ledger.add("c", model::Severity::DataLoss, "x", {}, 3);
        QCOMPARE(trustOf(ledger).words, QStringLiteral("3 lost, 12 repaired"));
    }
};

std::unique_ptr<QObject> makeSessionTest()
{
    return std::make_unique<SessionTest>();
}

} // namespace longpole::test

#include "session_test.moc"
