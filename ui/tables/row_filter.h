// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// RowFilter: sorts by the exact value and keeps rows that contain a text in any column.
#pragma once

#include <QSortFilterProxyModel>

namespace longpole::tables {

class RowFilter : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    explicit RowFilter(QObject* parent = nullptr);
    void setText(const QString& text);

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    QString m_text;
};

} // namespace longpole::tables
