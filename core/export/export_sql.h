// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// tables.sql and indices.sql.
#pragma once

namespace longpole::exporting {

extern const char* const kTablesSql;
extern const char* const kIndicesSql;

} // namespace longpole::exporting
