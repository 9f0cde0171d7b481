// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/icons.h"

#include "ui/theme/theme.h"

#include <QFile>
#include <QPainter>
#include <QPixmap>
#include <QSvgRenderer>

namespace longpole::theme {
namespace {

QPixmap rendered(const QByteArray& svg, int size, qreal scale)
{
    QPixmap pixmap(QSize(size, size) * scale);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    QSvgRenderer(svg).render(&painter);
    painter.end();
    pixmap.setDevicePixelRatio(scale);
    return pixmap;
}

QByteArray read(const QString& name)
{
    QFile file(QStringLiteral(":/longpole/icons/") + name + QStringLiteral(".svg"));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

QIcon icon(const QString& name)
{
    QIcon result;
    const QByteArray svg = name.isEmpty() ? QByteArray() : read(name);
    if (svg.isEmpty()) {
        return result;
    }
    const auto tinted = [&](const QColor& colour) {
        return QByteArray(svg).replace("currentColor", colour.name().toLatin1());
    };
    QColor faded = current().dimText;
    if (current().mode == Mode::Dark) {
        faded = faded.darker(170);
    } else {
        faded = faded.lighter(190);
    }
    for (const qreal scale : {1.0, 2.0}) {
        result.addPixmap(rendered(tinted(current().text), 16, scale), QIcon::Normal);
        result.addPixmap(rendered(tinted(faded), 16, scale), QIcon::Disabled);
    }
    return result;
}

QIcon applicationIcon()
{
    QIcon result;
    const QByteArray svg = read(QStringLiteral("longpole"));
    for (const int size : {16, 32, 48, 128}) {
        result.addPixmap(rendered(svg, size, 1));
    }
    return result;
}

} // namespace longpole::theme
