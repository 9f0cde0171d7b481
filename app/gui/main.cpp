// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// longpole-gui: the viewer; also renders timelines and takes the tour without a display.
#include "core/base/version.h"
#include "core/open/open_trace.h"
#include "core/open/open_traces.h"
#include "ui/theme/theme.h"
#include "ui/window/deep_link.h"
#include "ui/window/main_window.h"
#include "ui/window/render.h"
#include "ui/window/settings.h"
#include "ui/window/tour.h"

#include <QApplication>
#include <QCommandLineParser>

#include <cstdio>
#include <cstring>

namespace {

using namespace longpole;

int complain(const QString& sentence)
{
    std::fprintf(stderr, "longpole-gui: %s\n", qPrintable(sentence));
    return 2;
}

// Before a QApplication exists: is this one of the modes that need no display?
bool wantsPicture(int argc, char** argv)
{
    for (int i = 1; i < argc; ++i) {
        for (const char* mode : {"--render", "--tour", "--version", "--help", "-h", "-v"}) {
            const std::size_t length = std::strlen(mode);
            if (std::strncmp(argv[i], mode, length) == 0
                && (argv[i][length] == '\0' || argv[i][length] == '=')) {
                return true;
            }
        }
    }
    return false;
}

bool hasDisplay()
{
#ifdef Q_OS_LINUX
    return !qEnvironmentVariableIsEmpty("DISPLAY")
        || !qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY")
        || !qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM");
#else
    return true;
#endif
}

void defineOptions(QCommandLineParser& parser)
{
    parser.setApplicationDescription(QStringLiteral(
        "Viewer for GPU traces. FILE may also be a link: longpole:///path#t=START..END&sel=SLICE"));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addPositionalArgument(QStringLiteral("FILE"), QStringLiteral("traces to open"),
                                 QStringLiteral("[FILE…]"));
    parser.addOptions(
        {{QStringLiteral("render"),
          QStringLiteral("write a picture of the timeline instead of opening a window"),
          QStringLiteral("FILE")},
         {{QStringLiteral("o"), QStringLiteral("output")},
          QStringLiteral("the picture, .png or .svg"),
          QStringLiteral("OUT")},
         {QStringLiteral("size"), QStringLiteral("size of the picture"), QStringLiteral("WxH"),
          QStringLiteral("1920x1080")},
         {QStringLiteral("range"), QStringLiteral("part of the trace, ns or with a unit"),
          QStringLiteral("START:END")},
         {QStringLiteral("theme"), QStringLiteral("dark, light or system"),
          QStringLiteral("THEME")},
         {QStringLiteral("join"),
          QStringLiteral("show several files as one trace, whatever they are")},
         {QStringLiteral("compare"), QStringLiteral("open two files as two traces to compare")},
         {QStringLiteral("before"),
          QStringLiteral("a run before a change, to compare; may be given several times"),
          QStringLiteral("FILE")},
         {QStringLiteral("after"), QStringLiteral("a run after it"), QStringLiteral("FILE")},
         {QStringLiteral("tour"), QStringLiteral("take pictures of every part of the window"),
          QStringLiteral("DIR")}});
}

int renderFile(const QCommandLineParser& parser)
{
    window::RenderRequest request;
    request.output = parser.value(QStringLiteral("output"));
    if (!request.output.endsWith(QLatin1String(".png"))
        && !request.output.endsWith(QLatin1String(".svg"))) {
        return complain(QStringLiteral("--render needs -o with a name that ends in .png or .svg"));
    }
    const auto size = window::parseSize(parser.value(QStringLiteral("size")));
    if (!size) {
        return complain(
            QStringLiteral("--size wants WIDTHxHEIGHT between 64 and 16384, like 1920x1080"));
    }
    request.size = *size;
    if (parser.isSet(QStringLiteral("range"))) {
        request.range = window::parseRange(parser.value(QStringLiteral("range")));
        if (!request.range) {
            return complain(
                QStringLiteral("--range wants START:END with START before END, like 10ms:12.5ms"));
        }
    }
    std::vector<std::string> paths{parser.value(QStringLiteral("render")).toStdString()};
    for (const QString& more : parser.positionalArguments()) {
        paths.push_back(more.toStdString());
    }
    auto trace = open::openTrace(paths, {}, JobContext());
    if (!trace) {
        return complain(QString::fromStdString(trace.error().text()));
    }
    const auto done = window::render(std::move(*trace), request);
    return done ? 0 : complain(QString::fromStdString(done.error().text()));
}

int tour(const QCommandLineParser& parser)
{
    const QString folder = parser.value(QStringLiteral("tour"));
    const QStringList traces = parser.positionalArguments();
    const auto taken = parser.isSet(QStringLiteral("compare"))
        ? window::takeComparisonTour(traces, folder)
        : window::takeTour(traces, folder);
    if (!taken) {
        return complain(QString::fromStdString(taken.error().text()));
    }
    std::printf("%d pictures in %s\n", *taken, qPrintable(parser.value(QStringLiteral("tour"))));
    return 0;
}

open::Intent intentOf(const QCommandLineParser& parser)
{
    return parser.isSet(QStringLiteral("join"))   ? open::Intent::Join
        : parser.isSet(QStringLiteral("compare")) ? open::Intent::Compare
                                                  : open::Intent::Decide;
}

int view(QApplication& application, const QCommandLineParser& parser)
{
    window::MainWindow mainWindow(
        [](open::OpenRequest request, const JobContext& job) {
            request.options.keepCached = true;
            return open::openTraces(request, job);
        },
        [](const model::Trace& trace, const JobContext& job) {
            // Best effort: without the cache the next opening only takes longer.
            static_cast<void>(open::cacheTrace(trace, job));
        });
    mainWindow.restoreLayout();
    mainWindow.show();
    const QStringList before = parser.values(QStringLiteral("before"));
    if (before.isEmpty()) {
        mainWindow.openPaths(parser.positionalArguments(), intentOf(parser));
    } else {
        mainWindow.openSides(before, parser.values(QStringLiteral("after")));
    }
    return application.exec();
}

} // namespace

