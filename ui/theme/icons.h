// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The viewer's icons (resources/icons), drawn in the theme's text colour.
#pragma once

#include <QIcon>
#include <QString>

namespace longpole::theme {

// An icon by the name of its file; null for an empty name.
QIcon icon(const QString& name);
QIcon applicationIcon();

} // namespace longpole::theme
