// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/row_filter.h"

#include "ui/tables/table_model.h"

namespace longpole::tables {

RowFilter::RowFilter(QObject* parent)
    : QSortFilterProxyModel(parent)
{
    setSortRole(TableModel::SortRole);
    setSortCaseSensitivity(Qt::CaseInsensitive);
}

void RowFilter::setText(const QString& text)
{
    m_text = text;
    invalidateFilter();
}

bool RowFilter::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    if (m_text.isEmpty()) {
        return true;
    }
    for (int column = 0; column < sourceModel()->columnCount(parent); ++column) {
        const QModelIndex index = sourceModel()->index(row, column, parent);
        if (index.data(Qt::DisplayRole).toString().contains(m_text, Qt::CaseInsensitive)) {
            return true;
        }
        // What is not shown of a name can be searched for too.
        const QVariant full = index.data(TableModel::SortRole);
        if (full.typeId() == QMetaType::QString
            && full.toString().contains(m_text, Qt::CaseInsensitive)) {
            return true;
        }
    }
    return false;
}

bool RowFilter::lessThan(const QModelIndex& left, const QModelIndex& right) const
{
    // Absent values sort below every number.
    const QVariant a = left.data(TableModel::SortRole);
    const QVariant b = right.data(TableModel::SortRole);
    if (!a.isValid() || !b.isValid()) {
        return !a.isValid() && b.isValid();
    }
    return QSortFilterProxyModel::lessThan(left, right);
}

} // namespace longpole::tables
