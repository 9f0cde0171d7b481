// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/path/path_panel.h"

#include "ui/path/swatch_model.h"
#include "ui/session/format.h"
#include "ui/session/path_words.h"
#include "ui/tables/table_panel.h"
#include "ui/theme/elided_label.h"

#include <QAbstractProxyModel>
#include <QButtonGroup>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QTabWidget>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace longpole::panels {

PathPanel::PathPanel(session::Session& session, QWidget* parent)
    : AnswerPanel(session, parent)
    , m_limits(new theme::ElidedLabel(this))
    , m_content(new QSplitter(Qt::Horizontal, this))
    , m_tabs(new QTabWidget(this))
    , m_operationModel(new path_ui::SwatchModel(this))
    , m_operationPanel(
          new tables::TablePanel(session, m_operationModel, tr("Operations"), true, this))
    , m_stepModel(new path_ui::SwatchModel(this))
    , m_stepPanel(new tables::TablePanel(session, m_stepModel, tr("Steps of the path"), true, this))
    , m_query(makePathTables, [this](const TableKey& key, PathTables&& tables) {
        if (key.answer == this->session().criticalPath().answer()) {
            showTables(std::move(tables));
        }
    })
{
    auto* left = new QWidget(this);
    buildChart(*left);
    m_tabs->setDocumentMode(true);
    m_tabs->setAccessibleName(tr("Critical path"));
    m_tabs->addTab(m_operationPanel, tr("Operations: slack and gain"));
    m_tabs->addTab(m_stepPanel, tr("Steps"));
    m_content->addWidget(left);
    m_content->addWidget(m_tabs);
    m_content->setStretchFactor(0, 1);
    m_content->setStretchFactor(1, 2);
    m_content->setChildrenCollapsible(false);
    connect(&session.criticalPath(), &session::CriticalPathController::stepChanged, this,
            &PathPanel::followStep);
    connect(&session.criticalPath(), &session::CriticalPathController::boundsChanged, this,
            &PathPanel::showLimits);
    connect(m_stepPanel->view()->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &PathPanel::followStepRow);
    m_limits->setAccessibleName(tr("What limits the region"));
    m_limits->setContentsMargins(8, 4, 8, 4);
    m_limits->hide();
    auto* content = new QWidget(this);
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_limits);
    layout->addWidget(m_content, 1);
    setContent(content);
}

PathPanel::~PathPanel() = default;

void PathPanel::buildChart(QWidget& left)
{
    m_waterfall = new charts::Waterfall(&left);
    m_waterfall->setAccessibleName(tr("What the critical path is made of"));
    auto* scroll = new QScrollArea(&left);
    scroll->setWidget(m_waterfall);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setAccessibleName(tr("What the critical path is made of"));
    m_by = new QButtonGroup(this);
    auto* choice = new QHBoxLayout;
    choice->setContentsMargins(8, 4, 8, 4);
    choice->setSpacing(4);
    auto* title = new QLabel(tr("Made of"), &left);
    title->setProperty("role", QStringLiteral("dim"));
    choice->addWidget(title);
    for (const QString& words : {tr("kinds"), tr("operations")}) {
        auto* button = new QPushButton(words, &left);
        button->setCheckable(true);
        button->setAccessibleName(tr("Waterfall by %1").arg(words));
        m_by->addButton(button, static_cast<int>(m_by->buttons().size()));
        choice->addWidget(button);
    }
    m_by->button(0)->setChecked(true);
    choice->addStretch(1);
    auto* layout = new QVBoxLayout(&left);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(choice);
    layout->addWidget(scroll, 1);
    connect(m_by, &QButtonGroup::idClicked, this, [this] { showWaterfall(); });
    connect(m_waterfall, &charts::Waterfall::chosen, this, &PathPanel::goToPart);
}

void PathPanel::ask(const session::PathAnswerPtr& answer)
{
    m_query.request({answer});
    showLimits();
}

