// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What a critical path is made of, for charts.
#pragma once

#include "core/analysis/critical_path/critical_path.h"
#include "ui/charts/waterfall.h"

#include <array>
#include <vector>

namespace longpole::path_ui {

// Kinds that take time, largest first, in the colours of the theme in use. GUI thread.
std::vector<charts::WaterfallPart>
categoryParts(const std::array<DurationNs, critical_path::kCategoryCount>& sums);

} // namespace longpole::path_ui
