// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// One SQLite database with a table for each SQL view, with the columns of
// resources/help/sql_views.md. Readable by sqlite3, DuckDB and pandas without Longpole. Instants
// have no view, so they are not there.
#pragma once

#include "core/export/exporter.h"

namespace longpole::exporting {

extern const Exporter kSqlite;

} // namespace longpole::exporting
