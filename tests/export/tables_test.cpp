// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// SQLite and CSV: the rows of the views, readable without Longpole.
#include "core/open/export_trace.h"
#include "core/open/query.h"
#include "tests/export/random_chrome.h"
#include "tests/export/round_trip.h"

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <cstdio>
#include <filesystem>

namespace longpole::test {
namespace {

using Rows = std::vector<std::vector<std::string>>;

constexpr const char* kNull = "<null>";
constexpr const char* kTables[] = {"slices", "tracks", "gpu_ops", "api_calls", "counters",
                                   "links",  "args",   "ledger",  "meta"};

// What a program that knows nothing of Longpole reads.
Rows plainQuery(const std::string& database, const std::string& sql)
{
    Rows out;
    sqlite3* db = nullptr;
    EXPECT_EQ(sqlite3_open_v2(database.c_str(), &db, SQLITE_OPEN_READONLY, nullptr), SQLITE_OK);
    sqlite3_stmt* statement = nullptr;
    EXPECT_EQ(sqlite3_prepare_v2(db, sql.c_str(), -1, &statement, nullptr), SQLITE_OK)
        << sqlite3_errmsg(db);
    while (sqlite3_step(statement) == SQLITE_ROW) {
        std::vector<std::string>& row = out.emplace_back();
        for (int c = 0; c < sqlite3_column_count(statement); ++c) {
            const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement, c));
            row.emplace_back(text != nullptr ? text : kNull);
        }
    }
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return out;
}

// RFC 4180, taken apart the slow way. Unquoted and empty: null.
Rows parseCsv(const std::string& text)
{
    Rows out;
    std::size_t at = 0;
    while (at < text.size()) {
        std::vector<std::string>& row = out.emplace_back();
        for (bool more = true; more;) {
            std::string cell;
            if (text[at] == '"') {
                for (++at; text[at] != '"' || text[at + 1] == '"'; ++at) {
                    at += text[at] == '"' ? 1 : 0;
                    cell += text[at];
                }
                ++at;
            } else {
                const std::size_t end = text.find_first_of(",\r", at);
                cell = end == at ? kNull : text.substr(at, end - at);
                at = end;
            }
            row.push_back(cell);
            more = text[at] == ',';
            at += more ? 1 : 2;
        }
        EXPECT_EQ(text.substr(at - 2, 2), "\r\n");
    }
    return out;
}

std::shared_ptr<const model::Trace> sample(const WorkFolder& work)
{
    return openForTest({work.put("in.json", randomChrome(11))});
}

std::string cellText(const analysis::Cell& cell)
{
    if (const auto* n = std::get_if<std::int64_t>(&cell)) {
        return std::to_string(*n);
    }
    if (const auto* text = std::get_if<std::string>(&cell)) {
        return *text;
    }
    return kNull;
}

TEST(ExportSqlite, HoldsTheRowsOfEveryView)
{
    const WorkFolder work;
    const auto trace = sample(work);
    const auto written = open::exportTrace(*trace, "sqlite", work / "out.db", JobContext());
    ASSERT_TRUE(written) << written.error().text();
    EXPECT_EQ(written->bytes, std::filesystem::file_size(work / "out.db"));
    EXPECT_EQ(work.names(), (std::vector<std::string>{"in.json", "out.db"})); // no journal left
    for (const std::string table : kTables) {
        // Reals are compared as SQLite prints them.
        const std::string sql = table == "counters" || table == "args" || table == "meta"
            ? "SELECT count(*) FROM " + table
            : "SELECT * FROM " + table;
        const auto expected = open::query(*trace, sql, open::QueryLimits(), JobContext());
        ASSERT_TRUE(expected) << expected.error().text();
        Rows rows;
        for (const auto& row : expected->rows) {
            std::vector<std::string>& to = rows.emplace_back();
            for (const analysis::Cell& cell : row) {
                to.push_back(cellText(cell));
            }
        }
        ASSERT_FALSE(rows.empty());
        EXPECT_EQ(plainQuery(work / "out.db", sql), rows) << table;
    }
    EXPECT_EQ(plainQuery(work / "out.db", "PRAGMA integrity_check"), (Rows{{"ok"}}));
    EXPECT_EQ(plainQuery(work / "out.db", "PRAGMA foreign_key_check"), Rows{});
    EXPECT_NE(plainQuery(work / "out.db", "PRAGMA journal_mode"), (Rows{{"wal"}}));
}

TEST(ExportSqlite, FindsByIndex)
{
    const WorkFolder work;
    ASSERT_TRUE(open::exportTrace(*sample(work), "sqlite", work / "out.db", JobContext()));
    for (const auto& [question, index] :
         {std::pair("slices WHERE track_id = 1 AND ts_ns > 5", "slices_by_track"),
          std::pair("links WHERE to_slice = 3", "links_by_to"),
          std::pair("args WHERE slice_id = 3", "args_by_slice")}) {
        const Rows plan = plainQuery(work / "out.db",
                                     std::string("EXPLAIN QUERY PLAN SELECT * FROM ") + question);
        ASSERT_EQ(plan.size(), 1U);
        EXPECT_NE(plan[0].back().find(index), std::string::npos) << plan[0].back();
    }
}

TEST(ExportCsv, HoldsTheRowsOfTheDatabase)
{
    const WorkFolder work;
    const auto trace = sample(work);
    ASSERT_TRUE(open::exportTrace(*trace, "sqlite", work / "out.db", JobContext()));
    const auto written = open::exportTrace(*trace, "csv", work / "out", JobContext());
    ASSERT_TRUE(written) << written.error().text();
    std::uint64_t bytes = 0;
    for (const std::string table : kTables) {
        const std::string text = readWhole(work / "out/" + table + ".csv");
        bytes += text.size();
        Rows rows = parseCsv(text);
        Rows columns =
            plainQuery(work / "out.db", "SELECT name FROM pragma_table_info('" + table + "')");
        ASSERT_FALSE(rows.empty());
        std::vector<std::string> head;
        for (const auto& c : columns) {
            head.push_back(c[0]);
        }
        EXPECT_EQ(rows.front(), head);
        rows.erase(rows.begin());
        // A double of the CSV is the same double; SQLite prints 15 digits of it.
        const std::string what =
            table == "counters" ? "track_id, name, ts_ns, printf('%!.17g', value)" : "*";
        Rows expected = plainQuery(work / "out.db", "SELECT " + what + " FROM " + table);
        if (table == "counters") {
            for (Rows* const side : {&rows, &expected}) {
                for (auto& row : *side) {
                    char exact[40];
                    std::snprintf(exact, sizeof exact, "%a", std::stod(row.back()));
                    row.back() = exact;
                }
            }
        }
        if (table == "args") { // has values of any type, also doubles
            ASSERT_EQ(rows.size(), expected.size());
            continue;
        }
        EXPECT_EQ(rows, expected) << table;
    }
    EXPECT_EQ(written->bytes, bytes);
}

} // namespace
} // namespace longpole::test
