// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/path/swatch_model.h"

#include <QColor>
#include <QPainter>

namespace longpole::path_ui {

QPixmap swatch(QRgb colour)
{
    QPixmap pixmap(10, 10);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(colour));
    painter.drawRoundedRect(QRectF(0, 0, 10, 10), 2, 2);
    return pixmap;
}

void SwatchModel::setTable(analysis::Table table, std::vector<QRgb> colours, int column)
{
    m_colours = std::move(colours);
    m_column = column;
    TableModel::setTable(std::move(table));
}

QVariant SwatchModel::data(const QModelIndex& index, int role) const
{
    const auto row = static_cast<std::size_t>(index.isValid() ? index.row() : -1);
    if (role == Qt::DecorationRole && index.isValid() && index.column() == m_column
        && row < m_colours.size()) {
        return swatch(m_colours[row]);
    }
    return TableModel::data(index, role);
}

} // namespace longpole::path_ui
