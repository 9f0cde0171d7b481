// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/bookmarks/bookmarks_panel.h"

#include "ui/session/format.h"

#include <QAction>
#include <QHeaderView>
#include <QLabel>
#include <QTableView>
#include <QVBoxLayout>

#include <array>

namespace longpole::panels {

BookmarksModel::BookmarksModel(session::Session& session, QObject* parent)
    : QAbstractTableModel(parent)
    , m_session(session)
    , m_rows(session.bookmarks())
{
    connect(&session, &session::Session::bookmarksChanged, this, [this] {
        beginResetModel();
        m_rows = m_session.bookmarks();
        endResetModel();
    });
}

int BookmarksModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int BookmarksModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant BookmarksModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || (role != Qt::DisplayRole && role != Qt::EditRole)) {
        return {};
    }
    const session::Bookmark& bookmark = m_rows[static_cast<std::size_t>(index.row())];
    switch (index.column()) {
    case Number:
        return bookmark.number > 0 ? QVariant(QString::number(bookmark.number))
                                   : QVariant(QString());
    case Label:
        return bookmark.label;
    case Start:
        return session::humanTime(bookmark.range.begin);
    default:
        return bookmark.isMoment() ? QStringLiteral("–")
                                   : session::humanDuration(bookmark.range.duration().ns);
    }
}

bool BookmarksModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (!index.isValid() || index.column() != Label || role != Qt::EditRole) {
        return false;
    }
    std::vector<session::Bookmark> rows = m_rows;
    rows[static_cast<std::size_t>(index.row())].label = value.toString();
    m_session.setBookmarks(std::move(rows));
    return true;
}

Qt::ItemFlags BookmarksModel::flags(const QModelIndex& index) const
{
    const Qt::ItemFlags plain = QAbstractTableModel::flags(index);
    return index.isValid() && index.column() == Label ? plain | Qt::ItemIsEditable : plain;
}

QVariant BookmarksModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    static const std::array<const char*, ColumnCount> titles{"Key", "Label", "Start", "Duration"};
    const bool known = orientation == Qt::Horizontal && section >= 0 && section < ColumnCount;
    if (known && role == Qt::TextAlignmentRole) {
        return QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    }
    return known && role == Qt::DisplayRole
        ? QVariant(tr(titles[static_cast<std::size_t>(section)]))
        : QVariant();
}

BookmarksPanel::BookmarksPanel(session::Session& session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_model(new BookmarksModel(session, this))
    , m_empty(new QLabel(
          tr("No bookmarks. Press B to keep the selection, the selected stretch of time or the "
             "moment under the pointer; 1 to 9 come back to it."),
          this))
    , m_view(new QTableView(this))
{
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setMargin(16);
    m_empty->setProperty("role", QStringLiteral("dim"));
    m_view->setModel(m_model);
    m_view->setAccessibleName(tr("Bookmarks"));
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setShowGrid(false);
    m_view->setAlternatingRowColors(true);
    m_view->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_view->setTabKeyNavigation(false);
    m_view->verticalHeader()->hide();
    m_view->verticalHeader()->setDefaultSectionSize(22);
    m_view->horizontalHeader()->setHighlightSections(false);
    m_view->horizontalHeader()->setSectionResizeMode(BookmarksModel::Label, QHeaderView::Stretch);
    m_view->setColumnWidth(BookmarksModel::Number, 48);
    m_view->setColumnWidth(BookmarksModel::Start, 160);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_empty, 1);
    layout->addWidget(m_view, 1);
    auto* remove = new QAction(tr("Remove"), this);
    remove->setShortcut(QKeySequence::Delete);
    remove->setShortcutContext(Qt::WidgetShortcut);
    m_view->addAction(remove);
    m_view->setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(remove, &QAction::triggered, this, &BookmarksPanel::removeSelected);
    connect(m_view, &QTableView::activated, this, &BookmarksPanel::goTo);
    connect(m_view, &QTableView::clicked, this, &BookmarksPanel::goTo);
    connect(&session, &session::Session::bookmarksChanged, this, &BookmarksPanel::follow);
    follow();
}

void BookmarksPanel::follow()
{
    m_empty->setVisible(m_session.bookmarks().empty());
    m_view->setVisible(!m_session.bookmarks().empty());
}

void BookmarksPanel::goTo(const QModelIndex& index)
{
    if (index.isValid() && index.column() != BookmarksModel::Label) {
        m_session.showRange(m_session.bookmarks()[static_cast<std::size_t>(index.row())].range);
    }
}

void BookmarksPanel::removeSelected()
{
    std::vector<TimeRange> ranges;
    for (const QModelIndex& index : m_view->selectionModel()->selectedRows()) {
        ranges.push_back(m_session.bookmarks()[static_cast<std::size_t>(index.row())].range);
    }
    for (const TimeRange range : ranges) {
        m_session.removeBookmark(range);
    }
}

} // namespace longpole::panels
