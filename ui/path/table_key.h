// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What tables about the critical path are made from: the answer, and the theme that their colours
// are of (workers may not ask which one is in use).
#pragma once

#include "ui/session/critical_path_controller.h"
#include "ui/theme/theme.h"

namespace longpole::path_ui {

struct TableKey
{
    session::PathAnswerPtr answer;
    const theme::Theme* theme = &theme::current(); // themes live as long as the program
};

} // namespace longpole::path_ui
