// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// TableModel: an analysis::Table for Qt's views. Cells are shown with a unit and three significant
// digits; the tool tip and copies carry the exact figure.
#pragma once

#include "core/analysis/table.h"

#include <QAbstractTableModel>
#include <QString>

namespace longpole::tables {

class TableModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Role
    {
        SortRole = Qt::UserRole, // number or text to sort by
        ShareRole, // 0..1 for a bar behind the cell, invalid if none
        SliceRole // quint32 SliceId of the row, invalid if none
    };

    explicit TableModel(QObject* parent = nullptr);
    void setTable(analysis::Table table);
    const analysis::Table& table() const { return m_table; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

private:
    analysis::Table m_table;
};

// How a cell is shown, and how it is copied or exported (exact, no unit).
QString shownCell(const analysis::Cell& cell, analysis::Unit unit);
QString exactCell(const analysis::Cell& cell);

} // namespace longpole::tables
