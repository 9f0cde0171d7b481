// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/stalls/stalls_panel.h"

#include "ui/path/swatch_model.h"
#include "ui/session/format.h"
#include "ui/tables/table_panel.h"

#include <QAbstractProxyModel>
#include <QTabWidget>
#include <QTableView>

#include <algorithm>
#include <utility>

namespace longpole::panels {

StallsPanel::StallsPanel(session::Session& session, QWidget* parent)
    : AnswerPanel(session, parent)
    , m_tabs(new QTabWidget(this))
    , m_listModel(new path_ui::SwatchModel(this))
    , m_list(new tables::TablePanel(session, m_listModel, tr("Stalls"), true, this))
    , m_causeModel(new path_ui::SwatchModel(this))
    , m_causes(new tables::TablePanel(session, m_causeModel, tr("Stalls by cause"), true, this))
    , m_iterationModel(new tables::TableModel(this))
    , m_iterations(
          new tables::TablePanel(session, m_iterationModel, tr("Stalls by iteration"), true, this))
    , m_query(makeStallTables, [this](const TableKey& key, StallTables&& tables) {
        if (key.answer == this->session().criticalPath().answer()) {
            showTables(std::move(tables));
        }
    })
{
    m_tabs->setDocumentMode(true);
    m_tabs->setAccessibleName(tr("Stalls"));
    m_tabs->addTab(m_list, tr("One by one"));
    m_tabs->addTab(m_causes, tr("By cause"));
    m_tabs->addTab(m_iterations, tr("By iteration"));
    connect(&session.criticalPath(), &session::CriticalPathController::stallChanged, this,
            &StallsPanel::followStall);
    connect(m_list->view()->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &StallsPanel::followRow);
    connect(m_list, &tables::TablePanel::activated, this, &StallsPanel::followRow);
    setContent(m_tabs);
}

StallsPanel::~StallsPanel() = default;

void StallsPanel::ask(const session::PathAnswerPtr& answer)
{
    m_query.request({answer});
}

void StallsPanel::forget()
{
    m_query.cancel();
}

QString StallsPanel::nothingIn(const session::PathAnswer& answer) const
{
    if (!answer.ranked.empty()) {
        return {};
    }
    return answer.path.ops().empty()
        ? tr("There are no GPU operations here, so no idle time can be told. "
             "Record with the GPU activity of the profiler switched on.")
        : tr("No GPU was idle here.");
}

void StallsPanel::showTables(StallTables&& tables)
{
    m_tables = std::move(tables);
    m_following = true;
    m_listModel->setTable(std::move(m_tables.stalls), std::move(m_tables.stallColours), 2);
    m_list->setNote(m_tables.leftOut == 0
                        ? QString()
                        : tr("The longest; %1 shorter ones, together %2, are not listed.")
                              .arg(session::groupedCount(static_cast<qint64>(m_tables.leftOut)),
                                   session::humanDuration(m_tables.leftOutNs)));
    m_causeModel->setTable(std::move(m_tables.causes), std::move(m_tables.causeColours), 0);
    m_causes->setNote(tr("The parts of a stall are counted under their own causes and sum to the "
                         "idle time; the number is of stalls with this as the largest part."));
    m_iterationModel->setTable(std::move(m_tables.iterations));
    m_iterations->setNote(tr("A stall belongs to the iteration in which it ends."));
    m_tabs->setTabVisible(2, m_iterationModel->rowCount() > 0);
    m_following = false;
    followStall();
}

void StallsPanel::followRow()
{
    const auto* rows = qobject_cast<const QAbstractProxyModel*>(m_list->view()->model());
    const QModelIndex index = rows->mapToSource(m_list->view()->currentIndex());
    if (m_following || !index.isValid()
        || index.row() >= static_cast<int>(m_tables.stallOfRow.size())) {
        return;
    }
    m_following = true;
    session().criticalPath().selectStall(
        m_tables.stallOfRow[static_cast<std::size_t>(index.row())]);
    m_following = false;
}

void StallsPanel::followStall()
{
    const auto stall = session().criticalPath().stall();
    if (m_following || !stall || shown() != session().criticalPath().answer()) {
        return;
    }
    const auto it = std::find(m_tables.stallOfRow.begin(), m_tables.stallOfRow.end(), *stall);
    if (it == m_tables.stallOfRow.end()) {
        return;
    }
    const auto* rows = qobject_cast<const QAbstractProxyModel*>(m_list->view()->model());
    const QModelIndex index = rows->mapFromSource(
        m_listModel->index(static_cast<int>(it - m_tables.stallOfRow.begin()), 0));
    if (index.isValid()) {
        m_following = true;
        m_list->view()->selectRow(index.row());
        m_list->view()->scrollTo(index);
        m_following = false;
    }
}

} // namespace longpole::panels
