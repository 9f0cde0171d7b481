// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// A thin, RAII layer over SQLite: what the store and the SQL views need, nothing more.
// Not thread-safe; whoever shares a Database between threads locks around it.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace longpole::store {

class Statement
{
public:
    Statement() = default;

    void bind(int index, std::int64_t value);
    void bind(int index, std::string_view text);
    void bind(int index, std::span<const std::byte> blob); // must stay alive until step()
    void bindNull(int index);
    // True when there is a row, false at the end.
    Result<bool> step();
    // For statements that return nothing; ready for the next values afterwards.
    Result<void> run();
    void reset();

    bool isNull(int column) const;
    bool isInteger(int column) const;
    std::int64_t integer(int column) const;
    std::string text(int column) const;
    // Valid until the next step() or reset().
    std::span<const std::byte> blob(int column) const;

private:
    friend class Database;
    struct Finalize
    {
        void operator()(sqlite3_stmt* statement) const;
    };
    std::unique_ptr<sqlite3_stmt, Finalize> m_statement;
};

class Database
{
public:
    // A new file without locks and journal: the caller guards it and syncs it.
    static Result<Database> createUnguarded(const std::string& path);
    // Read-only, never locked, hardened against hostile contents. The file must not change while
    // it is open; stores never do, they are replaced by rename.
    static Result<Database> openImmutable(const std::string& path);
    static Result<Database> openInMemory();

    Result<void> run(const char* sql); // one or more statements without results
    Result<Statement> prepare(const char* sql);
    // Closes now and says whether everything reached the operating system.
    Result<void> close();
    sqlite3* handle() const { return m_db.get(); }

private:
    struct Close
    {
        void operator()(sqlite3* db) const;
    };
    std::unique_ptr<sqlite3, Close> m_db;
};

// The last failure on `db` as an Error without a place.
Error sqliteError(sqlite3* db, int code);

} // namespace longpole::store
