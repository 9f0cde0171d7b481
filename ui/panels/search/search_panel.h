// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// SearchPanel: the hits of the search as a table; holds millions, reads only what is on screen.
#pragma once

#include "ui/session/session.h"

#include <QAbstractTableModel>
#include <QWidget>

class QLabel;

namespace longpole::tables {
class TablePanel;
}

namespace longpole::panels {

class HitsModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column
    {
        Name,
        Start,
        Duration,
        TrackColumn,
        ColumnCount
    };
    // Views can't scroll further than this many rows; the rest is reached with Enter.
    static constexpr int kMaxRows = 20'000'000;

    explicit HitsModel(session::Session& session, QObject* parent = nullptr);
    void reload();

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;
    // Row of a slice, -1 if it is no hit.
    int rowOf(SliceId slice) const;

private:
    session::Session& m_session;
    session::Hits m_hits;
};

class SearchPanel : public QWidget
{
    Q_OBJECT

public:
    explicit SearchPanel(session::Session& session, QWidget* parent = nullptr);

private:
    void followHits();
    void followSelection(SliceId slice);

    session::Session& m_session;
    HitsModel* m_model;
    QLabel* m_empty;
    tables::TablePanel* m_table;
};

} // namespace longpole::panels
