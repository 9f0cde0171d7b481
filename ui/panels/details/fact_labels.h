// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Facts as two columns of labels.
#pragma once

#include "ui/panels/details/details_query.h"

#include <vector>

class QGridLayout;
class QLabel;
class QWidget;

namespace longpole::panels {

// Plain text that can be selected and copied; breaks its lines.
QLabel* selectable(QWidget* parent, const QString& name);

// Makes the labels of an otherwise empty grid say these facts; those that are too many are hidden.
void setFacts(QGridLayout& grid, const std::vector<Fact>& facts, QWidget* parent);

} // namespace longpole::panels
