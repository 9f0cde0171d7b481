// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// A panel: one dock of the window. It knows the session and nothing else; it is made when first
// shown. Adding one is a folder and a line in registry.cpp.
#pragma once

#include "ui/session/session.h"

#include <QString>

#include <functional>
#include <vector>

class QWidget;

namespace longpole::panels {

enum class Area
{
    Right,
    Bottom
};

struct Panel
{
    QString id; // stable: names the dock in saved layouts
    QString title;
    Area area = Area::Bottom;
    QString shortcut; // shows the panel; may be empty
    QString summary; // one sentence for tool tips and the command palette
    std::function<QWidget*(session::Session&)> create; // the caller takes ownership
};

// All panels in the order of their tabs: the window's own and one per registered analysis.
std::vector<Panel> panels();

} // namespace longpole::panels
