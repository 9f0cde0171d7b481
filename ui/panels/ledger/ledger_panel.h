// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// LedgerPanel: every repair, drop, clamp and guess of the import, worst first.
#pragma once

#include "core/model/ledger.h"
#include "ui/session/session.h"

#include <QAbstractItemModel>
#include <QWidget>

class QLabel;
class QTreeView;

namespace longpole::panels {

// Entries at the top level, their examples below them.
class LedgerModel : public QAbstractItemModel
{
    Q_OBJECT

public:
    enum Column
    {
        Kind,
        SeverityColumn,
        Count,
        Meaning,
        ColumnCount
    };

    using QAbstractItemModel::QAbstractItemModel;
    void setLedger(const model::Ledger& ledger);

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

private:
    std::vector<model::LedgerEntry> m_entries;
};

class LedgerPanel : public QWidget
{
    Q_OBJECT

public:
    explicit LedgerPanel(session::Session& session, QWidget* parent = nullptr);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void followTrace();
    void copy() const;

    session::Session& m_session;
    LedgerModel* m_model;
    QLabel* m_summary;
    QTreeView* m_view;
};

} // namespace longpole::panels
