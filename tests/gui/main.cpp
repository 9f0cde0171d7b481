// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/gui_tests.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QStandardPaths>
#include <QTest>

#include <cstdio>
#include <cstring>

int main(int argc, char** argv)
{
    using namespace longpole::test;
    struct Entry
    {
        const char* name;
        std::unique_ptr<QObject> (*make)();
    };
    const Entry entries[] = {
        {"format", makeFormatTest},
        {"session", makeSessionTest},
        {"trace_loader", makeTraceLoaderTest},
        {"search", makeSearchTest},
        {"critical_path", makeCriticalPathTest},
        {"theme", makeThemeTest},
        {"tables", makeTablesTest},
        {"panels", makePanelsTest},
        {"path_panels", makePathPanelsTest},
        {"main_window", makeMainWindowTest},
        {"opening", makeOpeningTest},
        {"window_parts", makeWindowPartsTest},
        {"key_editor", makeKeyEditorTest},
#ifdef LONGPOLE_DOUBLES
        {"record", makeRecordTest},
#endif
        {"compare_words", makeCompareWordsTest},
        {"compare_view", makeCompareViewTest},
        {"compare_window", makeCompareWindowTest},
    };
    QStandardPaths::setTestModeEnabled(true);
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("longpole-tests"));
    longpole::theme::apply(application, QStringLiteral("dark"));
    for (const Entry& entry : entries) {
        if (argc > 1 && std::strcmp(argv[1], entry.name) == 0) {
            argv[1] = argv[0];
            return QTest::qExec(entry.make().get(), argc - 1, argv + 1);
        }
    }
    std::fprintf(stderr, "name a test class first\n");
    return 2;
}
