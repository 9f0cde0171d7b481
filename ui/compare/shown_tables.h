// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of a comparison as the viewer shows them. Pure; any thread.
#pragma once

#include "ui/compare/comparison.h"

namespace longpole::compare {

std::vector<ShownTable> shownTables(const diff::TraceDiff& diff, const PairIndex& pairs);

} // namespace longpole::compare
