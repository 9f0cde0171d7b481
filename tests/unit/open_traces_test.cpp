// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What several files are, and reports that have to be converted first (by a program that stands in
// for NVIDIA's nsys).
#include "core/open/join_choice.h"
#include "core/open/nsys_report.h"
#include "core/open/open_traces.h"
#include "tests/support/make_database.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

namespace longpole::open {
namespace {

namespace fs = std::filesystem;
using Answer = JoinChoice::Answer;

FileFacts file(std::int32_t rank, std::int32_t world = -1, std::string format = "chrome-json")
{
    FileFacts f;
    f.format = std::move(format);
    f.rank = rank;
    f.worldSize = world;
    f.complete = true;
    return f;
}

FileFacts recorded(std::string format, std::int64_t begin, std::int64_t end)
{
    FileFacts f = file(-1, -1, std::move(format));
    f.wallClock = TimeRange{{begin}, {end}};
    return f;
}

Answer answer(const std::vector<FileFacts>& files)
{
    return chooseJoin(files).answer;
}

TEST(JoinChoice, DifferentRanksOfOneWorldAreOneTrace)
{
    EXPECT_EQ(answer({file(0, 8), file(3, 8)}), Answer::Join);
    EXPECT_EQ(answer({file(0), file(1), file(2)}), Answer::Join); // only their names tell
    EXPECT_EQ(answer({file(0, 8), file(1)}), Answer::Join);
    EXPECT_EQ(answer({file(0, 8), file(3, 4)}), Answer::Compare);
    EXPECT_EQ(answer({file(2, 8), file(2, 8)}), Answer::Compare);
    EXPECT_EQ(answer({file(0, 2), file(1, 2), file(0, 2), file(1, 2)}), Answer::Compare);
    EXPECT_EQ(answer({file(0), file(-1)}), Answer::Compare);
    EXPECT_EQ(chooseJoin({file(0, 8), file(7, 8)}).why, "they are ranks 0 and 7 of one run");
}

TEST(JoinChoice, FormatsThatDifferJoinWhereTheTimesOverlap)
{
    EXPECT_EQ(answer({recorded("chrome-json", 0, 100), recorded("nsys-sqlite", 50, 150)}),
              Answer::Join);
    EXPECT_EQ(answer({recorded("chrome-json", 0, 100), recorded("nsys-sqlite", 100, 150)}),
              Answer::Compare);
    EXPECT_EQ(answer({recorded("chrome-json", 0, 100), recorded("chrome-json", 50, 150)}),
              Answer::Compare);
    EXPECT_EQ(answer({recorded("chrome-json", 0, 100), file(-1, -1, "xplane")}), Answer::Compare);
    FileFacts profile = file(-1, -1, "ncu");
    profile.timeless = true;
    EXPECT_EQ(answer({recorded("chrome-json", 0, 100), profile}), Answer::Join);
}

TEST(JoinChoice, AsksForMoreWhereTheBeginningDoesNotTell)
{
    FileFacts glanced = file(-1);
    glanced.complete = false;
    EXPECT_EQ(answer({glanced, glanced}), Answer::Unknown);
    FileFacts other = glanced;
    other.format = "nsys-sqlite";
    EXPECT_EQ(answer({glanced, other}), Answer::Unknown);
}

TEST(JoinChoice, FilesOfOneRunsFolderAreOneTrace)
{
    FileFacts table = file(-1, -1, "rocprof-csv");
    table.complete = false;
    table.runFolder = "/runs/a/";
    FileFacts elsewhere = table;
    elsewhere.runFolder = "/runs/b/";
    EXPECT_EQ(answer({table, table}), Answer::Join);
    EXPECT_EQ(answer({table, elsewhere}), Answer::Unknown);
}

// A folder of its own, where the PATH begins.
class OpenFiles : public testing::Test
{
protected:
    void SetUp() override
    {
        std::string name = (fs::path(testing::TempDir()) / "open-XXXXXX").string();
        m_folder = ::mkdtemp(name.data());
        fs::create_directories(m_folder + "/bin");
        fs::create_directories(m_folder + "/tmp");
        m_path = std::getenv("PATH");
        ::setenv("PATH", (m_folder + "/bin:" + m_path).c_str(), 1);
        ::setenv("TMPDIR", (m_folder + "/tmp").c_str(), 1);
    }
    void TearDown() override
    {
        ::setenv("PATH", m_path.c_str(), 1);
        ::unsetenv("TMPDIR");
        fs::remove_all(m_folder);
    }
    std::string put(const std::string& name, const std::string& text) const
    {
        std::ofstream(m_folder + "/" + name) << text;
        return m_folder + "/" + name;
    }
    // A program of that name that gets nsys's arguments: export --type sqlite --force-overwrite
    // true --output OUT REPORT.
    void fakeNsys(const std::string& body) const
    {
        const std::string path = put("bin/nsys", "#!/bin/sh\n" + body);
        ::chmod(path.c_str(), 0700);
    }
    static std::string rankJson(int rank, int world, const std::string& name)
    {
        return R"({"distributedInfo": {"backend": "nccl", "rank": )" + std::to_string(rank)
            + R"(, "world_size": )" + std::to_string(world)
            + R"(}, "traceEvents": [{"ph": "X", "cat": "cpu_op", "name": ")" + name
            + R"(", "pid": 1, "tid": 1, "ts": 10, "dur": 5}]})";
    }
    static OpenRequest request(std::vector<std::string> paths, Intent intent = Intent::Decide)
    {
        OpenRequest out;
        out.paths = std::move(paths);
        out.intent = intent;
        out.options.useCache = false;
        return out;
    }
    std::size_t leftInTmp() const
    {
        return static_cast<std::size_t>(
            std::distance(fs::directory_iterator(m_folder + "/tmp"), fs::directory_iterator()));
    }

    std::string m_folder;
    std::string m_path;
};

