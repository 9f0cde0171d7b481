// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// PickList: a text field over a list that narrows while one types. The command palette and the
// lane finder are pick lists.
#pragma once

#include <QFrame>
#include <QStringList>

#include <functional>
#include <vector>

class QLineEdit;
class QListView;
class QStandardItemModel;

namespace longpole::window {

struct Choice
{
    QString text;
    QString hint; // dim, at the right: keys, kind
    std::function<void()> run;
};

class PickList : public QFrame
{
    Q_OBJECT

public:
    explicit PickList(QWidget* window);
    // Opens over the window; the list closes itself when something is picked or the focus leaves.
    void open(const QString& prompt, std::vector<Choice> choices);
    QLineEdit* field() const { return m_field; }
    int shown() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void narrow(const QString& words);
    void pick();

    std::vector<Choice> m_choices;
    QLineEdit* m_field;
    QListView* m_view;
    QStandardItemModel* m_model;
};

} // namespace longpole::window
