// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/sqlite_input.h"

#include "core/io/local_file.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstring>

namespace longpole::import {

namespace {

using model::Severity;

constexpr int kMaxValueBytes = 64 << 20;
constexpr std::size_t kMaxTables = 20'000;

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
            out += kHex[u >> 4U];
            out += kHex[u & 15U];
        }
    }
    return out;
}

std::uint64_t sizeOf(const std::string& path)
{
    struct stat info = {};
    return ::stat(path.c_str(), &info) == 0 ? static_cast<std::uint64_t>(info.st_size) : 0;
}

// Whether another process holds one of SQLite's write locks: the bytes from the 1 GiB mark on.
bool lockedByWriter(const std::string& path)
{
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        return false;
    }
    struct flock lock = {};
    lock.l_type = F_RDLCK;
    lock.l_whence = SEEK_SET;
    lock.l_start = 0x40000000; // the pending byte, the reserved byte, the shared range
    lock.l_len = 2 + 510;
    const bool locked = ::fcntl(fd, F_GETLK, &lock) == 0 && lock.l_type == F_WRLCK;
    ::close(fd);
    return locked;
}

void harden(sqlite3* db, bool salvage)
{
    sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, salvage ? 0 : 1, nullptr);
    sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, nullptr);
    sqlite3_db_config(db, SQLITE_DBCONFIG_DQS_DML, 0, nullptr);
    sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
    // Cut-off files: SQLite reads them only where the schema counts as writable. The file itself
    // is open for reading only.
    sqlite3_db_config(db, SQLITE_DBCONFIG_WRITABLE_SCHEMA, salvage ? 1 : 0, nullptr);
    sqlite3_limit(db, SQLITE_LIMIT_LENGTH, kMaxValueBytes);
    sqlite3_limit(db, SQLITE_LIMIT_SQL_LENGTH, 1'000'000);
    sqlite3_limit(db, SQLITE_LIMIT_ATTACHED, 0);
    sqlite3_limit(db, SQLITE_LIMIT_TRIGGER_DEPTH, 0);
    sqlite3_limit(db, SQLITE_LIMIT_EXPR_DEPTH, 100);
    sqlite3_limit(db, SQLITE_LIMIT_COMPOUND_SELECT, 2);
    sqlite3_limit(db, SQLITE_LIMIT_WORKER_THREADS, 0);
}

} // namespace

bool looksLikeSqlite(std::string_view head)
{
    return head.starts_with(std::string_view("SQLite format 3\0", 16));
}

std::string quotedIdentifier(std::string_view name)
{
    std::string out = "\"";
    for (const char c : name) {
        out += c;
        if (c == '"') {
            out += c;
        }
    }
    return out + '"';
}

void SqliteInput::Close::operator()(sqlite3* db) const
{
    sqlite3_close_v2(db);
}

SqliteInput::~SqliteInput() = default;

Result<std::unique_ptr<SqliteInput>> SqliteInput::open(io::ByteSource& source,
                                                       const JobContext& job)
{
    auto path = io::localPath(source, job);
    if (!path) {
        return fail(path.error());
    }
    std::unique_ptr<SqliteInput> input(new SqliteInput(std::move(*path), source.name(), job));
    if (auto unused = input->checkUnused(); !unused) {
        return fail(unused.error());
    }
    auto opened = input->connect(false);
    if (opened) {
        opened = input->readTables();
    }
    if (!opened && opened.error().code == Errc::Format) {
        input->m_db.reset();
        if (input->connect(true) && input->readTables() && !input->m_tables.empty()) {
            input->m_ledger.add("damaged-database", Severity::DataLoss,
                                "the SQLite file is cut short or damaged; what could be read of it "
                                "is shown: export it again",
                                input->m_name);
            return input;
        }
    }
    if (!opened) {
        return fail(opened.error());
    }
    return input;
}

Result<void> SqliteInput::checkUnused() const
{
    if (lockedByWriter(m_path)) {
        return fail(Errc::Io, "is being written by another program; open it when that has finished",
                    m_name);
    }
    if (sizeOf(m_path + "-journal") > 0) {
        return fail(Errc::Io,
                    "has an unfinished transaction (" + m_name
                        + "-journal); let the program that wrote it finish, or export it again",
                    m_name);
    }
    return {};
}

