// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/make_database.h"

#include <sqlite3.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>

namespace longpole::test {

std::string databaseSql(const std::string& name)
{
    std::ifstream in(std::string(LONGPOLE_SOURCE_DIR) + "/tests/support/sqlite/" + name + ".sql");
    std::string text{std::istreambuf_iterator<char>(in), {}};
    if (text.empty()) {
        std::fprintf(stderr, "no SQL of that name: %s\n", name.c_str());
        std::abort();
    }
    return text;
}

void makeDatabase(const std::string& path, const std::string& sql, int pageSize)
{
    std::remove(path.c_str());
    sqlite3* db = nullptr;
    char* problem = nullptr;
    const std::string all =
        "PRAGMA page_size=" + std::to_string(pageSize) + ";BEGIN;" + sql + ";COMMIT;";
    if (sqlite3_open(path.c_str(), &db) != SQLITE_OK
        || sqlite3_exec(db, all.c_str(), nullptr, nullptr, &problem) != SQLITE_OK) {
        std::fprintf(stderr, "%s: %s\n", path.c_str(), problem != nullptr ? problem : "?");
        std::abort();
    }
    sqlite3_close(db);
}

} // namespace longpole::test
