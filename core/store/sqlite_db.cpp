// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/sqlite_db.h"

#include <sqlite3.h>

#include <cctype>
#include <cstring>

namespace longpole::store {

Error sqliteError(sqlite3* db, int code)
{
    switch (code & 0xff) {
    case SQLITE_FULL:
        return {Errc::Io, "no space is left on the device", {}};
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN: {
        const int number = db != nullptr ? sqlite3_system_errno(db) : 0;
        return {Errc::Io,
                number != 0 ? std::strerror(number) : "the file cannot be read or written",
                {}};
    }
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_SCHEMA:
        return {Errc::Format, "the file is damaged", {}};
    case SQLITE_NOMEM:
    case SQLITE_TOOBIG:
        return {Errc::Limit, "a value is too large", {}};
    case SQLITE_INTERRUPT:
        return {Errc::Cancelled, "cancelled", {}};
    default:
        return {Errc::Format, db != nullptr ? sqlite3_errmsg(db) : sqlite3_errstr(code), {}};
    }
}

void Statement::Finalize::operator()(sqlite3_stmt* statement) const
{
    sqlite3_finalize(statement);
}

void Statement::bind(int index, std::int64_t value)
{
    sqlite3_bind_int64(m_statement.get(), index, value);
}

void Statement::bind(int index, std::string_view text)
{
    sqlite3_bind_text64(m_statement.get(), index, text.data() != nullptr ? text.data() : "",
                        text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
}

void Statement::bind(int index, std::span<const std::byte> blob)
{
    sqlite3_bind_blob64(m_statement.get(), index, blob.data(), blob.size(), SQLITE_STATIC);
}

void Statement::bindNull(int index)
{
    sqlite3_bind_null(m_statement.get(), index);
}

Result<bool> Statement::step()
{
    const int code = sqlite3_step(m_statement.get());
    if (code == SQLITE_ROW) {
        return true;
    }
    if (code == SQLITE_DONE) {
        return false;
    }
    return fail(sqliteError(sqlite3_db_handle(m_statement.get()), code));
}

Result<void> Statement::run()
{
    const auto stepped = step();
    reset();
    if (!stepped) {
        return fail(stepped.error());
    }
    return {};
}

void Statement::reset()
{
    sqlite3_reset(m_statement.get());
}

bool Statement::isNull(int column) const
{
    return sqlite3_column_type(m_statement.get(), column) == SQLITE_NULL;
}

bool Statement::isInteger(int column) const
{
    return sqlite3_column_type(m_statement.get(), column) == SQLITE_INTEGER;
}

std::int64_t Statement::integer(int column) const
{
    return sqlite3_column_int64(m_statement.get(), column);
}

std::string Statement::text(int column) const
{
    const unsigned char* text = sqlite3_column_text(m_statement.get(), column);
    const int size = sqlite3_column_bytes(m_statement.get(), column);
    return text != nullptr
        ? std::string(reinterpret_cast<const char*>(text), static_cast<std::size_t>(size))
        : std::string();
}

std::span<const std::byte> Statement::blob(int column) const
{
    const void* data = sqlite3_column_blob(m_statement.get(), column);
    const int size = sqlite3_column_bytes(m_statement.get(), column);
    return data != nullptr
        ? std::span(static_cast<const std::byte*>(data), static_cast<std::size_t>(size))
        : std::span<const std::byte>();
}

void Database::Close::operator()(sqlite3* db) const
{
    sqlite3_close_v2(db);
}

namespace {

// In a file: URI only these bytes stand for themselves.
std::string uriPath(const std::string& path)
{
    static constexpr char kHex[] = "0123456789abcdef";
    std::string out;
    for (const char c : path) {
        const auto u = static_cast<unsigned char>(c);
        if (std::isalnum(u) != 0 || std::strchr("/._-~", c) != nullptr) {
            out += c;
        } else {
            out += '%';
            out += kHex[u >> 4];
            out += kHex[u & 15U];
        }
    }
    return out;
}

Result<void> harden(sqlite3* db)
{
    sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, nullptr);
    sqlite3_db_config(db, SQLITE_DBCONFIG_DQS_DML, 0, nullptr);
    sqlite3_limit(db, SQLITE_LIMIT_LENGTH, 1 << 29);
    sqlite3_limit(db, SQLITE_LIMIT_SQL_LENGTH, 100'000);
    sqlite3_limit(db, SQLITE_LIMIT_ATTACHED, 0);
    sqlite3_limit(db, SQLITE_LIMIT_TRIGGER_DEPTH, 0);
    sqlite3_limit(db, SQLITE_LIMIT_EXPR_DEPTH, 100);
    sqlite3_limit(db, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1000);
    const int code =
        sqlite3_exec(db, "PRAGMA cell_size_check=ON; PRAGMA mmap_size=0; PRAGMA query_only=ON",
                     nullptr, nullptr, nullptr);
    if (code != SQLITE_OK) {
        return fail(sqliteError(db, code));
    }
    return {};
}

} // namespace

Result<Database> Database::createUnguarded(const std::string& path)
{
    sqlite3* db = nullptr;
    const int code = sqlite3_open_v2(path.c_str(), &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX,
                                     "unix-none");
    Database database;
    database.m_db.reset(db);
    if (code != SQLITE_OK) {
        return fail(sqliteError(db, code));
    }
    return database;
}

Result<Database> Database::openImmutable(const std::string& path)
{
    sqlite3* db = nullptr;
    const std::string uri = "file:" + uriPath(path) + "?mode=ro&immutable=1";
    const int code = sqlite3_open_v2(
        uri.c_str(), &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nullptr);
    Database database;
    database.m_db.reset(db);
    if (code != SQLITE_OK) {
        return fail(sqliteError(db, code));
    }
    if (auto hardened = harden(db); !hardened) {
        return fail(hardened.error());
    }
    return database;
}

Result<Database> Database::openInMemory()
{
    sqlite3* db = nullptr;
    const int code = sqlite3_open_v2(
        ":memory:", &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nullptr);
    Database database;
    database.m_db.reset(db);
    if (code != SQLITE_OK) {
        return fail(sqliteError(db, code));
    }
    return database;
}

Result<void> Database::run(const char* sql)
{
    const int code = sqlite3_exec(m_db.get(), sql, nullptr, nullptr, nullptr);
    if (code != SQLITE_OK) {
        return fail(sqliteError(m_db.get(), code));
    }
    return {};
}

Result<Statement> Database::prepare(const char* sql)
{
    sqlite3_stmt* raw = nullptr;
    const int code = sqlite3_prepare_v2(m_db.get(), sql, -1, &raw, nullptr);
    Statement statement;
    statement.m_statement.reset(raw);
    if (code != SQLITE_OK) {
        return fail(sqliteError(m_db.get(), code));
    }
    return statement;
}

Result<void> Database::close()
{
    const int code = sqlite3_close(m_db.get());
    if (code != SQLITE_OK) {
        return fail(sqliteError(m_db.get(), code));
    }
    m_db.release(); // NOLINT(bugprone-unused-return-value): closed above
    return {};
}

} // namespace longpole::store
