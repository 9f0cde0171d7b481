// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/docks.h"

#include <QAction>
#include <QDockWidget>
#include <QHBoxLayout>
#include <QMainWindow>
#include <QTabBar>
#include <QTabWidget>

#include <algorithm>

namespace longpole::window {

Docks::Docks(QMainWindow& window, session::Session& session, Actions& actions)
    : QObject(&window)
    , m_window(window)
    , m_session(session)
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
                make(i);
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
    if (!dock->widget()) {
        dock->setWidget(m_panels[index].create(m_session));
    }
}

QWidget* Docks::show(const QString& id)
{
    for (std::size_t i = 0; i < m_panels.size(); ++i) {
        if (m_panels[i].id == id) {
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
            m_docks[panel.id]->setVisible(visible);
        }
    }
    if (visible && m_docks.contains(m_raised)) {
        m_docks[m_raised]->raise();
    }
    m_switching = false;
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
            m_window.resizeDocks({dock}, {std::clamp(height / 4, 160, 420)}, Qt::Vertical);
        }
    }
}

} // namespace longpole::window