void PathPanel::showLimits()
{
    const session::CriticalPathController& path = session().criticalPath();
    if (shown() && shown() == path.answer()) {
        m_limits->setText(session::limitsWords(shown()->path, path.bounds()));
        m_limits->setToolTip(m_limits->text());
        m_limits->setVisible(!m_limits->text().isEmpty());
    }
}

void PathPanel::forget()
{
    m_query.cancel();
}

void PathPanel::showTables(PathTables&& tables)
{
    m_tables = std::move(tables);
    m_operationModel->setTable(std::move(m_tables.operationTable),
                               std::move(m_tables.operationColours), 0);
    constexpr int kBindsNext = 6;
    QTableView* view = m_operationPanel->view();
    // Names are long: the figures come first, but a wide screen has room for both.
    const int nameWidth = std::clamp(view->width() / 4, 260, 640);
    view->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Interactive);
    view->horizontalHeader()->setSectionResizeMode(kBindsNext, QHeaderView::Stretch);
    view->setColumnWidth(0, nameWidth);
    m_operationPanel->setNote(
        m_tables.operationsLeftOut == 0
            ? tr("Gains at most: what the region would shrink by if this one took no time.")
            : tr("%1 operations with more slack are not listed.")
                  .arg(session::groupedCount(static_cast<qint64>(m_tables.operationsLeftOut))));
    m_following = true; // rows come and go, nobody chose one
    m_stepModel->setTable(std::move(m_tables.stepTable), std::move(m_tables.stepColours), 2);
    m_stepPanel->setNote(
        m_tables.stepsLeftOut == 0
            ? QString()
            : tr("The longest; %1 shorter steps are not listed.")
                  .arg(session::groupedCount(static_cast<qint64>(m_tables.stepsLeftOut))));
    m_following = false;
    showWaterfall();
}

void PathPanel::showWaterfall()
{
    const auto& from = m_by->checkedId() == 1 ? m_tables.operations : m_tables.categories;
    std::vector<charts::WaterfallPart> parts;
    parts.reserve(from.size());
    for (const PathPart& part : from) {
        parts.push_back(part.part);
    }
    m_waterfall->setParts(std::move(parts), shown() ? shown()->path.makespan().ns : 1);
}

void PathPanel::goToPart(int part)
{
    const auto& from = m_by->checkedId() == 1 ? m_tables.operations : m_tables.categories;
    if (part >= 0 && part < static_cast<int>(from.size())) {
        session().criticalPath().selectStep(from[static_cast<std::size_t>(part)].longestStep);
    }
}

void PathPanel::followStepRow()
{
    const auto* rows = qobject_cast<const QAbstractProxyModel*>(m_stepPanel->view()->model());
    const QModelIndex shown = m_stepPanel->view()->currentIndex();
    const QModelIndex index = rows != nullptr ? rows->mapToSource(shown) : shown;
    if (!m_following && index.isValid()
        && index.row() < static_cast<int>(m_tables.stepOfRow.size())) {
        m_following = true;
        session().criticalPath().selectStep(
            m_tables.stepOfRow[static_cast<std::size_t>(index.row())]);
        m_following = false;
    }
}

// Rows are listed by time, so the step is found by halving.
void PathPanel::followStep()
{
    const auto step = session().criticalPath().step();
    if (m_following || !step || shown() != session().criticalPath().answer()) {
        return;
    }
    const auto& listed = m_tables.stepOfRow;
    const auto it = std::lower_bound(listed.begin(), listed.end(), *step);
    const auto* rows = qobject_cast<const QAbstractProxyModel*>(m_stepPanel->view()->model());
    if (it == listed.end() || *it != *step || rows == nullptr) {
        return;
    }
    const QModelIndex index =
        rows->mapFromSource(m_stepModel->index(static_cast<int>(it - listed.begin()), 0));
    if (index.isValid()) {
        m_following = true;
        m_stepPanel->view()->selectRow(index.row());
        m_stepPanel->view()->scrollTo(index);
        m_following = false;
    }
}

} // namespace longpole::panels
