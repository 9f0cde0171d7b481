// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/key_editor.h"

#include "ui/window/actions.h"
#include "ui/window/key_chips.h"
#include "ui/window/key_model.h"

#include <QAction>
#include <QFrame>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QVBoxLayout>

namespace longpole::window {

KeyEditor::KeyEditor(Actions& actions, QWidget* parent)
    : QDialog(parent)
    , m_actions(actions)
    , m_model(new KeyModel(actions, this))
    , m_rows(new QSortFilterProxyModel(this))
    , m_search(new QLineEdit(this))
    , m_table(new QTableView(this))
    , m_chips(new KeyChips(this))
    , m_questionBox(new QFrame(this))
    , m_question(new QLabel(m_questionBox))
    , m_take(new QPushButton(m_questionBox))
    , m_reset(new QPushButton(tr("Reset"), this))
    , m_remove(new QPushButton(tr("Remove keys"), this))
{
    setWindowTitle(tr("Keyboard shortcuts"));
    m_search->setPlaceholderText(tr("Search actions and keys"));
    m_search->setAccessibleName(tr("Search actions and keys"));
    m_search->setClearButtonEnabled(true);
    m_rows->setSourceModel(m_model);
    m_rows->setFilterKeyColumn(-1);
    m_rows->setFilterCaseSensitivity(Qt::CaseInsensitive);
    connect(m_search, &QLineEdit::textChanged, m_rows,
            &QSortFilterProxyModel::setFilterFixedString);
    m_table->setModel(m_rows);
    m_table->setItemDelegateForColumn(KeyModel::Key, new KeyDelegate(m_table));
    m_table->setAccessibleName(tr("Actions and their keys"));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::SelectedClicked
                             | QAbstractItemView::EditKeyPressed);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_table->resizeColumnsToContents();
    m_table->setColumnWidth(KeyModel::Key, 130);
    m_table->horizontalHeader()->setStretchLastSection(true);
    auto* hint = new QLabel(tr("Double-click the first key of an action and press the new one, or "
                               "choose the action and "
                               "change its keys below the list."),
                            this);
    hint->setProperty("role", QStringLiteral("dim"));
    auto* resetAll = new QPushButton(tr("Reset all"), this);
    auto* close = new QPushButton(tr("Close"), this);
    for (QPushButton* button : {m_reset, m_remove, resetAll, close}) {
        button->setAutoDefault(false);
    }
    buildQuestion();
    auto* buttons = new QHBoxLayout;
    for (QPushButton* button : {m_reset, m_remove, resetAll}) {
        buttons->addWidget(button);
    }
    buttons->addStretch(1);
    buttons->addWidget(close);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 12, 12, 12);
    layout->setSpacing(8);
    layout->addWidget(m_search);
    layout->addWidget(m_table, 1);
    layout->addWidget(m_chips);
    layout->addWidget(m_questionBox);
    layout->addWidget(hint);
    layout->addLayout(buttons);
    connect(m_model, &KeyModel::proposed, this, &KeyEditor::propose);
    connect(m_chips, &KeyChips::proposed, this,
            [this](const QList<QKeySequence>& keys) { propose(current()->objectName(), keys); });
    connect(close, &QPushButton::clicked, this, &QDialog::accept);
    connect(m_remove, &QPushButton::clicked, this,
            [this] { propose(current()->objectName(), {}); });
    connect(m_reset, &QPushButton::clicked, this,
            [this] { propose(current()->objectName(), m_actions.usualKeys(*current())); });
    connect(resetAll, &QPushButton::clicked, this, [this] {
        ask({});
        m_actions.resetKeys();
    });
    connect(&actions, &Actions::keysChanged, this, &KeyEditor::showCurrent);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &KeyEditor::showCurrent);
    showCurrent();
    resize(QSize(760, 640).boundedTo(parent ? parent->size() - QSize(40, 40) : QSize(760, 640)));
}

void KeyEditor::buildQuestion()
{
    auto* keep = new QPushButton(tr("Leave as it was"), m_questionBox);
    for (QPushButton* button : {m_take, keep}) {
        button->setAutoDefault(false);
    }
    m_question->setWordWrap(true);
    auto* layout = new QHBoxLayout(m_questionBox);
    layout->setContentsMargins(8, 4, 8, 4);
    layout->addWidget(m_question, 1);
    layout->addWidget(m_take);
    layout->addWidget(keep);
    m_questionBox->setFrameShape(QFrame::StyledPanel);
    m_questionBox->hide();
    connect(m_take, &QPushButton::clicked, this, [this] { answer(true); });
    connect(keep, &QPushButton::clicked, this, [this] { answer(false); });
}

QString KeyEditor::question() const
{
    return m_questionBox->isHidden() ? QString() : m_question->text();
}

void KeyEditor::ask(const QString& words)
{
    m_question->setText(words);
    m_questionBox->setVisible(!words.isEmpty());
}

void KeyEditor::propose(const QString& id, const QList<QKeySequence>& keys)
{
    ask({});
    QStringList taken;
    for (const QKeySequence& key : keys) {
        if (!Actions::storable(key)) {
            return;
        }
        for (const QAction* other : m_actions.taking(id, key)) {
            taken << tr("%1 is the key of “%2” (works in: %3)")
                         .arg(key.toString(QKeySequence::NativeText),
                              other->text().remove(QChar(0x2026)), Actions::whereOf(*other));
        }
    }
    m_proposedFor = id;
    m_proposed = keys;
    if (taken.isEmpty()) {
        answer(true);
        return;
    }
    m_take->setText(tr("Use it for “%1”").arg(m_actions[id]->text().remove(QChar(0x2026))));
    ask(taken.join(QStringLiteral(". ")) + QLatin1Char('.'));
}

void KeyEditor::answer(bool takeOver)
{
    ask({});
    if (takeOver) {
        m_actions.setKeys(m_proposedFor, m_proposed);
    }
}

QAction* KeyEditor::current() const
{
    const QModelIndex row = m_rows->mapToSource(m_table->currentIndex());
    return row.isValid() ? m_model->actionAt(row.row()) : nullptr;
}

void KeyEditor::showCurrent()
{
    const QAction* action = current();
    m_chips->setKeys(action == nullptr ? QString() : action->text().remove(QChar(0x2026)),
                     action == nullptr ? QList<QKeySequence>() : action->shortcuts());
    m_reset->setEnabled(action != nullptr && m_actions.changed(*action));
    m_remove->setEnabled(action != nullptr && !action->shortcuts().isEmpty());
}

} // namespace longpole::window
