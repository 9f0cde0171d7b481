// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/sql_source.h"

#include <sqlite3.h>

#include <memory>
#include <string>

namespace longpole::exporting {

Result<void> SqlSource::open()
{
    auto db = store::Database::openInMemory();
    if (!db) {
        return fail(db.error());
    }
    m_db = std::move(*db);
    if (auto done = store::registerViews(m_db.handle(), m_views); !done) {
        return done;
    }
    constexpr int kStepsBetweenLooks = 20'000;
    sqlite3_progress_handler(
        m_db.handle(), kStepsBetweenLooks,
        [](void* job) { return static_cast<ExportJob*>(job)->look() ? 1 : 0; }, &m_job);
    return {};
}

Result<void> SqlSource::rows(const char* view,
                             const std::function<Result<void>(sqlite3_stmt*)>& each)
{
    sqlite3* const db = m_db.handle();
    sqlite3_stmt* raw = nullptr;
    const std::string sql = "SELECT * FROM " + std::string(view);
    int code = sqlite3_prepare_v2(db, sql.c_str(), -1, &raw, nullptr);
    const std::unique_ptr<sqlite3_stmt, int (*)(sqlite3_stmt*)> statement(raw, sqlite3_finalize);
    while (code == SQLITE_OK || code == SQLITE_ROW) {
        code = sqlite3_step(raw);
        if (code == SQLITE_ROW) {
            if (auto done = each(raw); !done) {
                return done;
            }
        }
    }
    return code == SQLITE_DONE ? Result<void>() : Result<void>(fail(store::sqliteError(db, code)));
}

} // namespace longpole::exporting
