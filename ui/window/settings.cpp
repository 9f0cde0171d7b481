// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/settings.h"

#include <QFileInfo>
#include <QSettings>

namespace longpole::window::settings {
namespace {

constexpr int kMaxRecent = 12;

QSettings store()
{
    return QSettings(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("longpole"),
                     QStringLiteral("viewer"));
}

} // namespace

QString themeChoice()
{
    return store().value(QStringLiteral("theme"), QStringLiteral("system")).toString();
}

void setThemeChoice(const QString& choice)
{
    store().setValue(QStringLiteral("theme"), choice);
}

QStringList recentFiles()
{
    QStringList files = store().value(QStringLiteral("recent")).toStringList();
    files.removeIf([](const QString& path) { return !QFileInfo::exists(path); });
    return files;
}

void addRecentFile(const QString& path)
{
    const QString absolute = QFileInfo(path).absoluteFilePath();
    QStringList files = store().value(QStringLiteral("recent")).toStringList();
    files.removeAll(absolute);
    files.prepend(absolute);
    store().setValue(QStringLiteral("recent"), QStringList(files.mid(0, kMaxRecent)));
}

void forgetRecentFiles()
{
    store().remove(QStringLiteral("recent"));
}

QString recordedCommand()
{
    return store().value(QStringLiteral("record/command")).toString();
}

QString recordedFolder()
{
    const QString folder = store().value(QStringLiteral("record/folder")).toString();
    return QFileInfo(folder).isDir() ? folder : QString();
}

void setRecorded(const QString& command, const QString& folder)
{
    store().setValue(QStringLiteral("record/command"), command);
    store().setValue(QStringLiteral("record/folder"), folder);
}

std::optional<QString> keysOf(const QString& actionId)
{
    const QVariant keys = store().value(QStringLiteral("keys/") + actionId);
    return keys.isValid() ? std::optional(keys.toString()) : std::nullopt;
}

void setKeysOf(const QString& actionId, const std::optional<QString>& keys)
{
    const QString name = QStringLiteral("keys/") + actionId;
    if (keys) {
        store().setValue(name, *keys);
    } else {
        store().remove(name);
    }
}

QByteArray windowGeometry()
{
    return store().value(QStringLiteral("window/geometry")).toByteArray();
}

QByteArray windowLayout()
{
    const bool current = store().value(QStringLiteral("window/version")).toInt() == kLayoutVersion;
    return current ? store().value(QStringLiteral("window/layout")).toByteArray() : QByteArray();
}

void setWindow(const QByteArray& geometry, const QByteArray& layout)
{
    QSettings file = store();
    file.setValue(QStringLiteral("window/geometry"), geometry);
    file.setValue(QStringLiteral("window/layout"), layout);
    file.setValue(QStringLiteral("window/version"), kLayoutVersion);
}

} // namespace longpole::window::settings
