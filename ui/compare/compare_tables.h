// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// CompareTables: what changed, as tables, and the waterfall beside them. A row that stands for
// matched operations shows them when it is chosen, and is chosen when they are.
#pragma once

#include "ui/compare/comparison.h"
#include "ui/session/session.h"

#include <QWidget>

#include <vector>

class QLabel;
class QTabWidget;

namespace longpole::charts {
class ChangeWaterfall;
}
namespace longpole::tables {
class TableModel;
class TablePanel;
} // namespace longpole::tables

namespace longpole::compare {

class CompareTables : public QWidget
{
    Q_OBJECT

public:
    explicit CompareTables(session::Session& session, QWidget* parent = nullptr);
    void setComparison(ComparisonPtr comparison); // null: empty
    void showTab(const QString& title);
    // Steps through the operations by their part in the change; wraps around.
    void step(int by);
    void select(std::uint32_t pair); // marks the rows it is part of; tells nobody
    int shownRow() const { return m_row; } // of the table of operations; -1: none
    tables::TablePanel* table(const QString& title);

signals:
    void pairChosen(std::uint32_t pair);

protected:
    void changeEvent(QEvent* event) override;

private:
    // The table is made when its tab is first shown.
    struct Tab
    {
        QWidget* page;
        tables::TableModel* model = nullptr;
        tables::TablePanel* panel = nullptr;
    };
    void fill(std::size_t tab);
    void choose(std::size_t tab, int row);
    void selectRow(const Tab& tab, int row);
    void showWaterfall();

    session::Session& m_session;
    ComparisonPtr m_comparison;
    QTabWidget* m_tabs;
    QWidget* m_why;
    charts::ChangeWaterfall* m_waterfall;
    QLabel* m_note;
    std::vector<Tab> m_shown;
    int m_row = -1;
    bool m_selecting = false;
};

} // namespace longpole::compare
