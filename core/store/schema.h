// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What makes a SQLite file a .longpole file.
#pragma once

#include <cstdint>

namespace longpole::store {

inline constexpr std::uint32_t kApplicationId = 0x4c504c31; // "LPL1", SQLite's application_id
inline constexpr std::uint32_t kFormatVersion = 1; // SQLite's user_version

// schema.sql.
extern const char* const kSchemaSql;

} // namespace longpole::store
