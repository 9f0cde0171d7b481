// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// gui_stall FILE [FILE]: opens a trace in the main window and watches the event loop meanwhile and
// for a few seconds after; then shows the critical path and its panels, keeps a forecast, opens the
// menu of a slice, and walks along path and stalls. With two files it compares them instead, and
// steps through the differences. Prints the longest time between two turns of the loop, on the wall
// clock and in the GUI thread's own CPU time (what a busy machine doesn't inflate). Budget: no
// stall over 50 ms.
#include "core/open/open_traces.h"
#include "ui/compare/compare_view.h"
#include "ui/panels/whatif/whatif_panel.h"
#include "ui/session/critical_path_controller.h"
#include "ui/theme/theme.h"
#include "ui/timeline/timeline_view.h"
#include "ui/window/docks.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <string>
#include <utility>
#include <vector>

namespace {

double threadCpuMs()
{
    timespec t = {};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) / 1e6;
}

class Watchdog : public QObject
{
public:
    Watchdog()
    {
        m_clock.start();
        m_cpu = threadCpuMs();
        connect(&m_timer, &QTimer::timeout, this, [this] { tick(); });
        m_timer.start(1);
    }
    void report(const char* phase)
    {
        std::printf("%-8s %8lld ms, %6d turns, longest stall %6.1f ms wall, %6.1f ms CPU\n", phase,
                    static_cast<long long>(m_phase.elapsed()), m_turns, m_wall, m_longestCpu);
        for (const auto& [what, ms] : m_long) {
            std::printf("         over 8 ms: %6.1f ms CPU after %s\n", ms, what.c_str());
        }
        m_long.clear();
        m_turns = 0;
        m_wall = m_longestCpu = 0;
        m_phase.restart();
    }

    // What was asked for last, for those turns that take longer than they may.
    void doing(const std::string& what) { m_doing = what; }

private:
    void tick()
    {
        const double cpu = threadCpuMs();
        if (cpu - m_cpu > 8.0) {
            m_long.emplace_back(m_doing, cpu - m_cpu);
        }
        m_wall = std::max(m_wall, static_cast<double>(m_clock.nsecsElapsed()) / 1e6);
        m_longestCpu = std::max(m_longestCpu, cpu - m_cpu);
        m_clock.restart();
        m_cpu = cpu;
        ++m_turns;
        if (!m_phase.isValid()) {
            m_phase.start();
        }
    }

    QTimer m_timer;
    QElapsedTimer m_clock;
    QElapsedTimer m_phase;
    double m_cpu = 0;
    double m_wall = 0;
    double m_longestCpu = 0;
    int m_turns = 0;
    std::string m_doing = "nothing";
    std::vector<std::pair<std::string, double>> m_long;
};

// Every 150 ms one thing that a user would do with the path.
void usePath(longpole::window::MainWindow& window, QApplication& application, Watchdog& watchdog)
{
    auto* timer = new QTimer(&application);
    QObject::connect(timer, &QTimer::timeout, &application, [&window, &watchdog, at = 0]() mutable {
        longpole::session::CriticalPathController& path = window.session().criticalPath();
        if (!path.answer()) {
            return; // still being worked out
        }
        constexpr const char* kPanels[] = {"path", "stalls", "whatif"};
        if (at == 0) {
            watchdog.report("answer");
            watchdog.doing("the outline of the path");
            path.setOverlay(true);
        } else if (at <= 3) {
            watchdog.doing(std::string("the panel ") + kPanels[at - 1]);
            window.docks().show(QLatin1String(kPanels[at - 1]));
        } else if (at == 4) {
            watchdog.doing("keeping a forecast");
            if (auto* panel = qobject_cast<longpole::panels::WhatIfPanel*>(
                    window.docks().show(QStringLiteral("whatif")))) {
                panel->save();
            }
        } else if (at == 5) {
            watchdog.doing("the menu of a slice");
            auto* view = window.findChild<longpole::timeline_ui::TimelineView*>();
            emit view->contextMenuRequested(path.answer()->subject(0), {}, QPoint(600, 400));
        } else if (at == 6) {
            watchdog.doing("leaving the menu");
            if (QWidget* menu = QApplication::activePopupWidget()) {
                menu->close();
            }
        } else if (at < 16) {
            watchdog.doing("the next stall, " + std::to_string(at));
            path.nextStall(1);
        } else if (at < 28) {
            watchdog.doing("a step along the path, " + std::to_string(at));
            path.walk(true, {});
        } else {
            watchdog.report("path");
            QApplication::quit();
        }
        ++at;
    });
    timer->start(150);
}

// Steps through the differences once they are there.
void useComparison(longpole::window::MainWindow& window, QApplication& application,
                   Watchdog& watchdog)
{
    auto* timer = new QTimer(&application);
    QObject::connect(timer, &QTimer::timeout, &application, [&window, &watchdog, at = 0]() mutable {
        longpole::compare::CompareView* view = window.comparison();
        if (view == nullptr || !view->isSettled()) {
            return;
        }
        if (at == 0) {
            watchdog.report("compare");
        } else if (at < 20) {
            view->step(1);
        } else {
            watchdog.report("steps");
            QApplication::quit();
        }
        ++at;
    });
    timer->start(150);
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 2 && argc != 3) {
        std::fprintf(stderr, "usage: gui_stall FILE [FILE]\n");
        return 2;
    }
    const QTemporaryDir kept; // forecasts: the user's own are none of its business
    qputenv("XDG_DATA_HOME", kept.path().toLocal8Bit());
    QApplication application(argc, argv);
    longpole::window::MainWindow window(
        [](longpole::open::OpenRequest request, const longpole::JobContext& job) {
            request.options.useCache = false;
            return longpole::open::openTraces(request, job);
        },
        longpole::session::TraceLoader::Cache());
    window.resize(1920, 1080);
    window.show();
    Watchdog watchdog;
    QTimer::singleShot(500, &application, [&] {
        watchdog.report("start");
        if (argc == 3) {
            window.openPaths({QString::fromLocal8Bit(argv[1]), QString::fromLocal8Bit(argv[2])},
                             longpole::open::Intent::Compare);
            useComparison(window, application, watchdog);
        } else {
            window.openPaths({QString::fromLocal8Bit(argv[1])});
        }
    });
    QObject::connect(&window.session(), &longpole::session::Session::traceChanged, &application,
                     [&] {
                         if (argc == 3) {
                             return;
                         }
                         watchdog.report("load");
                         watchdog.doing("the trace was opened");
                         QTimer::singleShot(4000, &application, [&] {
                             watchdog.report("after");
                             usePath(window, application, watchdog);
                         });
                     });
    return application.exec();
}
