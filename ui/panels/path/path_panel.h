// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// PathPanel: what limits the region, what it is made of, and how much each operation could gain.
#pragma once

#include "ui/panels/path/path_tables.h"
#include "ui/path/answer_panel.h"
#include "ui/session/query_slot.h"

class QButtonGroup;
class QLabel;
class QSplitter;
class QTabWidget;

namespace longpole::path_ui {
class SwatchModel;
}
namespace longpole::tables {
class TablePanel;
}

namespace longpole::panels {

class PathPanel : public path_ui::AnswerPanel
{
    Q_OBJECT

public:
    explicit PathPanel(session::Session& session, QWidget* parent = nullptr);
    ~PathPanel() override;
    bool busy() const { return m_query.busy(); }
    charts::Waterfall& waterfall() const { return *m_waterfall; }
    tables::TablePanel& operations() const { return *m_operationPanel; }
    const QLabel& limits() const { return *m_limits; } // what limits the region
    tables::TablePanel& steps() const { return *m_stepPanel; }

protected:
    void ask(const session::PathAnswerPtr& answer) override;
    void forget() override;

private:
    void buildChart(QWidget& left);
    void showTables(PathTables&& tables);
    void showLimits();
    void showWaterfall();
    void goToPart(int part);
    void followStepRow();
    void followStep();

    PathTables m_tables;
    bool m_following = false;
    QLabel* m_limits;
    QSplitter* m_content;
    QButtonGroup* m_by = nullptr;
    charts::Waterfall* m_waterfall = nullptr;
    QTabWidget* m_tabs;
    path_ui::SwatchModel* m_operationModel;
    tables::TablePanel* m_operationPanel;
    path_ui::SwatchModel* m_stepModel;
    tables::TablePanel* m_stepPanel;
    session::QuerySlot<TableKey, PathTables> m_query;
};

} // namespace longpole::panels