int main(int argc, char** argv)
{
    if (wantsPicture(argc, argv)) {
        if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) {
            qputenv("QT_QPA_PLATFORM", "offscreen");
        }
    } else if (!hasDisplay()) {
        return complain(
            QStringLiteral("there is no display; for a picture use --render FILE -o OUT.png"));
    }
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("longpole"));
    QApplication::setApplicationDisplayName(QString());
    QApplication::setApplicationVersion(QString::fromLatin1(version()));
    QApplication::setDesktopFileName(QStringLiteral("org.longpole.Longpole"));
    QCommandLineParser parser;
    defineOptions(parser);
    parser.process(application);
    if (parser.isSet(QStringLiteral("join")) && parser.isSet(QStringLiteral("compare"))) {
        return complain(QStringLiteral("--join and --compare exclude each other"));
    }
    if (parser.isSet(QStringLiteral("before")) != parser.isSet(QStringLiteral("after"))) {
        return complain(QStringLiteral("--before and --after belong together"));
    }
    const bool picture = parser.isSet(QStringLiteral("render"));
    const QString choice = parser.isSet(QStringLiteral("theme"))
        ? parser.value(QStringLiteral("theme"))
        : picture ? QStringLiteral("dark")
                  : window::settings::themeChoice();
    if (!QStringList{QStringLiteral("dark"), QStringLiteral("light"), QStringLiteral("system")}
             .contains(choice)) {
        return complain(QStringLiteral("--theme wants dark, light or system"));
    }
    theme::apply(application, choice);
    if (picture) {
        return renderFile(parser);
    }
    return parser.isSet(QStringLiteral("tour")) ? tour(parser) : view(application, parser);
}
