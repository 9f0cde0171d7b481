// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/open/query.h"

#include "core/store/sql/view.h"
#include "core/store/sql/view_module.h"
#include "core/store/sqlite_db.h"

#include <sqlite3.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>

namespace longpole::open {

namespace {

using analysis::Cell;
using Clock = std::chrono::steady_clock;

constexpr const char* kKey = "rows";
constexpr const char* kTruncatedKey = "first_rows";

bool isOurTable(const char* name)
{
    if (name == nullptr) {
        return false;
    }
    // json_each and json_tree take a text apart and reach nothing else.
    if (std::strcmp(name, "json_each") == 0 || std::strcmp(name, "json_tree") == 0) {
        return true;
    }
    const auto views = store::sqlViews();
    return std::any_of(views.begin(), views.end(),
                       [&](const store::View& v) { return std::strcmp(v.name, name) == 0; });
}

// Everything that is not reading our views is refused while the statement is compiled.
int authorize(void* /*unused*/, int action, const char* first, const char* second,
              const char* /*database*/, const char* /*trigger*/)
{
    switch (action) {
    case SQLITE_SELECT:
    case SQLITE_RECURSIVE:
        return SQLITE_OK;
    case SQLITE_FUNCTION:
        return second != nullptr && sqlite3_stricmp(second, "load_extension") == 0 ? SQLITE_DENY
                                                                                   : SQLITE_OK;
    case SQLITE_READ:
        // Without a column it is a mere mention, which may also be of a common table expression;
        // there are no real tables here that a mention could say anything about.
        return isOurTable(first) || second == nullptr || *second == '\0' ? SQLITE_OK : SQLITE_DENY;
    default:
        return SQLITE_DENY;
    }
}

struct Watch
{
    Clock::time_point deadline;
    const JobContext* job = nullptr;
    Clock::time_point nextReport;
};

int onProgress(void* data)
{
    auto* watch = static_cast<Watch*>(data);
    const auto now = Clock::now();
    if (now >= watch->nextReport) {
        watch->job->report({"querying", -1, 0, 0});
        watch->nextReport = now + std::chrono::milliseconds(50);
    }
    return watch->job->cancelled() || now >= watch->deadline ? 1 : 0;
}

struct Finalize
{
    void operator()(sqlite3_stmt* s) const { sqlite3_finalize(s); }
};
using StatementPtr = std::unique_ptr<sqlite3_stmt, Finalize>;

class Session
{
public:
    Session(const model::Trace& trace, const QueryLimits& limits, const JobContext& job)
        : m_views(trace)
        , m_limits(limits)
        , m_watch{Clock::now() + limits.time, &job, Clock::now()}
    { }
    Result<analysis::Table> run(std::string_view sql);

private:
    Result<void> setUp();
    Result<StatementPtr> compile(std::string_view sql);
    Result<void> readRows(sqlite3_stmt* statement, analysis::Table& table);
    Error explain(int code);

    store::ViewContext m_views; // outlives the database
    QueryLimits m_limits;
    Watch m_watch;
    store::Database m_db;
};

Result<void> Session::setUp()
{
    auto db = store::Database::openInMemory();
    if (!db) {
        return fail(db.error());
    }
    m_db = std::move(*db);
    sqlite3* handle = m_db.handle();
    if (auto done = m_db.run("PRAGMA temp_store=MEMORY; PRAGMA trusted_schema=OFF"); !done) {
        return done;
    }
    if (auto done = store::registerViews(handle, m_views); !done) {
        return done;
    }
    // A view declares its columns when it is met first, which the authorizer would refuse.
    for (const store::View& view : store::sqlViews()) {
        if (auto met = m_db.prepare((std::string("SELECT 1 FROM ") + view.name).c_str()); !met) {
            return fail(met.error());
        }
    }
    if (auto met = m_db.prepare("SELECT 1 FROM json_each('[]'), json_tree('[]')"); !met) {
        return fail(met.error());
    }
    sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, nullptr);
    sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0);
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, 64 * 1024 * 1024);
    sqlite3_set_authorizer(handle, authorize, nullptr);
    constexpr int kStepsBetweenLooks = 1000;
    sqlite3_progress_handler(handle, kStepsBetweenLooks, onProgress, &m_watch);
    return {};
}

std::string viewNames()
{
    std::string names;
    for (const store::View& view : store::sqlViews()) {
        names += (names.empty() ? "" : ", ") + std::string(view.name);
    }
    return names;
}

Error Session::explain(int code)
{
    switch (code & 0xff) {
    case SQLITE_INTERRUPT:
        if (m_watch.job->cancelled()) {
            return {Errc::Cancelled, "cancelled", "query"};
        }
        return {Errc::Limit,
                "took longer than " + std::to_string(m_limits.time.count())
                    + " ms and was stopped; narrow it by time, track or name",
                "query"};
    case SQLITE_AUTH:
        return {Errc::Unsupported, "only SELECT is allowed, over these views: " + viewNames(),
                "query"};
    case SQLITE_NOMEM:
    case SQLITE_TOOBIG:
        return {Errc::Limit, "a value grew too large", "query"};
    default: {
        const std::string message = sqlite3_errmsg(m_db.handle());
        const bool unknown =
            message.rfind("no such table", 0) == 0 || message.rfind("vtable", 0) == 0;
        return {Errc::Format, message + (unknown ? "; there are these views: " + viewNames() : ""),
                "query"};
    }
    }
}

