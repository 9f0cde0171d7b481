// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/gui_tests.h"
#include "ui/session/format.h"

#include <QTest>

namespace longpole::test {

using namespace session;

class FormatTest : public QObject
{
    Q_OBJECT

private slots:
    void durationsHaveThreeDigitsAndOneUnit_data()
    {
        QTest::addColumn<qint64>("ns");
        QTest::addColumn<QString>("shown");
        QTest::newRow("zero") << qint64(0) << QStringLiteral("0 ns");
        QTest::newRow("ns") << qint64(999) << QStringLiteral("999 ns");
        QTest::newRow("µs") << qint64(1000) << QStringLiteral("1.00 µs");
        QTest::newRow("tens") << qint64(12345) << QStringLiteral("12.3 µs");
        QTest::newRow("rounds up a unit") << qint64(999'999) << QStringLiteral("1.00 ms");
        QTest::newRow("ms") << qint64(1'482'000) << QStringLiteral("1.48 ms");
        QTest::newRow("s") << qint64(16'025'575'000) << QStringLiteral("16.0 s");
        QTest::newRow("hundreds of s") << qint64(599'000'000'000) << QStringLiteral("599 s");
        QTest::newRow("min") << qint64(720'000'000'000) << QStringLiteral("12.0 min");
        QTest::newRow("negative") << qint64(-3000) << QStringLiteral("-3.00 µs");
    }
    void durationsHaveThreeDigitsAndOneUnit()
    {
        QFETCH(qint64, ns);
        QFETCH(QString, shown);
        QCOMPARE(humanDuration(ns).replace(QChar(0xa0), QLatin1Char(' ')), shown);
    }
    void exactFiguresKeepEveryDigit()
    {
        QCOMPARE(exactDuration(1'482'004).remove(QChar(0x202f)), QStringLiteral("1482004 ns"));
        QCOMPARE(groupedCount(-1234).remove(QChar(0x202f)), QStringLiteral("-1234"));
        QCOMPARE(groupedCount(1'000'000).count(QChar(0x202f)), 2);
    }
    void timesShowAsManyDigitsAsTheResolutionAsks()
    {
        const QString all = humanTime(TimeNs{1'482'004'007}).remove(QChar(0x202f));
        QCOMPARE(all, QStringLiteral("1.482004007 s"));
        QCOMPARE(humanTime(TimeNs{1'482'004'007}, 1000).remove(QChar(0x202f)),
                 QStringLiteral("1.482004 s"));
        QCOMPARE(humanTime(TimeNs{-5}).remove(QChar(0x202f)), QStringLiteral("−0.000000005 s"));
    }
    void longNamesLoseTheirMiddle()
    {
        const QString name(400, QLatin1Char('x'));
        QCOMPARE(shortened(name, 40).size(), 40);
        QCOMPARE(shortened(QStringLiteral("short"), 40), QStringLiteral("short"));
        QCOMPARE(plainKernelName(QStringLiteral("flash_fwd<Traits<1, 2>, true>(Params)")),
                 QStringLiteral("flash_fwd<…>(…)"));
        QCOMPARE(plainKernelName(QStringLiteral("a < b")), QStringLiteral("a < b"));
        QCOMPARE(plainKernelName(QStringLiteral("at::(anonymous namespace)::scan<int>(int)")),
                 QStringLiteral("at::scan<…>(…)"));
        QCOMPARE(plainKernelName(QStringLiteral("at::<unnamed>::scan<int>(int)")),
                 QStringLiteral("at::scan<…>(…)"));
    }
    void countsAgreeWithTheirNoun()
    {
        QCOMPARE(slicesText(groupedCount(1)), QStringLiteral("1 slice"));
        QCOMPARE(slicesText(groupedCount(0)), QStringLiteral("0 slices"));
        QCOMPARE(gpuOperationsText(humanCount(1)), QStringLiteral("1 GPU operation"));
    }
    void sliceLabelsBeginWithWhatTellsThemApart()
    {
        QCOMPARE(kernelLabel(QStringLiteral("void cudnn::detail::dgrad<float, a::b>(c::d*)")),
                 QStringLiteral("dgrad<…>(…)"));
        QCOMPARE(kernelLabel(QStringLiteral("sm80_gemm_tn")), QStringLiteral("sm80_gemm_tn"));
        QCOMPARE(kernelLabel(QStringLiteral("aten::_cat")), QStringLiteral("aten::_cat"));
        QCOMPARE(kernelLabel(QStringLiteral("Memcpy HtoD (Pageable -> Device)")),
                 QStringLiteral("Memcpy HtoD (Pageable -> Device)"));
    }
};

std::unique_ptr<QObject> makeFormatTest()
{
    return std::make_unique<FormatTest>();
}

} // namespace longpole::test

#include "format_test.moc"
