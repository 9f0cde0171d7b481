// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Threads that wake each other, as Nsight Systems records the OS runtime: the path follows the
// wake-ups, and only those that can have been.
#include "core/analysis/critical_path/critical_path.h"
#include "core/analysis/critical_path/trace_wake_ups.h"
#include "core/open/open_trace.h"
#include "tests/support/make_database.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace longpole::test {

namespace {

using namespace critical_path;

// An export of one process (10) with threads 11, 12 …; times in us.
class OsRecording
{
public:
    void os(int tid, const std::string& name, double begin, double end)
    {
        row("OSRT_API", us(begin) + "," + us(end) + "," + thread(tid) + "," + id(name));
    }
    // A launch call of 1 us, its kernel, and a wait of the thread for it from `begin + 2` on.
    void work(int tid, const std::string& kernel, double call, double begin, double end)
    {
        const std::string launch = std::to_string(++m_correlation);
        api(tid, "cudaLaunchKernel", call, call + 1, launch);
        row("CUPTI_ACTIVITY_KIND_KERNEL",
            us(begin) + "," + us(end) + ",0,1,7," + launch + "," + kProcess + "," + id(kernel) + ","
                + id(kernel) + ",1,1,1,1,32,1,1,0,0");
        const std::string sync = std::to_string(++m_correlation);
        api(tid, "cudaStreamSynchronize", call + 2, end + 2, sync);
        row("CUPTI_ACTIVITY_KIND_SYNCHRONIZATION",
            us(call + 2) + "," + us(end + 2) + ",0,1,7," + sync + "," + kProcess + ",3,0");
    }
    std::shared_ptr<const model::Trace> open() const
    {
        const auto path = std::filesystem::temp_directory_path()
            / ("longpole-wake-ups-" + std::to_string(::getpid()) + ".sqlite");
        std::filesystem::remove(path);
        std::string sql = kTables;
        for (const auto& [name, number] : m_names) {
            sql += "INSERT INTO StringIds VALUES (" + std::to_string(number) + ",'" + name + "');";
        }
        makeDatabase(path.string(), sql + m_rows);
        open::OpenOptions options;
        options.useCache = false;
        auto trace = open::openTrace({path.string()}, options, JobContext());
        std::filesystem::remove(path);
        EXPECT_TRUE(trace) << (trace ? "" : trace.error().text());
        return trace ? *trace : nullptr;
    }

private:
    static constexpr const char* kProcess = "281475144482816"; // 2^48 + 10 * 2^24
    static constexpr const char* kTables = R"(
CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT);
CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start INTEGER, "end" INTEGER, globalTid INTEGER,
  correlationId INTEGER, nameId INTEGER, returnValue INTEGER);
CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER, "end" INTEGER, deviceId INTEGER,
  contextId INTEGER, streamId INTEGER, correlationId INTEGER, globalPid INTEGER,
  demangledName INTEGER, shortName INTEGER, registersPerThread INTEGER, gridX INTEGER,
  gridY INTEGER, gridZ INTEGER, blockX INTEGER, blockY INTEGER, blockZ INTEGER,
  staticSharedMemory INTEGER, dynamicSharedMemory INTEGER);
CREATE TABLE CUPTI_ACTIVITY_KIND_SYNCHRONIZATION (start INTEGER, "end" INTEGER, deviceId INTEGER,
  contextId INTEGER, streamId INTEGER, correlationId INTEGER, globalPid INTEGER, syncType INTEGER,
  eventId INTEGER);
CREATE TABLE OSRT_API (start INTEGER, "end" INTEGER, globalTid INTEGER, nameId INTEGER);)";

    static std::string us(double t) { return std::to_string(static_cast<std::int64_t>(t * 1000)); }
    static std::string thread(int tid) { return std::to_string(281475144482816 + tid); }
    std::string id(const std::string& name)
    {
        return std::to_string(
            m_names.try_emplace(name, static_cast<int>(m_names.size()) + 1).first->second);
    }
    void api(int tid, const std::string& name, double begin, double end,
             const std::string& correlation)
    {
        row("CUPTI_ACTIVITY_KIND_RUNTIME",
            us(begin) + "," + us(end) + "," + thread(tid) + "," + correlation + "," + id(name)
                + ",0");
    }
    void row(const std::string& table, const std::string& values)
    {
        m_rows += "INSERT INTO " + table + " VALUES (" + values + ");\n";
    }

    std::map<std::string, int> m_names;
    std::string m_rows;
    int m_correlation = 0;
};

