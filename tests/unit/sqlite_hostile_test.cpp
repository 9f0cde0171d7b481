// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// SQLite files that mean harm or came to harm: nothing of theirs runs, nothing is written, and what
// can be read is read, with an entry in the ledger for what can't.
#include "core/import/sqlite_rows.h"
#include "tests/support/make_database.h"
#include "tests/unit/database_import.h"

#include <gmock/gmock.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>

namespace {

using namespace longpole;
using test::counted;
using testing::HasSubstr;

std::string bytesOf(const std::string& path)
{
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

void write(const std::string& path, const std::string& bytes)
{
    std::ofstream(path, std::ios::binary) << bytes;
}

class Hostile : public testing::Test
{
protected:
    std::string make(const std::string& sql, int pageSize = 4096)
    {
        test::makeDatabase(m_folder / "x.sqlite", sql, pageSize);
        return m_folder / "x.sqlite";
    }
    static std::string old() { return test::databaseSql("nsys_2_9"); }

    test::Folder m_folder;
};

// A view that would never end, under the name of a table that is read.
TEST_F(Hostile, ViewsAreNotRun)
{
    const std::string path = make(
        old()
        + "CREATE VIEW OSRT_API AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c) "
          "SELECT x AS start, x AS \"end\", 1 AS globalTid, 1 AS nameId FROM c;");
    const auto trace = test::importDatabase(path);
    ASSERT_TRUE(trace);
    EXPECT_EQ((*trace)->counts().slices, 3U);
    EXPECT_EQ(counted(**trace, "database-code-ignored"), 1U);
}

TEST_F(Hostile, AFileOfViewsAloneIsRefused)
{
    const std::string path =
        make("CREATE TABLE other (x); CREATE VIEW StringIds AS SELECT 1 AS id, 'a' AS value;"
             "CREATE VIEW CUPTI_ACTIVITY_KIND_KERNEL AS SELECT 1 AS start;");
    const auto trace = test::importDatabase(path);
    ASSERT_FALSE(trace);
    EXPECT_THAT(trace.error().message, HasSubstr("none that Longpole knows"));
}

TEST_F(Hostile, TriggersAndGeneratedColumnsAreNotRun)
{
    // The generated column fails when it is computed.
    const std::string path = make(
        old()
        + "CREATE TRIGGER t AFTER INSERT ON StringIds BEGIN DELETE FROM StringIds; END;"
          "CREATE TABLE OSRT_API (start INTEGER, \"end\" INTEGER, globalTid INTEGER);"
          "INSERT INTO OSRT_API (start,\"end\") VALUES (1,2);"
          "PRAGMA writable_schema=ON; UPDATE sqlite_schema SET sql='CREATE TABLE OSRT_API (start "
          "INTEGER, \"end\" INTEGER, globalTid INTEGER, nameId INTEGER AS "
          "(abs(-9223372036854775807 - start)))' WHERE name='OSRT_API';");
    const auto trace = test::importDatabase(path);
    ASSERT_TRUE(trace);
    EXPECT_EQ((*trace)->counts().slices, 4U);
    EXPECT_EQ((*trace)->ledger().worst(), model::Severity::Info);
}

TEST_F(Hostile, VirtualTablesAreNotTables)
{
    const std::string path =
        make(old() + "CREATE VIRTUAL TABLE OSRT_API USING fts5(start, \"end\", nameId);");
    const auto trace = test::importDatabase(path);
    ASSERT_TRUE(trace);
    EXPECT_EQ((*trace)->counts().slices, 3U);
}

TEST_F(Hostile, WrongTypesAreCounted)
{
    const std::string path =
        make(old()
             + "UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET gridX='many', deviceId=x'00', start=50.0;"
               "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES "
               "('soon',90,0,1,7,1,281475144482816,1,1,1,4,1,1,256,1,1),"
               "(9223372036854775807,90,0,1,7,1,281475144482816,1,1,1,4,1,1,256,1,1),"
               "(70,60,0,1,7,1,281475144482816,999,999,1,-1,1,1,99999999999,1,1);"
               "INSERT INTO StringIds VALUES (50,x'ff00');");
    const auto trace = test::importDatabase(path);
    ASSERT_TRUE(trace);
    EXPECT_EQ((*trace)->counts().kernels, 2U);
    EXPECT_EQ(counted(**trace, "wrong-type"), 4U);
    EXPECT_EQ(counted(**trace, "row-without-time"), 2U);
    EXPECT_EQ(counted(**trace, "negative-duration"), 1U);
    EXPECT_EQ(test::named(**trace, "saxpy(float*)")[0].start, 50); // a real that is whole
    EXPECT_EQ(test::named(**trace, "kernel without a name").size(), 1U);
}

TEST_F(Hostile, HugeValuesCostTheirRowOnly)
{
    const std::string path =
        make(old()
             + "INSERT INTO StringIds VALUES (100, hex(zeroblob(40000000)));" // 80 MB of text
               "INSERT INTO StringIds VALUES (101, 'after');"
               "CREATE TABLE OSRT_API (start INTEGER, \"end\" INTEGER, nameId INTEGER, junk BLOB);"
               "INSERT INTO OSRT_API VALUES (1,2,101,zeroblob(100000000));");
    const auto trace = test::importDatabase(path);
    ASSERT_TRUE(trace);
    EXPECT_EQ(counted(**trace, "oversized-value"), 1U);
    EXPECT_EQ(test::named(**trace, "after").size(), 1U);
}

TEST_F(Hostile, QuotesInNamesAreOnlyNames)
{
    const std::string path =
        make(old()
             + "CREATE TABLE \"a\"\"; DROP TABLE StringIds; --\" (start INTEGER, \"x\"\"y\");"
               "INSERT INTO \"a\"\"; DROP TABLE StringIds; --\" VALUES (1, 2);");
    const auto trace = test::importDatabase(path);
    ASSERT_TRUE(trace);
    EXPECT_EQ(counted(**trace, "table-not-shown"), 1U);
}

// A tree whose inner page names the same child many times, level upon level, would be walked for
// ever if rows were not limited by the file's size.
TEST_F(Hostile, PagesThatPointAtEachOtherEnd)
{
    std::string sql = old();
    for (int i = 0; i < 4000; ++i) {
        sql += "INSERT INTO NVTX_EVENTS VALUES (" + std::to_string(i) + ",9,59,'r',1,NULL);";
    }
    const std::string path = make(sql, 512);
    std::string bytes = bytesOf(path);
    // Inner table pages begin with 5; their cells begin with the child's number.
    std::mt19937 rng(7);
    for (std::size_t page = 512; page + 512 <= bytes.size(); page += 512) {
        if (bytes[page] != 5) {
            continue;
        }
        const std::size_t cells = (static_cast<unsigned char>(bytes[page + 3]) << 8U)
            + static_cast<unsigned char>(bytes[page + 4]);
        std::string child;
        for (std::size_t c = 0; c < cells; ++c) {
            const std::size_t at = page
                + (static_cast<unsigned char>(bytes[page + 12 + 2 * c]) << 8U)
                + static_cast<unsigned char>(bytes[page + 13 + 2 * c]);
            if (at + 4 <= bytes.size()) {
                child = child.empty() ? bytes.substr(at, 4) : child;
                bytes.replace(at, 4, child);
            }
        }
    }
    write(path, bytes);
    const auto begin = std::chrono::steady_clock::now();
    const auto trace = test::importDatabase(path);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(30));
    ASSERT_TRUE(trace) << trace.error().text();
    EXPECT_LT((*trace)->counts().slices, bytes.size());
}

// However a file is cut or its bytes changed: a trace, or one clear error.
TEST_F(Hostile, CutAndTurnedFiles)
{
    const std::string path = make(test::databaseSql("nsys_all"), 512);
    const std::string whole = bytesOf(path);
    const auto complete = test::importDatabase(path);
    ASSERT_TRUE(complete);
    std::mt19937 rng(1);
    std::size_t salvaged = 0;
    constexpr std::size_t kTries = 150;
    for (std::size_t i = 0; i < kTries; ++i) {
        std::string bytes = whole;
        if (i % 3 == 0) {
            bytes.resize(whole.size() * (i + 1) / kTries);
        } else {
            for (int k = 0; k < 8; ++k) {
                bytes[100 + rng() % (bytes.size() - 100)] = static_cast<char>(rng());
            }
        }
        write(path, bytes);
        const auto trace = test::importDatabase(path);
        if (!trace) {
            EXPECT_THAT(trace.error().text(), HasSubstr("x.sqlite: "));
            EXPECT_THAT(trace.error().text(), testing::Not(HasSubstr("\n")));
            continue;
        }
        const bool less = (*trace)->counts().slices < (*complete)->counts().slices;
        EXPECT_TRUE(!less || i % 3 != 0 || (*trace)->ledger().worst() == model::Severity::DataLoss);
        ++salvaged;
    }
    EXPECT_GT(salvaged, kTries / 3);
}

TEST_F(Hostile, NotADatabaseAtAll)
{
    const std::string path = m_folder / "x.sqlite";
    write(path, std::string("SQLite format 3\0", 16) + std::string(5000, 'x'));
    const auto trace = test::importDatabase(path);
    ASSERT_FALSE(trace);
    EXPECT_THAT(trace.error().message, HasSubstr("damaged, cut short or encrypted"));
    write(path, std::string(8192, '\0'));
    const auto zeros = test::importDatabase(path);
    ASSERT_FALSE(zeros);
    EXPECT_THAT(zeros.error().message, HasSubstr("begins with zeros"));
}

// A row waits in the write-ahead log; the log is read, and neither it nor anything else is touched.
TEST_F(Hostile, AWriteAheadLogIsReadAndLeftAlone)
{
    const std::string source = make(old());
    const std::string path = m_folder / "copy.sqlite";
    sqlite3* db = nullptr;
    ASSERT_EQ(sqlite3_open(source.c_str(), &db), SQLITE_OK);
    ASSERT_EQ(sqlite3_exec(db,
                           "PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0;"
                           "INSERT INTO NVTX_EVENTS VALUES (5,6,59,'in the log',1,NULL);",
                           nullptr, nullptr, nullptr),
              SQLITE_OK);
    std::filesystem::copy_file(source, path);
    std::filesystem::copy_file(source + "-wal", path + "-wal");
    sqlite3_close(db);
    std::filesystem::remove(source);
    const std::string log = bytesOf(path + "-wal");
    const std::vector<std::string> before = m_folder.names();
    const auto trace = test::importDatabase(path);
    ASSERT_TRUE(trace) << trace.error().text();
    EXPECT_EQ(test::named(**trace, "in the log").size(), 1U);
    EXPECT_EQ(counted(**trace, "write-ahead-log"), 1U);
    EXPECT_EQ(m_folder.names(), before);
    EXPECT_EQ(bytesOf(path + "-wal"), log);
    // A file in that mode without its log opens too, and no log appears.
    std::filesystem::remove(path + "-wal");
    ASSERT_TRUE(test::importDatabase(path));
    EXPECT_EQ(m_folder.names(), std::vector<std::string>{"copy.sqlite"});
}

TEST_F(Hostile, AFileThatIsBeingWrittenIsRefused)
{
    const std::string path = make(old());
    int ready[2];
    int done[2];
    ASSERT_EQ(::pipe(ready) + ::pipe(done), 0);
    const pid_t child = ::fork();
    if (child == 0) { // locks are held by processes
        sqlite3* db = nullptr;
        sqlite3_open(path.c_str(), &db);
        sqlite3_exec(db, "BEGIN EXCLUSIVE", nullptr, nullptr, nullptr);
        char c = 'r';
        (void)!::write(ready[1], &c, 1);
        (void)!::read(done[0], &c, 1);
        ::_exit(0);
    }
    char c = 0;
    ASSERT_EQ(::read(ready[0], &c, 1), 1);
    const auto trace = test::importDatabase(path);
    ASSERT_EQ(::write(done[1], &c, 1), 1);
    ::waitpid(child, nullptr, 0);
    ASSERT_FALSE(trace);
    EXPECT_THAT(trace.error().text(), HasSubstr("is being written by another program"));
}

TEST_F(Hostile, AnUnfinishedTransactionIsRefused)
{
    const std::string path = make(old());
    write(path + "-journal", std::string("\xd9\xd5\x05\xf9\x20\xa1\x63\xd7", 8));
    const auto trace = test::importDatabase(path);
    ASSERT_FALSE(trace);
    EXPECT_THAT(trace.error().text(), HasSubstr("unfinished transaction"));
}

TEST_F(Hostile, CancellingEndsTheReading)
{
    const std::string path = make(old());
    std::stop_source stop;
    stop.request_stop();
    const auto trace = test::importDatabase(path, nullptr, JobContext(stop.get_token(), {}));
    ASSERT_FALSE(trace);
    EXPECT_EQ(trace.error().code, Errc::Cancelled);
}

// From a container the bytes go to a temporary file, which is gone afterwards.
TEST_F(Hostile, ThroughGzip)
{
    const std::string path = make(old());
    ASSERT_EQ(std::system(("gzip -kf '" + path + "'").c_str()), 0);
    const test::Folder temporary;
    const std::string name = temporary / "";
    ::setenv("TMPDIR", name.c_str(), 1);
    const auto trace = test::importDatabase(path + ".gz");
    ::unsetenv("TMPDIR");
    ASSERT_TRUE(trace) << trace.error().text();
    EXPECT_EQ((*trace)->counts().slices, 3U);
    EXPECT_TRUE(temporary.names().empty());
    ::setenv("TMPDIR", (name + "nowhere").c_str(), 1);
    const auto full = test::importDatabase(path + ".gz");
    ::unsetenv("TMPDIR");
    ASSERT_FALSE(full);
    EXPECT_THAT(full.error().text(), HasSubstr("has to be unpacked to a file in"));
}

} // namespace
