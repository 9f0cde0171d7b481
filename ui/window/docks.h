// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Docks: a dock widget per panel. A panel is made when its dock is first seen.
#pragma once

#include "ui/panels/panel.h"
#include "ui/window/actions.h"

#include <QHash>
#include <QObject>

class QDockWidget;
class QMainWindow;

namespace longpole::window {

class Docks : public QObject
{
    Q_OBJECT

public:
    Docks(QMainWindow& window, session::Session& session, Actions& actions);

    // Brings a panel to the front (and makes it if needed); its widget, null for an unknown id.
    QWidget* show(const QString& id);
    void hide(const QString& id);
    QWidget* widget(const QString& id) const; // null until made
    const std::vector<panels::Panel>& panels() const { return m_panels; }
    void setBottomVisible(bool visible);
    bool bottomVisible() const;
    void setDefaultSizes();
    // Two traces are compared: details, search results and bookmarks show both sides, the other
    // panels are of one trace and can't be opened. Null sessions: one trace again. Sessions must
    // outlive this.
    void setCompared(session::Session* before, session::Session* after);
    // What a panel shows of one side of the comparison; null until made.
    QWidget* widget(const QString& id, bool after) const;

private:
    void make(std::size_t index);
    void makeVisible();
    QWidget* makePaired(const panels::Panel& panel) const;
    bool usable(const panels::Panel& panel) const; // with what is on screen

    QMainWindow& m_window;
    session::Session& m_session;
    session::Session* m_before = nullptr; // of a comparison: both or neither
    session::Session* m_after = nullptr;
    QHash<QString, QWidget*> m_aside; // panels of one trace while two are compared
    Actions& m_actions;
    std::vector<panels::Panel> m_panels;
    QHash<QString, QDockWidget*> m_docks;
    QString m_raised;
    bool m_switching = false; // docks come and go all at once: no choice of the user's
};

} // namespace longpole::window
