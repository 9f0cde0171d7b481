// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// How fast a Nsight Systems export is imported, in rows, against a plain loop over the same rows
// and columns with nothing but SQLite. Prints one line; budget: 60 % of the loop.
#include "core/import/importer.h"
#include "tests/support/make_database.h"

#include <sqlite3.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

using namespace longpole;

namespace {

constexpr int kRows = 400'000; // of each table

std::string sql()
{
    const std::string numbers =
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<"
        + std::to_string(kRows) + ") ";
    return test::databaseSql("nsys_all") + numbers
        + "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME SELECT "
          "i*1000,i*1000+400,0,281475144482827,i+1000,3,0,NULL "
          "FROM n;"
        + numbers
        + "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL SELECT i*1000+500,i*1000+900,0,1,NULL,7,i+1000,"
          "281475144482816,1,2,40,i%1000,2,1,128,1,1,0,i%4096,NULL,NULL FROM n;";
}

double seconds(const std::chrono::steady_clock::time_point since)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - since).count();
}

// Every column of the two tables, as integers.
double plainLoop(const std::string& path)
{
    const auto begin = std::chrono::steady_clock::now();
    sqlite3* db = nullptr;
    sqlite3_open_v2(path.c_str(), &db, SQLITE_OPEN_READONLY, nullptr);
    std::int64_t sum = 0;
    for (const char* table : {"CUPTI_ACTIVITY_KIND_RUNTIME", "CUPTI_ACTIVITY_KIND_KERNEL"}) {
        sqlite3_stmt* s = nullptr;
        sqlite3_prepare_v2(db, ("SELECT * FROM " + std::string(table)).c_str(), -1, &s, nullptr);
        const int columns = sqlite3_column_count(s);
        while (sqlite3_step(s) == SQLITE_ROW) {
            for (int c = 0; c < columns; ++c) {
                sum += sqlite3_column_int64(s, c);
            }
        }
        sqlite3_finalize(s);
    }
    sqlite3_close(db);
    return sum == 0 ? 0 : seconds(begin);
}

// read: without the building of the trace (nesting, links), which no loop has a counterpart for.
double importing(const std::string& path, double& read)
{
    const auto begin = std::chrono::steady_clock::now();
    auto source = io::openFile(path);
    import::TraceBuilder builder;
    if (!source || !import::findImporter("nsys-sqlite")->read(**source, builder, {})) {
        std::abort();
    }
    read = seconds(begin);
    const auto trace = builder.finish({});
    if (!trace || (*trace)->counts().kernels < kRows) {
        std::abort();
    }
    return seconds(begin);
}

double median(std::vector<double> v)
{
    std::sort(v.begin(), v.end());
    return v[v.size() / 2];
}

} // namespace

int main()
{
    const std::string path =
        (std::filesystem::temp_directory_path() / "longpole-bench-databases").string();
    test::makeDatabase(path, sql());
    std::vector<double> loops;
    std::vector<double> reads;
    std::vector<double> whole;
    for (int round = 0; round < 5; ++round) {
        double read = 0;
        loops.push_back(plainLoop(path));
        whole.push_back(importing(path, read));
        reads.push_back(read);
    }
    std::filesystem::remove(path);
    const double rows = 2.0 * kRows;
    std::printf("nsys import: %.2f M rows/s read, %.2f with the trace built; plain loop %.2f: "
                "%.0f %% (>= 60), %.0f %%\n",
                rows / median(reads) / 1e6, rows / median(whole) / 1e6, rows / median(loops) / 1e6,
                100 * median(loops) / median(reads), 100 * median(loops) / median(whole));
    return 0;
}
