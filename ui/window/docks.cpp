// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/docks.h"

#include <QAction>
#include <QDockWidget>
#include <QHBoxLayout>
#include <QLabel>
#include <QMainWindow>
#include <QSplitter>
#include <QTabBar>
#include <QTabWidget>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace longpole::window {

namespace {

// Panels that have something to say about each side of a comparison.
bool isPaired(const QString& id)
{
    return id == QLatin1String("details") || id == QLatin1String("search")
        || id == QLatin1String("bookmarks");
}

} // namespace

Docks::Docks(QMainWindow& window, session::Session& session, Actions& actions)
    : QObject(&window)
    , m_window(window)
    , m_session(session)
    , m_actions(actions)
    , m_panels(panels::panels())
{
    window.setDockOptions(QMainWindow::AllowNestedDocks | QMainWindow::AllowTabbedDocks
                          | QMainWindow::GroupedDragging);
    window.setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    window.setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    window.setDocumentMode(true);
    QHash<int, QDockWidget*> lastIn;
    for (std::size_t i = 0; i < m_panels.size(); ++i) {
        const panels::Panel& panel = m_panels[i];
        auto* dock = new QDockWidget(panel.title, &window);
        dock->setObjectName(panel.id);
        dock->setAccessibleName(panel.title);
        const bool right = panel.area == panels::Area::Right;
        if (!right) {
            auto* none = new QWidget(dock); // the tab says the title already
            (new QHBoxLayout(none))->setContentsMargins(0, 0, 0, 0);
            dock->setTitleBarWidget(none);
        }
        const Qt::DockWidgetArea area = right ? Qt::RightDockWidgetArea : Qt::BottomDockWidgetArea;
        window.addDockWidget(area, dock);
        if (QDockWidget* last = lastIn.value(area)) {
            window.tabifyDockWidget(last, dock);
        }
        lastIn[area] = dock;
        m_docks.insert(panel.id, dock);
        connect(dock, &QDockWidget::visibilityChanged, this, [this, i](bool visible) {
            if (visible) {
                if (!m_switching) {
                    make(i);
                }
                if (m_panels[i].area == panels::Area::Bottom && !m_switching) {
                    m_raised = m_panels[i].id;
                }
            }
        });
        QAction* action = actions.add(QStringLiteral("panel-") + panel.id, tr("Panels"),
                                      panel.title, panel.shortcut, panel.summary, window);
        action->setProperty("separatorBefore", i == 0);
        connect(action, &QAction::triggered, this, [this, id = panel.id] { show(id); });
    }
    for (const panels::Panel& panel : m_panels) {
        // What most people come for; another one where there is no such analysis.
        if (panel.area == panels::Area::Bottom
            && (m_raised.isEmpty() || panel.id == QLatin1String("kernels"))) {
            m_docks[panel.id]->raise();
            m_raised = panel.id;
        }
    }
    setDefaultSizes();
}

void Docks::make(std::size_t index)
{
    QDockWidget* dock = m_docks[m_panels[index].id];
    if (!dock->widget() && usable(m_panels[index])) {
        dock->setWidget(m_before != nullptr ? makePaired(m_panels[index])
                                            : m_panels[index].create(m_session));
    }
}

bool Docks::usable(const panels::Panel& panel) const
{
    return m_before == nullptr || isPaired(panel.id);
}

// One above the other where there is height, else side by side.
QWidget* Docks::makePaired(const panels::Panel& panel) const
{
    auto* pair = new QSplitter(panel.area == panels::Area::Right ? Qt::Vertical : Qt::Horizontal);
    pair->setHandleWidth(3);
    pair->setChildrenCollapsible(false);
    for (const auto& [session, words] :
         {std::pair(m_before, tr("Before")), std::pair(m_after, tr("After"))}) {
        auto* side = new QWidget(pair);
        auto* layout = new QVBoxLayout(side);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(0);
        auto* caption = new QLabel(words, side);
        caption->setProperty("role", QStringLiteral("section"));
        caption->setContentsMargins(8, 4, 8, 0);
        QWidget* shown = panel.create(*session);
        layout->addWidget(caption);
        layout->addWidget(shown, 1);
        pair->addWidget(side);
    }
    return pair;
}

