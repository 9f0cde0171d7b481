// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/gui_tests.h"
#include "tests/support/random_trace.h"
#include "ui/tables/table_model.h"
#include "ui/tables/table_panel.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QLineEdit>
#include <QTableView>
#include <QTest>

namespace longpole::test {

using namespace analysis;

namespace {

Table sample()
{
    Table table;
    table.key = "kernels";
    table.columns = {{"name", "Name", Unit::None, Role::Name},
                     {"total_ns", "Total", Unit::Nanoseconds, Role::Value},
                     {"share", "Share", Unit::Percent, Role::Share}};
    table.rows = {{std::string("gemm, \"big\""), std::int64_t(900), 60.0},
                  {std::string("copy"), std::int64_t(10'000), 30.0},
                  {std::string("Relu"), std::monostate(), 10.0}};
    table.slices = {SliceId(4), SliceId(2), SliceId()};
    return table;
}

} // namespace

class TablesTest : public QObject
{
    Q_OBJECT

private slots:
    void theModelIsAProperModel()
    {
        tables::TableModel model;
        QAbstractItemModelTester tester(&model,
                                        QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setTable(sample());
        model.setTable({});
        model.setTable(sample());
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(model.columnCount(), 3);
    }
    void cellsAreShownWithUnitsAndCopiedExactly()
    {
        tables::TableModel model;
        model.setTable(sample());
        QCOMPARE(model.index(1, 1).data().toString().replace(QChar(0xa0), QLatin1Char(' ')),
                 QStringLiteral("10.0 µs"));
        QCOMPARE(model.index(1, 1).data(Qt::EditRole).toString(), QStringLiteral("10000"));
        QCOMPARE(model.index(2, 1).data().toString(), QStringLiteral("–"));
        QCOMPARE(model.index(2, 1).data(Qt::EditRole).toString(), QString());
        QCOMPARE(model.index(0, 2).data(tables::TableModel::ShareRole).toDouble(), 0.6);
    }
    void namesAreShownWithoutWhatSaysNothingAndFoundByAllOfThem()
    {
        const std::string full = "void at::native::(anonymous namespace)::scan<float>(float*)";
        analysis::Table table = sample();
        table.rows[1][0] = full;
        tables::TableModel model;
        model.setTable(std::move(table));
        const QModelIndex name = model.index(1, 0);
        QCOMPARE(name.data().toString(), QStringLiteral("at::native::scan<float>(float*)"));
        QCOMPARE(name.data(Qt::EditRole).toString(), QString::fromStdString(full)); // copies
        QCOMPARE(name.data(Qt::ToolTipRole).toString(), QString::fromStdString(full));
        tables::RowFilter rows;
        rows.setSourceModel(&model);
        for (const char* searched : {"(anonymous namespace)::scan", "native::scan<"}) {
            rows.setText(QLatin1String(searched));
            QCOMPARE(rows.rowCount(), 1);
        }
    }
    void columnsAreAsWideAsTheirLongestTextWithinBounds()
    {
        analysis::Table table = sample();
        tables::TableModel model;
        session::Session session;
        tables::TablePanel panel(session, &model, QStringLiteral("Sample"), true);
        model.setTable(table);
        const int narrow = panel.contentWidth(0, 10, 400);
        table.rows[2][0] = std::string("a name with more letters than any of the others");
        model.setTable(table);
        const int wide = panel.contentWidth(0, 10, 400);
        QVERIFY(wide > narrow);
        QVERIFY(wide >= panel.fontMetrics().horizontalAdvance(
                    QStringLiteral("a name with more letters than any of the others")));
        table.rows[2][0] = std::string(4000, 'x');
        model.setTable(table);
        QCOMPARE(panel.contentWidth(0, 10, 400), 400);
    }
    void sortingGoesByValueNotByText()
    {
        tables::TableModel model;
        model.setTable(sample());
        tables::RowFilter rows;
        QAbstractItemModelTester tester(&rows,
                                        QAbstractItemModelTester::FailureReportingMode::QtTest);
        rows.setSourceModel(&model);
        rows.sort(1, Qt::AscendingOrder); // absent, 900 ns, 10 µs
        QCOMPARE(rows.index(0, 0).data().toString(), QStringLiteral("Relu"));
        QCOMPARE(rows.index(2, 0).data().toString(), QStringLiteral("copy"));
        rows.setText(QStringLiteral("RELU"));
        QCOMPARE(rows.rowCount(), 1);
    }
    void copiesAndExportsFollowWhatIsShown()
    {
        session::Session s;
        tables::TableModel model;
        tables::TablePanel panel(s, &model, QStringLiteral("t"), true);
        model.setTable(sample());
        QVERIFY(panel.csv().startsWith(
            QStringLiteral("Name,Total,Share\n\"gemm, \"\"big\"\"\",900,60\n")));
        panel.filter()->setText(QStringLiteral("copy"));
        QCOMPARE(panel.tsv(), QStringLiteral("Name\tTotal\tShare\ncopy\t10000\t30\n"));
        panel.view()->setColumnHidden(1, true);
        panel.copy();
        QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("Name\tShare\ncopy\t30\n"));
    }
    void theSelectionOfTableAndSessionIsOne()
    {
        session::Session s;
        s.setTrace(randomTrace());
        tables::TableModel model;
        tables::TablePanel panel(s, &model, QStringLiteral("t"), true);
        model.setTable(sample());
        panel.view()->selectRow(0);
        QCOMPARE(s.selection(), SliceId(4));
        s.select(SliceId(2));
        QCOMPARE(panel.view()->currentIndex().row(), 1);
        panel.view()->selectRow(2); // stands for no slice
        QCOMPARE(s.selection(), SliceId(2));
    }
};

std::unique_ptr<QObject> makeTablesTest()
{
    return std::make_unique<TablesTest>();
}

} // namespace longpole::test

#include "tables_test.moc"
