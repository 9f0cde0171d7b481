// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/path/swatch_model.h"

#include <QColor>
#include <QPainter>
#include <QPixmap>

namespace longpole::path_ui {

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
        QPixmap swatch(10, 10);
        swatch.fill(Qt::transparent);
        QPainter painter(&swatch);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(QColor(m_colours[row]));
        painter.drawRoundedRect(QRectF(0, 0, 10, 10), 2, 2);
        return swatch;
    }
    return TableModel::data(index, role);
}

} // namespace longpole::path_ui
