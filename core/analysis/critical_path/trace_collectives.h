// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Collectives across ranks: from the links that joining several files has made.
#pragma once

#include "core/analysis/critical_path/input.h"
#include "core/model/trace.h"

#include <string_view>

namespace longpole::critical_path {

// Fills Input::collectives and Op::collective; the operations are still in the order of the trace's
// table. Collectives with a root that the trace doesn't name are counted, not used.
void readCollectives(const model::Trace& trace, Input& input);

// None ends before all have begun: all-reduce, all-gather, reduce-scatter, all-to-all,
// send-receive.
bool isSymmetric(std::string_view kind);

} // namespace longpole::critical_path
