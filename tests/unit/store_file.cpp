// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Save and load: nothing is lost, nothing half-written stays, nothing damaged is believed.
#include "core/store/store_reader.h"
#include "core/store/store_writer.h"
#include "tests/support/child_process.h"
#include "tests/support/random_trace.h"
#include "tests/support/store_checks.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <random>
#include <thread>
#include <tuple>

using namespace longpole;
using namespace longpole::test;

namespace {

using TracePtr = std::shared_ptr<const model::Trace>;

TracePtr saveAndLoad(const model::Trace& trace, const std::string& path,
                     const store::LodBlobs& lod = {})
{
    const auto saved = store::save(trace, lod, path, {});
    EXPECT_TRUE(saved) << (saved ? "" : saved.error().text());
    auto loaded = store::load(path, {});
    EXPECT_TRUE(loaded) << (loaded ? "" : loaded.error().text());
    return loaded ? *loaded : nullptr;
}

void expectSameInfo(const model::TraceParts& a, const model::TraceParts& b)
{
    EXPECT_EQ(a.info.format, b.info.format);
    EXPECT_EQ(a.info.importerReason, b.info.importerReason);
    EXPECT_EQ(a.info.producer, b.info.producer);
    EXPECT_EQ(a.info.sources, b.info.sources);
    EXPECT_FALSE(a.info.hash.empty());
    EXPECT_EQ(a.info.hash, b.info.hash);
    EXPECT_EQ(a.info.startUnixNs, b.info.startUnixNs);
    EXPECT_EQ(a.info.span, b.info.span);
    EXPECT_EQ(a.info.extent, b.info.extent);
    EXPECT_EQ(a.info.rank, b.info.rank);
    EXPECT_EQ(a.info.worldSize, b.info.worldSize);
    EXPECT_EQ(a.info.properties, b.info.properties);
    EXPECT_EQ(0, std::memcmp(&a.counts, &b.counts, sizeof a.counts));
    EXPECT_EQ(a.strings.text(), b.strings.text());
    EXPECT_EQ(a.strings.offsets(), b.strings.offsets());
    EXPECT_EQ(a.categories, b.categories);
}

void expectSameTracks(const model::TraceParts& a, const model::TraceParts& b)
{
    ASSERT_EQ(a.tracks.size(), b.tracks.size());
    for (std::size_t i = 0; i < a.tracks.size(); ++i) {
        const model::Track& x = a.tracks[i];
        const model::Track& y = b.tracks[i];
        EXPECT_EQ(
            std::tie(x.id, x.parent, x.kind, x.name, x.process, x.thread, x.pid, x.tid, x.rank),
            std::tie(y.id, y.parent, y.kind, y.name, y.process, y.thread, y.pid, y.tid, y.rank));
        EXPECT_EQ(std::tie(x.device, x.context, x.stream, x.sortIndex, x.unit, x.firstSlice,
                           x.sliceCount, x.instantCount, x.sampleCount),
                  std::tie(y.device, y.context, y.stream, y.sortIndex, y.unit, y.firstSlice,
                           y.sliceCount, y.instantCount, y.sampleCount));
        ASSERT_EQ(x.rows.size(), y.rows.size());
        for (std::size_t r = 0; r < x.rows.size(); ++r) {
            EXPECT_EQ(x.rows[r].first, y.rows[r].first);
            EXPECT_EQ(x.rows[r].count, y.rows[r].count);
        }
    }
}

void expectSameLists(const model::TraceParts& a, const model::TraceParts& b)
{
    ASSERT_EQ(a.devices.size(), b.devices.size());
    for (std::size_t i = 0; i < a.devices.size(); ++i) {
        EXPECT_EQ(a.devices[i].number, b.devices[i].number);
        EXPECT_EQ(a.devices[i].rank, b.devices[i].rank);
        EXPECT_EQ(a.devices[i].name, b.devices[i].name);
        EXPECT_EQ(a.devices[i].properties, b.devices[i].properties);
    }
    ASSERT_EQ(a.iterations.size(), b.iterations.size());
    for (std::size_t i = 0; i < a.iterations.size(); ++i) {
        EXPECT_EQ(a.iterations[i].slice, b.iterations[i].slice);
        EXPECT_EQ(a.iterations[i].name, b.iterations[i].name);
        EXPECT_EQ(a.iterations[i].range, b.iterations[i].range);
    }
    ASSERT_EQ(a.ledger.entries().size(), b.ledger.entries().size());
    for (std::size_t i = 0; i < a.ledger.entries().size(); ++i) {
        const model::LedgerEntry& x = a.ledger.entries()[i];
        const model::LedgerEntry& y = b.ledger.entries()[i];
        EXPECT_EQ(std::tie(x.kind, x.severity, x.meaning, x.count, x.examples),
                  std::tie(y.kind, y.severity, y.meaning, y.count, y.examples));
    }
}

// Reads every column and every args object; returns the number of columns that did not load.
std::size_t readEverything(const model::Trace& trace)
{
    std::size_t damaged = 0;
    for (const model::ColumnInfo& info : model::allColumns()) {
        const bool perTrack = info.table <= model::Table::Counters;
        for (std::uint32_t part = 0; part < (perTrack ? trace.tracks().size() : 1); ++part) {
            const auto loaded = trace.source()->load({info.table, info.index, part});
            damaged += loaded ? 0U : 1U;
        }
    }
    for (std::uint32_t id = 0; id < trace.counts().slices; ++id) {
        const model::Slice s = trace.slice(SliceId(id));
        (void)trace.args(s.args);
    }
    return damaged;
}

} // namespace

