// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What a comparison says, its pairs and its tables, without a window.
#include "tests/gui/compare/compare_fixture.h"
#include "tests/gui/gui_tests.h"
#include "ui/compare/ribbon_scene.h"
#include "ui/compare/verdict_words.h"
#include "ui/tables/table_model.h"

#include <QAbstractItemModelTester>
#include <QTest>

#include <cmath>
#include <random>

namespace longpole::test {

using namespace compare;

class CompareWordsTest : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    TracePtr m_slow;
    TracePtr m_fast;
    TracePtr m_other;

    static ComparisonPtr compared(const TracePtr& before, const TracePtr& after)
    {
        auto done = compareSides(sidesOf(before, after), JobContext());
        return done ? *done : nullptr;
    }

private slots:
    void initTestCase()
    {
        const std::vector<StepOp> slow{{"gemm", 400}, {"relu", 30}, {"extra", 50}};
        const std::vector<StepOp> fast{{"gemm", 200}, {"relu", 30}};
        m_slow = recording(m_folder, QStringLiteral("slow.json"), slow);
        m_fast = recording(m_folder, QStringLiteral("fast.json"), fast);
        m_other = recording(m_folder, QStringLiteral("other.json"), slow, "Another GPU");
        QVERIFY(m_slow && m_fast && m_other);
    }

    void lessTimeIsFasterWithItsInterval()
    {
        const auto done = compared(m_slow, m_fast);
        QVERIFY(done);
        const VerdictWords words = verdictWords(done->diff, {});
        QCOMPARE(words.headline, QStringLiteral("Faster"));
        QVERIFY(words.tone == VerdictWords::Tone::Faster);
        QVERIFY2(words.effect.contains(QStringLiteral("% less time")), qPrintable(words.effect));
        QVERIFY(words.effect.contains(QStringLiteral("95 %")));
        QCOMPARE(words.outputs, QStringLiteral("Outputs: not checked"));
    }
    void swappedItIsSlower()
    {
        const auto done = compared(m_fast, m_slow);
        QCOMPARE(verdictWords(done->diff, {}).headline, QStringLiteral("Slower"));
    }
    void withItselfNothingIsSeen()
    {
        const auto done = compared(m_slow, m_slow);
        const VerdictWords words = verdictWords(done->diff, {});
        QCOMPARE(words.headline, QStringLiteral("No difference seen"));
        QVERIFY(words.effect.contains(QStringLiteral("would have been seen")));
        for (const Pair& p : done->pairs.all()) {
            QVERIFY(p.change == Change::Matched);
            QCOMPARE(p.deltaNs, 0);
            QVERIFY(p.before == p.after);
        }
    }
    void whatBlocksIsNamedFirst()
    {
        // Another number of kinds of work: not marked, so windows of unequal work.
        StepRecording a;
        StepRecording b;
        a.stem = b.stem = "";
        for (int i = 0; i < 7; ++i) {
            a.step({{"gemm", 100}, {"relu", 10}});
            b.step({{"other" + std::to_string(i), 90}});
        }
        const auto open = [&](const StepRecording& steps, const char* name) {
            auto trace =
                open::openTrace({steps.write(m_folder.filePath(QLatin1String(name)).toStdString())},
                                {}, JobContext());
            return trace ? *trace : nullptr;
        };
        const auto done = compared(open(a, "a.json"), open(b, "b.json"));
        QVERIFY(done);
        const VerdictWords words = verdictWords(done->diff, {});
        QCOMPARE(words.headline, QStringLiteral("Not comparable"));
        QVERIFY(words.effect.isEmpty());
        QVERIFY(!words.blocking.isEmpty());
        QCOMPARE(words.findings().first(), words.blocking.first());
    }
    void anotherGpuIsSaid()
    {
        const VerdictWords words = verdictWords(compared(m_slow, m_other)->diff, {});
        QVERIFY2(words.text().contains(QStringLiteral("GPU")), qPrintable(words.text()));
    }
    void withOtherOutputsItIsNoImprovement()
    {
        OutputCheck check;
        check.state = OutputCheck::State::Checked;
        check.found = {diff::Outputs::State::Disagree, 3, 1, "logits"};
        const VerdictWords words = verdictWords(compared(m_slow, m_fast)->diff, check);
        QCOMPARE(words.headline, QStringLiteral("Not comparable: the outputs disagree"));
        // As longpole diff says it; and how much shorter the times are is still told.
        QVERIFY2(words.findings().first().contains(QStringLiteral("is no improvement")),
                 qPrintable(words.text()));
        QVERIFY(words.effect.contains(QStringLiteral("% less time")));
        QVERIFY(words.tone == VerdictWords::Tone::Caution);
        QVERIFY(words.outputs.contains(QStringLiteral("1 of 3")));
        QVERIFY(words.outputs.contains(QStringLiteral("logits")));
        QCOMPARE(verdictWords(compared(m_fast, m_slow)->diff, check).headline,
                 QStringLiteral("Slower, and the outputs disagree"));
    }

