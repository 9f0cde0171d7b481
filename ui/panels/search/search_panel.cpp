// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/search/search_panel.h"

#include "ui/tables/table_panel.h"

#include <QLabel>
#include <QTableView>
#include <QVBoxLayout>

namespace longpole::panels {

SearchPanel::SearchPanel(session::Session& session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_model(new HitsModel(session, this))
    , m_empty(new QLabel(
          tr("No hits. Press / and type a part of a name; Enter goes to the next hit."), this))
    , m_table(new tables::TablePanel(session, m_model, tr("Search results"), false, this))
{
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setProperty("role", QStringLiteral("dim"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_empty, 1);
    layout->addWidget(m_table, 1);
    connect(&session, &session::Session::hitsChanged, this, &SearchPanel::followHits);
    connect(&session, &session::Session::selectionChanged, this, &SearchPanel::followSelection);
    // Lists of millions are put into text on a worker thread, straight from the columns.
    m_table->setTextMaker([this](const std::vector<int>& rows, QChar separator) {
        return [trace = m_session.trace(), hits = m_model->hits(), rows,
                separator](const JobContext& job) {
            return hitsAsText(*trace, *hits, rows, separator, job);
        };
    });
    connect(m_model, &HitsModel::firstPageRead, m_table, &tables::TablePanel::fitColumns);
    followHits();
}

void SearchPanel::followHits()
{
    m_model->reload();
    m_empty->setVisible(m_session.hits()->empty());
    m_table->setVisible(!m_session.hits()->empty());
}

void SearchPanel::followSelection(SliceId slice)
{
    const int row = slice.valid() ? m_model->rowOf(slice) : -1;
    QTableView* view = m_table->view();
    if (row >= 0 && view->currentIndex().row() != row) {
        const QSignalBlocker blocker(view->selectionModel());
        view->selectRow(row);
        view->scrollTo(m_model->index(row, 0));
        view->viewport()->update();
    }
}

} // namespace longpole::panels