TEST(Store, GivesBackWhatWasSaved)
{
    const TempFolder folder;
    for (std::uint32_t seed = 0; seed < 12; ++seed) {
        RandomTraceOptions options;
        options.seed = seed;
        options.threads = seed % 5;
        options.streams = seed % 4;
        options.counters = seed % 3;
        options.instantsPerThread = seed % 2 * 30;
        options.withArgs = seed % 4 != 1;
        options.originNs = seed % 3 == 0 ? -3000 : 1'000'000'000;
        const auto trace = randomTrace(options);
        const auto loaded = saveAndLoad(*trace, folder / "a.longpole");
        ASSERT_TRUE(loaded);
        expectSameInfo(trace->parts(), loaded->parts());
        expectSameTracks(trace->parts(), loaded->parts());
        expectSameLists(trace->parts(), loaded->parts());
        expectSameColumns(*trace, *loaded);
        EXPECT_EQ(readEverything(*loaded), 0U);
    }
    EXPECT_EQ(folder.fileCount(), 1U);
}

TEST(Store, CutsLongColumnsIntoChunksAndJoinsThem)
{
    const TempFolder folder;
    RandomTraceOptions options;
    options.threads = 1;
    options.depth = 1;
    options.slicesPerThread = 150'000;
    options.streams = 1;
    options.opsPerStream = 70'000;
    const auto trace = randomTrace(options);
    const auto loaded = saveAndLoad(*trace, folder / "long.longpole");
    ASSERT_TRUE(loaded);
    expectSameColumns(*trace, *loaded);
}

