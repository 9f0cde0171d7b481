// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/table_panel.h"

#include "ui/session/format.h"
#include "ui/tables/delimited_text.h"
#include "ui/tables/table_model.h"
#include "ui/tables/value_delegate.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSaveFile>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

namespace longpole::tables {
TablePanel::TablePanel(session::Session& session, QAbstractItemModel* model, const QString& name,
                       bool sortable, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_model(model)
    , m_view(new QTableView(this))
    , m_filter(new QLineEdit(this))
    , m_note(new QLabel(this))
    , m_count(new QLabel(this))
    , m_name(name)
    , m_text(write, [this](const TextKey& key, Written&& done) {
        if (key.path.isEmpty()) {
            QApplication::clipboard()->setText(done.text);
        }
        setNote(done.note);
    })
{
    if (sortable) {
        m_rows = new RowFilter(this);
        m_rows->setSourceModel(model);
        m_view->setModel(m_rows);
    } else {
        m_view->setModel(model);
    }
    m_view->setAccessibleName(name);
    m_view->setSortingEnabled(sortable);
    m_view->sortByColumn(-1, Qt::AscendingOrder); // first as the analysis ordered them
    m_view->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_view->setAlternatingRowColors(true);
    m_view->setShowGrid(false);
    m_view->setWordWrap(false);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setTabKeyNavigation(false);
    m_view->setItemDelegate(new ValueDelegate(m_view));
    m_view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_view->verticalHeader()->hide();
    m_view->verticalHeader()->setDefaultSectionSize(22);
    m_view->horizontalHeader()->setHighlightSections(false);
    m_view->horizontalHeader()->setSectionsMovable(true);
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    m_filter->setPlaceholderText(tr("Filter rows"));
    m_filter->setAccessibleName(tr("Filter rows of %1").arg(name));
    m_filter->setClearButtonEnabled(true);
    m_filter->setMaximumWidth(240);
    m_filter->setVisible(sortable);
    m_note->setWordWrap(true);
    m_note->setProperty("role", QStringLiteral("dim"));
    m_note->hide();
    m_count->setProperty("role", QStringLiteral("dim"));

    auto* head = new QHBoxLayout;
    head->setContentsMargins(8, 4, 8, 4);
    head->setSpacing(8);
    head->addWidget(m_filter);
    head->addWidget(m_count);
    head->addWidget(m_note, 1);
    head->addStretch(0);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(head);
    layout->addWidget(m_view);

    auto* copyAction = new QAction(this);
    copyAction->setShortcut(QKeySequence::Copy);
    copyAction->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    m_view->addAction(copyAction);
    connect(copyAction, &QAction::triggered, this, &TablePanel::copy);
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) {
        if (m_rows) {
            m_rows->setText(text);
            updateCount();
        }
    });
    connect(m_view, &QTableView::customContextMenuRequested, this, &TablePanel::showMenu);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &TablePanel::followTable);
    connect(m_view, &QTableView::activated, this, &TablePanel::reveal);
    connect(m_view, &QTableView::doubleClicked, this, &TablePanel::reveal);
    connect(&session, &session::Session::selectionChanged, this, &TablePanel::followSession);
    connect(model, &QAbstractItemModel::modelReset, this, [this] {
        updateCount();
        fitColumns();
    });
    updateCount();
}

void TablePanel::setNote(const QString& note)
{
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
}

void TablePanel::updateCount()
{
    const int all = m_model->rowCount();
    const int shown = m_view->model()->rowCount();
    m_count->setText(
        shown == all
            ? all == 1 ? tr("1 row") : tr("%1 rows").arg(session::groupedCount(all))
            : tr("%1 of %2 rows").arg(session::groupedCount(shown), session::groupedCount(all)));
    m_count->setVisible(all > 0);
}

// Measuring a text costs far more than counting its letters, so of the first rows only the cells
// with the longest texts are measured.
int TablePanel::contentWidth(int column, int least, int most) const
{
    constexpr int kRows = 50;
    constexpr std::size_t kMeasured = 3;
    constexpr qsizetype kTooLong = 160; // letters: wider than any column
    const QAbstractItemModel* rows = m_view->model();
    std::vector<std::pair<qsizetype, int>> longest;
    for (int row = 0; row < std::min(kRows, rows->rowCount()); ++row) {
        longest.emplace_back(rows->index(row, column).data().toString().size(), row);
    }
    const std::size_t measured = std::min(kMeasured, longest.size());
    std::partial_sort(longest.begin(), longest.begin() + static_cast<std::ptrdiff_t>(measured),
                      longest.end(), std::greater<>());
    int wanted = m_view->horizontalHeader()->sectionSizeHint(column);
    for (std::size_t i = 0; i < measured; ++i) {
        wanted = std::max(
            wanted,
            longest[i].first > kTooLong
                ? most
                : m_view->sizeHintForIndex(rows->index(longest[i].second, column)).width());
    }
    return std::clamp(wanted + 12, least, most);
}

void TablePanel::fitColumns()
{
    constexpr int kWidest = 420;
    QHeaderView* header = m_view->horizontalHeader();
    header->setResizeContentsPrecision(50); // of a double click on its edges
    const int columns = m_view->model()->columnCount();
    int stretch = -1;
    for (int column = 0; column < columns; ++column) {
        const QModelIndex first = m_view->model()->index(0, column);
        const QVariant align = first.data(Qt::TextAlignmentRole);
        const bool number = first.data(TableModel::SortRole).typeId() == QMetaType::Double;
        const bool left = !number && (!align.isValid() || (align.toInt() & Qt::AlignLeft));
        if (stretch < 0 && left) {
            stretch = column;
        }
        m_view->setColumnWidth(column, contentWidth(column, 64, kWidest));
        header->setSectionResizeMode(column, QHeaderView::Interactive);
    }
    if (stretch >= 0) {
        header->setMinimumSectionSize(48);
        header->setSectionResizeMode(stretch, QHeaderView::Stretch);
    }
}