TEST_F(OpenFiles, RanksAreOneTraceAndOthersTwo)
{
    const std::string a = put("a.json", rankJson(0, 2, "first"));
    const std::string b = put("b.json", rankJson(1, 2, "second"));
    const std::string c = put("c.json", rankJson(1, 2, "third"));
    const auto ranks = openTraces(request({a, b}), {});
    ASSERT_TRUE(ranks.has_value());
    ASSERT_EQ(ranks->traces.size(), 1U);
    EXPECT_EQ(ranks->traces[0]->counts().slices, 2U);
    const auto pair = openTraces(request({b, c}), {});
    ASSERT_TRUE(pair.has_value());
    ASSERT_EQ(pair->traces.size(), 2U);
    EXPECT_EQ(pair->runsBefore, 1U);
    EXPECT_EQ(pair->why, "both are rank 1");
    EXPECT_EQ(pair->traces[1]->counts().slices, 1U);
    const auto forced = openTraces(request({b, c}, Intent::Join), {});
    ASSERT_TRUE(forced.has_value());
    EXPECT_EQ(forced->traces.size(), 1U);
    const auto compared = openTraces(request({a, b}, Intent::Compare), {});
    ASSERT_TRUE(compared.has_value());
    EXPECT_EQ(compared->traces.size(), 2U);
    EXPECT_FALSE(openTraces(request({a, b, c}, Intent::Compare), {}).has_value());
    const auto three = openTraces(request({a, b, c}), {});
    ASSERT_TRUE(three.has_value());
    EXPECT_EQ(three->traces.size(), 1U);
}

TEST_F(OpenFiles, SidesHoldRunsOrTheRanksOfOne)
{
    OpenRequest asked =
        request({put("a0.json", rankJson(0, 2, "a")), put("a1.json", rankJson(1, 2, "b"))});
    asked.after = {put("b.json", rankJson(0, 2, "c")), put("c.json", rankJson(0, 2, "d")),
                   put("d.json", rankJson(0, 2, "e"))};
    const auto opened = openTraces(asked, {});
    ASSERT_TRUE(opened.has_value());
    EXPECT_EQ(opened->runsBefore, 1U); // ranks 0 and 1 are one run
    ASSERT_EQ(opened->traces.size(), 4U); // three times rank 0 are three
    EXPECT_EQ(opened->traces[0]->counts().slices, 2U);
    EXPECT_EQ(opened->traces[3]->counts().slices, 1U);
    asked.after.emplace_back("/no/such/file.json");
    EXPECT_FALSE(openTraces(asked, {}).has_value());
}

TEST_F(OpenFiles, TwoFoldersOfTheSameRanksAreTwoTraces)
{
    for (const char* side : {"before", "after"}) {
        fs::create_directories(m_folder + "/" + side);
        put(std::string(side) + "/rank0.json", rankJson(0, 2, "x"));
        put(std::string(side) + "/rank1.json", rankJson(1, 2, "y"));
        put(std::string(side) + "/notes.txt", "not a trace");
    }
    const auto pair = openTraces(request({m_folder + "/before", m_folder + "/after"}), {});
    ASSERT_TRUE(pair.has_value()) << pair.error().text();
    ASSERT_EQ(pair->traces.size(), 2U);
    EXPECT_EQ(pair->traces[0]->counts().slices, 2U);
    const auto folder = openTraces(request({m_folder + "/before"}), {});
    ASSERT_TRUE(folder.has_value());
    EXPECT_EQ(folder->traces.size(), 1U);
}

