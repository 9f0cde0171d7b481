// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/memory_columns.h"
#include "core/open/open_trace.h"
#include "tests/gui/gui_tests.h"
#include "tests/support/random_trace.h"
#include "ui/window/action_table.h"
#include "ui/window/deep_link.h"
#include "ui/window/exporter.h"
#include "ui/window/render.h"
#include "ui/window/settings.h"
#include "ui/window/sidecar.h"
#include "ui/window/summary.h"

#include <QFile>
#include <QImage>
#include <QKeySequence>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

namespace longpole::test {

using namespace window;

class WindowPartsTest : public QObject
{
    Q_OBJECT

private slots:
    void noKeyIsTakenTwice()
    {
        // The keys of a trace's timeline and of a comparison never work at the same time.
        QSet<QString> taken[2];
        QSet<QString> ids;
        for (const ActionSpec& spec : actionTable()) {
            QVERIFY2(!ids.contains(QLatin1String(spec.id)), spec.id);
            ids.insert(QLatin1String(spec.id));
            for (const QString& key :
                 QString::fromLatin1(spec.keys).split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
                QVERIFY2(!QKeySequence(key).isEmpty(), qPrintable(key));
                for (const Scope other : {Scope::Timeline, Scope::Compare}) {
                    if (spec.scope == Scope::Window || spec.scope == Scope::Timelines
                        || spec.scope == other) {
                        QSet<QString>& keys = taken[other == Scope::Compare ? 1 : 0];
                        QVERIFY2(!keys.contains(key), qPrintable(key));
                        keys.insert(key);
                    }
                }
            }
        }
    }
    void deepLinksGoThereAndBack()
    {
        const DeepLink link{
            {QStringLiteral("/data/a b&c#d?.json"), QStringLiteral("/other/ü.json")},
            TimeRange{{-3000}, {4'000'000'000'000'000'000}},
            SliceId(77)};
        const QString text = toText(link);
        QVERIFY2(text.startsWith(QLatin1String("longpole:///data/")), qPrintable(text));
        const auto back = parseDeepLink(text);
        QVERIFY(back.has_value());
        QCOMPARE(back->paths, link.paths);
        QVERIFY(*back == link);
        QVERIFY(!parseDeepLink(QStringLiteral("/data/a.json")));
        QVERIFY(!parseDeepLink(QStringLiteral("http:///data/a.json")));
        QVERIFY(!parseDeepLink(QStringLiteral("longpole:///a.json#t=9..3"))->view);
    }
    void rangesAreReadInIntegers()
    {
        QVERIFY((parseRange(QStringLiteral("1ms:2.5ms")) == TimeRange{{1'000'000}, {2'500'000}}));
        QVERIFY((parseRange(QStringLiteral("-0.5us:12")) == TimeRange{{-500}, {12}}));
        QVERIFY((parseRange(QStringLiteral("0:1.000000001s")) == TimeRange{{0}, {1'000'000'001}}));
        for (const char* wrong :
             {"", "5", "5:5", "7:5", "a:b", "1h:2h", "1:99999999999999999999"}) {
            QVERIFY2(!parseRange(QLatin1String(wrong)), wrong);
        }
    }
    void sidecarsGoThereAndBack()
    {
        Sidecar sidecar;
        sidecar.lanes.density = timeline::Density::Roomy;
        const timeline::LaneKey lane{timeline::LaneKind::Slices, TrackId(3), 2};
        sidecar.lanes.pinned = {lane};
        sidecar.lanes.hidden = {{timeline::LaneKind::Group, TrackId(), 1}};
        sidecar.lanes.collapsed = {{lane, true}};
        sidecar.lanes.order = {lane};
        sidecar.lanes.heights = {{lane, 77}};
        sidecar.bookmarks = {
            {3, {{9'007'199'254'740'993}, {9'007'199'254'740'995}}, QStringLiteral("über")}};
        sidecar.view = TimeRange{{-5}, {10}};
        sidecar.summaryDismissed = true;
        const Sidecar back = sidecarFromJson(toJson(sidecar));
        QVERIFY(back.lanes == sidecar.lanes);
        QVERIFY(back.bookmarks == sidecar.bookmarks);
        QVERIFY(back.view == sidecar.view);
        QVERIFY(back.summaryDismissed);
        QVERIFY(sidecarFromJson({}).bookmarks.empty());
    }
    void sidecarsBelongToWhatIsInATraceNotToItsFile()
    {
        QTemporaryDir folder;
        const auto opened = [&](const QString& name, const QByteArray& duration) {
            QFile file(folder.filePath(name));
            [&] { QVERIFY(file.open(QIODevice::WriteOnly)); }();
            file.write("[{\"ph\":\"X\",\"name\":\"a\",\"pid\":1,\"ts\":0,\"dur\":" + duration
                       + "}]");
            file.close();
            return *open::openTrace({file.fileName().toStdString()}, {}, JobContext());
        };
        Sidecar sidecar;
        sidecar.bookmarks = {{1, {{1}, {2}}, QStringLiteral("x")}};
        QVERIFY(saveSidecar(*opened(QStringLiteral("t.json"), "5"), sidecar));
        QCOMPARE(loadSidecar(*opened(QStringLiteral("copy.json"), "5")).bookmarks.size(),
                 std::size_t(1));
        QVERIFY(loadSidecar(*opened(QStringLiteral("t.json"), "6")).bookmarks.empty());
        const model::Trace nameless({}, std::make_shared<model::MemoryColumns>()); // without a hash
        QVERIFY(!saveSidecar(nameless, sidecar));
    }
    void csvHoldsExactlyTheSlicesInRange()
    {
        const auto trace = randomTrace();
        const TimeRange span = trace->info().span;
        const TimeRange range{span.begin + DurationNs{span.duration().ns / 3},
                              span.begin + DurationNs{span.duration().ns / 2}};
        std::uint64_t expected = 0;
        for (std::uint32_t i = 0; i < trace->counts().slices; ++i) {
            const model::Slice slice = trace->slice(SliceId(i));
            expected +=
                slice.start < range.end && (slice.end() > range.begin || slice.start >= range.begin)
                ? 1
                : 0;
        }
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("out.csv"));
        const auto written = writeSlicesCsv(*trace, range, path, {});
        QVERIFY(written.has_value());
        QCOMPARE(*written, expected);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(static_cast<std::uint64_t>(file.readAll().count('\n')) >= expected + 1);
        const auto refused =
            writeSlicesCsv(*trace, range, QStringLiteral("/no/such/folder/x.csv"), {});
        QVERIFY(!refused.has_value());
        QVERIFY(refused.error().text().find("/no/such/folder/x.csv") == 0);
    }
    void picturesHaveTheSizeAskedForAndAreNotEmpty()
    {
        QTemporaryDir folder;
        RenderRequest request;
        request.output = folder.filePath(QStringLiteral("t.png"));
        request.size = {800, 400};
        QVERIFY(render(randomTrace(), request).has_value());
        const QImage image(request.output);
        QCOMPARE(image.size(), request.size);
        QSet<QRgb> colours;
        for (int x = 200; x < 800; x += 3) {
            for (int y = 60; y < 400; y += 3) {
                colours.insert(image.pixel(x, y));
            }
        }
        QVERIFY2(colours.size() > 8, qPrintable(QString::number(colours.size())));
        request.output = folder.filePath(QStringLiteral("t.svg"));
        QVERIFY(render(randomTrace(), request).has_value());
        QFile svg(request.output);
        QVERIFY(svg.open(QIODevice::ReadOnly));
        QVERIFY(svg.readAll().contains("<svg"));
        QVERIFY(!parseSize(QStringLiteral("10x10")));
        QVERIFY(!parseSize(QStringLiteral("99999x100")));
        QCOMPARE(*parseSize(QStringLiteral("1920x1080")), QSize(1920, 1080));
    }
    void theSummaryNamesTheLongestKernel()
    {
        const auto trace = randomTrace();
        const Summary summary = summarise(*trace, {});
        QVERIFY(summary.longestKernel.valid());
        const auto kinds = trace->column(model::gpu_op::kKind);
        const auto slices = trace->column(model::gpu_op::kSlice);
        const DurationNs longest = trace->slice(summary.longestKernel).duration;
        for (std::size_t i = 0; i < kinds.size(); ++i) {
            QVERIFY(kinds[i] != model::GpuOpKind::Kernel
                    || trace->slice(slices[i]).duration <= longest);
        }
        QVERIFY(!summary.devices.empty());
        QVERIFY(summary.text().contains(QStringLiteral("idle")));
    }
    void aTraceWithoutAGpuSaysSo()
    {
        RandomTraceOptions options;
        options.streams = 0;
        const Summary summary = summarise(*randomTrace(options), {});
        QVERIFY(summary.devices.empty());
        QVERIFY(summary.hint.contains(QStringLiteral("No GPU operations")));
    }
    void recentFilesAreNewestFirstAndExist()
    {
        settings::forgetRecentFiles();
        QTemporaryDir folder;
        QStringList made;
        for (int i = 0; i < 15; ++i) {
            const QString path = folder.filePath(QStringLiteral("%1.json").arg(i));
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly));
            settings::addRecentFile(path);
            made.prepend(path);
        }
        QCOMPARE(settings::recentFiles(), QStringList(made.mid(0, 12)));
        settings::addRecentFile(made[5]);
        QCOMPARE(settings::recentFiles().first(), made[5]);
        QFile::remove(made[5]);
        QVERIFY(!settings::recentFiles().contains(made[5]));
        settings::forgetRecentFiles();
    }
};

std::unique_ptr<QObject> makeWindowPartsTest()
{
    return std::make_unique<WindowPartsTest>();
}

} // namespace longpole::test

#include "window_parts_test.moc"
