// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/gui_tests.h"
#include "tests/gui/wait.h"
#include "tests/support/random_trace.h"
#include "ui/session/name_search.h"
#include "ui/session/search_controller.h"

#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <limits>
#include <utility>

namespace longpole::test {

using namespace session;

namespace {

QString nameOf(const model::Trace& trace, SliceId id)
{
    const auto name = trace.string(trace.slice(id).name);
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

// Slice by slice, with Qt's own search.
std::vector<SliceId> bruteForce(const model::Trace& trace, const NameQuery& query)
{
    std::vector<SliceId> found;
    const QRegularExpression expression(query.text, QRegularExpression::CaseInsensitiveOption);
    for (std::uint32_t i = 0; i < trace.counts().slices; ++i) {
        const QString name = nameOf(trace, SliceId(i));
        if (query.regularExpression ? name.contains(expression)
                                    : name.contains(query.text, Qt::CaseInsensitive)) {
            found.push_back(SliceId(i));
        }
    }
    return found;
}

} // namespace

class SearchTest : public QObject
{
    Q_OBJECT

private slots:
    void hitsEqualASearchSliceBySlice()
    {
        for (std::uint32_t seed = 1; seed <= 5; ++seed) {
            RandomTraceOptions options;
            options.seed = seed;
            const auto trace = randomTrace(options);
            const QString some = nameOf(*trace, SliceId(seed * 7));
            for (const NameQuery& query :
                 {NameQuery{some, false}, NameQuery{some.left(3).toUpper(), false},
                  NameQuery{QStringLiteral("e"), false}, NameQuery{QStringLiteral("[0-9]$"), true},
                  NameQuery{QStringLiteral("no such name"), false}}) {
                const auto names = matchingNames(trace->strings(), query, {});
                QVERIFY(names.has_value());
                QCOMPARE(slicesNamed(*trace, *names, {}), bruteForce(*trace, query));
            }
        }
    }
    void aWrongExpressionSaysWhere()
    {
        const auto names =
            matchingNames(randomTrace()->strings(), {QStringLiteral("a(b"), true}, {});
        QVERIFY(!names.has_value());
        QVERIFY(names.error().message.find("character 3") != std::string::npos);
    }
    void timeOrderIsAPermutationSortedByStart()
    {
        const auto trace = randomTrace();
        std::vector<SliceId> all;
        for (std::uint32_t i = 0; i < trace->counts().slices; ++i) {
            all.push_back(SliceId(i));
        }
        auto ordered = inTimeOrder(*trace, all, {});
        QVERIFY(std::is_sorted(ordered.begin(), ordered.end(), [&](SliceId a, SliceId b) {
            return trace->slice(a).start < trace->slice(b).start;
        }));
        std::sort(ordered.begin(), ordered.end());
        QCOMPARE(ordered, all);
    }
    void theFirstHitIsTheEarliestOfAll()
    {
        for (std::uint32_t seed = 1; seed <= 20; ++seed) {
            RandomTraceOptions options;
            options.seed = seed;
            const auto trace = randomTrace(options);
            const NameQuery query{nameOf(*trace, SliceId(seed * 11)), false};
            const auto names = matchingNames(trace->strings(), query, {});
            const auto hits = bruteForce(*trace, query);
            const TimeNs middle = trace->slice(hits[hits.size() / 2]).start;
            for (const TimeNs from : {TimeNs{std::numeric_limits<std::int64_t>::min()}, middle,
                                      TimeNs{std::numeric_limits<std::int64_t>::max()}}) {
                SliceId expected;
                for (const SliceId hit : hits) { // ascending ids: the first of a tie stays
                    const TimeNs start = trace->slice(hit).start;
                    if (start >= from
                        && (!expected.valid() || start < trace->slice(expected).start)) {
                        expected = hit;
                    }
                }
                QCOMPARE(firstNamed(*trace, *names, from, {}), expected);
            }
        }
    }
    void steppingFromAnotherSliceGoesToItsNeighboursInTime()
    {
        const auto trace = randomTrace();
        Session s;
        SearchController search(s);
        s.setTrace(trace);
        const NameQuery query{nameOf(*trace, SliceId(5)), false};
        const std::vector<SliceId> ordered = inTimeOrder(*trace, bruteForce(*trace, query), {});
        QVERIFY(ordered.size() > 3);
        search.setQuery(query);
        search.next();
        WAIT_VERIFY(search.status().contains(QStringLiteral("of")));
        for (std::uint32_t i = 0; i < trace->counts().slices; i += 97) {
            const auto place = [&](SliceId id) { return std::pair(trace->slice(id).start, id); };
            const auto at =
                std::upper_bound(ordered.begin(), ordered.end(), SliceId(i),
                                 [&](SliceId a, SliceId b) { return place(a) < place(b); });
            const SliceId expected = at == ordered.end() ? ordered.front() : *at;
            s.select(SliceId(i));
            search.next();
            WAIT_COMPARE(s.selection(), expected);
        }
    }
    void steppingVisitsEveryHitOnceInTimeOrder()
    {
        const auto trace = randomTrace();
        Session s;
        SearchController search(s);
        s.setTrace(trace);
        const NameQuery query{nameOf(*trace, SliceId(5)), false};
        const std::vector<SliceId> expected = inTimeOrder(*trace, bruteForce(*trace, query), {});
        search.setQuery(query);
        search.next(); // asked for before there are hits: done when they are there
        WAIT_COMPARE(s.selection(), expected.front());
        for (std::size_t i = 1; i < expected.size(); ++i) {
            search.next();
            WAIT_COMPARE(s.selection(), expected[i]); // the order may still be made
        }
        search.next();
        QCOMPARE(s.selection(), expected.front());
        search.previous();
        QCOMPARE(s.selection(), expected.back());
        QVERIFY(search.status().startsWith(QString::number(expected.size())));
    }
    void clearingTheTextClearsTheHits()
    {
        Session s;
        SearchController search(s);
        s.setTrace(randomTrace());
        search.setQuery({QStringLiteral("e"), false});
        WAIT_VERIFY(!s.hits()->empty());
        search.setQuery({QString(), false});
        QVERIFY(s.hits()->empty());
        QVERIFY(search.status().isEmpty());
        search.setQuery({QStringLiteral("*"), true});
        WAIT_VERIFY(search.failed());
    }
};

std::unique_ptr<QObject> makeSearchTest()
{
    return std::make_unique<SearchTest>();
}

} // namespace longpole::test

#include "search_test.moc"
