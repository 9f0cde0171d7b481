// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/actions.h"

#include "ui/theme/icons.h"
#include "ui/window/action_table.h"
#include "ui/window/settings.h"

#include <QAction>
#include <QKeySequence>
#include <QMenu>
#include <QMenuBar>
#include <QWidget>

namespace longpole::window {
namespace {

QList<QKeySequence> parsedKeys(const QString& keys)
{
    QList<QKeySequence> sequences;
    for (const QString& key : keys.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        sequences << QKeySequence(key);
    }
    return sequences;
}

} // namespace

Actions::Actions(QWidget& window, QWidget& timeline, QWidget& compare)
    : QObject(&window)
    , m_window(window)
    , m_timeline(timeline)
    , m_compare(compare)
{
    for (const ActionSpec& spec : actionTable()) {
        QWidget& scope = spec.scope == Scope::Window ? window
            : spec.scope == Scope::Compare           ? compare
                                                     : timeline;
        QAction* action = add(QLatin1String(spec.id), tr(spec.menu), tr(spec.text),
                              QLatin1String(spec.keys), tr(spec.summary), scope);
        action->setCheckable(spec.checkable);
        action->setProperty("iconName", QLatin1String(spec.icon));
        action->setProperty("separatorBefore", spec.separatorBefore);
    }
    retint();
}

QAction* Actions::operator[](const QString& id) const
{
    QAction* action = m_byId.value(id);
    Q_ASSERT(action);
    return action;
}

void Actions::on(const QString& id, std::function<void(bool)> run)
{
    connect((*this)[id], &QAction::triggered, this, std::move(run));
}

QAction* Actions::add(const QString& id, const QString& menu, const QString& text,
                      const QString& keys, const QString& summary, QWidget& scope)
{
    auto* action = new QAction(text, this);
    action->setObjectName(id);
    action->setProperty("menu", menu);
    const auto own = settings::keysOf(id);
    action->setShortcuts(parsedKeys(own ? *own : keys));
    // The timeline's letters must not reach text fields; its window's keys work everywhere.
    action->setShortcutContext(&scope == &m_timeline || &scope == &m_compare
                                   ? Qt::WidgetWithChildrenShortcut
                                   : Qt::WindowShortcut);
    const QString shown = action->shortcut().toString(QKeySequence::NativeText);
    action->setToolTip(shown.isEmpty() ? summary : QStringLiteral("%1 (%2)").arg(summary, shown));
    action->setStatusTip(summary);
    scope.addAction(action);
    m_byId.insert(id, action);
    m_order << action;
    return action;
}

void Actions::fillMenus(QMenuBar& bar) const
{
    QHash<QString, QMenu*> menus;
    for (QAction* action : m_order) {
        const QString title = menuOf(*action);
        if (title.isEmpty()) {
            continue;
        }
        QMenu*& menu = menus[title];
        if (!menu) {
            menu = bar.addMenu(title);
            menu->setObjectName(title);
            menu->setToolTipsVisible(true);
        }
        if (action->property("separatorBefore").toBool()) {
            menu->addSeparator();
        }
        menu->addAction(action);
    }
}

void Actions::retint()
{
    for (QAction* action : m_order) {
        action->setIcon(theme::icon(action->property("iconName").toString()));
        action->setIconVisibleInMenu(false);
    }
}

QString Actions::menuOf(const QAction& action)
{
    return action.property("menu").toString();
}

QString Actions::keysOf(const QAction& action)
{
    QStringList keys;
    for (const QKeySequence& sequence : action.shortcuts()) {
        keys << sequence.toString(QKeySequence::NativeText);
    }
    return keys.join(QStringLiteral("  "));
}

} // namespace longpole::window
