// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/ledger/ledger_panel.h"

#include "ui/session/format.h"
#include "ui/session/trust.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QLabel>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace longpole::panels {
namespace {

constexpr quintptr kTop = ~quintptr(0);

QColor severityColour(model::Severity severity)
{
    const theme::Theme& colours = theme::current();
    switch (severity) {
    case model::Severity::Info:
        return colours.dimText;
    case model::Severity::Repaired:
        return colours.caution;
    case model::Severity::DataLoss:
        return colours.alarm;
    }
    return colours.text;
}

} // namespace

void LedgerModel::setLedger(const model::Ledger& ledger)
{
    beginResetModel();
    m_entries = ledger.entries();
    std::stable_sort(m_entries.begin(), m_entries.end(),
                     [](const auto& a, const auto& b) { return a.severity > b.severity; });
    endResetModel();
}

QModelIndex LedgerModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent)) {
        return {};
    }
    return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) : kTop);
}

QModelIndex LedgerModel::parent(const QModelIndex& child) const
{
    return !child.isValid() || child.internalId() == kTop
        ? QModelIndex()
        : createIndex(static_cast<int>(child.internalId()), 0, kTop);
}

int LedgerModel::rowCount(const QModelIndex& parent) const
{
    if (!parent.isValid()) {
        return static_cast<int>(m_entries.size());
    }
    const bool entry = parent.internalId() == kTop && parent.column() == 0;
    return entry
        ? static_cast<int>(m_entries[static_cast<std::size_t>(parent.row())].examples.size())
        : 0;
}

int LedgerModel::columnCount(const QModelIndex&) const
{
    return ColumnCount;
}

QVariant LedgerModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid()) {
        return {};
    }
    const bool top = index.internalId() == kTop;
    const auto entryRow =
        top ? static_cast<std::size_t>(index.row()) : static_cast<std::size_t>(index.internalId());
    const model::LedgerEntry& entry = m_entries[entryRow];
    if (!top) {
        const QString example =
            session::text(entry.examples[static_cast<std::size_t>(index.row())]);
        const bool shown =
            index.column() == Meaning && (role == Qt::DisplayRole || role == Qt::ToolTipRole);
        return shown                     ? QVariant(example)
            : role == Qt::ForegroundRole ? QVariant(theme::current().dimText)
                                         : QVariant();
    }
    if (role == Qt::ForegroundRole && index.column() == SeverityColumn) {
        return severityColour(entry.severity);
    }
    if (role == Qt::TextAlignmentRole && index.column() == Count) {
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    }
    if (role == Qt::ToolTipRole && index.column() == Meaning) {
        return session::text(entry.meaning);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (index.column()) {
    case Kind:
        return session::text(entry.kind);
    case SeverityColumn:
        return QStringLiteral("● ") + session::text(model::severityName(entry.severity));
    case Count:
        return session::groupedCount(static_cast<qint64>(entry.count));
    default:
        return session::text(entry.meaning);
    }
}

QVariant LedgerModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    static const std::array<const char*, ColumnCount> titles{"Kind", "Severity", "Count",
                                                             "Meaning and examples"};
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return QVariant((section == Count ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    return role == Qt::DisplayRole ? QVariant(tr(titles[static_cast<std::size_t>(section)]))
                                   : QVariant();
}

LedgerPanel::LedgerPanel(session::Session& session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_model(new LedgerModel(this))
    , m_summary(new QLabel(this))
    , m_view(new QTreeView(this))
{
    m_summary->setMargin(8);
    m_summary->setWordWrap(true);
    m_view->setModel(m_model);
    m_view->setAccessibleName(tr("Ledger"));
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setUniformRowHeights(true);
    m_view->setAlternatingRowColors(true);
    m_view->setTextElideMode(Qt::ElideRight);
    m_view->header()->setStretchLastSection(true);
    m_view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_summary);
    layout->addWidget(m_view, 1);
    auto* copyAction = new QAction(tr("Copy as TSV"), this);
    copyAction->setShortcut(QKeySequence::Copy);
    copyAction->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    m_view->addAction(copyAction);
    m_view->setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(copyAction, &QAction::triggered, this, &LedgerPanel::copy);
    connect(&session, &session::Session::traceChanged, this, &LedgerPanel::followTrace);
    followTrace();
}

void LedgerPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    followTrace(); // damage found while reading columns may have been added
}

void LedgerPanel::followTrace()
{
    const model::Ledger ledger = m_session.trace() ? m_session.trace()->ledger() : model::Ledger();
    m_model->setLedger(ledger);
    m_summary->setText(!m_session.trace() ? tr("No trace is open.")
                                          : session::trustOf(ledger).sentence);
    m_view->setVisible(m_model->rowCount() > 0);
    m_view->expandAll();
    m_view->setColumnWidth(LedgerModel::Kind, 240);
    m_view->setColumnWidth(LedgerModel::SeverityColumn, 110);
    m_view->setColumnWidth(LedgerModel::Count, 90);
}

void LedgerPanel::copy() const
{
    QString out = tr("kind\tseverity\tcount\tmeaning\texample\n");
    for (const model::LedgerEntry& entry : m_session.trace() ? m_session.trace()->ledger().entries()
                                                             : std::vector<model::LedgerEntry>()) {
        out +=
            QStringLiteral("%1\t%2\t%3\t%4\t%5\n")
                .arg(session::text(entry.kind), session::text(model::severityName(entry.severity)),
                     QString::number(entry.count), session::text(entry.meaning),
                     entry.examples.empty() ? QString() : session::text(entry.examples.front()));
    }
    QApplication::clipboard()->setText(out);
}

} // namespace longpole::panels