TEST(Store, KeepsLevelOfDetailBytes)
{
    const TempFolder folder;
    const auto trace = randomTrace();
    store::LodBlobs lod;
    lod.push_back({TrackId(1), 2, std::vector<std::byte>(100'000, std::byte{7})});
    lod.push_back({TrackId(3), 0, {std::byte{1}, std::byte{2}, std::byte{3}}});
    const auto loaded = saveAndLoad(*trace, folder / "lod.longpole", lod);
    ASSERT_TRUE(loaded);
    for (const auto& blob : lod) {
        const auto found = loaded->lod(blob.track, blob.row);
        EXPECT_TRUE(std::equal(found.bytes.begin(), found.bytes.end(), blob.bytes.begin(),
                               blob.bytes.end()));
    }
    EXPECT_TRUE(loaded->lod(TrackId(1), 0).bytes.empty());
}

TEST(Store, SavesALoadedTraceAgain)
{
    const TempFolder folder;
    const auto trace = randomTrace();
    const auto first = saveAndLoad(*trace, folder / "a.longpole");
    const auto second = saveAndLoad(*first, folder / "a.longpole"); // in its own place
    ASSERT_TRUE(second);
    expectSameColumns(*trace, *second);
    expectSameColumns(*trace, *first); // still reads the file it opened
}

TEST(Store, OpensPathsWithSpecialCharacters)
{
    const TempFolder folder;
    EXPECT_TRUE(saveAndLoad(*randomTrace(), folder / "a b?c#d%20é&mode=rwc.longpole"));
}

TEST(Store, IsRecognisedByItsHead)
{
    const TempFolder folder;
    saveAndLoad(*randomTrace(), folder / "a.longpole");
    const std::string bytes = readFile(folder / "a.longpole");
    const auto head = std::as_bytes(std::span(bytes)).first(store::kSniffBytes);
    EXPECT_TRUE(store::looksLikeStore(head));
    EXPECT_FALSE(store::looksLikeStore(head.first(store::kSniffBytes - 1)));
    std::string other = bytes;
    other[68] = 'x'; // some other program's database
    EXPECT_FALSE(store::looksLikeStore(std::as_bytes(std::span(other)).first(store::kSniffBytes)));
}

TEST(Store, SaysWhatIsWrongWithAFile)
{
    const TempFolder folder;
    saveAndLoad(*randomTrace(), folder / "a.longpole");
    const std::string bytes = readFile(folder / "a.longpole");
    const auto errorOf = [&](const std::string& content) {
        writeFile(folder / "b.longpole", content);
        const auto loaded = store::load(folder / "b.longpole", {});
        return loaded ? std::string("no error") : loaded.error().text();
    };
    EXPECT_NE(errorOf("").find("is not a Longpole store"), std::string::npos);
    EXPECT_NE(errorOf("{}").find("is not a Longpole store"), std::string::npos);
    EXPECT_NE(errorOf(bytes.substr(0, bytes.size() / 2)).find("is cut off"), std::string::npos);
    std::string newer = bytes;
    newer[63] = 2;
    EXPECT_NE(errorOf(newer).find("was written by a newer Longpole"), std::string::npos);
    EXPECT_EQ(store::load(folder / "nothing", {}).error().text(),
              (folder / "nothing") + ": No such file or directory");
}

TEST(Store, TurnedBitsNeverCrashIt)
{
    const TempFolder folder;
    RandomTraceOptions options;
    options.slicesPerThread = 60;
    options.opsPerStream = 30;
    const auto trace = randomTrace(options);
    saveAndLoad(*trace, folder / "a.longpole");
    const std::string good = readFile(folder / "a.longpole");
    std::mt19937_64 rng(9);
    std::size_t noticed = 0;
    for (int i = 0; i < 400; ++i) {
        std::string bad = good;
        for (auto flips = rng() % 8 + 1; flips > 0; --flips) {
            bad[rng() % bad.size()] ^= static_cast<char>(1U << (rng() % 8));
        }
        writeFile(folder / "b.longpole", bad);
        const auto loaded = store::load(folder / "b.longpole", {});
        noticed += !loaded || readEverything(**loaded) > 0 ? 1U : 0U;
    }
    EXPECT_GT(noticed, 100U); // the others met unused bytes
}

TEST(Store, ACancelledSaveLeavesNothing)
{
    const TempFolder folder;
    writeFile(folder / "a.longpole", "old");
    std::stop_source stop;
    stop.request_stop();
    const auto saved =
        store::save(*randomTrace(), {}, folder / "a.longpole", JobContext(stop.get_token(), {}));
    ASSERT_FALSE(saved);
    EXPECT_EQ(saved.error().code, Errc::Cancelled);
    EXPECT_EQ(readFile(folder / "a.longpole"), "old");
    EXPECT_EQ(folder.fileCount(), 1U);
}

namespace { } // namespace

TEST(Store, AFullDiskLeavesNothing)
{
    const TempFolder folder;
    const auto trace = randomTrace();
    const int code = inChild([&] {
        signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{64 * 1024, 64 * 1024};
        setrlimit(RLIMIT_FSIZE, &limit);
        const auto saved = store::save(*trace, {}, folder / "a.longpole", {});
        return saved ? 1 : saved.error().code == Errc::Io ? 42 : 2;
    });
    EXPECT_EQ(code, 42);
    EXPECT_EQ(folder.fileCount(), 0U);
}

TEST(Store, AFolderWithoutPermissionIsAClearError)
{
    const TempFolder folder;
    const auto trace = randomTrace();
    std::filesystem::permissions(
        folder.path(),
        std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec
            | std::filesystem::perms::others_read | std::filesystem::perms::others_exec);
    const int code = inChildWithoutPrivilege([&] {
        const auto saved = store::save(*trace, {}, folder / "a.longpole", {});
        return !saved && saved.error().text().find("Permission denied") != std::string::npos ? 42
                                                                                             : 1;
    });
    EXPECT_EQ(code, 42);
    EXPECT_EQ(folder.fileCount(), 0U);
}

TEST(Store, TwoProgramsMayWriteTheSameFile)
{
    const TempFolder folder;
    RandomTraceOptions options;
    options.slicesPerThread = 20'000;
    const auto trace = randomTrace(options);
    const pid_t other = fork();
    if (other == 0) {
        _exit(store::save(*trace, {}, folder / "a.longpole", {}) ? 0 : 1);
    }
    EXPECT_TRUE(store::save(*trace, {}, folder / "a.longpole", {}));
    int status = 0;
    waitpid(other, &status, 0);
    EXPECT_EQ(status, 0);
    EXPECT_EQ(folder.fileCount(), 1U);
    const auto loaded = store::load(folder / "a.longpole", {});
    ASSERT_TRUE(loaded);
    expectSameColumns(*trace, **loaded);
}

TEST(Store, RemovesLeftOversOfCrashedWritersOnly)
{
    const TempFolder folder;
    writeFile(folder / "a.longpole.1.part", "left over");
    writeFile(folder / "a.longpole.2.part", "being written");
    writeFile(folder / "b.longpole.3.part", "of another file");
    writeFile(folder / "a.longpole.notes.part", "not ours");
    const int fd = open((folder / "a.longpole.2.part").c_str(), O_RDONLY);
    ASSERT_EQ(flock(fd, LOCK_EX), 0);
    EXPECT_TRUE(store::save(*randomTrace(), {}, folder / "a.longpole", {}));
    EXPECT_FALSE(std::filesystem::exists(folder / "a.longpole.1.part"));
    EXPECT_TRUE(std::filesystem::exists(folder / "a.longpole.2.part"));
    EXPECT_TRUE(std::filesystem::exists(folder / "b.longpole.3.part"));
    EXPECT_TRUE(std::filesystem::exists(folder / "a.longpole.notes.part"));
    close(fd);
}

TEST(Store, LoadsColumnsFromManyThreads)
{
    const TempFolder folder;
    const auto trace = randomTrace();
    const auto loaded = saveAndLoad(*trace, folder / "a.longpole");
    ASSERT_TRUE(loaded);
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&] { expectSameColumns(*trace, *loaded); });
    }
}
