// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/compare_tables.h"

#include "ui/charts/change_waterfall.h"
#include "ui/session/format.h"
#include "ui/session/path_words.h"
#include "ui/tables/table_model.h"
#include "ui/tables/table_panel.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QScrollArea>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QTabWidget>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace longpole::compare {

namespace {

constexpr std::size_t kMostParts = 5; // bars of the waterfall; the table has all

// A view shows a filtered and sorted model; rows here are those of the table.
int sourceRow(const QTableView& view, const QModelIndex& index)
{
    const auto* proxy = qobject_cast<const QSortFilterProxyModel*>(view.model());
    return proxy != nullptr ? proxy->mapToSource(index).row() : index.row();
}

} // namespace

CompareTables::CompareTables(session::Session& session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_tabs(new QTabWidget(this))
    , m_why(new QWidget(this))
    , m_waterfall(new charts::ChangeWaterfall(this))
    , m_note(new QLabel(this))
{
    m_tabs->setDocumentMode(true);
    m_tabs->setAccessibleName(tr("What changed"));
    auto* title = new QLabel(tr("Why the whole moved: the critical paths"), this);
    title->setProperty("role", QStringLiteral("section"));
    title->setContentsMargins(8, 0, 0, 4);
    m_note->setWordWrap(true);
    m_note->setProperty("role", QStringLiteral("dim"));
    m_note->setContentsMargins(8, 0, 8, 4);
    auto* scroll = new QScrollArea(this);
    scroll->setWidget(m_waterfall);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setAccessibleName(m_waterfall->accessibleName());
    auto* why = new QVBoxLayout(m_why);
    why->setContentsMargins(0, 0, 0, 0);
    why->setSpacing(0);
    why->addWidget(title);
    why->addWidget(m_note);
    why->addWidget(scroll, 1);
    auto* splitter = new QSplitter(Qt::Horizontal, this);
    splitter->setHandleWidth(3);
    splitter->addWidget(m_tabs);
    splitter->addWidget(m_why);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({900, 360});
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(splitter);
    connect(m_tabs, &QTabWidget::currentChanged, this, [this](int tab) {
        if (tab >= 0) {
            fill(static_cast<std::size_t>(tab));
        }
    });
}

void CompareTables::setComparison(ComparisonPtr comparison)
{
    m_comparison = std::move(comparison);
    m_row = -1;
    m_shown.clear();
    while (m_tabs->count() > 0) {
        QWidget* old = m_tabs->widget(0);
        m_tabs->removeTab(0);
        old->deleteLater();
    }
    if (m_comparison) {
        for (const ShownTable& shown : m_comparison->tables) {
            auto* page = new QWidget(m_tabs);
            auto* layout = new QVBoxLayout(page);
            layout->setContentsMargins(0, 0, 0, 0);
            m_shown.push_back({page});
            m_tabs->addTab(page, shown.title);
        }
        fill(0);
    }
    showWaterfall();
}

void CompareTables::fill(std::size_t number)
{
    if (!m_comparison || number >= m_shown.size() || m_shown[number].panel != nullptr) {
        return;
    }
    const ShownTable& shown = m_comparison->tables[number];
    auto* model = new tables::TableModel(this);
    auto* panel = new tables::TablePanel(m_session, model, shown.title, true, m_shown[number].page);
    model->setParent(panel);
    model->setTable(shown.table);
    m_shown[number].model = model;
    m_shown[number].panel = panel;
    m_shown[number].page->layout()->addWidget(panel);
    // Names are what rows are found by: they keep a width, the last columns may scroll.
    QHeaderView* header = panel->view()->horizontalHeader();
    for (int column = 0; column < model->columnCount(); ++column) {
        if (header->sectionResizeMode(column) == QHeaderView::Stretch) {
            header->setSectionResizeMode(column, QHeaderView::Interactive);
            panel->view()->setColumnWidth(column, panel->contentWidth(column, 120, 320));
        }
    }
    panel->setNote(session::text(shown.table.title));
    const auto chosen = [this, number, panel](const QModelIndex& index) {
        choose(number, sourceRow(*panel->view(), index));
    };
    connect(panel->view()->selectionModel(), &QItemSelectionModel::currentRowChanged, this, chosen);
    // A click on the row that is current already goes there again.
    connect(panel->view(), &QTableView::clicked, this, chosen);
}

void CompareTables::choose(std::size_t number, int row)
{
    if (m_selecting || number >= m_shown.size() || row < 0) {
        return;
    }
    const std::vector<std::uint32_t>& pairs = m_comparison->tables[number].pairs;
    const auto at = static_cast<std::size_t>(row);
    if (at < pairs.size() && pairs[at] != kNoPair) {
        m_row = number == 0 ? row : m_row;
        emit pairChosen(pairs[at]);
    }
}

void CompareTables::selectRow(const Tab& tab, int row)
{
    const auto* proxy = qobject_cast<const QSortFilterProxyModel*>(tab.panel->view()->model());
    const QModelIndex source = tab.model->index(row, 0);
    const QModelIndex index = proxy != nullptr ? proxy->mapFromSource(source) : source;
    if (index.isValid()) {
        tab.panel->view()->selectRow(index.row());
        tab.panel->view()->scrollTo(index);
    }
}

void CompareTables::select(std::uint32_t pair)
{
    if (!m_comparison || m_shown.empty() || m_selecting) {
        return;
    }
    const auto row = m_comparison->pairs.rowOf(pair);
    m_selecting = true;
    if (row) {
        m_row = static_cast<int>(*row);
        selectRow(m_shown.front(), m_row);
    } else {
        m_shown.front().panel->view()->clearSelection();
    }
    m_selecting = false;
}

void CompareTables::step(int by)
{
    if (!m_comparison || m_shown.empty()) {
        return;
    }
    const auto& rows = m_comparison->diff.rows.rows;
    const auto count = static_cast<int>(rows.size());
    const auto& pairs = m_comparison->tables.front().pairs;
    int row = m_row < 0 && by < 0 ? count : m_row;
    for (int tried = 0; tried < count; ++tried) {
        row = ((row + by) % count + count) % count;
        const std::uint32_t pair = pairs[static_cast<std::size_t>(row)];
        if (pair != kNoPair
            && std::get<std::int64_t>(rows[static_cast<std::size_t>(row)][2]) != 0) {
            m_row = row;
            m_tabs->setCurrentIndex(0);
            emit pairChosen(pair);
            return;
        }
    }
}

void CompareTables::showTab(const QString& title)
{
    for (int i = 0; i < m_tabs->count(); ++i) {
        if (m_tabs->tabText(i) == title) {
            m_tabs->setCurrentIndex(i);
        }
    }
}

tables::TablePanel* CompareTables::table(const QString& title)
{
    for (int i = 0; i < m_tabs->count(); ++i) {
        if (m_tabs->tabText(i) == title) {
            fill(static_cast<std::size_t>(i));
            return m_shown[static_cast<std::size_t>(i)].panel;
        }
    }
    return nullptr;
}

void CompareTables::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange) {
        showWaterfall(); // in the colours of the new theme
    }
    QWidget::changeEvent(event);
}