// Thread 11 runs A, works until 60 and wakes 12; 12 runs B and wakes 11 by a semaphore; 11 runs C.
//   11: 0 A's call, 5-20 A, 2-22 sync … 60 signal … 62-123 waits … 130 C's call, 135-145 C, sync
//   147 12: 1-63 waits … 70 B's call, 75-115 B, 72-117 sync … 120 post
OsRecording handedToAndFro()
{
    OsRecording r;
    r.work(11, "A", 0, 5, 20);
    r.os(11, "pthread_cond_signal", 60, 61);
    r.os(11, "sem_wait", 62, 123);
    r.work(11, "C", 130, 135, 145);
    r.os(12, "pthread_cond_wait", 1, 63);
    r.work(12, "B", 70, 75, 115);
    r.os(12, "sem_post", 120, 121);
    return r;
}

std::optional<CriticalPath> pathOf(const std::shared_ptr<const model::Trace>& trace)
{
    Options options;
    options.lags = Lags{5'000, 1'000, 1'000, 2'000, 1'000};
    options.inferHandOffs = false; // what is left is what was recorded
    auto path = analyse(trace, {}, options, JobContext());
    EXPECT_TRUE(path) << (path ? "" : path.error().text());
    return path ? std::optional(*path) : std::nullopt;
}

double us(const CriticalPath& path, Category c)
{
    return static_cast<double>(path.categories()[index(c)].ns) / 1000;
}

TEST(CriticalPathWakeUps, AreFollowedThereAndBack)
{
    const auto path = pathOf(handedToAndFro().open());
    ASSERT_TRUE(path);
    // 147 = A: launch 5 + 15 + return 2; host 22-60; woken 3; host 63-70; B: 5 + 40 + 2;
    //       host 117-120; woken 3; host 123-130; C: 5 + 10 + 2.
    EXPECT_EQ(path->makespan().ns, 147'000);
    EXPECT_EQ(us(*path, Category::Kernel), 15 + 40 + 10);
    EXPECT_EQ(us(*path, Category::Launch), 15);
    EXPECT_EQ(us(*path, Category::SyncReturn), 6);
    EXPECT_EQ(us(*path, Category::HandOff), 6);
    EXPECT_EQ(us(*path, Category::Cpu) + us(*path, Category::HostUntracked), 38 + 7 + 3 + 7);
    EXPECT_EQ(us(*path, Category::Unexplained), 0);
    EXPECT_EQ(path->confidence().droppedEdges, 0U);
    // The waits aren't work: B half as long shortens the run by all of its half.
    const auto faster =
        whatIf(*path, std::vector{Change{ChangeKind::Scale, {.name = "^B$"}, 0.5}}, JobContext());
    ASSERT_TRUE(faster);
    EXPECT_EQ(faster->high.ns, 127'000);
}

// Without the call that wakes it nothing ties the second thread to the first.
TEST(CriticalPathWakeUps, AreNotMadeUp)
{
    OsRecording r;
    r.work(11, "A", 0, 5, 20);
    r.os(11, "sem_wait", 62, 123);
    r.work(11, "C", 130, 135, 145);
    r.os(12, "pthread_cond_wait", 1, 63);
    r.work(12, "B", 70, 75, 115);
    // Of the wrong time or thread: before the wait began, after it ended, by the waiter itself.
    r.os(12, "sem_post", 30, 31);
    r.os(12, "sem_post", 125, 126);
    r.os(11, "sem_post", 61.5, 61.8);
    const auto path = pathOf(r.open());
    ASSERT_TRUE(path);
    EXPECT_EQ(path->makespan().ns, 147'000);
    EXPECT_EQ(us(*path, Category::HandOff), 0);
    EXPECT_EQ(us(*path, Category::Kernel), 15 + 10); // B is beside the path
}

// Several could have: the last one before the wait ended did, unless it is too long ago.
TEST(CriticalPathWakeUps, TheLatestWakerBeforeTheEndCounts)
{
    OsRecording r = handedToAndFro();
    r.os(13, "pthread_cond_broadcast", 40, 41);
    auto path = pathOf(r.open());
    ASSERT_TRUE(path);
    EXPECT_EQ(us(*path, Category::HandOff), 6);
    r.os(13, "pthread_cond_broadcast", 62, 62.5); // now thread 13 woke 12
    path = pathOf(r.open());
    ASSERT_TRUE(path);
    EXPECT_EQ(path->makespan().ns, 147'000);
    const auto crosses13 =
        std::any_of(path->steps().begin(), path->steps().end(), [&](const Step& s) {
            return s.track.valid() && path->trace().track(s.track).tid == 13;
        });
    EXPECT_TRUE(crosses13);
}

TEST(CriticalPathWakeUps, OnlyCallsThatSayWhomTheyAwaitCount)
{
    EXPECT_EQ(wakeRole("pthread_cond_timedwait"), WakeRole::Waits);
    EXPECT_EQ(wakeRole("sem_post"), WakeRole::Wakes);
    // These wait for files, timers, children and strangers as well.
    for (const char* name : {"poll", "epoll_wait", "read", "write", "nanosleep", "ioctl"}) {
        EXPECT_EQ(wakeRole(name), WakeRole::None) << name;
    }
}

} // namespace

} // namespace longpole::test
