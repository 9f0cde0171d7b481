// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Profiles of single kernels have durations but no times. Shown by themselves they are laid out one
// after another: that is no timeline, so nothing that is about time between operations (busy, idle,
// what waited for what) can be told from it.
#pragma once

#include "core/model/ledger.h"

namespace longpole::model {

// The ledger's kind that says so.
inline constexpr std::string_view kLaidOutKind = "profiles-laid-out";

bool isLaidOut(const Ledger& ledger);

} // namespace longpole::model
