// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/key_model.h"

#include "ui/window/actions.h"
#include "ui/window/one_key_edit.h"

#include <QAction>
#include <QEvent>
#include <QKeySequenceEdit>

namespace longpole::window {

KeyModel::KeyModel(Actions& actions, QObject* parent)
    : QAbstractTableModel(parent)
    , m_actions(actions)
{
    connect(&actions, &Actions::keysChanged, this,
            [this] { emit dataChanged(index(0, Key), index(rowCount() - 1, OtherKeys)); });
}

QAction* KeyModel::actionAt(int row) const
{
    return m_actions.all().value(row);
}

int KeyModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_actions.all().size());
}

int KeyModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant KeyModel::data(const QModelIndex& index, int role) const
{
    const QAction* action = actionAt(index.row());
    if (action == nullptr) {
        return {};
    }
    if (role == Qt::ToolTipRole) {
        return action->statusTip();
    }
    if (role == Qt::FontRole && index.column() >= Key) {
        QFont font; // what a user chose stands out
        font.setBold(m_actions.changed(*action));
        return font;
    }
    if (role == Qt::EditRole && index.column() == Key) {
        return action->shortcut();
    }
    if (role != Qt::DisplayRole && role != Qt::EditRole) {
        return {};
    }
    switch (index.column()) {
    case Menu: {
        const QString menu = Actions::menuOf(*action);
        return menu.isEmpty() ? tr("Bookmarks") : menu;
    }
    case Name:
        return action->text().remove(QChar(0x2026));
    case Where:
        return Actions::whereOf(*action);
    case Key:
        return action->shortcut().toString(QKeySequence::NativeText);
    case OtherKeys: {
        QStringList others;
        for (const QKeySequence& key : action->shortcuts().mid(1)) {
            others << key.toString(QKeySequence::NativeText);
        }
        return others.join(QStringLiteral("  "));
    }
    default:
        return {};
    }
}

QVariant KeyModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role != Qt::DisplayRole || orientation != Qt::Horizontal) {
        return {};
    }
    const QStringList titles{tr("Menu"), tr("Action"), tr("Works in"), tr("Key"), tr("Also")};
    return titles.value(section);
}

Qt::ItemFlags KeyModel::flags(const QModelIndex& index) const
{
    const Qt::ItemFlags usual = QAbstractTableModel::flags(index);
    return index.column() == Key ? usual | Qt::ItemIsEditable : usual;
}

bool KeyModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    const QAction* action = actionAt(index.row());
    const auto key = value.value<QKeySequence>();
    if (action == nullptr || role != Qt::EditRole || index.column() != Key
        || key == action->shortcut()) {
        return false;
    }
    QList<QKeySequence> keys = action->shortcuts().mid(1); // the others stay
    keys.removeAll(key);
    if (!key.isEmpty()) {
        keys.prepend(key);
    }
    emit proposed(action->objectName(), keys);
    return true;
}

QWidget* KeyDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem&,
                                   const QModelIndex&) const
{
    auto* edit = new OneKeyEdit(parent);
    edit->setAccessibleName(tr("Press the new key"));
    auto* self = const_cast<KeyDelegate*>(this);
    connect(
        edit, &QKeySequenceEdit::editingFinished, self,
        [self, edit] {
            emit self->commitData(edit);
            emit self->closeEditor(edit);
        },
        Qt::SingleShotConnection);
    return edit;
}

void KeyDelegate::setEditorData(QWidget*, const QModelIndex&) const
{
    // Begins empty: it waits for a key.
}

void KeyDelegate::setModelData(QWidget* editor, QAbstractItemModel* model,
                               const QModelIndex& index) const
{
    const QKeySequence keys = qobject_cast<QKeySequenceEdit*>(editor)->keySequence();
    if (!keys.isEmpty()) {
        model->setData(index, QKeySequence(keys[0]), Qt::EditRole);
    }
}

// Return, Tab and Escape are keys like others here.
bool KeyDelegate::eventFilter(QObject* editor, QEvent* event)
{
    const bool key = event->type() == QEvent::KeyPress || event->type() == QEvent::KeyRelease
        || event->type() == QEvent::ShortcutOverride;
    return key ? false : QStyledItemDelegate::eventFilter(editor, event);
}

} // namespace longpole::window
