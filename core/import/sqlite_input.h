// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Read-only access to an SQLite file that came from a stranger. Nothing the file brings along is
// executed: only ordinary tables are read, each by a plain scan of named columns; views, triggers,
// virtual tables and generated columns are never touched. Nothing is written, nor beside the file.
// Time and memory are bounded by the file's size, whatever its pages claim.
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/io/byte_source.h"
#include "core/model/ledger.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct sqlite3;

namespace longpole::import {

// One thread at a time.
class SqliteInput
{
public:
    // Opens the file behind the source (io::localPath). A file that another program is writing, or
    // that has an unfinished transaction, is refused; one with a write-ahead log is read with it.
    // source and job must outlive the result.
    static Result<std::unique_ptr<SqliteInput>> open(io::ByteSource& source, const JobContext& job);
    ~SqliteInput();
    SqliteInput(const SqliteInput&) = delete;
    SqliteInput& operator=(const SqliteInput&) = delete;

    // Ordinary tables, by name.
    const std::vector<std::string>& tables() const { return m_tables; }
    bool has(std::string_view table) const;
    // Columns that are stored, in the table's order; empty if the table can't be read.
    const std::vector<std::string>& columns(const std::string& table);

    // About how many rows a table has, at once; for progress.
    std::uint64_t rowEstimate(const std::string& table);

    const std::string& name() const { return m_name; }
    std::uint64_t fileBytes() const { return m_fileBytes; }
    const JobContext& job() const { return m_job; }
    sqlite3* handle() const { return m_db.get(); }
    // What reading met with: damaged pages, wrong types.
    model::Ledger& ledger() { return m_ledger; }

private:
    struct Close
    {
        void operator()(sqlite3* db) const;
    };
    struct Columns
    {
        std::string table;
        std::vector<std::string> names;
    };

    SqliteInput(std::string path, std::string name, const JobContext& job)
        : m_path(std::move(path))
        , m_name(std::move(name))
        , m_job(job)
    { }
    Result<void> checkUnused() const;
    Result<void> connect(bool salvage);
    Result<void> readTables();

    std::string m_path;
    std::string m_name;
    const JobContext& m_job;
    std::uint64_t m_fileBytes = 0;
    bool m_wal = false;
    std::unique_ptr<sqlite3, Close> m_db;
    std::vector<std::string> m_tables;
    std::deque<Columns> m_columns; // stable addresses
    model::Ledger m_ledger;
};

// True where a file begins like an SQLite database.
bool looksLikeSqlite(std::string_view head);

// "name" → "\"name\"", with quotes inside doubled.
std::string quotedIdentifier(std::string_view name);

} // namespace longpole::import
