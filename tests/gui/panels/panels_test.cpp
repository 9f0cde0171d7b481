// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/gui_tests.h"
#include "tests/gui/wait.h"
#include "tests/support/random_trace.h"
#include "ui/charts/histogram.h"
#include "ui/panels/bookmarks/bookmarks_panel.h"
#include "ui/panels/details/details_panel.h"
#include "ui/panels/details/details_query.h"
#include "ui/panels/details/kernel_counters.h"
#include "ui/panels/ledger/ledger_panel.h"
#include "ui/panels/panel.h"
#include "ui/panels/query/query_panel.h"
#include "ui/panels/search/search_panel.h"
#include "ui/session/format.h"

#include <QAbstractItemModelTester>
#include <QJsonDocument>
#include <QLabel>
#include <QSet>
#include <QTableView>
#include <QTest>

#include <algorithm>
#include <random>

namespace longpole::test {

using namespace panels;
constexpr auto kFail = QAbstractItemModelTester::FailureReportingMode::QtTest;

class PanelsTest : public QObject
{
    Q_OBJECT

private slots:
    void everyPanelHasAnIdOfItsOwnAndCanBeMade()
    {
        session::Session s;
        QSet<QString> ids;
        for (const Panel& panel : panels::panels()) {
            QVERIFY(!ids.contains(panel.id));
            ids.insert(panel.id);
            const std::unique_ptr<QWidget> widget(panel.create(s));
            QVERIFY(widget != nullptr);
            QVERIFY(!panel.summary.isEmpty());
        }
        for (const char* id :
             {"details", "kernels", "gpu-time", "search", "bookmarks", "ledger", "query"}) {
            QVERIFY2(ids.contains(QLatin1String(id)), id);
        }
    }
    void binsHoldEveryDuration()
    {
        std::mt19937_64 random(7);
        for (int round = 0; round < 200; ++round) {
            std::vector<std::int64_t> durations(1 + random() % 300);
            const std::uint64_t spread = std::uint64_t(1) << (random() % 40);
            for (auto& d : durations) {
                d = static_cast<std::int64_t>(random() % spread);
            }
            std::vector<std::int64_t> sorted = durations;
            std::sort(sorted.begin(), sorted.end());
            const charts::DurationBins bins = charts::binDurations(durations);
            std::uint64_t sum = 0;
            for (const std::uint64_t count : bins.counts) {
                sum += count;
            }
            QCOMPARE(sum, std::uint64_t(sorted.size()));
            QCOMPARE(bins.edges.size(), bins.counts.size() + 1);
            QVERIFY(std::is_sorted(bins.edges.begin(), bins.edges.end()));
            QCOMPARE(bins.shortestNs, sorted.front());
            QCOMPARE(bins.longestNs, sorted.back());
            QCOMPARE(bins.medianNs, sorted[(sorted.size() - 1) / 2]);
        }
    }
    void durationsOfANameEqualACountSliceBySlice()
    {
        const auto trace = randomTrace();
        const StringId name = trace->slice(SliceId(9)).name;
        std::uint64_t count = 0;
        std::int64_t sum = 0;
        for (std::uint32_t i = 0; i < trace->counts().slices; ++i) {
            const model::Slice slice = trace->slice(SliceId(i));
            if (slice.name == name) {
                ++count;
                sum += slice.duration.ns;
            }
        }
        const auto bins = durationsOf(*trace, name, {});
        QVERIFY(bins.has_value());
        QCOMPARE(bins->total, count);
        QCOMPARE(bins->sumNs, sum);
    }
    void detailsNameEveryLinkAndEveryArgument()
    {
        const auto trace = randomTrace();
        std::uint32_t linked = 0;
        for (std::uint32_t i = 0; i < trace->counts().slices; ++i) {
            const SliceDetails details = describeSlice(*trace, SliceId(i), {});
            const std::size_t links =
                trace->linksFrom(SliceId(i)).size() + trace->linksTo(SliceId(i)).size();
            const auto inside = static_cast<std::size_t>(
                std::count_if(details.related.begin(), details.related.end(),
                              [](const Related& r) { return r.role == QLatin1String("Inside"); }));
            QCOMPARE(details.related.size() - inside + details.moreRelated, links);
            linked += links > 0 ? 1 : 0;
            QVERIFY(details.rawArgs.isEmpty());
            QVERIFY(!details.name.isEmpty()
                    || trace->string(trace->slice(SliceId(i)).name).empty());
        }
        QVERIFY(linked > 0);
    }
    void countersComeInTheOrderOneReadsThem()
    {
        const QJsonObject profile =
            QJsonDocument::fromJson(R"({"match": "name and launch shape", "metrics": {
              "gpu__time_duration.sum": 52576, "sm__warps_active.avg.pct_of_peak_sustained_active":
              54.31355906721447, "dram__bytes.sum.per_second": 196456177859.63, "zz__odd": 1234567,
              "launch__grid_size": 3969}, "sections": [{"id": "B", "name": "Occupancy", "order": 80,
              "metrics": [{"metric": "sm__warps_active.avg.pct_of_peak_sustained_active", "label":
              "Achieved Occupancy"}, {"metric": "not__there", "label": "x"}]}, {"id": "A", "name":
              "Launch Statistics", "order": 70, "metrics": [{"metric": "launch__grid_size", "label":
              "Grid Size"}]}], "rules": [{"name": "Bottleneck", "title": "Small Grid", "message":
              "too small", "speedup": {"percent": 29}}]})")
                .object();
        const auto groups = counterGroups(profile);
        QStringList titles;
        for (const CounterGroup& g : groups) {
            titles << g.title;
        }
        QCOMPARE(titles,
                 (QStringList{"Nsight Compute", "Nsight Compute advises", "Launch Statistics",
                              "Occupancy", "All other metrics"}));
        const auto row = [&](std::size_t group, std::size_t i) {
            const CounterRow& r = groups[group].rows.at(i);
            return r.label + QStringLiteral(": ") + r.value;
        };
        QCOMPARE(row(0, 0), QStringLiteral("Duration: ") + session::humanDuration(52'576));
        QCOMPARE(row(0, 1),
                 QStringLiteral("DRAM rate: ") + session::humanBytes(196456177859.63)
                     + QStringLiteral("/s"));
        QCOMPARE(row(0, 2), QStringLiteral("Occupancy: 54.3 %"));
        QCOMPARE(groups[0].rows.at(2).tip,
                 QStringLiteral("sm__warps_active.avg.pct_of_peak_sustained_active = "
                                "54.31355906721447 %"));
        QCOMPARE(row(1, 0), QStringLiteral("Small Grid: up to 29.0 % · too small"));
        QCOMPARE(row(2, 0), QStringLiteral("Grid Size: ") + session::groupedCount(3969));
        QCOMPARE(groups[3].rows.size(), 1U);
        QCOMPARE(groups[4].rows.size(), 3U); // what no section tells of
        QVERIFY(groups[0].open && !groups[4].open);
        QVERIFY(counterGroups({}).empty());
    }
    void withoutFiguresOnTopTheFirstSectionIsOpen()
    {
        const QJsonObject profile =
            QJsonDocument::fromJson(R"json({"match": "function; not this launch alone", "metrics": {
              "stall_a": 60, "stall_b": 40}, "sections": [
              {"name": "Nothing of it", "order": 1, "metrics": []},
              {"name": "Where warps stood (share)", "order": 2, "metrics": [{"metric": "stall_a"}]},
              {"name": "Where else (share)", "order": 3, "metrics": [{"metric": "stall_b"}]}]})json")
                .object();
        const auto groups = counterGroups(profile, QStringLiteral("counters"));
        QCOMPARE(groups.size(), std::size_t{3});
        QCOMPARE(groups[0].rows.at(0).value, QStringLiteral("function; not this launch alone"));
        QVERIFY(groups[0].rows.at(0).tip.startsWith(groups[0].rows.at(0).value));
        QVERIFY(groups[1].open);
        QVERIFY(!groups[2].open);
    }
    void theDetailsPanelFollowsTheSelection()
    {
        const auto trace = randomTrace();
        session::Session s;
        DetailsPanel panel(s);
        s.setTrace(trace);
        s.select(SliceId(3));
        const QString name = session::text(trace->string(trace->slice(SliceId(3)).name));
        WAIT_VERIFY(panel.asText().startsWith(name));
        s.setTrace(nullptr);
        QTest::qWait(20);
        s.setTrace(trace);
        s.select(SliceId(4));
        s.select(SliceId(5));
        WAIT_VERIFY(
            panel.asText().startsWith(session::text(trace->string(trace->slice(SliceId(5)).name))));
    }
    void ledgerHitsAndBookmarksAreProperModels()
    {
        LedgerModel ledger;
        QAbstractItemModelTester first(&ledger, kFail);
        model::Ledger entries;
        entries.add("info-kind", model::Severity::Info, "worth knowing", "a.json: byte 1");
        entries.add("lost-kind", model::Severity::DataLoss, "is lost", "a.json: byte 2", 1234);
        entries.add("lost-kind", model::Severity::DataLoss, "is lost", "a.json: byte 3");
        ledger.setLedger(entries);
        QCOMPARE(ledger.index(0, LedgerModel::Kind).data().toString(),
                 QStringLiteral("lost-kind")); // worst first
        QCOMPARE(ledger.rowCount(ledger.index(0, 0)), 2);

        session::Session s;
        s.setTrace(randomTrace());
        HitsModel hits(s);
        QAbstractItemModelTester second(&hits, kFail);
        s.setHits(
            std::make_shared<const std::vector<SliceId>>(std::vector{SliceId(1), SliceId(4)}));
        hits.reload();
        QCOMPARE(hits.rowCount(), 2);
        QCOMPARE(hits.rowOf(SliceId(4)), 1);
        QCOMPARE(hits.rowOf(SliceId(3)), -1);
        const auto nameIn = [&](int row) {
            return hits.index(row, HitsModel::Name).data().toString();
        };
        WAIT_COMPARE(nameIn(1),
                     session::text(s.trace()->string(s.trace()->slice(SliceId(4)).name)));

        BookmarksModel bookmarks(s);
        QAbstractItemModelTester third(&bookmarks, kFail);
        s.addBookmark({0, {{10}, {20}}, QStringLiteral("here")});
        QCOMPARE(bookmarks.rowCount(), 1);
        QVERIFY(
            bookmarks.setData(bookmarks.index(0, BookmarksModel::Label), QStringLiteral("there")));
        QCOMPARE(s.bookmarks().front().label, QStringLiteral("there"));
    }
    void longListsOfHitsAreReadPageByPage()
    {
        RandomTraceOptions options;
        session::Session s;
        s.setTrace(randomTrace(options));
        std::vector<SliceId> all;
        for (std::uint32_t i = 0; i < s.trace()->counts().slices; ++i) {
            all.push_back(SliceId(i));
        }
        QVERIFY(all.size() > 2 * HitsModel::kPageRows);
        s.setHits(std::make_shared<const std::vector<SliceId>>(all));
        HitsModel hits(s);
        for (const int row : {0, static_cast<int>(all.size()) - 1, HitsModel::kPageRows}) {
            const model::Slice slice = s.trace()->slice(all[static_cast<std::size_t>(row)]);
            WAIT_COMPARE(hits.index(row, HitsModel::Start).data(Qt::EditRole).toString(),
                         QString::number(slice.start.ns));
            QCOMPARE(hits.index(row, HitsModel::Name).data().toString(),
                     session::text(s.trace()->string(slice.name)));
        }
        const QString text = hitsAsText(*s.trace(), all, {0, 7}, QLatin1Char(','), {});
        QCOMPARE(text.count(QLatin1Char('\n')), 3);
        QVERIFY(text.contains(QString::number(s.trace()->slice(SliceId(7)).start.ns)));
    }
    void theQueryPanelAnswersAndExplains()
    {
        const auto trace = randomTrace();
        session::Session s;
        QueryPanel panel(s);
        s.setTrace(trace);
        panel.setSql(QStringLiteral("SELECT id, name FROM slices ORDER BY id LIMIT 5"));
        panel.run();
        WAIT_VERIFY(!panel.busy());
        QCOMPARE(panel.words(), QStringLiteral("5 rows"));
        auto* view = panel.findChild<QTableView*>();
        view->selectRow(3);
        QCOMPARE(s.selection(), SliceId(3));
        panel.setSql(QStringLiteral("SELECT nonsense FROM slices"));
        panel.run();
        WAIT_VERIFY(panel.words().contains(QStringLiteral("nonsense")));
    }
};

std::unique_ptr<QObject> makePanelsTest()
{
    return std::make_unique<PanelsTest>();
}

} // namespace longpole::test

#include "panels_test.moc"
