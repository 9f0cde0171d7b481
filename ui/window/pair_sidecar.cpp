// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/pair_sidecar.h"

#include "ui/window/sidecar.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>

namespace longpole::window {
namespace {

constexpr int kVersion = 1;

// Lanes and what is seen of one side, as a trace's own sidecar has them.
QJsonObject sideJson(const timeline::LaneState& lanes, const std::optional<TimeRange>& view)
{
    Sidecar side;
    side.lanes = lanes;
    side.view = view;
    return toJson(side);
}

QJsonArray runsJson(const std::vector<timeline::LaneState>& runs)
{
    QJsonArray out;
    for (const timeline::LaneState& lanes : runs) {
        out << sideJson(lanes, std::nullopt);
    }
    return out;
}

std::vector<timeline::LaneState> runsFrom(const QJsonValue& value)
{
    std::vector<timeline::LaneState> out;
    for (const QJsonValue& run : value.toArray()) {
        out.push_back(sidecarFromJson(run.toObject()).lanes);
    }
    return out;
}

QString bytesText(const QByteArray& bytes)
{
    return QString::fromLatin1(bytes.toBase64());
}

QByteArray bytesFrom(const QJsonValue& value)
{
    return QByteArray::fromBase64(value.toString().toLatin1());
}

} // namespace

QJsonObject toJson(const PairSidecar& sidecar)
{
    const compare::ViewState& v = sidecar.view;
    return {{QStringLiteral("version"), kVersion},
            {QStringLiteral("before"), sideJson(v.before, v.view)},
            {QStringLiteral("after"), sideJson(v.after, v.viewAfter)},
            {QStringLiteral("runsBefore"), runsJson(v.runsBefore)},
            {QStringLiteral("runsAfter"), runsJson(v.runsAfter)},
            {QStringLiteral("offset"), QString::number(v.offsetNs)},
            {QStringLiteral("linked"), v.linked},
            {QStringLiteral("sideBySide"), v.sideBySide},
            {QStringLiteral("timelines"), bytesText(v.timelines)},
            {QStringLiteral("tables"), bytesText(v.tables)},
            {QStringLiteral("range"), sidecar.range}};
}

std::optional<PairSidecar> pairSidecarFromJson(const QJsonObject& json)
{
    if (json.value(QLatin1String("version")).toInt() != kVersion) {
        return std::nullopt;
    }
    PairSidecar out;
    compare::ViewState& v = out.view;
    const Sidecar before = sidecarFromJson(json.value(QLatin1String("before")).toObject());
    const Sidecar after = sidecarFromJson(json.value(QLatin1String("after")).toObject());
    v.before = before.lanes;
    v.view = before.view;
    v.runsBefore = runsFrom(json.value(QLatin1String("runsBefore")));
    v.runsAfter = runsFrom(json.value(QLatin1String("runsAfter")));
    v.after = after.lanes;
    v.viewAfter = after.view;
    v.offsetNs = json.value(QLatin1String("offset")).toString().toLongLong();
    v.linked = json.value(QLatin1String("linked")).toBool(true);
    v.sideBySide = json.value(QLatin1String("sideBySide")).toBool();
    v.timelines = bytesFrom(json.value(QLatin1String("timelines")));
    v.tables = bytesFrom(json.value(QLatin1String("tables")));
    out.range = json.value(QLatin1String("range")).toString();
    return out;
}

QString pairSidecarPath(const Runs& before, const Runs& after)
{
    QCryptographicHash key(QCryptographicHash::Md5);
    QString folder;
    for (const Runs* side : {&before, &after}) {
        for (const auto& trace : *side) {
            const QString own = sidecarPath(*trace);
            if (own.isEmpty()) {
                return {};
            }
            folder = QFileInfo(own).absolutePath();
            key.addData(QByteArray::fromStdString(trace->info().hash));
        }
        key.addData(QByteArrayLiteral("|"));
    }
    return folder.isEmpty()
        ? QString()
        : QStringLiteral("%1/pair-%2.json").arg(folder, QLatin1String(key.result().toHex()));
}

std::optional<PairSidecar> loadPairSidecar(const Runs& before, const Runs& after)
{
    QFile file(pairSidecarPath(before, after));
    return !file.fileName().isEmpty() && file.open(QIODevice::ReadOnly)
        ? pairSidecarFromJson(QJsonDocument::fromJson(file.readAll()).object())
        : std::nullopt;
}

bool savePairSidecar(const Runs& before, const Runs& after, const PairSidecar& sidecar)
{
    return writeSidecar(pairSidecarPath(before, after), toJson(sidecar));
}

} // namespace longpole::window