void Docks::setCompared(session::Session* before, session::Session* after)
{
    if (before == m_before && after == m_after) {
        return;
    }
    m_before = before;
    m_after = after;
    for (const panels::Panel& panel : m_panels) {
        m_actions[QStringLiteral("panel-") + panel.id]->setEnabled(usable(panel));
        if (!isPaired(panel.id)) {
            continue;
        }
        QDockWidget* dock = m_docks[panel.id];
        QWidget* shown = dock->widget();
        const bool pair = qobject_cast<QSplitter*>(shown) != nullptr;
        if (before != nullptr && shown != nullptr && !pair) {
            m_aside[panel.id] = shown;
            shown->setParent(&m_window);
            shown->hide();
        } else if (pair) {
            delete shown;
        }
        if (QWidget* single = before == nullptr ? m_aside.take(panel.id) : nullptr) {
            dock->setWidget(single);
        }
    }
}

QWidget* Docks::widget(const QString& id, bool after) const
{
    const auto* pair = m_before == nullptr ? nullptr : qobject_cast<QSplitter*>(widget(id));
    return pair == nullptr ? nullptr : pair->widget(after ? 1 : 0)->layout()->itemAt(1)->widget();
}

QWidget* Docks::show(const QString& id)
{
    for (std::size_t i = 0; i < m_panels.size(); ++i) {
        if (m_panels[i].id == id && usable(m_panels[i])) {
            if (m_panels[i].area == panels::Area::Bottom && !bottomVisible()) {
                setBottomVisible(true);
            }
            make(i);
            m_docks[id]->show();
            m_docks[id]->raise();
            return m_docks[id]->widget();
        }
    }
    return nullptr;
}

void Docks::hide(const QString& id)
{
    if (QDockWidget* dock = m_docks.value(id)) {
        dock->hide();
    }
}

QWidget* Docks::widget(const QString& id) const
{
    const QDockWidget* dock = m_docks.value(id);
    return dock ? dock->widget() : nullptr;
}

void Docks::setBottomVisible(bool visible)
{
    m_switching = true;
    for (const panels::Panel& panel : m_panels) {
        if (panel.area == panels::Area::Bottom) {
            m_docks[panel.id]->setVisible(visible && usable(panel));
        }
    }
    if (visible && m_docks.contains(m_raised) && !m_docks[m_raised]->isHidden()) {
        m_docks[m_raised]->raise();
    }
    m_switching = false;
    // Each of them was shown for a moment; those that stay in front are made once the window has
    // been laid out and painted.
    QTimer::singleShot(0, this, &Docks::makeVisible);
}

void Docks::makeVisible()
{
    for (std::size_t i = 0; i < m_panels.size(); ++i) {
        const QDockWidget* dock = m_docks[m_panels[i].id];
        if (!dock->isHidden() && !dock->visibleRegion().isEmpty()) {
            make(i);
        }
    }
}

bool Docks::bottomVisible() const
{
    for (const panels::Panel& panel : m_panels) {
        if (panel.area == panels::Area::Bottom && !m_docks[panel.id]->isHidden()) {
            return true;
        }
    }
    return false;
}

void Docks::setDefaultSizes()
{
    const int width = m_window.width();
    const int height = m_window.height();
    for (const panels::Panel& panel : m_panels) {
        QDockWidget* dock = m_docks[panel.id];
        if (panel.area == panels::Area::Right) {
            m_window.resizeDocks({dock}, {std::clamp(width / 5, 260, 420)}, Qt::Horizontal);
        } else {
            m_window.resizeDocks({dock}, {std::clamp(height / 4, 160, 560)}, Qt::Vertical);
        }
    }
}

} // namespace longpole::window
