// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// StallsPanel: why the GPUs were idle, gap by gap, by cause and by iteration. The row that is
// chosen and the stall that the timeline shows are one and the same.
#pragma once

#include "ui/panels/stalls/stall_tables.h"
#include "ui/path/answer_panel.h"
#include "ui/session/query_slot.h"

class QTabWidget;

namespace longpole::path_ui {
class SwatchModel;
}
namespace longpole::tables {
class TableModel;
class TablePanel;
} // namespace longpole::tables

namespace longpole::panels {

class StallsPanel : public path_ui::AnswerPanel
{
    Q_OBJECT

public:
    explicit StallsPanel(session::Session& session, QWidget* parent = nullptr);
    ~StallsPanel() override;
    bool busy() const { return m_query.busy(); }
    tables::TablePanel& list() const { return *m_list; }

protected:
    void ask(const session::PathAnswerPtr& answer) override;
    void forget() override;
    QString nothingIn(const session::PathAnswer& answer) const override;

private:
    void showTables(StallTables&& tables);
    void followRow();
    void followStall();

    StallTables m_tables;
    bool m_following = false;
    QTabWidget* m_tabs;
    path_ui::SwatchModel* m_listModel;
    tables::TablePanel* m_list;
    path_ui::SwatchModel* m_causeModel;
    tables::TablePanel* m_causes;
    tables::TableModel* m_iterationModel;
    tables::TablePanel* m_iterations;
    session::QuerySlot<TableKey, StallTables> m_query;
};

} // namespace longpole::panels
