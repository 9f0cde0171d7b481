// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// SearchPanel: the hits of the search as a table.
#pragma once

#include "ui/panels/search/hits_model.h"

#include <QWidget>

class QLabel;

namespace longpole::tables {
class TablePanel;
}

namespace longpole::panels {

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