    void everyOperationIsInExactlyOnePair()
    {
        const auto done = compared(m_slow, m_fast);
        std::size_t before = 0;
        std::size_t after = 0;
        std::int64_t delta = 0;
        for (const Pair& p : done->pairs.all()) {
            before += p.hasBefore() ? 1 : 0;
            after += p.hasAfter() ? 1 : 0;
            delta += p.deltaNs;
        }
        QCOMPARE(before, 21U); // 7 steps of gemm, relu, extra
        QCOMPARE(after, 14U);
        // Worked by hand: gemm lost 200 us and extra 50 us in each of seven steps.
        QCOMPARE(delta, std::int64_t{-7 * 250'000});
    }
    void partnersFindEachOther()
    {
        const auto done = compared(m_slow, m_fast);
        const PairIndex& pairs = done->pairs;
        for (std::uint32_t i = 0; i < pairs.all().size(); ++i) {
            const Pair& p = pairs.all()[i];
            QCOMPARE(pairs.ofBefore(p.before), p.hasBefore() ? i : kNoPair);
            QCOMPARE(pairs.ofAfter(p.after), p.hasAfter() ? i : kNoPair);
            QVERIFY(pairs.rowOf(i).has_value());
        }
        // The first row is what changed most: gemm, and its pair is one.
        const Pair& first = pairs.all()[pairs.ofRow(0)];
        QCOMPARE(first.deltaNs, -200'000);
        QVERIFY(first.change == Change::Matched);
    }
    void everyTableIsASoundModel()
    {
        const auto done = compared(m_slow, m_fast);
        QVERIFY(done->tables.size() > 4);
        QCOMPARE(done->tables.front().title, QStringLiteral("Operations"));
        QCOMPARE(done->tables.front().pairs.size(), done->tables.front().table.rows.size());
        for (const ShownTable& shown : done->tables) {
            tables::TableModel model;
            QAbstractItemModelTester tester(&model,
                                            QAbstractItemModelTester::FailureReportingMode::QtTest);
            model.setTable(shown.table);
            QCOMPARE(model.rowCount(), static_cast<int>(shown.table.rows.size()));
        }
    }

    // Against looking at every pair.
    void ribbonsAreThoseOfWhatIsInView()
    {
        std::mt19937 random(7);
        const auto below = [&](std::int64_t n) {
            return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(n));
        };
        std::vector<Pair> made;
        std::uint32_t slice = 1;
        for (int i = 0; i < 400; ++i) {
            Pair p;
            p.change = i % 9 == 0 ? Change::Removed : i % 7 == 0 ? Change::Added : Change::Matched;
            if (p.change != Change::Added) {
                p.before = SliceId(slice++);
                p.beforeNs = below(1'000'000);
                p.beforeEndNs = p.beforeNs + below(20'000);
            }
            if (p.change != Change::Removed) {
                p.after = SliceId(slice++);
                p.afterNs = 5'000'000 + below(1'000'000);
                p.afterEndNs = p.afterNs + below(20'000);
            }
            made.push_back(p);
        }
        const PairIndex pairs(made);
        timeline::Viewport top({{0}, {1'100'000}}, 800);
        timeline::Viewport bottom({{5'000'000}, {6'100'000}}, 800);
        for (int turn = 0; turn < 200; ++turn) {
            const std::int64_t a = below(900'000);
            top.setVisible({{a}, {a + 1000 + below(100'000)}});
            bottom.setVisible({{5'000'000 + a}, {5'000'000 + a + 1000 + below(100'000)}});
            const RibbonScene scene = ribbonsInView(pairs, top, bottom);
            QVERIFY(!scene.dense);
            std::size_t expected = 0;
            const auto seen = [](std::int64_t begin, std::int64_t end, TimeRange range) {
                return begin < range.end.ns && end > range.begin.ns;
            };
            for (const Pair& p : pairs.all()) {
                expected += (p.hasBefore() && seen(p.beforeNs, p.beforeEndNs, top.visible()))
                        || (p.hasAfter() && seen(p.afterNs, p.afterEndNs, bottom.visible()))
                    ? 1
                    : 0;
            }
            QCOMPARE(scene.ribbons.size(), expected);
        }
    }
    void manyRibbonsBecomeOnePerFewPixels()
    {
        std::vector<Pair> made;
        for (std::uint32_t i = 0; i < 20'000; ++i) {
            Pair p;
            p.before = SliceId(2 * i + 1);
            p.after = SliceId(2 * i + 2);
            p.beforeNs = i * 100;
            p.beforeEndNs = p.beforeNs + 50;
            p.afterNs = p.beforeNs;
            p.afterEndNs = p.afterNs + 25;
            p.costBeforeNs = 50;
            p.deltaNs = -25;
            made.push_back(p);
        }
        const PairIndex pairs(std::move(made));
        const timeline::Viewport view({{0}, {2'000'000}}, 1000);
        const RibbonScene scene = ribbonsInView(pairs, view, view);
        QVERIFY(scene.dense);
        QVERIFY(scene.ribbons.size() <= 201);
        std::uint32_t count = 0;
        for (const Ribbon& r : scene.ribbons) {
            count += r.count;
            QCOMPARE(r.change, -1.0F); // half the time
            QVERIFY(std::abs(r.top0 - r.bottom0) < 0.01);
        }
        QCOMPARE(count, 20'000U);
    }
};

std::unique_ptr<QObject> makeCompareWordsTest()
{
    return std::make_unique<CompareWordsTest>();
}

} // namespace longpole::test

#include "compare_words_test.moc"
