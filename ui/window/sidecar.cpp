// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/sidecar.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QSaveFile>
#include <QStandardPaths>

#include <algorithm>

namespace longpole::window {
namespace {

constexpr int kVersion = 1;

// Times as text: JSON numbers lose digits above 2^53.
QJsonArray rangeJson(TimeRange range)
{
    return {QString::number(range.begin.ns), QString::number(range.end.ns)};
}

std::optional<TimeRange> rangeFrom(const QJsonValue& value)
{
    const QJsonArray ends = value.toArray();
    bool first = false;
    bool second = false;
    const TimeRange range{{ends.at(0).toString().toLongLong(&first)},
                          {ends.at(1).toString().toLongLong(&second)}};
    return first && second && range.begin <= range.end ? std::optional(range) : std::nullopt;
}

QJsonArray keyJson(timeline::LaneKey key)
{
    return {static_cast<int>(key.kind),
            key.track.valid() ? static_cast<double>(key.track.value) : -1.0,
            static_cast<double>(key.row)};
}

timeline::LaneKey keyFrom(const QJsonValue& value)
{
    const QJsonArray parts = value.toArray();
    timeline::LaneKey key;
    key.kind = static_cast<timeline::LaneKind>(
        std::clamp(parts.at(0).toInt(), 0, static_cast<int>(timeline::LaneKind::Stalls)));
    const double track = parts.at(1).toDouble(-1);
    key.track = track < 0 ? TrackId() : TrackId(static_cast<std::uint32_t>(track));
    key.row = static_cast<std::uint32_t>(std::max(0.0, parts.at(2).toDouble()));
    return key;
}

QJsonArray keysJson(const std::vector<timeline::LaneKey>& keys)
{
    QJsonArray array;
    for (const timeline::LaneKey& key : keys) {
        array << keyJson(key);
    }
    return array;
}

std::vector<timeline::LaneKey> keysFrom(const QJsonValue& value)
{
    std::vector<timeline::LaneKey> keys;
    for (const QJsonValue& key : value.toArray()) {
        keys.push_back(keyFrom(key));
    }
    return keys;
}

} // namespace

QJsonObject toJson(const Sidecar& sidecar)
{
    QJsonArray collapsed;
    for (const auto& [key, on] : sidecar.lanes.collapsed) {
        collapsed << QJsonArray{keyJson(key), on};
    }
    QJsonArray heights;
    for (const auto& [key, height] : sidecar.lanes.heights) {
        heights << QJsonArray{keyJson(key), height};
    }
    QJsonArray bookmarks;
    for (const session::Bookmark& bookmark : sidecar.bookmarks) {
        bookmarks << QJsonObject{{QStringLiteral("number"), bookmark.number},
                                 {QStringLiteral("range"), rangeJson(bookmark.range)},
                                 {QStringLiteral("label"), bookmark.label}};
    }
    QJsonObject json{{QStringLiteral("version"), kVersion},
                     {QStringLiteral("density"), static_cast<int>(sidecar.lanes.density)},
                     {QStringLiteral("collapsed"), collapsed},
                     {QStringLiteral("pinned"), keysJson(sidecar.lanes.pinned)},
                     {QStringLiteral("hidden"), keysJson(sidecar.lanes.hidden)},
                     {QStringLiteral("order"), keysJson(sidecar.lanes.order)},
                     {QStringLiteral("heights"), heights},
                     {QStringLiteral("bookmarks"), bookmarks},
                     {QStringLiteral("summaryDismissed"), sidecar.summaryDismissed}};
    if (sidecar.view) {
        json.insert(QStringLiteral("view"), rangeJson(*sidecar.view));
    }
    return json;
}

Sidecar sidecarFromJson(const QJsonObject& json)
{
    Sidecar sidecar;
    if (json.value(QLatin1String("version")).toInt() != kVersion) {
        return sidecar;
    }
    const int density = json.value(QLatin1String("density")).toInt(1);
    sidecar.lanes.density = static_cast<timeline::Density>(std::clamp(density, 0, 2));
    for (const QJsonValue& pair : json.value(QLatin1String("collapsed")).toArray()) {
        sidecar.lanes.collapsed.emplace_back(keyFrom(pair.toArray().at(0)),
                                             pair.toArray().at(1).toBool());
    }
    for (const QJsonValue& pair : json.value(QLatin1String("heights")).toArray()) {
        sidecar.lanes.heights.emplace_back(keyFrom(pair.toArray().at(0)),
                                           std::clamp(pair.toArray().at(1).toInt(),
                                                      timeline::LaneLayout::kMinHeight,
                                                      timeline::LaneLayout::kMaxHeight));
    }
    sidecar.lanes.pinned = keysFrom(json.value(QLatin1String("pinned")));
    sidecar.lanes.hidden = keysFrom(json.value(QLatin1String("hidden")));
    sidecar.lanes.order = keysFrom(json.value(QLatin1String("order")));
    for (const QJsonValue& value : json.value(QLatin1String("bookmarks")).toArray()) {
        const QJsonObject one = value.toObject();
        if (const auto range = rangeFrom(one.value(QLatin1String("range")))) {
            sidecar.bookmarks.push_back(
                {std::clamp(one.value(QLatin1String("number")).toInt(), 0, 9), *range,
                 one.value(QLatin1String("label")).toString()});
        }
    }
    sidecar.view = rangeFrom(json.value(QLatin1String("view")));
    sidecar.summaryDismissed = json.value(QLatin1String("summaryDismissed")).toBool();
    return sidecar;
}

QString sidecarPath(const model::Trace& trace)
{
    const QString hash = QString::fromStdString(trace.info().hash);
    static const QRegularExpression kHex(QStringLiteral("^[0-9a-f]{32}$"));
    if (!kHex.match(hash).hasMatch()) {
        return {};
    }
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation)
        + QStringLiteral("/longpole/traces/%1.json").arg(hash);
}

Sidecar loadSidecar(const model::Trace& trace)
{
    QFile file(sidecarPath(trace));
    return !file.fileName().isEmpty() && file.open(QIODevice::ReadOnly)
        ? sidecarFromJson(QJsonDocument::fromJson(file.readAll()).object())
        : Sidecar();
}

bool saveSidecar(const model::Trace& trace, const Sidecar& sidecar)
{
    return writeSidecar(sidecarPath(trace), toJson(sidecar));
}

bool writeSidecar(const QString& path, const QJsonObject& json)
{
    if (path.isEmpty()) {
        return false;
    }
    QDir().mkpath(QFileInfo(path).absolutePath());
    QSaveFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(QJsonDocument(json).toJson()) >= 0
        && file.commit();
}

} // namespace longpole::window
