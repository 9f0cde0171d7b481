// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// KeyEditor: all actions with all their keys, to search and to change. A key that another action
// has where both work is named and taken over only on request. Changes hold at once and are kept in
// the settings.
#pragma once

#include <QDialog>
#include <QKeySequence>
#include <QList>

class QAction;
class QFrame;
class QLabel;
class QLineEdit;
class QPushButton;
class QSortFilterProxyModel;
class QTableView;

namespace longpole::window {

class Actions;
class KeyChips;
class KeyModel;

class KeyEditor : public QDialog
{
    Q_OBJECT

public:
    KeyEditor(Actions& actions, QWidget* parent);

    // Gives an action these keys, unless others have one of them: then the question is shown.
    void propose(const QString& id, const QList<QKeySequence>& keys);
    QTableView* table() const { return m_table; }
    KeyChips* chips() const { return m_chips; } // the keys of the action that is chosen
    QLineEdit* search() const { return m_search; }
    QPushButton* takeOver() const { return m_take; } // shown with the question
    QString question() const; // empty if there is none

private:
    void buildQuestion();
    void ask(const QString& words);
    void answer(bool takeOver);
    QAction* current() const; // null if no row is
    void showCurrent();

    Actions& m_actions;
    KeyModel* m_model;
    QSortFilterProxyModel* m_rows;
    QLineEdit* m_search;
    QTableView* m_table;
    KeyChips* m_chips;
    QFrame* m_questionBox;
    QLabel* m_question;
    QPushButton* m_take;
    QPushButton* m_reset;
    QPushButton* m_remove;
    QString m_proposedFor;
    QList<QKeySequence> m_proposed;
};

} // namespace longpole::window
