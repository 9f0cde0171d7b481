// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// BookmarksPanel: places to come back to, with labels one can edit.
#pragma once

#include "ui/session/session.h"

#include <QAbstractTableModel>
#include <QWidget>

class QLabel;
class QTableView;

namespace longpole::panels {

class BookmarksModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column
    {
        Number,
        Label,
        Start,
        Duration,
        ColumnCount
    };

    explicit BookmarksModel(session::Session& session, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

private:
    session::Session& m_session;
    std::vector<session::Bookmark> m_rows;
};

class BookmarksPanel : public QWidget
{
    Q_OBJECT

public:
    explicit BookmarksPanel(session::Session& session, QWidget* parent = nullptr);

private:
    void follow();
    void goTo(const QModelIndex& index);
    void removeSelected();

    session::Session& m_session;
    BookmarksModel* m_model;
    QLabel* m_empty;
    QTableView* m_view;
};

} // namespace longpole::panels
