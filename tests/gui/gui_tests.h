// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// All test classes live in one program; its first argument picks one. Adding a class: a folder, a
// line here, a line in main.cpp and its name in CMakeLists.txt.
#pragma once

#include <QObject>

#include <memory>

namespace longpole::test {

std::unique_ptr<QObject> makeFormatTest();
std::unique_ptr<QObject> makeSessionTest();
std::unique_ptr<QObject> makeTraceLoaderTest();
std::unique_ptr<QObject> makeSearchTest();
std::unique_ptr<QObject> makeCriticalPathTest();
std::unique_ptr<QObject> makeThemeTest();
std::unique_ptr<QObject> makeTablesTest();
std::unique_ptr<QObject> makePanelsTest();
std::unique_ptr<QObject> makePathPanelsTest();
std::unique_ptr<QObject> makeMainWindowTest();
std::unique_ptr<QObject> makeOpeningTest();
std::unique_ptr<QObject> makeWindowPartsTest();
std::unique_ptr<QObject> makeKeyEditorTest();
std::unique_ptr<QObject> makeRecordTest();
std::unique_ptr<QObject> makeCompareWordsTest();
std::unique_ptr<QObject> makeCompareViewTest();
std::unique_ptr<QObject> makeCompareWindowTest();

} // namespace longpole::test
