// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The tour of a comparison: whole, one iteration, one pair, in every size and both themes.
#include "core/open/open_traces.h"
#include "ui/compare/compare_tables.h"
#include "ui/compare/compare_view.h"
#include "ui/window/docks.h"
#include "ui/window/main_window.h"
#include "ui/window/search_box.h"
#include "ui/window/tour.h"

#include <QCoreApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QImage>

#include <functional>

namespace longpole::window {
namespace {

void settle(const std::function<bool()>& done, int limitMs = 60'000)
{
    QElapsedTimer clock;
    clock.start();
    do {
        QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
    } while (!done() && clock.elapsed() < limitMs);
    clock.restart();
    while (clock.elapsed() < 250) {
        QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
    }
}

// The second of the compared iterations, else the middle tenth.
TimeRange oneStep(compare::CompareView& view)
{
    const diff::TraceDiff& d = view.controller().answer()->diff;
    const auto& pairs = d.matching.iterations;
    const auto& all = d.before->iterations.all;
    if (pairs.size() > 1) {
        return all[pairs[1].first].range;
    }
    const TimeRange whole = d.before->trace->info().extent;
    const DurationNs tenth{whole.duration().ns / 10};
    return {whole.begin + DurationNs{tenth.ns * 4}, whole.begin + DurationNs{tenth.ns * 5}};
}

} // namespace

Result<int> takeComparisonTour(const QStringList& pair, const QString& folder)
{
    if (!QDir().mkpath(folder)) {
        return fail(Errc::Io, "this folder can't be made; choose another one",
                    folder.toStdString());
    }
    MainWindow window(&open::openTraces, {});
    window.resize(1600, 900);
    window.show();
    int taken = 0;
    const auto take = [&](const QString& name) {
        taken += window.grab().save(QStringLiteral("%1/compare-%2.png").arg(folder, name)) ? 1 : 0;
    };
    window.setTheme(QStringLiteral("dark"));
    window.openPaths(pair, open::Intent::Compare);
    settle([&] { return !window.loader().loading(); });
    compare::CompareView* view = window.comparison();
    if (view == nullptr) {
        return fail(Errc::Io, "these two couldn't be opened to compare them",
                    pair.join(QLatin1Char(' ')).toStdString());
    }
    take(QStringLiteral("working"));
    const auto ready = [view] { return view->isSettled(); };
    settle(ready);
    if (!view->controller().answer()) {
        take(QStringLiteral("failed"));
        return taken;
    }
    const auto stages = [&](const QString& suffix) {
        view->timelines().alignIterations();
        settle(ready);
        take(QStringLiteral("whole") + suffix);
        view->timelines().view(compare::Side::Before).setVisibleRange(oneStep(*view));
        settle(ready);
        take(QStringLiteral("step") + suffix);
        view->step(1);
        settle(ready);
        take(QStringLiteral("pair") + suffix);
    };
    for (const QSize size : {QSize(1280, 720), QSize(1920, 1080), QSize(3840, 2160)}) {
        for (const char* theme : {"dark", "light"}) {
            window.setTheme(QLatin1String(theme));
            window.resize(size);
            settle(ready);
            stages(QStringLiteral("-%1-%2").arg(size.width()).arg(QLatin1String(theme)));
        }
    }
    window.setTheme(QStringLiteral("dark"));
    window.resize(1600, 900);
    view->timelines().setSideBySide(true);
    settle(ready);
    view->timelines().showPair(view->timelines().selectedPair());
    settle(ready);
    take(QStringLiteral("side-by-side"));
    view->timelines().setSideBySide(false);
    window.docks().show(QStringLiteral("details"));
    window.searchBox().setText(QStringLiteral("sgemm"));
    window.docks().show(QStringLiteral("search"));
    settle(ready);
    take(QStringLiteral("panels"));
    return taken;
}

} // namespace longpole::window