Result<void> SqliteInput::connect(bool salvage)
{
    m_fileBytes = sizeOf(m_path);
    const std::uint64_t log = sizeOf(m_path + "-wal");
    m_wal = log > 0 && !salvage;
    // With its log the file is read without locks and with the log's index in this process's
    // memory (exclusive mode), so that no -shm file appears beside it.
    const std::string uri =
        "file:" + uriPath(m_path) + (m_wal ? "?mode=ro" : "?mode=ro&immutable=1");
    sqlite3* db = nullptr;
    const int code = sqlite3_open_v2(uri.c_str(), &db,
                                     SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX,
                                     m_wal ? "unix-none" : nullptr);
    m_db.reset(db);
    if (code != SQLITE_OK) {
        return fail(Errc::Io, "cannot be opened as an SQLite file", m_name);
    }
    harden(db, salvage);
    sqlite3_progress_handler(
        db, 10'000,
        [](void* job) { return static_cast<const JobContext*>(job)->cancelled() ? 1 : 0; },
        const_cast<JobContext*>(&m_job));
    sqlite3_exec(db, "PRAGMA cell_size_check=ON; PRAGMA mmap_size=0; PRAGMA query_only=ON", nullptr,
                 nullptr, nullptr);
    if (m_wal) {
        sqlite3_exec(db, "PRAGMA locking_mode=EXCLUSIVE", nullptr, nullptr, nullptr);
        m_fileBytes += log;
        m_ledger.add("write-ahead-log", Severity::Info,
                     "the file has changes that wait in its write-ahead log (-wal); they were read "
                     "too");
    }
    return {};
}

Result<void> SqliteInput::readTables()
{
    sqlite3_stmt* raw = nullptr;
    int code = sqlite3_prepare_v2(m_db.get(), "SELECT name, type, rootpage, sql FROM sqlite_schema",
                                  -1, &raw, nullptr);
    const std::unique_ptr<sqlite3_stmt, int (*)(sqlite3_stmt*)> statement(raw, sqlite3_finalize);
    m_tables.clear();
    std::uint64_t views = 0;
    std::uint64_t triggers = 0;
    std::uint64_t others = 0;
    while (code == SQLITE_OK || code == SQLITE_ROW) {
        code = sqlite3_step(raw);
        if (code != SQLITE_ROW) {
            break;
        }
        const auto text = [&](int column) {
            const auto* t = reinterpret_cast<const char*>(sqlite3_column_text(raw, column));
            const int n = sqlite3_column_bytes(raw, column);
            return t != nullptr ? std::string_view(t, static_cast<std::size_t>(n))
                                : std::string_view();
        };
        const std::string_view type = text(1);
        views += type == "view" ? 1U : 0U;
        triggers += type == "trigger" ? 1U : 0U;
        if (type != "table" || text(0).starts_with("sqlite_")) {
            continue;
        }
        if (sqlite3_column_int64(raw, 2) <= 0) { // a virtual table
            ++others;
        } else if (m_tables.size() < kMaxTables) {
            m_tables.emplace_back(text(0));
        }
    }
    if (m_job.cancelled()) {
        return fail(Errc::Cancelled, "cancelled", m_name);
    }
    if (code != SQLITE_DONE) {
        return fail(Errc::Format,
                    "is an SQLite file whose list of tables cannot be read (damaged, cut short or "
                    "encrypted); export it again",
                    m_name);
    }
    std::sort(m_tables.begin(), m_tables.end());
    if (views + triggers + others > 0) {
        m_ledger.add("database-code-ignored", Severity::Info,
                     "views, triggers and virtual tables of the file were not executed", {},
                     views + triggers + others);
    }
    return {};
}

bool SqliteInput::has(std::string_view table) const
{
    return std::binary_search(m_tables.begin(), m_tables.end(), table);
}

const std::vector<std::string>& SqliteInput::columns(const std::string& table)
{
    const auto known = std::find_if(m_columns.begin(), m_columns.end(),
                                    [&](const Columns& c) { return c.table == table; });
    if (known != m_columns.end()) {
        return known->names;
    }
    Columns found;
    found.table = table;
    // table_info leaves out generated and hidden columns.
    const std::string sql = "PRAGMA table_info(" + quotedIdentifier(table) + ")";
    sqlite3_stmt* raw = nullptr;
    if (sqlite3_prepare_v2(m_db.get(), sql.c_str(), -1, &raw, nullptr) == SQLITE_OK) {
        while (sqlite3_step(raw) == SQLITE_ROW) {
            const auto* name = reinterpret_cast<const char*>(sqlite3_column_text(raw, 1));
            found.names.emplace_back(name != nullptr ? name : "");
        }
    }
    sqlite3_finalize(raw);
    m_columns.push_back(std::move(found));
    return m_columns.back().names;
}

std::uint64_t SqliteInput::rowEstimate(const std::string& table)
{
    const std::vector<std::string>& names = columns(table);
    if (std::find(names.begin(), names.end(), "rowid") != names.end()) {
        return 0;
    }
    // The highest row id, found without reading the table.
    const std::string sql = "SELECT max(rowid) FROM main." + quotedIdentifier(table);
    sqlite3_stmt* raw = nullptr;
    std::int64_t rows = 0;
    if (sqlite3_prepare_v2(m_db.get(), sql.c_str(), -1, &raw, nullptr) == SQLITE_OK
        && sqlite3_step(raw) == SQLITE_ROW) {
        rows = sqlite3_column_int64(raw, 0);
    }
    sqlite3_finalize(raw);
    return rows > 0 ? std::min(static_cast<std::uint64_t>(rows), m_fileBytes / 2) : 0;
}

} // namespace longpole::import