std::vector<int> TablePanel::rowsToCopy(bool all) const
{
    std::vector<int> rows;
    for (const QModelIndex& index : m_view->selectionModel()->selectedRows()) {
        rows.push_back(index.row());
    }
    if (all || rows.empty()) {
        rows.resize(static_cast<std::size_t>(m_view->model()->rowCount()));
        std::iota(rows.begin(), rows.end(), 0);
    }
    std::sort(rows.begin(), rows.end());
    return rows;
}

QList<int> TablePanel::shownColumns() const
{
    QList<int> columns;
    const QHeaderView* header = m_view->horizontalHeader();
    for (int visual = 0; visual < header->count(); ++visual) {
        if (const int logical = header->logicalIndex(visual); !header->isSectionHidden(logical)) {
            columns << logical;
        }
    }
    return columns;
}

QString TablePanel::rowsAsText(QChar separator) const
{
    const QAbstractItemModel* shown = m_view->model();
    const QList<int> columns = shownColumns();
    DelimitedText out(separator);
    for (const int column : columns) {
        out.field(shown->headerData(column, Qt::Horizontal).toString());
    }
    out.endLine();
    for (const int row : rowsToCopy(separator == QLatin1Char(','))) {
        for (const int column : columns) {
            const QModelIndex index = shown->index(row, column);
            const QVariant exact = index.data(Qt::EditRole);
            out.field((exact.isValid() ? exact : index.data()).toString());
        }
        out.endLine();
    }
    return out.take();
}

TablePanel::Written TablePanel::write(const TextKey& key, const JobContext& job)
{
    Written done;
    done.text = key.make(job);
    if (key.path.isEmpty() || job.cancelled()) {
        return done;
    }
    QSaveFile file(key.path);
    const bool written =
        file.open(QIODevice::WriteOnly) && file.write(done.text.toUtf8()) >= 0 && file.commit();
    done.note = written ? tr("Written to %1").arg(key.path)
                        : tr("%1: %2; choose another folder").arg(key.path, file.errorString());
    return done;
}

// To the clipboard, or as a file where there is a path. The text of a short table is put together
// at once, that of a long one, and every file, on a worker.
void TablePanel::deliverText(const QString& path, QChar separator)
{
    if (m_textMaker) {
        m_text.request({m_textMaker(rowsToCopy(separator == QLatin1Char(',')), separator), path});
    } else if (path.isEmpty()) {
        QApplication::clipboard()->setText(rowsAsText(separator));
    } else {
        m_text.request({[text = rowsAsText(separator)](const JobContext&) { return text; }, path});
    }
}

QString TablePanel::tsv() const
{
    return rowsAsText(QLatin1Char('\t'));
}

QString TablePanel::csv() const
{
    return rowsAsText(QLatin1Char(','));
}

void TablePanel::copy()
{
    deliverText({}, QLatin1Char('\t'));
}

void TablePanel::exportCsv()
{
    const QString path = QFileDialog::getSaveFileName(
        this, tr("Export table"), m_name + QStringLiteral(".csv"), tr("CSV (*.csv)"));
    if (!path.isEmpty()) {
        deliverText(path, QLatin1Char(','));
    }
}

void TablePanel::showMenu(const QPoint& position)
{
    QMenu menu(this);
    menu.addAction(tr("Copy as TSV"), QKeySequence::Copy, this, &TablePanel::copy);
    menu.addAction(tr("Export CSV…"), this, &TablePanel::exportCsv);
    QMenu* columns = menu.addMenu(tr("Columns"));
    for (int i = 0; i < m_view->model()->columnCount(); ++i) {
        QAction* action =
            columns->addAction(m_view->model()->headerData(i, Qt::Horizontal).toString());
        action->setCheckable(true);
        action->setChecked(!m_view->isColumnHidden(i));
        connect(action, &QAction::toggled, this,
                [this, i](bool on) { m_view->setColumnHidden(i, !on); });
    }
    menu.exec(m_view->viewport()->mapToGlobal(position));
}

void TablePanel::followTable()
{
    const QVariant slice = m_view->currentIndex().data(TableModel::SliceRole);
    if (slice.isValid() && !m_following) {
        m_following = true;
        m_session.select(SliceId(slice.toUInt()));
        m_session.reveal(m_session.selection());
        m_following = false;
    }
}

void TablePanel::followSession(SliceId slice)
{
    if (m_following || !slice.valid() || !m_rows) {
        return;
    }
    // In the model itself: through the filter each row would cost several times as much.
    const int rows = m_model->rowCount();
    for (int row = 0; row < rows; ++row) {
        const QModelIndex index = m_model->index(row, 0);
        const QVariant own = index.data(TableModel::SliceRole);
        if (!own.isValid() || own.toUInt() != slice.value) {
            continue;
        }
        if (const QModelIndex shown = m_rows->mapFromSource(index); shown.isValid()) {
            m_following = true;
            m_view->selectRow(shown.row());
            m_view->scrollTo(shown);
            m_following = false;
            return;
        }
    }
}

void TablePanel::reveal(const QModelIndex& index)
{
    const QVariant slice = index.data(TableModel::SliceRole);
    if (slice.isValid()) {
        m_session.select(SliceId(slice.toUInt()));
        m_session.reveal(m_session.selection());
    } else {
        emit activated(m_rows ? m_rows->mapToSource(index) : index);
    }
}

} // namespace longpole::tables
