// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/sqlite_exporter.h"

#include "core/export/export_sql.h"
#include "core/export/sql_source.h"
#include "core/store/part_file.h"
#include "core/store/sql/view.h"

#include <filesystem>

namespace longpole::exporting {

namespace {

namespace fs = std::filesystem;

// Nobody else opens the part file, and if anything goes wrong it is thrown away: no journal, no
// waiting for the disk before the end.
constexpr const char* kPragmas = "PRAGMA out.page_size=16384; PRAGMA out.journal_mode=OFF; PRAGMA "
                                 "out.synchronous=OFF; PRAGMA out.cache_size=-65536";

Result<void> attach(store::Database& db, const std::string& path)
{
    auto statement = db.prepare("ATTACH ?1 AS out");
    if (!statement) {
        return fail(statement.error());
    }
    statement->bind(1, std::string_view(path));
    return statement->run();
}

Result<void> fill(store::Database& db, const std::string& path)
{
    if (auto done = attach(db, path); !done) {
        return done;
    }
    std::string copy = "BEGIN;";
    for (const store::View& view : store::sqlViews()) {
        copy.append("INSERT INTO out.").append(view.name);
        copy.append(" SELECT * FROM main.").append(view.name).append(";");
    }
    for (const char* const sql :
         {kPragmas, kTablesSql, copy.c_str(), kIndicesSql, "COMMIT", "DETACH out"}) {
        if (auto done = db.run(sql); !done) {
            return done;
        }
    }
    return {};
}

Result<Outcome> write(const model::Trace& trace, const std::string& path, const JobContext& context)
{
    std::error_code ignored;
    if (fs::is_directory(path, ignored)) {
        return fail(Errc::Io, "is a folder; name a file", path);
    }
    auto part = store::PartFile::create(path);
    if (!part) {
        return fail(part.error());
    }
    ExportJob job(context, 0);
    SqlSource source(trace, job);
    auto done = source.open();
    if (done) {
        done = fill(source.database(), part->path());
    }
    if (!done) {
        Error error = done.error();
        error.where = path;
        return fail(std::move(error));
    }
    Outcome outcome;
    outcome.bytes = fs::file_size(part->path(), ignored);
    if (auto placed = part->commit(); !placed) {
        return fail(placed.error());
    }
    return outcome;
}

} // namespace

const Exporter kSqlite{"sqlite", "SQLite database", write};

} // namespace longpole::exporting
