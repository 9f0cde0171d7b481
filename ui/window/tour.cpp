// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/tour.h"

#include "core/open/open_traces.h"
#include "ui/panels/path/path_panel.h"
#include "ui/panels/query/query_panel.h"
#include "ui/panels/stalls/stalls_panel.h"
#include "ui/panels/whatif/whatif_panel.h"
#include "ui/session/critical_path_controller.h"
#include "ui/session/format.h"
#include "ui/window/actions.h"
#include "ui/window/docks.h"
#include "ui/window/key_sheet.h"
#include "ui/window/main_window.h"
#include "ui/window/pick_list.h"
#include "ui/window/record_dialog.h"
#include "ui/window/search_box.h"
#include "ui/window/summary_card.h"

#include <QAction>
#include <QCoreApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QImage>
#include <QLineEdit>
#include <QPainter>

#include <functional>

namespace longpole::window {
namespace {

class Guide
{
public:
    Guide(MainWindow& window, const QString& folder)
        : m_window(window)
        , m_folder(folder)
    { }
    int taken() const { return m_taken; }
    bool failed() const { return m_failed; }

    // Runs the event loop until `done` and everything has been painted.
    void settle(
        const std::function<bool()>& done = [] { return true; }, int limitMs = 60'000)
    {
        QElapsedTimer clock;
        clock.start();
        do {
            QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
        } while ((!done() || !m_window.timeline().isSettled()) && clock.elapsed() < limitMs);
        clock.restart();
        while (clock.elapsed() < 250) { // answers of panels
            QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
        }
    }
    void take(const QString& name, QWidget* widget = nullptr)
    {
        QWidget& shown = widget ? *widget : m_window;
        m_failed |= !shown.grab().save(QStringLiteral("%1/%2.png").arg(m_folder, name));
        ++m_taken;
    }
    bool open(const QString& path)
    {
        const auto before = m_window.session().trace();
        m_window.openPaths({path});
        settle([&] { return !m_window.loader().loading(); });
        return m_window.session().trace() && m_window.session().trace() != before;
    }
    void resize(QSize size)
    {
        m_window.resize(size);
        settle();
        m_window.docks().setDefaultSizes();
        settle();
    }
    void panels(const QString& prefix)
    {
        for (const panels::Panel& panel : m_window.docks().panels()) {
            if (panel.area == panels::Area::Bottom) {
                QWidget* widget = m_window.docks().show(panel.id);
                if (auto* query = qobject_cast<panels::QueryPanel*>(widget)) {
                    query->run();
                    settle([&] { return !query->busy(); });
                }
                const auto* path = qobject_cast<panels::PathPanel*>(widget);
                const auto* stalls = qobject_cast<panels::StallsPanel*>(widget);
                const auto* whatIf = qobject_cast<panels::WhatIfPanel*>(widget);
                settle([&] {
                    return !(path && path->busy()) && !(stalls && stalls->busy())
                        && !(whatIf && whatIf->busy());
                });
                take(prefix + QStringLiteral("-panel-") + panel.id);
            }
        }
    }

private:
    MainWindow& m_window;
    QString m_folder;
    int m_taken = 0;
    bool m_failed = false;
};

QString stem(const QString& path)
{
    const QFileInfo file(path);
    const QString folder = file.absoluteDir().dirName();
    return folder + QLatin1Char('-') + file.baseName();
}

// A few steps of whatever the trace has, else the middle of it.
void zoomIntoMiddle(MainWindow& window)
{
    const model::Trace& trace = *window.session().trace();
    TimeRange range = trace.info().span;
    if (!trace.iterations().empty()) {
        range = trace.iterations()[trace.iterations().size() / 2].range;
    }
    const std::int64_t part = range.duration().ns / 10;
    window.session().showRange(
        {range.begin + DurationNs{part * 4}, range.begin + DurationNs{part * 6}});
}

// The critical path over the whole trace, closely, and the costliest stalls.
void walkPath(Guide& guide, MainWindow& window, const QString& name)
{
    session::CriticalPathController& path = window.session().criticalPath();
    guide.settle([&] { return !path.working(); });
    if (!path.answer()) {
        return;
    }
    path.setOverlay(true);
    window.timeline().fitAll();
    guide.settle();
    guide.take(name + QStringLiteral("-path"));
    const auto& steps = path.answer()->path.steps();
    if (!steps.empty()) {
        path.walk(true, steps[steps.size() / 2].begin);
        window.timeline().fitSelection();
        window.timeline().zoom(0.05);
        guide.settle();
        guide.take(name + QStringLiteral("-path-close"));
    }
    for (int i = 0; i < 2 && !path.answer()->ranked.empty(); ++i) {
        path.nextStall(1);
        guide.settle();
        guide.take(name + QStringLiteral("-stall-%1").arg(i + 1));
    }
    path.selectStall(std::nullopt);
    path.selectStep(std::nullopt);
    path.setOverlay(false);
    window.session().select({});
}

void walkTrace(Guide& guide, MainWindow& window, const QString& path, bool thorough)
{
    const QString name = stem(path);
    if (!guide.open(path)) {
        guide.take(name + QStringLiteral("-refused"));
        return;
    }
    window.summaryCard().setDismissed(false);
    window.session().setBookmarks({});
    window.timeline().fitAll();
    guide.settle();
    guide.take(name + QStringLiteral("-whole"));
    window.session().select(window.summaryCard().summary().longestKernel);
    window.session().reveal(window.session().selection());
    window.timeline().fitSelection();
    window.timeline().zoom(0.1);
    guide.settle();
    guide.take(name + QStringLiteral("-details"));
    zoomIntoMiddle(window);
    guide.settle();
    guide.take(name + QStringLiteral("-zoomed"));
    walkPath(guide, window, name);
    if (!thorough) {
        return;
    }
    // Something that is there: the first word of the selected kernel.
    const model::Trace& trace = *window.session().trace();
    const SliceId selected = window.session().selection();
    const QString word = selected.valid()
        ? session::text(trace.string(trace.slice(selected).name)).section(QLatin1Char('_'), 0, 0)
        : QStringLiteral("e");
    window.searchBox().setText(word);
    window.docks().show(QStringLiteral("search"));
    guide.settle();
    window.search().next();
    guide.settle();
    guide.take(name + QStringLiteral("-search"));
    window.actions()[QStringLiteral("bookmark")]->trigger();
    guide.panels(name);
    window.docks().show(window.docks().panels()[1].id);
    window.actions()[QStringLiteral("palette")]->trigger();
    guide.settle();
    guide.take(name + QStringLiteral("-commands"));
    for (PickList* list : window.findChildren<PickList*>()) {
        list->hide(); // the focus alone doesn't close it in a window that isn't the active one
    }
    window.timeline().setFocus();
    guide.settle();
    KeySheet keys(window.actions(), &window);
    keys.show();
    guide.settle();
    guide.take(QStringLiteral("keys"), &keys);
    keys.hide();
    window.searchBox().setText(QString());
}

void showStart(Guide& guide, MainWindow& window, const QString& theme)
{
    window.setTheme(theme);
    guide.settle();
    guide.take(QStringLiteral("start-") + theme);
    RecordDialog& dialog = window.recordDialog();
    dialog.setCommand(QStringLiteral("python train.py --steps 20"), QDir::homePath());
    window.actions()[QStringLiteral("record")]->trigger();
    guide.settle();
    guide.take(QStringLiteral("record-") + theme, &dialog);
    dialog.hide();
}

} // namespace

Result<int> takeTour(const QStringList& traces, const QString& folder)
{
    if (!QDir().mkpath(folder)) {
        return fail(Errc::Io, "this folder can't be made; choose another one",
                    folder.toStdString());
    }
    MainWindow window(&open::openTraces, {});
    window.resize(1280, 720);
    window.show();
    Guide guide(window, folder);
    showStart(guide, window, QStringLiteral("dark"));
    showStart(guide, window, QStringLiteral("light"));
    window.setTheme(QStringLiteral("dark"));
    bool first = true;
    for (const QString& path : traces) {
        window.resize(1600, 900);
        walkTrace(guide, window, path, first);
        if (first && window.session().trace()) {
            const QString name = stem(path);
            for (const QSize size : {QSize(1280, 720), QSize(3840, 2160)}) {
                for (const char* theme : {"dark", "light"}) {
                    window.setTheme(QLatin1String(theme));
                    guide.resize(size);
                    guide.take(QStringLiteral("%1-%2x%3-%4")
                                   .arg(name)
                                   .arg(size.width())
                                   .arg(size.height())
                                   .arg(QLatin1String(theme)));
                }
            }
            window.setTheme(QStringLiteral("dark"));
            guide.resize({1600, 900});
        }
        first = false;
    }
    if (guide.failed()) {
        return fail(Errc::Io, "some pictures couldn't be written; is there space?",
                    folder.toStdString());
    }
    return guide.taken();
}

} // namespace longpole::window
