// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// KeyModel: the actions of a window as rows of a table: menu, action, where its keys work, its key,
// its other keys. The key can be edited: setData() only proposes it.
#pragma once

#include <QAbstractTableModel>
#include <QKeySequence>
#include <QStyledItemDelegate>

class QAction;

namespace longpole::window {

class Actions;

class KeyModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column
    {
        Menu,
        Name,
        Where,
        Key,
        OtherKeys,
        ColumnCount
    };

    KeyModel(Actions& actions, QObject* parent);
    QAction* actionAt(int row) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

signals:
    void proposed(const QString& id, const QList<QKeySequence>& keys);

private:
    Actions& m_actions;
};

// Takes the first key that is pressed, whatever it is.
class KeyDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const override;
    void setEditorData(QWidget* editor, const QModelIndex& index) const override;
    void setModelData(QWidget* editor, QAbstractItemModel* model,
                      const QModelIndex& index) const override;
    bool eventFilter(QObject* editor, QEvent* event) override;
};

} // namespace longpole::window
