// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// KeySheet: all keys and mouse gestures at a glance, made from the actions as they are bound now.
#pragma once

#include <QDialog>

namespace longpole::window {

class Actions;

class KeySheet : public QDialog
{
    Q_OBJECT

public:
    KeySheet(const Actions& actions, QWidget* parent);
};

} // namespace longpole::window