Result<StatementPtr> Session::compile(std::string_view sql)
{
    StatementPtr only;
    const char* at = sql.data();
    const char* end = sql.data() + sql.size();
    while (at != end) {
        sqlite3_stmt* raw = nullptr;
        const char* tail = nullptr;
        const int code =
            sqlite3_prepare_v2(m_db.handle(), at, static_cast<int>(end - at), &raw, &tail);
        StatementPtr statement(raw);
        if (code != SQLITE_OK) {
            return fail(explain(code));
        }
        if (statement && only) {
            return fail(Errc::Unsupported, "only one statement at a time is allowed", "query");
        }
        if (statement) {
            only = std::move(statement);
        }
        at = tail > at ? tail : end;
    }
    if (!only) {
        return fail(Errc::Format, "there is no statement in it", "query");
    }
    if (sqlite3_column_count(only.get()) == 0 || sqlite3_stmt_readonly(only.get()) == 0) {
        return fail(explain(SQLITE_AUTH));
    }
    if (sqlite3_bind_parameter_count(only.get()) > 0) {
        return fail(Errc::Unsupported,
                    "parameters (?, :name) have no value here; write the value itself", "query");
    }
    return only;
}

std::string hex(const void* data, std::size_t size)
{
    static constexpr char kDigits[] = "0123456789abcdef";
    std::string out;
    for (std::size_t i = 0; i < size; ++i) {
        const auto b = static_cast<const unsigned char*>(data)[i];
        out += kDigits[b >> 4U];
        out += kDigits[b & 15U];
    }
    return out;
}

Cell cellOf(sqlite3_stmt* s, int column)
{
    switch (sqlite3_column_type(s, column)) {
    case SQLITE_INTEGER:
        return std::int64_t{sqlite3_column_int64(s, column)};
    case SQLITE_FLOAT: {
        const double v = sqlite3_column_double(s, column);
        return std::isfinite(v) ? Cell(v) : Cell(v > 0 ? std::string("inf") : std::string("-inf"));
    }
    case SQLITE_TEXT: {
        const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(s, column));
        return std::string(text, static_cast<std::size_t>(sqlite3_column_bytes(s, column)));
    }
    case SQLITE_BLOB: {
        const void* data = sqlite3_column_blob(s, column);
        return hex(data, static_cast<std::size_t>(sqlite3_column_bytes(s, column)));
    }
    default:
        return {};
    }
}

// The column that says which slice a row is about, or -1.
int sliceColumn(sqlite3_stmt* statement)
{
    for (int c = 0; c < sqlite3_column_count(statement); ++c) {
        const char* origin = sqlite3_column_origin_name(statement, c);
        const char* table = sqlite3_column_table_name(statement, c);
        if (origin != nullptr && table != nullptr
            && (std::strcmp(origin, "slice_id") == 0
                || (std::strcmp(origin, "id") == 0 && std::strcmp(table, "slices") == 0))) {
            return c;
        }
    }
    return -1;
}

SliceId sliceOf(const Cell& cell, std::uint64_t sliceCount)
{
    const auto* id = std::get_if<std::int64_t>(&cell);
    return id != nullptr && *id >= 0 && static_cast<std::uint64_t>(*id) < sliceCount
        ? SliceId::of(*id)
        : SliceId();
}

Result<void> Session::readRows(sqlite3_stmt* statement, analysis::Table& table)
{
    const int columns = sqlite3_column_count(statement);
    const int jump = sliceColumn(statement);
    std::size_t bytes = 0;
    for (;;) {
        const int code = sqlite3_step(statement);
        if (code == SQLITE_DONE) {
            return {};
        }
        if (code != SQLITE_ROW) {
            return fail(explain(code));
        }
        if (table.rows.size() >= m_limits.rows || bytes > m_limits.bytes) {
            table.key = kTruncatedKey;
            table.title = "First " + std::to_string(table.rows.size()) + " rows";
            return {};
        }
        std::vector<Cell> row;
        row.reserve(static_cast<std::size_t>(columns));
        for (int c = 0; c < columns; ++c) {
            row.push_back(cellOf(statement, c));
            const auto* text = std::get_if<std::string>(&row.back());
            bytes += text != nullptr ? text->size() : 0;
        }
        if (jump >= 0) {
            table.slices.push_back(
                sliceOf(row[static_cast<std::size_t>(jump)], m_views.trace().counts().slices));
        }
        table.rows.push_back(std::move(row));
    }
}

analysis::Unit unitOf(std::string_view name)
{
    constexpr std::string_view kSuffix = "_ns";
    const bool ns =
        name.size() > kSuffix.size() && name.substr(name.size() - kSuffix.size()) == kSuffix;
    return ns ? analysis::Unit::Nanoseconds : analysis::Unit::None;
}

Result<analysis::Table> Session::run(std::string_view sql)
{
    if (sql.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
        return fail(Errc::Limit, "is too long", "query");
    }
    if (auto done = setUp(); !done) {
        return fail(done.error());
    }
    auto statement = compile(sql);
    if (!statement) {
        return fail(statement.error());
    }
    analysis::Table table;
    table.key = kKey;
    table.title = "Rows";
    for (int c = 0; c < sqlite3_column_count(statement->get()); ++c) {
        const char* name = sqlite3_column_name(statement->get(), c);
        const std::string key = name != nullptr ? name : "";
        table.columns.push_back({key, key, unitOf(key), analysis::Role::Value});
    }
    if (auto done = readRows(statement->get(), table); !done) {
        return fail(done.error());
    }
    return table;
}

} // namespace

Result<analysis::Table> query(const model::Trace& trace, std::string_view sql,
                              const QueryLimits& limits, const JobContext& job)
{
    return Session(trace, limits, job).run(sql);
}

bool isTruncated(const analysis::Table& result)
{
    return result.key == kTruncatedKey;
}

} // namespace longpole::open
