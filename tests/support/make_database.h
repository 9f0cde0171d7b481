// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// SQLite files for tests, made from SQL text: tests/support/sqlite/NAME.sql or one's own.
#pragma once

#include <string>
#include <string_view>

namespace longpole::test {

// The text of tests/support/sqlite/NAME.sql.
std::string databaseSql(const std::string& name);
// Runs the statements on a new file with pages of that size. Aborts if SQLite refuses them.
void makeDatabase(const std::string& path, const std::string& sql, int pageSize = 4096);

} // namespace longpole::test
