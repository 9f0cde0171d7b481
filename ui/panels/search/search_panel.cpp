// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/search/search_panel.h"

#include "ui/session/format.h"
#include "ui/tables/table_model.h"
#include "ui/tables/table_panel.h"

#include <QLabel>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace longpole::panels {

HitsModel::HitsModel(session::Session& session, QObject* parent)
    : QAbstractTableModel(parent)
    , m_session(session)
    , m_hits(session.hits())
{ }

void HitsModel::reload()
{
    beginResetModel();
    m_hits = m_session.hits();
    endResetModel();
}

int HitsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(std::min<std::size_t>(m_hits->size(), kMaxRows));
}

int HitsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant HitsModel::data(const QModelIndex& index, int role) const
{
    const auto& trace = m_session.trace();
    if (!index.isValid() || !trace || static_cast<std::size_t>(index.row()) >= m_hits->size()) {
        return {};
    }
    const SliceId id = (*m_hits)[static_cast<std::size_t>(index.row())];
    if (role == tables::TableModel::SliceRole) {
        return id.value;
    }
    const bool number = index.column() == Start || index.column() == Duration;
    if (role == Qt::TextAlignmentRole) {
        return QVariant((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole && role != Qt::EditRole && role != Qt::ToolTipRole) {
        return {};
    }
    const model::Slice slice = trace->slice(id);
    switch (index.column()) {
    case Name:
        return session::text(trace->string(slice.name));
    case Start:
        return role == Qt::EditRole   ? QVariant(QString::number(slice.start.ns))
            : role == Qt::ToolTipRole ? QVariant(session::exactDuration(slice.start.ns))
                                      : QVariant(session::humanTime(slice.start));
    case Duration:
        return role == Qt::EditRole   ? QVariant(QString::number(slice.duration.ns))
            : role == Qt::ToolTipRole ? QVariant(session::exactDuration(slice.duration.ns))
                                      : QVariant(session::humanDuration(slice.duration.ns));
    default:
        return session::text(trace->track(slice.track).name);
    }
}

QVariant HitsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    static const std::array<const char*, ColumnCount> titles{"Name", "Start", "Duration", "Lane"};
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        const bool number = section == Start || section == Duration;
        return QVariant((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    return role == Qt::DisplayRole ? QVariant(tr(titles[static_cast<std::size_t>(section)]))
                                   : QVariant();
}

int HitsModel::rowOf(SliceId slice) const
{
    const auto it = std::lower_bound(m_hits->begin(), m_hits->end(), slice);
    return it != m_hits->end() && *it == slice && it - m_hits->begin() < kMaxRows
        ? static_cast<int>(it - m_hits->begin())
        : -1;
}

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
    followHits();
}

void SearchPanel::followHits()
{
    m_model->reload();
    m_empty->setVisible(m_session.hits()->empty());
    m_table->setVisible(!m_session.hits()->empty());
    m_table->fitColumns();
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