// The file is read whole where its first mebibyte says nothing of ranks.
TEST_F(OpenFiles, RanksThatAreToldAtTheEndCountToo)
{
    std::vector<std::string> paths;
    for (int rank : {0, 1}) {
        std::string json = R"({"padding": ")" + std::string(1'200'000, 'x')
            + R"(", "traceEvents": [{"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":1}], )";
        json += R"("distributedInfo": {"rank": )" + std::to_string(rank) + R"(, "world_size": 2}})";
        paths.push_back(put(rank == 0 ? "one.json" : "two.json", json));
    }
    const auto opened = openTraces(request(paths), {});
    ASSERT_TRUE(opened.has_value());
    EXPECT_EQ(opened->traces.size(), 1U) << opened->why;
}

TEST_F(OpenFiles, StoresOfRanksJoinAsTheFilesTheyWereMadeFrom)
{
    const std::string a = put("a.json", rankJson(0, 2, "first"));
    const std::string b = put("b.json", rankJson(1, 2, "second"));
    const OpenOptions options{{}, false, false, false};
    std::vector<std::string> stores;
    for (const std::string& path : {a, b}) {
        const auto trace = openTrace({path}, options, {});
        ASSERT_TRUE(trace.has_value());
        stores.push_back(path + ".longpole");
        ASSERT_TRUE(saveTrace(**trace, stores.back(), {}).has_value());
    }
    const auto joined = openTraces(request(stores), {});
    const auto expected = openTraces(request({a, b}), {});
    ASSERT_TRUE(joined.has_value()) << joined.error().text();
    ASSERT_TRUE(expected.has_value());
    ASSERT_EQ(joined->traces.size(), 1U) << joined->why;
    EXPECT_EQ(joined->traces[0]->info().hash, expected->traces[0]->info().hash);
    EXPECT_EQ(joined->traces[0]->tracks().size(), expected->traces[0]->tracks().size());
    // A store of both is no rank.
    const std::string both = m_folder + "/both.longpole";
    ASSERT_TRUE(saveTrace(*joined->traces[0], both, {}).has_value());
    const auto again = openTrace({both, a}, options, {});
    ASSERT_FALSE(again.has_value());
    EXPECT_NE(again.error().text().find("several files joined"), std::string::npos);
    EXPECT_EQ(leftInTmp(), 0U);
}

TEST_F(OpenFiles, JoinedTracesAreCachedUnderAllTheirFiles)
{
    ::setenv("XDG_CACHE_HOME", (m_folder + "/cache").c_str(), 1);
    std::string big;
    for (int i = 0; i < 12'000; ++i) { // the cache leaves small files alone
        big += R"({"ph":"X","name":"kernel number )" + std::to_string(i)
            + R"(","pid":1,"tid":1,"ts":)" + std::to_string(i * 10) + R"(,"dur":5,"args":{}},)";
    }
    std::vector<std::string> paths;
    for (int rank : {0, 1}) {
        paths.push_back(put("rank" + std::to_string(rank) + ".json", "[" + big + "{}]"));
    }
    const auto first = openTrace(paths, {}, {});
    ASSERT_TRUE(first.has_value());
    ASSERT_TRUE((*first)->info().stamp.has_value());
    ASSERT_TRUE(cacheTrace(**first, {}).has_value());
    const auto second = openTrace(paths, {}, {});
    ASSERT_TRUE(second.has_value());
    EXPECT_FALSE((*second)->info().stamp.has_value()); // of a store
    EXPECT_EQ((*second)->info().hash, (*first)->info().hash);
    put("rank1.json", "[" + big + "]"); // another file now
    const auto third = openTrace(paths, {}, {});
    ASSERT_TRUE(third.has_value());
    EXPECT_TRUE((*third)->info().stamp.has_value());
    ::unsetenv("XDG_CACHE_HOME");
}

