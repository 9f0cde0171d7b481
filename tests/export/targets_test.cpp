// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Where exports go: nothing half-written, nothing lost that was there before.
#include "core/open/export_trace.h"
#include "tests/export/random_chrome.h"
#include "tests/export/round_trip.h"
#include "tests/support/child_process.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>

namespace longpole::test {
namespace {

namespace fs = std::filesystem;

class ExportTo : public testing::TestWithParam<const char*>
{
protected:
    void SetUp() override { m_trace = openForTest({m_work.put("in.json", randomChrome(3))}); }
    Result<open::Exported> write(const std::string& path, const JobContext& job = {}) const
    {
        return open::exportTrace(*m_trace, GetParam(), path, job);
    }
    static bool isCsv() { return std::string_view(GetParam()) == "csv"; }

    WorkFolder m_work;
    std::shared_ptr<const model::Trace> m_trace;
};

TEST_P(ExportTo, ReplacesAnEarlierExport)
{
    ASSERT_TRUE(write(m_work / "out"));
    ASSERT_TRUE(write(m_work / "out"));
    EXPECT_EQ(m_work.names(), (std::vector<std::string>{"in.json", "out"}));
}

TEST_P(ExportTo, AFolderThatIsNotThere)
{
    const auto written = write(m_work / "no/such/out");
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().where, m_work / "no/such/out");
    EXPECT_NE(written.error().message.find("No such file or directory"), std::string::npos)
        << written.error().text();
}

TEST_P(ExportTo, AFolderThatMayNotBeWritten)
{
    constexpr auto kReadOnly = fs::perms::owner_read | fs::perms::owner_exec
        | fs::perms::others_read | fs::perms::others_exec;
    fs::create_directory(m_work / "closed");
    fs::permissions(m_work / "closed", kReadOnly);
    fs::permissions(m_work.path(), kReadOnly | fs::perms::owner_write);
    const int code = inChildWithoutPrivilege([&] {
        const auto written = write(m_work / "closed/out");
        return !written && written.error().text().find("Permission denied") != std::string::npos
            ? 42
            : 1;
    });
    EXPECT_EQ(code, 42);
    EXPECT_TRUE(fs::is_empty(m_work / "closed"));
}

TEST_P(ExportTo, WhatIsSomethingElse)
{
    if (isCsv()) {
        m_work.put("out", "a file of mine");
    } else {
        fs::create_directory(m_work / "out");
    }
    ASSERT_FALSE(write(m_work / "out"));
    EXPECT_EQ(fs::is_directory(m_work / "out"), !isCsv());
    EXPECT_EQ(m_work.names(), (std::vector<std::string>{"in.json", "out"}));
}

TEST_P(ExportTo, APipeStaysAPipe)
{
    ASSERT_EQ(mkfifo((m_work / "out").c_str(), 0600), 0);
    ASSERT_FALSE(write(m_work / "out"));
    EXPECT_TRUE(fs::is_fifo(m_work / "out"));
    EXPECT_EQ(m_work.names(), (std::vector<std::string>{"in.json", "out"}));
}

TEST_P(ExportTo, StopsWhenTold)
{
    std::stop_source stop;
    stop.request_stop();
    m_work.put("big.json", [] {
        std::string text = "[";
        for (int i = 0; i < 30'000; ++i) {
            text += std::string(i > 0 ? "," : "")
                + R"({"ph":"X","name":"n","pid":1,"tid":1,"dur":1,"ts":)" + std::to_string(2 * i)
                + "}";
        }
        return text + "]";
    }());
    m_trace = openForTest({m_work / "big.json"});
    const auto written = write(m_work / "out", JobContext(stop.get_token(), {}));
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().code, Errc::Cancelled);
    EXPECT_EQ(m_work.names(), (std::vector<std::string>{"big.json", "in.json"}));
}

// A limit of the file size stands in for a full disk: the write fails in the middle.
TEST_P(ExportTo, ADiskThatFillsUp)
{
    std::signal(SIGXFSZ, SIG_IGN);
    rlimit before{};
    getrlimit(RLIMIT_FSIZE, &before);
    rlimit small = before;
    small.rlim_cur = 4096;
    setrlimit(RLIMIT_FSIZE, &small);
    const auto written = write(m_work / "out");
    setrlimit(RLIMIT_FSIZE, &before);
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().code, Errc::Io) << written.error().text();
    EXPECT_EQ(m_work.names(), (std::vector<std::string>{"in.json"}));
}

INSTANTIATE_TEST_SUITE_P(Formats, ExportTo, testing::Values("chrome-json", "csv", "sqlite"),
                         [](const auto& format) {
                             return std::string(format.param).substr(0, 6) == "chrome"
                                 ? std::string("ChromeJson")
                                 : std::string(format.param);
                         });

TEST(ExportCsvFolder, KeepsAFolderWithOtherFiles)
{
    const WorkFolder work;
    const auto trace = openForTest({work.put("in.json", randomChrome(3))});
    const auto written = open::exportTrace(*trace, "csv", work.path(), JobContext());
    ASSERT_FALSE(written);
    EXPECT_NE(written.error().message.find("other files"), std::string::npos);
    EXPECT_EQ(work.names(), (std::vector<std::string>{"in.json"}));
}

TEST(ExportFormats, UnknownOnesAreNamed)
{
    const WorkFolder work;
    const auto trace = openForTest({work.put("in.json", randomChrome(3))});
    const auto written = open::exportTrace(*trace, "xlsx", work / "out", JobContext());
    ASSERT_FALSE(written);
    EXPECT_NE(written.error().message.find("chrome-json, csv, sqlite"), std::string::npos);
}

} // namespace
} // namespace longpole::test
