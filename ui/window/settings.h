// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What the viewer remembers between runs, apart from single traces (sidecar.h). GUI thread.
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <optional>

namespace longpole::window::settings {

// "dark", "light" or "system".
QString themeChoice();
void setThemeChoice(const QString& choice);

// Newest first, at most 12; files that are gone are left out.
QStringList recentFiles();
void addRecentFile(const QString& path);
void forgetRecentFiles();

// What was recorded last: the command, and the folder it ran in.
QString recordedCommand();
QString recordedFolder();
void setRecorded(const QString& command, const QString& folder);

// Keys the user gave an action ("keys/<id>"), separated by spaces; none if it has its own.
std::optional<QString> keysOf(const QString& actionId);
void setKeysOf(const QString& actionId, const std::optional<QString>& keys);

// Layouts of another version of the window are not applied.
inline constexpr int kLayoutVersion = 1;
QByteArray windowGeometry();
QByteArray windowLayout();
void setWindow(const QByteArray& geometry, const QByteArray& layout);

} // namespace longpole::window::settings