TEST_F(OpenFiles, AReportIsConvertedWhereThatWasAgreed)
{
    const std::string report = put("run.nsys-rep", "report");
    test::makeDatabase(m_folder + "/good.sqlite", test::databaseSql("nsys_all"));
    fakeNsys("echo \"$@\" > " + m_folder + "/said; shift 6; cp " + m_folder + "/good.sqlite $1\n");
    OpenOptions options{{}, false, false, false};
    const auto refused = openTrace({report}, options, {});
    ASSERT_FALSE(refused.has_value());
    EXPECT_NE(refused.error().text().find("nsys export --type sqlite " + report),
              std::string::npos);
    EXPECT_FALSE(fs::exists(m_folder + "/said"));
    options.convertReports = true;
    const auto trace = openTrace({report}, options, {});
    ASSERT_TRUE(trace.has_value()) << trace.error().text();
    EXPECT_EQ((*trace)->counts().kernels, 5U);
    EXPECT_EQ((*trace)->info().sources, std::vector<std::string>{report});
    EXPECT_EQ((*trace)->info().stamp->path, fs::canonical(report).string());
    EXPECT_EQ(leftInTmp(), 0U);
    std::ifstream said(m_folder + "/said");
    std::string words;
    std::getline(said, words);
    EXPECT_EQ(words.rfind("export --type sqlite --force-overwrite true --output ", 0), 0U);
    EXPECT_TRUE(words.ends_with(" " + report));
}

TEST_F(OpenFiles, AConvertedReportIsKeptAndNobodyIsAskedAgain)
{
    ::setenv("XDG_CACHE_HOME", (m_folder + "/cache").c_str(), 1);
    const std::string report = put("run.nsys-rep", "report");
    test::makeDatabase(m_folder + "/good.sqlite", test::databaseSql("nsys_all"));
    fakeNsys("echo x >> " + m_folder + "/runs; shift 6; cp " + m_folder + "/good.sqlite $1\n");
    EXPECT_EQ(reportsToConvert({report}), std::vector<std::string>{report});
    const auto first = openTrace({report}, {{}, true, true, true}, {});
    ASSERT_TRUE(first.has_value()) << first.error().text();
    ASSERT_TRUE(cacheTrace(**first, {}).has_value());
    EXPECT_EQ(reportsToConvert({report}), std::vector<std::string>{});
    const auto again = openTrace({report}, {{}, true, true, false}, {});
    ASSERT_TRUE(again.has_value()) << again.error().text();
    EXPECT_EQ((*again)->counts().kernels, 5U);
    EXPECT_EQ(fs::file_size(m_folder + "/runs"), 2U);
    put("run.nsys-rep", "another report"); // another file now
    EXPECT_EQ(reportsToConvert({report}), std::vector<std::string>{report});
    ::unsetenv("XDG_CACHE_HOME");
}

TEST_F(OpenFiles, WhatNsysSaysOfAFailureIsShown)
{
    const std::string report = put("run.nsys-rep", "report");
    fakeNsys("echo Starting; echo 'FATAL: report of a newer version'; echo; exit 3\n");
    auto made = NsysExport::make(report, {});
    ASSERT_FALSE(made.has_value());
    EXPECT_EQ(
        made.error().text(),
        report + ": could not be converted: nsys export failed: FATAL: report of a newer version");
    fakeNsys("exit 0\n");
    made = NsysExport::make(report, {});
    ASSERT_FALSE(made.has_value());
    EXPECT_NE(made.error().text().find("wrote no file"), std::string::npos);
    EXPECT_EQ(leftInTmp(), 0U);
}

TEST_F(OpenFiles, CancellingEndsNsysAndWhatItStarted)
{
    const std::string report = put("run.nsys-rep", "report");
    fakeNsys("sleep 600 & echo $! > " + m_folder + "/child; wait\n");
    std::stop_source stop;
    int reports = 0;
    pid_t child = 0;
    const JobContext job(stop.get_token(), [&](const Progress& p) {
        EXPECT_EQ(p.phase, "converting");
        ++reports;
        if (std::ifstream(m_folder + "/child") >> child) {
            stop.request_stop();
        }
    });
    const auto made = NsysExport::make(report, job);
    ASSERT_FALSE(made.has_value());
    EXPECT_EQ(made.error().code, Errc::Cancelled);
    EXPECT_GT(reports, 0);
    ASSERT_GT(child, 0);
    // Whoever adopted it may take a moment to let it go.
    bool gone = false;
    for (int i = 0; i < 200 && !gone; ++i) {
        std::ifstream status("/proc/" + std::to_string(child) + "/stat");
        std::string text;
        gone = !std::getline(status, text) || text.find(") Z") != std::string::npos;
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    EXPECT_TRUE(gone);
    EXPECT_EQ(leftInTmp(), 0U);
}

TEST_F(OpenFiles, OnlyAbsoluteFoldersOfThePathAreSearchedForNsys)
{
    fakeNsys("exit 0\n");
    EXPECT_EQ(nsysProgram(), m_folder + "/bin/nsys");
    const fs::path here = fs::current_path();
    fs::current_path(m_folder + "/bin");
    ::setenv("PATH", ".::relative", 1);
    EXPECT_EQ(nsysProgram(), std::nullopt);
    fs::current_path(here);
}

} // namespace
} // namespace longpole::open
