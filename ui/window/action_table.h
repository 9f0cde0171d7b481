// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Every action of the window as data: menus, tool bar, key sheet and command palette are made
// from this table, and a user's own keys replace its keys.
#pragma once

#include <span>

namespace longpole::window {

// Where the keys of an action work. Bare letters only while a timeline has the focus, or the page
// of a comparison.
enum class Scope
{
    Window,
    Timeline, // of one trace
    Timelines, // also those of a comparison
    Compare
};

struct ActionSpec
{
    const char* id; // stable: names the action in the settings
    const char* menu; // top-level menu and group of the key sheet
    const char* text; // without ellipsis means: happens at once
    const char* keys; // separated by spaces, the first one is shown; may be empty
    Scope scope;
    const char* icon; // file in resources/icons, may be empty
    const char* summary;
    bool checkable = false;
    bool separatorBefore = false;
};

std::span<const ActionSpec> actionTable();

} // namespace longpole::window
