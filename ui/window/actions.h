// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Actions: the QActions of one window, made from the action table and the user's own keys.
#pragma once

#include "ui/window/action_table.h"

#include <QHash>
#include <QKeySequence>
#include <QList>
#include <QObject>
#include <QString>

#include <functional>

class QAction;
class QMenuBar;
class QWidget;

namespace longpole::window {

class Actions : public QObject
{
    Q_OBJECT

public:
    // Actions of scopes Timeline and Timelines get their keys on `timeline`, of scope Compare on
    // `compare`, all others on `window`.
    Actions(QWidget& window, QWidget& timeline, QWidget& compare);

    QAction* operator[](const QString& id) const;
    // What the action does; called with its checked state.
    void on(const QString& id, std::function<void(bool)> run);
    // All actions in the order of the table, then those added later.
    const QList<QAction*>& all() const { return m_order; }
    // An action made at run time (a panel, a bookmark key).
    QAction* add(const QString& id, const QString& menu, const QString& text, const QString& keys,
                 const QString& summary, QWidget& scope);

    // Another timeline, of a comparison: the keys of scope Timelines work there too.
    void addTimeline(QWidget& timeline) const;

    // Keys a user gives an action: hold at once (menus and tool tips follow), are taken from other
    // actions that work in the same place, and are kept in the settings.
    void setKeys(const QString& id, const QList<QKeySequence>& keys);
    void resetKeys(); // all actions to their usual ones
    QList<QKeySequence> usualKeys(const QAction& action) const;
    bool changed(const QAction& action) const; // has other keys than the usual ones
    // Other actions with this key that work where `id` does: keys of the window work everywhere.
    QList<QAction*> taking(const QString& id, const QKeySequence& key) const;
    // Whether the settings can hold it.
    static bool storable(const QKeySequence& key);

    void fillMenus(QMenuBar& bar) const;
    void retint(); // after a change of theme

    static QString menuOf(const QAction& action);
    static QString keysOf(const QAction& action); // "W, Ctrl++"
    static QString whereOf(const QAction& action); // where its keys work, in words

signals:
    void keysChanged();

private:
    static Scope scopeOf(const QAction& action);
    void bind(QAction& action, const QList<QKeySequence>& keys) const;

    QWidget& m_window;
    QWidget& m_timeline;
    QWidget& m_compare;
    QHash<QString, QAction*> m_byId;
    QList<QAction*> m_order;
};

} // namespace longpole::window