void CompareTables::showWaterfall()
{
    std::vector<charts::ChangePart> parts;
    const bool known = m_comparison && m_comparison->diff.waterfall.known;
    if (known) {
        charts::ChangePart rest{{}, 0, 0, theme::current().dimText.rgb()};
        int left = 0;
        for (const diff::Stretch& s : m_comparison->diff.waterfall.categories) {
            if (s.deltaNs() != 0 && parts.size() < kMostParts) {
                parts.push_back({session::categoryWords(s.category), s.beforeNs, s.afterNs,
                                 theme::current().path(s.category)});
            } else if (s.deltaNs() != 0) {
                rest.beforeNs += s.beforeNs;
                rest.afterNs += s.afterNs;
                ++left;
            }
        }
        if (left > 0) {
            rest.label = tr("%1 more").arg(left);
            parts.push_back(rest);
        }
    }
    const std::int64_t before = known ? m_comparison->diff.waterfall.before.makespanNs : 0;
    const std::int64_t after = known ? m_comparison->diff.waterfall.after.makespanNs : 0;
    m_waterfall->setParts(std::move(parts), before, after);
    m_waterfall->setVisible(known);
    const QString note =
        m_comparison ? session::text(m_comparison->diff.waterfall.note) : QString();
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
}

} // namespace longpole::compare
