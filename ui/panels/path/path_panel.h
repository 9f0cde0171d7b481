// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// PathPanel: what limits the region, what it is made of, and how much each operation could gain.
#pragma once

#include "ui/panels/path/path_tables.h"
#include "ui/session/query_slot.h"
#include "ui/session/session.h"

#include <QWidget>

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

class PathPanel : public QWidget
{
    Q_OBJECT

public:
    explicit PathPanel(session::Session& session, QWidget* parent = nullptr);
    ~PathPanel() override;
    bool busy() const { return m_query.busy(); }
    charts::Waterfall& waterfall() const { return *m_waterfall; }
    tables::TablePanel& operations() const { return *m_operationPanel; }
    tables::TablePanel& steps() const { return *m_stepPanel; }

protected:
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void buildChart(QWidget& left);
    void follow();
    void showTables(PathTables&& tables);
    void showWaterfall();
    void goToPart(int part);
    void followStepRow();
    void followStep();

    session::Session& m_session;
    session::PathAnswerPtr m_shown;
    PathTables m_tables;
    bool m_following = false;
    QLabel* m_empty;
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
