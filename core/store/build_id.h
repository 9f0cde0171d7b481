// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace longpole::store {

// Changes whenever code that decides what an import becomes changes (build_id.cmake).
extern const char* const kBuildId;

} // namespace longpole::store
