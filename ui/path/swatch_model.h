// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// SwatchModel: a table whose rows carry the colour their subject has on the timeline.
#pragma once

#include "ui/tables/table_model.h"

#include <QPixmap>
#include <QRgb>

#include <vector>

namespace longpole::path_ui {

QPixmap swatch(QRgb colour); // a small rounded square

class SwatchModel : public tables::TableModel
{
    Q_OBJECT

public:
    using TableModel::TableModel;
    // colours: one per row, or none; shown in front of the cells of `column`.
    void setTable(analysis::Table table, std::vector<QRgb> colours, int column);
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

private:
    std::vector<QRgb> m_colours;
    int m_column = 0;
};

} // namespace longpole::path_ui
