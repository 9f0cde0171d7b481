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

// Whether keys of both work in one place.
bool meet(Scope a, Scope b)
{
    const auto apart = [](Scope one, Scope other) {
        return one == Scope::Timeline && other == Scope::Compare;
    };
    return !apart(a, b) && !apart(b, a);
}

QString written(const QList<QKeySequence>& keys)
{
    QStringList texts;
    for (const QKeySequence& key : keys) {
        texts << key.toString(QKeySequence::PortableText);
    }
    return texts.join(QLatin1Char(' '));
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
        action->setProperty("scope", static_cast<int>(spec.scope));
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
    action->setStatusTip(summary);
    action->setProperty("usualKeys", keys);
    action->setProperty("scope",
                        static_cast<int>(&scope == &m_timeline      ? Scope::Timeline
                                             : &scope == &m_compare ? Scope::Compare
                                                                    : Scope::Window));
    const auto own = settings::keysOf(id);
    bind(*action, parsedKeys(own ? *own : keys));
    // The timeline's letters must not reach text fields; its window's keys work everywhere.
    action->setShortcutContext(&scope == &m_timeline || &scope == &m_compare
                                   ? Qt::WidgetWithChildrenShortcut
                                   : Qt::WindowShortcut);
    scope.addAction(action);
    m_byId.insert(id, action);
    m_order << action;
    return action;
}

void Actions::addTimeline(QWidget& timeline) const
{
    for (QAction* action : m_order) {
        if (scopeOf(*action) == Scope::Timelines) {
            timeline.addAction(action);
        }
    }
}

void Actions::bind(QAction& action, const QList<QKeySequence>& keys) const
{
    action.setShortcuts(keys);
    const QString shown = action.shortcut().toString(QKeySequence::NativeText);
    const QString summary = action.statusTip();
    action.setToolTip(shown.isEmpty() ? summary : QStringLiteral("%1 (%2)").arg(summary, shown));
}

void Actions::setKeys(const QString& id, const QList<QKeySequence>& keys)
{
    const auto give = [this](QAction& action, const QList<QKeySequence>& to) {
        bind(action, to);
        settings::setKeysOf(action.objectName(),
                            to == usualKeys(action) ? std::nullopt : std::optional(written(to)));
    };
    for (const QKeySequence& key : keys) {
        for (QAction* other : taking(id, key)) {
            QList<QKeySequence> rest = other->shortcuts();
            rest.removeAll(key);
            give(*other, rest);
        }
    }
    give(*(*this)[id], keys);
    emit keysChanged();
}

void Actions::resetKeys()
{
    for (QAction* action : m_order) {
        bind(*action, usualKeys(*action));
        settings::setKeysOf(action->objectName(), std::nullopt);
    }
    emit keysChanged();
}

QList<QKeySequence> Actions::usualKeys(const QAction& action) const
{
    return parsedKeys(action.property("usualKeys").toString());
}

bool Actions::changed(const QAction& action) const
{
    return action.shortcuts() != usualKeys(action);
}

QList<QAction*> Actions::taking(const QString& id, const QKeySequence& key) const
{
    const Scope scope = scopeOf(*(*this)[id]);
    QList<QAction*> found;
    for (QAction* other : m_order) {
        if (other->objectName() != id && meet(scope, scopeOf(*other))
            && other->shortcuts().contains(key)) {
            found << other;
        }
    }
    return found;
}

bool Actions::storable(const QKeySequence& key)
{
    return !key.isEmpty() && !written({key}).contains(QLatin1Char(' '));
}

Scope Actions::scopeOf(const QAction& action)
{
    return static_cast<Scope>(action.property("scope").toInt());
}

QString Actions::whereOf(const QAction& action)
{
    switch (scopeOf(action)) {
    case Scope::Timeline:
    case Scope::Timelines:
        return tr("timeline");
    case Scope::Compare:
        return tr("comparison");
    case Scope::Window:
        break;
    }
    return tr("whole window");
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
