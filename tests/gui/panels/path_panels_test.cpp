// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The panels about the critical path: their tables against its figures, their clicks.
#include "core/open/forecast.h"
#include "tests/gui/compare/compare_fixture.h"
#include "tests/gui/gui_tests.h"
#include "tests/gui/wait.h"
#include "tests/support/random_trace.h"
#include "ui/panels/path/path_panel.h"
#include "ui/panels/stalls/stalls_panel.h"
#include "ui/panels/whatif/whatif_panel.h"
#include "ui/path/region_bar.h"
#include "ui/path/swatch_model.h"
#include "ui/session/format.h"
#include "ui/session/path_words.h"
#include "ui/tables/table_panel.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSlider>
#include <QTableView>
#include <QTest>

#include <numeric>

namespace longpole::test {

using namespace panels;
namespace cp = critical_path;

class PathPanelsTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<session::Session> m_session;
    session::CriticalPathController& path() const { return m_session->criticalPath(); }
    void open(const RandomTraceOptions& options = {})
    {
        m_session->setTrace(randomTrace(options));
        WAIT_VERIFY_FOR(path().answer() != nullptr, 20'000);
    }

private slots:
    void init() { m_session = std::make_unique<session::Session>(); }
    void cleanup() { m_session.reset(); }

    void waterfallsSumToTheMakespan()
    {
        open();
        const PathTables tables = makePathTables({path().answer()}, {});
        const std::int64_t makespan = path().answer()->path.makespan().ns;
        for (const auto* parts : {&tables.categories, &tables.operations}) {
            const std::int64_t sum =
                std::accumulate(parts->begin(), parts->end(), std::int64_t{0},
                                [](std::int64_t s, const PathPart& p) { return s + p.part.ns; });
            QCOMPARE(sum, makespan);
            QVERIFY(!parts->empty());
        }
        QCOMPARE(tables.operationTable.rows.size() + tables.operationsLeftOut,
                 path().answer()->path.ops().size());
        QCOMPARE(tables.stepTable.rows.size() + tables.stepsLeftOut,
                 path().answer()->path.steps().size());
    }

    void stallTablesSumToTheIdleTime()
    {
        open();
        const StallTables tables = makeStallTables({path().answer()}, {});
        std::int64_t idle = 0;
        for (const cp::IdleTime& device : path().answer()->stalls.devices) {
            idle += device.idle.ns;
        }
        const auto sumOf = [](const analysis::Table& table, std::size_t column) {
            std::int64_t sum = 0;
            for (const auto& row : table.rows) {
                sum += std::get<std::int64_t>(row[column]);
            }
            return sum;
        };
        QVERIFY(idle > 0);
        QCOMPARE(sumOf(tables.stalls, 0) + tables.leftOutNs, idle);
        QCOMPARE(sumOf(tables.causes, 2), idle);
        QCOMPARE(sumOf(tables.iterations, 1), idle);
    }

    void swatchesMakeAProperModel()
    {
        open();
        const PathTables tables = makePathTables({path().answer()}, {});
        path_ui::SwatchModel model;
        const QAbstractItemModelTester tester(
            &model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setTable(tables.stepTable, tables.stepColours, 2);
        QVERIFY(model.index(0, 2).data(Qt::DecorationRole).isValid());
        QVERIFY(!model.index(0, 1).data(Qt::DecorationRole).isValid());
        model.setTable({}, {}, 0);
        QCOMPARE(model.rowCount(), 0);
    }

    void aPartOfTheWaterfallLeadsToItsLongestStep()
    {
        open();
        PathPanel panel(*m_session);
        panel.resize(1000, 300);
        panel.show();
        WAIT_VERIFY(!panel.busy() && !panel.waterfall().parts().empty());
        QTest::mouseClick(&panel.waterfall(), Qt::LeftButton, {}, QPoint(40, 8));
        QVERIFY(path().step().has_value());
        const auto& steps = path().answer()->path.steps();
        const cp::Step& chosen = steps[*path().step()];
        QCOMPARE(session::categoryWords(chosen.category), panel.waterfall().parts()[0].label);
        for (const cp::Step& s : steps) {
            QVERIFY(s.category != chosen.category || s.duration() <= chosen.duration());
        }
        panel.steps().view()->selectRow(1);
        QCOMPARE(*path().step(), std::size_t{1}); // listed by time
        path().selectStep(4);
        QCOMPARE(panel.steps().view()->currentIndex().row(), 4);
        QCOMPARE(*path().step(), std::size_t{4});
    }

    void theStallListAndTheStallInViewAreOne()
    {
        open();
        StallsPanel panel(*m_session);
        panel.resize(1000, 300);
        panel.show();
        WAIT_VERIFY(!panel.busy() && panel.list().view()->model()->rowCount() > 2);
        panel.list().view()->selectRow(2);
        QVERIFY(path().stall() == path().answer()->ranked[2]);
        path().nextStall(1);
        QCOMPARE(panel.list().view()->currentIndex().row(), 3);
    }

    void aBadRegionIsToldInPlace()
    {
        open();
        path_ui::RegionBar bar(*m_session);
        bar.regions()->lineEdit()->setText(QStringLiteral("nowhere"));
        QTest::keyClick(bar.regions()->lineEdit(), Qt::Key_Return);
        WAIT_COMPARE(path().state(), session::CriticalPathController::State::Failed);
        QVERIFY(bar.says()->text().contains(QStringLiteral("nowhere")));
        // Without a selected stretch of time the choice says what to do.
        bar.regions()->setCurrentIndex(1);
        emit bar.regions()->activated(1);
        QVERIFY(bar.says()->text().contains(QStringLiteral("drag")));
        m_session->setRange(m_session->trace()->iterations()[0].range);
        emit bar.regions()->activated(1);
        WAIT_COMPARE(path().state(), session::CriticalPathController::State::Ready);
        QVERIFY(!path().answer()->path.region().whole);
    }

    void theSliderReplaysAndTheAnswerIsThatOfTheAnalysis()
    {
        open();
        WhatIfPanel panel(*m_session);
        panel.resize(1000, 300);
        panel.show();
        WAIT_VERIFY_FOR(!panel.busy() && panel.result().has_value(), 20'000);
        for (const int percent : {0, 30, 100}) {
            panel.slider().setValue(percent);
            WAIT_VERIFY(!panel.busy());
            cp::Change change;
            const QString name = panel.targets()
                                     .itemData(panel.targets().currentIndex(), Qt::ToolTipRole)
                                     .toString();
            std::vector<SliceId> slices; // chosen one by one instead of by name
            for (const cp::OpFigures& op : path().answer()->path.ops()) {
                const model::Slice slice = m_session->trace()->slice(op.slice);
                if (m_session->trace()->string(slice.name) == name.toStdString()) {
                    slices.push_back(op.slice);
                }
            }
            QVERIFY(!slices.empty());
            change.select.slices = slices;
            change.factor = percent / 100.0;
            const auto direct = cp::whatIf(path().answer()->path, std::span(&change, 1), {});
            QVERIFY(direct.has_value());
            QCOMPARE(panel.result()->low.ns, direct->low.ns);
            QCOMPARE(panel.result()->high.ns, direct->high.ns);
            QCOMPARE(panel.result()->changed, direct->changed);
        }
        QVERIFY(panel.headline().contains(QStringLiteral("no gain"))); // 100 %
    }

    void everyWishHasAnAnswerOrSaysWhyNot()
    {
        open();
        WhatIfPanel panel(*m_session);
        panel.resize(1000, 300);
        panel.show();
        WAIT_VERIFY_FOR(!panel.busy() && panel.result().has_value(), 20'000);
        for (int i = 0; i < kWishCount; ++i) {
            panel.wishes().setCurrentIndex(i);
            WAIT_VERIFY(!panel.busy());
            QVERIFY2(!panel.headline().isEmpty(), qPrintable(panel.wishes().currentText()));
        }
        // A pattern that is none is told, not swallowed.
        panel.wishes().setCurrentIndex(0);
        panel.targets().setEditText(QStringLiteral("gemm("));
        WAIT_VERIFY(!panel.busy());
        QVERIFY(panel.headline().contains(QStringLiteral("regular expression")));
    }

    // On a worker: the answer comes when the file is written.
    void aForecastIsKeptWithItsTrace()
    {
        const QTemporaryDir folder;
        m_session->setTrace(recording(folder, QStringLiteral("kept.json"), {{"gemm", 250}}));
        WAIT_VERIFY(path().answer() != nullptr);
        const auto before = open::loadForecasts(*m_session->trace()).list.size();
        WhatIfPanel panel(*m_session);
        panel.resize(1000, 300);
        panel.show();
        WAIT_VERIFY_FOR(!panel.busy() && panel.result().has_value(), 20'000);
        panel.save();
        panel.save(); // a second press while it is written keeps no second one
        WAIT_VERIFY(!panel.busy());
        QVERIFY2(panel.saved().text().startsWith(QStringLiteral("Kept: ")),
                 qPrintable(panel.saved().text()));
        const auto kept = open::loadForecasts(*m_session->trace()).list;
        QCOMPARE(kept.size(), before + 1);
        QCOMPARE(kept.back().low.ns, panel.result()->low.ns);
        QCOMPARE(kept.back().makespan.ns, path().answer()->path.makespan().ns);
        QCOMPARE(kept.back().region, std::string("whole trace"));
    }

    // The gain is that of the forecast one may ask for.
    void thePathPanelSaysWhatThereIsToGain()
    {
        const QTemporaryDir folder;
        m_session->setTrace(recording(folder, QStringLiteral("a.json"), {{"gemm", 400}}));
        WAIT_VERIFY(path().answer() != nullptr);
        PathPanel panel(*m_session);
        panel.resize(900, 300);
        panel.show();
        WAIT_VERIFY(!panel.busy());
        cp::Change faster;
        faster.factor = 0;
        const auto answer = cp::whatIf(path().answer()->path, std::vector{faster}, JobContext());
        QVERIFY(answer);
        const QString gain = session::humanDuration((answer->makespan - answer->low).ns);
        QVERIFY(panel.limits().isVisible());
        QVERIFY2(panel.limits().text().startsWith(QStringLiteral("Limited by ")),
                 qPrintable(panel.limits().text()));
        WAIT_VERIFY(path().bounds()); // follows the path
        QVERIFY2(panel.limits().text().contains(QStringLiteral("To gain at most: ") + gain),
                 qPrintable(panel.limits().text()));
        RandomTraceOptions options;
        options.streams = 0;
        open(options);
        WAIT_VERIFY(!panel.busy() && !panel.limits().isVisible()); // cannot tell
    }

    void panelsOfATraceWithoutAGpuSayWhatToRecord()
    {
        RandomTraceOptions options;
        options.streams = 0;
        open(options);
        StallsPanel panel(*m_session);
        panel.resize(900, 300);
        panel.show();
        WAIT_VERIFY(!panel.busy());
        bool told = false;
        for (const QLabel* label : panel.findChildren<QLabel*>()) {
            told = told || (label->isVisible() && label->text().contains(QStringLiteral("Record")));
        }
        QVERIFY(told);
    }
};

std::unique_ptr<QObject> makePathPanelsTest()
{
    return std::make_unique<PathPanelsTest>();
}

} // namespace longpole::test

#include "path_panels_test.moc"
